//! The retry budget of one execution (spec §9).

use crate::model::Timestamp;
use crate::policy::effective::BudgetRules;

/// What an execution has used of its budget, over all its activities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BudgetUse {
    /// Retries granted so far; first attempts never count.
    pub retries_granted: u32,
    /// When an activity of the execution failed for the first time; absent: never before now.
    pub first_failure_at: Option<Timestamp>,
}

/// The budget of one execution: its caps and what is used of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryBudget {
    /// The caps.
    pub rules: BudgetRules,
    /// What is used.
    pub used: BudgetUse,
}

impl RetryBudget {
    /// Tells whether one more retry may be granted at `now`.
    pub fn is_left(&self, now: Timestamp) -> bool {
        let elapsed = now.since(self.used.first_failure_at.unwrap_or(now));
        self.rules.max_attempts.is_none_or(|max| self.used.retries_granted < max)
            && self.rules.max_duration.is_none_or(|max| elapsed < max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Millis;
    use crate::policy::effective::OnExhausted;

    const START: Timestamp = Timestamp::EPOCH;

    fn left(
        max_attempts: Option<u32>,
        max_duration: Option<Millis>,
        retries_granted: u32,
        now: Timestamp,
    ) -> bool {
        let rules = BudgetRules { max_attempts, max_duration, on_exhausted: OnExhausted::Continue };
        let used = BudgetUse { retries_granted, first_failure_at: Some(START) };
        RetryBudget { rules, used }.is_left(now)
    }

    #[test]
    fn grants_exactly_as_many_retries_as_it_names() {
        assert!(left(Some(2), None, 1, START));
        assert!(!left(Some(2), None, 2, START));
        assert!(!left(Some(0), None, 0, START));
    }

    #[test]
    fn ends_when_its_duration_is_over() {
        let hour = Millis::from_secs(3600);
        assert!(left(None, Some(hour), 9, START.plus(Millis(hour.0 - 1))));
        assert!(!left(None, Some(hour), 0, START.plus(hour)));
    }

    #[test]
    fn the_first_cap_reached_decides() {
        let hour = Millis::from_secs(3600);
        assert!(!left(Some(5), Some(hour), 5, START));
        assert!(!left(Some(5), Some(hour), 0, START.plus(hour)));
        assert!(left(Some(5), Some(hour), 4, START));
    }

    #[test]
    fn a_first_failure_starts_the_time_and_a_clock_behind_it_uses_none() {
        let rules = BudgetRules {
            max_attempts: None,
            max_duration: Some(Millis(1)),
            on_exhausted: OnExhausted::FailWorkflow,
        };
        let now = START.plus(Millis(50));
        assert!(RetryBudget { rules, used: BudgetUse::default() }.is_left(now));
        let used = BudgetUse { retries_granted: 0, first_failure_at: Some(now) };
        assert!(RetryBudget { rules, used }.is_left(START));
    }
}
