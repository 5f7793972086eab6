//! How fast an operation may go.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Items a second, or as fast as it goes. On the wire a number or the word `unlimited`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rate {
    /// This many a second.
    PerSecond(NonZeroU32),
    /// As fast as it goes; somebody said so.
    Unlimited,
}

/// A text that is not a rate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rate such as `50/s`, 1/s or more, or `unlimited`")]
pub struct RateError(pub String);

impl Rate {
    /// Items a second; none is no limit.
    pub fn per_second(self) -> Option<u32> {
        match self {
            Self::PerSecond(items) => Some(items.get()),
            Self::Unlimited => None,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerSecond(items) => write!(f, "{items}/s"),
            Self::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl FromStr for Rate {
    type Err = RateError;

    /// Reads `50/s`, `50` or `unlimited`.
    fn from_str(text: &str) -> Result<Self, RateError> {
        if text == "unlimited" {
            return Ok(Self::Unlimited);
        }
        let number = text.strip_suffix("/s").unwrap_or(text);
        number.parse().map(Self::PerSecond).map_err(|_| RateError(text.to_owned()))
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::PerSecond(items) => items.serialize(serializer),
            Self::Unlimited => serializer.serialize_str("unlimited"),
        }
    }
}

struct RateVisitor;

impl Visitor<'_> for RateVisitor {
    type Value = Rate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("items a second (1 or more) or \"unlimited\"")
    }

    fn visit_u64<E: de::Error>(self, items: u64) -> Result<Rate, E> {
        u32::try_from(items)
            .ok()
            .and_then(NonZeroU32::new)
            .map(Rate::PerSecond)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(items), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Rate, E> {
        text.parse().map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RateVisitor)
    }
}

impl PartialSchema for Rate {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
        let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["unlimited"]));
        OneOfBuilder::new()
            .item(number)
            .item(word)
            .description(Some("Items a second, or `unlimited`."))
            .into()
    }
}

impl ToSchema for Rate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["50/s", "1/s", "unlimited"] {
            let rate: Rate = text.parse().unwrap();
            assert_eq!(rate.to_string(), text);
            let json = serde_json::to_string(&rate).unwrap();
            assert_eq!(serde_json::from_str::<Rate>(&json).unwrap(), rate, "{json}");
        }
        assert_eq!("50".parse::<Rate>().unwrap().per_second(), Some(50));
    }

    #[test]
    fn refuses_nothing_a_second() {
        for text in ["0", "0/s", "-1", "1.5", "50/m", "", "fast"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Rate>("0").is_err());
        assert!(serde_json::from_str::<Rate>("-3").is_err());
    }
}
