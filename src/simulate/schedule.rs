//! The schedule of one activity that fails until the policy gives up.

use serde::Serialize;

use super::rules::{ForeignDecision, Rules};
use super::{Draws, Identity};
use crate::model::{FailureClass, GiveUpReason, MaxAttempts, Millis, Timestamp};
use crate::policy::import::ForeignSchedule;
use crate::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use crate::retry::{
    BudgetUse, CompiledPolicy, DelayRange, JitterSeed, PolicyStrategy, RetryBudget,
};

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
    /// Whose rules decide; a policy is resolved for the activity type.
    pub rules: Rules<'a>,
    /// What it is called.
    pub label: PolicyLabel,
    /// The kind of work; absent: any that the policy has no override for.
    pub activity_type: Option<String>,
    /// Where the draws come from.
    pub draws: Draws,
    /// When the execution starts and attempt 1 fails.
    pub start: Timestamp,
    /// The most rows to give.
    pub max_rows: u32,
}

/// One failed attempt that is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The attempt that failed, from 1.
    pub attempt: u32,
    /// The wait without jitter.
    pub gap_ms: u64,
    /// The shortest wait that jitter can make of it.
    pub min_ms: u64,
    /// The longest one.
    pub max_ms: u64,
    /// The mean over all identities. For decorrelated jitter it and the range are those that the
    /// previous delay leaves.
    pub mean_ms: u64,
    /// The wait.
    pub delay_ms: u64,
    /// The waits so far, this one included.
    pub cumulative_ms: u64,
    /// When the next attempt is due.
    #[serde(skip)]
    pub at: Timestamp,
}

/// The end of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GivesUp {
    /// The last attempt.
    pub attempt: u32,
    /// Why there is no other.
    pub reason: GiveUpReason,
}

/// What happens to an activity whose every attempt fails at once with a transient failure, alone
/// in its execution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Schedule {
    /// The policy.
    pub policy: PolicyLabel,
    /// The system whose rules these are; absent: the policy's own.
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
    /// The last attempt; absent if it lies beyond attempt [`MaxAttempts::LARGEST`].
    pub gives_up: Option<GivesUp>,
    /// False: there are more rows than were asked for.
    pub complete: bool,
    /// How many rows were left out; with no end in sight, those up to attempt
    /// [`MaxAttempts::LARGEST`].
    #[serde(skip)]
    pub omitted: u32,
    /// The waits of all rows, the omitted included.
    #[serde(skip)]
    pub window: Millis,
}

/// Walks through the failures of an activity until its policy gives up.
///
/// Rows beyond [`Scenario::max_rows`] are counted, not kept, so the end and the window are known
/// for every policy that ends within [`MaxAttempts::LARGEST`] attempts.
pub fn schedule(scenario: &Scenario<'_>) -> Schedule {
    let (identity, seed) = match &scenario.draws {
        Draws::Identity(identity) => (Some(identity.clone()), None),
        Draws::Invented { seed, .. } => (None, Some(*seed)),
    };
    let mut schedule = Schedule {
        policy: scenario.label.clone(),
        system: scenario.rules.system(),
        activity_type: scenario.activity_type.clone(),
        identity,
        seed,
        attempts: Vec::new(),
        gives_up: None,
        complete: true,
        omitted: 0,
        window: Millis(0),
    };
    let mut walk = Walk::new(scenario);
    while walk.failed_attempt <= MaxAttempts::LARGEST {
        match walk.step() {
            Step::Retry(row) => {
                schedule.window = Millis(row.cumulative_ms);
                if schedule.attempts.len()
                    < usize::try_from(scenario.max_rows).unwrap_or(usize::MAX)
                {
                    schedule.attempts.push(row);
                } else {
                    schedule.omitted += 1;
                }
            }
            Step::GiveUp(gives_up) => {
                schedule.gives_up = Some(gives_up);
                break;
            }
        }
    }
    schedule.complete = schedule.omitted == 0 && schedule.gives_up.is_some();
    schedule
}

/// Where the walk stands: the failure of `failed_attempt` at `now`.
struct Walk<'a> {
    rules: Rules<'a>,
    seed: JitterSeed,
    budget: Option<RetryBudget>,
    deadline: Option<Timestamp>,
    failed_attempt: u32,
    previous: Option<Millis>,
    waited: Millis,
    now: Timestamp,
}

enum Step {
    Retry(Row),
    GiveUp(GivesUp),
}

impl<'a> Walk<'a> {
    fn new(scenario: &Scenario<'a>) -> Self {
        let (budget, timeout) = scenario.rules.limits();
        let used = BudgetUse { retries_granted: 0, first_failure_at: Some(scenario.start) };
        Self {
            rules: scenario.rules,
            seed: scenario.draws.seed(),
            budget: budget.map(|rules| RetryBudget { rules, used }),
            deadline: timeout.map(|timeout| scenario.start.plus(timeout)),
            failed_attempt: 1,
            previous: None,
            waited: Millis(0),
            now: scenario.start,
        }
    }

    /// Lets the rules decide about the failure, and moves on to the next one.
    fn step(&mut self) -> Step {
        match self.rules {
            Rules::Policy(policy) => self.plan(policy),
            Rules::Foreign(schedule) => self.follow(schedule),
        }
    }

    fn follow(&mut self, schedule: &ForeignSchedule) -> Step {
        let attempt = self.failed_attempt;
        match ForeignDecision::of(schedule, attempt, self.waited, self.seed) {
            ForeignDecision::GiveUp(reason) => Step::GiveUp(GivesUp { attempt, reason }),
            ForeignDecision::Retry { range, delay } => self.wait(range, delay),
        }
    }

    fn plan(&mut self, policy: &CompiledPolicy) -> Step {
        let attempt = self.failed_attempt;
        let input = PlanInput {
            policy,
            class: FailureClass::Transient,
            retry_after: None,
            attempt,
            seed: self.seed,
            previous_base_delay: self.previous,
            budget: self.budget,
            deadline: self.deadline,
        };
        match RetryPlanner::plan(&input, self.now) {
            RetryDecision::GiveUp(reason) => Step::GiveUp(GivesUp { attempt, reason }),
            RetryDecision::Retry { base_delay, delay, .. } => {
                let range = PolicyStrategy::new(policy, self.seed, self.previous).range(attempt);
                if let Some(budget) = &mut self.budget {
                    budget.used.retries_granted += 1;
                }
                self.previous = Some(base_delay);
                self.wait(range, delay)
            }
        }
    }

    /// Waits for the next attempt, which fails at once.
    fn wait(&mut self, range: DelayRange, delay: Millis) -> Step {
        let attempt = self.failed_attempt;
        self.failed_attempt = attempt.saturating_add(1);
        self.waited = Millis(self.waited.0.saturating_add(delay.0));
        self.now = self.now.plus(delay);
        Step::Retry(Row {
            attempt,
            gap_ms: range.gap.0,
            min_ms: range.min.0,
            max_ms: range.max.0,
            mean_ms: range.mean.0,
            delay_ms: delay.0,
            cumulative_ms: self.waited.0,
            at: self.now,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::effective::{BudgetRules, EffectivePolicy, Jitter, OnExhausted};
    use crate::retry::sample;

    fn run(effective: EffectivePolicy, draws: Draws, max_rows: u32) -> Schedule {
        schedule(&Scenario {
            rules: Rules::Policy(&CompiledPolicy::new(effective)),
            label: PolicyLabel { name: None, version: None, digest: "sha256:00".into() },
            activity_type: Some("ChargeCard".into()),
            draws,
            start: Timestamp::EPOCH,
            max_rows,
        })
    }

    fn invented(effective: EffectivePolicy) -> Schedule {
        run(effective, Draws::Invented { seed: 0, run: 0 }, 100)
    }

    fn delays(schedule: &Schedule) -> Vec<u64> {
        schedule.attempts.iter().map(|row| row.delay_ms).collect()
    }

    fn charge_card() -> EffectivePolicy {
        sample::with_retry(|r| {
            r.max_attempts = Some(4).into();
            r.max_delay = Millis::from_secs(8);
            r.jitter = Jitter::Factor(1_000);
        })
    }

    #[test]
    fn gives_the_published_delays_of_an_identity() {
        let identity = "default/order-1001/run-1/charge".parse().unwrap();
        let schedule = run(charge_card(), Draws::Identity(identity), 100);
        assert_eq!(delays(&schedule), [1_078, 1_932, 3_723]);
        let end = GivesUp { attempt: 4, reason: GiveUpReason::MaxAttemptsReached };
        assert_eq!(schedule.gives_up, Some(end));
        assert_eq!(schedule.window, Millis(6_733));
        let last = schedule.attempts[2];
        assert_eq!(last.at, Timestamp::EPOCH.plus(schedule.window));
        assert_eq!((last.min_ms, last.gap_ms, last.max_ms), (3_600, 4_000, 4_400));
    }

    #[test]
    fn is_written_in_the_shape_of_the_interface() {
        let identity = "default/order-1001/run-1/charge".parse().unwrap();
        let mut policy = charge_card();
        policy.retry.max_attempts = Some(2).into();
        let schedule = run(policy, Draws::Identity(identity), 100);
        assert_eq!(
            serde_json::to_value(&schedule).unwrap(),
            serde_json::json!({
                "policy": {"name": null, "version": null, "digest": "sha256:00"},
                "activity_type": "ChargeCard",
                "identity": "default/order-1001/run-1/charge#1",
                "attempts": [{
                    "attempt": 1, "gap_ms": 1000, "min_ms": 900, "max_ms": 1100, "mean_ms": 1000,
                    "delay_ms": 1078, "cumulative_ms": 1078,
                }],
                "gives_up": {"attempt": 2, "reason": "MaxAttemptsReached"},
                "complete": true,
            })
        );
    }

    #[test]
    fn an_invented_seed_is_named_and_repeats_itself() {
        let run_of = |seed, run_number| {
            let draws = Draws::Invented { seed, run: run_number };
            run(charge_card(), draws, 100)
        };
        let first = run_of(7, 1);
        assert_eq!((first.seed, &first.identity), (Some(7), &None));
        assert_eq!(first, run_of(7, 1));
        assert_ne!(delays(&first), delays(&run_of(7, 2)));
        assert_ne!(delays(&first), delays(&run_of(8, 1)));
    }

    #[test]
    fn a_budget_ends_it_earlier() {
        let mut policy = sample::policy();
        let mut rules = BudgetRules {
            max_attempts: Some(2),
            max_duration: None,
            on_exhausted: OnExhausted::Continue,
        };
        policy.budget = Some(rules);
        let end = GivesUp { attempt: 3, reason: GiveUpReason::BudgetExhausted };
        assert_eq!(invented(policy.clone()).gives_up, Some(end));
        (rules.max_attempts, rules.max_duration) = (None, Some(Millis::from_secs(3)));
        policy.budget = Some(rules);
        assert_eq!(invented(policy).gives_up, Some(end), "1 s and 2 s are the whole duration");
    }

    #[test]
    fn the_workflow_timeout_ends_it_unless_retries_extend_it() {
        let mut policy = sample::policy();
        policy.timeouts.workflow = Some(Millis::from_secs(7));
        let end = GivesUp { attempt: 3, reason: GiveUpReason::WorkflowTimeout };
        assert_eq!(invented(policy.clone()).gives_up, Some(end));
        policy.timeouts.retries_extend_workflow = true;
        let end = GivesUp { attempt: 5, reason: GiveUpReason::MaxAttemptsReached };
        assert_eq!(invented(policy).gives_up, Some(end));
    }

    #[test]
    fn no_retry_means_no_row() {
        let schedule = invented(sample::with_retry(|r| r.enabled = false));
        let end = GivesUp { attempt: 1, reason: GiveUpReason::RetriesDisabled };
        assert_eq!((schedule.attempts.len(), schedule.gives_up), (0, Some(end)));
        assert!(schedule.complete);
    }

    #[test]
    fn rows_that_were_not_asked_for_are_counted() {
        let policy = sample::with_retry(|r| r.max_attempts = Some(1_000).into());
        let schedule = run(policy, Draws::Invented { seed: 0, run: 0 }, 3);
        assert_eq!(delays(&schedule), [1_000, 2_000, 4_000]);
        assert_eq!((schedule.complete, schedule.omitted), (false, 996));
        let end = GivesUp { attempt: 1_000, reason: GiveUpReason::MaxAttemptsReached };
        assert_eq!(schedule.gives_up, Some(end));
        assert_eq!(schedule.window, Millis::from_secs(127 + 100 * 992));
    }

    #[test]
    fn what_never_ends_is_cut() {
        let policy = sample::with_retry(|r| r.max_attempts = None.into());
        let schedule = run(policy, Draws::Invented { seed: 0, run: 0 }, 10);
        assert_eq!((schedule.attempts.len(), schedule.gives_up), (10, None));
        assert_eq!((schedule.complete, schedule.omitted), (false, MaxAttempts::LARGEST - 10));
    }

    #[test]
    fn the_longest_policy_that_can_be_written_ends() {
        let policy = sample::with_retry(|r| r.max_attempts = Some(MaxAttempts::LARGEST).into());
        let schedule = run(policy, Draws::Invented { seed: 0, run: 0 }, 1);
        let reason = GiveUpReason::MaxAttemptsReached;
        assert_eq!(schedule.gives_up, Some(GivesUp { attempt: MaxAttempts::LARGEST, reason }));
    }
}
