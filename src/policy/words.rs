//! The text forms of effective values: one for documents, the canonical form and the screen.

use std::fmt;
use std::str::FromStr;

use super::decimal;
use super::effective::{BreakerKey, Jitter, Multiplier, OnExhausted, StatusPattern};

/// A text that is no form of the value asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown word")]
pub struct UnknownWord;

/// The words at `onExhausted`.
pub(super) const ON_EXHAUSTED: [(&str, OnExhausted); 2] =
    [("failWorkflow", OnExhausted::FailWorkflow), ("continue", OnExhausted::Continue)];

/// The words at `jitter`, beside true, false and a factor.
pub(super) const JITTER_KINDS: [(&str, Jitter); 3] =
    [("full", Jitter::Full), ("equal", Jitter::Equal), ("decorrelated", Jitter::Decorrelated)];

const METADATA: &str = "metadata.";

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal::format(self.0))
    }
}

impl FromStr for Multiplier {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        decimal::parse(text).map(Self).map_err(|_| UnknownWord)
    }
}

impl fmt::Display for Jitter {
    /// Writes `off`, the kind, or the factor.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.pad("off"),
            Self::Factor(units) => f.pad(&decimal::format(*units)),
            Self::Full => f.pad("full"),
            Self::Equal => f.pad("equal"),
            Self::Decorrelated => f.pad("decorrelated"),
        }
    }
}

impl FromStr for Jitter {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        if text == "off" {
            return Ok(Self::Off);
        }
        let kind = JITTER_KINDS.into_iter().find(|(word, _)| *word == text);
        kind.map(|(_, jitter)| jitter)
            .or_else(|| decimal::parse(text).ok().map(Self::Factor))
            .ok_or(UnknownWord)
    }
}

impl fmt::Display for OnExhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FailWorkflow => "failWorkflow",
            Self::Continue => "continue",
        })
    }
}

impl FromStr for OnExhausted {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        ON_EXHAUSTED
            .into_iter()
            .find(|(word, _)| *word == text)
            .map(|(_, value)| value)
            .ok_or(UnknownWord)
    }
}

impl fmt::Display for BreakerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ActivityType => f.pad("activityType"),
            Self::Queue => f.pad("queue"),
            Self::Metadata(name) => f.pad(&format!("{METADATA}{name}")),
        }
    }
}

impl FromStr for BreakerKey {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "activityType" => Ok(Self::ActivityType),
            "queue" => Ok(Self::Queue),
            _ => match text.strip_prefix(METADATA) {
                Some(name) if !name.is_empty() => Ok(Self::Metadata(name.to_owned())),
                Some(_) | None => Err(UnknownWord),
            },
        }
    }
}

impl fmt::Display for StatusPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(status) => status.fmt(f),
            Self::Class(hundreds) => f.pad(&format!("{hundreds}xx")),
        }
    }
}

impl FromStr for StatusPattern {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let number = |digits: &str| {
            let only_digits = digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|_| only_digits).ok_or(UnknownWord)
        };
        match text.strip_suffix("xx") {
            Some(class) => match number(class)? {
                hundreds @ 1..=5 if class.len() == 1 => Ok(Self::Class(hundreds)),
                _ => Err(UnknownWord),
            },
            None => match number(text)? {
                status @ 100..=599 if text.len() == 3 => Ok(Self::Exact(status)),
                _ => Err(UnknownWord),
            },
        }
    }
}

macro_rules! serialised_as_text {
    ($($name:ident),*) => {
        $(
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    to.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    let text = String::deserialize(from)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )*
    };
}

serialised_as_text!(Multiplier, Jitter, OnExhausted, BreakerKey, StatusPattern);

/// `maxAttempts` in the canonical form: a number, or null for unlimited.
pub(super) mod max_attempts {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::model::MaxAttempts;

    // Serde's `with` hands over a reference.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(crate) fn serialize<S: Serializer>(max: &MaxAttempts, to: S) -> Result<S::Ok, S::Error> {
        max.limit().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<MaxAttempts, D::Error> {
        Option::<u32>::deserialize(from).map(MaxAttempts::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: FromStr<Err = UnknownWord> + fmt::Display>(texts: &[&str]) {
        for text in texts {
            let value: T = text.parse().unwrap_or_else(|_| panic!("{text}"));
            assert_eq!(value.to_string(), *text);
        }
    }

    #[test]
    fn reads_what_it_writes() {
        round_trip::<Multiplier>(&["1.0", "1.0625", "100.0"]);
        round_trip::<Jitter>(&["off", "0.1", "1.0", "full", "equal", "decorrelated"]);
        round_trip::<OnExhausted>(&["failWorkflow", "continue"]);
        round_trip::<BreakerKey>(&["activityType", "queue", "metadata.region"]);
        round_trip::<StatusPattern>(&["100", "599", "1xx", "5xx"]);
    }

    #[test]
    fn refuses_other_statuses() {
        for text in ["", "99", "600", "0409", "+409", "6xx", "0xx", "05xx", "xx", "4XX", "4x"] {
            assert_eq!(text.parse::<StatusPattern>(), Err(UnknownWord), "{text}");
        }
    }
}
