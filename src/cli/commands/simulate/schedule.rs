//! The schedule of one activity.

use super::policy_args::Subject;
use super::{Args, pictures, runs};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Cell, Format, Grid, Page};
use crate::cli::session::Session;
use crate::model::{MaxAttempts, Millis, Timestamp};
use crate::retry::CompiledPolicy;
use crate::simulate::{Row, Runs, Scenario, Schedule, schedule};

/// Shows when an activity is tried again, and when no more.
pub(super) fn run(session: &mut Session, args: &Args, subject: Subject) -> Result<Exit, CliError> {
    let policy = CompiledPolicy::new(subject.effective);
    let conditions = args.conditions.conditions();
    let mut schedule = schedule(&Scenario {
        policy: &policy,
        foreign: subject.foreign.as_ref(),
        label: subject.label,
        activity_type: args.policy.activity.clone(),
        conditions: &conditions,
        draws: args.draws.draws(),
        start: args.view.start,
    });
    let start = args.view.start.unwrap_or(session.printer.view().now);
    let runs = Runs {
        policy: &policy,
        foreign: subject.foreign.as_ref(),
        conditions: &conditions,
        seed: args.draws.seed,
        start,
    };
    if let Some(requested) = args.draws.runs {
        let interrupt = Interrupt::watch()?;
        let found = runs::distribution(session, &interrupt, &runs, requested);
        schedule = schedule.with_distribution(found);
    }
    if let Some(file) = &args.view.svg {
        let timeline = pictures::timeline(&schedule, &subject.title, pictures::SVG_ROWS);
        pictures::write(session, file, timeline.to_svg())?;
    }
    let mut page = page(session, args, &schedule, start);
    if args.view.chart {
        let timeline = pictures::timeline(&schedule, &subject.title, pictures::ROWS);
        page = page.chart(timeline.to_text(&session.printer.chart_size()));
    }
    session.printer.show(&schedule, &subject.title, &page)?;
    note_omitted(session, args, schedule.attempts.len());
    Ok(runs::exit(session, schedule.distribution.iter()))
}

/// Says how many of `rows` people did not see.
pub(super) fn note_omitted(session: &mut Session, args: &Args, rows: usize) {
    if let Some(more @ 1..) = rows.checked_sub(args.shown(session)) {
        session.printer.note(&format!("{more} more attempts; --all shows every one"));
    }
}

fn page(session: &Session, args: &Args, schedule: &Schedule, start: Timestamp) -> Page {
    let shown = args.shown(session);
    match &schedule.distribution {
        None => attempts(Page::new(), schedule, start, shown),
        // CSV is one table: the one that was asked for.
        Some(found) if session.printer.format() == Format::Csv => {
            runs::page(Page::new(), found, shown)
        }
        Some(found) => runs::page(attempts(Page::new(), schedule, start, shown), found, shown),
    }
}

/// A column that only some schedules need, and what stands in it.
type Extra = (&'static str, fn(&Row) -> Cell);

const EXTRAS: [Extra; 4] = [
    ("FAILURE", |row| Cell::maybe(row.failure.clone(), Cell::Text)),
    ("PROBABILITY", |row| Cell::maybe(row.probability, |share| Cell::Text(percent(share)))),
    ("RETRY-AFTER", |row| Cell::maybe(row.retry_after_ms, |ms| Cell::Span(Millis(ms)))),
    ("HELD", |row| Cell::maybe(row.held_ms, |ms| Cell::Span(Millis(ms)))),
];

fn attempts(page: Page, schedule: &Schedule, start: Timestamp, shown: usize) -> Page {
    if schedule.attempts.is_empty() {
        return page.sentence(ending(schedule));
    }
    let is_used = |(_, cell): &&Extra| schedule.attempts.iter().any(|row| cell(row) != Cell::Empty);
    let extras: Vec<&Extra> = EXTRAS.iter().filter(is_used).collect();
    let titles = ["ATTEMPT", "GAP", "MIN", "MAX", "MEAN", "DELAY", "CUMULATIVE", "ELAPSED"];
    let titles = titles.into_iter().chain(extras.iter().map(|(title, _)| *title));
    let titles: Vec<&str> = titles.chain(["NEXT ATTEMPT"]).collect();
    let mut grid = Grid::new("", &titles);
    for row in schedule.attempts.iter().take(shown) {
        let spans =
            [row.gap_ms, row.min_ms, row.max_ms, row.mean_ms, row.delay_ms, row.cumulative_ms];
        let mut cells = vec![Cell::Count(row.attempt.into())];
        cells.extend(spans.into_iter().chain([row.elapsed_ms]).map(|ms| Cell::Span(Millis(ms))));
        cells.extend(extras.iter().map(|(_, cell)| cell(row)));
        cells.push(Cell::Instant(start.plus(Millis(row.elapsed_ms))));
        grid.push(cells);
    }
    page.grid(grid).sentence(ending(schedule))
}

/// Where it ends and why, in words.
pub(super) fn ending(schedule: &Schedule) -> String {
    let (window, elapsed) = (Millis(schedule.window_ms), Millis(schedule.elapsed_ms));
    let end = match (&schedule.gives_up, &schedule.succeeds) {
        (Some(end), _) => format!("Gives up after attempt {}: {}.", end.attempt, end.reason),
        (None, Some(end)) => format!("Succeeds with attempt {}.", end.attempt),
        (None, None) => format!("Does not give up within {} attempts.", MaxAttempts::LARGEST),
    };
    let mut sentences = vec![end, format!("All delays together: {window}.")];
    if elapsed != window {
        sentences.push(format!("From start to end: {elapsed}."));
    }
    if let Some(system) = schedule.system {
        sentences.push(format!("These are the rules of {system}."));
    }
    if let Some(share) = schedule.success_probability {
        let (share, calls) = (percent(share), schedule.expected_calls);
        sentences.push(format!("Succeeds before that with {share}; {calls:.3} calls expected."));
    }
    sentences.join(" ")
}

/// A share in percent, with more decimals where one would make it 0 or 100.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let near_an_end = |distance: f64| distance > 0.0 && distance < 0.1;
    let decimals = if near_an_end(percent) || near_an_end(100.0 - percent) { 4 } else { 1 };
    format!("{percent:.decimals$}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_told_from_none_and_all() {
        let shares = [0.0, 0.000_05, 0.3, 0.999_99, 1.0].map(percent);
        assert_eq!(shares, ["0.0%", "0.0050%", "30.0%", "99.9990%", "100.0%"]);
    }
}
