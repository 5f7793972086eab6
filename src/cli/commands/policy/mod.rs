//! `policy`: policy files, and the policies of the engine.

pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod publish;
pub(crate) mod show;

/// The verbs of `policy`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Find mistakes in policy files
    Lint(lint::Args),
    /// Show what a policy file comes to, and where each value is from
    Show(show::Args),
    /// Publish a policy file as the next version of a policy on the engine
    Publish(publish::Args),
    /// List the policies of the engine
    List(list::Args),
}
