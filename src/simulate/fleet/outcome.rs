//! How one run went.

use std::collections::BTreeMap;

use serde::Serialize;

use super::load::Load;
use super::moment::Moment;
use super::scenario::Fleet;
use crate::model::{GiveUpReason, Millis};

/// How one run went. Every call that was offered is served, refused or timed out in the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Calls that were made.
    pub calls: u64,
    /// Calls that were answered in time.
    pub served: u64,
    /// Calls that were refused, or lost when the outage began.
    pub refused: u64,
    /// Calls that were not answered in time.
    pub timed_out: u64,
    /// Those of them that the downstream did the work for all the same.
    pub wasted: u64,
    /// Activities that completed.
    pub completed: u64,
    /// Activities that gave up, by reason.
    pub gave_up: BTreeMap<GiveUpReason, u64>,
    /// How often the breaker opened.
    pub breaker_openings: u32,
    /// How the downstream came back.
    pub recovery: Recovery,
    /// Calls per second.
    pub load: Load,
    /// False: it was interrupted; the numbers are those up to then.
    pub complete: bool,
}

/// How a downstream comes back once its outage is over (without one: from the start).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Recovery {
    /// From then on no call failed; a run whose last fifth is mostly served counts as well.
    Recovered {
        /// The time from the end of the outage to the last call that failed.
        after_ms: u64,
    },
    /// In the last fifth of the time after the outage more calls failed than were served.
    Never,
    /// Nothing called any more when the outage was over: everything had given up.
    Outlasted,
}

impl Outcome {
    /// Activities that gave up.
    pub fn given_up(&self) -> u64 {
        self.gave_up.values().sum()
    }

    /// Activities that were still waiting at the end of the simulated time, of `activities`.
    pub fn unfinished(&self, activities: u32) -> u64 {
        u64::from(activities) - self.completed - self.given_up()
    }
}

/// The outcome of a run that goes on.
#[derive(Debug)]
pub(super) struct Tally {
    outcome: Outcome,
    back_up: Moment,
    calls_since: u64,
    last_failure: Moment,
}

impl Tally {
    pub(super) fn new(fleet: &Fleet) -> Self {
        let outcome = Outcome {
            calls: 0,
            served: 0,
            refused: 0,
            timed_out: 0,
            wasted: 0,
            completed: 0,
            gave_up: BTreeMap::new(),
            breaker_openings: 0,
            recovery: Recovery::Never,
            load: Load::default(),
            complete: false,
        };
        let back_up = Moment::at(fleet.back_up());
        Self { outcome, back_up, calls_since: 0, last_failure: Moment::START }
    }

    pub(super) fn call(&mut self, now: Moment, is_retry: bool) {
        self.outcome.calls += 1;
        self.calls_since += u64::from(now >= self.back_up);
        self.outcome.load.offer(now, is_retry);
    }

    pub(super) fn serve(&mut self, now: Moment) {
        self.outcome.served += 1;
        self.outcome.completed += 1;
        self.outcome.load.serve(now);
    }

    pub(super) fn refuse(&mut self, now: Moment) {
        self.outcome.refused += 1;
        self.fail(now);
    }

    pub(super) fn time_out(&mut self, now: Moment) {
        self.outcome.timed_out += 1;
        self.fail(now);
    }

    fn fail(&mut self, now: Moment) {
        self.last_failure = now;
        self.outcome.load.fail(now);
    }

    /// Counts work that nobody waits for.
    pub(super) fn waste(&mut self) {
        self.outcome.wasted += 1;
    }

    pub(super) fn give_up(&mut self, reason: GiveUpReason) {
        *self.outcome.gave_up.entry(reason).or_default() += 1;
    }

    /// Activities that came to an end.
    pub(super) fn ended(&self) -> u64 {
        self.outcome.completed + self.outcome.given_up()
    }

    pub(super) fn finish(mut self, breaker_openings: u32, complete: bool) -> Outcome {
        self.outcome.breaker_openings = breaker_openings;
        self.outcome.recovery = self.recovery();
        self.outcome.complete = complete;
        self.outcome
    }

    fn recovery(&self) -> Recovery {
        let after_ms = self.last_failure.since(self.back_up).0;
        if self.calls_since == 0 {
            let all_well = self.outcome.gave_up.is_empty();
            return if all_well {
                Recovery::Recovered { after_ms: 0 }
            } else {
                Recovery::Outlasted
            };
        }
        let (first, end) = (self.back_up.second(), self.outcome.load.seconds());
        let last_fifth = end - end.saturating_sub(first).div_ceil(5);
        if self.outcome.load.fails_from(last_fifth) {
            Recovery::Never
        } else {
            Recovery::Recovered { after_ms }
        }
    }
}

impl Recovery {
    /// The time it took, if it came back.
    pub fn after(self) -> Option<Millis> {
        match self {
            Self::Recovered { after_ms } => Some(Millis(after_ms)),
            Self::Never | Self::Outlasted => None,
        }
    }
}
