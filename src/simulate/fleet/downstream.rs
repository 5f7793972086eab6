//! The downstream: a queue before one worker, and an outage.

use std::collections::VecDeque;

use super::moment::Moment;
use super::scenario::Fleet;
use crate::model::Millis;

/// Works off calls in the order in which they come, at a constant rate, also those whose callers
/// have stopped waiting: it cannot know.
#[derive(Debug)]
pub(super) struct Downstream {
    nanos_per_call: u64,
    latency: Millis,
    /// Outages that are not over, when it goes down and when it is up again.
    outages: VecDeque<(Moment, Moment)>,
    /// When it will have worked off every call so far.
    free_at: Moment,
}

/// What becomes of a call, if the caller waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is served.
    Served(Moment),
    /// It is refused, or lost when the outage begins.
    Refused(Moment),
}

impl Downstream {
    pub(super) fn new(fleet: &Fleet) -> Self {
        let nanos_per_call = 1_000_000_000 / u64::from(fleet.capacity.max(1));
        let outages = fleet.outages.iter().map(|it| (Moment::at(it.from), Moment::at(it.to)));
        Self {
            nanos_per_call,
            latency: fleet.latency,
            outages: outages.collect(),
            free_at: Moment::START,
        }
    }

    /// Takes a call; calls come in the order of time.
    pub(super) fn call(&mut self, now: Moment) -> Answer {
        while self.outages.front().is_some_and(|(_, up)| *up <= now) {
            self.outages.pop_front();
        }
        let down = self.outages.front().map_or(Moment::NEVER, |(down, _)| *down);
        if down <= now {
            return Answer::Refused(now.plus(self.latency));
        }
        let done = self.free_at.max(now).plus_nanos(self.nanos_per_call);
        if done > down {
            // It goes down with its queue, and comes back with an empty one.
            self.free_at = down;
            return Answer::Refused(down.plus(self.latency));
        }
        self.free_at = done;
        Answer::Served(done.plus(self.latency))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Outage;

    fn downstream(outages: &[(u64, u64)]) -> Downstream {
        Downstream::new(&Fleet {
            activities: 1,
            per_execution: 1,
            spread: None,
            capacity: 100,
            latency: Millis(5),
            timeout: Millis(1_000),
            outages: outages.iter().map(|(from, to)| outage(*from, *to)).collect(),
            until: Millis(1_000),
        })
    }

    fn outage(from: u64, to: u64) -> Outage {
        Outage { from: Millis(from), to: Millis(to) }
    }

    fn at(millis: u64) -> Moment {
        Moment::at(Millis(millis))
    }

    #[test]
    fn calls_wait_for_their_turn() {
        let mut downstream = downstream(&[]);
        let answers = [0, 0, 12, 500].map(|millis| downstream.call(at(millis)));
        assert_eq!(answers, [15, 25, 35, 515].map(|millis| Answer::Served(at(millis))));
    }

    #[test]
    fn an_outage_refuses_calls_and_loses_the_queue() {
        let mut downstream = downstream(&[(15, 100)]);
        let answers = [0, 0, 0, 14, 15, 99, 100].map(|millis| downstream.call(at(millis)));
        let refused = |millis| Answer::Refused(at(millis));
        let served = |millis| Answer::Served(at(millis));
        let lost = refused(20);
        assert_eq!(answers, [served(15), lost, lost, lost, refused(20), refused(104), served(115)]);
    }

    #[test]
    fn outages_may_overlap() {
        let mut downstream = downstream(&[(0, 100), (20, 30), (90, 200), (300, 310)]);
        let is_refused = |millis| matches!(downstream.call(at(millis)), Answer::Refused(_));
        let refused = [0, 50, 150, 199, 200, 300, 310].map(is_refused);
        assert_eq!(refused, [true, true, true, true, false, true, false]);
    }
}
