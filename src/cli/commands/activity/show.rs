//! `activity show ID`.

use serde::Serialize;

use super::shape::{attempt, policy};
use crate::api::{ActivityView, HistoryEvent};
use crate::cli::engine::{self, Engine, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list;
use crate::cli::output::{Cell, Page};
use crate::cli::preview;
use crate::cli::session::Session;
use crate::cli::target::ActivityTarget;
use crate::model::Millis;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry activity show act_mfrggzdfmztwq2lknnwg23tpoa
  wovyr-retry activity show default/order-1001/run-1/charge --history";

/// The arguments of `activity show`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// An id, or TENANT/WORKFLOW/EXECUTION/ACTIVITY
    id: ActivityTarget,
    /// With every event since it was scheduled
    #[arg(long)]
    history: bool,
}

/// An activity and its events.
#[derive(Serialize)]
struct WithHistory<'a> {
    activity: &'a ActivityView,
    history: &'a [HistoryEvent],
}

/// Shows one activity.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let name = args.id.0.to_string();
        let activity = until_interrupted(engine.client.activity(&name, None)).await??;
        let page = page(&activity);
        if args.history {
            let history = history(engine, &name).await?;
            let page = page.grid(preview::history(&history));
            let whole = WithHistory { activity: &activity, history: &history };
            session.printer.show(&whole, &name, &page)?;
        } else {
            session.printer.show(&activity, &name, &page)?;
        }
        Ok(Exit::Done)
    })
}

async fn history(engine: &Engine, id: &str) -> Result<Vec<HistoryEvent>, CliError> {
    let mut events = Vec::new();
    let mut pages = engine.client.activity_history(id, list::everything(None))?;
    while let Some(page) = until_interrupted(pages.next()).await?? {
        events.extend(page.data);
    }
    Ok(events)
}

fn page(activity: &ActivityView) -> Page {
    let mut fields = vec![
        ("id", Cell::text(&activity.id)),
        ("workflow", Cell::text(&activity.workflow_id)),
        ("execution", Cell::text(&activity.execution_id)),
        ("activity id", Cell::text(&activity.activity_id)),
        ("type", Cell::text(&activity.activity_type)),
        ("queue", Cell::text(&activity.queue)),
        ("policy", Cell::Text(policy(activity))),
        ("state", Cell::text(&activity.state)),
        ("generation", Cell::Count(activity.generation.into())),
        ("attempt", Cell::Text(attempt(activity))),
        ("due", Cell::maybe(activity.due_at, Cell::Due)),
        ("last attempt", Cell::maybe(activity.retry.last_attempt, Cell::Event)),
        ("last delay", Cell::maybe(activity.retry.delay_ms.map(Millis), Cell::Span)),
        ("last error", Cell::maybe(activity.retry.reason.clone(), Cell::Text)),
        ("gave up", Cell::maybe(activity.reason, |reason| Cell::text(&reason))),
        ("idempotency key", Cell::text(&activity.idempotency_key)),
        ("created", Cell::Event(activity.created_at)),
        ("updated", Cell::Event(activity.updated_at)),
    ];
    if let Some(lease) = &activity.lease {
        fields.push(("worker", Cell::text(&lease.worker_id)));
        fields.push(("lease ends", Cell::Due(lease.expires_at)));
    }
    for (name, value) in &activity.metadata {
        fields.push(("metadata", Cell::Text(format!("{name}={value}"))));
    }
    let page = Page::new().fields(fields);
    match (&activity.result, &activity.result_base64) {
        (Some(result), _) => page.lines("Result", preview::text(result)),
        (None, Some(base64)) => page.lines("Result (base64)", preview::text(base64)),
        (None, None) => page,
    }
}
