//! `op watch ID`.

use crate::cli::engine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::follow;
use crate::cli::session::Session;
use crate::model::OperationId;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry op watch op_mfrggzdfmztwq2lknnwg23tpoa

Leaving it (ctrl-C) does not stop the operation. Exit code 3 says that some items could not be done.";

/// The arguments of `op watch`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The operation
    id: OperationId,
}

/// Follows an operation to its end.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        follow::to_its_end(session, engine, args.id).await
    })
}
