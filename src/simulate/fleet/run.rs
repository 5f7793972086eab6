//! One seeded run.

use std::ops::ControlFlow;

use super::agenda::{Agenda, Call, CallEnd, Event};
use super::downstream::{Answer, Downstream};
use super::execution::{Activity, Execution};
use super::gate::{Gate, Passage};
use super::moment::Moment;
use super::outcome::{Outcome, Tally};
use super::scenario::Fleet;
use crate::model::{Failure, FailureClass, GiveUpReason, Millis, failure_type};
use crate::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::{CompiledPolicy, JitterSeed};

/// Events between two looks at the watch.
const STRIDE: u32 = 1 << 14;

/// The draw for the start of an activity; those for its delays are numbered from 1.
const START_DRAW: u64 = 0;

/// Runs a fleet from its start until every activity has ended, or the simulated time is over.
/// `watch` hears now and then how many activities have ended, and may stop it there.
pub(super) fn run(
    policy: &CompiledPolicy,
    fleet: &Fleet,
    seed: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Outcome {
    let mut run = Run::new(policy, fleet, seed);
    let mut until_watch = STRIDE;
    let mut complete = true;
    while let Some((now, event)) = run.agenda.next() {
        run.happen(now, event);
        until_watch -= 1;
        if until_watch == 0 {
            until_watch = STRIDE;
            if watch(run.tally.ended()).is_break() {
                complete = false;
                break;
            }
        }
    }
    run.tally.finish(run.gate.openings(), complete)
}

struct Run<'a> {
    policy: &'a CompiledPolicy,
    fleet: &'a Fleet,
    seed: u64,
    until: Moment,
    /// What the policy takes a refused call for.
    refused: FailureClass,
    /// What it takes a call for that is not answered in time.
    timed_out: FailureClass,
    activities: Vec<Activity>,
    executions: Vec<Execution>,
    agenda: Agenda,
    gate: Gate,
    downstream: Downstream,
    tally: Tally,
}

impl<'a> Run<'a> {
    fn new(policy: &'a CompiledPolicy, fleet: &'a Fleet, seed: u64) -> Self {
        let until = Moment::at(fleet.until);
        let starts = (0..fleet.activities).map(|activity| {
            let draw = JitterSeed::invented(seed, u64::from(activity)).u(START_DRAW);
            (start(fleet.spread, draw), activity)
        });
        let unavailable =
            Failure { http_status: Some(503), ..Failure::new("HttpError", "503 Unavailable") };
        let slow = Failure::new(failure_type::ACTIVITY_TIMEOUT, "no answer in time");
        Self {
            policy,
            fleet,
            seed,
            until,
            refused: policy.classify(&unavailable).class,
            timed_out: policy.classify(&slow).class,
            activities: vec![Activity::NEW; to_usize(fleet.activities)],
            executions: vec![Execution::default(); to_usize(fleet.executions())],
            agenda: Agenda::new(starts.filter(|(at, _)| *at < until)),
            gate: Gate::new(policy.effective().breaker.as_ref()),
            downstream: Downstream::new(fleet),
            tally: Tally::new(fleet),
        }
    }

    fn happen(&mut self, now: Moment, event: Event) {
        match event {
            Event::Due(activity) => {
                let execution = self.execution_of(activity);
                self.executions[execution].start(self.policy.effective(), now);
                self.gate.hold(activity);
            }
            Event::Wake => {}
            Event::End(call, CallEnd::Served) => {
                self.tally.serve(now);
                self.gate.report(call, None, now);
            }
            Event::End(call, CallEnd::Refused) => {
                self.tally.refuse(now);
                self.fail(call, self.refused, now);
            }
            Event::End(call, CallEnd::TimedOut) => {
                self.tally.time_out(now);
                self.fail(call, self.timed_out, now);
            }
        }
        self.let_go(now);
    }

    /// Makes the calls that are due and may be made.
    fn let_go(&mut self, now: Moment) {
        while let Some(first) = self.gate.first().filter(|_| now < self.until) {
            let attempt = self.activities[to_usize(first)].attempt;
            let execution = &self.executions[self.execution_of(first)];
            if let Some(reason) = execution.ended(self.policy.effective(), attempt, now) {
                self.gate.drop_first();
                self.tally.give_up(reason);
                continue;
            }
            match self.gate.ask(first, now) {
                Passage::Open(call) => self.call(call, now),
                Passage::Shut(until) => {
                    self.agenda.wake(until);
                    return;
                }
            }
        }
        self.agenda.wake(None);
    }

    fn call(&mut self, call: Call, now: Moment) {
        let attempt = self.activities[to_usize(call.activity)].attempt;
        self.tally.call(now, attempt > 1);
        let patience = now.plus(self.fleet.timeout);
        match self.downstream.call(now) {
            Answer::Served(at) if at <= patience => self.agenda.end(at, call, CallEnd::Served),
            Answer::Refused(at) if at <= patience => self.agenda.end(at, call, CallEnd::Refused),
            Answer::Served(_) => {
                self.tally.waste();
                self.agenda.end(patience, call, CallEnd::TimedOut);
            }
            Answer::Refused(_) => self.agenda.end(patience, call, CallEnd::TimedOut),
        }
    }

    /// Lets the planner decide what follows a failed call.
    fn fail(&mut self, call: Call, class: FailureClass, now: Moment) {
        self.gate.report(call, Some(class), now);
        let index = self.execution_of(call.activity);
        let execution = &mut self.executions[index];
        let activity = &mut self.activities[to_usize(call.activity)];
        let failed_at = now.timestamp();
        execution.used.first_failure_at.get_or_insert(failed_at);
        let input = PlanInput {
            policy: self.policy,
            class,
            retry_after: None,
            attempt: activity.attempt,
            seed: JitterSeed::invented(self.seed, u64::from(call.activity)),
            previous_base_delay: activity.previous,
            budget: execution.budget(self.policy.effective()),
            deadline: execution.deadline,
        };
        match RetryPlanner::plan(&input, failed_at) {
            RetryDecision::Retry { attempt, base_delay, fire_at, delay: _ } => {
                *activity = Activity { attempt, previous: Some(base_delay) };
                execution.used.retries_granted += 1;
                let due = Moment::of(fire_at);
                if due < self.until {
                    self.agenda.due(due, call.activity);
                }
            }
            RetryDecision::GiveUp(reason) => {
                execution.is_exhausted |= reason == GiveUpReason::BudgetExhausted;
                self.tally.give_up(reason);
            }
        }
    }

    fn execution_of(&self, activity: u32) -> usize {
        to_usize(activity / self.fleet.per_execution)
    }
}

/// A moment within `spread`, as drawn.
fn start(spread: Option<Millis>, draw: u64) -> Moment {
    let nanos = spread.unwrap_or_default().as_nanos();
    let drawn = (u128::from(draw) * nanos) >> 64;
    Moment::START.plus_nanos(u64::try_from(drawn).unwrap_or(u64::MAX))
}

fn to_usize(number: u32) -> usize {
    // Lossless on every platform that this is built for.
    number as usize
}

#[cfg(test)]
mod tests;
