//! Watching an operation that the engine carries out.

use std::time::Duration;

use serde::Serialize;

use super::engine::{Engine, until_interrupted};
use super::error::CliError;
use super::exit::Exit;
use super::list;
use super::output::{Cell, Grid, Page};
use super::session::Session;
use crate::api::{OperationItemView, OperationView};
use crate::model::{ItemStatus, OperationId, OperationKind, OperationStatus};

/// The first pause between two looks; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// Failed items that people see.
const SHOWN_FAILURES: usize = 100;

/// An operation with the items that were not done as asked.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    operation: OperationView,
    /// The items that failed or were changed by somebody else first.
    failures: Vec<OperationItemView>,
    complete: bool,
}

/// Follows an operation until each item has its result, and reports. Leaving it does not stop it.
pub(crate) async fn to_its_end(
    session: &mut Session,
    engine: &Engine,
    id: OperationId,
) -> Result<Exit, CliError> {
    let operation = match until_interrupted(watch(session, engine, id)).await {
        Ok(watched) => watched?,
        Err(_) => return Err(CliError::Detached { operation: id }),
    };
    let report = report(engine, operation).await?;
    let exit = report.exit();
    session.printer.show(&report, &id.to_string(), &report.page())?;
    Ok(exit)
}

async fn watch(
    session: &Session,
    engine: &Engine,
    id: OperationId,
) -> Result<OperationView, CliError> {
    let mut pause = FIRST_PAUSE;
    let mut bar = None;
    loop {
        let operation = engine.client.operation(&id.to_string()).await?;
        let bar = bar.get_or_insert_with(|| session.printer.progress(operation.targets));
        bar.set_position(operation.targets - operation.pending.min(operation.targets));
        bar.set_message(tally(&operation));
        match operation.status {
            OperationStatus::Running => {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            OperationStatus::Done => {
                bar.finish_and_clear();
                return Ok(operation);
            }
        }
    }
}

/// Reads the items that were not done as asked.
pub(crate) async fn report(engine: &Engine, operation: OperationView) -> Result<Report, CliError> {
    let mut failures = Vec::new();
    let wanted = operation.failed + operation.changed;
    let id = operation.id.to_string();
    let mut pages = engine.client.operation_items(&id, list::everything(None))?;
    while (failures.len() as u64) < wanted {
        let Some(page) = until_interrupted(pages.next()).await?? else { break };
        failures.extend(page.data.into_iter().filter(|item| match item.status {
            ItemStatus::Changed | ItemStatus::Failed => true,
            ItemStatus::Pending | ItemStatus::Done => false,
        }));
    }
    Ok(Report { complete: operation.status == OperationStatus::Done, operation, failures })
}

/// `247 ok, 3 failed`.
fn tally(operation: &OperationView) -> String {
    let mut parts = vec![format!("{} ok", operation.done)];
    if operation.changed > 0 {
        parts.push(format!("{} changed by somebody else", operation.changed));
    }
    if operation.failed > 0 || operation.changed == 0 {
        parts.push(format!("{} failed", operation.failed));
    }
    parts.join(", ")
}

impl Report {
    /// How a command ends that asked for the operation.
    pub(crate) fn exit(&self) -> Exit {
        if self.operation.failed + self.operation.changed > 0 { Exit::Partial } else { Exit::Done }
    }

    /// The operation in full.
    pub(crate) fn detailed_page(&self) -> Page {
        let operation = &self.operation;
        let yes = |yes: bool| Cell::text(if yes { "yes" } else { "no" });
        let mut fields = vec![
            ("id", Cell::text(&operation.id)),
            ("kind", Cell::text(&operation.kind)),
            ("status", Cell::text(&operation.status)),
            ("where", Cell::maybe(operation.predicate.clone(), Cell::Text)),
            ("rate", Cell::maybe(operation.rate, |rate| Cell::Text(format!("{rate}/s")))),
            ("reason", Cell::maybe(operation.reason.clone(), Cell::Text)),
            ("started", Cell::Event(operation.created_at)),
            ("last moved", Cell::Event(operation.updated_at)),
            ("targets", Cell::Count(operation.targets)),
        ];
        match operation.kind {
            OperationKind::Replay => fields.extend([
                ("same policy", yes(operation.same_policy)),
                ("forced", yes(operation.force)),
            ]),
            OperationKind::Purge => {}
        }
        let mut page = self.page();
        page.prepend_fields(fields);
        page
    }

    /// The operation for people: what it did in a sentence, and what it could not do.
    pub(crate) fn page(&self) -> Page {
        let operation = &self.operation;
        let verb = match operation.kind {
            OperationKind::Replay => "replayed",
            OperationKind::Purge => "purged",
        };
        let state = match operation.status {
            OperationStatus::Running => format!(", {} to go", operation.pending),
            OperationStatus::Done => String::new(),
        };
        let summary = format!("{verb}: {}{state} ({})", tally(operation), operation.id);
        let page = Page::new().sentence(summary);
        if self.failures.is_empty() {
            return page;
        }
        let mut grid = Grid::new("Not done", &["TARGET", "RESULT", "DETAIL"]);
        for item in self.failures.iter().take(SHOWN_FAILURES) {
            grid.push([
                Cell::text(&item.target),
                Cell::text(&item.status),
                Cell::maybe(item.detail.clone(), Cell::Text),
            ]);
        }
        let page = page.grid(grid);
        match self.failures.len().saturating_sub(SHOWN_FAILURES) {
            0 => page,
            more => page.sentence(format!("{more} more; -o json has them")),
        }
    }
}
