//! `policy list`.

use crate::api::PolicyView;
use crate::cli::engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list::{self, ListArgs};
use crate::cli::output::{Cell, Column, Shape};
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy list
  wovyr-retry policy list -o name";

/// A policy in a list.
static POLICIES: Shape<PolicyView> = Shape {
    plural: "policies",
    columns: &[
        Column::new("NAME", |policy: &PolicyView| Cell::text(&policy.name)),
        Column::new("ACTIVE", |policy| Cell::Count(policy.active.version.into())),
        Column::new("LATEST", |policy| Cell::Count(policy.latest_version.into())),
        Column::wide("DIGEST", |policy| Cell::text(&policy.active.digest)),
        Column::new("MESSAGE", |policy| Cell::maybe(policy.active.message.clone(), Cell::Text)),
        Column::new("PUBLISHED", |policy| Cell::maybe(policy.active.created_at, Cell::Event)),
    ],
    name: |policy| policy.name.clone(),
};

/// The arguments of `policy list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    list: ListArgs,
}

/// Lists the policies of the engine.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let pages = engine.client.policies(args.list.query(None));
        list::print(&mut session.printer, &POLICIES, &args.list, pages).await
    })
}
