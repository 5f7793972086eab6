//! `policy schema`.

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;
use crate::policy::schema;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy schema > policy.schema.json

A policy file names it for an editor with the YAML language server in its first line:
  # yaml-language-server: $schema=policy.schema.json";

/// The arguments of `policy schema`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

/// Prints the JSON Schema of policy files; it is JSON in every format.
pub(crate) fn run(session: &mut Session, _: &Args) -> Result<Exit, CliError> {
    session.printer.document(&schema())?;
    Ok(Exit::Done)
}
