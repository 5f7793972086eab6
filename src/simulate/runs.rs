//! Many lives of the same activity, and how they are distributed.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::conditions::Conditions;
use super::course::Course;
use super::steady::Steady;
use super::tally::Tally;
use super::walk::{Step, Walk};
use crate::model::{GiveUpReason, MaxAttempts, Millis, Timestamp};
use crate::policy::import::ForeignSchedule;
use crate::retry::{CompiledPolicy, JitterSeed};

/// What is run again and again, each time with a seed of its own.
#[derive(Debug, Clone, Copy)]
pub struct Runs<'a> {
    /// The policy, resolved for the activity type.
    pub policy: &'a CompiledPolicy,
    /// The rules of another system that decide instead, where the policy was imported from it.
    pub foreign: Option<&'a ForeignSchedule>,
    /// What happens to the attempts.
    pub conditions: &'a Conditions,
    /// What the seeds of the runs are invented from.
    pub seed: u64,
    /// When each run starts.
    pub start: Timestamp,
}

/// What was counted over some of the runs. Its size does not depend on how many they were.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tallies {
    pub(super) delays: Vec<Tally>,
    pub(super) window: Tally,
    pub(super) elapsed: Tally,
    pub(super) calls: u64,
    pub(super) max_calls: u32,
    pub(super) gave_up: BTreeMap<GiveUpReason, u64>,
    pub(super) succeeded: u64,
}

/// Durations of many runs, in whole milliseconds. Percentiles are by nearest rank, exact up to 65 s
/// and at most 0.003 % too small beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// How many runs came so far.
    pub runs: u64,
    /// The shortest.
    pub min_ms: u64,
    /// Half of the runs are not longer.
    pub p50_ms: u64,
    /// 95 % of the runs are not longer.
    pub p95_ms: u64,
    /// 99 % of the runs are not longer.
    pub p99_ms: u64,
    /// The longest.
    pub max_ms: u64,
    /// The mean.
    pub mean_ms: u64,
}

/// How the runs are distributed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distribution {
    /// How many runs were made.
    pub runs: u64,
    /// How many were asked for.
    pub requested: u64,
    /// What their seeds were invented from.
    pub seed: u64,
    /// The delays after attempts 1, 2, … as far as [`Runs::ATTEMPTS`].
    pub delays: Vec<Spread>,
    /// The delays of a run together, all of them.
    pub window: Spread,
    /// From the start to the end of a run.
    pub elapsed: Spread,
    /// The mean number of attempts.
    pub mean_calls: f64,
    /// The largest number of attempts.
    pub max_calls: u32,
    /// How many runs succeeded.
    pub succeeded: u64,
    /// How many gave up, by reason.
    pub gave_up: BTreeMap<GiveUpReason, u64>,
}

impl Runs<'_> {
    /// The most runs that can be asked for.
    pub const LARGEST: u64 = 1_000_000_000;
    /// The delays that are told one by one.
    pub const ATTEMPTS: usize = 100;

    /// Makes the runs of these numbers.
    pub fn tally(&self, numbers: Range<u64>, into: &mut Tallies) {
        let course = Course::new(self.conditions, self.policy);
        let steady = Steady::of(self.policy, &course).filter(|_| self.foreign.is_none());
        if let Some(steady) = steady {
            return steady.tally(self.seed, numbers, into);
        }
        for number in numbers {
            let seed = JitterSeed::invented(self.seed, number);
            into.run(Walk::new(self.policy, self.foreign, &course, seed, self.start));
        }
    }
}

impl Tallies {
    /// Walks to the end and counts what it passes.
    fn run(&mut self, mut walk: Walk<'_>) {
        let calls = loop {
            let attempt = walk.attempt;
            let trial = walk.trial();
            if !walk.fails(&trial) {
                walk.succeed(&trial);
                self.succeeded += 1;
                break attempt;
            }
            match walk.fail(&trial) {
                Step::GiveUp(reason) => {
                    *self.gave_up.entry(reason).or_default() += 1;
                    break attempt;
                }
                Step::Retry { delay, .. } => self.delay(attempt, delay),
            }
            if attempt == MaxAttempts::LARGEST {
                break attempt;
            }
        };
        self.window.record(walk.waited);
        self.elapsed.record(walk.elapsed);
        self.calls += u64::from(calls);
        self.max_calls = self.max_calls.max(calls);
    }

    fn delay(&mut self, attempt: u32, delay: Millis) {
        if let Some(tally) = self.delays_after(attempt) {
            tally.record(delay);
        }
    }

    /// Where the delays after an attempt are counted, if they are.
    pub(super) fn delays_after(&mut self, attempt: u32) -> Option<&mut Tally> {
        let index = usize::try_from(attempt - 1).ok().filter(|index| *index < Runs::ATTEMPTS)?;
        if index >= self.delays.len() {
            self.delays.resize_with(index + 1, Tally::default);
        }
        self.delays.get_mut(index)
    }

    /// Adds what others counted.
    pub fn merge(&mut self, other: &Self) {
        let longest = self.delays.len().max(other.delays.len());
        self.delays.resize_with(longest, Tally::default);
        for (mine, theirs) in self.delays.iter_mut().zip(&other.delays) {
            mine.merge(theirs);
        }
        self.window.merge(&other.window);
        self.elapsed.merge(&other.elapsed);
        self.calls += other.calls;
        self.max_calls = self.max_calls.max(other.max_calls);
        self.succeeded += other.succeeded;
        for (reason, count) in &other.gave_up {
            *self.gave_up.entry(*reason).or_default() += count;
        }
    }

    /// How many runs were counted.
    pub fn runs(&self) -> u64 {
        self.window.total()
    }

    /// What the counts come to; `requested` runs were wanted from `seed`.
    pub fn distribution(&self, seed: u64, requested: u64) -> Distribution {
        // Fewer calls than a float counts exactly, or so many that it does not matter.
        #[allow(clippy::cast_precision_loss)]
        let mean_calls = self.calls as f64 / self.runs().max(1) as f64;
        Distribution {
            runs: self.runs(),
            requested,
            seed,
            delays: self.delays.iter().map(Spread::of).collect(),
            window: Spread::of(&self.window),
            elapsed: Spread::of(&self.elapsed),
            mean_calls,
            max_calls: self.max_calls,
            succeeded: self.succeeded,
            gave_up: self.gave_up.clone(),
        }
    }
}

impl Spread {
    fn of(tally: &Tally) -> Self {
        Self {
            runs: tally.total(),
            min_ms: tally.min(),
            p50_ms: tally.percentile(50),
            p95_ms: tally.percentile(95),
            p99_ms: tally.percentile(99),
            max_ms: tally.max(),
            mean_ms: tally.mean(),
        }
    }
}

#[cfg(test)]
mod tests;
