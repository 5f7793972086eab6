//! A circuit breaker that one activity has to itself.

use std::collections::VecDeque;

use crate::model::Millis;
use crate::policy::effective::{BreakerRules, FailureRateRules};

/// A circuit breaker that sees the failures of one activity alone.
///
/// Such a breaker never closes again before the activity succeeds: each probe is the activity's own
/// next attempt. All its calls so far failed, so any failure rate is reached as soon as there are
/// enough calls. The engine keeps it open for up to a tenth longer, by key, which does not count
/// here.
#[derive(Debug, Clone)]
pub(super) struct Breaker<'a> {
    rules: &'a BreakerRules,
    failures_in_row: u32,
    /// When the latest calls failed: as many as a failure rate needs, counted from the start.
    recent: VecDeque<Millis>,
    has_opened: bool,
}

impl<'a> Breaker<'a> {
    pub(super) fn new(rules: &'a BreakerRules) -> Self {
        Self { rules, failures_in_row: 0, recent: VecDeque::new(), has_opened: false }
    }

    /// Counts a transient failure at `now`; gives the instant until which it then lets nobody
    /// through, if it opens.
    pub(super) fn fail(&mut self, now: Millis) -> Option<Millis> {
        self.failures_in_row = self.failures_in_row.saturating_add(1);
        let in_row =
            self.rules.consecutive_failures.is_some_and(|most| self.failures_in_row >= most);
        let by_rate = self.rules.failure_rate.is_some_and(|rate| self.reaches(&rate, now));
        self.has_opened |= in_row || by_rate;
        self.has_opened.then(|| Millis(now.0.saturating_add(self.rules.open_for.0)))
    }

    fn reaches(&mut self, rate: &FailureRateRules, now: Millis) -> bool {
        let needed = usize::try_from(rate.minimum_calls.max(1)).unwrap_or(usize::MAX);
        self.recent.push_back(now);
        if self.recent.len() > needed {
            self.recent.pop_front();
        }
        let oldest = self.recent.front().copied().unwrap_or(now);
        self.recent.len() == needed && now.0 - oldest.0 < rate.window.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::effective::BreakerKey;

    fn rules(
        consecutive_failures: Option<u32>,
        failure_rate: Option<FailureRateRules>,
    ) -> BreakerRules {
        BreakerRules {
            consecutive_failures,
            failure_rate,
            open_for: Millis(30_000),
            half_open_probes: 1,
            key: BreakerKey::ActivityType,
        }
    }

    fn opened(rules: &BreakerRules, failures: &[u64]) -> Vec<Option<u64>> {
        let mut breaker = Breaker::new(rules);
        failures.iter().map(|at| breaker.fail(Millis(*at)).map(|until| until.0)).collect()
    }

    #[test]
    fn opens_after_failures_in_a_row_and_after_each_failed_probe() {
        let opened = opened(&rules(Some(3), None), &[0, 1_000, 2_000, 40_000]);
        assert_eq!(opened, [None, None, Some(32_000), Some(70_000)]);
    }

    #[test]
    fn a_rate_needs_its_calls_within_its_window() {
        let rate = FailureRateRules { percent: 50, window: Millis(1_000), minimum_calls: 3 };
        let rules = rules(None, Some(rate));
        assert_eq!(opened(&rules, &[0, 600, 1_000, 1_500]), [None, None, None, Some(31_500)]);
        assert_eq!(opened(&rules, &[0, 2_000, 4_000, 6_000]), [None; 4]);
    }
}
