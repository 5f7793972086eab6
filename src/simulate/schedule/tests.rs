//! Schedules under all kinds of policies and conditions.

use super::*;
use crate::policy::effective::{
    BreakerKey, BreakerRules, BudgetRules, EffectivePolicy, Jitter, OnExhausted,
};
use crate::retry::sample;
use crate::simulate::FailRate;

fn run(effective: EffectivePolicy, draws: Draws, conditions: &Conditions) -> Schedule {
    schedule(&Scenario {
        policy: &CompiledPolicy::new(effective),
        foreign: None,
        label: PolicyLabel { name: None, version: None, digest: "sha256:00".into() },
        activity_type: Some("ChargeCard".into()),
        conditions,
        draws,
        start: None,
    })
}

fn invented(effective: EffectivePolicy) -> Schedule {
    under(effective, &Conditions::default())
}

fn under(effective: EffectivePolicy, conditions: &Conditions) -> Schedule {
    run(effective, Draws::Invented { seed: 0, run: 0 }, conditions)
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
    let schedule = run(charge_card(), Draws::Identity(identity), &Conditions::default());
    assert_eq!(delays(&schedule), [1_078, 1_932, 3_723]);
    let end = GivesUp { attempt: 4, reason: GiveUpReason::MaxAttemptsReached };
    assert_eq!(schedule.gives_up, Some(end));
    assert_eq!((schedule.window_ms, schedule.elapsed_ms), (6_733, 6_733));
    let last = &schedule.attempts[2];
    assert_eq!((last.min_ms, last.gap_ms, last.max_ms), (3_600, 4_000, 4_400));
}

#[test]
fn is_written_in_the_shape_of_the_interface() {
    let identity = "default/order-1001/run-1/charge".parse().unwrap();
    let mut policy = charge_card();
    policy.retry.max_attempts = Some(2).into();
    let schedule = run(policy, Draws::Identity(identity), &Conditions::default());
    assert_eq!(
        serde_json::to_value(&schedule).unwrap(),
        serde_json::json!({
            "policy": {"name": null, "version": null, "digest": "sha256:00"},
            "activity_type": "ChargeCard",
            "identity": "default/order-1001/run-1/charge#1",
            "attempts": [{
                "attempt": 1, "gap_ms": 1000, "min_ms": 900, "max_ms": 1100, "mean_ms": 1000,
                "delay_ms": 1078, "cumulative_ms": 1078, "elapsed_ms": 1078,
            }],
            "gives_up": {"attempt": 2, "reason": "MaxAttemptsReached"},
            "expected_calls": 2.0, "window_ms": 1078, "elapsed_ms": 1078,
            "complete": true,
        })
    );
}

#[test]
fn an_invented_seed_is_named_and_repeats_itself() {
    let run_of = |seed, run_number| {
        let draws = Draws::Invented { seed, run: run_number };
        run(charge_card(), draws, &Conditions::default())
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
fn what_never_ends_is_said_to_be_incomplete() {
    let policy = sample::with_retry(|r| r.max_attempts = None.into());
    let schedule = invented(policy);
    assert_eq!((schedule.gives_up, schedule.complete), (None, false));
    assert_eq!(schedule.attempts.len(), usize::try_from(MaxAttempts::LARGEST).unwrap());
}

#[test]
fn the_longest_policy_that_can_be_written_ends() {
    let policy = sample::with_retry(|r| r.max_attempts = Some(MaxAttempts::LARGEST).into());
    let schedule = invented(policy);
    let reason = GiveUpReason::MaxAttemptsReached;
    assert_eq!(schedule.gives_up, Some(GivesUp { attempt: MaxAttempts::LARGEST, reason }));
    assert_eq!(schedule.window_ms, 127_000 + 100_000 * (1_000_000 - 1 - 7));
}

fn script(outcomes: &[&str], runtime: u64) -> Conditions {
    let outcomes = outcomes.iter().map(|text| text.parse().unwrap()).collect();
    Conditions { ends: Ends::Script(outcomes), runtime: Millis(runtime), ..Conditions::default() }
}

#[test]
fn runs_and_timeouts_count_towards_the_clock() {
    let mut policy = sample::policy();
    policy.timeouts.activity = Millis::from_secs(10);
    policy.timeouts.lease = Millis::from_secs(4);
    let schedule = under(policy.clone(), &script(&["503", "timeout", "crash", "ok"], 300));
    let elapsed: Vec<u64> = schedule.attempts.iter().map(|row| row.elapsed_ms).collect();
    assert_eq!(elapsed, [1_300, 1_300 + 12_000, 13_300 + 8_000]);
    assert_eq!(delays(&schedule), [1_000, 2_000, 4_000]);
    assert_eq!(schedule.succeeds, Some(Succeeds { attempt: 4 }));
    assert_eq!((schedule.gives_up, schedule.complete), (None, true));
    assert_eq!((schedule.elapsed_ms, schedule.window_ms), (21_600, 7_000));
    assert_eq!(schedule.attempts[1].failure.as_deref(), Some("ActivityTimeout"));
    let runtime = Millis(10_001);
    let schedule = under(policy, &Conditions { runtime, ..Conditions::default() });
    assert_eq!(schedule.attempts[0].elapsed_ms, 11_000, "cut off by the activity timeout");
    assert_eq!(schedule.attempts[0].failure.as_deref(), Some("ActivityTimeout"));
}

#[test]
fn the_policy_says_what_a_failure_means() {
    let end = |schedule: &Schedule| schedule.gives_up.map(|end| (end.attempt, end.reason));
    let permanent = |attempt| Some((attempt, GiveUpReason::PermanentFailure));
    let at_once = under(sample::policy(), &script(&["400"], 0));
    assert_eq!((end(&at_once), at_once.attempts.len()), (permanent(1), 0));
    let later = under(sample::policy(), &script(&["503", "InvalidInput"], 0));
    assert_eq!(end(&later), permanent(2));
    let policy = sample::with_retry(|r| r.non_retryable_error_types = vec!["CardDeclined".into()]);
    assert_eq!(end(&under(policy, &script(&["CardDeclined"], 0))), permanent(1));
    let repeated = under(sample::policy(), &script(&["503"], 0));
    assert_eq!(end(&repeated), Some((5, GiveUpReason::MaxAttemptsReached)));
}

#[test]
fn an_outage_ends() {
    let ends = Ends::Chance { outages: vec!["0s..7s".parse().unwrap()], rate: FailRate::NONE };
    let schedule = under(sample::policy(), &Conditions { ends, ..Conditions::default() });
    assert_eq!(delays(&schedule), [1_000, 2_000, 4_000]);
    assert_eq!(schedule.succeeds, Some(Succeeds { attempt: 4 }));
    assert_eq!(schedule.success_probability, None);
}

#[test]
fn a_fail_rate_makes_calls_an_expectation() {
    let ends = Ends::Chance { outages: vec![], rate: "0.5".parse().unwrap() };
    let schedule = under(sample::policy(), &Conditions { ends, ..Conditions::default() });
    let probabilities: Vec<_> = schedule.attempts.iter().map(|row| row.probability).collect();
    assert_eq!(probabilities, [0.5, 0.25, 0.125, 0.0625].map(Some));
    // (1 - p^N) / (1 - p) and 1 - p^N.
    assert_eq!((schedule.expected_calls, schedule.success_probability), (1.9375, Some(0.96875)));
}

#[test]
fn a_retry_after_lengthens_the_wait_of_its_attempt() {
    let retry_after = vec!["10s@2".parse().unwrap()];
    let schedule = under(sample::policy(), &Conditions { retry_after, ..Conditions::default() });
    let waits = delays(&schedule);
    assert_eq!([waits[0], waits[2], waits[3]], [1_000, 4_000, 8_000]);
    assert!((10_000..=11_000).contains(&waits[1]), "{waits:?}");
    assert_eq!(schedule.attempts[1].retry_after_ms, Some(10_000));
}

#[test]
fn an_open_breaker_holds_the_next_attempt_and_the_deadline_runs_on() {
    let mut policy = sample::policy();
    policy.breaker = Some(BreakerRules {
        consecutive_failures: Some(2),
        failure_rate: None,
        open_for: Millis::from_secs(5),
        half_open_probes: 1,
        key: BreakerKey::ActivityType,
    });
    let schedule = invented(policy.clone());
    let held: Vec<_> = schedule.attempts.iter().map(|row| row.held_ms).collect();
    assert_eq!(held, [None, Some(3_000), Some(1_000), None]);
    assert_eq!((schedule.window_ms, schedule.elapsed_ms), (15_000, 19_000));
    policy.timeouts.workflow = Some(Millis::from_secs(6));
    let schedule = invented(policy);
    let end = GivesUp { attempt: 2, reason: GiveUpReason::WorkflowTimeout };
    assert_eq!((schedule.gives_up, schedule.elapsed_ms), (Some(end), 6_000));
}

#[test]
fn a_start_gives_times_of_day() {
    let start = Timestamp::parse("2026-11-30T23:59:59Z").unwrap();
    let policy = CompiledPolicy::new(sample::policy());
    let schedule = schedule(&Scenario {
        policy: &policy,
        foreign: None,
        label: PolicyLabel { name: None, version: None, digest: String::new() },
        activity_type: None,
        conditions: &Conditions::default(),
        draws: Draws::Invented { seed: 0, run: 0 },
        start: Some(start),
    });
    let first = schedule.attempts[0].next_attempt.unwrap();
    assert_eq!(first.to_string(), "2026-12-01T00:00:00.000Z");
}
