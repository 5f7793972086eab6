//! From what the engine and the store answer with to what the wire shows.

use crate::api::{
    ActivityView, Decision, LeaseView, OperationView, OutcomesView, PolicyVersionView, WireBytes,
};
use crate::model::{Operation, OperationKind, Timestamp};
use crate::retry::engine;
use crate::retry::persistence::{Outcomes, PolicyVersion};
use crate::runtime::Grant;

/// Shows a decision.
pub(super) fn decision(decision: engine::Decision) -> Decision {
    match decision {
        engine::Decision::Completed { attempt } => Decision::Completed { attempt },
        engine::Decision::Retry { class, classified_by, attempt, delay_ms, due_at } => {
            Decision::Retry { class, classified_by, attempt, delay_ms, due_at }
        }
        engine::Decision::GiveUp { class, classified_by, attempt, reason, dead_letter } => {
            match dead_letter {
                Some(dead_letter_id) => {
                    Decision::DeadLetter { class, classified_by, attempt, reason, dead_letter_id }
                }
                None => Decision::Failed { class, classified_by, attempt, reason },
            }
        }
        engine::Decision::Released => Decision::Released,
    }
}

/// Shows leases as of `now`.
pub(super) fn leases(grants: Vec<Grant>, now: Timestamp) -> Vec<LeaseView> {
    grants.into_iter().filter_map(|grant| lease(grant, now)).collect()
}

/// Shows a lease; every grant has one.
fn lease(Grant { activity, payload }: Grant, now: Timestamp) -> Option<LeaseView> {
    let lease = activity.lease.as_ref()?;
    let WireBytes { text, base64 } = WireBytes::encode(payload);
    Some(LeaseView {
        token: lease.token,
        expires_at: lease.expires_at,
        expires_in_ms: lease.expires_at.since(now).0,
        attempt: activity.attempt,
        max_attempts: activity.policy.max_attempts,
        generation: activity.generation,
        idempotency_key: activity.idempotency_key.clone(),
        activity: ActivityView::of(&activity, now),
        payload: text,
        payload_base64: base64,
    })
}

/// Shows a policy version as a list does.
pub(super) fn policy_version(version: &PolicyVersion) -> PolicyVersionView {
    PolicyVersionView {
        object: "policy_version".to_owned(),
        name: version.name.clone(),
        version: version.version,
        digest: version.digest.clone(),
        active: version.active_since.is_some(),
        message: version.message.clone(),
        created_at: (version.version > 0).then_some(version.published_at),
        by: version.published_by.clone(),
        source: None,
    }
}

/// Shows an operation with what became of what it replayed.
pub(super) fn operation(operation: Operation, outcomes: Outcomes) -> OperationView {
    let outcomes = match operation.kind {
        OperationKind::Replay => {
            let Outcomes { completed, retrying, dead_again } = outcomes;
            Some(OutcomesView { completed, retrying, dead_again })
        }
        OperationKind::Purge => None,
    };
    OperationView { outcomes, ..OperationView::from(operation) }
}
