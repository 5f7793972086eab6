//! A policy for the tests of this floor and the next: every key absent, so all defaults.

use crate::model::{FailureClass, MaxAttempts, Millis, Priority, StrategyKind};
use crate::policy::effective::{
    BreakerKey, BreakerRules, BudgetRules, ClassificationRules, DeadLetterRules, DispatchRules,
    EffectivePolicy, Jitter, Multiplier, OnExhausted, RetryAfterRules, RetryRules, Timeouts,
};

/// The defaults, but without jitter: 1 s, doubled up to 100 s, five attempts.
pub(crate) fn policy() -> EffectivePolicy {
    EffectivePolicy {
        retry: RetryRules {
            enabled: true,
            max_attempts: MaxAttempts::Limited(5),
            strategy: StrategyKind::Exponential,
            initial_delay: Millis::from_secs(1),
            max_delay: Millis::from_secs(100),
            multiplier: Multiplier(2 * Multiplier::ONE),
            jitter: Jitter::Off,
            non_retryable_error_types: Vec::new(),
            retryable_error_types: Vec::new(),
            retry_after: RetryAfterRules { honor: true, max: Millis::from_secs(3600) },
        },
        budget: None,
        timeouts: Timeouts {
            activity: Millis::from_secs(300),
            lease: Millis::from_secs(300),
            workflow: None,
            retries_extend_workflow: false,
        },
        breaker: None,
        classification: ClassificationRules { default: FailureClass::Transient, rules: Vec::new() },
        dead_letter: DeadLetterRules {
            enabled: true,
            permanent: true,
            retention: Millis::from_secs(14 * 86_400),
        },
        dispatch: DispatchRules {
            priority: Priority::Normal,
            max_per_second: None,
            max_concurrent: None,
        },
    }
}

/// The sample policy with its `retry` block changed.
pub(crate) fn with_retry(change: impl FnOnce(&mut RetryRules)) -> EffectivePolicy {
    let mut policy = policy();
    change(&mut policy.retry);
    policy
}

/// A budget of so many retries for an execution, which fails without them.
pub(crate) fn budget(max_attempts: u32) -> BudgetRules {
    BudgetRules {
        max_attempts: Some(max_attempts),
        max_duration: None,
        on_exhausted: OnExhausted::FailWorkflow,
    }
}

/// A breaker that opens after so many failures in a row, for ten seconds, and tries with two.
pub(crate) fn breaker(consecutive_failures: u32) -> BreakerRules {
    BreakerRules {
        consecutive_failures: Some(consecutive_failures),
        failure_rate: None,
        open_for: Millis::from_secs(10),
        half_open_probes: 2,
        key: BreakerKey::ActivityType,
    }
}
