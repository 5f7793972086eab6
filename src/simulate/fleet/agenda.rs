//! What happens next.

use std::collections::VecDeque;

use super::due_queue::DueQueue;
use super::moment::Moment;
use crate::retry::Permit;

/// A call whose end is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) activity: u32,
    /// The breaker's leave, if there is a breaker.
    pub(super) permit: Option<Permit>,
}

/// How a call ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallEnd {
    /// It was served in time.
    Served,
    /// It was refused.
    Refused,
    /// Nobody answered in time.
    TimedOut,
}

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// A call ends.
    End(Call, CallEnd),
    /// An activity is due.
    Due(u32),
    /// The breaker may let go of held work.
    Wake,
}

/// Everything that is going to happen, in the order of time; at the same moment calls end before
/// new ones begin, and activities are due in the order of their numbers.
///
/// Ends come in lanes: calls of one kind end in the order in which they were made, so that only
/// activities that wait for their next attempt have to be sorted.
#[derive(Debug)]
pub(super) struct Agenda {
    due: DueQueue,
    lanes: [Lane; 3],
    wake: Option<Moment>,
}

#[derive(Debug)]
struct Lane {
    end: CallEnd,
    calls: VecDeque<(Moment, Call)>,
}

impl Agenda {
    pub(super) fn new(due: impl Iterator<Item = (Moment, u32)>) -> Self {
        let lane = |end| Lane { end, calls: VecDeque::new() };
        let mut queue = DueQueue::default();
        due.for_each(|(at, activity)| queue.push(at, activity));
        Self {
            due: queue,
            lanes: [CallEnd::Served, CallEnd::Refused, CallEnd::TimedOut].map(lane),
            wake: None,
        }
    }

    /// Notes that an activity is due.
    pub(super) fn due(&mut self, at: Moment, activity: u32) {
        self.due.push(at, activity);
    }

    /// Notes the end of a call; calls of one kind are noted in the order of their ends.
    pub(super) fn end(&mut self, at: Moment, call: Call, end: CallEnd) {
        let lane = match end {
            CallEnd::Served => &mut self.lanes[0],
            CallEnd::Refused => &mut self.lanes[1],
            CallEnd::TimedOut => &mut self.lanes[2],
        };
        debug_assert!(lane.calls.back().is_none_or(|(last, _)| *last <= at));
        lane.calls.push_back((at, call));
    }

    /// Sets or clears the moment to look at held work again.
    pub(super) fn wake(&mut self, at: Option<Moment>) {
        self.wake = at;
    }

    /// Takes the next event.
    pub(super) fn next(&mut self) -> Option<(Moment, Event)> {
        let mut next = Moment::NEVER;
        let mut ending = None;
        for lane in &mut self.lanes {
            if let Some((at, _)) = lane.calls.front().filter(|(at, _)| *at < next) {
                next = *at;
                ending = Some(lane);
            }
        }
        let due = self.due.peek().filter(|at| *at < next);
        let wake = self.wake.filter(|at| *at < due.unwrap_or(next));
        if let Some(at) = wake {
            self.wake = None;
            return Some((at, Event::Wake));
        }
        if due.is_some() {
            return self.due.pop().map(|(at, activity)| (at, Event::Due(activity)));
        }
        let lane = ending?;
        let (at, call) = lane.calls.pop_front()?;
        Some((at, Event::End(call, lane.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Millis;

    #[test]
    fn events_come_in_the_order_of_time_and_ends_before_beginnings() {
        let at = |millis| Moment::at(Millis(millis));
        let call = |activity| Call { activity, permit: None };
        let mut agenda = Agenda::new([(at(7), 3), (at(5), 2), (at(5), 1)].into_iter());
        agenda.end(at(5), call(8), CallEnd::TimedOut);
        agenda.end(at(6), call(9), CallEnd::Served);
        agenda.wake(Some(at(6)));
        agenda.due(at(4), 0);
        let order: Vec<_> = std::iter::from_fn(|| agenda.next()).collect();
        let expected = [
            (4, Event::Due(0)),
            (5, Event::End(call(8), CallEnd::TimedOut)),
            (5, Event::Due(1)),
            (5, Event::Due(2)),
            (6, Event::End(call(9), CallEnd::Served)),
            (6, Event::Wake),
            (7, Event::Due(3)),
        ];
        assert_eq!(order, expected.map(|(millis, event)| (at(millis), event)));
    }
}
