//! Leases: asking for work, and keeping it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{
    ActivityView, FieldIssue, Invalid, MAX_BATCH, MAX_WAIT, MAX_WORKER_QUEUES, decode_bytes,
};
use crate::model::{LeaseToken, Timestamp, check_name};

/// Asks for work; waits for it if there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcquireRequest {
    /// Who asks.
    pub worker_id: String,
    /// The queues to take from: 1 to 64.
    pub queues: Vec<String>,
    /// The activity types to take; empty: all.
    #[serde(default)]
    pub activity_types: Vec<String>,
    /// Most leases to grant: 1 to 1,000; 1 if absent.
    #[serde(default = "one")]
    pub max: u32,
    /// How long to wait for the first, in milliseconds: at most 60,000; 0 if absent.
    #[serde(default)]
    pub wait_ms: u64,
}

fn one() -> u32 {
    1
}

impl AcquireRequest {
    /// Checks names, counts and the wait.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        checks.name("worker_id", &self.worker_id);
        checks.count("queues", self.queues.len(), 1, MAX_WORKER_QUEUES);
        checks.count("activity_types", self.activity_types.len(), 0, MAX_WORKER_QUEUES);
        for (field, names) in [("queues", &self.queues), ("activity_types", &self.activity_types)] {
            for error in names.iter().filter_map(|name| check_name("a name", name).err()) {
                checks.refuse(field, error.to_string());
            }
        }
        let most = usize::try_from(self.max).is_ok_and(|max| (1..=MAX_BATCH).contains(&max));
        checks.require(most, "max", &format!("is outside 1 to {MAX_BATCH}"));
        let wait = self.wait_ms <= MAX_WAIT.0;
        checks.require(wait, "wait_ms", &format!("is longer than {} ms", MAX_WAIT.0));
        checks.finish()
    }
}

/// The right to run one attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeaseView {
    /// The fencing token that every report names.
    pub token: LeaseToken,
    /// When the lease ends unless it is renewed, by the engine's clock.
    pub expires_at: Timestamp,
    /// The same as a span from the answer on, in milliseconds, for workers whose clock differs.
    pub expires_in_ms: u64,
    /// The attempt to run, from 1.
    pub attempt: u32,
    /// Runs that the generation may have; absent: unlimited.
    pub max_attempts: Option<u32>,
    /// Which life of the activity.
    pub generation: u32,
    /// The key that a downstream refuses repeats by; stable over attempts.
    pub idempotency_key: String,
    /// The activity.
    pub activity: ActivityView,
    /// The payload, if it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
    /// The payload in base64, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_base64: Option<String>,
}

impl LeaseView {
    /// The payload's bytes.
    pub fn payload_bytes(&self) -> Result<Vec<u8>, FieldIssue> {
        let text = self.payload.as_deref();
        let bytes = decode_bytes("payload", text, self.payload_base64.as_deref())?;
        Ok(bytes.unwrap_or_default())
    }
}

/// The leases granted; none if the wait ended first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AcquireResponse {
    /// The leases, in the order of their due times.
    pub leases: Vec<LeaseView>,
}

/// The answer to a heartbeat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HeartbeatResponse {
    /// When the lease ends now, by the engine's clock.
    pub expires_at: Timestamp,
    /// The same as a span from the answer on, in milliseconds.
    pub expires_in_ms: u64,
    /// An operator cancelled the activity: stop the work.
    pub cancelled: bool,
}

/// The body of a call that says all in its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoBody {}
