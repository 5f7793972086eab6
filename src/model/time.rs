//! Wall-clock instants and the clock as a value that comes in from outside.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Millis;

/// An instant: milliseconds since the Unix epoch, UTC. On the wire RFC 3339 with milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(i64);

/// A text that is not an RFC 3339 instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an RFC 3339 time such as 2026-11-30T19:40:12Z: {reason}")]
pub struct TimestampError {
    text: String,
    reason: String,
}

impl Timestamp {
    /// The Unix epoch.
    pub const EPOCH: Self = Self(0);
    /// The last instant of the calendar, 9999-12-30T22:00:00.999Z: what lies further is clamped to it.
    pub const MAX: Self = Self(253_402_207_200_999);

    /// Makes an instant from milliseconds since the epoch, clamped to the years 1970…9999.
    pub fn from_millis(millis: i64) -> Self {
        Self(millis.clamp(0, Self::MAX.0))
    }

    /// Milliseconds since the epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The instant `span` later, clamped to [`Timestamp::MAX`].
    #[must_use]
    pub fn plus(self, span: Millis) -> Self {
        Self::from_millis(self.0.saturating_add(i64::try_from(span.0).unwrap_or(i64::MAX)))
    }

    /// How long after `earlier` this instant lies; zero if it does not.
    pub fn since(self, earlier: Self) -> Millis {
        Millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    /// Reads an RFC 3339 instant; digits beyond the millisecond are cut.
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        text.parse::<jiff::Timestamp>()
            .map(|t| Self::from_millis(t.as_millisecond()))
            .map_err(|e| TimestampError { text: text.to_owned(), reason: e.to_string() })
    }

    /// The same instant as the calendar library knows it.
    pub fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::MAX)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.to_jiff())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// Where the present comes from. The real one lives with the process that runs the engine.
pub trait Clock: Send + Sync {
    /// The present instant; never earlier than an instant it gave before.
    fn now(&self) -> Timestamp;
}

/// A clock that moves when it is told to.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Starts at `start`.
    pub fn new(start: Timestamp) -> Self {
        Self(AtomicI64::new(start.0))
    }

    /// Moves the present forward by `span`.
    pub fn advance(&self, span: Millis) {
        self.0.fetch_add(i64::try_from(span.0).unwrap_or(0), Ordering::SeqCst);
    }

    /// Moves the present forward to `instant`; an earlier one changes nothing.
    pub fn advance_to(&self, instant: Timestamp) {
        self.0.fetch_max(instant.0, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_rfc3339_with_milliseconds_both_ways() {
        let t = Timestamp::parse("2026-11-30T19:40:12.5Z").unwrap();
        assert_eq!(t.to_string(), "2026-11-30T19:40:12.500Z");
        assert_eq!(Timestamp::parse("2026-11-30T20:40:12.5+01:00"), Ok(t));
        assert!(Timestamp::parse("yesterday").is_err());
        assert_eq!(serde_json::to_string(&t).unwrap(), "\"2026-11-30T19:40:12.500Z\"");
    }

    #[test]
    fn never_leaves_the_calendar() {
        assert_eq!(Timestamp::MAX.plus(Millis(u64::MAX)), Timestamp::MAX);
        assert_eq!(Timestamp::MAX.to_string(), "9999-12-30T22:00:00.999Z");
        assert_eq!(Timestamp::EPOCH.since(Timestamp::MAX), Millis(0));
    }
}
