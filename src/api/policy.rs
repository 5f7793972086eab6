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
    /// Who published it; absent: nobody said.
    #[serde(default)]
    pub by: Option<String>,
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

/// Makes a published version the active one. An older one is a rollback.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivateRequest {
    /// Which version.
    pub version: u32,
    /// Activates only if this is the active version now.
    #[serde(default)]
    pub if_active: Option<u32>,
    /// Why, for the history.
    #[serde(default)]
    pub reason: Option<String>,
}

impl ActivateRequest {
    /// Checks the reason; whether the version exists the engine knows.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        if let Some(reason) = &self.reason {
            checks.length("reason", reason, MAX_REASON_BYTES);
        }
        checks.finish()
    }
}

/// A version that became the active one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivationView {
    /// Which version.
    pub version: u32,
    /// When.
    pub at: Timestamp,
    /// Who; absent: nobody said.
    pub by: Option<String>,
    /// Why; absent: nobody said.
    pub reason: Option<String>,
}

/// A version with the activities that it decides for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VersionUse {
    /// The version.
    pub version: PolicyVersionView,
    /// Activities pinned to it that are not at an end.
    pub live_activities: u64,
}

/// What became of a policy: who published and activated what, when and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyHistoryView {
    /// Always `policy_history`.
    pub object: String,
    /// The policy's name.
    pub name: String,
    /// The versions, oldest first.
    pub versions: Vec<VersionUse>,
    /// The activations, oldest first.
    pub activations: Vec<ActivationView>,
}

/// Whether a stored version is still what was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyCheck {
    /// The policy's name.
    pub name: String,
    /// The version.
    pub version: u32,
    /// The digest that was stored with it.
    pub digest: String,
    /// What is wrong; absent: nothing.
    pub fault: Option<String>,
}

/// The checks of every version, by name and version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyChecks {
    /// One for each version.
    pub checks: Vec<PolicyCheck>,
}
