//! Dead letters: what could not go on, kept for an operator (spec §16).

use std::collections::BTreeMap;

use super::attempt::named;
use super::{
    ActivityKey, ContentRef, DeadLetterId, Failure, FailureSummary, GiveUpReason, PolicyPin,
    Timestamp,
};
use serde::{Deserialize, Serialize};

named! {
    /// What became of a dead letter.
    DeadLetterStatus {
        /// Waiting for an operator.
        Dead = "dead",
        /// Its activity lives on as the next generation.
        Replayed = "replayed",
        /// Put out of sight.
        Purged = "purged",
    }
}

/// One death of one generation of an activity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Activity and generation.
    pub id: DeadLetterId,
    /// The identity.
    pub key: ActivityKey,
    /// The kind of work.
    pub activity_type: String,
    /// The queue it was polled from.
    pub queue: String,
    /// The policy version that decided.
    pub policy: PolicyPin,
    /// The caller's labels.
    pub metadata: BTreeMap<String, String>,
    /// The payload, as scheduled.
    pub payload: ContentRef,
    /// What became of it.
    pub status: DeadLetterStatus,
    /// The planner's first "no".
    pub reason: GiveUpReason,
    /// Runs of the generation.
    pub attempts: u32,
    /// The last failure in short, with its classification.
    pub summary: FailureSummary,
    /// The last failure in full, with stack trace and metadata.
    pub failure: Failure,
    /// The worker that reported the last failure.
    pub worker_id: String,
    /// When the activity was first scheduled.
    pub scheduled_at: Timestamp,
    /// When the last attempt started.
    pub last_attempt_at: Option<Timestamp>,
    /// When it died.
    pub died_at: Timestamp,
    /// When its status last changed.
    pub updated_at: Timestamp,
}
