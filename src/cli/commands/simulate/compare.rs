//! Several policies side by side.

use serde::Serialize;

use super::policy_args::Subject;
use super::schedule::ending;
use super::{Args, pictures, runs, schedule};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;
use crate::model::Millis;
use crate::retry::CompiledPolicy;
use crate::simulate::{Distribution, Row, Runs, Scenario, Schedule, Spread};

/// What the policies are called in the tables.
const LETTERS: [&str; 3] = ["A", "B", "C"];

/// The schedules, as data.
#[derive(Debug, Serialize)]
struct Report {
    schedules: Vec<Schedule>,
    complete: bool,
}

/// Shows the same activity under several policies. The draws are the same for each, so that what
/// differs comes from the policies alone.
pub(super) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let mut subjects = Vec::new();
    for from in &args.compare {
        subjects.push(args.what_if.over(args.policy.read(session, from)?)?);
    }
    let runs = match args.draws.runs {
        Some(requested) => Some((requested, Interrupt::watch()?)),
        None => None,
    };
    let schedules: Vec<Schedule> =
        subjects.iter().map(|subject| simulated(session, args, subject, runs.as_ref())).collect();
    let report = Report { complete: schedules.iter().all(|schedule| schedule.complete), schedules };
    if let Some(file) = &args.view.svg {
        let chart = pictures::comparison(&report.schedules, &titles(&subjects));
        pictures::write(session, file, chart.to_svg())?;
    }
    let mut page = page(session, args, &subjects, &report.schedules);
    if args.view.chart {
        let chart = pictures::comparison(&report.schedules, &titles(&subjects));
        page = page.chart(chart.to_text(&session.printer.chart_size()));
    }
    let name = titles(&subjects).join(" ");
    session.printer.show(&report, &name, &page)?;
    let longest = report.schedules.iter().map(|schedule| schedule.attempts.len()).max();
    schedule::note_omitted(session, args, longest.unwrap_or(0));
    let distributions = report.schedules.iter().filter_map(|found| found.distribution.as_ref());
    Ok(runs::exit(session, distributions))
}

fn titles(subjects: &[Subject]) -> Vec<&str> {
    subjects.iter().map(|subject| subject.title.as_str()).collect()
}

fn simulated(
    session: &Session,
    args: &Args,
    subject: &Subject,
    requested: Option<&(u64, Interrupt)>,
) -> Schedule {
    let policy = CompiledPolicy::new(subject.effective.clone());
    let conditions = args.conditions.conditions();
    let schedule = crate::simulate::schedule(&Scenario {
        policy: &policy,
        foreign: None,
        label: subject.label.clone(),
        activity_type: args.policy.activity.clone(),
        conditions: &conditions,
        draws: args.draws.draws(),
        start: args.view.start,
    });
    let Some((requested, interrupt)) = requested else { return schedule };
    let start = args.view.start.unwrap_or(session.printer.view().now);
    let runs = Runs {
        policy: &policy,
        foreign: None,
        conditions: &conditions,
        seed: args.draws.seed,
        start,
    };
    schedule.with_distribution(runs::distribution(session, interrupt, &runs, *requested))
}

fn page(session: &Session, args: &Args, subjects: &[Subject], schedules: &[Schedule]) -> Page {
    let shown = args.shown(session);
    let names = LETTERS.into_iter().zip(subjects);
    let fields = names.map(|(letter, subject)| (letter, Cell::text(&subject.title))).collect();
    let page = Page::new().fields(fields).grid(attempts(schedules, shown)).grid(totals(schedules));
    let endings = LETTERS.into_iter().zip(schedules);
    endings.fold(page, |page, (letter, schedule)| {
        page.sentence(format!("{letter}: {}", ending(schedule)))
    })
}

/// Delay and time since the start of each attempt under each policy.
fn attempts(schedules: &[Schedule], shown: usize) -> Grid {
    const TITLES: [[&str; 3]; 3] = [
        ["A RANGE", "A DELAY", "A ELAPSED"],
        ["B RANGE", "B DELAY", "B ELAPSED"],
        ["C RANGE", "C DELAY", "C ELAPSED"],
    ];
    let titles = TITLES[..schedules.len()].iter().flatten().copied();
    let titles: Vec<&str> = std::iter::once("ATTEMPT").chain(titles).collect();
    let mut grid = Grid::new("", &titles);
    let longest = schedules.iter().map(|schedule| schedule.attempts.len()).max().unwrap_or(0);
    for index in 0..longest.min(shown) {
        let mut cells = vec![Cell::Count(index as u64 + 1)];
        for schedule in schedules {
            match schedule.attempts.get(index) {
                Some(row) => cells.extend([
                    Cell::Text(format!("{}..{}", Millis(row.min_ms), Millis(row.max_ms))),
                    Cell::Span(Millis(row.delay_ms)),
                    Cell::Span(Millis(row.elapsed_ms)),
                ]),
                None => cells.extend([Cell::Empty, Cell::Empty, Cell::Empty]),
            }
        }
        grid.push(cells);
    }
    grid
}

/// What the schedules come to.
fn totals(schedules: &[Schedule]) -> Grid {
    let titles: Vec<&str> =
        std::iter::once("TOTAL").chain(LETTERS.into_iter().take(schedules.len())).collect();
    let mut grid = Grid::new("", &titles);
    let mut row = |title: &str, cell: &dyn Fn(&Schedule) -> Cell| {
        grid.push(
            std::iter::once(Cell::text(title))
                .chain(schedules.iter().map(cell))
                .collect::<Vec<_>>(),
        );
    };
    let span = |ms| Cell::Span(Millis(ms));
    let sum = |schedule: &Schedule, of: fn(&Row) -> u64| {
        span(schedule.attempts.iter().fold(0_u64, |sum, row| sum.saturating_add(of(row))))
    };
    let last = |found: &Schedule| {
        let end = found.gives_up.map(|end| end.attempt);
        end.or(found.succeeds.map(|end| end.attempt))
    };
    row("attempts", &|found| Cell::maybe(last(found), |attempt| Cell::Count(attempt.into())));
    row("expected calls", &|found| Cell::Text(format!("{:.3}", found.expected_calls)));
    row("all delays", &|found| span(found.window_ms));
    row("at least", &|found| sum(found, |row| row.min_ms));
    row("on average", &|found| sum(found, |row| row.mean_ms));
    row("at most", &|found| sum(found, |row| row.max_ms));
    row("start to end", &|found| span(found.elapsed_ms));
    if schedules.iter().any(|found| found.distribution.is_some()) {
        let of = |found: &Schedule, pick: fn(&Spread) -> u64| {
            let spread =
                found.distribution.as_ref().map(|Distribution { elapsed, .. }| pick(elapsed));
            Cell::maybe(spread, span)
        };
        row("runs: p50", &|found| of(found, |spread| spread.p50_ms));
        row("runs: p95", &|found| of(found, |spread| spread.p95_ms));
        row("runs: p99", &|found| of(found, |spread| spread.p99_ms));
        row("runs: max", &|found| of(found, |spread| spread.max_ms));
        row("runs: calls", &|found| {
            Cell::maybe(found.distribution.as_ref(), |d| Cell::Text(format!("{:.3}", d.mean_calls)))
        });
    }
    grid
}
