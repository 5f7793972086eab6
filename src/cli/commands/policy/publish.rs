//! `policy publish FILE`.

use std::path::PathBuf;

use crate::api::{PublishRequest, PublishResponse};
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Page};
use crate::cli::policy_file::PolicyFile;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy publish payments.yaml --message 'four attempts for cards'
  wovyr-retry policy publish payments.yaml --if-version 3 --activate

Publishing what the newest version already says changes nothing and succeeds. Version 1 is active
at once; a later one when it is activated.";

/// The arguments of `policy publish`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A policy file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which policy, if the file holds several
    #[arg(long, value_name = "NAME", conflicts_with = "name")]
    policy: Option<String>,
    /// The policy's name on the engine; needed if the file does not say it
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// What changed, for the history
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// Publish only if the newest version is this one; 0: if there is none
    #[arg(long, value_name = "N")]
    if_version: Option<u32>,
    /// New activities get it at once
    #[arg(long)]
    activate: bool,
}

/// Publishes a policy; a mistake in the file is told before anything is sent.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let file = PolicyFile::read(&args.file)?;
    let policy = file.policy(args.policy.as_deref())?;
    if policy.name.is_none() && args.name.is_none() {
        return Err(CliError::usage(
            format!("the policy in {} has no name", file.name),
            "give it `metadata.name`, or say --name NAME",
        ));
    }
    let request = PublishRequest {
        name: args.name.clone(),
        source: file.text_of(&policy),
        message: args.message.clone(),
        if_version: args.if_version,
        activate: args.activate,
    };
    engine::call(session, async |session, engine| {
        let answer = until_interrupted(engine.client.publish_policy(&request)).await??;
        let name = format!("{}@{}", answer.version.name, answer.version.version);
        session.printer.show(&answer, &name, &page(&answer))?;
        Ok(Exit::Done)
    })
}

fn page(answer: &PublishResponse) -> Page {
    let version = &answer.version;
    let (name, number) = (&version.name, version.version);
    let what = if answer.created {
        format!("Published {name}@{number}.")
    } else {
        format!("{name}@{number} already says the same; nothing was published.")
    };
    let active = if version.active { "yes" } else { "no" };
    Page::new().sentence(what).fields(vec![
        ("name", Cell::text(name)),
        ("version", Cell::Count(number.into())),
        ("active", Cell::text(active)),
        ("digest", Cell::text(&version.digest)),
    ])
}
