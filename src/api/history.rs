//! The history of an activity, event by event, without secrets.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::model::{Event, EventKind, ScheduledSpec, Timestamp};

/// One event of an activity's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HistoryEvent {
    /// Its place in the history, from 1 without gaps.
    pub index: u64,
    /// Its name, e.g. `RetryDelayed`.
    pub event: String,
    /// The generation it belongs to.
    pub generation: u32,
    /// The attempt it is about.
    pub attempt: Option<u32>,
    /// When it was decided.
    pub at: Timestamp,
    /// What else is known, by the event's name.
    pub details: Map<String, Value>,
}

impl From<Event> for HistoryEvent {
    fn from(event: Event) -> Self {
        let name = event.kind.name().to_owned();
        let (attempt, details) = split(event.kind);
        let details = match details {
            Value::Object(map) => map.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        };
        let Event { index, generation, at, .. } = event;
        Self { index, event: name, generation, attempt, at, details }
    }
}

/// Parts an event into its attempt and the rest. Lease tokens are left out: they are secrets.
fn split(kind: EventKind) -> (Option<u32>, Value) {
    match kind {
        EventKind::Scheduled { spec } => (None, scheduled(&spec)),
        EventKind::Leased { token: _, attempt, worker_id, late_ms, expires_at } => {
            let details =
                json!({"worker_id": worker_id, "late_ms": late_ms, "expires_at": expires_at});
            (Some(attempt), details)
        }
        EventKind::Released { token: _, attempt } => (Some(attempt), Value::Null),
        EventKind::Failed {
            token: _,
            attempt,
            worker_id,
            reported_by,
            failure,
            class,
            classified_by,
        } => {
            let details = json!({
                "worker_id": worker_id,
                "reported_by": reported_by,
                "failure": failure,
                "class": class,
                "classified_by": classified_by,
            });
            (Some(attempt), details)
        }
        EventKind::RetryDelayed { attempt, strategy, base_delay_ms, delay_ms, due_at } => {
            let details = json!({
                "strategy": strategy,
                "base_delay_ms": base_delay_ms,
                "delay_ms": delay_ms,
                "due_at": due_at,
            });
            (Some(attempt), details)
        }
        EventKind::RetriesExhausted { attempt, reason } => {
            (Some(attempt), json!({"reason": reason}))
        }
        EventKind::Completed { token: _, attempt, worker_id, result } => {
            (Some(attempt), json!({"worker_id": worker_id, "result": result}))
        }
        EventKind::DeadLettered { reason } => (None, json!({"reason": reason})),
        EventKind::Replayed { policy, due_at, operation, reason } => {
            let details = json!({
                "policy": policy,
                "due_at": due_at,
                "operation_id": operation,
                "reason": reason,
            });
            (None, details)
        }
        EventKind::Purged { dead_generation, operation, reason } => {
            let details = json!({
                "dead_generation": dead_generation,
                "operation_id": operation,
                "reason": reason,
            });
            (None, details)
        }
    }
}

fn scheduled(spec: &ScheduledSpec) -> Value {
    json!({
        "workflow_id": spec.key.workflow_id,
        "execution_id": spec.key.execution_id,
        "activity_id": spec.key.activity_id,
        "activity_type": spec.activity_type,
        "queue": spec.queue,
        "policy": spec.policy,
        "priority": spec.priority,
        "run_at": spec.run_at,
        "metadata": spec.metadata,
        "payload": spec.payload,
        "idempotency_key": spec.idempotency_key,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ActivityKey, LeaseToken};

    #[test]
    fn keeps_the_token_secret() {
        let activity = ActivityKey::new("t", "w", "e", "a").unwrap().id();
        let token = LeaseToken::new(activity, [7; 24]);
        let at = Timestamp::EPOCH;
        let kind = EventKind::Leased {
            token,
            attempt: 2,
            worker_id: "w1".into(),
            late_ms: 3,
            expires_at: at,
        };
        let event = Event { activity, index: 3, generation: 1, at, kind };
        let json = serde_json::to_value(HistoryEvent::from(event)).unwrap();
        let expected = json!({"index": 3, "event": "Leased", "generation": 1, "attempt": 2,
            "at": "1970-01-01T00:00:00.000Z",
            "details": {"worker_id": "w1", "late_ms": 3, "expires_at": "1970-01-01T00:00:00.000Z"}});
        assert_eq!(json, expected);
    }
}
