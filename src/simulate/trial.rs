//! A policy held to what is expected of it, failure by failure.

use serde::Serialize;

use super::Identity;
use crate::model::{FailureClass, GiveUpReason, Millis, Timestamp};
use crate::policy::expectation::{Delays, End, Expectation, Step};
use crate::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::{BudgetUse, CompiledPolicy, JitterSeed, PolicyStrategy, RetryBudget};

/// What followed one failure, and where that is not what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// The attempt that failed, from 1.
    pub attempt: u32,
    /// What the failure was taken for.
    pub class: FailureClass,
    /// By what.
    pub by: String,
    /// The wait before the next attempt: drawn for an identity, else the range over all of them.
    pub delay: Option<DelayReport>,
    /// Why there is no next attempt.
    pub reason: Option<GiveUpReason>,
    /// What is not as expected, a sentence each.
    pub mismatches: Vec<String>,
}

/// A wait, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DelayReport {
    /// The shortest that it can be.
    pub min_ms: u64,
    /// The longest that it can be.
    pub max_ms: u64,
    /// The wait before jitter.
    pub gap_ms: u64,
}

/// Lets an activity fail step by step under a policy. Steps after its end are mismatches.
pub fn hold(
    policy: &CompiledPolicy,
    identity: Option<&Identity>,
    steps: &[Step],
) -> Vec<StepReport> {
    let mut course = Course {
        policy,
        seed: identity.map_or(JitterSeed(0), Identity::seed),
        is_somebody: identity.is_some(),
        now: Timestamp::EPOCH,
        deadline: policy.effective().timeouts.workflow.map(|span| Timestamp::EPOCH.plus(span)),
        used: BudgetUse::default(),
        previous: None,
        has_ended: false,
    };
    (1..).zip(steps).map(|(attempt, step)| course.step(attempt, step)).collect()
}

struct Course<'a> {
    policy: &'a CompiledPolicy,
    seed: JitterSeed,
    is_somebody: bool,
    now: Timestamp,
    deadline: Option<Timestamp>,
    used: BudgetUse,
    previous: Option<Millis>,
    has_ended: bool,
}

impl Course<'_> {
    fn step(&mut self, attempt: u32, step: &Step) -> StepReport {
        let classification = self.policy.classify(&step.failure);
        let mut report = StepReport {
            attempt,
            class: classification.class,
            by: classification.by.to_string(),
            delay: None,
            reason: None,
            mismatches: Vec::new(),
        };
        if self.has_ended {
            report.mismatches.push("the activity has ended before this step".to_owned());
            return report;
        }
        self.now = self.now.plus(step.took);
        self.used.first_failure_at.get_or_insert(self.now);
        let retry_after = step.failure.retry_after_ms.map(Millis);
        let budget = self.policy.effective().budget;
        let input = PlanInput {
            policy: self.policy,
            class: classification.class,
            retry_after,
            attempt,
            seed: self.seed,
            previous_base_delay: self.previous,
            budget: budget.map(|rules| RetryBudget { rules, used: self.used }),
            deadline: self.deadline,
        };
        match RetryPlanner::plan(&input, self.now) {
            RetryDecision::GiveUp(reason) => {
                report.reason = Some(reason);
                self.has_ended = true;
            }
            RetryDecision::Retry { base_delay, delay, fire_at, .. } => {
                report.delay = Some(self.delay(attempt, retry_after, delay));
                self.previous = Some(base_delay);
                self.used.retries_granted += 1;
                self.now = fire_at;
            }
        }
        report.mismatches = self.mismatches(&report, &step.expected);
        report
    }

    fn delay(&self, attempt: u32, retry_after: Option<Millis>, drawn: Millis) -> DelayReport {
        let strategy = PolicyStrategy::new(self.policy, self.seed, self.previous);
        let gap_ms = strategy.range(attempt).gap.0;
        let (min, max) = if self.is_somebody {
            (drawn, drawn)
        } else {
            strategy.range_after_hint(attempt, retry_after)
        };
        DelayReport { min_ms: min.0, max_ms: max.0, gap_ms }
    }

    fn mismatches(&self, report: &StepReport, expected: &Expectation) -> Vec<String> {
        let mut found = Vec::new();
        let got = match (&report.delay, report.reason) {
            (Some(delay), _) => format!("a retry after {}", delay.in_words()),
            (None, Some(reason)) => format!("no retry: {reason}"),
            (None, None) => "nothing".to_owned(),
        };
        if expected.retry && report.delay.is_none() {
            found.push(format!("expected a retry, got {got}"));
        }
        if let (Some(wanted), true) = (expected.reason, expected.reason != report.reason) {
            found.push(format!("expected {wanted}, got {got}"));
        }
        if let Some(delay) = &report.delay {
            if let Some(Delays { low, high }) = expected.delay
                && !(low.0 <= delay.min_ms && delay.max_ms <= high.0)
            {
                let wanted = if low == high { low.to_string() } else { format!("{low}..{high}") };
                found.push(format!("expected the delay {wanted}, got {}", delay.in_words()));
            }
            if let Some(gap) = expected.gap.filter(|gap| gap.0 != delay.gap_ms) {
                found.push(format!("expected the gap {gap}, got {}", Millis(delay.gap_ms)));
            }
        }
        if let Some(class) = expected.class.filter(|class| *class != report.class) {
            found.push(format!("expected {class}, got {} by {}", report.class, report.by));
        }
        if let Some(by) = expected.by.as_ref().filter(|by| **by != report.by) {
            found
                .push(format!("expected an answer by {by}, got {} by {}", report.class, report.by));
        }
        if let Some(end) = expected.end {
            let got = report.reason.map(|_| self.end(report.class));
            if got != Some(end) {
                let got = got.map_or("another attempt", End::as_str);
                found.push(format!("expected the end {}, got {got}", end.as_str()));
            }
        }
        found
    }

    fn end(&self, class: FailureClass) -> End {
        let rules = self.policy.effective().dead_letter;
        let is_kept = rules.enabled && (class == FailureClass::Transient || rules.permanent);
        if is_kept { End::DeadLetter } else { End::Failed }
    }
}

impl DelayReport {
    fn in_words(&self) -> String {
        let (min, max) = (Millis(self.min_ms), Millis(self.max_ms));
        if min == max { min.to_string() } else { format!("{min}..{max}") }
    }
}
