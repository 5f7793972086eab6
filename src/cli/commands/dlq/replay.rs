//! `dlq replay`.

use super::bulk::{self, BulkArgs, Request};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry dlq replay dl_mfrggzdfmztwq2lknnwg23tpoa_1
  wovyr-retry dlq replay --where 'type = \"ChargeCard\" and age < 2h' --dry-run
  wovyr-retry dlq replay --where 'error.type = \"HttpError\"' --rate 50/s --reason INC-42
  wovyr-retry dlq replay --all --rate unlimited --yes";

/// The arguments of `dlq replay`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    bulk: BulkArgs,
    /// Keep the policy version they died under instead of the one that is active now
    #[arg(long)]
    same_policy: bool,
    /// Overrule the guards: a closed execution, three replays already
    #[arg(long)]
    force: bool,
}

/// Replays dead letters, as an operation on the engine.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let request = Request::Replay { same_policy: args.same_policy, force: args.force };
    bulk::run(session, &args.bulk, request)
}
