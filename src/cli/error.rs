//! What ends a command early: what happened, why, and what to do next.

use std::error::Error;
use std::io;

use super::exit::Exit;
use super::host::HostError;
use crate::client::ClientError;
use crate::model::OperationId;
use crate::worker::WorkerError;

/// What ended a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The command line asks for something impossible.
    #[error("{message}")]
    Usage {
        /// What is wrong with it.
        message: String,
        /// What to write instead.
        hint: Option<String>,
    },
    /// An input cannot be read.
    #[error("cannot read {what}")]
    Unreadable {
        /// The file, directory or stream.
        what: String,
        /// Why.
        source: io::Error,
    },
    /// The reader of standard output is gone; nobody wants to know.
    #[error("the output was closed")]
    ClosedPipe,
    /// The output cannot be written.
    #[error("cannot write the output")]
    Unwritable(#[source] io::Error),
    /// A file cannot be written; it is as it was.
    #[error("cannot write {what}")]
    UnwritableFile {
        /// The file.
        what: String,
        /// Why.
        source: io::Error,
    },
    /// The user stopped the command.
    #[error("interrupted")]
    Interrupted,
    /// The engine in this process cannot run.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The user said no; nothing was changed.
    #[error("not confirmed; nothing was changed")]
    Declined,
    /// The user left; the operation goes on.
    #[error("left operation {operation}, which goes on without us")]
    Detached {
        /// The operation on the engine.
        operation: OperationId,
    },
    /// Nothing is there to be changed.
    #[error("the selection matches nothing; nothing was changed")]
    NothingMatched,
    /// The engine refused, or cannot be reached.
    #[error("{0}")]
    Engine(ClientError),
    /// The worker's options or its command are wrong.
    #[error(transparent)]
    Worker(WorkerError),
    /// A fault of this program.
    #[error("this is a fault of wovyr-retry")]
    Internal,
    /// The system gives no threads or files for a runtime.
    #[error("cannot start the runtime")]
    Runtime(#[source] io::Error),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
}

impl CliError {
    /// A wrong command line, with what to write instead.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: Some(hint.into()) }
    }

    /// How the process ends.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage { .. }
            | Self::Host(_)
            | Self::Unreadable { .. }
            | Self::Unwritable(_)
            | Self::UnwritableFile { .. }
            | Self::Worker(_)
            | Self::Internal
            | Self::Runtime(_)
            | Self::Random(_) => Exit::Usage,
            Self::ClosedPipe => Exit::Done,
            Self::Interrupted | Self::Declined | Self::Detached { .. } => Exit::Interrupted,
            Self::NothingMatched => Exit::NothingMatched,
            Self::Engine(error) => exit_of(error),
        }
    }

    /// The word for programs; the engine's own where it refused.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::Usage { .. } | Self::Worker(_) => "usage",
            Self::Unreadable { .. } => "unreadable",
            Self::ClosedPipe => "closed_pipe",
            Self::Unwritable(_) | Self::UnwritableFile { .. } => "unwritable",
            Self::Interrupted => "interrupted",
            Self::Host(error) => error.code(),
            Self::Declined => "declined",
            Self::Detached { .. } => "detached",
            Self::NothingMatched => "nothing_matched",
            Self::Internal | Self::Runtime(_) | Self::Random(_) => "internal",
            Self::Engine(error) => code_of(error),
        }
    }

    /// What to do next, where that is known.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Usage { hint, .. } => hint.clone(),
            Self::Host(error) => error.hint(),
            Self::Detached { operation } => {
                Some(format!("`wovyr-retry op watch {operation}` follows it"))
            }
            Self::NothingMatched => {
                Some("the same predicate with `dlq list` shows what there is".to_owned())
            }
            Self::Engine(error) => hint_for(error),
            Self::Unreadable { .. }
            | Self::ClosedPipe
            | Self::Unwritable(_)
            | Self::UnwritableFile { .. }
            | Self::Interrupted
            | Self::Declined
            | Self::Worker(_)
            | Self::Internal
            | Self::Runtime(_)
            | Self::Random(_) => None,
        }
    }

    /// What led to it, from the nearest cause to the root.
    pub(crate) fn causes(&self) -> Vec<String> {
        let mut causes = Vec::new();
        if let Self::Engine(ClientError::Refused { error, .. }) = self {
            let issues = error.details.iter().map(|detail| match (detail.line, detail.column) {
                (Some(line), Some(column)) => format!("{line}:{column}: {}", detail.issue),
                _ => format!("{}: {}", detail.field, detail.issue),
            });
            // The message may spell out the only one.
            causes.extend(issues.filter(|issue| !error.message.contains(issue.as_str())));
        }
        let mut next = self.source();
        while let Some(cause) = next {
            causes.push(cause.to_string());
            next = cause.source();
        }
        causes
    }

    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::ClosedPipe)
    }
}

impl From<ClientError> for CliError {
    fn from(error: ClientError) -> Self {
        Self::Engine(error)
    }
}

impl From<WorkerError> for CliError {
    fn from(error: WorkerError) -> Self {
        match error {
            WorkerError::Refused(error) => Self::Engine(error),
            error @ (WorkerError::Option { .. }
            | WorkerError::CommandNotFound { .. }
            | WorkerError::Spawn { .. }) => Self::Worker(error),
        }
    }
}

fn code_of(error: &ClientError) -> &str {
    match error {
        ClientError::Refused { error, .. } => &error.code,
        ClientError::Unreachable { .. } | ClientError::TimedOut { .. } => "unreachable",
        ClientError::NotOurs { .. } | ClientError::RepeatedCursor { .. } => "malformed_answer",
        ClientError::Address { .. }
        | ClientError::Header { .. }
        | ClientError::Name { .. }
        | ClientError::Setup(_) => "usage",
    }
}

fn exit_of(error: &ClientError) -> Exit {
    match error {
        ClientError::Address { .. }
        | ClientError::Header { .. }
        | ClientError::Name { .. }
        | ClientError::Setup(_) => Exit::Usage,
        ClientError::Unreachable { .. }
        | ClientError::TimedOut { .. }
        | ClientError::NotOurs { .. }
        | ClientError::RepeatedCursor { .. } => Exit::Unreachable,
        ClientError::Refused { error, .. } => match error.status {
            401 | 403 | 500.. => Exit::Unreachable,
            _ => Exit::Refused,
        },
    }
}

fn hint_for(error: &ClientError) -> Option<String> {
    let hint = match error {
        ClientError::Unreachable { .. } => {
            "start an engine with `wovyr-retry serve`, or name another with --url or \
             WOVYR_RETRY_URL"
        }
        ClientError::TimedOut { .. } => {
            "the engine may still have done it; look before you ask again"
        }
        ClientError::NotOurs { .. } => "check --url: is that an engine?",
        ClientError::Refused { error, retry_after } => match (error.status, retry_after) {
            (_, Some(wait)) => return Some(format!("try again in {}s", wait.as_secs())),
            (401, None) => "put a token into WOVYR_TOKEN",
            _ => return None,
        },
        ClientError::Address { .. } => "an address looks like http://127.0.0.1:7461",
        ClientError::Header { .. }
        | ClientError::Name { .. }
        | ClientError::RepeatedCursor { .. }
        | ClientError::Setup(_) => return None,
    };
    Some(hint.to_owned())
}

/// A failed write to the printer's streams. Failed reads are [`CliError::Unreadable`].
impl From<io::Error> for CliError {
    fn from(source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Unwritable(source),
        }
    }
}
