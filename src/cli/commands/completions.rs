//! `completions SHELL`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::app::Cli;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry completions bash > ~/.local/share/bash-completion/completions/wovyr-retry
  wovyr-retry completions zsh > \"${fpath[1]}/_wovyr-retry\"
  wovyr-retry completions fish > ~/.config/fish/completions/wovyr-retry.fish";

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script; it is the one that `completions/` holds.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wovyr-retry", &mut script);
    if args.shell == Shell::Bash {
        // The generator names the states of a program with a hyphen in two ways that never meet.
        let text = String::from_utf8_lossy(&script).replace("wovyr__subcmd__retry", "wovyr__retry");
        script = text.into_bytes();
    }
    session.printer.raw(&script)?;
    Ok(Exit::Done)
}
