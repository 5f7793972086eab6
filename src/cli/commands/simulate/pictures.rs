//! Schedules as charts, in the terminal and in files.

use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::output::visible;
use crate::cli::session::Session;
use crate::model::Millis;
use crate::simulate::Schedule;
use crate::simulate::chart::{
    Axis, ChartError, LineChart, Part, PartKind, Series, Timeline, TimelineRow, Unit, seconds,
};

/// The most attempts in a timeline for the terminal.
pub(super) const ROWS: usize = 40;
/// The most points of a line.
const SVG_POINTS: usize = 10_000;
/// The most attempts in a timeline for a file.
pub(super) const SVG_ROWS: usize = 1_000;

/// A schedule as a timeline of its first `most` attempts.
pub(super) fn timeline(schedule: &Schedule, title: &str, most: usize) -> Timeline {
    let mut rows: Vec<TimelineRow> = Vec::new();
    for row in schedule.attempts.iter().take(most) {
        let (started, failed) = row.run;
        let after = |ms: u64| Millis(failed.0.saturating_add(ms));
        let (due, next) = (after(row.delay_ms), Millis(row.elapsed_ms));
        let mut parts = vec![part(PartKind::Wait, failed, due)];
        if row.held_ms.is_some() {
            parts.push(part(PartKind::Held, due, next));
        }
        if row.min_ms < row.max_ms {
            parts.push(part(PartKind::Range, after(row.min_ms), after(row.max_ms)));
        }
        parts.push(part(PartKind::Run, started, failed));
        rows.push(TimelineRow { label: row.attempt.to_string(), parts });
    }
    let more = schedule.attempts.len().saturating_sub(most);
    let title = visible(title);
    if more > 0 {
        let title = format!("{title}: the first {most} attempts, {more} more follow");
        return labelled(title, rows);
    }
    let last = schedule.gives_up.map(|end| end.attempt);
    if let Some(attempt) = last.or(schedule.succeeds.map(|end| end.attempt)) {
        let (started, ended) = schedule.last_run;
        let parts = vec![part(PartKind::Run, started, ended)];
        rows.push(TimelineRow { label: attempt.to_string(), parts });
    }
    labelled(format!("{title}: when each attempt runs and what it waits for"), rows)
}

/// Schedules as lines: the delay after each attempt over the time at which it fails.
pub(super) fn comparison(schedules: &[Schedule], titles: &[&str]) -> LineChart {
    let line = |schedule: &Schedule| {
        let points = schedule.attempts.iter().take(SVG_POINTS);
        points.map(|row| (seconds(row.run.1), seconds(Millis(row.delay_ms)))).collect()
    };
    let names = titles.iter().map(|title| visible(title).into_owned());
    LineChart {
        title: "The delay after each failure".to_owned(),
        x: Axis::new("time since the start", Unit::Seconds),
        y: Axis::new("delay", Unit::Seconds),
        series: schedules.iter().zip(names).map(|(s, name)| Series::new(name, line(s))).collect(),
    }
}

fn part(kind: PartKind, from: Millis, to: Millis) -> Part {
    Part { kind, from, to }
}

fn labelled(title: String, rows: Vec<TimelineRow>) -> Timeline {
    let (axis, row_axis) = ("time since the start".to_owned(), "attempt".to_owned());
    Timeline { title, axis, row_axis, rows }
}

/// Writes an SVG document and says so.
pub(super) fn write(
    session: &mut Session,
    file: &Path,
    svg: Result<String, ChartError>,
) -> Result<(), CliError> {
    let svg = svg.map_err(|error| CliError::Usage { message: error.to_string(), hint: None })?;
    std::fs::write(file, svg).map_err(|error| {
        CliError::usage(
            format!("cannot write {}: {error}", file.display()),
            "name a file in a directory that exists and can be written",
        )
    })?;
    session.printer.note(&format!("wrote {}", file.display()));
    Ok(())
}
