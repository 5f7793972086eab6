//! Any policy survives its canonical form and its document.

use std::collections::BTreeMap;

use proptest::prelude::*;
use wovyr_retry::model::{FailureClass, MaxAttempts, Millis, Priority, StrategyKind};
use wovyr_retry::policy::effective::{
    BreakerKey, BreakerRules, BudgetRules, ClassificationRule, ClassificationRules,
    DeadLetterRules, DispatchRules, EffectivePolicy, FailureRateRules, Jitter, Multiplier,
    OnExhausted, RetryAfterRules, RetryRules, StatusPattern, Timeouts,
};
use wovyr_retry::policy::{PolicySet, emit, load};

fn millis() -> impl Strategy<Value = Millis> {
    prop_oneof![1..2_000u64, 1..=Millis::MAX.0].prop_map(Millis)
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z]{3,8}[*?.: #'\"é]{0,3}[A-Z]"
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set(name(), 0..3).prop_map(|set| set.into_iter().collect())
}

fn class() -> impl Strategy<Value = FailureClass> {
    prop::sample::select(FailureClass::ALL)
}

fn jitter() -> impl Strategy<Value = Jitter> {
    prop_oneof![
        Just(Jitter::Off),
        (1..=10_000u32).prop_map(Jitter::Factor),
        Just(Jitter::Full),
        Just(Jitter::Equal),
    ]
}

prop_compose! {
    fn retry()(
        enabled: bool,
        max in 1..=1_000_000u32,
        strategy in prop::sample::select(StrategyKind::ALL),
        delays in (millis(), millis()),
        growth in prop_oneof![Just(10_000u32), 10_100..=1_000_000u32],
        jitter in jitter(),
        types in (names(), names()),
        honor: bool,
        longest in millis(),
    ) -> RetryRules {
        RetryRules {
            enabled,
            max_attempts: MaxAttempts::Limited(max),
            strategy,
            initial_delay: delays.0.min(delays.1),
            max_delay: delays.0.max(delays.1),
            multiplier: Multiplier(growth),
            jitter,
            non_retryable_error_types: types.0,
            retryable_error_types: types.1,
            retry_after: RetryAfterRules { honor, max: longest },
        }
    }
}

prop_compose! {
    fn breaker()(
        consecutive in prop::option::of(1..100u32),
        percent in 1..=100u32,
        window in millis(),
        minimum_calls in 1..100u32,
        open_for in millis(),
        probes in 1..9u32,
        key in prop_oneof![
            Just(BreakerKey::ActivityType),
            Just(BreakerKey::Queue),
            name().prop_map(BreakerKey::Metadata),
        ],
    ) -> BreakerRules {
        BreakerRules {
            failure_rate: (consecutive.is_none() || percent > 50)
                .then_some(FailureRateRules { percent, window, minimum_calls }),
            consecutive_failures: consecutive,
            open_for,
            half_open_probes: probes,
            key,
        }
    }
}

fn status() -> impl Strategy<Value = StatusPattern> {
    prop_oneof![
        (100..=599u16).prop_map(StatusPattern::Exact),
        (1..=5u16).prop_map(StatusPattern::Class),
    ]
}

prop_compose! {
    fn rule()(
        statuses in prop::collection::btree_set(status(), 0..3),
        error_type in names(),
        message in prop::collection::btree_set(name(), 1..3),
        then in class(),
    ) -> ClassificationRule {
        ClassificationRule {
            http_status: statuses.into_iter().collect(),
            error_type,
            message: message.into_iter().collect(),
            then,
        }
    }
}

prop_compose! {
    fn effective()(
        retry in retry(),
        budget in prop::option::of((1..=1_000_000u32, prop::option::of(millis()), any::<bool>())),
        timeouts in (millis(), millis(), prop::option::of(millis()), any::<bool>()),
        breaker in prop::option::of(breaker()),
        default in class(),
        rules in prop::collection::vec(rule(), 0..3),
        dead_letter in (any::<bool>(), any::<bool>(), millis()),
        priority in prop::sample::select(Priority::ALL),
        limits in (prop::option::of(1..99u32), prop::option::of(1..99u32)),
    ) -> EffectivePolicy {
        EffectivePolicy {
            retry,
            budget: budget.map(|(max, max_duration, fail)| BudgetRules {
                max_attempts: Some(max),
                max_duration,
                on_exhausted: if fail { OnExhausted::FailWorkflow } else { OnExhausted::Continue },
            }),
            timeouts: Timeouts {
                activity: timeouts.0.max(timeouts.1),
                lease: timeouts.0.min(timeouts.1),
                workflow: timeouts.2,
                retries_extend_workflow: timeouts.3,
            },
            breaker,
            classification: ClassificationRules { default, rules },
            dead_letter: DeadLetterRules {
                enabled: dead_letter.0,
                permanent: dead_letter.1,
                retention: dead_letter.2,
            },
            dispatch: DispatchRules { priority, max_per_second: limits.0, max_concurrent: limits.1 },
        }
    }
}

proptest! {
    #[test]
    fn the_canonical_form_round_trips(
        base in effective(),
        activities in prop::collection::btree_map(name(), effective(), 0..3),
    ) {
        let set = PolicySet::new(base, activities);
        let text = set.canonical();
        let back = PolicySet::from_canonical(&text).unwrap();
        prop_assert_eq!(back.digest(), set.digest());
        prop_assert_eq!(back, set);
    }

    #[test]
    fn an_emitted_document_means_the_same(policy in effective()) {
        let text = emit::to_yaml(&emit::document(&policy)).unwrap();
        let loaded = load(text.as_bytes());
        prop_assert_eq!(&loaded.diagnostics, &[], "{}", text);
        prop_assert_eq!(&loaded.policies[0].set, &PolicySet::new(policy, BTreeMap::new()), "{}", text);
    }
}
