//! The arithmetic of a policy: how an activity that never succeeds fares under it, at the quickest
//! and at the slowest. Every decision is the planner's, every delay the strategy's.

use std::cell::Cell;

use crate::model::{FailureClass, GiveUpReason, MaxAttempts, Millis, Timestamp};
use crate::policy::effective::Jitter;
use crate::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::{BudgetUse, CompiledPolicy, JitterSeed, PolicyStrategy, RetryBudget};

/// How fast an activity fails, and what the jitter makes of its delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// Every run fails at once, every delay is the shortest.
    Quickest,
    /// Every run takes the whole activity timeout, every delay is the longest.
    Slowest,
}

/// How an activity fared that never succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Course {
    /// The runs it had.
    pub(super) runs: u32,
    /// Why there was no other.
    pub(super) reason: GiveUpReason,
    /// The sum of the delays.
    pub(super) waits: Millis,
    /// From the start of the first run to the end of the last.
    pub(super) total: Millis,
    /// The failed attempt before the longest delay, and that delay; none without a retry.
    pub(super) longest: Option<(u32, Millis)>,
    /// The last attempt that ended before the workflow's deadline; 0 if none did.
    pub(super) last_in_time: u32,
}

/// The steps that the courses of one file may take together: enough for every policy that a person
/// writes, and an end for the rest.
#[derive(Debug)]
pub(super) struct Allowance(Cell<u32>);

impl Default for Allowance {
    fn default() -> Self {
        Self(Cell::new(5_000_000))
    }
}

impl Allowance {
    /// Tells whether it is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    fn take(&self) -> Option<()> {
        let left = self.0.get().checked_sub(1)?;
        self.0.set(left);
        Some(())
    }
}

/// Follows an activity that never succeeds, to its end; none if there is no end, or if the
/// allowance does not last so far. The workflow's deadline ends only what has no limit of its own: how many of limited attempts it
/// leaves is the question.
pub(super) fn course(policy: &CompiledPolicy, pace: Pace, allowance: &Allowance) -> Option<Course> {
    let effective = policy.effective();
    let is_limited = effective.retry.max_attempts != MaxAttempts::Unlimited;
    let timeouts = &effective.timeouts;
    let has_deadline = timeouts.workflow.is_some() && !timeouts.retries_extend_workflow;
    if !is_limited && effective.budget.is_none() && !has_deadline {
        return None;
    }
    let run = match pace {
        Pace::Quickest => Millis(0),
        Pace::Slowest => effective.timeouts.activity,
    };
    let first_failure = Timestamp::EPOCH.plus(run);
    let used = BudgetUse { retries_granted: 0, first_failure_at: Some(first_failure) };
    let mut walk = Walk {
        policy,
        pace,
        run,
        deadline: effective.timeouts.workflow.map(|timeout| Timestamp::EPOCH.plus(timeout)),
        is_limited,
        at: Standing {
            attempt: 1,
            now: first_failure,
            budget: effective.budget.map(|rules| RetryBudget { rules, used }),
            previous: None,
        },
        waits: Millis(0),
        longest: None,
        last_in_time: 0,
    };
    walk.note_end_of_run(0, Millis(0));
    loop {
        allowance.take()?;
        match walk.decide(&walk.at) {
            Some(reason) => return Some(walk.end(reason)),
            None => walk.advance(),
        }
    }
}

/// The failure of one attempt.
#[derive(Debug, Clone, Copy)]
struct Standing {
    attempt: u32,
    now: Timestamp,
    budget: Option<RetryBudget>,
    previous: Option<Millis>,
}

struct Walk<'a> {
    policy: &'a CompiledPolicy,
    pace: Pace,
    run: Millis,
    deadline: Option<Timestamp>,
    is_limited: bool,
    at: Standing,
    waits: Millis,
    longest: Option<(u32, Millis)>,
    last_in_time: u32,
}

impl Walk<'_> {
    /// Asks the planner; answers with the reason to give up.
    fn decide(&self, at: &Standing) -> Option<GiveUpReason> {
        let decision = RetryPlanner::plan(
            &PlanInput {
                policy: self.policy,
                class: FailureClass::Transient,
                retry_after: None,
                attempt: at.attempt,
                seed: JitterSeed(0),
                previous_base_delay: at.previous,
                budget: at.budget,
                deadline: self.deadline.filter(|_| !self.is_limited),
            },
            at.now,
        );
        match decision {
            RetryDecision::Retry { .. } => None,
            RetryDecision::GiveUp(reason) => Some(reason),
        }
    }

    fn delay(&self) -> Millis {
        let strategy = PolicyStrategy::new(self.policy, JitterSeed(0), self.at.previous);
        let range = strategy.range(self.at.attempt);
        match self.pace {
            Pace::Quickest => range.min,
            Pace::Slowest => range.max,
        }
    }

    /// Lets the granted retry run and fail; with it all that follow at the same pace.
    fn advance(&mut self) {
        let delay = self.delay();
        let times = if self.is_steady(delay) { self.repeats(delay) } else { 1 };
        if self.longest.is_none_or(|(_, longest)| delay > longest) {
            self.longest = Some((self.at.attempt, delay));
        }
        self.note_end_of_run(times, delay);
        self.at = self.after(times, delay);
        self.waits = Millis(self.waits.0.saturating_add(delay.0.saturating_mul(times.into())));
    }

    /// The failure after `times` more runs, each `delay` after the failure before it.
    fn after(&self, times: u32, delay: Millis) -> Standing {
        let per_run = self.run.0.saturating_add(delay.0);
        let mut at = self.at;
        at.attempt = at.attempt.saturating_add(times);
        at.now = at.now.plus(Millis(per_run.saturating_mul(times.into())));
        at.previous = Some(delay);
        if let Some(budget) = &mut at.budget {
            budget.used.retries_granted = budget.used.retries_granted.saturating_add(times);
        }
        at
    }

    /// Tells whether every delay from here on is this one.
    fn is_steady(&self, delay: Millis) -> bool {
        let gaps = self.policy.gaps();
        let attempt = self.at.attempt;
        let same_gap = gaps.gap_nanos(attempt) == gaps.gap_nanos(attempt.saturating_add(1));
        let decorrelated = self.policy.effective().retry.jitter == Jitter::Decorrelated;
        same_gap && (!decorrelated || self.at.previous == Some(delay))
    }

    /// How many retries are granted in a row at a steady pace: once refused, always refused.
    fn repeats(&self, delay: Millis) -> u32 {
        let granted = |times| self.decide(&self.after(times, delay)).is_none();
        let (mut low, mut high) = (0, MaxAttempts::LARGEST);
        while low < high {
            let middle = low + (high - low) / 2;
            if granted(middle) { low = middle + 1 } else { high = middle }
        }
        low.max(1)
    }

    /// Notes the last of the next `times` runs that ends in time; 0 for the run that has just ended.
    fn note_end_of_run(&mut self, times: u32, delay: Millis) {
        let Some(deadline) = self.deadline else { return };
        if self.at.now > deadline {
            return;
        }
        let per_run = self.run.0.saturating_add(delay.0).max(1);
        let in_time = deadline.since(self.at.now).0 / per_run;
        let more = u32::try_from(in_time).unwrap_or(u32::MAX).min(times);
        self.last_in_time = self.at.attempt.saturating_add(more);
    }

    fn end(&self, reason: GiveUpReason) -> Course {
        Course {
            runs: self.at.attempt,
            reason,
            waits: self.waits,
            total: self.at.now.since(Timestamp::EPOCH),
            longest: self.longest,
            last_in_time: self.last_in_time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StrategyKind;
    use crate::policy::effective::{BudgetRules, EffectivePolicy, OnExhausted};
    use crate::retry::sample;

    fn follow(policy: &EffectivePolicy, pace: Pace) -> Course {
        course(&CompiledPolicy::new(policy.clone()), pace, &Allowance::default()).unwrap()
    }

    /// One attempt after another, without a jump.
    fn by_counting(policy: &EffectivePolicy) -> (Millis, Millis, u32) {
        let compiled = CompiledPolicy::new(policy.clone());
        let (mut waits, mut previous, mut in_time) = (0, None, 0);
        let timeout = policy.timeouts.activity.0;
        let last = policy.retry.max_attempts.limit().unwrap();
        let deadline = policy.timeouts.workflow.unwrap_or(Millis::MAX).0;
        for attempt in 1..=last {
            if waits + timeout * u64::from(attempt) <= deadline {
                in_time = attempt;
            }
            if attempt < last {
                let strategy = PolicyStrategy::new(&compiled, JitterSeed(0), previous);
                previous = Some(strategy.range(attempt).max);
                waits += strategy.range(attempt).max.0;
            }
        }
        (Millis(waits), Millis(waits + timeout * u64::from(last)), in_time)
    }

    #[test]
    fn jumps_come_to_what_counting_comes_to() {
        for strategy in StrategyKind::ALL {
            for jitter in [Jitter::Off, Jitter::Factor(1_000), Jitter::Full, Jitter::Decorrelated] {
                let mut policy = sample::with_retry(|retry| {
                    retry.strategy = *strategy;
                    retry.jitter = jitter;
                    retry.max_attempts = Some(500).into();
                    retry.max_delay = Millis::from_secs(20);
                });
                policy.timeouts.workflow = Some(Millis::from_secs(3_000));
                let Course { waits, total, last_in_time, runs, .. } =
                    follow(&policy, Pace::Slowest);
                assert_eq!((waits, total, last_in_time), by_counting(&policy), "{policy:?}");
                assert_eq!(runs, 500);
            }
        }
    }

    #[test]
    fn the_quickest_course_is_the_sum_of_the_shortest_delays() {
        let policy = sample::with_retry(|retry| retry.jitter = Jitter::Factor(1_000));
        let quick = follow(&policy, Pace::Quickest);
        assert_eq!((quick.waits, quick.total), (Millis(13_500), Millis(13_500)));
        assert_eq!(quick.longest, Some((4, Millis(7_200))));
        assert_eq!(quick.reason, GiveUpReason::MaxAttemptsReached);
    }

    #[test]
    fn a_budget_ends_what_has_no_end_of_its_own() {
        let mut policy = sample::with_retry(|retry| retry.max_attempts = MaxAttempts::Unlimited);
        policy.budget = Some(BudgetRules {
            max_attempts: None,
            max_duration: Some(Millis::from_secs(1_000_000)),
            on_exhausted: OnExhausted::FailWorkflow,
        });
        let quick = follow(&policy, Pace::Quickest);
        assert_eq!(quick.reason, GiveUpReason::BudgetExhausted);
        // 127 s for the seven delays up to the cap of 100 s, then 100 s each.
        assert_eq!((quick.runs, quick.waits), (8 + 9_999, Millis::from_secs(127 + 999_900)));
    }

    #[test]
    fn an_allowance_ends() {
        let policy = sample::with_retry(|retry| {
            retry.strategy = StrategyKind::Linear;
            retry.max_attempts = Some(1_000_000).into();
            retry.initial_delay = Millis(1);
            retry.max_delay = Millis::MAX;
        });
        let (policy, allowance) = (CompiledPolicy::new(policy), Allowance::default());
        let courses = (0..6).map(|_| course(&policy, Pace::Slowest, &allowance).is_some());
        assert_eq!(courses.filter(|done| *done).count(), 5);
        assert!(allowance.is_spent());
    }
}
