//! Many runs: making them on every core, and showing how they are distributed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::cli::exit::Exit;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;
use crate::model::Millis;
use crate::simulate::{Distribution, Runs, Spread, Tallies};

use super::schedule::percent;

/// The attempts that a thread makes before it looks up.
const ATTEMPTS_AT_ONCE: u64 = 100_000;

/// Makes the runs, or as many as there is time for before ctrl-C.
pub(super) fn distribution(
    session: &Session,
    interrupt: &Interrupt,
    runs: &Runs<'_>,
    requested: u64,
) -> Distribution {
    let bar = session.printer.progress(requested);
    let attempts = runs.policy.effective().retry.max_attempts.limit().unwrap_or(u32::MAX);
    let at_once = (ATTEMPTS_AT_ONCE / u64::from(attempts)).max(1);
    let next = AtomicU64::new(0);
    let work = || {
        let mut tallies = Tallies::default();
        while !interrupt.is_pressed() {
            let from = next.fetch_add(at_once, Ordering::Relaxed);
            if from >= requested {
                break;
            }
            let to = requested.min(from + at_once);
            runs.tally(from..to, &mut tallies);
            bar.inc(to - from);
        }
        tallies
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = usize::try_from(requested.div_ceil(at_once)).unwrap_or(cores).min(cores);
    let mut all = Tallies::default();
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        all.merge(&work());
        for other in others {
            match other.join() {
                Ok(tallies) => all.merge(&tallies),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    bar.finish_and_clear();
    all.distribution(runs.seed, requested)
}

/// How a command ends that asked for these; what is missing is said.
pub(super) fn exit<'a>(
    session: &mut Session,
    found: impl Iterator<Item = &'a Distribution>,
) -> Exit {
    let mut exit = Exit::Done;
    for Distribution { runs, requested, .. } in found.filter(|found| found.runs < found.requested) {
        session.printer.say(&format!("interrupted after {runs} of {requested} runs"));
        exit = Exit::Interrupted;
    }
    exit
}

/// Adds the distribution to a page.
pub(super) fn page(page: Page, found: &Distribution, shown: usize) -> Page {
    let columns = ["OF", "RUNS", "MIN", "P50", "P95", "P99", "MAX", "MEAN"];
    let mut grid = Grid::new("Distribution over the runs", &columns);
    for (attempt, delay) in (1..).zip(&found.delays).take(shown) {
        grid.push(row(format!("delay {attempt}"), delay));
    }
    grid.push(row("all delays".to_owned(), &found.window));
    grid.push(row("start to end".to_owned(), &found.elapsed));
    page.grid(grid).sentence(outcome(found))
}

fn row(of: String, spread: &Spread) -> [Cell; 8] {
    let Spread { runs, min_ms, p50_ms, p95_ms, p99_ms, max_ms, mean_ms } = *spread;
    let [min, p50, p95, p99, max, mean] =
        [min_ms, p50_ms, p95_ms, p99_ms, max_ms, mean_ms].map(|ms| Cell::Span(Millis(ms)));
    [Cell::Text(of), Cell::Count(runs), min, p50, p95, p99, max, mean]
}

/// How the runs ended, in words.
fn outcome(found: &Distribution) -> String {
    let Distribution { runs, requested, succeeded, mean_calls, max_calls, .. } = found;
    // Shares are rounded when they are shown.
    #[allow(clippy::cast_precision_loss)]
    let share = |count: u64| percent(count as f64 / (*runs).max(1) as f64);
    let mut parts = vec![format!("{succeeded} succeed ({})", share(*succeeded))];
    for (reason, count) in &found.gave_up {
        parts.push(format!("{count} give up for {reason} ({})", share(*count)));
    }
    let of = if runs == requested { String::new() } else { format!(" of {requested}") };
    format!(
        "Of {runs}{of} runs {}. A run makes {mean_calls:.3} calls on average, {max_calls} at most.",
        parts.join(", ")
    )
}
