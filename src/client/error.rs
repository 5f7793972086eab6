//! Why a call did not give what it was made for.

use std::error::Error;
use std::time::Duration;

use crate::api::{ErrorBody, ErrorCode};

/// A call that failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is not one that an engine can have.
    #[error("`{url}` is not an engine's address: {reason}")]
    Address {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tenant or token cannot be sent.
    #[error("the {what} holds characters that a header cannot carry")]
    Header {
        /// Which of them.
        what: &'static str,
    },
    /// The name cannot stand in a path.
    #[error("`{}` is not a name or an id", .name.escape_debug())]
    Name {
        /// What was given.
        name: String,
    },
    /// No connection, or it broke before the answer was complete.
    #[error("cannot reach the engine at {url}: {reason}")]
    Unreachable {
        /// The engine's address.
        url: String,
        /// The innermost cause.
        reason: String,
        /// The whole cause.
        #[source]
        source: reqwest::Error,
    },
    /// No answer in time. The engine may still do what was asked.
    #[error("the engine at {url} did not answer in time")]
    TimedOut {
        /// The engine's address.
        url: String,
    },
    /// The engine answered with an error.
    #[error("{} ({})", .error.message, .error.code)]
    Refused {
        /// The error.
        error: Box<ErrorBody>,
        /// When it may be tried again, if the engine says so.
        retry_after: Option<Duration>,
    },
    /// Somebody else answered, or an engine of another age.
    #[error("{url} answered {status}, but not as an engine does ({reason}): {snippet}")]
    NotOurs {
        /// The engine's address.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What is wrong with the answer.
        reason: String,
        /// The start of the answer, escaped.
        snippet: String,
    },
    /// A list led back to a page it had shown before.
    #[error("the list at {url} repeats itself: the engine gave the same cursor twice")]
    RepeatedCursor {
        /// The address of the list.
        url: String,
    },
    /// The TLS set-up of this machine does not work.
    #[error("cannot set up the connection: {0}")]
    Setup(#[source] reqwest::Error),
}

impl ClientError {
    /// No connection to the engine at `url`, or a broken one.
    pub(super) fn unreachable(url: String, source: reqwest::Error) -> Self {
        Self::Unreachable { url, reason: innermost(&source), source }
    }

    /// Tells whether the engine answered with `code`.
    pub fn is(&self, code: ErrorCode) -> bool {
        matches!(self, Self::Refused { error, .. } if error.is(code))
    }

    /// How long the engine asks the caller to wait, if it does.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            Self::Address { .. }
            | Self::Header { .. }
            | Self::Name { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::NotOurs { .. }
            | Self::RepeatedCursor { .. }
            | Self::Setup(_) => None,
        }
    }

    /// Tells whether the same call may succeed later without anybody changing anything.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } => true,
            Self::Refused { error, .. } => passes(error.status),
            Self::NotOurs { status, .. } => passes(*status),
            Self::Address { .. }
            | Self::Header { .. }
            | Self::Name { .. }
            | Self::RepeatedCursor { .. }
            | Self::Setup(_) => false,
        }
    }
}

/// Timeouts, rate limits and faults of the server pass; everything else is an answer.
fn passes(status: u16) -> bool {
    matches!(status, 408 | 429 | 500..=599)
}

fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
