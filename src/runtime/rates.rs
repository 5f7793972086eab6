//! Event counts of the last minutes, second by second.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::model::{Millis, Timestamp};
use crate::retry::metrics::Totals;

/// Sums over a sliding window, kept in memory: empty after a restart.
#[derive(Debug)]
pub struct Rates {
    since: Timestamp,
    seconds: Mutex<VecDeque<(i64, Totals)>>,
}

impl Rates {
    /// The longest window, in seconds.
    pub const KEPT_SECONDS: i64 = 300;

    /// Starts to count at `now`.
    pub fn new(now: Timestamp) -> Self {
        Self { since: now, seconds: Mutex::default() }
    }

    /// Adds what happened at `now`.
    pub fn add(&self, happened: &Totals, now: Timestamp) {
        let second = now.as_millis() / 1_000;
        let mut seconds = self.seconds.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if seconds.back().is_none_or(|(last, _)| *last < second) {
            seconds.push_back((second, Totals::default()));
        }
        if let Some((_, totals)) = seconds.back_mut() {
            for (name, amount) in happened.entries() {
                totals.add(name, amount);
            }
        }
        while seconds.front().is_some_and(|(first, _)| *first <= second - Self::KEPT_SECONDS) {
            seconds.pop_front();
        }
    }

    /// Sums over the last whole seconds of `window`, and the time that they cover: shorter than
    /// asked for while the engine is young.
    pub fn over(&self, window: Millis, now: Timestamp) -> (Totals, Millis) {
        let second = now.as_millis() / 1_000;
        let asked = i64::try_from(window.0 / 1_000).unwrap_or(i64::MAX).min(Self::KEPT_SECONDS);
        let mut sum = Totals::default();
        let seconds = self.seconds.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (_, totals) in seconds.iter().filter(|(s, _)| *s >= second - asked && *s < second) {
            for (name, amount) in totals.entries() {
                sum.add(name, amount);
            }
        }
        let lived = second - self.since.as_millis() / 1_000;
        let covered = asked.min(lived).max(0);
        (sum, Millis(covered.unsigned_abs() * 1_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_what_left_the_window() {
        let at = |seconds: u64| Timestamp::EPOCH.plus(Millis::from_secs(seconds));
        let rates = Rates::new(at(100));
        let one = Totals { failed: 1, ..Totals::default() };
        rates.add(&one, at(100));
        rates.add(&one, at(100));
        rates.add(&one, at(105));
        let failed = |window, now| {
            let (totals, covered) = rates.over(Millis::from_secs(window), now);
            (totals.failed, covered.0 / 1_000)
        };
        assert_eq!(failed(10, at(101)), (2, 1), "the running second is not whole");
        assert_eq!(failed(10, at(106)), (3, 6));
        assert_eq!(failed(10, at(112)), (1, 10));
        assert_eq!(failed(10, at(130)), (0, 10));
    }
}
