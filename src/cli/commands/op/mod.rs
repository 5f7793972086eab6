//! `op`: bulk operations that the engine carries out.

pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod watch;

/// The verbs of `op`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List operations
    List(list::Args),
    /// Show one operation and the items that it could not do
    Show(show::Args),
    /// Follow an operation to its end
    Watch(watch::Args),
}
