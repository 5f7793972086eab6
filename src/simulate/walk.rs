//! One life of an activity: attempt after attempt, decided by the engine's planner.

use super::breaker::Breaker;
use super::course::{Course, Trial};
use super::foreign::ForeignDecision;
use crate::model::{FailureClass, GiveUpReason, Millis, Timestamp};
use crate::policy::import::ForeignSchedule;
use crate::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::{BudgetUse, CompiledPolicy, JitterSeed, RetryBudget};

/// Where a walk stands: `attempt` starts at `elapsed`.
pub(super) struct Walk<'a> {
    policy: &'a CompiledPolicy,
    foreign: Option<&'a ForeignSchedule>,
    course: &'a Course<'a>,
    seed: JitterSeed,
    start: Timestamp,
    budget: Option<RetryBudget>,
    deadline: Option<Timestamp>,
    breaker: Option<Breaker<'a>>,
    /// The attempt that starts now, from 1.
    pub(super) attempt: u32,
    /// The delay before this attempt, before any Retry-After.
    pub(super) previous: Option<Millis>,
    /// The waits so far.
    pub(super) waited: Millis,
    /// The time since the start: waits, runs, and what the breaker held.
    pub(super) elapsed: Millis,
}

/// What follows a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Another attempt.
    Retry {
        /// The wait that the planner gave.
        delay: Millis,
        /// How much later than due the breaker lets the attempt start.
        held: Millis,
    },
    /// None.
    GiveUp(GiveUpReason),
}

/// Draws for outcomes are numbered from here, clear of those of the planner.
const OUTCOME_DRAWS: u64 = 1 << 33;

impl<'a> Walk<'a> {
    pub(super) fn new(
        policy: &'a CompiledPolicy,
        foreign: Option<&'a ForeignSchedule>,
        course: &'a Course<'a>,
        seed: JitterSeed,
        start: Timestamp,
    ) -> Self {
        let effective = policy.effective();
        let used = BudgetUse::default();
        Self {
            policy,
            foreign,
            course,
            seed,
            start,
            budget: effective.budget.map(|rules| RetryBudget { rules, used }),
            deadline: effective.timeouts.workflow.map(|timeout| start.plus(timeout)),
            breaker: effective.breaker.as_ref().map(Breaker::new),
            attempt: 1,
            previous: None,
            waited: Millis(0),
            elapsed: Millis(0),
        }
    }

    /// What may become of the attempt that starts now.
    pub(super) fn trial(&self) -> Trial {
        self.course.trial(self.attempt, self.elapsed)
    }

    /// Decides by a draw whether the attempt fails.
    pub(super) fn fails(&self, trial: &Trial) -> bool {
        trial.odds.fails(self.seed.u(OUTCOME_DRAWS + u64::from(self.attempt)))
    }

    /// The attempt succeeds.
    pub(super) fn succeed(&mut self, trial: &Trial) {
        self.elapsed = sum(self.elapsed, trial.duration);
    }

    /// The attempt fails: lets the planner decide, and moves on to the start of the next one.
    pub(super) fn fail(&mut self, trial: &Trial) -> Step {
        self.elapsed = sum(self.elapsed, trial.duration);
        if let Some(schedule) = self.foreign
            && trial.class == FailureClass::Transient
        {
            return self.fail_elsewhere(schedule);
        }
        let now = self.start.plus(self.elapsed);
        let input = PlanInput {
            policy: self.policy,
            class: trial.class,
            retry_after: trial.retry_after,
            attempt: self.attempt,
            seed: self.seed,
            previous_base_delay: self.previous,
            budget: self.budget,
            deadline: self.deadline,
        };
        let open_until = self.breaker.as_mut().and_then(|breaker| breaker.fail(self.elapsed));
        match RetryPlanner::plan(&input, now) {
            RetryDecision::GiveUp(reason) => Step::GiveUp(reason),
            RetryDecision::Retry { attempt, base_delay, delay, .. } => {
                if let Some(budget) = &mut self.budget {
                    budget.used.retries_granted += 1;
                    budget.used.first_failure_at.get_or_insert(now);
                }
                let due = sum(self.elapsed, delay);
                let next = open_until.map_or(due, |until| until.max(due));
                if let Some(end) = self.deadline_before(next) {
                    self.elapsed = end;
                    return Step::GiveUp(GiveUpReason::WorkflowTimeout);
                }
                self.waited = sum(self.waited, delay);
                (self.attempt, self.previous, self.elapsed) = (attempt, Some(base_delay), next);
                Step::Retry { delay, held: Millis(next.0 - due.0) }
            }
        }
    }

    /// The attempt fails in another system, whose own rules decide: no budget, deadline or breaker
    /// of ours.
    fn fail_elsewhere(&mut self, schedule: &ForeignSchedule) -> Step {
        match ForeignDecision::of(schedule, self.attempt, self.elapsed, self.seed) {
            ForeignDecision::GiveUp(reason) => Step::GiveUp(reason),
            ForeignDecision::Retry { delay, .. } => {
                self.waited = sum(self.waited, delay);
                self.elapsed = sum(self.elapsed, delay);
                self.previous = Some(delay);
                self.attempt += 1;
                Step::Retry { delay, held: Millis(0) }
            }
        }
    }

    /// The execution's deadline, if it ends an activity that the breaker holds until `next`.
    fn deadline_before(&self, next: Millis) -> Option<Millis> {
        let timeouts = &self.policy.effective().timeouts;
        timeouts.workflow.filter(|end| !timeouts.retries_extend_workflow && next >= *end)
    }
}

fn sum(a: Millis, b: Millis) -> Millis {
    Millis(a.0.saturating_add(b.0))
}
