//! `simulate POLICY`.

use std::path::PathBuf;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::foreign_file;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::policy_file::PolicyFile;
use crate::cli::session::Session;
use crate::model::{Millis, Timestamp};
use crate::policy::import::FormatChoice;
use crate::retry::CompiledPolicy;
use crate::simulate::{Draws, Identity, PolicyLabel, Rules, Scenario, Schedule, schedule};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry simulate payments.yaml
  wovyr-retry simulate payments.yaml --activity ChargeCard --seed 7
  wovyr-retry simulate payments.yaml --as default/order-1001/run-1/charge -o json
  wovyr-retry simulate resiliency.yaml --from dapr --policy retryForever

With --as the delays are those that the engine will record for that activity.";

/// The arguments of `simulate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A policy file, or - for standard input
    #[arg(value_name = "POLICY")]
    file: PathBuf,
    /// Which policy, if the file holds several
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// The file is another system's, and so are its rules: dapr, step-functions, auto, …
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["activity", "identity"])]
    from: Option<FormatChoice>,
    /// What happens to this activity type
    #[arg(long, value_name = "TYPE")]
    activity: Option<String>,
    /// The activity whose delays these are: TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]
    #[arg(long = "as", value_name = "IDENTITY", conflicts_with = "seed")]
    identity: Option<Identity>,
    /// Draws the jitter of nobody in particular
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The most rows
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,
    /// When attempt 1 fails, such as 2026-11-30T19:40:12Z; now unless given
    #[arg(long, value_name = "TIME", value_parser = Timestamp::parse)]
    start: Option<Timestamp>,
}

/// Shows when an activity that always fails is tried again, and when no more.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let file = PolicyFile::read(&args.file)?;
    let name = args.policy.as_deref();
    let (schedule, name) = if let Some(from) = args.from {
        let imported = foreign_file::policy(&file, from, name)?;
        let label = PolicyLabel {
            name: Some(imported.name.clone()),
            version: None,
            digest: imported.digest(),
        };
        (run_of(session, args, label, Rules::Foreign(&imported.schedule)), Some(imported.name))
    } else {
        let policy = file.policy(name)?;
        let (effective, _) = policy.effective(args.activity.as_deref());
        let label = PolicyLabel {
            name: policy.name.clone(),
            version: policy.version,
            digest: policy.set.digest(),
        };
        let compiled = CompiledPolicy::new(effective.clone());
        (run_of(session, args, label, Rules::Policy(&compiled)), policy.name)
    };
    let page = page(&schedule);
    session.printer.show(&schedule, name.as_deref().unwrap_or(&file.name), &page)?;
    Ok(Exit::Done)
}

fn run_of(session: &Session, args: &Args, label: PolicyLabel, rules: Rules<'_>) -> Schedule {
    let draws = match &args.identity {
        Some(identity) => Draws::Identity(identity.clone()),
        None => Draws::Invented { seed: args.seed, run: 0 },
    };
    schedule(&Scenario {
        rules,
        label,
        activity_type: args.activity.clone(),
        draws,
        start: args.start.unwrap_or(session.printer.view().now),
        max_rows: args.attempts,
    })
}

fn page(schedule: &Schedule) -> Page {
    let mut grid = Grid::new(
        "",
        &["ATTEMPT", "GAP", "MIN", "MAX", "MEAN", "DELAY", "CUMULATIVE", "NEXT ATTEMPT"],
    );
    for row in &schedule.attempts {
        grid.push([
            Cell::Count(row.attempt.into()),
            Cell::Span(Millis(row.gap_ms)),
            Cell::Span(Millis(row.min_ms)),
            Cell::Span(Millis(row.max_ms)),
            Cell::Span(Millis(row.mean_ms)),
            Cell::Span(Millis(row.delay_ms)),
            Cell::Span(Millis(row.cumulative_ms)),
            Cell::Instant(row.at),
        ]);
    }
    let mut page = if schedule.attempts.is_empty() { Page::new() } else { Page::new().grid(grid) };
    if schedule.omitted > 0 {
        page = page
            .sentence(format!("{} more attempts; --attempts N shows as many", schedule.omitted));
    }
    if let Some(system) = schedule.system {
        page = page.sentence(format!("These are the rules of {system}."));
    }
    page.sentence(ending(schedule))
}

/// Where it ends and why.
fn ending(schedule: &Schedule) -> String {
    let window = schedule.window;
    match &schedule.gives_up {
        Some(end) if end.attempt == 1 => format!("Gives up after attempt 1: {}.", end.reason),
        Some(end) => format!(
            "Gives up after attempt {}: {}. All delays together: {window}.",
            end.attempt, end.reason
        ),
        None => format!("Does not give up. The delays so far together: {window}."),
    }
}
