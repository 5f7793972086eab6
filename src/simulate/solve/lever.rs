//! The parameters that may be changed to meet a goal.

use super::goal::{Condition, Goal, Quantity, Relation};
use crate::model::{MaxAttempts, Millis, StrategyKind};
use crate::policy::effective::{EffectivePolicy, Jitter, Multiplier};
use crate::retry::CompiledPolicy;
use crate::simulate::window::Measured;

/// A parameter that may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lever {
    /// `maxAttempts`.
    Attempts,
    /// `maxDelay`.
    Cap,
    /// `multiplier`.
    Multiplier,
    /// `initialDelay`.
    Initial,
}

/// Steps by which durations are rounded, in milliseconds.
const TIDY_SPANS: &[u64] = &[86_400_000, 3_600_000, 600_000, 60_000, 10_000, 1_000, 100, 10, 1];
/// Steps by which multipliers are rounded, in ten-thousandths.
const TIDY_FACTORS: &[u64] = &[10_000, 5_000, 1_000, 100, 10, 1];

impl Lever {
    /// Every parameter.
    pub const ALL: [Self; 4] = [Self::Attempts, Self::Cap, Self::Multiplier, Self::Initial];

    /// Its path in a policy document.
    pub fn path(self) -> &'static str {
        match self {
            Self::Attempts => "retry.maxAttempts",
            Self::Cap => "retry.maxDelay",
            Self::Multiplier => "retry.multiplier",
            Self::Initial => "retry.initialDelay",
        }
    }

    /// Tells whether the policy's delays depend on it.
    pub(super) fn matters(self, policy: &EffectivePolicy) -> bool {
        let is_exponential = policy.retry.strategy == StrategyKind::Exponential;
        match self {
            Self::Attempts | Self::Initial => true,
            Self::Cap => policy.retry.strategy != StrategyKind::Fixed,
            Self::Multiplier => is_exponential && policy.retry.jitter != Jitter::Decorrelated,
        }
    }

    /// Its value: attempts, milliseconds or ten-thousandths.
    pub(super) fn value(self, policy: &EffectivePolicy) -> u64 {
        let retry = &policy.retry;
        match self {
            Self::Attempts => retry.max_attempts.limit().unwrap_or(MaxAttempts::LARGEST).into(),
            Self::Cap => retry.max_delay.0,
            Self::Multiplier => retry.multiplier.0.into(),
            Self::Initial => retry.initial_delay.0,
        }
    }

    /// The same policy with another value.
    pub(super) fn set(self, policy: &EffectivePolicy, value: u64) -> EffectivePolicy {
        let mut policy = policy.clone();
        let small = u32::try_from(value).unwrap_or(u32::MAX);
        match self {
            Self::Attempts => policy.retry.max_attempts = MaxAttempts::Limited(small),
            Self::Cap => policy.retry.max_delay = Millis(value),
            Self::Multiplier => policy.retry.multiplier = Multiplier(small),
            Self::Initial => policy.retry.initial_delay = Millis(value),
        }
        policy
    }

    /// The values that it may take, both ends included.
    fn limits(self, policy: &EffectivePolicy, goal: &Goal) -> (u64, u64) {
        match self {
            Self::Attempts => {
                let within = goal.within(Quantity::Attempts);
                (within.low.max(2), within.high.min(MaxAttempts::LARGEST.into()))
            }
            Self::Cap => (policy.retry.initial_delay.0, Millis::MAX.0),
            Self::Multiplier => (10_100, 1_000_000),
            Self::Initial => (1, policy.retry.max_delay.0),
        }
    }

    /// Finds the value that meets a condition, or comes nearest to it. All that a condition is
    /// about grows with every parameter, so halving the limits again and again finds it.
    pub(super) fn tune(
        self,
        policy: &EffectivePolicy,
        goal: &Goal,
        aim: Condition,
    ) -> EffectivePolicy {
        let (low, high) = self.limits(policy, goal);
        let value = |at: u64| aim.value_of(&measure(&self.set(policy, at)));
        let reaches = |at: u64| match aim.relation {
            Relation::Equal | Relation::AtLeast => value(at) >= aim.value,
            Relation::AtMost => value(at) > aim.value,
        };
        let first = first_that(low, high, reaches);
        let before = first.saturating_sub(1).max(low);
        let best = match aim.relation {
            Relation::AtLeast => first.min(high),
            Relation::AtMost => before,
            Relation::Equal => {
                let distance = |at: &u64| value(*at).abs_diff(aim.value);
                [before, first.min(high)].into_iter().min_by_key(distance).unwrap_or(before)
            }
        };
        let steps = match self {
            Self::Attempts => &[],
            Self::Cap | Self::Initial => TIDY_SPANS,
            Self::Multiplier => TIDY_FACTORS,
        };
        let rounded = steps.iter().map(|step| (best + step / 2) / step * step);
        let mut tidy =
            rounded.filter(|at| (low..=high).contains(at)).map(|at| self.set(policy, at));
        tidy.find(|policy| aim.is_met(&measure(policy))).unwrap_or_else(|| self.set(policy, best))
    }
}

/// Measures all attempts of a policy.
pub(super) fn measure(policy: &EffectivePolicy) -> Measured {
    let attempts = policy.retry.max_attempts.limit().unwrap_or(MaxAttempts::LARGEST);
    Measured::of(&CompiledPolicy::new(policy.clone()), attempts)
}

/// The first number from `low` to `high` that `holds`, if from there on all do; else `high` + 1.
/// Large numbers, which cost the most to try, are not tried without need.
fn first_that(mut low: u64, high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let mut beyond = high.saturating_add(1);
    let mut leap = 1;
    while low < beyond {
        let middle = low + ((beyond - low) / 2).min(leap);
        leap = leap.saturating_mul(2);
        if holds(middle) { beyond = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_finds_the_first() {
        for first in 3..=11 {
            assert_eq!(first_that(3, 10, |n| n >= first), first);
        }
        assert_eq!(first_that(5, 5, |_| true), 5);
    }
}
