//! The state of one activity: the fold of its events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    ActivityId, ActivityKey, ActivityState, ContentRef, FailureSummary, GiveUpReason, LeaseToken,
    MaxAttempts, Priority, StrategyKind, Timestamp,
};

/// The policy version that decides for one generation of an activity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PolicyPin {
    /// The policy's name.
    pub name: String,
    /// Its version; 0 is the built-in `default`.
    pub version: u32,
    /// `sha256:` and the digest of its canonical form.
    pub digest: String,
    /// `maxAttempts` for this activity's type; absent: unlimited.
    pub max_attempts: Option<u32>,
    /// The growth for this activity's type.
    pub strategy: StrategyKind,
}

impl PolicyPin {
    /// How many runs the generation may have.
    pub fn max_attempts(&self) -> MaxAttempts {
        self.max_attempts.into()
    }
}

/// The exclusive right of one worker to run one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The fencing token.
    pub token: LeaseToken,
    /// Who holds it.
    pub worker_id: String,
    /// When it was granted.
    pub granted_at: Timestamp,
    /// When it ends, unless renewed. The only value that history does not hold: heartbeats move it.
    pub expires_at: Timestamp,
}

/// The state of one activity. Equal to the fold of its events, but for heartbeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// The id, derived from the identity.
    pub id: ActivityId,
    /// The identity.
    pub key: ActivityKey,
    /// The kind of work.
    pub activity_type: String,
    /// The queue that workers poll.
    pub queue: String,
    /// The policy version of this generation.
    pub policy: PolicyPin,
    /// The priority asked for; absent: the policy's.
    pub priority: Option<Priority>,
    /// The caller's labels.
    pub metadata: BTreeMap<String, String>,
    /// The payload.
    pub payload: ContentRef,
    /// SHA-256 (hex) over the schedule request's content.
    pub content_hash: String,
    /// The key that a downstream refuses repeats by.
    pub idempotency_key: String,
    /// Where it is; a `Delayed` one that is due counts as `Scheduled` ([`Activity::state_at`]).
    pub state: ActivityState,
    /// Which life, from 1.
    pub generation: u32,
    /// Runs of this generation so far.
    pub attempt: u32,
    /// Leases given back unrun since the last run.
    pub releases: u32,
    /// When it may run: set in `Scheduled` and `Delayed` only.
    pub due_at: Option<Timestamp>,
    /// Set in `Running` only.
    pub lease: Option<Lease>,
    /// When the last attempt started.
    pub last_attempt_at: Option<Timestamp>,
    /// The last delay of this generation before any Retry-After, in milliseconds.
    pub base_delay_ms: Option<u64>,
    /// The last delay of this generation, in milliseconds.
    pub delay_ms: Option<u64>,
    /// The last failure of this generation.
    pub last_failure: Option<FailureSummary>,
    /// Why this generation ended without success.
    pub reason: Option<GiveUpReason>,
    /// What this generation gave.
    pub result: Option<ContentRef>,
    /// When it was first scheduled.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// How many events it has.
    pub version: u64,
}

impl Activity {
    /// The state as of `now`: a delay that is over leaves `Scheduled`, without a write.
    pub fn state_at(&self, now: Timestamp) -> ActivityState {
        match self.state {
            ActivityState::Delayed if self.due_at.is_some_and(|due| due <= now) => {
                ActivityState::Scheduled
            }
            state => state,
        }
    }

    /// Tells whether a worker could have it at `now`.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.lease.is_none() && self.due_at.is_some_and(|due| due <= now)
    }
}
