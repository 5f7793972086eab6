//! One generation of one activity, as a person names it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::model::{ActivityKey, IdError};
use crate::retry::JitterSeed;

/// `TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]`, the parts percent-encoded; without a
/// generation the first is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The activity.
    pub key: ActivityKey,
    /// Which of its lives, from 1.
    pub generation: u32,
}

/// A text that names no generation of an activity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// The part before the `#`.
    #[error(transparent)]
    Key(#[from] IdError),
    /// The part after it.
    #[error(
        "`{text}` is not a generation (a whole number from 1; a `#` within a part is written %23)"
    )]
    Generation {
        /// What was given.
        text: String,
    },
}

impl Identity {
    /// The seed that the engine draws this generation's delays by.
    pub fn seed(&self) -> JitterSeed {
        JitterSeed::of(&self.key, self.generation)
    }
}

impl FromStr for Identity {
    type Err = IdentityError;

    fn from_str(text: &str) -> Result<Self, IdentityError> {
        let (key, generation) = text.split_once('#').unwrap_or((text, "1"));
        let number =
            generation.parse().ok().filter(|n: &u32| *n > 0 && n.to_string() == generation);
        let generation =
            number.ok_or_else(|| IdentityError::Generation { text: generation.to_owned() })?;
        Ok(Self { key: key.parse()?, generation })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.key, self.generation)
    }
}

impl Serialize for Identity {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let identity: Identity = "default/order-1001/run-1/charge".parse().unwrap();
        assert_eq!(identity.to_string(), "default/order-1001/run-1/charge#1");
        let key = ActivityKey::new("t", "a#b", "100%", "x/y").unwrap();
        let odd = Identity { key, generation: u32::MAX };
        assert_eq!(odd.to_string().parse(), Ok(odd));
    }

    #[test]
    fn names_the_part_that_is_wrong() {
        let generation =
            |text: &str| matches!(text.parse::<Identity>(), Err(IdentityError::Generation { .. }));
        for text in ["t/w/e/a#", "t/w/e/a#0", "t/w/e/a#+1", "t/w/e/a#01", "t/w/e/a#4294967296"] {
            assert!(generation(text), "{text}");
        }
        assert!(generation("t/w/e/a#b#2"), "a raw # within a part");
        for text in ["", "#1", "t/w/e#1", "t/w/e/a/b", "t//e/a"] {
            assert!(matches!(text.parse::<Identity>(), Err(IdentityError::Key(_))), "{text}");
        }
    }
}
