//! `policy history NAME`.

use crate::api::{PolicyHistoryView, VersionUse};
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy history payments
  wovyr-retry policy history payments -o json | jq '.activations[-1]'";

/// The arguments of `policy history`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The policy
    #[arg(value_name = "NAME")]
    name: String,
}

/// Shows who published and activated what, when and why.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let history = until_interrupted(engine.client.policy_history(&args.name)).await??;
        session.printer.show(&history, &history.name, &page(&history))?;
        Ok(Exit::Done)
    })
}

fn page(history: &PolicyHistoryView) -> Page {
    let columns = ["VERSION", "ACTIVE", "LIVE ACTIVITIES", "PUBLISHED", "BY", "MESSAGE"];
    let mut versions = Grid::new("Versions", &columns);
    for VersionUse { version, live_activities } in &history.versions {
        versions.push([
            Cell::Count(version.version.into()),
            Cell::text(if version.active { "yes" } else { "" }),
            Cell::Count(*live_activities),
            Cell::maybe(version.created_at, Cell::Event),
            Cell::maybe(version.by.clone(), Cell::Text),
            Cell::maybe(version.message.clone(), Cell::Text),
        ]);
    }
    let mut activations = Grid::new("Activations", &["VERSION", "AT", "BY", "REASON"]);
    for event in &history.activations {
        activations.push([
            Cell::Count(event.version.into()),
            Cell::Event(event.at),
            Cell::maybe(event.by.clone(), Cell::Text),
            Cell::maybe(event.reason.clone(), Cell::Text),
        ]);
    }
    Page::new().grid(versions).grid(activations)
}
