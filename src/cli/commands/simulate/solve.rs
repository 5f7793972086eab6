//! Parameters that make a schedule come to what is asked for.

use serde::Serialize;
use serde_json::Value;

use super::Args;
use super::policy_args::Subject;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;
use crate::model::{MaxAttempts, Millis};
use crate::policy::emit;
use crate::retry::CompiledPolicy;
use crate::simulate::{Goal, Lever, PolicyLabel, Proposal, Scenario, Window, schedule, solve};

/// What is proposed, as data.
#[derive(Debug, Serialize)]
struct Report {
    policy: PolicyLabel,
    activity_type: Option<String>,
    goal: String,
    proposals: Vec<Shown>,
    complete: bool,
}

/// One proposal, as data.
#[derive(Debug, Serialize)]
struct Shown {
    /// The paths of the values that differ from the policy's.
    changed: Vec<&'static str>,
    max_attempts: u32,
    initial_delay_ms: u64,
    max_delay_ms: u64,
    multiplier: String,
    last_delay_ms: u64,
    window: Window,
    /// Why the policy ends earlier than its attempts, if something else of it does that.
    ends_earlier: Option<String>,
    /// The `retry` block that does it.
    retry: Value,
}

/// Proposes parameters.
pub(super) fn run(
    session: &mut Session,
    args: &Args,
    subject: &Subject,
    goal: &Goal,
) -> Result<Exit, CliError> {
    let free: Vec<Lever> = Lever::ALL.into_iter().filter(|lever| !is_given(args, *lever)).collect();
    let found = solve(&subject.effective, goal, &free);
    let report = Report {
        policy: subject.label.clone(),
        activity_type: args.policy.activity.clone(),
        goal: goal.to_string(),
        proposals: found
            .iter()
            .map(|found| shown(args, subject, found))
            .collect::<Result<_, _>>()?,
        complete: true,
    };
    let page = page(&report)?;
    session.printer.show(&report, &subject.title, &page)?;
    if report.proposals.is_empty() {
        session.printer.say(
            "nothing meets the goal; loosen it, or give fewer of --attempts, --initial, --max and \
             --multiplier, which stay as given",
        );
        return Ok(Exit::Refused);
    }
    Ok(Exit::Done)
}

/// Tells whether the command line fixes a parameter.
fn is_given(args: &Args, lever: Lever) -> bool {
    match lever {
        Lever::Attempts => args.what_if.attempts.is_some(),
        Lever::Cap => args.what_if.max.is_some(),
        Lever::Multiplier => args.what_if.multiplier.is_some(),
        Lever::Initial => args.what_if.initial.is_some(),
    }
}

fn shown(args: &Args, subject: &Subject, found: &Proposal) -> Result<Shown, CliError> {
    let retry = &found.policy.retry;
    let document = serde_json::to_value(emit::document(&found.policy));
    let document = document.map_err(|error| CliError::usage(error.to_string(), "report this"))?;
    Ok(Shown {
        changed: found.changed.iter().map(|lever| lever.path()).collect(),
        max_attempts: retry.max_attempts.limit().unwrap_or(MaxAttempts::LARGEST),
        initial_delay_ms: retry.initial_delay.0,
        max_delay_ms: retry.max_delay.0,
        multiplier: retry.multiplier.to_string(),
        last_delay_ms: found.measured.last.map_or(0, |delay| delay.mean.0),
        window: found.measured.window,
        ends_earlier: ends_earlier(args, subject, found),
        retry: document["retry"].clone(),
    })
}

/// What ends the policy before its attempts do: a budget or a timeout.
fn ends_earlier(args: &Args, subject: &Subject, found: &Proposal) -> Option<String> {
    let schedule = schedule(&Scenario {
        policy: &CompiledPolicy::new(found.policy.clone()),
        foreign: None,
        label: subject.label.clone(),
        activity_type: None,
        conditions: &args.conditions.conditions(),
        draws: args.draws.draws(),
        start: None,
    });
    let end = schedule.gives_up.filter(|end| end.attempt < found.measured.attempts)?;
    Some(format!("{} after attempt {}", end.reason, end.attempt))
}

fn page(report: &Report) -> Result<Page, CliError> {
    let Some(first) = report.proposals.first() else {
        return Ok(Page::new().sentence(format!("No parameters meet {}.", report.goal)));
    };
    let columns = [
        "#",
        "ATTEMPTS",
        "INITIAL",
        "MULTIPLIER",
        "MAX DELAY",
        "LAST DELAY",
        "WINDOW MIN",
        "WINDOW MEAN",
        "WINDOW MAX",
        "CHANGED",
        "ENDS EARLIER",
    ];
    let mut grid = Grid::new("", &columns);
    for (number, found) in (1..).zip(&report.proposals) {
        let changed = found.changed.iter().map(|path| path.trim_start_matches("retry."));
        let changed: Vec<&str> = changed.collect();
        let span = |ms| Cell::Span(Millis(ms));
        grid.push([
            Cell::Count(number),
            Cell::Count(found.max_attempts.into()),
            span(found.initial_delay_ms),
            Cell::text(&found.multiplier),
            span(found.max_delay_ms),
            span(found.last_delay_ms),
            Cell::Span(found.window.min),
            Cell::Span(found.window.mean),
            Cell::Span(found.window.max),
            Cell::Text(if changed.is_empty() { "nothing".to_owned() } else { changed.join(", ") }),
            Cell::maybe(found.ends_earlier.clone(), Cell::Text),
        ]);
    }
    let block = Block { retry: Written::of(&first.retry) };
    let yaml = emit::to_yaml(&block)
        .map_err(|error| CliError::usage(error.to_string(), "-o json has the values"))?;
    let sentence = format!("{} is met by each of these. The first, as a policy file:", report.goal);
    Ok(Page::new().grid(grid).sentence(sentence).lines("", yaml))
}

/// The part of a policy file that a proposal is about, in the order in which people write it.
#[derive(Serialize)]
struct Block<'a> {
    retry: Written<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    max_attempts: &'a Value,
    strategy: &'a Value,
    initial_delay: &'a Value,
    max_delay: &'a Value,
    multiplier: &'a Value,
    jitter: &'a Value,
}

impl<'a> Written<'a> {
    fn of(retry: &'a Value) -> Self {
        Self {
            max_attempts: &retry["maxAttempts"],
            strategy: &retry["strategy"],
            initial_delay: &retry["initialDelay"],
            max_delay: &retry["maxDelay"],
            multiplier: &retry["multiplier"],
            jitter: &retry["jitter"],
        }
    }
}
