//! Durations as policies write them and stores keep them: whole milliseconds.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A span of time in whole milliseconds. On the wire an integer in a field named `…_ms`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

const UNITS: [(&str, u64); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// Why a text is not a duration, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct DurationError {
    /// What is wrong.
    pub kind: DurationErrorKind,
    /// Byte offset in the text at which the fault starts.
    pub offset: usize,
    /// The text that was probably meant, when there is one.
    pub suggestion: Option<String>,
}

/// The kinds of fault in a duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DurationErrorKind {
    /// Nothing was written.
    #[error("a duration is empty")]
    Empty,
    /// Digits without a unit: seconds in one system, milliseconds or nanoseconds in another.
    #[error("a duration needs a unit (ms, s, m, h or d)")]
    MissingUnit,
    /// A unit this language does not have.
    #[error("`{0}` is not a duration unit (ms, s, m, h or d)")]
    UnknownUnit(String),
    /// A unit that stands twice or after a smaller one.
    #[error("units go from the largest to the smallest, each once; `{0}` is out of order")]
    OutOfOrder(String),
    /// A sign, a fraction, a space or another character where a digit should be.
    #[error("`{0}` is not a whole number; a duration looks like `1h30m`")]
    NotANumber(String),
    /// Outside 1ms…366d.
    #[error("a duration lies between 1ms and 366d")]
    OutOfRange,
}

impl Millis {
    /// The shortest duration a policy can name.
    pub const MIN: Self = Self(1);
    /// The longest duration a policy can name: 366 days.
    pub const MAX: Self = Self(366 * 86_400_000);

    /// Makes a duration of whole seconds.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds * 1_000)
    }

    /// The duration in nanoseconds, the unit of the delay arithmetic.
    pub const fn as_nanos(self) -> u128 {
        self.0 as u128 * 1_000_000
    }

    /// Reads `1h30m`: units `ms s m h d`, whole numbers, largest first, each once, 1ms…366d.
    pub fn parse(text: &str) -> Result<Self, DurationError> {
        let fault = |kind, offset, suggestion| DurationError { kind, offset, suggestion };
        if text.is_empty() {
            return Err(fault(DurationErrorKind::Empty, 0, None));
        }
        let mut rest = text;
        let mut total: u64 = 0;
        let mut next_unit = 0;
        while !rest.is_empty() {
            let offset = text.len() - rest.len();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                let word: String = rest.chars().take_while(|c| !c.is_ascii_digit()).collect();
                return Err(fault(DurationErrorKind::NotANumber(word), offset, None));
            }
            let (number, tail) = rest.split_at(digits);
            let letters = tail
                .char_indices()
                .find(|(_, c)| !c.is_alphabetic())
                .map_or(tail.len(), |(at, _)| at);
            let (unit, tail) = tail.split_at(letters);
            if unit.is_empty() {
                if tail.is_empty() {
                    let suggestion = Some(format!("{text}s"));
                    return Err(fault(DurationErrorKind::MissingUnit, offset + digits, suggestion));
                }
                let word: String = tail.chars().take_while(|c| !c.is_ascii_digit()).collect();
                return Err(fault(DurationErrorKind::NotANumber(word), offset + digits, None));
            }
            let Some(index) = UNITS.iter().position(|(name, _)| *name == unit) else {
                let suggestion = similar_unit(unit).map(|known| {
                    let mut meant = text.to_owned();
                    meant.replace_range(offset + digits..offset + digits + unit.len(), known);
                    meant
                });
                let kind = DurationErrorKind::UnknownUnit(unit.to_owned());
                return Err(fault(kind, offset + digits, suggestion));
            };
            if index < next_unit {
                let kind = DurationErrorKind::OutOfOrder(format!("{number}{unit}"));
                return Err(fault(kind, offset, None));
            }
            next_unit = index + 1;
            total = number
                .parse::<u64>()
                .ok()
                .and_then(|n| n.checked_mul(UNITS[index].1))
                .and_then(|ms| total.checked_add(ms))
                .filter(|ms| *ms <= Self::MAX.0)
                .ok_or_else(|| fault(DurationErrorKind::OutOfRange, offset, None))?;
            rest = tail;
        }
        if total == 0 {
            return Err(fault(DurationErrorKind::OutOfRange, 0, None));
        }
        Ok(Self(total))
    }
}

/// Finds the unit that a writer of another system probably meant.
fn similar_unit(unit: &str) -> Option<&'static str> {
    match unit.to_lowercase().as_str() {
        "ms" | "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => Some("ms"),
        "s" | "sec" | "secs" | "second" | "seconds" => Some("s"),
        "m" | "min" | "mins" | "minute" | "minutes" => Some("m"),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some("h"),
        "d" | "day" | "days" => Some("d"),
        _ => None,
    }
}

impl fmt::Display for Millis {
    /// Writes the shortest form that [`Millis::parse`] reads back, e.g. `1h30m`; zero is `0ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0ms");
        }
        let mut rest = self.0;
        for (name, size) in UNITS {
            if rest >= size {
                write!(f, "{}{name}", rest / size)?;
                rest %= size;
            }
        }
        Ok(())
    }
}

impl From<Millis> for Duration {
    fn from(value: Millis) -> Self {
        Self::from_millis(value.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for (text, ms) in [("1ms", 1), ("1h30m", 5_400_000), ("2d3h4m5s6ms", 183_845_006)] {
            assert_eq!(Millis::parse(text), Ok(Millis(ms)), "{text}");
            assert_eq!(Millis(ms).to_string(), text);
        }
        assert_eq!(Millis::parse("366d"), Ok(Millis::MAX));
        assert_eq!(Millis::parse("90s").map(|m| m.to_string()), Ok("1m30s".to_owned()));
    }

    #[test]
    fn refuses_what_other_systems_guess_at() {
        use DurationErrorKind as K;
        let kind = |text| Millis::parse(text).map_err(|e| e.kind);
        assert_eq!(kind(""), Err(K::Empty));
        assert_eq!(kind("30"), Err(K::MissingUnit));
        assert_eq!(kind("1h30"), Err(K::MissingUnit));
        assert_eq!(kind("2M"), Err(K::UnknownUnit("M".into())));
        assert_eq!(kind("2s2s"), Err(K::OutOfOrder("2s".into())));
        assert_eq!(kind("1s1h"), Err(K::OutOfOrder("1h".into())));
        assert_eq!(kind("1.5s"), Err(K::NotANumber(".".into())));
        assert_eq!(kind("+5s"), Err(K::NotANumber("+".into())));
        assert_eq!(kind("-1d"), Err(K::NotANumber("-".into())));
        assert_eq!(kind(" 2s"), Err(K::NotANumber(" ".into())));
        assert_eq!(kind("2 s"), Err(K::NotANumber(" s".into())));
        assert_eq!(kind("0s"), Err(K::OutOfRange));
        assert_eq!(kind("367d"), Err(K::OutOfRange));
        assert_eq!(kind("99999999999999999999d"), Err(K::OutOfRange));
        assert_eq!(kind("5µs"), Err(K::UnknownUnit("µs".into())));
        assert_eq!(Millis::parse("2Min").unwrap_err().suggestion.as_deref(), Some("2m"));
        assert_eq!(Millis::parse("30").unwrap_err().suggestion.as_deref(), Some("30s"));
    }
}
