//! What a closed breaker counts.

use std::collections::VecDeque;

use crate::model::Timestamp;
use crate::policy::effective::{BreakerRules, FailureRateRules};

/// The results since the breaker closed, as far as its rules ask for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tally {
    consecutive: Option<Consecutive>,
    rate: Option<FailureRate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Consecutive {
    limit: u32,
    failures: u32,
}

impl Tally {
    pub(super) fn new(rules: &BreakerRules) -> Self {
        Self {
            consecutive: rules.consecutive_failures.map(|limit| Consecutive { limit, failures: 0 }),
            rate: rules.failure_rate.map(FailureRate::new),
        }
    }

    /// Counts one result; true: it opens the breaker.
    pub(super) fn count(&mut self, failed: bool, now: Timestamp) -> bool {
        let in_a_row = self.consecutive.as_mut().is_some_and(|it| it.count(failed));
        let in_window = self.rate.as_mut().is_some_and(|it| it.count(failed, now));
        failed && (in_a_row || in_window)
    }
}

impl Consecutive {
    fn count(&mut self, failed: bool) -> bool {
        self.failures = if failed { self.failures.saturating_add(1) } else { 0 };
        self.failures >= self.limit
    }
}

/// The share of failures in a window that moves in steps of a sixtieth of it, so that its memory
/// does not grow with the load.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FailureRate {
    rules: FailureRateRules,
    slices: VecDeque<Slice>,
    calls: u64,
    failures: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Slice {
    number: u64,
    calls: u64,
    failures: u64,
}

const SLICES: u64 = 60;

impl FailureRate {
    fn new(rules: FailureRateRules) -> Self {
        Self { rules, slices: VecDeque::new(), calls: 0, failures: 0 }
    }

    fn count(&mut self, failed: bool, now: Timestamp) -> bool {
        let width = self.rules.window.0.div_ceil(SLICES).max(1);
        let number = now.since(Timestamp::EPOCH).0 / width;
        while let Some(oldest) = self.slices.front().filter(|s| s.number + SLICES <= number) {
            self.calls -= oldest.calls;
            self.failures -= oldest.failures;
            self.slices.pop_front();
        }
        let failure = u64::from(failed);
        self.calls += 1;
        self.failures += failure;
        match self.slices.back_mut() {
            // Time does not run backwards; if it does, the result belongs to the latest slice.
            Some(latest) if latest.number >= number => {
                latest.calls += 1;
                latest.failures += failure;
            }
            Some(_) | None => self.slices.push_back(Slice { number, calls: 1, failures: failure }),
        }
        self.calls >= u64::from(self.rules.minimum_calls)
            && self.failures * 100 >= u64::from(self.rules.percent) * self.calls
    }
}
