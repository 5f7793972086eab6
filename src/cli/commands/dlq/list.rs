//! `dlq list`.

use super::shape::DEAD_LETTERS;
use crate::cli::engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::list::{self, ListArgs};
use crate::cli::predicate;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry dlq list
  wovyr-retry dlq list --where 'type = \"ChargeCard\" and error.message ~ \"*timeout*\" and age < 2h'
  wovyr-retry dlq list --all -o name | wc -l";

/// The arguments of `dlq list`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only what this holds for: `type = "ChargeCard" and attempts > 3`
    #[arg(long = "where", value_name = "PREDICATE", value_parser = predicate::dead_letters)]
    predicate: Option<String>,
    #[command(flatten)]
    list: ListArgs,
}

/// Lists dead letters.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let pages = engine.client.dead_letters(args.list.query(args.predicate.as_deref()));
        list::print(&mut session.printer, &DEAD_LETTERS, &args.list, pages).await
    })
}
