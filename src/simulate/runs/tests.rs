use proptest::prelude::*;

use super::*;
use crate::model::StrategyKind;
use crate::policy::effective::{BudgetRules, EffectivePolicy, Jitter, Multiplier, OnExhausted};
use crate::retry::sample;
use crate::simulate::{Draws, Ends, PolicyLabel, Scenario, schedule};

/// More than are made side by side.
const RUNS: u64 = 600;

fn distribution(policy: &CompiledPolicy, conditions: &Conditions) -> Distribution {
    let runs = Runs { policy, foreign: None, conditions, seed: 7, start: Timestamp::EPOCH };
    let mut tallies = Tallies::default();
    runs.tally(0..RUNS, &mut tallies);
    tallies.distribution(7, RUNS)
}

fn full_jitter() -> EffectivePolicy {
    sample::with_retry(|r| r.jitter = Jitter::Full)
}

#[test]
fn each_run_is_the_schedule_of_its_number() {
    let mut with_budget = full_jitter();
    with_budget.budget = Some(BudgetRules {
        max_attempts: None,
        max_duration: Some(Millis(4_000)),
        on_exhausted: OnExhausted::Continue,
    });
    let jittered = |jitter| sample::with_retry(|r| r.jitter = jitter);
    let kinds =
        [Jitter::Off, Jitter::Factor(1_000), Jitter::Full, Jitter::Equal, Jitter::Decorrelated];
    let once = sample::with_retry(|r| r.max_attempts = Some(1).into());
    let never = sample::with_retry(|r| r.enabled = false);
    for policy in kinds.map(jittered).into_iter().chain([with_budget, once, never]) {
        let policy = CompiledPolicy::new(policy);
        let conditions = Conditions { runtime: Millis(30), ..Conditions::default() };
        let schedules: Vec<_> = (0..RUNS)
            .map(|run| {
                schedule(&Scenario {
                    policy: &policy,
                    foreign: None,
                    label: PolicyLabel { name: None, version: None, digest: String::new() },
                    activity_type: None,
                    conditions: &conditions,
                    draws: Draws::Invented { seed: 7, run },
                    start: None,
                })
            })
            .collect();
        let found = distribution(&policy, &conditions);
        for (index, spread) in found.delays.iter().enumerate() {
            let rows = schedules.iter().filter_map(|schedule| schedule.attempts.get(index));
            let mut delays: Vec<u64> = rows.map(|row| row.delay_ms).collect();
            delays.sort_unstable();
            assert_eq!(*spread, by_sorting(&delays));
        }
        let sorted = |of: fn(&crate::simulate::Schedule) -> u64| {
            let mut values: Vec<u64> = schedules.iter().map(of).collect();
            values.sort_unstable();
            by_sorting(&values)
        };
        assert_eq!(found.window, sorted(|schedule| schedule.window_ms));
        assert_eq!(found.elapsed, sorted(|schedule| schedule.elapsed_ms));
        let gave_up = schedules.iter().filter(|schedule| schedule.gives_up.is_some()).count();
        assert_eq!(found.gave_up.values().sum::<u64>(), gave_up as u64);
    }
}

fn by_sorting(sorted: &[u64]) -> Spread {
    let rank = |percent: usize| sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1];
    let count = sorted.len() as u64;
    Spread {
        runs: count,
        min_ms: sorted[0],
        p50_ms: rank(50),
        p95_ms: rank(95),
        p99_ms: rank(99),
        max_ms: rank(100),
        mean_ms: (sorted.iter().sum::<u64>() + count / 2) / count,
    }
}

#[test]
fn chance_decides_as_often_as_it_should() {
    let policy = CompiledPolicy::new(sample::policy());
    let ends = Ends::Chance { outages: vec![], rate: "0.5".parse().unwrap() };
    let found = distribution(&policy, &Conditions { ends, ..Conditions::default() });
    let failed = found.gave_up.values().sum::<u64>();
    assert_eq!(found.succeeded + failed, RUNS);
    // 1 in 32 fails five times; a run makes 1.94 calls.
    assert!((6..36).contains(&failed), "{failed}");
    assert!((1.8..2.1).contains(&found.mean_calls), "{}", found.mean_calls);
    assert!((240..360).contains(&found.delays[0].runs));
}

#[test]
fn parts_of_the_runs_add_up_to_all() {
    let policy = CompiledPolicy::new(full_jitter());
    let conditions = Conditions::default();
    let runs = Runs {
        policy: &policy,
        foreign: None,
        conditions: &conditions,
        seed: 7,
        start: Timestamp::EPOCH,
    };
    let (mut one, mut other) = (Tallies::default(), Tallies::default());
    runs.tally(100..RUNS, &mut one);
    runs.tally(0..100, &mut other);
    one.merge(&other);
    assert_eq!(one.distribution(7, RUNS), distribution(&policy, &conditions));
}

#[test]
fn the_room_for_counts_does_not_grow_with_the_runs() {
    let policy = CompiledPolicy::new(sample::with_retry(|r| r.max_attempts = None.into()));
    let conditions = Conditions::default();
    let runs = Runs {
        policy: &policy,
        foreign: None,
        conditions: &conditions,
        seed: 7,
        start: Timestamp::EPOCH,
    };
    let mut tallies = Tallies::default();
    runs.tally(0..1, &mut tallies);
    assert_eq!(tallies.delays.len(), Runs::ATTEMPTS);
    assert_eq!(tallies.distribution(7, 1).max_calls, MaxAttempts::LARGEST);
}

fn any_jitter() -> impl Strategy<Value = Jitter> {
    prop_oneof![
        Just(Jitter::Off),
        (1_u32..=10_000).prop_map(Jitter::Factor),
        Just(Jitter::Full),
        Just(Jitter::Equal),
    ]
}

proptest! {
    #[test]
    fn runs_side_by_side_are_those_that_the_planner_makes(
        strategy in prop::sample::select(StrategyKind::ALL),
        initial in 1_u64..100_000,
        growth in 0_u64..1_000_000,
        multiplier in 10_100_u32..=100_000,
        jitter in any_jitter(),
        attempts in 1_u32..12,
        runtime in 0_u64..1_000,
        seed in any::<u64>(),
    ) {
        let policy = CompiledPolicy::new(sample::with_retry(|r| {
            (r.strategy, r.jitter, r.multiplier) = (strategy, jitter, Multiplier(multiplier));
            (r.initial_delay, r.max_delay) = (Millis(initial), Millis(initial + growth));
            r.max_attempts = Some(attempts).into();
        }));
        let conditions = Conditions { runtime: Millis(runtime), ..Conditions::default() };
        let course = Course::new(&conditions, &policy);
        let steady = Steady::of(&policy, &course).expect("nothing but jitter differs");
        let (mut side_by_side, mut one_by_one) = (Tallies::default(), Tallies::default());
        steady.tally(seed, 0..20, &mut side_by_side);
        for number in 0..20 {
            let draws = JitterSeed::invented(seed, number);
            one_by_one.run(Walk::new(&policy, None, &course, draws, Timestamp::EPOCH));
        }
        prop_assert_eq!(side_by_side, one_by_one);
    }
}
