use super::*;
use crate::model::MaxAttempts;
use crate::policy::effective::{
    ClassificationRule, EffectivePolicy, Jitter, OnExhausted, StatusPattern,
};
use crate::retry::sample;
use crate::simulate::Outage;
use crate::simulate::fleet::Recovery;

/// A thousand activities that start at once, half a minute before the downstream is back.
fn fleet() -> Fleet {
    Fleet {
        activities: 1_000,
        per_execution: 1,
        spread: None,
        capacity: 100,
        latency: Millis(50),
        timeout: Millis::from_secs(60),
        outages: vec![Outage { from: Millis(0), to: Millis::from_secs(30) }],
        until: Millis::from_secs(3_600),
    }
}

/// Retries for long enough to see the end of the outage: at 1, 2, 4, … s.
fn patient(jitter: Jitter) -> EffectivePolicy {
    sample::with_retry(|retry| {
        retry.max_attempts = Some(10).into();
        retry.jitter = jitter;
    })
}

fn outcome(policy: &EffectivePolicy, fleet: &Fleet, seed: u64) -> Outcome {
    fleet.check().unwrap();
    let policy = CompiledPolicy::new(policy.clone());
    let outcome = run(&policy, fleet, seed, &mut |_| ControlFlow::Continue(()));
    assert_conserved(&outcome, fleet);
    outcome
}

#[track_caller]
fn assert_conserved(outcome: &Outcome, fleet: &Fleet) {
    assert!(outcome.complete);
    assert_eq!(outcome.calls, outcome.served + outcome.refused + outcome.timed_out);
    assert!(outcome.completed + outcome.given_up() <= u64::from(fleet.activities));
    let sum = |series: &[u32]| series.iter().map(|calls| u64::from(*calls)).sum::<u64>();
    let load = &outcome.load;
    assert_eq!(sum(&load.offered), outcome.calls);
    assert!(load.retries.iter().zip(&load.offered).all(|(retries, calls)| retries <= calls));
    assert_eq!(sum(&load.served), outcome.served);
    assert_eq!(sum(&load.failed), outcome.refused + outcome.timed_out);
    assert!(outcome.wasted <= outcome.timed_out);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let fleet = Fleet { spread: Some(Millis::from_secs(20)), ..fleet() };
    let policy = patient(Jitter::Full);
    let bytes = |seed| serde_json::to_vec(&outcome(&policy, &fleet, seed)).unwrap();
    assert_eq!(bytes(7), bytes(7));
    assert_ne!(bytes(7), bytes(8));
}

#[test]
fn the_delays_are_the_planner_s() {
    let fleet = Fleet { activities: 1, outages: Vec::new(), capacity: 1, ..fleet() };
    let fleet = Fleet { timeout: Millis(10), latency: Millis(20), ..fleet };
    let policy = CompiledPolicy::new(patient(Jitter::Full));
    let outcome = outcome(policy.effective(), &fleet, 5);
    let mut calls = vec![0];
    let seed = JitterSeed::invented(5, 0);
    for attempt in 1..10 {
        let delay = crate::retry::PolicyStrategy::new(&policy, seed, None).delay(attempt);
        calls.push(calls.last().unwrap() + 10 + delay.0);
    }
    let offered = (0..).zip(&outcome.load.offered);
    let seconds: Vec<u64> =
        offered.flat_map(|(second, calls)| vec![second; *calls as usize]).collect();
    assert_eq!(seconds, calls.iter().map(|at| at / 1_000).collect::<Vec<u64>>());
}

#[test]
fn without_jitter_all_come_back_together() {
    let all = 1_000;
    let synchronous = outcome(&patient(Jitter::Off), &fleet(), 1);
    let waves: Vec<u32> =
        synchronous.load.offered.iter().copied().filter(|calls| *calls > 0).collect();
    assert_eq!(waves, [all; 6], "at 0, 1, 3, 7, 15 and 31 s");
    assert_eq!(synchronous.completed, 1_000);

    assert_eq!(synchronous.load.retry_peak(), all);

    let spread = outcome(&patient(Jitter::Full), &fleet(), 1);
    let later = spread.load.retries[4..].iter().max().unwrap();
    assert!(*later < all / 2, "{later}");
}

#[test]
fn an_outage_longer_than_the_schedule_leaves_nothing() {
    let outcome = outcome(&sample::policy(), &fleet(), 1);
    assert_eq!(outcome.recovery, Recovery::Outlasted);
    assert_eq!((outcome.completed, outcome.served), (0, 0));
    assert_eq!(outcome.gave_up, [(GiveUpReason::MaxAttemptsReached, 1_000)].into());
    assert_eq!(outcome.calls, 5_000);
}

#[test]
fn a_budget_caps_the_calls() {
    let unlimited = sample::with_retry(|retry| {
        retry.max_attempts = MaxAttempts::Unlimited;
        retry.max_delay = Millis::from_secs(1);
    });
    let free = outcome(&unlimited, &fleet(), 1);
    assert_eq!((free.completed, free.calls), (1_000, 30_000), "every 1,050 ms");

    let capped = EffectivePolicy { budget: Some(sample::budget(3)), ..unlimited.clone() };
    let alone = outcome(&capped, &fleet(), 1);
    assert_eq!(alone.gave_up, [(GiveUpReason::BudgetExhausted, 1_000)].into());
    assert_eq!(alone.calls, 4_000, "a first attempt and three retries each");

    let shared = outcome(&capped, &Fleet { per_execution: 10, ..fleet() }, 1);
    assert_eq!(shared.gave_up, [(GiveUpReason::BudgetExhausted, 1_000)].into());
    assert_eq!(shared.calls, 1_000, "executions closed before any retry was due");

    let mut going_on = capped;
    going_on.budget.as_mut().unwrap().on_exhausted = OnExhausted::Continue;
    let spread = Fleet { per_execution: 1_000, spread: Some(Millis(500)), ..fleet() };
    assert_eq!(outcome(&going_on, &spread, 1).calls, 1_000, "first attempts go on");
}

#[test]
fn a_breaker_spares_a_downstream_that_is_down() {
    let mut policy = patient(Jitter::Off);
    let fleet = Fleet { spread: Some(Millis::from_secs(20)), ..fleet() };
    let open = outcome(&policy, &fleet, 1);
    policy.breaker = Some(sample::breaker(5));
    let guarded = outcome(&policy, &fleet, 1);
    assert_eq!(guarded.completed, 1_000);
    assert!(guarded.breaker_openings >= 3, "{}", guarded.breaker_openings);
    assert!(guarded.refused < 40, "{}", guarded.refused);
    assert!(open.refused > 1_000, "{}", open.refused);
    // Two probes, and then twice as many each second.
    let back = guarded.load.offered.iter().rposition(|calls| *calls > 300).unwrap();
    let ramp = &guarded.load.offered[back - 5..back];
    assert!(ramp.windows(2).all(|pair| pair[0] < pair[1]), "{ramp:?}");
}

#[test]
fn deadlines_run_on_while_the_breaker_holds_work() {
    let mut policy = patient(Jitter::Off);
    policy.timeouts.workflow = Some(Millis::from_secs(25));
    let without = outcome(&policy, &fleet(), 1);
    assert_eq!(without.gave_up, [(GiveUpReason::WorkflowTimeout, 1_000)].into());
    policy.breaker = Some(sample::breaker(5));
    let held = outcome(&policy, &fleet(), 1);
    assert_eq!(held.gave_up, [(GiveUpReason::WorkflowTimeout, 1_000)].into());
    assert!(held.calls < without.calls);
}

#[test]
fn the_policy_says_what_a_refusal_means() {
    let mut policy = patient(Jitter::Off);
    policy.classification.rules.push(ClassificationRule {
        http_status: vec![StatusPattern::Exact(503)],
        error_type: Vec::new(),
        message: Vec::new(),
        then: FailureClass::Permanent,
    });
    let outcome = outcome(&policy, &fleet(), 1);
    assert_eq!(outcome.gave_up, [(GiveUpReason::PermanentFailure, 1_000)].into());
    assert_eq!(outcome.calls, 1_000);
}

#[test]
fn callers_who_do_not_wait_keep_a_downstream_busy_with_work_for_nobody() {
    // 90 of 100 calls a second, until ten seconds of outage let them pile up.
    let steady = Fleet {
        activities: 54_000,
        spread: Some(Millis::from_secs(600)),
        outages: vec![Outage { from: Millis::from_secs(60), to: Millis::from_secs(70) }],
        timeout: Millis::from_secs(2),
        until: Millis::from_secs(900),
        ..fleet()
    };
    let eager = sample::with_retry(|retry| {
        retry.max_attempts = Some(4).into();
        retry.max_delay = Millis::from_secs(1);
    });
    let storm = outcome(&eager, &steady, 1);
    assert_eq!(storm.recovery, Recovery::Never);
    assert!(storm.wasted > 100 * 400, "{}", storm.wasted);

    let calm = outcome(&patient(Jitter::Full), &Fleet { activities: 24_000, ..steady }, 1);
    let after = calm.recovery.after().expect("it recovers");
    assert!(after < Millis::from_secs(60), "{after}");
}

#[test]
fn nothing_is_called_after_the_end() {
    let outages = vec![Outage { from: Millis(0), to: Millis(5_000) }];
    let short = Fleet { until: Millis(6_000), outages, ..fleet() };
    let outcome = outcome(&patient(Jitter::Off), &short, 1);
    assert_eq!((outcome.calls, outcome.given_up(), outcome.unfinished(1_000)), (3_000, 0, 1_000));
}

#[test]
fn what_is_stopped_says_so() {
    let policy = CompiledPolicy::new(patient(Jitter::Off));
    let fleet = Fleet { activities: 100_000, ..fleet() };
    let outcome = run(&policy, &fleet, 1, &mut |_| ControlFlow::Break(()));
    assert!(!outcome.complete);
    assert!(outcome.calls > 0 && outcome.calls < 100_000);
}
