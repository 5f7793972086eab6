//! A draft to an effective policy: defaults, derived values, and where each value comes from.

use std::collections::BTreeMap;

use super::draft::{
    BreakerDraft, BudgetDraft, Draft, FailureRateDraft, Field, Origin, Presence, RetryDraft,
    TimeoutsDraft, WrittenStrategy,
};
use super::effective::{
    BreakerKey, BreakerRules, BudgetRules, ClassificationRules, DeadLetterRules, DispatchRules,
    EffectivePolicy, FailureRateRules, Jitter, Multiplier, OnExhausted, RetryAfterRules,
    RetryRules, Timeouts,
};
use crate::model::{FailureClass, MaxAttempts, Millis, Priority, StrategyKind};

/// Where each effective value comes from, by its path in the document, e.g. `retry.maxDelay`.
/// Sections that do not apply (`retryBudget`, `circuitBreaker`) have one entry of their own name.
pub type Origins = BTreeMap<&'static str, Origin>;

/// The draft holds a mistake, which is reported elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mistaken;

/// The first delay unless a policy says otherwise.
pub(super) const INITIAL_DELAY: Millis = Millis::from_secs(1);
/// The longest run of an attempt unless a policy says otherwise.
pub(super) const ACTIVITY_TIMEOUT: Millis = Millis::from_secs(5 * 60);
/// How often `maxDelay` goes into `initialDelay` unless a policy says otherwise.
const MAX_DELAY_FACTOR: u64 = 100;
/// What a derived `maxDelay` does not exceed, unless `initialDelay` does.
const LONGEST_DERIVED_DELAY: Millis = Millis::from_secs(3600);
const DAY: u64 = 24 * 3600;

/// Fills in what the draft leaves open; refuses a draft with a mistake, because a default never
/// stands in for one.
pub(super) fn resolve(draft: &Draft) -> Result<(EffectivePolicy, Origins), Mistaken> {
    let mut settle = Settle(Vec::with_capacity(40));
    let policy = EffectivePolicy {
        retry: retry(&mut settle, &draft.retry)?,
        budget: settle.section("retryBudget", &draft.budget.presence, |settle| {
            budget(settle, &draft.budget)
        })?,
        timeouts: timeouts(&mut settle, &draft.timeouts)?,
        breaker: settle.section("circuitBreaker", &draft.breaker.presence, |settle| {
            breaker(settle, &draft.breaker)
        })?,
        classification: ClassificationRules {
            default: settle.value(
                "classification.default",
                &draft.classification.default,
                FailureClass::Transient,
            )?,
            rules: settle.value("classification.rules", &draft.classification.rules, Vec::new())?,
        },
        dead_letter: DeadLetterRules {
            enabled: settle.value("deadLetter.enabled", &draft.dead_letter.enabled, true)?,
            permanent: settle.value("deadLetter.permanent", &draft.dead_letter.permanent, true)?,
            retention: settle.value(
                "deadLetter.retention",
                &draft.dead_letter.retention,
                Millis::from_secs(14 * DAY),
            )?,
        },
        dispatch: DispatchRules {
            priority: settle.value(
                "dispatch.priority",
                &draft.dispatch.priority,
                Priority::Normal,
            )?,
            max_per_second: settle
                .optional("dispatch.maxPerSecond", &draft.dispatch.max_per_second)?,
            max_concurrent: settle
                .optional("dispatch.maxConcurrent", &draft.dispatch.max_concurrent)?,
        },
    };
    Ok((policy, settle.0.into_iter().collect()))
}

fn retry(settle: &mut Settle, draft: &RetryDraft) -> Result<RetryRules, Mistaken> {
    let initial_delay = settle.value("retry.initialDelay", &draft.initial_delay, INITIAL_DELAY)?;
    let strategy = WrittenStrategy::Plain(StrategyKind::Exponential);
    Ok(RetryRules {
        enabled: settle.value("retry.enabled", &draft.enabled, true)?,
        max_attempts: settle.value(
            "retry.maxAttempts",
            &draft.max_attempts,
            MaxAttempts::Limited(5),
        )?,
        strategy: settle.value("retry.strategy", &draft.strategy, strategy)?.kind(),
        initial_delay,
        max_delay: settle.derived(
            "retry.maxDelay",
            &draft.max_delay,
            derived_max_delay(initial_delay),
        )?,
        multiplier: settle.value(
            "retry.multiplier",
            &draft.multiplier,
            Multiplier(2 * Multiplier::ONE),
        )?,
        jitter: settle.value("retry.jitter", &draft.jitter, Jitter::DEFAULT)?,
        non_retryable_error_types: settle.value(
            "retry.nonRetryableErrorTypes",
            &draft.non_retryable_error_types,
            Vec::new(),
        )?,
        retryable_error_types: settle.value(
            "retry.retryableErrorTypes",
            &draft.retryable_error_types,
            Vec::new(),
        )?,
        retry_after: RetryAfterRules {
            honor: settle.value("retry.retryAfter.honor", &draft.retry_after.honor, true)?,
            max: settle.value(
                "retry.retryAfter.max",
                &draft.retry_after.max,
                Millis::from_secs(3600),
            )?,
        },
    })
}

/// 100 × `initialDelay`, at most an hour, at least `initialDelay`.
pub(super) fn derived_max_delay(initial_delay: Millis) -> Millis {
    let product = Millis(initial_delay.0.saturating_mul(MAX_DELAY_FACTOR));
    product.min(LONGEST_DERIVED_DELAY).max(initial_delay)
}

fn budget(settle: &mut Settle, draft: &BudgetDraft) -> Result<BudgetRules, Mistaken> {
    Ok(BudgetRules {
        max_attempts: settle.optional("retryBudget.maxAttempts", &draft.max_attempts)?,
        max_duration: settle.optional("retryBudget.maxDuration", &draft.max_duration)?,
        on_exhausted: settle.value(
            "retryBudget.onExhausted",
            &draft.on_exhausted,
            OnExhausted::FailWorkflow,
        )?,
    })
}

fn timeouts(settle: &mut Settle, draft: &TimeoutsDraft) -> Result<Timeouts, Mistaken> {
    let activity = settle.value("timeouts.activity", &draft.activity, ACTIVITY_TIMEOUT)?;
    Ok(Timeouts {
        activity,
        lease: settle.derived("timeouts.lease", &draft.lease, activity)?,
        workflow: settle.optional("timeouts.workflow", &draft.workflow)?,
        retries_extend_workflow: settle.value(
            "timeouts.retriesExtendWorkflow",
            &draft.retries_extend_workflow,
            false,
        )?,
    })
}

fn breaker(settle: &mut Settle, draft: &BreakerDraft) -> Result<BreakerRules, Mistaken> {
    Ok(BreakerRules {
        consecutive_failures: settle
            .optional("circuitBreaker.consecutiveFailures", &draft.consecutive_failures)?,
        failure_rate: settle.section(
            "circuitBreaker.failureRate",
            &draft.failure_rate.presence,
            |settle| failure_rate(settle, &draft.failure_rate),
        )?,
        open_for: settle.value("circuitBreaker.openFor", &draft.open_for, Millis::from_secs(30))?,
        half_open_probes: settle.value(
            "circuitBreaker.halfOpenProbes",
            &draft.half_open_probes,
            1,
        )?,
        key: settle.value("circuitBreaker.key", &draft.key, BreakerKey::ActivityType)?,
    })
}

fn failure_rate(
    settle: &mut Settle,
    draft: &FailureRateDraft,
) -> Result<FailureRateRules, Mistaken> {
    Ok(FailureRateRules {
        percent: settle
            .optional("circuitBreaker.failureRate.percent", &draft.percent)?
            .ok_or(Mistaken)?,
        window: settle.value(
            "circuitBreaker.failureRate.window",
            &draft.window,
            Millis::from_secs(60),
        )?,
        minimum_calls: settle.value(
            "circuitBreaker.failureRate.minimumCalls",
            &draft.minimum_calls,
            20,
        )?,
    })
}

/// Takes values out of a draft and notes where they come from.
struct Settle(Vec<(&'static str, Origin)>);

impl Settle {
    fn value<T: Clone>(
        &mut self,
        path: &'static str,
        field: &Field<T>,
        default: T,
    ) -> Result<T, Mistaken> {
        self.note(path, field, Origin::Default);
        field.or(default).ok_or(Mistaken)
    }

    fn derived<T: Clone>(
        &mut self,
        path: &'static str,
        field: &Field<T>,
        value: T,
    ) -> Result<T, Mistaken> {
        self.note(path, field, Origin::Derived);
        field.or(value).ok_or(Mistaken)
    }

    fn optional<T: Clone>(
        &mut self,
        path: &'static str,
        field: &Field<T>,
    ) -> Result<Option<T>, Mistaken> {
        self.note(path, field, Origin::Default);
        match field {
            Field::Absent => Ok(None),
            Field::Mistaken => Err(Mistaken),
            Field::Given(value, _) => Ok(Some(value.clone())),
        }
    }

    fn section<T>(
        &mut self,
        path: &'static str,
        presence: &Presence,
        read: impl FnOnce(&mut Self) -> Result<T, Mistaken>,
    ) -> Result<Option<T>, Mistaken> {
        match presence {
            Field::Absent => {
                self.note(path, presence, Origin::Default);
                Ok(None)
            }
            Field::Mistaken => Err(Mistaken),
            Field::Given((), _) => read(self).map(Some),
        }
    }

    fn note<T>(&mut self, path: &'static str, field: &Field<T>, otherwise: Origin) {
        self.0.push((path, field.origin().cloned().unwrap_or(otherwise)));
    }
}
