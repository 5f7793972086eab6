//! What the simulation keeps of activities and executions.

use super::moment::Moment;
use crate::model::{GiveUpReason, Millis, Timestamp};
use crate::policy::effective::{EffectivePolicy, OnExhausted};
use crate::retry::{BudgetUse, RetryBudget};

/// An activity between its attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Activity {
    /// The attempt that is due or running, from 1.
    pub(super) attempt: u32,
    /// The delay before it, before any Retry-After.
    pub(super) previous: Option<Millis>,
}

impl Activity {
    pub(super) const NEW: Self = Self { attempt: 1, previous: None };
}

/// What the activities of one execution share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Execution {
    /// Absent: nothing of it has started, or it has none.
    pub(super) deadline: Option<Timestamp>,
    pub(super) used: BudgetUse,
    /// The budget was asked for one retry too many.
    pub(super) is_exhausted: bool,
}

impl Execution {
    /// Takes note of an activity that is due for the first time.
    pub(super) fn start(&mut self, policy: &EffectivePolicy, now: Moment) {
        let first = now.timestamp();
        let deadline = policy.timeouts.workflow.map(|timeout| first.plus(timeout));
        self.deadline = self.deadline.or(deadline);
    }

    /// Its budget, if the policy has one.
    pub(super) fn budget(&self, policy: &EffectivePolicy) -> Option<RetryBudget> {
        policy.budget.map(|rules| RetryBudget { rules, used: self.used })
    }

    /// Why an attempt that is due does not run any more: its execution ended while it waited.
    pub(super) fn ended(
        &self,
        policy: &EffectivePolicy,
        attempt: u32,
        now: Moment,
    ) -> Option<GiveUpReason> {
        let closes = policy.budget.is_some_and(|rules| match rules.on_exhausted {
            OnExhausted::FailWorkflow => true,
            OnExhausted::Continue => attempt > 1,
        });
        if self.is_exhausted && closes {
            return Some(GiveUpReason::BudgetExhausted);
        }
        let deadline = self.deadline.filter(|_| !policy.timeouts.retries_extend_workflow);
        let is_late = deadline.is_some_and(|deadline| now.timestamp() >= deadline);
        is_late.then_some(GiveUpReason::WorkflowTimeout)
    }
}
