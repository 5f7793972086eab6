//! Engine time: never runs backwards, not even over restarts.

use std::sync::Mutex;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::model::{Clock, Millis, Timestamp};

/// The greater of the wall clock and (last engine time + monotonic time since then).
#[derive(Debug)]
pub struct EngineClock {
    anchor: Mutex<(Timestamp, Instant)>,
}

impl EngineClock {
    /// Starts at the wall clock, or at `mark`, the highest engine time ever committed, if that is
    /// later.
    pub fn new(mark: Timestamp) -> Self {
        Self { anchor: Mutex::new((mark.max(wall_clock()), Instant::now())) }
    }
}

impl Clock for EngineClock {
    fn now(&self) -> Timestamp {
        let mut anchor = self.anchor.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let elapsed = Millis(u64::try_from(anchor.1.elapsed().as_millis()).unwrap_or(u64::MAX));
        let steady = anchor.0.plus(elapsed);
        let wall = wall_clock();
        if wall > steady {
            *anchor = (wall, Instant::now());
            return wall;
        }
        steady
    }
}

fn wall_clock() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_from_a_mark_in_the_future() {
        let mark = wall_clock().plus(Millis::from_secs(3_600));
        let clock = EngineClock::new(mark);
        let first = clock.now();
        assert!(first >= mark);
        assert!(clock.now() >= first);
    }

    #[test]
    fn starts_at_the_wall_clock_without_a_mark() {
        let before = wall_clock();
        assert!(EngineClock::new(Timestamp::EPOCH).now() >= before);
    }
}
