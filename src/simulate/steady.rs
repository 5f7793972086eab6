//! Runs that differ in nothing but their jitter, many at a time.

use std::ops::Range;

use super::course::{Course, Trial};
use super::runs::Tallies;
use crate::model::{FailureClass, GiveUpReason, MaxAttempts, Millis};
use crate::policy::effective::Jitter;
use crate::retry::{CompiledPolicy, JitterSeed, PolicyStrategy};

/// How many runs are made side by side: their seeds and sums fit into the nearest cache.
const SIDE_BY_SIDE: usize = 512;

/// Runs in which the planner would give the same answer to every failure, whatever the delays: as
/// many retries as the policy has attempts. A delay then depends on its own draw alone, so runs are
/// made side by side, attempt by attempt, which is several times as fast as one after the other.
pub(super) struct Steady<'a> {
    policy: &'a CompiledPolicy,
    attempts: u32,
    trial: Trial,
}

impl<'a> Steady<'a> {
    /// Tells whether the runs are of that kind.
    pub(super) fn of(policy: &'a CompiledPolicy, course: &Course<'_>) -> Option<Self> {
        let trial = course.steady()?;
        let effective = policy.effective();
        let timeouts = &effective.timeouts;
        let attempts = match effective.retry.max_attempts {
            MaxAttempts::Limited(attempts) => attempts,
            MaxAttempts::Unlimited => return None,
        };
        let fails = trial.class == FailureClass::Transient && trial.odds.share() >= 1.0;
        let is_steady = fails
            && effective.retry.enabled
            && effective.retry.jitter != Jitter::Decorrelated
            && effective.budget.is_none()
            && effective.breaker.is_none()
            && (timeouts.workflow.is_none() || timeouts.retries_extend_workflow);
        is_steady.then_some(Self { policy, attempts, trial })
    }

    /// Makes the runs of these numbers.
    pub(super) fn tally(&self, seed: u64, mut numbers: Range<u64>, into: &mut Tallies) {
        let mut seeds = Vec::with_capacity(SIDE_BY_SIDE);
        while !numbers.is_empty() {
            seeds.clear();
            let next = numbers.by_ref().take(SIDE_BY_SIDE);
            seeds.extend(next.map(|number| JitterSeed::invented(seed, number)));
            self.side_by_side(&seeds, into);
        }
    }

    fn side_by_side(&self, seeds: &[JitterSeed], into: &mut Tallies) {
        let mut delays = [Millis(0); SIDE_BY_SIDE];
        let mut waited = [Millis(0); SIDE_BY_SIDE];
        let (delays, waited) = (&mut delays[..seeds.len()], &mut waited[..seeds.len()]);
        for attempt in 1..self.attempts {
            let draw = PolicyStrategy::new(self.policy, seeds[0], None).draw(attempt);
            for ((seed, delay), waited) in seeds.iter().zip(&mut *delays).zip(&mut *waited) {
                *delay = draw.delay(*seed);
                waited.0 = waited.0.saturating_add(delay.0);
            }
            if let Some(tally) = into.delays_after(attempt) {
                tally.record_all(delays);
            }
        }
        into.window.record_all(waited);
        let ran = self.trial.duration.0.saturating_mul(self.attempts.into());
        for waited in &mut *waited {
            waited.0 = waited.0.saturating_add(ran);
        }
        into.elapsed.record_all(waited);
        let runs = seeds.len() as u64;
        into.calls += runs * u64::from(self.attempts);
        into.max_calls = into.max_calls.max(self.attempts);
        *into.gave_up.entry(GiveUpReason::MaxAttemptsReached).or_default() += runs;
    }
}
