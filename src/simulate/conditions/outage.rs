//! A stretch of time in which the downstream answers nothing but errors.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::model::{DurationError, Millis};

/// `FROM..TO`, measured from the start; an attempt that starts at `to` is out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outage {
    /// When it begins.
    #[serde(rename = "from_ms")]
    pub from: Millis,
    /// When it is over; later than `from`.
    #[serde(rename = "to_ms")]
    pub to: Millis,
}

/// A text that is no outage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutageError {
    /// There is no `..` in it.
    #[error("an outage is written FROM..TO, such as 0s..40s")]
    Shape,
    /// One of the ends.
    #[error("{0}")]
    End(DurationError),
    /// It ends before it begins, or as soon.
    #[error("an outage ends after it begins")]
    Backwards,
}

impl Outage {
    /// Tells whether it is on at `elapsed` since the start.
    pub fn holds(&self, elapsed: Millis) -> bool {
        (self.from..self.to).contains(&elapsed)
    }
}

impl FromStr for Outage {
    type Err = OutageError;

    fn from_str(text: &str) -> Result<Self, OutageError> {
        let (from, to) = text.split_once("..").ok_or(OutageError::Shape)?;
        let outage = Self { from: since_start(from)?, to: since_start(to)? };
        if outage.from < outage.to { Ok(outage) } else { Err(OutageError::Backwards) }
    }
}

/// Durations of policies are never zero; the time since the start may be.
fn since_start(text: &str) -> Result<Millis, OutageError> {
    match text {
        "0ms" | "0s" | "0m" | "0h" | "0d" => Ok(Millis(0)),
        text => Millis::parse(text).map_err(OutageError::End),
    }
}

impl fmt::Display for Outage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_from_its_start_until_just_before_its_end() {
        let outage: Outage = "0s..1m30s".parse().unwrap();
        assert_eq!(outage, Outage { from: Millis(0), to: Millis(90_000) });
        assert!(outage.holds(Millis(0)) && outage.holds(Millis(89_999)));
        assert!(!outage.holds(Millis(90_000)));
        assert_eq!("5s..10s".parse::<Outage>().unwrap().to_string(), "5s..10s");
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |text: &str| text.parse::<Outage>().unwrap_err().to_string();
        assert_eq!(error("40s"), "an outage is written FROM..TO, such as 0s..40s");
        assert_eq!(error("40s..10s"), "an outage ends after it begins");
        assert_eq!(error("0s..0s"), "an outage ends after it begins");
        assert_eq!(error("0..40s"), "a duration needs a unit (ms, s, m, h or d)");
        assert_eq!(error("..40s"), "a duration is empty");
    }
}
