use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::policy::effective::RetryAfterRules;
use crate::retry::sample;

const DAY: u64 = 86_400_000;

/// Exponential growth without jitter.
fn exponential(initial_ms: u64, max_ms: u64, multiplier: u32) -> CompiledPolicy {
    CompiledPolicy::new(sample::with_retry(|r| {
        r.initial_delay = Millis(initial_ms);
        r.max_delay = Millis(max_ms);
        r.multiplier = Multiplier(multiplier);
    }))
}

fn jittered(initial_ms: u64, max_ms: u64, jitter: Jitter) -> CompiledPolicy {
    let mut effective = exponential(initial_ms, max_ms, 20_000).effective;
    effective.retry.jitter = jitter;
    CompiledPolicy::new(effective)
}

fn delay(policy: &CompiledPolicy, seed: u64, attempt: u32) -> u64 {
    PolicyStrategy::new(policy, JitterSeed(seed), None).delay(attempt).0
}

fn first_delays(change: impl FnOnce(&mut RetryRules)) -> Vec<u64> {
    let policy = CompiledPolicy::new(sample::with_retry(change));
    (1..=5).map(|attempt| delay(&policy, 0, attempt)).collect()
}

#[test]
fn grows_as_the_specification_shows() {
    let five = Millis::from_secs(5);
    let kind =
        |strategy| move |r: &mut RetryRules| (r.strategy, r.initial_delay) = (strategy, five);
    assert_eq!(first_delays(kind(StrategyKind::Fixed)), [5_000; 5]);
    assert_eq!(first_delays(kind(StrategyKind::Linear)), [5_000, 10_000, 15_000, 20_000, 25_000]);
    assert_eq!(
        first_delays(|r| r.initial_delay = Millis::from_secs(2)),
        [2_000, 4_000, 8_000, 16_000, 32_000]
    );
}

/// Where other engines overflowed, went negative, or compounded: (initial, max, multiplier,
/// attempt, right delay), in milliseconds and ten-thousandths.
#[test]
fn late_attempts_wait_for_the_cap() {
    for (initial, max, multiplier, attempt, right) in [
        (5_000, 20_000, 20_000, 20, 20_000),
        (2_000, 120_000, 20_000, 22, 120_000),
        (1_000, 60_000, 20_000, 40, 60_000),
        (1_000, 30_000, 20_000, 32, 30_000),
        (1_000, 100_000, 20_000, 35, 100_000),
        (10_000, 300_000, 20_000, 43, 300_000),
        (10_000, 300_000, 20_000, 47, 300_000),
        (10_000, 300_000, 20_000, 1_075, 300_000),
        (1_000, 366 * DAY, 20_000, 50, 366 * DAY),
        (300_000, DAY, 20_000, 2, 600_000),
        (300_000, DAY, 20_000, 3, 1_200_000),
        (1, 1, 1_000_000, u32::MAX, 1),
    ] {
        let policy = exponential(initial, max, multiplier);
        let case = format!("{initial} ms x{multiplier}, attempt {attempt}");
        assert_eq!(delay(&policy, 0, attempt), right, "{case}");
    }
    let policy = exponential(50, 10_000, 20_000);
    let delays: Vec<u64> = (1..=4).map(|attempt| delay(&policy, 0, attempt)).collect();
    assert_eq!(delays, [50, 100, 200, 400]);
}

#[test]
fn jitter_never_lifts_a_delay_above_the_cap() {
    for (initial, max, factor) in [(100, 500, 5_000), (60_000, 60_000, 2_500), (1, 1, 10_000)] {
        let policy = jittered(initial, max, Jitter::Factor(factor));
        let longest = (0..2_000).map(|seed| delay(&policy, seed, 9)).max();
        assert!(longest.is_some_and(|longest| longest <= max), "{longest:?} of {max}");
    }
}

#[test]
fn the_smallest_delay_jitters_without_harm() {
    for jitter in [
        Jitter::Off,
        Jitter::Factor(1),
        Jitter::Factor(10_000),
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
    ] {
        let policy = jittered(1, 1, jitter);
        assert!((0..100).all(|seed| delay(&policy, seed, 1) == 1), "{jitter:?}");
    }
}

#[test]
fn the_largest_tables_stay_small() {
    let length = |multiplier| match exponential(1, 366 * DAY, multiplier).gaps.growth {
        Growth::Exponential { gaps } => gaps.len(),
        growth @ (Growth::Fixed { .. } | Growth::Linear { .. }) => panic!("{growth:?}"),
    };
    assert_eq!(length(10_000), 1);
    assert_eq!(length(10_100), 2_431);
    assert_eq!(length(1_000_000), 7);
}

#[test]
fn a_multiplier_of_one_keeps_the_gap() {
    let policy = exponential(250, 60_000, 10_000);
    assert!([0, 1, 2, u32::MAX].iter().all(|attempt| delay(&policy, 0, *attempt) == 250));
}

#[test]
fn factor_jitter_does_not_pile_up_on_the_cap() {
    let policy = jittered(8_000, 8_000, Jitter::Factor(1_000));
    let on_cap = (0..20_000).filter(|seed| delay(&policy, *seed, 1) == 8_000).count();
    // 800 whole milliseconds are possible, twice as likely each as without reflection.
    assert!(on_cap < 20_000 / 800 * 3, "{on_cap}");
}

#[test]
fn each_kind_keeps_the_mean_that_it_states() {
    const SEEDS: u32 = 20_000;
    for (jitter, attempt, mean) in [
        (Jitter::Factor(1_000), 1, 1_000),
        (Jitter::Factor(1_000), 9, 7_600),
        (Jitter::Factor(10_000), 9, 4_000),
        (Jitter::Full, 9, 4_000),
        (Jitter::Equal, 9, 6_000),
        (Jitter::Decorrelated, 1, 2_000),
    ] {
        let policy = jittered(1_000, 8_000, jitter);
        let range = PolicyStrategy::new(&policy, JitterSeed(0), None).range(attempt);
        assert_eq!(range.mean, Millis(mean), "{jitter:?}");
        let seeds = (0..u64::from(SEEDS)).map(|run| JitterSeed::invented(42, run).0);
        let sum: u64 = seeds.map(|seed| delay(&policy, seed, attempt)).sum();
        // Four standard errors of a uniform draw, and the rounding up.
        let tolerance = (range.max.0 - range.min.0) * 4 / 489 + 1;
        let observed = sum / u64::from(SEEDS);
        assert!(observed.abs_diff(mean) <= tolerance, "{jitter:?}: {observed}, not {mean}");
    }
}

#[test]
fn decorrelated_jitter_follows_the_previous_delay() {
    let policy = jittered(1_000, 60_000, Jitter::Decorrelated);
    let range = |previous| {
        let range = PolicyStrategy::new(&policy, JitterSeed(0), previous).range(7);
        (range.min.0, range.max.0)
    };
    assert_eq!(range(None), (1_000, 3_000));
    assert_eq!(range(Some(Millis(4_000))), (1_000, 12_000));
    assert_eq!(range(Some(Millis(40_000))), (1_000, 60_000));
    assert_eq!(range(Some(Millis(u64::MAX))), (1_000, 60_000));
    assert_eq!(range(Some(Millis(1))), (1_000, 1_000), "a delay under another policy");
}

#[test]
fn a_hint_is_heard_within_its_limit() {
    let hinted = |asked_ms, rules: RetryAfterRules| {
        let policy = CompiledPolicy::new(sample::with_retry(|r| r.retry_after = rules));
        let strategy = PolicyStrategy::new(&policy, JitterSeed(3), None);
        strategy.after_hint(1, strategy.delay(1), asked_ms).0
    };
    let rules = RetryAfterRules { honor: true, max: Millis(200_000) };
    assert_eq!(hinted(None, rules), 1_000);
    assert_eq!(hinted(Some(Millis(0)), rules), 1_000);
    assert_eq!(hinted(Some(Millis(500)), rules), 1_000, "never shortens");
    assert!((150_000..=165_000).contains(&hinted(Some(Millis(150_000)), rules)), "above maxDelay");
    assert_eq!(hinted(Some(Millis(200_000)), rules), 200_000);
    assert_eq!(hinted(Some(Millis(u64::MAX)), rules), 200_000);
    let deaf = RetryAfterRules { honor: false, ..rules };
    assert_eq!(hinted(Some(Millis(150_000)), deaf), 1_000);
}

#[test]
fn is_the_specifications_strategy() {
    let policy = CompiledPolicy::new(sample::policy());
    let strategy: &dyn RetryStrategy = &PolicyStrategy::new(&policy, JitterSeed(0), None);
    assert_eq!(strategy.next_delay(3), Duration::from_secs(4));
    assert!(strategy.should_retry(&Failure::new("NetworkTimeout", "")));
    assert!(!strategy.should_retry(&Failure::new("SchemaError", "")));
    let never = CompiledPolicy::new(sample::with_retry(|r| r.enabled = false));
    let strategy = PolicyStrategy::new(&never, JitterSeed(0), None);
    assert!(!strategy.should_retry(&Failure::new("NetworkTimeout", "")));
}

fn any_jitter() -> impl Strategy<Value = Jitter> {
    prop_oneof![
        Just(Jitter::Off),
        (1_u32..=10_000).prop_map(Jitter::Factor),
        Just(Jitter::Full),
        Just(Jitter::Equal),
        Just(Jitter::Decorrelated),
    ]
}

/// Any policy that can be written, its delays of every magnitude.
fn any_policy() -> impl Strategy<Value = CompiledPolicy> {
    let delay = (0_u32..35).prop_flat_map(|bits| 1..=(1_u64 << bits).min(Millis::MAX.0));
    let multiplier = prop_oneof![Just(10_000_u32), 10_100_u32..=1_000_000];
    let kind = prop::sample::select(StrategyKind::ALL);
    (delay.clone(), delay, multiplier, kind, any_jitter()).prop_map(
        |(one, other, multiplier, strategy, jitter)| {
            CompiledPolicy::new(sample::with_retry(|r| {
                r.initial_delay = Millis(one.min(other));
                r.max_delay = Millis(one.max(other));
                r.multiplier = Multiplier(multiplier);
                r.strategy = strategy;
                r.jitter = jitter;
            }))
        },
    )
}

fn any_attempt() -> impl Strategy<Value = u32> {
    prop_oneof![0_u32..100, any::<u32>(), Just(u32::MAX)]
}

proptest! {
    #[test]
    fn gaps_rise_from_the_first_to_the_cap(
        policy in any_policy(), one in any_attempt(), other in any_attempt(),
    ) {
        let (earlier, later) = (one.min(other), one.max(other));
        let gaps = policy.gaps();
        let rules = &policy.effective().retry;
        prop_assert_eq!(gaps.gap_nanos(1), nanos(rules.initial_delay));
        prop_assert!(gaps.gap_nanos(earlier) > 0);
        prop_assert!(gaps.gap_nanos(earlier) <= gaps.gap_nanos(later));
        prop_assert!(gaps.gap_nanos(later) <= nanos(rules.max_delay));
    }

    #[test]
    fn delays_are_whole_bounded_and_repeatable(
        policy in any_policy(), seed: u64, attempt in any_attempt(), previous: Option<u64>,
    ) {
        let strategy = PolicyStrategy::new(&policy, JitterSeed(seed), previous.map(Millis));
        let delay = strategy.delay(attempt);
        let range = strategy.range(attempt);
        prop_assert!(delay.0 >= 1 && delay <= policy.effective().retry.max_delay);
        prop_assert!(range.min <= delay && delay <= range.max, "{:?} outside {:?}", delay, range);
        prop_assert!(range.min <= range.mean && range.mean <= range.max, "{:?}", range);
        prop_assert!(range.gap <= policy.effective().retry.max_delay);
        let same = policy.clone();
        let again = PolicyStrategy::new(&same, JitterSeed(seed), previous.map(Millis));
        prop_assert_eq!(again.delay(attempt), delay);
        prop_assert_eq!(again.next_delay(attempt), Duration::from_millis(delay.0));
    }

    #[test]
    fn jitter_spreads(policy in any_policy(), seed: u64, attempt in any_attempt()) {
        let range = PolicyStrategy::new(&policy, JitterSeed(0), None).range(attempt);
        prop_assume!(range.max.0 - range.min.0 >= 10);
        let delays: HashSet<u64> =
            (0..64).map(|run| delay(&policy, JitterSeed::invented(seed, run).0, attempt)).collect();
        prop_assert!(delays.len() > 5, "{:?}", delays);
    }

    #[test]
    fn hints_never_shorten_nor_pass_their_limit(
        policy in any_policy(), seed: u64, attempt in any_attempt(), asked: u64,
    ) {
        let strategy = PolicyStrategy::new(&policy, JitterSeed(seed), None);
        let delay = strategy.delay(attempt);
        let hinted = strategy.after_hint(attempt, delay, Some(Millis(asked)));
        let limit = policy.effective().retry.retry_after.max;
        prop_assert!(hinted >= delay && hinted <= delay.max(limit));
        prop_assert!(hinted.0 >= asked.min(limit.0));
    }
}
