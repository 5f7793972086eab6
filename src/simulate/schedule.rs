//! The schedule of one activity that fails until the policy gives up.

use serde::Serialize;

use super::Identity;
use super::conditions::{Conditions, Ends};
use super::course::{Course, Trial};
use super::foreign::ForeignDecision;
use super::runs::Distribution;
use super::walk::{Step, Walk};
use crate::model::{GiveUpReason, MaxAttempts, Millis, Timestamp};
use crate::policy::import::ForeignSchedule;
use crate::retry::{CompiledPolicy, DelayRange, JitterSeed, PolicyStrategy};

/// Where the draws of the jitter come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draws {
    /// From a generation of an activity: the delays are those that the engine will record.
    Identity(Identity),
    /// From a number: the delays are those of nobody in particular.
    Invented {
        /// The number.
        seed: u64,
        /// Which of the runs that share it.
        run: u64,
    },
}

impl Draws {
    fn seed(&self) -> JitterSeed {
        match self {
            Self::Identity(identity) => identity.seed(),
            Self::Invented { seed, run } => JitterSeed::invented(*seed, *run),
        }
    }
}

/// The policy as it is called, for the reader of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolicyLabel {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its version, if it has one.
    pub version: Option<u32>,
    /// `sha256:` and the digest of its canonical form.
    pub digest: String,
}

/// What is to be simulated.
#[derive(Debug, Clone)]
pub struct Scenario<'a> {
    /// The policy, resolved for the activity type.
    pub policy: &'a CompiledPolicy,
    /// The rules of another system that decide instead, where the policy was imported from it.
    pub foreign: Option<&'a ForeignSchedule>,
    /// What it is called.
    pub label: PolicyLabel,
    /// The kind of work; absent: any that the policy has no override for.
    pub activity_type: Option<String>,
    /// What happens to the attempts.
    pub conditions: &'a Conditions,
    /// Where the draws come from.
    pub draws: Draws,
    /// When the execution and attempt 1 start; absent: no time of day is told.
    pub start: Option<Timestamp>,
}

/// One failed attempt that is tried again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The attempt that failed, from 1.
    pub attempt: u32,
    /// Its failure, where the conditions name one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// How likely this attempt fails and so do all before it, where that is by chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The wait without jitter.
    pub gap_ms: u64,
    /// The shortest wait that jitter can make of it.
    pub min_ms: u64,
    /// The longest one.
    pub max_ms: u64,
    /// The mean over all identities. For decorrelated jitter it and the range are those that the
    /// previous delay leaves.
    pub mean_ms: u64,
    /// What the downstream asked for; the wait may then exceed `max_ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The wait.
    pub delay_ms: u64,
    /// The waits so far, this one included.
    pub cumulative_ms: u64,
    /// How much later than due the circuit breaker lets the next attempt start, if it holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_ms: Option<u64>,
    /// From the start of the first attempt to the start of the next one.
    pub elapsed_ms: u64,
    /// When that is, if the scenario has a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt: Option<Timestamp>,
    /// When this attempt starts and when it fails, since the start.
    #[serde(skip)]
    pub run: (Millis, Millis),
}

/// The end of a schedule without success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GivesUp {
    /// The last attempt.
    pub attempt: u32,
    /// Why there is no other.
    pub reason: GiveUpReason,
}

/// The end of a schedule with success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Succeeds {
    /// The last attempt.
    pub attempt: u32,
}

/// What happens to an activity that is alone in its execution and with its circuit breaker.
/// Where chance decides whether an attempt fails, the schedule is that of failure after failure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Schedule {
    /// The policy.
    pub policy: PolicyLabel,
    /// The other system whose rules these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<&'static str>,
    /// The kind of work.
    pub activity_type: Option<String>,
    /// Whose delays these are; absent: an invented seed's.
    pub identity: Option<Identity>,
    /// The seed they were invented from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The failed attempts that are tried again, in order.
    pub attempts: Vec<Row>,
    /// The last attempt, if it fails; absent also if it lies beyond attempt
    /// [`MaxAttempts::LARGEST`].
    pub gives_up: Option<GivesUp>,
    /// The last attempt, if it succeeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub succeeds: Option<Succeeds>,
    /// How likely an attempt succeeds in the end, where that is by chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// The mean number of attempts that run.
    pub expected_calls: f64,
    /// The waits together.
    pub window_ms: u64,
    /// From the start of the first attempt to the end.
    pub elapsed_ms: u64,
    /// When the last attempt starts and when it ends, since the start.
    #[serde(skip)]
    pub last_run: (Millis, Millis),
    /// How many runs of the same are distributed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// False: no end within [`MaxAttempts::LARGEST`] attempts, or fewer runs than asked for.
    pub complete: bool,
}

impl Schedule {
    /// Adds how many runs of the same are distributed.
    #[must_use]
    pub fn with_distribution(self, distribution: Distribution) -> Self {
        let complete = self.complete && distribution.runs == distribution.requested;
        Self { distribution: Some(distribution), complete, ..self }
    }
}

/// Walks through the failures of an activity until it succeeds or its policy gives up.
pub fn schedule(scenario: &Scenario<'_>) -> Schedule {
    let (identity, seed) = match &scenario.draws {
        Draws::Identity(identity) => (Some(identity.clone()), None),
        Draws::Invented { seed, .. } => (None, Some(*seed)),
    };
    let course = Course::new(scenario.conditions, scenario.policy);
    let draws = scenario.draws.seed();
    let start = scenario.start.unwrap_or(Timestamp::EPOCH);
    let mut tracer = Tracer {
        walk: Walk::new(scenario.policy, scenario.foreign, &course, draws, start),
        scenario,
        course: &course,
        seed: draws,
        reached: 1.0,
        expected_calls: 0.0,
        last_run: (Millis(0), Millis(0)),
        rows: Vec::new(),
    };
    let end = tracer.trace();
    let by_chance = tracer.is_by_chance();
    Schedule {
        policy: scenario.label.clone(),
        system: scenario.foreign.map(|schedule| schedule.system),
        activity_type: scenario.activity_type.clone(),
        identity,
        seed,
        gives_up: end.and_then(Result::err),
        succeeds: end.and_then(Result::ok),
        success_probability: by_chance.then_some(1.0 - tracer.reached),
        expected_calls: tracer.expected_calls,
        window_ms: tracer.walk.waited.0,
        elapsed_ms: tracer.walk.elapsed.0,
        last_run: tracer.last_run,
        distribution: None,
        complete: end.is_some(),
        attempts: tracer.rows,
    }
}

/// Follows a walk along its failures and writes down what it passes.
struct Tracer<'a> {
    walk: Walk<'a>,
    scenario: &'a Scenario<'a>,
    course: &'a Course<'a>,
    seed: JitterSeed,
    /// How likely all attempts so far failed.
    reached: f64,
    expected_calls: f64,
    last_run: (Millis, Millis),
    rows: Vec<Row>,
}

impl Tracer<'_> {
    /// Walks to the end; none within [`MaxAttempts::LARGEST`] attempts is possible.
    fn trace(&mut self) -> Option<Result<Succeeds, GivesUp>> {
        while self.walk.attempt <= MaxAttempts::LARGEST {
            let attempt = self.walk.attempt;
            let trial = self.walk.trial();
            self.expected_calls += self.reached;
            self.reached *= trial.odds.share();
            let started = self.walk.elapsed;
            self.last_run = (started, Millis(started.0.saturating_add(trial.duration.0)));
            if trial.odds.share() <= 0.0 {
                self.walk.succeed(&trial);
                return Some(Ok(Succeeds { attempt }));
            }
            let (previous, failed) = (self.walk.previous, self.last_run.1);
            match self.walk.fail(&trial) {
                Step::GiveUp(reason) => return Some(Err(GivesUp { attempt, reason })),
                Step::Retry { delay, held } => {
                    let range = self.range(attempt, previous, failed);
                    let row = self.row(attempt, &trial, range, delay, held);
                    self.rows.push(row);
                }
            }
        }
        None
    }

    /// The waits that may follow an attempt that failed at `failed`.
    fn range(&self, attempt: u32, previous: Option<Millis>, failed: Millis) -> DelayRange {
        let asked = self
            .scenario
            .foreign
            .map(|schedule| ForeignDecision::of(schedule, attempt, failed, self.seed));
        match asked {
            Some(ForeignDecision::Retry { range, .. }) => range,
            Some(ForeignDecision::GiveUp(_)) | None => {
                PolicyStrategy::new(self.scenario.policy, self.seed, previous).range(attempt)
            }
        }
    }

    fn row(
        &self,
        attempt: u32,
        trial: &Trial,
        range: DelayRange,
        delay: Millis,
        held: Millis,
    ) -> Row {
        Row {
            attempt,
            failure: self.course.failure(attempt),
            probability: self.is_by_chance().then_some(self.reached),
            gap_ms: range.gap.0,
            min_ms: range.min.0,
            max_ms: range.max.0,
            mean_ms: range.mean.0,
            retry_after_ms: trial.retry_after.map(|asked| asked.0),
            delay_ms: delay.0,
            cumulative_ms: self.walk.waited.0,
            held_ms: (held > Millis(0)).then_some(held.0),
            elapsed_ms: self.walk.elapsed.0,
            next_attempt: self.scenario.start.map(|start| start.plus(self.walk.elapsed)),
            run: self.last_run,
        }
    }

    fn is_by_chance(&self) -> bool {
        match &self.scenario.conditions.ends {
            Ends::Chance { rate, .. } => rate.share() > 0.0 && rate.share() < 1.0,
            Ends::AllFail | Ends::Script(_) => false,
        }
    }
}

#[cfg(test)]
mod tests;
