//! `activity list`.

use super::shape::ACTIVITIES;
use crate::cli::engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list::{self, ListArgs};
use crate::cli::predicate;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry activity list
  wovyr-retry activity list --where 'state = \"delayed\" and attempts > 3'
  wovyr-retry activity list --all -o csv > activities.csv";

/// The arguments of `activity list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only what this holds for: `state = "delayed" and attempts > 3`
    #[arg(long = "where", value_name = "PREDICATE", value_parser = predicate::activities)]
    predicate: Option<String>,
    #[command(flatten)]
    list: ListArgs,
}

/// Lists activities.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let pages = engine.client.activities(args.list.query(args.predicate.as_deref()));
        list::print(&mut session.printer, &ACTIVITIES, &args.list, pages).await
    })
}
