//! How one attempt ends.

use std::fmt;
use std::str::FromStr;

use crate::model::{Failure, failure_type};

/// How one attempt ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// `ok`: it succeeds.
    Succeeds,
    /// `503`: the downstream answers with this status, 300…599.
    Status(u16),
    /// `timeout`: it runs until `timeouts.activity` is over.
    TimesOut,
    /// `crash`: its worker falls silent until `timeouts.lease` is over.
    Crashes,
    /// `CardDeclined` or `CardDeclined:no funds`: the worker reports this failure.
    Fails {
        /// The failure's type.
        error_type: String,
        /// Its message, which may be empty.
        message: String,
    },
}

/// A text that is no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutcomeError {
    /// There is nothing.
    #[error(
        "an outcome is missing; write an HTTP status, `timeout`, `crash`, a failure type or `ok`"
    )]
    Empty,
    /// A number that is no status of a failure.
    #[error("`{0}` is not the HTTP status of a failure (300…599)")]
    NoStatus(String),
    /// Nearly one of the words.
    #[error("did you mean `{word}`? (`{text}:` is a failure of the type `{text}`)")]
    Nearly {
        /// What was given.
        text: String,
        /// The word.
        word: &'static str,
    },
}

const WORDS: [&str; 3] = ["ok", "timeout", "crash"];

impl Outcome {
    /// The failure that the engine gets to classify; none if it succeeds.
    pub(in crate::simulate) fn failure(&self) -> Option<Failure> {
        match self {
            Self::Succeeds => None,
            Self::Status(status) => Some(Failure {
                http_status: Some(*status),
                ..Failure::new("HttpError", status.to_string())
            }),
            Self::TimesOut => Some(Failure::new(failure_type::ACTIVITY_TIMEOUT, "")),
            Self::Crashes => Some(Failure::new(failure_type::WORKER_CRASH, "")),
            Self::Fails { error_type, message } => {
                Some(Failure::new(error_type.clone(), message.clone()))
            }
        }
    }
}

impl FromStr for Outcome {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, OutcomeError> {
        let text = text.trim();
        match text {
            "" => return Err(OutcomeError::Empty),
            "ok" => return Ok(Self::Succeeds),
            "timeout" => return Ok(Self::TimesOut),
            "crash" => return Ok(Self::Crashes),
            _ => {}
        }
        if text.bytes().all(|b| b.is_ascii_digit()) {
            let status = text.parse().ok().filter(|status| (300..600).contains(status));
            return status.map(Self::Status).ok_or_else(|| OutcomeError::NoStatus(text.to_owned()));
        }
        let Some((error_type, message)) = text.split_once(':') else {
            let lower = text.to_lowercase();
            let near = |word: &&str| strsim::osa_distance(word, &lower) <= word.len() / 3;
            return match WORDS.into_iter().find(near) {
                Some(word) => Err(OutcomeError::Nearly { text: text.to_owned(), word }),
                None => Ok(Self::Fails { error_type: text.to_owned(), message: String::new() }),
            };
        };
        if error_type.is_empty() {
            return Err(OutcomeError::Empty);
        }
        let (error_type, message) = (error_type.to_owned(), message.trim().to_owned());
        Ok(Self::Fails { error_type, message })
    }
}

impl fmt::Display for Outcome {
    /// Writes `ok`, or the failure in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure() {
            None => f.write_str("ok"),
            Some(failure) => f.write_str(&failure.headline()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_types_are_told_apart() {
        let fails = |error_type: &str, message: &str| {
            Ok(Outcome::Fails { error_type: error_type.into(), message: message.into() })
        };
        assert_eq!(" ok ".parse(), Ok(Outcome::Succeeds));
        assert_eq!("503".parse(), Ok(Outcome::Status(503)));
        assert_eq!("timeout".parse(), Ok(Outcome::TimesOut));
        assert_eq!("crash".parse(), Ok(Outcome::Crashes));
        assert_eq!("CardDeclined".parse(), fails("CardDeclined", ""));
        assert_eq!("HttpError: is busy: now".parse(), fails("HttpError", "is busy: now"));
        assert_eq!("timeot:".parse(), fails("timeot", ""));
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |text: &str| text.parse::<Outcome>().unwrap_err();
        for text in ["200", "600", "7", "99999"] {
            assert_eq!(error(text), OutcomeError::NoStatus(text.into()));
        }
        for (text, word) in
            [("OK", "ok"), ("timeot", "timeout"), ("time-out", "timeout"), ("crsah", "crash")]
        {
            assert_eq!(error(text), OutcomeError::Nearly { text: text.into(), word });
        }
        assert_eq!(error(""), OutcomeError::Empty);
        assert_eq!(error(":x"), OutcomeError::Empty);
    }
}
