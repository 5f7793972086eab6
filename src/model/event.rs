//! The append-only history of an activity: the truth that state rows are folded from (spec §18).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    ActivityId, ActivityKey, ClassifiedBy, ContentRef, Failure, FailureClass, GiveUpReason,
    LeaseToken, OperationId, PolicyPin, Priority, StrategyKind, Timestamp,
};

/// One entry of an activity's history. Immutable once committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The activity.
    pub activity: ActivityId,
    /// Its place in the activity's history, from 1 without gaps.
    pub index: u64,
    /// The generation it belongs to.
    pub generation: u32,
    /// When it was decided, in engine time.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

/// Everything that a schedule request fixes for an activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledSpec {
    /// The identity.
    pub key: ActivityKey,
    /// The kind of work.
    pub activity_type: String,
    /// The queue that workers poll.
    pub queue: String,
    /// The policy version pinned to generation 1.
    pub policy: PolicyPin,
    /// The priority of the request; absent: the policy's.
    pub priority: Option<Priority>,
    /// When the first attempt is due.
    pub run_at: Timestamp,
    /// The caller's labels.
    pub metadata: BTreeMap<String, String>,
    /// The payload.
    pub payload: ContentRef,
    /// SHA-256 (hex) over the request's content, to tell a repeat from a clash.
    pub content_hash: String,
    /// The key that a downstream refuses repeats by; stable over attempts.
    pub idempotency_key: String,
}

/// Who says that an attempt failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reporter {
    /// The worker that ran it.
    Worker,
    /// The engine, because the lease ran out. A later report of the worker is refused.
    Engine,
}

/// The closed list of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all_fields = "snake_case")]
pub enum EventKind {
    /// The activity exists and may run from `run_at` on.
    Scheduled {
        /// What was asked for.
        spec: Box<ScheduledSpec>,
    },
    /// A worker got the exclusive right to run one attempt.
    Leased {
        /// The fencing token.
        token: LeaseToken,
        /// The attempt, from 1.
        attempt: u32,
        /// Who.
        worker_id: String,
        /// How long it had been due, in milliseconds.
        late_ms: u64,
        /// When the silence gets too long, unless a heartbeat renews it.
        expires_at: Timestamp,
    },
    /// The lease was given back unrun: the attempt does not count.
    Released {
        /// The token that ended.
        token: LeaseToken,
        /// The attempt that was not run.
        attempt: u32,
    },
    /// An attempt failed. A permanent failure ends the generation.
    Failed {
        /// The token that ended.
        token: LeaseToken,
        /// The attempt.
        attempt: u32,
        /// Who ran it.
        worker_id: String,
        /// Who says so.
        reported_by: Reporter,
        /// The whole failure.
        failure: Box<Failure>,
        /// What it was taken for.
        class: FailureClass,
        /// By what.
        classified_by: ClassifiedBy,
    },
    /// The next attempt has a durable due time.
    RetryDelayed {
        /// The attempt that failed.
        attempt: u32,
        /// The growth that gave the delay.
        strategy: StrategyKind,
        /// The delay before any Retry-After, in milliseconds; the next decorrelated delay needs it.
        base_delay_ms: u64,
        /// The wait, in milliseconds.
        delay_ms: u64,
        /// When the next attempt is due.
        due_at: Timestamp,
    },
    /// Nothing is tried again although the failure is transient.
    RetriesExhausted {
        /// The attempts that were run.
        attempt: u32,
        /// The planner's first "no".
        reason: GiveUpReason,
    },
    /// An attempt succeeded.
    Completed {
        /// The token that ended.
        token: LeaseToken,
        /// The attempt.
        attempt: u32,
        /// Who ran it.
        worker_id: String,
        /// What it gave.
        result: Option<ContentRef>,
    },
    /// The generation became an entry of the dead letter queue.
    DeadLettered {
        /// Why.
        reason: GiveUpReason,
    },
    /// A dead or failed activity starts its next generation.
    Replayed {
        /// The policy version pinned to the new generation.
        policy: PolicyPin,
        /// When its first attempt is due.
        due_at: Timestamp,
        /// The operation that did it.
        operation: OperationId,
        /// What the operator gave as the reason.
        reason: Option<String>,
    },
    /// A dead letter was put out of sight.
    Purged {
        /// The generation whose entry it was.
        dead_generation: u32,
        /// The operation that did it.
        operation: OperationId,
        /// What the operator gave as the reason.
        reason: Option<String>,
    },
}

impl EventKind {
    /// The event's name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Scheduled { .. } => "Scheduled",
            Self::Leased { .. } => "Leased",
            Self::Released { .. } => "Released",
            Self::Failed { .. } => "Failed",
            Self::RetryDelayed { .. } => "RetryDelayed",
            Self::RetriesExhausted { .. } => "RetriesExhausted",
            Self::Completed { .. } => "Completed",
            Self::DeadLettered { .. } => "DeadLettered",
            Self::Replayed { .. } => "Replayed",
            Self::Purged { .. } => "Purged",
        }
    }
}
