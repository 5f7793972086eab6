//! `metrics`.

use std::collections::BTreeMap;

use crate::api::MetricsView;
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;
use crate::model::Millis;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry metrics
  wovyr-retry metrics -o json

For Prometheus the engine answers GET /metrics.";

/// The arguments of `metrics`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

/// Shows the counts and rates of the tenant.
pub(crate) fn run(session: &mut Session, _: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let metrics = until_interrupted(engine.client.metrics()).await??;
        session.printer.show(&metrics, &engine.tenant, &page(&metrics))?;
        Ok(Exit::Done)
    })
}

fn page(metrics: &MetricsView) -> Page {
    let retry = &metrics.retry;
    let share = |share: f64| Cell::Text(format!("{:.1} %", share * 100.0));
    let fields = vec![
        ("taken", Cell::Event(metrics.at)),
        ("retry attempts", Cell::Count(retry.attempts)),
        ("retry success rate", Cell::maybe(retry.success_rate, share)),
        ("retry failure rate", Cell::maybe(retry.failure_rate, share)),
        ("retry latency", Cell::maybe(retry.latency_ms, span)),
        ("retry queue size", Cell::Count(retry.queue_size)),
        ("average delay", Cell::maybe(retry.average_delay_ms, span)),
    ];
    let mut rates = Grid::new(
        "Per second",
        &["WINDOW", "ATTEMPTS", "COMPLETIONS", "FAILURES", "RETRIES", "DEATHS"],
    );
    for window in &metrics.rates {
        let rate = |rate: f64| Cell::Text(format!("{rate:.2}"));
        rates.push([
            Cell::Span(Millis(window.window_ms)),
            rate(window.attempts_per_second),
            rate(window.completions_per_second),
            rate(window.failures_per_second),
            rate(window.retries_per_second),
            rate(window.deaths_per_second),
        ]);
    }
    Page::new()
        .grid(counts("Activities", "STATE", &metrics.activities))
        .grid(counts("Dead letters", "STATUS", &metrics.dead_letters))
        .fields(fields)
        .grid(rates)
}

fn counts(title: &'static str, column: &'static str, counts: &BTreeMap<String, u64>) -> Grid {
    let mut grid = Grid::new(title, &[column, "COUNT"]);
    for (word, count) in counts {
        grid.push([Cell::text(word), Cell::Count(*count)]);
    }
    grid
}

fn span(milliseconds: f64) -> Cell {
    Cell::Text(format!("{milliseconds:.1} ms"))
}
