//! What the downstream asks for.

use std::fmt;
use std::str::FromStr;

use crate::model::{DurationError, Millis};

/// `10s` with every failure, or `10s@2` with that of attempt 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryAfter {
    /// How long it wants to be left alone.
    pub wait: Millis,
    /// With which attempt's failure, from 1; absent: with each.
    pub attempt: Option<u32>,
}

/// A text that is no Retry-After.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetryAfterError {
    /// The part before the `@`.
    #[error("{0}")]
    Wait(DurationError),
    /// The part after it.
    #[error("`{0}` is not an attempt (a whole number from 1)")]
    Attempt(String),
}

impl FromStr for RetryAfter {
    type Err = RetryAfterError;

    fn from_str(text: &str) -> Result<Self, RetryAfterError> {
        let (wait, attempt) = match text.split_once('@') {
            None => (text, None),
            Some((wait, attempt)) => {
                let number = attempt.parse().ok().filter(|number: &u32| *number > 0);
                let missing = || RetryAfterError::Attempt(attempt.to_owned());
                (wait, Some(number.ok_or_else(missing)?))
            }
        };
        Ok(Self { wait: Millis::parse(wait).map_err(RetryAfterError::Wait)?, attempt })
    }
}

impl fmt::Display for RetryAfter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.attempt {
            None => self.wait.fmt(f),
            Some(attempt) => write!(f, "{}@{attempt}", self.wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["10s@2", "1h30m", "1ms@4294967295"] {
            assert_eq!(text.parse::<RetryAfter>().unwrap().to_string(), text);
        }
        for text in ["", "10", "10s@", "10s@0", "10s@x", "@2", "10s@1@2"] {
            assert!(text.parse::<RetryAfter>().is_err(), "{text}");
        }
    }
}
