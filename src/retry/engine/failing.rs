//! A failure's way: classify, plan, and move to the delay queue or to an end (spec §4, §5).

use crate::model::{
    Activity, DeadLetter, DeadLetterId, DeadLetterStatus, EventKind, Failure, FailureClass,
    FailureSummary, GiveUpReason, LeaseToken, Millis, Reporter, Timestamp, failure_type,
};
use crate::retry::CompiledPolicy;
use crate::retry::JitterSeed;
use crate::retry::engine::planner::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::engine::transition::{DeadLetterChange, Refusal, Transition, holder};

impl Transition {
    /// Records the failure that a worker reports.
    pub fn fail(
        activity: Activity,
        policy: &CompiledPolicy,
        token: LeaseToken,
        failure: Failure,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        let worker_id = holder(&activity, token)?;
        Ok(Self::failed(
            activity,
            policy,
            Observed { token, worker_id, failure, by: Reporter::Worker },
            now,
        ))
    }

    /// Ends a lease that is over: the worker crashed or the attempt took too long (spec §14, §19).
    pub fn expire(
        activity: Activity,
        policy: &CompiledPolicy,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        let Some(lease) = activity.lease.clone() else {
            return Err(Refusal::NotRunnable(activity.state));
        };
        if lease.expires_at > now {
            return Err(Refusal::LeaseLive);
        }
        let limit = policy.effective().timeouts.activity;
        let failure = if lease.granted_at.plus(limit) <= now {
            Failure::new(
                failure_type::ACTIVITY_TIMEOUT,
                format!("the attempt took longer than timeouts.activity ({limit})"),
            )
        } else {
            let silence = policy.effective().timeouts.lease;
            Failure::new(
                failure_type::WORKER_CRASH,
                format!(
                    "no heartbeat for {silence}: the lease of worker {} ran out",
                    lease.worker_id
                ),
            )
        };
        let (token, worker_id) = (lease.token, lease.worker_id);
        Ok(Self::failed(
            activity,
            policy,
            Observed { token, worker_id, failure, by: Reporter::Engine },
            now,
        ))
    }

    fn failed(
        activity: Activity,
        policy: &CompiledPolicy,
        observed: Observed,
        now: Timestamp,
    ) -> Self {
        let Observed { token, worker_id, failure, by } = observed;
        let attempt = activity.attempt;
        let classified = policy.classify(&failure);
        let decision = RetryPlanner::plan(
            &PlanInput {
                policy,
                class: classified.class,
                retry_after: failure.retry_after_ms.map(Millis),
                attempt,
                seed: JitterSeed::of(&activity.key, activity.generation),
                previous_base_delay: activity.base_delay_ms.map(Millis),
                budget: None,
                deadline: None,
            },
            now,
        );
        let summary = FailureSummary::of(&failure, classified.class, classified.by.clone());
        let mut kinds = vec![EventKind::Failed {
            token,
            attempt,
            worker_id: worker_id.clone(),
            reported_by: by,
            failure: Box::new(failure.clone()),
            class: classified.class,
            classified_by: classified.by,
        }];
        let mut dead = None;
        match decision {
            RetryDecision::Retry { base_delay, delay, fire_at, .. } => {
                kinds.push(EventKind::RetryDelayed {
                    attempt,
                    strategy: policy.effective().retry.strategy,
                    base_delay_ms: base_delay.0,
                    delay_ms: delay.0,
                    due_at: fire_at,
                });
            }
            RetryDecision::GiveUp(reason) => {
                if classified.class == FailureClass::Transient {
                    kinds.push(EventKind::RetriesExhausted { attempt, reason });
                }
                if becomes_dead_letter(policy, reason) {
                    kinds.push(EventKind::DeadLettered { reason });
                    dead = Some(reason);
                }
            }
        }
        let transition = Self::of(activity, kinds, now);
        let dead_letter = dead.map(|reason| {
            let letter = dead_letter(&transition.after, reason, summary, failure, worker_id, now);
            DeadLetterChange::Add(Box::new(letter))
        });
        Self { dead_letter, ..transition }
    }
}

/// A failure with the lease that it ends.
struct Observed {
    token: LeaseToken,
    worker_id: String,
    failure: Failure,
    by: Reporter,
}

fn becomes_dead_letter(policy: &CompiledPolicy, reason: GiveUpReason) -> bool {
    let rules = policy.effective().dead_letter;
    rules.enabled
        && match reason {
            GiveUpReason::PermanentFailure => rules.permanent,
            GiveUpReason::RetriesDisabled
            | GiveUpReason::MaxAttemptsReached
            | GiveUpReason::BudgetExhausted
            | GiveUpReason::WorkflowTimeout => true,
        }
}

fn dead_letter(
    activity: &Activity,
    reason: GiveUpReason,
    summary: FailureSummary,
    failure: Failure,
    worker_id: String,
    now: Timestamp,
) -> DeadLetter {
    DeadLetter {
        id: DeadLetterId { activity: activity.id, generation: activity.generation },
        key: activity.key.clone(),
        activity_type: activity.activity_type.clone(),
        queue: activity.queue.clone(),
        policy: activity.policy.clone(),
        metadata: activity.metadata.clone(),
        payload: activity.payload.clone(),
        status: DeadLetterStatus::Dead,
        reason,
        attempts: activity.attempt,
        summary,
        failure,
        worker_id,
        scheduled_at: activity.created_at,
        last_attempt_at: activity.last_attempt_at,
        died_at: now,
        updated_at: now,
    }
}
