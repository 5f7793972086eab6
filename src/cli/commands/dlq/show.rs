//! `dlq show ID`.

use super::shape::{attempts, headline, obituary};
use crate::api::DeadLetterView;
use crate::cli::engine::{self, Engine, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Page};
use crate::cli::preview;
use crate::cli::session::Session;
use crate::cli::target::DeadLetterTarget;
use crate::client::ClientError;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry dlq show dl_mfrggzdfmztwq2lknnwg23tpoa_1
  wovyr-retry dlq show default/order-1001/run-1/charge
  wovyr-retry dlq show default/order-1001/run-1/charge#2 -o json";

/// The arguments of `dlq show`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An id, or TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]
    id: DeadLetterTarget,
}

/// Shows one dead letter: why it died, its history, its stack trace, its payload.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let entry = until_interrupted(find(engine, &args.id)).await??;
        session.printer.show(&entry, &entry.id.to_string(), &page(&entry))?;
        Ok(Exit::Done)
    })
}

async fn find(engine: &Engine, target: &DeadLetterTarget) -> Result<DeadLetterView, ClientError> {
    let id = engine.dead_letter_id(target).await?;
    engine.client.dead_letter(&id.to_string()).await
}

fn page(entry: &DeadLetterView) -> Page {
    let mut fields = vec![
        ("id", Cell::text(&entry.id)),
        ("activity", Cell::text(&entry.activity)),
        ("workflow", Cell::text(&entry.workflow_id)),
        ("execution", Cell::text(&entry.execution_id)),
        ("activity id", Cell::text(&entry.activity_id)),
        ("type", Cell::text(&entry.activity_type)),
        ("queue", Cell::text(&entry.queue)),
        ("policy", Cell::Text(format!("{}@{}", entry.policy.name, entry.policy.version))),
        ("status", Cell::text(&entry.status)),
        ("reason", Cell::text(&entry.reason)),
        ("attempts", Cell::Text(attempts(entry))),
        ("error", Cell::Text(headline(&entry.error))),
        ("worker", Cell::text(&entry.worker_id)),
        ("scheduled", Cell::Event(entry.scheduled_at)),
        ("last attempt", Cell::maybe(entry.last_attempt_at, Cell::Event)),
        ("died", Cell::Event(entry.created_at)),
    ];
    for (name, value) in &entry.metadata {
        fields.push(("metadata", Cell::Text(format!("{name}={value}"))));
    }
    let mut page = Page::new().sentence(obituary(entry)).fields(fields);
    if let Some(history) = &entry.history {
        page = page.grid(preview::history(history));
    }
    let failure = entry.failure.as_ref();
    if let Some(stack) = failure.and_then(|failure| failure.stack_trace.as_ref()) {
        page = page.lines("Stack trace", preview::text(stack));
    }
    if let Some(payload) = &entry.payload {
        page = page.lines("Payload", preview::text(payload));
    } else if let Some(base64) = &entry.payload_base64 {
        page = page.lines("Payload (base64)", preview::text(base64));
    }
    page
}
