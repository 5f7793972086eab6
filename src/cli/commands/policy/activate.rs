//! `policy activate NAME@VERSION`.

use crate::api::{ActivateRequest, PolicyView};
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Page};
use crate::cli::policy_ref::VersionRef;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy activate payments@4 --reason 'reviewed'
  wovyr-retry policy activate payments@4 --if-active 3

Activities that exist keep the version they were scheduled with.";

/// The arguments of `policy activate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The version
    #[arg(value_name = "NAME@VERSION")]
    target: VersionRef,
    /// Activate only if this is the active version now
    #[arg(long, value_name = "N")]
    if_active: Option<u32>,
    /// Why, for the history
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Makes a published version the active one.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let request = ActivateRequest {
        version: args.target.version,
        if_active: args.if_active,
        reason: args.reason.clone(),
    };
    engine::call(session, async |session, engine| {
        let call = engine.client.activate_policy(&args.target.name, &request);
        let policy = until_interrupted(call).await??;
        show(session, &policy)
    })
}

/// Says which version is the active one now.
pub(super) fn show(session: &mut Session, policy: &PolicyView) -> Result<Exit, CliError> {
    let (name, version) = (&policy.name, policy.active.version);
    let page = Page::new()
        .sentence(format!("{name}@{version} is active: activities scheduled from now on get it."))
        .fields(vec![
            ("latest version", Cell::Count(policy.latest_version.into())),
            ("digest", Cell::text(&policy.active.digest)),
        ]);
    session.printer.show(policy, &format!("{name}@{version}"), &page)?;
    Ok(Exit::Done)
}
