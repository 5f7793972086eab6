//! The story as times: when orders come, when the payment service is sick, when the operator acts.

use std::time::Duration;

/// Orders a second.
const ORDERS_PER_SECOND: u32 = 20;

/// The time from one outage to the next when the demo has no end.
const CYCLE: Duration = Duration::from_secs(30);

/// The sickness of the payment service, within a cycle.
const OUTAGE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(10));

/// The end of a demo during which no new orders come, so that the last can settle.
const QUIET_END: Duration = Duration::from_secs(9);

/// What happens when. All times count from the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Script {
    length: Option<Duration>,
}

/// What an order is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// A card that can be charged.
    Good,
    /// A card that will always be declined.
    Declined,
    /// A receipt that kills the worker that prints it.
    Poison,
}

impl Script {
    /// A story of this length; absent: one that repeats until it is stopped.
    pub(super) fn new(length: Option<Duration>) -> Self {
        Self { length }
    }

    /// When the story is over.
    pub(super) fn length(&self) -> Option<Duration> {
        self.length
    }

    /// Tells whether the payment service answers 503 at `at`.
    pub(super) fn is_sick(&self, at: Duration) -> bool {
        let (from, until) = self.outage();
        let at = self.in_cycle(at);
        at >= from && at < until
    }

    /// When the operator replays what died in the outage of the cycle that `at` lies in.
    pub(super) fn replay_at(&self) -> Duration {
        let (from, until) = self.outage();
        // As long after the end as the last retries of that time take to give up or recover.
        until + until.saturating_sub(from) / 4
    }

    /// Which outage `at` comes after or lies in, from 0.
    pub(super) fn cycle(&self, at: Duration) -> u64 {
        match self.length {
            Some(_) => 0,
            None => at.as_secs() / CYCLE.as_secs(),
        }
    }

    /// The place of `at` in its cycle.
    pub(super) fn in_cycle(&self, at: Duration) -> Duration {
        let cycle = u32::try_from(self.cycle(at)).unwrap_or(u32::MAX);
        at.saturating_sub(CYCLE * cycle)
    }

    /// Orders that have come by `at`.
    pub(super) fn orders_by(&self, at: Duration) -> u64 {
        let last =
            self.length.map_or(at, |length| length.saturating_sub(QUIET_END.min(length / 2)));
        u64::try_from(at.min(last).as_millis()).unwrap_or(u64::MAX) * u64::from(ORDERS_PER_SECOND)
            / 1_000
    }

    /// What the order with this number, from 1, is like.
    pub(super) fn order(number: u64) -> Order {
        if number % 40 == 20 {
            Order::Poison
        } else if number % 25 == 10 {
            Order::Declined
        } else {
            Order::Good
        }
    }

    /// The outage within a cycle; a short story has a short one.
    fn outage(&self) -> (Duration, Duration) {
        match self.length {
            Some(length) if length < OUTAGE.1 * 2 => (length / 10, length / 2),
            Some(_) | None => OUTAGE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twenty_second_story_has_one_outage_and_a_quiet_end() {
        let script = Script::new(Some(Duration::from_secs(20)));
        let sick = |seconds| script.is_sick(Duration::from_secs(seconds));
        assert!(!sick(1) && sick(2) && sick(9) && !sick(10) && !sick(19));
        assert_eq!(script.replay_at(), Duration::from_secs(12));
        assert_eq!(script.orders_by(Duration::from_secs(5)), 100);
        assert_eq!(script.orders_by(Duration::from_secs(20)), 220);
    }

    #[test]
    fn an_endless_story_falls_sick_again() {
        let script = Script::new(None);
        let sick = |seconds| script.is_sick(Duration::from_secs(seconds));
        assert!(sick(5) && !sick(20) && sick(35) && sick(65));
        assert_eq!(script.cycle(Duration::from_secs(61)), 2);
    }
}
