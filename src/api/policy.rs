//! Policies on the engine: immutable versions, one of them active.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{Invalid, MAX_REASON_BYTES};
use crate::model::Timestamp;

/// Publishes the next version of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishRequest {
    /// The policy's name; needed if the document does not say it.
    #[serde(default)]
    pub name: Option<String>,
    /// The YAML text, one document.
    pub source: String,
    /// What changed, for the history.
    #[serde(default)]
    pub message: Option<String>,
    /// Publishes only if the newest version is this one; 0: if there is none.
    #[serde(default)]
    pub if_version: Option<u32>,
    /// Makes it the active version at once; version 1 always is.
    #[serde(default)]
    pub activate: bool,
}

impl PublishRequest {
    /// Checks the name and the message; the document is checked by the policy parser.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        if let Some(name) = &self.name {
            checks.name("name", name);
        }
        if let Some(message) = &self.message {
            checks.length("message", message, MAX_REASON_BYTES);
        }
        checks.finish()
    }
}

/// What publishing did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishResponse {
    /// The version that now holds the document.
    pub version: PolicyVersionView,
    /// False: the newest version already held the same policy.
    pub created: bool,
}

/// One version of a policy. It never changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyVersionView {
    /// Always `policy_version`.
    pub object: String,
    /// The policy's name.
    pub name: String,
    /// The version, from 1; 0 is the built-in `default`.
    pub version: u32,
    /// `sha256:` and the digest of the canonical form.
    pub digest: String,
    /// Whether new activities get it.
    pub active: bool,
    /// What changed, as its publisher said.
    pub message: Option<String>,
    /// When it was published; absent: built in.
    pub created_at: Option<Timestamp>,
    /// The YAML text. Shown for one policy, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyView {
    /// Always `policy`.
    pub object: String,
    /// The name.
    pub name: String,
    /// The newest version.
    pub latest_version: u32,
    /// The version that new activities get.
    pub active: PolicyVersionView,
}
