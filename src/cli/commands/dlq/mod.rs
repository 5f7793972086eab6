//! `dlq`: the dead letter queue.

pub(crate) mod list;
pub(crate) mod purge;
pub(crate) mod replay;
pub(crate) mod show;

mod bulk;
mod selection;
mod shape;

/// The verbs of `dlq`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List dead letters
    List(list::Args),
    /// Show one dead letter: why it died, its history, its payload
    Show(show::Args),
    /// Start the next generation of dead activities
    Replay(replay::Args),
    /// Put dead letters out of sight
    Purge(purge::Args),
}
