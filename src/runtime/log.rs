//! The log line of a retry event (spec §21), written once the event is committed.

use crate::model::{ActivityKey, Event, EventKind, FailureSummary, StrategyKind, Timestamp};
use crate::retry::engine::Transition;

/// What is said of one retry event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    event: &'static str,
    key: ActivityKey,
    attempt: u32,
    strategy: StrategyKind,
    delay_ms: Option<u64>,
    failure_reason: Option<String>,
    worker_id: String,
    at: Timestamp,
}

/// The lines of a turn; none if nobody listens.
pub(super) fn lines(transitions: &[Transition]) -> Vec<Line> {
    if !tracing::enabled!(tracing::Level::INFO) {
        return Vec::new();
    }
    transitions.iter().filter_map(Line::of).collect()
}

impl Line {
    /// A failed attempt and what follows from it.
    fn of(transition: &Transition) -> Option<Self> {
        let (failed, rest) = transition.events.split_first()?;
        let EventKind::Failed { attempt, worker_id, .. } = &failed.kind else { return None };
        let activity = &transition.after;
        let is_delay = |event: &Event| matches!(event.kind, EventKind::RetryDelayed { .. });
        Some(Self {
            event: rest.last().unwrap_or(failed).kind.name(),
            key: activity.key.clone(),
            attempt: *attempt,
            strategy: activity.policy.strategy,
            delay_ms: activity.delay_ms.filter(|_| rest.iter().any(is_delay)),
            failure_reason: activity.last_failure.as_ref().map(FailureSummary::headline),
            worker_id: worker_id.clone(),
            at: failed.at,
        })
    }

    pub(super) fn write(&self) {
        tracing::info!(
            event = self.event,
            tenant = %self.key.tenant,
            workflowId = %self.key.workflow_id,
            executionId = %self.key.execution_id,
            activityId = %self.key.activity_id,
            attempt = self.attempt,
            strategy = self.strategy.as_str(),
            delay = self.delay_ms,
            failureReason = self.failure_reason,
            workerId = %self.worker_id,
            timestamp = %self.at,
            "attempt failed"
        );
    }
}
