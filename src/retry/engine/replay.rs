//! Folding events into state (spec §18): the one place that says what an event does.

use crate::model::{
    Activity, ActivityId, ActivityState, Event, EventKind, FailureClass, FailureSummary,
    GiveUpReason, Lease, LeaseToken, ScheduledSpec,
};

/// A history that cannot have happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No events at all.
    #[error("the history is empty")]
    Empty,
    /// An event is missing, repeated or belongs to another activity.
    #[error("event {index} of {activity} follows event {after}")]
    Gap {
        /// Whose history.
        activity: ActivityId,
        /// The event.
        index: u64,
        /// The one before.
        after: u64,
    },
    /// The state does not allow the event.
    #[error("event {index} of {activity}: {event} in state {state}")]
    Illegal {
        /// Whose history.
        activity: ActivityId,
        /// The event.
        index: u64,
        /// Its name.
        event: &'static str,
        /// The state before.
        state: &'static str,
    },
}

/// Folds a whole history, from its first event on, into the state that it left.
pub fn fold<'a>(history: impl IntoIterator<Item = &'a Event>) -> Result<Activity, ReplayError> {
    let state = history.into_iter().try_fold(None, |state, event| apply(state, event).map(Some))?;
    state.ok_or(ReplayError::Empty)
}

/// Applies one event to the state before it (absent: the activity does not exist yet).
pub fn apply(state: Option<Activity>, event: &Event) -> Result<Activity, ReplayError> {
    let before = state.as_ref().map_or(0, |activity| activity.version);
    let same = state.as_ref().is_none_or(|activity| activity.id == event.activity);
    if !same || event.index != before + 1 {
        return Err(ReplayError::Gap {
            activity: event.activity,
            index: event.index,
            after: before,
        });
    }
    let mut activity = match (state, &event.kind) {
        (None, EventKind::Scheduled { spec }) => scheduled(spec, event),
        (Some(activity), kind) if is_legal(&activity, event) => moved(activity, kind, event),
        (state, kind) => {
            return Err(ReplayError::Illegal {
                activity: event.activity,
                index: event.index,
                event: kind.name(),
                state: state.map_or("absent", |activity| activity.state.as_str()),
            });
        }
    };
    activity.version = event.index;
    activity.updated_at = event.at;
    Ok(activity)
}

fn scheduled(spec: &ScheduledSpec, event: &Event) -> Activity {
    Activity {
        id: event.activity,
        key: spec.key.clone(),
        activity_type: spec.activity_type.clone(),
        queue: spec.queue.clone(),
        policy: spec.policy.clone(),
        priority: spec.priority,
        metadata: spec.metadata.clone(),
        payload: spec.payload.clone(),
        content_hash: spec.content_hash.clone(),
        idempotency_key: spec.idempotency_key.clone(),
        state: ActivityState::Scheduled,
        generation: event.generation,
        attempt: 0,
        releases: 0,
        due_at: Some(spec.run_at),
        lease: None,
        last_attempt_at: None,
        base_delay_ms: None,
        delay_ms: None,
        last_failure: None,
        reason: None,
        result: None,
        created_at: event.at,
        updated_at: event.at,
        version: 0,
    }
}

/// The legal moves (spec §5).
fn is_legal(activity: &Activity, event: &Event) -> bool {
    use ActivityState::{DeadLettered, Delayed, Failed, Running, Scheduled};
    let holds =
        |token: &LeaseToken| activity.lease.as_ref().is_some_and(|lease| lease.token == *token);
    let same_generation = event.generation == activity.generation;
    match &event.kind {
        EventKind::Scheduled { .. } => false,
        EventKind::Leased { attempt, .. } => {
            same_generation
                && matches!(activity.state, Scheduled | Delayed)
                && *attempt == activity.attempt + 1
        }
        EventKind::Released { token, .. }
        | EventKind::Failed { token, .. }
        | EventKind::Completed { token, .. } => {
            same_generation && activity.state == Running && holds(token)
        }
        // Both follow a transient failure within one transaction.
        EventKind::RetryDelayed { .. } | EventKind::RetriesExhausted { .. } => {
            same_generation && activity.state == Failed && activity.reason.is_none()
        }
        EventKind::DeadLettered { reason } => {
            same_generation && activity.state == Failed && activity.reason == Some(*reason)
        }
        EventKind::Replayed { .. } => {
            event.generation == activity.generation + 1
                && matches!(activity.state, DeadLettered | Failed)
        }
        EventKind::Purged { dead_generation, .. } => {
            same_generation && *dead_generation <= activity.generation
        }
    }
}

fn moved(mut activity: Activity, kind: &EventKind, event: &Event) -> Activity {
    match kind {
        EventKind::Scheduled { .. } | EventKind::Purged { .. } => {}
        EventKind::Leased { token, attempt, worker_id, expires_at, .. } => {
            activity.state = ActivityState::Running;
            activity.attempt = *attempt;
            activity.due_at = None;
            activity.last_attempt_at = Some(event.at);
            activity.lease = Some(Lease {
                token: *token,
                worker_id: worker_id.clone(),
                granted_at: event.at,
                expires_at: *expires_at,
            });
        }
        EventKind::Released { .. } => {
            activity.state = ActivityState::Scheduled;
            activity.attempt -= 1;
            activity.releases += 1;
            activity.due_at = Some(event.at);
            activity.lease = None;
        }
        EventKind::Failed { failure, class, classified_by, .. } => {
            end_attempt(&mut activity, ActivityState::Failed);
            activity.last_failure =
                Some(FailureSummary::of(failure, *class, classified_by.clone()));
            activity.reason = match class {
                FailureClass::Permanent => Some(GiveUpReason::PermanentFailure),
                FailureClass::Transient => None,
            };
        }
        EventKind::RetryDelayed { base_delay_ms, delay_ms, due_at, .. } => {
            activity.state = ActivityState::Delayed;
            activity.base_delay_ms = Some(*base_delay_ms);
            activity.delay_ms = Some(*delay_ms);
            activity.due_at = Some(*due_at);
        }
        EventKind::RetriesExhausted { reason, .. } => activity.reason = Some(*reason),
        EventKind::Completed { result, .. } => {
            end_attempt(&mut activity, ActivityState::Completed);
            activity.result.clone_from(result);
        }
        EventKind::DeadLettered { .. } => activity.state = ActivityState::DeadLettered,
        EventKind::Replayed { policy, due_at, .. } => {
            activity.state = ActivityState::Scheduled;
            activity.policy = policy.clone();
            activity.generation = event.generation;
            activity.attempt = 0;
            activity.due_at = Some(*due_at);
            activity.base_delay_ms = None;
            activity.delay_ms = None;
            activity.last_failure = None;
            activity.reason = None;
        }
    }
    activity
}

fn end_attempt(activity: &mut Activity, state: ActivityState) {
    activity.state = state;
    activity.lease = None;
    activity.releases = 0;
}
