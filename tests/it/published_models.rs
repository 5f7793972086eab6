//! The published models against numbers from elsewhere.

use std::ops::ControlFlow;

use serde_json::Value;
use wovyr_retry::simulate::model::{Backoff, Retries, collapse, contention_case};

fn params() -> Value {
    serde_json::from_str(include_str!("../data/params.json")).unwrap()
}

/// One line of the table that the contention model is compared with.
#[derive(Debug, serde::Deserialize)]
struct Golden {
    clients: u32,
    algorithm: String,
    trials: u32,
    time_mean_ms: f64,
    time_sd_ms: f64,
    calls_mean: f64,
    calls_sd: f64,
}

/// The comparison asks for a thousand trials, which take a minute without optimisation; with fewer
/// it is less sharp.
const TRIALS: u32 = if cfg!(debug_assertions) { 100 } else { 1_000 };
/// Any seed passes nearly always: a difference of four standard errors is rare.
const SEED: u64 = 2015;

fn golden(algorithm: &str) -> Vec<Golden> {
    let mut reader = csv::Reader::from_reader(&include_bytes!("../data/backoff_golden.csv")[..]);
    let rows = reader.deserialize().map(|row| row.unwrap());
    rows.filter(|row: &Golden| row.algorithm == algorithm).collect()
}

/// Compares the means at every number of clients, to within four standard errors of both.
fn assert_reproduced(backoff: Backoff, algorithm: &str) {
    let rows = golden(algorithm);
    assert_eq!(rows.len(), 19);
    for row in rows {
        let case = contention_case(row.clients, backoff, TRIALS, SEED);
        let error = (1.0 / f64::from(row.trials) + 1.0 / f64::from(TRIALS)).sqrt();
        for (what, ours, theirs, deviation) in [
            ("time", case.time.mean, row.time_mean_ms, row.time_sd_ms),
            ("calls", case.calls.mean, row.calls_mean, row.calls_sd),
        ] {
            let off = (ours - theirs).abs() / (deviation * error);
            assert!(off <= 4.0, "{what} of {row:?}: {ours}, {off} standard errors off");
        }
    }
}

#[test]
fn contention_without_backoff() {
    assert_reproduced(Backoff::None, "None");
}

#[test]
fn contention_with_exponential_backoff() {
    assert_reproduced(Backoff::Exponential, "Exponential");
}

#[test]
fn contention_with_equal_jitter() {
    assert_reproduced(Backoff::Equal, "EqualJitter");
}

#[test]
fn contention_with_full_jitter() {
    assert_reproduced(Backoff::Full, "FullJitter");
}

#[test]
fn contention_with_decorrelated_jitter() {
    assert_reproduced(Backoff::Decorrelated, "Decorr");
}

#[test]
fn backoff_and_jitter_survive_a_spike_that_others_may_not() {
    let accepted = params()["brooker_collapse"]["accept"].as_str().unwrap().to_owned();
    assert!(accepted.contains("20 seeded runs") && accepted.contains("0.35-0.95"), "{accepted}");
    for seed in 1..=5 {
        let shown = collapse(20, seed, &mut |_, _| ControlFlow::Continue(()));
        for case in shown.cases {
            match case.retries {
                Retries::AtOnce => assert!((7..=19).contains(&case.collapsed), "{case:?}"),
                Retries::BackoffAndJitter => assert_eq!(case.collapsed, 0, "{case:?}"),
            }
        }
    }
}
