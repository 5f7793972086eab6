//! Delays: the growth of the gaps, their jitter, and the specification's view of both (spec §7, §23).

use std::time::Duration;

use super::classifier::{Classification, FailureClassifier};
use super::jitter::{DelayDraw, DelayRange, JitterSeed, Spread, nanos, whole_millis};
use crate::model::{Failure, FailureClass, Millis, StrategyKind, WorkflowError};
use crate::policy::effective::{EffectivePolicy, Jitter, Multiplier, RetryRules};

/// The specification's retry strategy (spec §23).
pub trait RetryStrategy {
    /// The wait after failed attempt `attempt`, counted from 1.
    fn next_delay(&self, attempt: u32) -> Duration;

    /// Tells whether an attempt that ended with `error` is worth another one.
    fn should_retry(&self, error: &WorkflowError) -> bool;
}

/// The gaps of one policy, before jitter: never zero, never falling, never above the cap, and
/// looked up in constant time for any attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GapTable {
    growth: Growth,
    /// Nanoseconds.
    cap: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Growth {
    /// `gap(n) = first`.
    Fixed { first: u64 },
    /// `gap(n) = first · n`.
    Linear { first: u64 },
    /// `gap(n)` stands at index n − 1; after the last entry the gap grows no more.
    Exponential { gaps: Box<[u64]> },
}

impl GapTable {
    /// Tabulates the gaps of a policy. The smallest multiplier (1.01) takes 2,431 steps from 1ms to
    /// 366d; a multiplier of 1 takes one.
    pub fn new(rules: &RetryRules) -> Self {
        let cap = nanos(rules.max_delay).max(1);
        let first = nanos(rules.initial_delay).clamp(1, cap);
        let growth = match rules.strategy {
            StrategyKind::Fixed => Growth::Fixed { first },
            StrategyKind::Linear => Growth::Linear { first },
            StrategyKind::Exponential => {
                let next = |gap: &u64| {
                    let grown = share(*gap, rules.multiplier.0).min(cap);
                    (grown > *gap).then_some(grown)
                };
                Growth::Exponential { gaps: std::iter::successors(Some(first), next).collect() }
            }
        };
        Self { growth, cap }
    }

    /// The gap after failed attempt `attempt`, in nanoseconds. Attempts count from 1; 0 counts as 1.
    pub fn gap_nanos(&self, attempt: u32) -> u64 {
        match &self.growth {
            Growth::Fixed { first } => *first,
            Growth::Linear { first } => {
                first.saturating_mul(u64::from(attempt.max(1))).min(self.cap)
            }
            Growth::Exponential { gaps } => {
                let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
                gaps[index.min(gaps.len() - 1)]
            }
        }
    }
}

/// `floor(of · ten_thousandths / 10,000)`, saturating.
fn share(of: u64, ten_thousandths: u32) -> u64 {
    let product = u128::from(of) * u128::from(ten_thousandths) / u128::from(Multiplier::ONE);
    u64::try_from(product).unwrap_or(u64::MAX)
}

/// An effective policy with everything that is worth computing once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledPolicy {
    effective: EffectivePolicy,
    gaps: GapTable,
}

impl CompiledPolicy {
    /// Tabulates the gaps of a policy.
    pub fn new(effective: EffectivePolicy) -> Self {
        Self { gaps: GapTable::new(&effective.retry), effective }
    }

    /// The policy itself.
    pub fn effective(&self) -> &EffectivePolicy {
        &self.effective
    }

    /// The gaps before jitter.
    pub fn gaps(&self) -> &GapTable {
        &self.gaps
    }

    /// Tells what `failure` means under this policy.
    pub fn classify(&self, failure: &Failure) -> Classification {
        FailureClassifier::new(&self.effective).classify(failure)
    }
}

/// The delays of one generation of one activity.
#[derive(Debug, Clone, Copy)]
pub struct PolicyStrategy<'a> {
    policy: &'a CompiledPolicy,
    seed: JitterSeed,
    previous: Option<Millis>,
}

impl<'a> PolicyStrategy<'a> {
    /// Draws the delays of `policy` by `seed`. `previous` is the delay before this one, before any
    /// Retry-After; only decorrelated jitter needs it, and takes the initial delay if it is absent.
    pub fn new(policy: &'a CompiledPolicy, seed: JitterSeed, previous: Option<Millis>) -> Self {
        Self { policy, seed, previous }
    }

    /// The delay after failed attempt `attempt`, before any Retry-After.
    pub fn delay(&self, attempt: u32) -> Millis {
        self.draw(attempt).delay(self.seed)
    }

    /// What [`PolicyStrategy::delay`] draws from, for other seeds.
    pub fn draw(&self, attempt: u32) -> DelayDraw {
        DelayDraw { spread: self.spread(attempt), number: draw_number(attempt) }
    }

    /// The delays that [`PolicyStrategy::delay`] may give over all seeds.
    pub fn range(&self, attempt: u32) -> DelayRange {
        self.spread(attempt).range()
    }

    /// Lengthens `delay` to what the downstream asked for, up to a tenth more so that its callers
    /// do not come back together; may exceed the policy's `maxDelay`, not its `retryAfter.max`.
    pub fn after_hint(&self, attempt: u32, delay: Millis, retry_after: Option<Millis>) -> Millis {
        let rules = &self.policy.effective.retry.retry_after;
        let Some(asked) = retry_after.filter(|_| rules.honor) else { return delay };
        let max = nanos(rules.max);
        let asked = nanos(asked).min(max);
        let extra = self.seed.uniform(draw_number(attempt) + HINT_DRAWS, 0, asked / 10);
        delay.max(whole_millis((asked + extra).min(max)))
    }

    /// The delays that [`PolicyStrategy::after_hint`] may make of those in the range, over all seeds.
    pub fn range_after_hint(&self, attempt: u32, retry_after: Option<Millis>) -> (Millis, Millis) {
        let DelayRange { min, max, .. } = self.range(attempt);
        let rules = &self.policy.effective.retry.retry_after;
        let Some(asked) = retry_after.filter(|_| rules.honor) else { return (min, max) };
        let longest = nanos(rules.max);
        let asked = nanos(asked).min(longest);
        let most = (asked + asked / 10).min(longest);
        (min.max(whole_millis(asked)), max.max(whole_millis(most)))
    }

    /// The range of nanoseconds that the delay after `attempt` is drawn from.
    fn spread(&self, attempt: u32) -> Spread {
        let GapTable { cap, .. } = self.policy.gaps;
        let gap = self.policy.gaps.gap_nanos(attempt);
        match self.policy.effective.retry.jitter {
            Jitter::Off => Spread::up_to(gap, gap),
            Jitter::Factor(factor) => Spread::around(gap, share(gap, factor).min(gap), cap),
            Jitter::Full => Spread::up_to(gap, 1),
            Jitter::Equal => Spread::up_to(gap, gap / 2 + 1),
            Jitter::Decorrelated => {
                let first = self.policy.gaps.gap_nanos(1);
                let previous = self.previous.map_or(first, nanos);
                // A previous delay under another policy may be shorter than this one's first.
                Spread::up_to(previous.saturating_mul(3).clamp(first, cap), first)
            }
        }
    }
}

/// Draws for Retry-After are numbered from here, clear of those for attempts.
const HINT_DRAWS: u64 = 1 << 32;

fn draw_number(attempt: u32) -> u64 {
    u64::from(attempt.max(1))
}

impl RetryStrategy for PolicyStrategy<'_> {
    fn next_delay(&self, attempt: u32) -> Duration {
        self.delay(attempt).into()
    }

    fn should_retry(&self, error: &WorkflowError) -> bool {
        self.policy.effective.retry.enabled
            && self.policy.classify(error).class == FailureClass::Transient
    }
}

#[cfg(test)]
mod tests;
