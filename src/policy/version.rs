//! One version of a policy: its effective values by activity type, their canonical form and its
//! digest.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::draft::Draft;
use super::effective::EffectivePolicy;
use super::resolve::resolve;

/// The content of a policy version: what holds for every activity type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicySet {
    /// What holds for a type without an override.
    pub base: EffectivePolicy,
    /// What holds for the types whose override changes something.
    pub activities: BTreeMap<String, EffectivePolicy>,
}

/// Why a text is not the canonical form of a policy.
#[derive(Debug, thiserror::Error)]
pub enum CanonicalError {
    /// It is not JSON, or not of this shape.
    #[error("malformed canonical policy")]
    Malformed(#[from] serde_json::Error),
    /// It means a policy, but is not the one text that stands for it.
    #[error("the policy is not in its canonical form")]
    NotCanonical,
}

impl PolicySet {
    /// Makes a set; overrides that change nothing are dropped.
    pub fn new(base: EffectivePolicy, mut activities: BTreeMap<String, EffectivePolicy>) -> Self {
        activities.retain(|_, policy| *policy != base);
        Self { base, activities }
    }

    /// The built-in policy `default`: every value is the default.
    ///
    /// # Panics
    /// Never: an absent draft holds no mistake.
    pub fn builtin_default() -> Self {
        let (base, _) = resolve(&Draft::default()).expect("an absent draft holds no mistake");
        Self::new(base, BTreeMap::new())
    }

    /// What holds for an activity type.
    pub fn for_type(&self, activity_type: &str) -> &EffectivePolicy {
        self.activities.get(activity_type).unwrap_or(&self.base)
    }

    /// The one text that stands for this content: JSON without spaces, keys sorted, every default
    /// filled in, durations in milliseconds, decimals as texts. Metadata is no part of it.
    pub fn canonical(&self) -> String {
        let mut value = serde_json::json!(self);
        value.sort_all_objects();
        value.to_string()
    }

    /// `sha256:` and the SHA-256 of the canonical form in lower-case hex.
    pub fn digest(&self) -> String {
        format!("sha256:{}", HEXLOWER.encode(&Sha256::digest(self.canonical())))
    }

    /// Reads the canonical form back; any other text for the same content is refused.
    pub fn from_canonical(text: &str) -> Result<Self, CanonicalError> {
        let set: Self = serde_json::from_str(text)?;
        if set.canonical() == text { Ok(set) } else { Err(CanonicalError::NotCanonical) }
    }
}
