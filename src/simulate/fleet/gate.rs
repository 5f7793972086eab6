//! The breaker before the downstream, and the work that waits for it.

use std::collections::VecDeque;

use super::agenda::Call;
use super::moment::Moment;
use crate::model::FailureClass;
use crate::policy::effective::BreakerRules;
use crate::retry::{Admission, CircuitBreaker};

/// All activities of a fleet are of one type and queue, so they share one breaker.
#[derive(Debug)]
pub(super) struct Gate {
    breaker: Option<CircuitBreaker>,
    /// What is due, from the longest due on.
    held: VecDeque<u32>,
}

/// What the gate says to the activity that has been due for longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passage {
    /// It makes this call.
    Open(Call),
    /// It waits until then; absent: until a probe has reported.
    Shut(Option<Moment>),
}

impl Gate {
    pub(super) fn new(rules: Option<&BreakerRules>) -> Self {
        let breaker = rules.map(|rules| CircuitBreaker::new(rules.clone(), "fleet"));
        Self { breaker, held: VecDeque::new() }
    }

    /// Puts an activity that is due behind those that have been for longer.
    pub(super) fn hold(&mut self, activity: u32) {
        self.held.push_back(activity);
    }

    /// The activity that has been due for longest.
    pub(super) fn first(&self) -> Option<u32> {
        self.held.front().copied()
    }

    /// Takes the first activity out, without a call.
    pub(super) fn drop_first(&mut self) {
        self.held.pop_front();
        self.note_if_empty();
    }

    /// Asks for `first`, the activity that has been due for longest.
    pub(super) fn ask(&mut self, first: u32, now: Moment) -> Passage {
        let permit = match &mut self.breaker {
            None => None,
            Some(breaker) => match breaker.admit(now.timestamp()) {
                Admission::Granted(permit) => Some(permit),
                Admission::Held { until } => return Passage::Shut(until.map(Moment::of)),
            },
        };
        self.drop_first();
        Passage::Open(Call { activity: first, permit })
    }

    /// Tells the breaker how a call ended.
    pub(super) fn report(&mut self, call: Call, failure: Option<FailureClass>, now: Moment) {
        if let (Some(breaker), Some(permit)) = (&mut self.breaker, call.permit) {
            breaker.report(permit, failure, now.timestamp());
            self.note_if_empty();
        }
    }

    /// How often the breaker has opened.
    pub(super) fn openings(&self) -> u32 {
        self.breaker.as_ref().map_or(0, CircuitBreaker::openings)
    }

    fn note_if_empty(&mut self) {
        if let Some(breaker) = self.breaker.as_mut().filter(|_| self.held.is_empty()) {
            breaker.nothing_held();
        }
    }
}
