//! `dlq purge`.

use super::bulk::{self, BulkArgs, Request};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry dlq purge dl_mfrggzdfmztwq2lknnwg23tpoa_1 --reason 'order was cancelled'
  wovyr-retry dlq purge --where 'age > 14d' --rate 100/s --dry-run";

/// The arguments of `dlq purge`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    bulk: BulkArgs,
}

/// Purges dead letters, as an operation on the engine.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    bulk::run(session, &args.bulk, Request::Purge)
}
