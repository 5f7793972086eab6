//! `policy rollback NAME`.

use crate::api::{ActivateRequest, PolicyHistoryView};
use crate::cli::commands::policy::activate;
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy rollback payments --reason 'storm on the card API'
  wovyr-retry policy rollback payments --to 2

A rollback activates an older version. It is an event of the history, not a new version.";

/// The arguments of `policy rollback`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The policy
    #[arg(value_name = "NAME")]
    name: String,
    /// The version to go back to; the one that was active before unless given
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Why, for the history
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Activates an older version.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let history = until_interrupted(engine.client.policy_history(&args.name)).await??;
        let (active, before) = around(&history);
        let version = match args.to.or(before) {
            Some(version) if Some(version) < active => version,
            Some(version) => {
                return Err(CliError::usage(
                    format!("{}@{version} is not older than the active version", args.name),
                    format!("`policy activate {}@{version}` goes forward", args.name),
                ));
            }
            None => {
                return Err(CliError::usage(
                    format!("no older version of `{}` was ever active", args.name),
                    format!("`policy history {}` shows what was", args.name),
                ));
            }
        };
        // If somebody else activates meanwhile, what was seen is not what is rolled back.
        let request = ActivateRequest { version, if_active: active, reason: args.reason.clone() };
        let call = engine.client.activate_policy(&args.name, &request);
        let policy = until_interrupted(call).await??;
        activate::show(session, &policy)
    })
}

/// The active version, and the last one before it that was active and is older.
fn around(history: &PolicyHistoryView) -> (Option<u32>, Option<u32>) {
    let mut latest = history.activations.iter().rev().map(|event| event.version);
    let active = latest.next();
    (active, latest.find(|version| Some(*version) < active))
}
