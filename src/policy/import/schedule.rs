//! What a rule of another system does, in that system's own arithmetic.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::model::GiveUpReason;

/// When another system tries again, and when no more. Durations are exact to the nanosecond where
/// that system's are; growth is computed in floating point, as those systems do.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ForeignSchedule {
    /// The system, as people call it.
    pub system: &'static str,
    /// The waits before cap and jitter.
    pub gaps: GapRule,
    /// The longest wait before jitter.
    #[serde(rename = "cap_ms", serialize_with = "optional_millis")]
    pub cap: Option<Duration>,
    /// How waits are spread, after the cap.
    pub jitter: ForeignJitter,
    /// When nothing is tried again.
    pub stop: StopRule,
}

/// How waits grow; `n` counts failed attempts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GapRule {
    /// The same wait each time; zero: at once.
    Fixed {
        /// The wait.
        #[serde(rename = "first_ms", serialize_with = "millis")]
        first: Duration,
    },
    /// `first · n`.
    Linear {
        /// The first wait, and the growth.
        #[serde(rename = "first_ms", serialize_with = "millis")]
        first: Duration,
    },
    /// `first · factor^(n − 1)`.
    Exponential {
        /// The first wait.
        #[serde(rename = "first_ms", serialize_with = "millis")]
        first: Duration,
        /// Finite, and not below 1.
        factor: f64,
    },
    /// Doubled so many times, then longer by the last doubled wait each time: with 30s and one
    /// doubling 30s, 1m, 2m, 3m.
    Doublings {
        /// The first wait.
        #[serde(rename = "first_ms", serialize_with = "millis")]
        first: Duration,
        /// How often it doubles.
        doublings: u32,
    },
}

/// How a wait is spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ForeignJitter {
    /// Not at all.
    None,
    /// Anything from nothing up to the wait.
    Full,
    /// Up to this share of the wait to either side, also beyond the cap.
    Around {
        /// The share, 1…100.
        percent: u32,
    },
}

/// A limit on the time since the first attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ElapsedLimit {
    /// The time.
    #[serde(rename = "limit_ms", serialize_with = "millis")]
    pub limit: Duration,
    /// What may not lie beyond it.
    pub applies_to: Moment,
}

/// The moment that a limit is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The next attempt: it is due within the limit or not at all.
    NextAttempt,
    /// The next attempt, because the limit is that of the whole execution.
    Execution,
    /// The failure: what fails within the limit is tried again, however late that is.
    Failure,
}

/// When nothing is tried again. Attempts count runs, the first included; one means no retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// It never ends.
    Never,
    /// After so many attempts.
    Attempts(u32),
    /// After so much time.
    Elapsed(ElapsedLimit),
    /// After either, whichever comes first.
    First(u32, ElapsedLimit),
    /// After both.
    Last(u32, ElapsedLimit),
}

/// The longest wait whose nanoseconds are a signed 64-bit number, as many systems keep them.
const LONGEST_WAIT: Duration = Duration::from_nanos(i64::MAX as u64);

impl ForeignSchedule {
    /// The wait after failed attempt `attempt`, counted from 1, after the cap and before jitter.
    pub fn gap(&self, attempt: u32) -> Duration {
        let raw = self.gaps.raw(attempt);
        self.cap.map_or(raw, |cap| raw.min(cap))
    }

    /// The shortest and the longest wait that jitter makes of that gap.
    pub fn range(&self, attempt: u32) -> (Duration, Duration) {
        let gap = self.gap(attempt);
        match self.jitter {
            ForeignJitter::None => (gap, gap),
            ForeignJitter::Full => (Duration::ZERO, gap),
            ForeignJitter::Around { percent } => {
                let reach = scaled(gap, f64::from(percent) / 100.0);
                (gap.saturating_sub(reach), gap.saturating_add(reach))
            }
        }
    }

    /// Tells why nothing follows a failed attempt; `elapsed` is the time from the first attempt to
    /// this failure, `wait` what would follow it. The reasons are those of our own policies.
    pub fn ends(&self, attempt: u32, elapsed: Duration, wait: Duration) -> Option<GiveUpReason> {
        let out_of_attempts = |max: u32| {
            let reason = if max <= 1 {
                GiveUpReason::RetriesDisabled
            } else {
                GiveUpReason::MaxAttemptsReached
            };
            (attempt >= max).then_some(reason)
        };
        let out_of_time = |limit: ElapsedLimit| {
            let is_too_late = elapsed.saturating_add(wait) > limit.limit;
            let (is_out, reason) = match limit.applies_to {
                Moment::NextAttempt => (is_too_late, GiveUpReason::BudgetExhausted),
                Moment::Execution => (is_too_late, GiveUpReason::WorkflowTimeout),
                Moment::Failure => (elapsed >= limit.limit, GiveUpReason::BudgetExhausted),
            };
            is_out.then_some(reason)
        };
        match self.stop {
            StopRule::Never => None,
            StopRule::Attempts(max) => out_of_attempts(max),
            StopRule::Elapsed(limit) => out_of_time(limit),
            StopRule::First(max, limit) => out_of_attempts(max).or_else(|| out_of_time(limit)),
            StopRule::Last(max, limit) => out_of_attempts(max).and_then(|_| out_of_time(limit)),
        }
    }

    /// The first failed attempt whose wait, for want of a cap, is beyond 64-bit nanoseconds (292
    /// years); none if attempts end or a cap holds before that.
    pub fn overflows_after(&self) -> Option<u32> {
        let last = match self.stop {
            StopRule::Attempts(max) | StopRule::First(max, _) => max.saturating_sub(1),
            StopRule::Never | StopRule::Elapsed(_) | StopRule::Last(..) => u32::MAX,
        };
        let is_beyond = |attempt: u32| self.gap(attempt) > LONGEST_WAIT;
        if last == 0 || !is_beyond(last) {
            return None;
        }
        // Waits never fall, so the first is found by halving.
        let (mut low, mut high) = (1, last);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_beyond(middle) { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }
}

impl GapRule {
    /// The wait after failed attempt `attempt` before any cap; saturating.
    fn raw(&self, attempt: u32) -> Duration {
        let retries_before = attempt.max(1) - 1;
        match *self {
            Self::Fixed { first } => first,
            Self::Linear { first } => first.saturating_mul(attempt.max(1)),
            Self::Exponential { first, factor } => {
                scaled(first, factor.powf(f64::from(retries_before)))
            }
            Self::Doublings { first, doublings } => {
                let doubled = scaled(first, 2.0_f64.powf(f64::from(retries_before.min(doublings))));
                let steps = retries_before.saturating_sub(doublings).saturating_add(1);
                doubled.saturating_mul(steps)
            }
        }
    }
}

/// `of · factor`, saturating; nothing stays nothing.
fn scaled(of: Duration, factor: f64) -> Duration {
    if of.is_zero() {
        return of;
    }
    Duration::try_from_secs_f64(of.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}

/// Whole milliseconds, to the nearest; saturating.
pub(super) fn nearest_millis(span: Duration) -> u64 {
    let rounded = span.saturating_add(Duration::from_micros(500)).as_millis();
    u64::try_from(rounded).unwrap_or(u64::MAX)
}

// Serde's `serialize_with` hands over references.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn millis<S: Serializer>(span: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(nearest_millis(*span))
}

#[allow(clippy::ref_option)]
fn optional_millis<S: Serializer>(span: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
    span.map(nearest_millis).serialize(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(gaps: GapRule, cap: Option<u64>, stop: StopRule) -> ForeignSchedule {
        let cap = cap.map(Duration::from_secs);
        ForeignSchedule { system: "test", gaps, cap, jitter: ForeignJitter::None, stop }
    }

    fn seconds(schedule: &ForeignSchedule, count: u32) -> Vec<u64> {
        (1..=count).map(|n| schedule.gap(n).as_secs()).collect()
    }

    fn doublings(first: u64, doublings: u32, cap: u64) -> Vec<u64> {
        let first = Duration::from_secs(first);
        let rule = GapRule::Doublings { first, doublings };
        seconds(&schedule(rule, Some(cap), StopRule::Never), 8)
    }

    #[test]
    fn doubles_then_grows_evenly() {
        assert_eq!(doublings(10, 3, 300), [10, 20, 40, 80, 160, 240, 300, 300]);
        assert_eq!(doublings(10, 0, 50), [10, 20, 30, 40, 50, 50, 50, 50]);
        assert_eq!(doublings(15, 2, 3600)[..6], [15, 30, 60, 120, 180, 240]);
        assert_eq!(doublings(30, 1, 3600)[..4], [30, 60, 120, 180]);
        assert_eq!(doublings(1, u32::MAX, 3600)[7], 128);
    }

    #[test]
    fn grows_by_a_factor_up_to_the_cap() {
        let first = Duration::from_secs(1);
        let rule =
            schedule(GapRule::Exponential { first, factor: 2.0 }, Some(100), StopRule::Never);
        assert_eq!(seconds(&rule, 9), [1, 2, 4, 8, 16, 32, 64, 100, 100]);
        assert_eq!(rule.gap(u32::MAX), Duration::from_secs(100));
        assert_eq!(rule.overflows_after(), None);
        let first = Duration::from_millis(500);
        let rule = schedule(GapRule::Exponential { first, factor: 1.5 }, None, StopRule::Never);
        assert_eq!(rule.gap(4), Duration::from_micros(1_687_500));
    }

    #[test]
    fn says_when_a_wait_without_a_cap_leaves_64_bits() {
        let first = Duration::from_secs(1);
        let rule = GapRule::Exponential { first, factor: 2.0 };
        assert_eq!(schedule(rule, None, StopRule::Never).overflows_after(), Some(35));
        assert_eq!(schedule(rule, None, StopRule::Attempts(35)).overflows_after(), None);
        assert_eq!(schedule(rule, None, StopRule::Attempts(36)).overflows_after(), Some(35));
        let nothing = GapRule::Exponential { first: Duration::ZERO, factor: 2.0 };
        assert_eq!(schedule(nothing, None, StopRule::Never).overflows_after(), None);
    }

    #[test]
    fn ends_by_the_first_or_the_last_of_two_limits() {
        let limit = ElapsedLimit { limit: Duration::from_mins(1), applies_to: Moment::Failure };
        let fixed = GapRule::Fixed { first: Duration::from_secs(50) };
        let (early, late) = (Duration::from_secs(10), Duration::from_mins(1));
        let wait = Duration::from_secs(50);
        let either = schedule(fixed, None, StopRule::First(3, limit));
        assert_eq!(either.ends(3, early, wait), Some(GiveUpReason::MaxAttemptsReached));
        assert_eq!(either.ends(1, late, wait), Some(GiveUpReason::BudgetExhausted));
        assert_eq!(either.ends(1, early, wait), None);
        let both = schedule(fixed, None, StopRule::Last(3, limit));
        assert_eq!(both.ends(9, early, wait), None);
        assert_eq!(both.ends(1, late, wait), None);
        assert_eq!(both.ends(3, late, wait), Some(GiveUpReason::BudgetExhausted));
        let due = ElapsedLimit { applies_to: Moment::NextAttempt, ..limit };
        let due = schedule(fixed, None, StopRule::Elapsed(due));
        assert_eq!(due.ends(1, early, wait), None, "due at the limit is in time");
        assert!(due.ends(1, early + Duration::from_nanos(1), wait).is_some());
        let none = schedule(fixed, None, StopRule::Attempts(1));
        assert_eq!(none.ends(1, early, wait), Some(GiveUpReason::RetriesDisabled));
    }

    #[test]
    fn spreads_beyond_the_cap_where_the_system_does() {
        let fixed = GapRule::Fixed { first: Duration::from_secs(30) };
        let mut rule = schedule(fixed, Some(15), StopRule::Never);
        rule.jitter = ForeignJitter::Around { percent: 50 };
        assert_eq!(rule.range(1), (Duration::from_millis(7_500), Duration::from_millis(22_500)));
        rule.jitter = ForeignJitter::Full;
        assert_eq!(rule.range(1), (Duration::ZERO, Duration::from_secs(15)));
    }
}
