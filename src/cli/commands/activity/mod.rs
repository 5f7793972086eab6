//! `activity`: live state.

pub(crate) mod list;
pub(crate) mod show;

mod shape;

/// The verbs of `activity`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List activities
    List(list::Args),
    /// Show one activity: where it is, when it is tried next, what it gave
    Show(show::Args),
}
