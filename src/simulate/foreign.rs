//! What another system does after a failure, by its own rules.

use std::time::Duration;

use crate::model::{GiveUpReason, Millis};
use crate::policy::import::ForeignSchedule;
use crate::retry::{DelayRange, JitterSeed};

/// What another system does after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ForeignDecision {
    /// It waits, and tries again.
    Retry {
        /// What it may wait.
        range: DelayRange,
        /// What it waits.
        delay: Millis,
    },
    /// It does not.
    GiveUp(GiveUpReason),
}

impl ForeignDecision {
    /// Asks a schedule about failed attempt `attempt`, `elapsed` after the first one. Waits are
    /// rounded to the nearest millisecond.
    pub(super) fn of(
        schedule: &ForeignSchedule,
        attempt: u32,
        elapsed: Millis,
        seed: JitterSeed,
    ) -> Self {
        let (shortest, longest) = schedule.range(attempt);
        let wait = draw(seed, attempt, shortest, longest);
        if let Some(reason) = schedule.ends(attempt, elapsed.into(), wait) {
            return Self::GiveUp(reason);
        }
        let mean = shortest.saturating_add(longest.saturating_sub(shortest) / 2);
        let range = DelayRange {
            gap: millis(schedule.gap(attempt)),
            min: millis(shortest),
            max: millis(longest),
            mean: millis(mean),
        };
        Self::Retry { range, delay: millis(wait) }
    }
}

/// One of the waits from the shortest to the longest, each as likely as any other.
fn draw(seed: JitterSeed, attempt: u32, shortest: Duration, longest: Duration) -> Duration {
    let width = u64::try_from(longest.saturating_sub(shortest).as_nanos()).unwrap_or(u64::MAX);
    let drawn = (u128::from(seed.u(attempt.into())) * (u128::from(width) + 1)) >> 64;
    let offset = Duration::from_nanos(u64::try_from(drawn).unwrap_or(width));
    shortest.saturating_add(offset)
}

fn millis(span: Duration) -> Millis {
    let nearest = span.saturating_add(Duration::from_micros(500)).as_millis();
    Millis(u64::try_from(nearest).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::import::{ForeignJitter, GapRule, StopRule};

    fn fixed(first: Duration, jitter: ForeignJitter) -> ForeignSchedule {
        let gaps = GapRule::Fixed { first };
        ForeignSchedule { system: "test", gaps, cap: None, jitter, stop: StopRule::Never }
    }

    fn delay(schedule: &ForeignSchedule, attempt: u32) -> u64 {
        match ForeignDecision::of(schedule, attempt, Millis(0), JitterSeed(7)) {
            ForeignDecision::Retry { delay, .. } => delay.0,
            ForeignDecision::GiveUp(reason) => panic!("{reason}"),
        }
    }

    #[test]
    fn draws_the_whole_range_and_nothing_else() {
        let around = fixed(Duration::from_secs(10), ForeignJitter::Around { percent: 50 });
        let delays: Vec<u64> = (1..2_000).map(|attempt| delay(&around, attempt)).collect();
        assert!(delays.iter().all(|delay| (5_000..=15_000).contains(delay)));
        assert!(delays.iter().any(|delay| *delay < 5_100));
        assert!(delays.iter().any(|delay| *delay > 14_900));
    }

    #[test]
    fn the_longest_waits_are_no_trouble() {
        for jitter in
            [ForeignJitter::None, ForeignJitter::Full, ForeignJitter::Around { percent: 50 }]
        {
            assert!(delay(&fixed(Duration::MAX, jitter), u32::MAX) > 0);
            assert_eq!(delay(&fixed(Duration::ZERO, jitter), 1), 0);
        }
    }
}
