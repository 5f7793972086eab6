//! Activities as they are shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{FailureSummaryView, FieldIssue, Invalid, MAX_WAIT, WireBytes};
use crate::model::{
    Activity, ActivityId, ActivityState, FailureSummary, GiveUpReason, Lease, Millis, PolicyPin,
    Priority, StrategyKind, Timestamp,
};

/// Which policy version decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PolicyRef {
    /// The policy's name.
    pub name: String,
    /// Its version; 0 is the built-in `default`.
    pub version: u32,
    /// `sha256:` and the digest of its canonical form.
    pub digest: String,
}

impl From<&PolicyPin> for PolicyRef {
    fn from(pin: &PolicyPin) -> Self {
        Self { name: pin.name.clone(), version: pin.version, digest: pin.digest.clone() }
    }
}

/// The retry state of an activity (spec §10).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RetryView {
    /// Runs of this generation so far.
    pub attempts: u32,
    /// When the last one started.
    pub last_attempt: Option<Timestamp>,
    /// When the next one is due.
    pub next_attempt: Option<Timestamp>,
    /// The growth of the gaps.
    pub strategy: StrategyKind,
    /// The last delay, in milliseconds.
    pub delay_ms: Option<u64>,
    /// The last failure, e.g. `HttpError: 503`.
    pub reason: Option<String>,
}

/// Who runs an activity at present.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeaseHolder {
    /// The worker.
    pub worker_id: String,
    /// Since when.
    pub granted_at: Timestamp,
    /// Until when, unless it is renewed.
    pub expires_at: Timestamp,
}

impl From<&Lease> for LeaseHolder {
    // The token stays behind: it is the holder's secret.
    fn from(lease: &Lease) -> Self {
        Self {
            worker_id: lease.worker_id.clone(),
            granted_at: lease.granted_at,
            expires_at: lease.expires_at,
        }
    }
}

/// An activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ActivityView {
    /// The id.
    pub id: ActivityId,
    /// Always `activity`.
    pub object: String,
    /// The tenant.
    pub tenant: String,
    /// The workflow.
    pub workflow_id: String,
    /// The run of the workflow.
    pub execution_id: String,
    /// The activity within the run.
    pub activity_id: String,
    /// The kind of work.
    pub activity_type: String,
    /// The queue.
    pub queue: String,
    /// The priority asked for; absent: the policy's.
    pub priority: Option<Priority>,
    /// Labels.
    pub metadata: BTreeMap<String, String>,
    /// Where it is in its life.
    pub state: ActivityState,
    /// Which life, from 1.
    pub generation: u32,
    /// Runs of this generation so far.
    pub attempt: u32,
    /// Runs that the generation may have; absent: unlimited.
    pub max_attempts: Option<u32>,
    /// The policy version of this generation.
    pub policy: PolicyRef,
    /// When it may run.
    pub due_at: Option<Timestamp>,
    /// The retry state.
    pub retry: RetryView,
    /// Who runs it at present.
    pub lease: Option<LeaseHolder>,
    /// The last failure of this generation.
    pub last_failure: Option<FailureSummaryView>,
    /// Why the generation ended without success.
    pub reason: Option<GiveUpReason>,
    /// The key that a downstream refuses repeats by.
    pub idempotency_key: String,
    /// The payload's length, in bytes.
    pub payload_bytes: u64,
    /// The result, if it was asked for, exists and is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The result in base64, if it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_base64: Option<String>,
    /// When it was first scheduled.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// How many events it has.
    pub version: u64,
}

impl ActivityView {
    /// Shows an activity as of `now`, without the bytes of its result.
    pub fn of(activity: &Activity, now: Timestamp) -> Self {
        Self {
            id: activity.id,
            object: "activity".to_owned(),
            tenant: activity.key.tenant.clone(),
            workflow_id: activity.key.workflow_id.clone(),
            execution_id: activity.key.execution_id.clone(),
            activity_id: activity.key.activity_id.clone(),
            activity_type: activity.activity_type.clone(),
            queue: activity.queue.clone(),
            priority: activity.priority,
            metadata: activity.metadata.clone(),
            state: activity.state_at(now),
            generation: activity.generation,
            attempt: activity.attempt,
            max_attempts: activity.policy.max_attempts,
            policy: PolicyRef::from(&activity.policy),
            due_at: activity.due_at,
            retry: RetryView {
                attempts: activity.attempt,
                last_attempt: activity.last_attempt_at,
                next_attempt: activity.due_at,
                strategy: activity.policy.strategy,
                delay_ms: activity.delay_ms,
                reason: activity.last_failure.as_ref().map(FailureSummary::headline),
            },
            lease: activity.lease.as_ref().map(LeaseHolder::from),
            last_failure: activity.last_failure.clone().map(FailureSummaryView::from),
            reason: activity.reason,
            idempotency_key: activity.idempotency_key.clone(),
            payload_bytes: activity.payload.bytes,
            result: None,
            result_base64: None,
            created_at: activity.created_at,
            updated_at: activity.updated_at,
            version: activity.version,
        }
    }

    /// Adds the bytes of the result.
    #[must_use]
    pub fn with_result(self, bytes: Vec<u8>) -> Self {
        let WireBytes { text, base64 } = WireBytes::encode(bytes);
        Self { result: text, result_base64: base64, ..self }
    }
}

/// How long a caller waits for an activity's end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WaitQuery {
    /// A duration such as `30s`, at most `1m`; absent: no wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
}

impl WaitQuery {
    /// The wait, if one is asked for.
    pub fn duration(&self) -> Result<Option<Millis>, Invalid> {
        let Some(text) = &self.wait else { return Ok(None) };
        match Millis::parse(text) {
            Ok(wait) if wait <= MAX_WAIT => Ok(Some(wait)),
            Ok(_) => Err(FieldIssue::new("wait", format!("is longer than {MAX_WAIT}")).into()),
            Err(error) => Err(FieldIssue::new("wait", error.to_string()).into()),
        }
    }
}
