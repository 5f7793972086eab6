use super::*;
use crate::model::FailureClass::{Permanent, Transient};
use crate::policy::effective::FailureRateRules;
use crate::retry::sample;

fn rules() -> BreakerRules {
    sample::breaker(3)
}

fn at(millis: u64) -> Timestamp {
    Timestamp::EPOCH.plus(Millis(millis))
}

fn breaker(rules: BreakerRules) -> CircuitBreaker {
    CircuitBreaker::new(rules, "default/ChargeCard")
}

#[track_caller]
fn permit(breaker: &mut CircuitBreaker, millis: u64) -> Permit {
    match breaker.admit(at(millis)) {
        Admission::Granted(permit) => permit,
        Admission::Held { until } => panic!("held until {until:?}"),
    }
}

fn run(breaker: &mut CircuitBreaker, millis: u64, failure: Option<FailureClass>) {
    let permit = permit(breaker, millis);
    breaker.report(permit, failure, at(millis));
}

/// A breaker that opened at 0, and when it may be asked again.
fn opened() -> (CircuitBreaker, u64) {
    let mut breaker = breaker(rules());
    for _ in 0..3 {
        run(&mut breaker, 0, Some(Transient));
    }
    let Admission::Held { until: Some(until) } = breaker.admit(at(0)) else { panic!("not open") };
    let until = until.since(Timestamp::EPOCH).0;
    (breaker, until)
}

#[test]
fn failures_in_a_row_open_it() {
    let mut breaker = breaker(rules());
    for failure in [Some(Transient), Some(Transient), None, Some(Transient), Some(Transient)] {
        run(&mut breaker, 0, failure);
        assert_eq!(breaker.state(), BreakerState::Closed);
    }
    run(&mut breaker, 0, Some(Transient));
    assert_eq!((breaker.state(), breaker.openings()), (BreakerState::Open, 1));
}

#[test]
fn a_permanent_failure_is_an_answer() {
    let mut breaker = breaker(rules());
    for failure in [Some(Transient), Some(Transient), Some(Permanent), Some(Transient)] {
        run(&mut breaker, 0, failure);
    }
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_share_of_failures_opens_it_once_enough_was_seen() {
    let failure_rate =
        Some(FailureRateRules { percent: 50, window: Millis(60_000), minimum_calls: 10 });
    let new = || breaker(BreakerRules { consecutive_failures: None, failure_rate, ..rules() });
    let mut few = new();
    for second in 0..9 {
        run(&mut few, second * 1_000, Some(Transient));
        assert_eq!(few.state(), BreakerState::Closed, "fewer calls than say anything");
    }
    run(&mut few, 9_000, Some(Transient));
    assert_eq!(few.state(), BreakerState::Open);

    let mut mixed = new();
    for n in 0..100 {
        run(&mut mixed, n, if n % 5 > 2 { Some(Transient) } else { None });
    }
    assert_eq!(mixed.state(), BreakerState::Closed, "40 % is less than half");

    let mut old = new();
    for _ in 0..9 {
        run(&mut old, 0, Some(Transient));
    }
    run(&mut old, 61_000, Some(Transient));
    assert_eq!(old.state(), BreakerState::Closed, "the window has moved on");
}

#[test]
fn it_stays_open_for_its_time_and_up_to_a_tenth_more_by_key() {
    let until = |key: &str| {
        let mut breaker = CircuitBreaker::new(rules(), key);
        for _ in 0..3 {
            run(&mut breaker, 0, Some(Transient));
        }
        match breaker.admit(at(0)) {
            Admission::Held { until: Some(until) } => until.since(Timestamp::EPOCH).0,
            other => panic!("{other:?}"),
        }
    };
    let all: std::collections::BTreeSet<u64> = (0..100).map(|n| until(&n.to_string())).collect();
    assert!(all.len() > 90, "{all:?}");
    assert!(all.iter().all(|until| (10_000..=11_000).contains(until)), "{all:?}");
    assert_eq!(until("a"), until("a"));
}

#[test]
fn only_the_probes_run_while_it_is_half_open() {
    let (mut breaker, until) = opened();
    assert!(matches!(breaker.admit(at(until - 1)), Admission::Held { until: Some(_) }));
    let probes = [permit(&mut breaker, until), permit(&mut breaker, until)];
    assert_eq!(breaker.state(), BreakerState::HalfOpen);
    assert_eq!(breaker.admit(at(until)), Admission::Held { until: None });
    breaker.report(probes[0], None, at(until));
    assert_eq!(breaker.state(), BreakerState::HalfOpen, "one is not all");
    breaker.report(probes[1], Some(Permanent), at(until));
    assert_eq!(breaker.state(), BreakerState::Closed);
}

#[test]
fn a_probe_that_fails_opens_it_for_as_long_again() {
    let (mut breaker, until) = opened();
    let probes = [permit(&mut breaker, until), permit(&mut breaker, until)];
    breaker.report(probes[0], Some(Transient), at(until));
    assert_eq!((breaker.state(), breaker.openings()), (BreakerState::Open, 2));
    breaker.report(probes[1], None, at(until));
    let again = Admission::Held { until: Some(at(2 * until)) };
    assert_eq!(breaker.admit(at(until)), again, "the other probe's result is of the past");
}

#[test]
fn what_was_granted_before_it_opened_counts_for_nothing() {
    let mut breaker = breaker(rules());
    let early: Vec<Permit> = (0..10).map(|_| permit(&mut breaker, 0)).collect();
    for permit in &early[..3] {
        breaker.report(*permit, Some(Transient), at(0));
    }
    let Admission::Held { until: Some(until) } = breaker.admit(at(0)) else { panic!("not open") };
    let probes = [0, 1].map(|_| match breaker.admit(until) {
        Admission::Granted(permit) => permit,
        Admission::Held { .. } => panic!("no probe"),
    });
    breaker.report(early[3], Some(Transient), until);
    assert_eq!(breaker.state(), BreakerState::HalfOpen);
    for probe in probes {
        breaker.report(probe, None, until);
    }
    for permit in &early[4..] {
        breaker.report(*permit, Some(Transient), until);
    }
    assert_eq!((breaker.state(), breaker.openings()), (BreakerState::Closed, 1));
}

#[test]
fn after_closing_held_work_is_let_go_faster_each_second_until_none_is_left() {
    let (mut breaker, until) = opened();
    for _ in 0..2 {
        run(&mut breaker, until, None);
    }
    let mut granted = |millis: u64| {
        let grants = std::iter::repeat_with(|| breaker.admit(at(until + millis)));
        grants.take_while(|a| matches!(a, Admission::Granted(_))).count()
    };
    assert_eq!([0, 500, 1_000, 2_000, 3_000].map(&mut granted), [0, 1, 1, 4, 8]);
    breaker.nothing_held();
    for _ in 0..1_000 {
        permit(&mut breaker, until + 3_000);
    }
}
