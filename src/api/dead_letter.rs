//! Dead letters as they are shown (spec §16).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FailureBody, FailureSummaryView, HistoryEvent, PolicyRef, WireBytes};
use crate::model::{
    ActivityId, DeadLetter, DeadLetterId, DeadLetterStatus, Event, Failure, GiveUpReason, Timestamp,
};

/// One death of one generation of an activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeadLetterView {
    /// The id: activity and generation.
    pub id: DeadLetterId,
    /// Always `dead_letter`.
    pub object: String,
    /// The tenant.
    pub tenant: String,
    /// The activity that died.
    pub activity: ActivityId,
    /// The workflow.
    pub workflow_id: String,
    /// The run of the workflow.
    pub execution_id: String,
    /// The activity within the run.
    pub activity_id: String,
    /// The kind of work.
    pub activity_type: String,
    /// The queue it was polled from.
    pub queue: String,
    /// The policy version that decided.
    pub policy: PolicyRef,
    /// The labels of the activity.
    pub metadata: BTreeMap<String, String>,
    /// What became of the entry.
    pub status: DeadLetterStatus,
    /// Which life ended.
    pub generation: u32,
    /// Runs of the generation.
    pub attempts: u32,
    /// Runs that it could have had; absent: unlimited.
    pub max_attempts: Option<u32>,
    /// Why nothing was tried again.
    pub reason: GiveUpReason,
    /// The last failure in short.
    pub error: FailureSummaryView,
    /// The worker that reported it.
    pub worker_id: String,
    /// When the activity was first scheduled.
    pub scheduled_at: Timestamp,
    /// When the last attempt started.
    pub last_attempt_at: Option<Timestamp>,
    /// When it died.
    pub created_at: Timestamp,
    /// When the entry last changed.
    pub updated_at: Timestamp,
    /// The payload's length, in bytes.
    pub payload_bytes: u64,
    /// The last failure in full, with its stack trace. Shown for one entry, not in lists.
    // Not the request's type: a reader of answers ignores keys that it does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<FailureBody>)]
    pub failure: Option<Failure>,
    /// The events of the generation. Shown for one entry, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<HistoryEvent>>,
    /// The payload, if it is UTF-8. Shown for one entry, not in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
    /// The payload in base64, if it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_base64: Option<String>,
}

impl DeadLetterView {
    /// Shows an entry as a list does.
    pub fn of(entry: &DeadLetter) -> Self {
        Self {
            id: entry.id,
            object: "dead_letter".to_owned(),
            tenant: entry.key.tenant.clone(),
            activity: entry.id.activity,
            workflow_id: entry.key.workflow_id.clone(),
            execution_id: entry.key.execution_id.clone(),
            activity_id: entry.key.activity_id.clone(),
            activity_type: entry.activity_type.clone(),
            queue: entry.queue.clone(),
            policy: PolicyRef::from(&entry.policy),
            metadata: entry.metadata.clone(),
            status: entry.status,
            generation: entry.id.generation,
            attempts: entry.attempts,
            max_attempts: entry.policy.max_attempts,
            reason: entry.reason,
            error: entry.summary.clone().into(),
            worker_id: entry.worker_id.clone(),
            scheduled_at: entry.scheduled_at,
            last_attempt_at: entry.last_attempt_at,
            created_at: entry.died_at,
            updated_at: entry.updated_at,
            payload_bytes: entry.payload.bytes,
            failure: None,
            history: None,
            payload: None,
            payload_base64: None,
        }
    }

    /// Shows an entry in full; `events`: the history of its generation.
    pub fn in_full(entry: &DeadLetter, events: Vec<Event>, payload: Vec<u8>) -> Self {
        let WireBytes { text, base64 } = WireBytes::encode(payload);
        Self {
            failure: Some(entry.failure.clone()),
            history: Some(events.into_iter().map(HistoryEvent::from).collect()),
            payload: text,
            payload_base64: base64,
            ..Self::of(entry)
        }
    }
}
