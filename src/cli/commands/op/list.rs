//! `op list`.

use crate::api::OperationView;
use crate::cli::engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list::{self, ListArgs};
use crate::cli::output::{Cell, Column, Shape};
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry op list
  wovyr-retry op list -o json";

/// An operation in a list.
static OPERATIONS: Shape<OperationView> = Shape {
    plural: "operations",
    columns: &[
        Column::new("ID", |operation: &OperationView| Cell::text(&operation.id)),
        Column::new("KIND", |operation| Cell::text(&operation.kind)),
        Column::new("STATUS", |operation| Cell::text(&operation.status)),
        Column::new("TARGETS", |operation| Cell::Count(operation.targets)),
        Column::new("DONE", |operation| Cell::Count(operation.done)),
        Column::new("CHANGED", |operation| Cell::Count(operation.changed)),
        Column::new("FAILED", |operation| Cell::Count(operation.failed)),
        Column::new("WHERE", |operation| Cell::maybe(operation.predicate.clone(), Cell::Text)),
        Column::wide("REASON", |operation| Cell::maybe(operation.reason.clone(), Cell::Text)),
        Column::new("STARTED", |operation| Cell::Event(operation.created_at)),
    ],
    name: |operation| operation.id.to_string(),
};

/// The arguments of `op list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    list: ListArgs,
}

/// Lists operations.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let pages = engine.client.operations(args.list.query(None));
        list::print(&mut session.printer, &OPERATIONS, &args.list, pages).await
    })
}
