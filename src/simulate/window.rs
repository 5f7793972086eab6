//! All delays of a policy together, over all identities.

use serde::Serialize;

use crate::model::Millis;
use crate::policy::effective::Jitter;
use crate::retry::{CompiledPolicy, DelayRange, JitterSeed, PolicyStrategy};

/// The delays between the first attempt and the last, together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Window {
    /// If each delay is the shortest possible.
    #[serde(rename = "min_ms")]
    pub min: Millis,
    /// The mean. With decorrelated jitter, whose delays depend on each other, as if each were the
    /// mean of those that follow the mean before it.
    #[serde(rename = "mean_ms")]
    pub mean: Millis,
    /// If each delay is the longest possible.
    #[serde(rename = "max_ms")]
    pub max: Millis,
}

/// What the delays of a policy come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// Runs, the first included.
    pub attempts: u32,
    /// The delay after the first attempt; absent if there is none.
    pub first: Option<DelayRange>,
    /// The delay before the last attempt; absent if there is none.
    pub last: Option<DelayRange>,
    /// All delays together.
    pub window: Window,
}

impl Measured {
    /// Measures the delays between `attempts` attempts, all of which fail.
    pub fn of(policy: &CompiledPolicy, attempts: u32) -> Self {
        let mut measured = Self { attempts, first: None, last: None, window: Window::default() };
        let mut ranges = Ranges::new(policy);
        for attempt in 1..attempts {
            let (range, is_final) = ranges.after(attempt);
            measured.first.get_or_insert(range);
            measured.last = Some(range);
            // A range that comes again comes for ever.
            let times = if is_final { attempts - attempt } else { 1 };
            measured.window.add(&range, u64::from(times));
            if is_final {
                break;
            }
        }
        measured
    }
}

impl Window {
    /// Adds up the delays of `attempts` attempts, all of which fail.
    pub fn of(policy: &CompiledPolicy, attempts: u32) -> Self {
        Measured::of(policy, attempts).window
    }

    fn add(&mut self, range: &DelayRange, times: u64) {
        let add = |to: &mut Millis, delay: Millis| {
            to.0 = to.0.saturating_add(delay.0.saturating_mul(times));
        };
        add(&mut self.min, range.min);
        add(&mut self.mean, range.mean);
        add(&mut self.max, range.max);
    }
}

/// The ranges of the delays, one after the other.
struct Ranges<'a> {
    policy: &'a CompiledPolicy,
    /// The last range: its ends are what decorrelated jitter goes on from.
    last: Option<DelayRange>,
}

impl<'a> Ranges<'a> {
    fn new(policy: &'a CompiledPolicy) -> Self {
        Self { policy, last: None }
    }

    /// The range after an attempt, and whether all later ones are the same.
    fn after(&mut self, attempt: u32) -> (DelayRange, bool) {
        let from = |previous: Option<Millis>| {
            PolicyStrategy::new(self.policy, JitterSeed(0), previous).range(attempt)
        };
        let range = match (self.policy.effective().retry.jitter, self.last) {
            (Jitter::Decorrelated, Some(last)) => DelayRange {
                min: from(Some(last.min)).min,
                mean: from(Some(last.mean)).mean,
                ..from(Some(last.max))
            },
            _ => from(None),
        };
        let gap = |attempt| self.policy.gaps().gap_nanos(attempt);
        let grows = match self.policy.effective().retry.jitter {
            Jitter::Decorrelated => self.last != Some(range),
            Jitter::Off | Jitter::Factor(_) | Jitter::Full | Jitter::Equal => {
                gap(attempt) != gap(attempt.saturating_add(1))
            }
        };
        self.last = Some(range);
        (range, !grows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StrategyKind;
    use crate::policy::effective::Multiplier;
    use crate::retry::sample;

    fn window(change: impl FnOnce(&mut crate::policy::effective::RetryRules), n: u32) -> [u64; 3] {
        let policy = CompiledPolicy::new(sample::with_retry(change));
        let Window { min, mean, max } = Window::of(&policy, n);
        [min.0, mean.0, max.0]
    }

    #[test]
    fn adds_up_the_ends_and_the_means() {
        assert_eq!(window(|_| {}, 5), [15_000; 3]);
        assert_eq!(window(|_| {}, 1), [0; 3]);
        assert_eq!(window(|r| r.jitter = Jitter::Full, 5), [4, 7_500, 15_000]);
        assert_eq!(window(|r| r.jitter = Jitter::Factor(1_000), 5), [13_500, 15_000, 16_500]);
        assert_eq!(window(|_| {}, 1_000_000)[0], 127_000 + 100_000 * (1_000_000 - 8));
    }

    #[test]
    fn decorrelated_jitter_goes_on_from_what_was_before() {
        // From 1 s: up to 3 s, then up to 9 s, then up to the cap of 10 s.
        let change = |r: &mut crate::policy::effective::RetryRules| {
            (r.jitter, r.max_delay) = (Jitter::Decorrelated, Millis(10_000));
        };
        assert_eq!(window(change, 4), [3_000, 2_000 + 3_500 + 5_500, 22_000]);
        let long = window(change, 1_000_000);
        assert_eq!((long[0], long[2]), (999_999_000, 3_000 + 9_000 + 10_000 * 999_997));
    }

    #[test]
    fn the_shortcut_gives_what_adding_up_gives() {
        for (strategy, multiplier, initial) in [
            (StrategyKind::Exponential, 10_100, 1),
            (StrategyKind::Exponential, 10_000, 7),
            (StrategyKind::Linear, 20_000, 3),
            (StrategyKind::Fixed, 20_000, 3),
        ] {
            let policy = CompiledPolicy::new(sample::with_retry(|r| {
                (r.strategy, r.multiplier) = (strategy, Multiplier(multiplier));
                (r.initial_delay, r.max_delay) = (Millis(initial), Millis(500));
                r.jitter = Jitter::Equal;
            }));
            let mut sum = Window::default();
            for attempt in 1..3_000 {
                let strategy = PolicyStrategy::new(&policy, JitterSeed(0), None);
                sum.add(&strategy.range(attempt), 1);
            }
            assert_eq!(Window::of(&policy, 3_000), sum, "{strategy} {multiplier}");
        }
    }
}
