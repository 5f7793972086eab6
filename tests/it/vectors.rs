//! The delay arithmetic against vectors that a second implementation wrote (`tests/vectors/`).

use serde::Deserialize;
use wovyr_retry::model::{
    ActivityKey, FailureClass, MaxAttempts, Millis, Priority, StrategyKind, Timestamp,
};
use wovyr_retry::policy::effective::{
    ClassificationRules, DeadLetterRules, DispatchRules, EffectivePolicy, Jitter, Multiplier,
    RetryAfterRules, RetryRules, Timeouts,
};
use wovyr_retry::retry::engine::{PlanInput, RetryDecision, RetryPlanner};
use wovyr_retry::retry::{CompiledPolicy, JitterSeed};

const VECTORS: &str = include_str!("../vectors/delays.csv");

#[derive(Debug, Deserialize)]
struct Vector {
    tenant: String,
    workflow_id: String,
    execution_id: String,
    activity_id: String,
    generation: u32,
    strategy: StrategyKind,
    initial_ms: u64,
    max_ms: u64,
    multiplier_e4: u32,
    jitter: String,
    attempt: u32,
    previous_ms: Option<u64>,
    retry_after_ms: u64,
    retry_after_max_ms: u64,
    seed: String,
    gap_ns: u64,
    base_delay_ms: u64,
    delay_ms: u64,
}

impl Vector {
    fn seed(&self) -> JitterSeed {
        let Self { tenant, workflow_id, execution_id, activity_id, generation, .. } = self;
        let key = ActivityKey::new(tenant, workflow_id, execution_id, activity_id).unwrap();
        JitterSeed::of(&key, *generation)
    }

    fn policy(&self) -> CompiledPolicy {
        policy(RetryRules {
            strategy: self.strategy,
            initial_delay: Millis(self.initial_ms),
            max_delay: Millis(self.max_ms),
            multiplier: Multiplier(self.multiplier_e4),
            jitter: jitter(&self.jitter),
            retry_after: RetryAfterRules { honor: true, max: Millis(self.retry_after_max_ms) },
            ..doubling(Jitter::Off)
        })
    }
}

fn jitter(text: &str) -> Jitter {
    match text.split_once(':').unwrap_or((text, "")) {
        ("off", _) => Jitter::Off,
        ("factor", ten_thousandths) => Jitter::Factor(ten_thousandths.parse().unwrap()),
        ("full", _) => Jitter::Full,
        ("equal", _) => Jitter::Equal,
        ("decorrelated", _) => Jitter::Decorrelated,
        (unknown, _) => panic!("{unknown}"),
    }
}

/// One second, doubled up to eight, for ever.
fn doubling(jitter: Jitter) -> RetryRules {
    RetryRules {
        enabled: true,
        max_attempts: MaxAttempts::Unlimited,
        strategy: StrategyKind::Exponential,
        initial_delay: Millis(1_000),
        max_delay: Millis(8_000),
        multiplier: Multiplier(20_000),
        jitter,
        non_retryable_error_types: vec![],
        retryable_error_types: vec![],
        retry_after: RetryAfterRules { honor: true, max: Millis(3_600_000) },
    }
}

fn policy(retry: RetryRules) -> CompiledPolicy {
    let minute = Millis(60_000);
    CompiledPolicy::new(EffectivePolicy {
        retry,
        budget: None,
        timeouts: Timeouts {
            activity: minute,
            lease: minute,
            workflow: None,
            retries_extend_workflow: false,
        },
        breaker: None,
        classification: ClassificationRules { default: FailureClass::Transient, rules: vec![] },
        dead_letter: DeadLetterRules { enabled: true, permanent: true, retention: minute },
        dispatch: DispatchRules {
            priority: Priority::Normal,
            max_per_second: None,
            max_concurrent: None,
        },
    })
}

/// What the planner grants: the delay before and after the downstream's hint.
fn plan(
    policy: &CompiledPolicy,
    seed: JitterSeed,
    attempt: u32,
    previous: Option<u64>,
    retry_after: Option<u64>,
) -> (u64, u64) {
    let input = PlanInput {
        policy,
        class: FailureClass::Transient,
        retry_after: retry_after.map(Millis),
        attempt,
        seed,
        previous_base_delay: previous.map(Millis),
        budget: None,
        deadline: None,
    };
    match RetryPlanner::plan(&input, Timestamp::EPOCH) {
        RetryDecision::Retry { base_delay, delay, .. } => (base_delay.0, delay.0),
        RetryDecision::GiveUp(reason) => panic!("{reason}"),
    }
}

#[test]
fn published_vectors_hold() {
    let key = ActivityKey::new("default", "order-1001", "run-1", "charge").unwrap();
    let seed = JitterSeed::of(&key, 1);
    assert_eq!(seed.0, 0x67bc_d22f_6aa6_4a3e);
    assert_eq!((seed.u(1), seed.u(2)), (0xe3ce_779d_77dc_808f, 0x5412_451d_6cd5_2380));
    for (jitter, published) in [
        (Jitter::Factor(1_000), [1078, 1932, 3723, 7955]),
        (Jitter::Full, [890, 657, 612, 4227]),
        (Jitter::Equal, [945, 1329, 2306, 6114]),
        (Jitter::Decorrelated, [2780, 3299, 2071, 3755]),
    ] {
        let policy = policy(doubling(jitter));
        let mut previous = None;
        let delays = [1, 2, 3, 4].map(|attempt| {
            let (base, delay) = plan(&policy, seed, attempt, previous, None);
            previous = Some(base);
            delay
        });
        assert_eq!(delays, published, "{jitter:?}");
    }
}

#[test]
fn generated_vectors_hold() {
    let mut compared = 0;
    for row in csv::Reader::from_reader(VECTORS.as_bytes()).deserialize() {
        let vector: Vector = row.unwrap();
        let (policy, seed) = (vector.policy(), vector.seed());
        assert_eq!(format!("{:016x}", seed.0), vector.seed, "{vector:?}");
        assert_eq!(policy.gaps().gap_nanos(vector.attempt), vector.gap_ns, "{vector:?}");
        let planned =
            plan(&policy, seed, vector.attempt, vector.previous_ms, Some(vector.retry_after_ms));
        assert_eq!(planned, (vector.base_delay_ms, vector.delay_ms), "{vector:?}");
        compared += 1;
    }
    assert_eq!(compared, 912);
}
