//! The one place that decides whether, and when, a failed attempt is tried again (spec §4, §13, §14).

use crate::model::{FailureClass, GiveUpReason, Millis, Timestamp};
use crate::retry::JitterSeed;
use crate::retry::budget::RetryBudget;
use crate::retry::strategy::{CompiledPolicy, PolicyStrategy};

/// Everything that the decision depends on, but for the present instant.
#[derive(Debug, Clone, Copy)]
pub struct PlanInput<'a> {
    /// The policy that the activity's generation is pinned to.
    pub policy: &'a CompiledPolicy,
    /// What the failure was taken for.
    pub class: FailureClass,
    /// What the downstream asked for.
    pub retry_after: Option<Millis>,
    /// The attempt that failed, from 1.
    pub attempt: u32,
    /// The seed of the generation.
    pub seed: JitterSeed,
    /// The generation's last delay before any Retry-After.
    pub previous_base_delay: Option<Millis>,
    /// The budget of the execution, if it has one.
    pub budget: Option<RetryBudget>,
    /// The deadline of the execution, if it has one.
    pub deadline: Option<Timestamp>,
}

/// What follows a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryDecision {
    /// Another attempt.
    Retry {
        /// Its number: one more than the failed one's.
        attempt: u32,
        /// The wait before any Retry-After; the next decorrelated delay needs it.
        base_delay: Millis,
        /// The wait.
        delay: Millis,
        /// When it is due.
        fire_at: Timestamp,
    },
    /// None, for the first reason found.
    GiveUp(GiveUpReason),
}

/// Decides about retries. Holds nothing: the same input and instant give the same decision.
#[derive(Debug, Clone, Copy)]
pub struct RetryPlanner;

impl RetryPlanner {
    /// Asks, in this order: transient? enabled? attempts left? budget left? due before the
    /// deadline? The first "no" is the reason to give up.
    pub fn plan(input: &PlanInput<'_>, now: Timestamp) -> RetryDecision {
        let policy = input.policy.effective();
        match input.class {
            FailureClass::Permanent => {
                return RetryDecision::GiveUp(GiveUpReason::PermanentFailure);
            }
            FailureClass::Transient => {}
        }
        if !policy.retry.enabled {
            return RetryDecision::GiveUp(GiveUpReason::RetriesDisabled);
        }
        if !policy.retry.max_attempts.allows_after(input.attempt) {
            return RetryDecision::GiveUp(GiveUpReason::MaxAttemptsReached);
        }
        if input.budget.is_some_and(|budget| !budget.is_left(now)) {
            return RetryDecision::GiveUp(GiveUpReason::BudgetExhausted);
        }
        let strategy = PolicyStrategy::new(input.policy, input.seed, input.previous_base_delay);
        let base_delay = strategy.delay(input.attempt);
        let delay = strategy.after_hint(input.attempt, base_delay, input.retry_after);
        let fire_at = now.plus(delay);
        let deadline = input.deadline.filter(|_| !policy.timeouts.retries_extend_workflow);
        if deadline.is_some_and(|deadline| fire_at >= deadline) {
            return RetryDecision::GiveUp(GiveUpReason::WorkflowTimeout);
        }
        RetryDecision::Retry {
            attempt: input.attempt.saturating_add(1),
            base_delay,
            delay,
            fire_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FailureClass::{Permanent, Transient};
    use crate::policy::effective::{BudgetRules, EffectivePolicy, OnExhausted};
    use crate::retry::budget::BudgetUse;
    use crate::retry::sample;

    const NOW: Timestamp = Timestamp::EPOCH;

    fn input(policy: &CompiledPolicy) -> PlanInput<'_> {
        PlanInput {
            policy,
            class: FailureClass::Transient,
            retry_after: None,
            attempt: 1,
            seed: JitterSeed(1),
            previous_base_delay: None,
            budget: None,
            deadline: None,
        }
    }

    fn budget(max_attempts: u32, retries_granted: u32) -> RetryBudget {
        RetryBudget {
            rules: BudgetRules {
                max_attempts: Some(max_attempts),
                max_duration: None,
                on_exhausted: OnExhausted::FailWorkflow,
            },
            used: BudgetUse { retries_granted, first_failure_at: Some(NOW) },
        }
    }

    fn reason(decision: RetryDecision) -> Option<GiveUpReason> {
        match decision {
            RetryDecision::Retry { .. } => None,
            RetryDecision::GiveUp(reason) => Some(reason),
        }
    }

    #[test]
    fn a_transient_failure_gets_the_next_attempt_after_its_gap() {
        let policy = CompiledPolicy::new(sample::policy());
        let decision = RetryPlanner::plan(&PlanInput { attempt: 3, ..input(&policy) }, NOW);
        let delay = Millis::from_secs(4);
        assert_eq!(
            decision,
            RetryDecision::Retry { attempt: 4, base_delay: delay, delay, fire_at: NOW.plus(delay) }
        );
    }

    #[test]
    fn the_first_no_is_the_reason() {
        // Everything is wrong at first; each step mends what the step before was refused for.
        let mut effective: EffectivePolicy = sample::with_retry(|r| r.enabled = false);
        let refused = |effective: &EffectivePolicy, class, attempt, budget| {
            let policy = CompiledPolicy::new(effective.clone());
            let input = PlanInput {
                class,
                attempt,
                budget: Some(budget),
                deadline: Some(NOW),
                ..input(&policy)
            };
            reason(RetryPlanner::plan(&input, NOW))
        };
        let used_up = budget(7, 7);
        assert_eq!(
            refused(&effective, Permanent, 5, used_up),
            Some(GiveUpReason::PermanentFailure)
        );
        assert_eq!(refused(&effective, Transient, 5, used_up), Some(GiveUpReason::RetriesDisabled));
        effective.retry.enabled = true;
        assert_eq!(
            refused(&effective, Transient, 5, used_up),
            Some(GiveUpReason::MaxAttemptsReached)
        );
        assert_eq!(refused(&effective, Transient, 4, used_up), Some(GiveUpReason::BudgetExhausted));
        let left = budget(7, 6);
        assert_eq!(refused(&effective, Transient, 4, left), Some(GiveUpReason::WorkflowTimeout));
        effective.timeouts.retries_extend_workflow = true;
        assert_eq!(refused(&effective, Transient, 4, left), None);
    }

    #[test]
    fn max_attempts_counts_runs() {
        let granted = |max| {
            let policy = CompiledPolicy::new(sample::with_retry(|r| r.max_attempts = max));
            (1..20)
                .take_while(|attempt| {
                    let input = PlanInput { attempt: *attempt, ..input(&policy) };
                    reason(RetryPlanner::plan(&input, NOW)).is_none()
                })
                .count()
        };
        assert_eq!(granted(Some(1).into()), 0);
        assert_eq!(granted(Some(2).into()), 1);
        assert_eq!(granted(Some(5).into()), 4);
        assert_eq!(granted(None.into()), 19);
    }

    #[test]
    fn a_retry_is_due_before_the_deadline_or_not_at_all() {
        let policy = CompiledPolicy::new(sample::policy());
        let plan = |deadline_ms| {
            let deadline = Some(NOW.plus(Millis(deadline_ms)));
            reason(RetryPlanner::plan(&PlanInput { deadline, ..input(&policy) }, NOW))
        };
        assert_eq!(plan(1_001), None);
        assert_eq!(plan(1_000), Some(GiveUpReason::WorkflowTimeout));
    }

    #[test]
    fn a_hint_lengthens_the_wait_but_not_the_base() {
        let policy = CompiledPolicy::new(sample::policy());
        let retry_after = Some(Millis::from_secs(30));
        match RetryPlanner::plan(&PlanInput { retry_after, ..input(&policy) }, NOW) {
            RetryDecision::Retry { base_delay, delay, fire_at, .. } => {
                assert_eq!(base_delay, Millis(1_000));
                assert!((30_000..=33_000).contains(&delay.0), "{delay}");
                assert_eq!(fire_at, NOW.plus(delay));
            }
            RetryDecision::GiveUp(reason) => panic!("{reason}"),
        }
    }

    #[test]
    fn the_end_of_the_calendar_is_an_ordinary_instant() {
        let policy = CompiledPolicy::new(sample::with_retry(|r| r.max_attempts = None.into()));
        let input = PlanInput { attempt: u32::MAX, ..input(&policy) };
        match RetryPlanner::plan(&input, Timestamp::MAX) {
            RetryDecision::Retry { attempt, fire_at, .. } => {
                assert_eq!((attempt, fire_at), (u32::MAX, Timestamp::MAX));
            }
            RetryDecision::GiveUp(reason) => panic!("{reason}"),
        }
    }
}
