//! What the demo prints: a live view on a terminal, a line a second elsewhere, and the summary.

use std::io::IsTerminal as _;
use std::time::Duration;

use super::cast::{Record, lock};
use super::downstream::{Books, PaymentApi};
use super::script::Script;
use super::tally::Tally;
use crate::api::DEFAULT_TENANT;
use crate::cli::error::CliError;
use crate::cli::host::HostError;
use crate::cli::output::{Cell, Format, Page};
use crate::cli::session::Session;
use crate::model::{ActivityState, DeadLetterStatus, Millis};
use crate::retry::metrics::Census;
use crate::retry::persistence::StoreError;
use crate::runtime::Engine;
use crate::tui::{LiveTerminal, Snapshot};

/// News lines of the live view.
const NEWS: usize = 5;

/// The running picture of a demo.
pub(super) struct Show {
    terminal: Option<LiveTerminal>,
    snapshot: Snapshot,
    script: Script,
    last_books: Books,
    last_second: u64,
}

impl Show {
    /// Opens the live view if there is a terminal to show it on.
    pub(super) fn open(session: &mut Session, url: String, script: Script) -> Self {
        session.printer.note(&format!("the engine listens at {url}"));
        // A terminal that cannot show the view gets the lines instead.
        let for_people = matches!(session.printer.format(), Format::Table | Format::Wide);
        let is_terminal = for_people && std::io::stdout().is_terminal();
        let terminal = if is_terminal { LiveTerminal::open().ok() } else { None };
        let snapshot = Snapshot { url, length: script.length(), ..Snapshot::default() };
        let last_books = Books::default();
        Self { terminal, snapshot, script, last_books, last_second: 0 }
    }

    /// Shows the present.
    pub(super) async fn frame(
        &mut self,
        session: &mut Session,
        elapsed: Duration,
        engine: &Engine,
        payments: &PaymentApi,
        record: &Record,
    ) -> Result<(), CliError> {
        let second = elapsed.as_secs();
        let is_new_second = second > self.last_second;
        if self.terminal.is_none() && !is_new_second {
            return Ok(());
        }
        let books = payments.books();
        self.look(elapsed, engine, books, record).await.map_err(HostError::from)?;
        if is_new_second {
            let calls = books.calls() - self.last_books.calls();
            self.snapshot.calls.push(calls);
            (self.last_books, self.last_second) = (books, second);
        }
        match &mut self.terminal {
            Some(terminal) => {
                if terminal.draw(&self.snapshot).is_err() {
                    self.terminal = None;
                }
            }
            None => session.printer.note(&self.line()),
        }
        Ok(())
    }

    async fn look(
        &mut self,
        elapsed: Duration,
        engine: &Engine,
        books: Books,
        record: &Record,
    ) -> Result<(), StoreError> {
        let census = engine.store().census(Some(DEFAULT_TENANT.to_owned()), engine.now()).await?;
        let in_state = |state| count(&census, state);
        let snapshot = &mut self.snapshot;
        snapshot.elapsed = elapsed;
        snapshot.is_sick = self.script.is_sick(elapsed);
        snapshot.orders = lock(&record.orders).len() as u64;
        snapshot.completed = in_state(ActivityState::Completed);
        snapshot.recovered = census.totals.retries_completed;
        snapshot.delayed = in_state(ActivityState::Delayed);
        snapshot.dead = census.dead_letters.get(&DeadLetterStatus::Dead).copied().unwrap_or(0);
        snapshot.refused = books.refused;
        snapshot.news = record.latest(NEWS);
        Ok(())
    }

    fn line(&self) -> String {
        let Snapshot { elapsed, orders, completed, delayed, dead, is_sick, calls, .. } =
            &self.snapshot;
        let health = if *is_sick { "SICK (503)" } else { "healthy" };
        let calls = calls.last().copied().unwrap_or(0);
        format!(
            "{:>3}s  payment service {health:<10}  {calls:>3} calls/s  orders {orders:>4}  completed \
             {completed:>4}  waiting for a retry {delayed:>4}  dead letters {dead:>3}",
            elapsed.as_secs()
        )
    }

    /// Gives the terminal back.
    pub(super) fn close(self) {
        if let Some(terminal) = self.terminal {
            // The view never changed the terminal's modes; at worst the cursor is off by some rows.
            let _ = terminal.close();
        }
    }
}

fn count(census: &Census, state: ActivityState) -> u64 {
    census.activities.get(&state).copied().unwrap_or(0)
}

/// Prints the books.
pub(super) fn summary(session: &mut Session, tally: &Tally, books: Books) -> Result<(), CliError> {
    let number = Cell::Count;
    let page = Page::new()
        .fields(vec![
            ("orders", number(tally.orders)),
            ("attempts", number(tally.attempts)),
            ("completed", number(tally.completed)),
            ("recovered", number(tally.recovered)),
            ("dead-lettered", number(tally.dead_lettered)),
            ("replayed", number(tally.replayed)),
            ("unfinished", number(tally.unfinished)),
            ("longest delay", Cell::Span(Millis(tally.longest_delay_ms))),
            ("cards charged", number(books.charged)),
            ("repeats refused by the payment service", number(books.repeats)),
        ])
        .sentence(format!("lost {}", tally.lost))
        .sentence(format!("duplicated {}", tally.duplicated));
    session.printer.show(tally, "demo", &page)?;
    Ok(())
}
