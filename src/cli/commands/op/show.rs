//! `op show ID`.

use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::follow;
use crate::cli::session::Session;
use crate::model::OperationId;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry op show op_mfrggzdfmztwq2lknnwg23tpoa
  wovyr-retry op show op_mfrggzdfmztwq2lknnwg23tpoa -o json";

/// The arguments of `op show`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The operation
    id: OperationId,
}

/// Shows an operation as it is now.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let id = args.id.to_string();
        let operation = until_interrupted(engine.client.operation(&id)).await??;
        let report = follow::report(engine, operation).await?;
        session.printer.show(&report, &id, &report.detailed_page())?;
        Ok(Exit::Done)
    })
}
