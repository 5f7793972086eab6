//! Why a worker cannot go on.

use std::io;

use crate::client::ClientError;

/// A worker that ended before it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// An option makes no sense.
    #[error("{option} {issue}")]
    Option {
        /// Which one.
        option: &'static str,
        /// What is wrong with it.
        issue: String,
    },
    /// The command is nowhere to be found.
    #[error("cannot find the command `{}`: {reason}", .command.escape_debug())]
    CommandNotFound {
        /// The command's first word.
        command: String,
        /// Where it was looked for.
        reason: &'static str,
    },
    /// The command was there at the start, but does not start.
    #[error("cannot start the command `{}`", .command.escape_debug())]
    Spawn {
        /// The command's first word.
        command: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The engine refuses to give work.
    #[error("the engine gives no work")]
    Refused(#[source] ClientError),
}
