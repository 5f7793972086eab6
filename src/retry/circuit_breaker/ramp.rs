//! The way back: held work is let go slowly, then faster.

use crate::model::{Millis, Timestamp};

/// Lets go `first_rate` a second in the first second, twice as many in each next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ramp {
    since: Timestamp,
    first_rate: u64,
    released: u64,
}

/// Seconds after which the ramp gets no steeper: four thousand million a second is no limit.
const STEEPEST: u32 = 32;

impl Ramp {
    pub(super) fn new(since: Timestamp, first_rate: u32) -> Self {
        Self { since, first_rate: u64::from(first_rate.max(1)), released: 0 }
    }

    /// Lets go one, or tells when the next one may go.
    pub(super) fn release(&mut self, now: Timestamp) -> Result<(), Timestamp> {
        let due = self.since.plus(self.due_after(self.released + 1));
        if now < due {
            return Err(due);
        }
        self.released += 1;
        Ok(())
    }

    /// The time from closing until `count` may have gone. In the first k seconds these are
    /// `first_rate · (2^k − 1)`.
    fn due_after(&self, count: u64) -> Millis {
        let before = |seconds: u32| self.first_rate.saturating_mul((1 << seconds) - 1);
        let seconds = (0..STEEPEST).take_while(|k| before(k + 1) < count).count();
        // At most 32.
        let seconds = u32::try_from(seconds).unwrap_or(STEEPEST);
        let rate = self.first_rate.saturating_mul(1 << seconds);
        let millis = (u128::from(count - before(seconds)) * 1_000).div_ceil(u128::from(rate));
        let millis = u64::try_from(millis).unwrap_or(u64::MAX);
        Millis((u64::from(seconds) * 1_000).saturating_add(millis))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone_after(ramp: &mut Ramp, millis: u64) -> u64 {
        while ramp.release(Timestamp::EPOCH.plus(Millis(millis))).is_ok() {}
        ramp.released
    }

    #[test]
    fn the_rate_doubles_each_second() {
        let mut ramp = Ramp::new(Timestamp::EPOCH, 4);
        assert_eq!(gone_after(&mut ramp, 0), 0);
        assert_eq!(gone_after(&mut ramp, 250), 1);
        assert_eq!(gone_after(&mut ramp, 999), 3);
        let by_second: Vec<u64> = (1..=4).map(|s| gone_after(&mut ramp, s * 1_000)).collect();
        assert_eq!(by_second, [4, 12, 28, 60]);
    }

    #[test]
    fn the_refusal_names_the_first_instant_that_is_not_refused() {
        let mut ramp = Ramp::new(Timestamp::EPOCH, 3);
        for _ in 0..1_000 {
            let due = ramp.release(Timestamp::EPOCH).unwrap_err();
            assert!(ramp.release(Timestamp::from_millis(due.as_millis() - 1)).is_err());
            assert_eq!(ramp.release(due), Ok(()));
        }
        let mut endless = Ramp { released: u64::MAX - 1, ..ramp };
        assert!(endless.release(Timestamp::MAX).is_ok());
    }
}
