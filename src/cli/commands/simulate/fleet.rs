//! A fleet against one downstream.

use std::ops::ControlFlow;

use super::policy_args::Subject;
use super::{Args, fleet_chart, pictures};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Cell, Format, Grid, Page};
use crate::cli::session::Session;
use crate::model::Millis;
use crate::simulate::fleet::{Comparison, Figures, Fleet, Load, Range, Study, Variant, compare};

/// Shows a fleet under the policy, and under the policy without some of its parts.
pub(super) fn run(
    session: &mut Session,
    args: &Args,
    subject: Subject,
    fleet: Fleet,
) -> Result<Exit, CliError> {
    let dispatch = subject.effective.dispatch;
    if dispatch.max_per_second.is_some() || dispatch.max_concurrent.is_some() {
        session.printer.note("the limits of `dispatch` are not simulated: every due call is made");
    }
    let runs = args.draws.runs.unwrap_or(1);
    let study = Study {
        policy: &subject.effective,
        label: subject.label,
        activity_type: args.policy.activity.clone(),
        switches: args.fleet.switches(),
        fleet,
        seed: args.draws.seed,
        runs: u32::try_from(runs).unwrap_or(u32::MAX),
    };
    let interrupt = Interrupt::watch()?;
    let bar = session.printer.progress(0);
    let found = compare(&study, &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        if interrupt.is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    bar.finish_and_clear();
    if let Some(file) = &args.view.svg {
        let chart = fleet_chart::load(&found, &found.variants, &subject.title);
        pictures::write(session, file, chart.to_svg())?;
    }
    let page = match session.printer.format() {
        Format::Csv => series(&found),
        Format::Table
        | Format::Wide
        | Format::Json
        | Format::Jsonl
        | Format::Yaml
        | Format::Name
        | Format::Full
        | Format::Concise
        | Format::Sarif
        | Format::Github
        | Format::Junit => {
            let page = summary(&found, runs, session.printer.format() == Format::Wide);
            if args.view.chart {
                // With and without jitter; the text has no room for more lines.
                let shown = &found.variants[..found.variants.len().min(2)];
                let chart = fleet_chart::load(&found, shown, &subject.title);
                page.chart(chart.to_text(&session.printer.chart_size()))
            } else {
                page
            }
        }
    };
    session.printer.show(&found, &subject.title, &page)?;
    if found.complete {
        return Ok(Exit::Done);
    }
    let done = found.variants.iter().map(|variant| variant.runs).min().unwrap_or(0);
    session.printer.say(&format!("interrupted: {done} of {runs} runs of each variant are done"));
    Ok(Exit::Interrupted)
}

/// What was asked, and the variants side by side.
fn summary(found: &Comparison, runs: u64, is_wide: bool) -> Page {
    let columns = [
        "VARIANT",
        "CALLS",
        "PER ACTIVITY",
        "PEAK/S",
        "RETRY PEAK/S",
        "COMPLETED",
        "GAVE UP",
        "RECOVERED AFTER",
        "NEVER RECOVERED",
    ];
    let mut grid = Grid::new("", &columns);
    for variant in &found.variants {
        grid.push(row(variant, is_wide));
    }
    let mut page = Page::new().fields(fields(&found.fleet, found.seed, runs)).grid(grid);
    if runs > 1 && !is_wide {
        page = page.sentence("Medians of the runs; -o wide shows how far they differ.");
    }
    for text in remarks(found) {
        page = page.sentence(text);
    }
    page
}

fn fields(fleet: &Fleet, seed: u64, runs: u64) -> Vec<(&'static str, Cell)> {
    let start = match fleet.spread {
        Some(spread) => format!("at random moments over {spread}"),
        None => "all at once".to_owned(),
    };
    let outages = fleet.outages.iter().map(|it| format!("{}..{}", it.from, it.to));
    let outages = outages.collect::<Vec<_>>().join(", ");
    let seeds = if runs == 1 { String::new() } else { format!("; {runs} runs") };
    let mut fields = vec![
        ("activities", Cell::Text(format!("{}, started {start}", fleet.activities))),
        ("capacity", Cell::Text(format!("{}/s", fleet.capacity))),
        ("latency", Cell::Span(fleet.latency)),
        ("timeout", Cell::Span(fleet.timeout)),
        ("down", if outages.is_empty() { "never".into() } else { Cell::Text(outages) }),
        ("seed", Cell::Text(format!("{seed}{seeds}"))),
    ];
    if fleet.per_execution > 1 {
        let shared = Cell::Text(format!("{} to an execution", fleet.per_execution));
        fields.insert(1, ("budgets", shared));
    }
    fields
}

fn row(variant: &Variant, is_wide: bool) -> Vec<Cell> {
    let mut row = vec![Cell::text(&variant.name)];
    let Some(figures) = &variant.figures else {
        row.resize(9, Cell::Empty);
        return row;
    };
    let Figures { calls, amplification, peak, retry_peak, completed, gave_up, .. } = figures;
    let counts = |range| ranged(range, is_wide, Cell::Count, |count| count.to_string());
    let spans =
        |range| ranged(range, is_wide, |ms| Cell::Span(Millis(ms)), |ms| Millis(ms).to_string());
    let factors = |range| {
        let text = |factor| format!("{factor:.2}");
        ranged(range, is_wide, |factor| Cell::Text(text(factor)), text)
    };
    row.extend([
        counts(*calls),
        factors(*amplification),
        counts(*peak),
        counts(*retry_peak),
        counts(*completed),
        counts(*gave_up),
        Cell::maybe(figures.recovery_ms, spans),
        Cell::Text(format!("{} of {}", figures.never_recovered, variant.runs)),
    ]);
    row
}

/// The median; in a wide table also from where to where it goes, if the runs differ.
fn ranged<T: Copy + PartialEq>(
    range: Range<T>,
    is_wide: bool,
    cell: impl Fn(T) -> Cell,
    text: impl Fn(T) -> String,
) -> Cell {
    let Range { min, median, max } = range;
    if min == max || !is_wide {
        cell(median)
    } else {
        Cell::Text(format!("{} ({} to {})", text(median), text(min), text(max)))
    }
}

/// What the table does not say.
fn remarks(found: &Comparison) -> Vec<String> {
    let mut remarks = vec![
        "The downstream takes calls in the order in which they come, and works also for callers \
         who stopped waiting; while it is down it refuses calls with HTTP 503. Recovery is \
         counted from the end of the last outage to the last call that failed."
            .to_owned(),
    ];
    for variant in &found.variants {
        let name = &variant.name;
        let outlasted = variant.figures.as_ref().map_or(0, |figures| figures.outlasted);
        if outlasted > 0 {
            remarks.push(format!(
                "{name}: in {outlasted} of {} runs every activity had given up before the outage \
                 was over.",
                variant.runs
            ));
        }
        let waiting = variant.first_run.unfinished(found.fleet.activities);
        if waiting > 0 && variant.first_run.complete {
            let until = found.fleet.until;
            remarks.push(format!(
                "{name}: {waiting} activities still waited at {until}; --until sees further."
            ));
        }
    }
    remarks
}

/// The load of the first runs, second by second.
fn series(found: &Comparison) -> Page {
    let columns = ["VARIANT", "SECOND", "OFFERED", "RETRIES", "SERVED", "FAILED"];
    let mut grid = Grid::new("", &columns);
    for variant in &found.variants {
        let Load { offered, retries, served, failed } = &variant.first_run.load;
        for second in 0..offered.len() {
            let mut row = vec![Cell::text(&variant.name), Cell::Count(second as u64)];
            let calls = [offered, retries, served, failed].map(|series| series[second]);
            row.extend(calls.map(|calls| Cell::Count(calls.into())));
            grid.push(row);
        }
    }
    Page::new().grid(grid)
}
