//! The sections beside `retry` and `classification`.

use super::reader::Cursor;
use super::retry::{boolean, duration};
use super::scalar::{self, Mistake};
use crate::model::Priority;
use crate::policy::diagnostic::Code;
use crate::policy::draft::{
    BreakerDraft, BudgetDraft, DeadLetterDraft, DispatchDraft, FailureRateDraft, Field,
    TimeoutsDraft,
};
use crate::policy::effective::BreakerKey;
use crate::policy::keys::{
    BREAKER, BUDGET, DEAD_LETTER, DISPATCH, FAILURE_RATE, MAX_COUNT, TIMEOUTS,
};
use crate::policy::syntax::Scalar;
use crate::policy::words::ON_EXHAUSTED;

fn count(at: &mut Cursor<'_, '_>) -> Option<u32> {
    at.scalar("a whole number", |s| scalar::whole(s, &(1..=MAX_COUNT)))
}

/// Reads `retryBudget`. That it has a cap is checked with the whole draft.
pub(super) fn budget(at: &mut Cursor<'_, '_>) -> Option<BudgetDraft> {
    let presence = at.presence();
    at.map(BUDGET, |map| BudgetDraft {
        presence,
        max_attempts: map.field("maxAttempts", retries),
        max_duration: map.field("maxDuration", duration),
        on_exhausted: map.field("onExhausted", |at| {
            at.scalar("a word", |s| scalar::word(s, "consequence", &ON_EXHAUSTED))
        }),
    })
}

fn retries(at: &mut Cursor<'_, '_>) -> Option<u32> {
    at.scalar("a whole number", |s| {
        if s.plain && s.text == "0" {
            let message = "a budget of 0 retries means none to some and no limit to others";
            return Err(Mistake::new(Code::ATTEMPTS_ZERO, message)
                .help("write `retry: {enabled: false}`, or leave out `maxAttempts`"));
        }
        scalar::whole(s, &(1..=MAX_COUNT))
    })
}

/// Reads `timeouts`. The workflow's belongs to the execution: under `activities` it is refused.
pub(super) fn timeouts(at: &mut Cursor<'_, '_>, of_activity: bool) -> Option<TimeoutsDraft> {
    at.map(TIMEOUTS, |map| TimeoutsDraft {
        activity: map.field("activity", duration),
        lease: map.field("lease", duration),
        workflow: if of_activity {
            map.refuse(
                "workflow",
                "the workflow timeout belongs to the whole execution",
                "set `timeouts.workflow` at the top of the policy",
            );
            Field::Absent
        } else {
            map.field("workflow", duration)
        },
        retries_extend_workflow: map.field("retriesExtendWorkflow", boolean),
    })
}

/// Reads `circuitBreaker`. That it can trip is checked with the whole draft.
pub(super) fn breaker(at: &mut Cursor<'_, '_>) -> Option<BreakerDraft> {
    let presence = at.presence();
    at.map(BREAKER, |map| BreakerDraft {
        presence,
        consecutive_failures: map.field("consecutiveFailures", count),
        failure_rate: map.section("failureRate", failure_rate),
        open_for: map.field("openFor", duration),
        half_open_probes: map.field("halfOpenProbes", count),
        key: map.field("key", |at| at.scalar("a breaker key", breaker_key)),
    })
}

fn failure_rate(at: &mut Cursor<'_, '_>) -> Option<FailureRateDraft> {
    let presence = at.presence();
    at.map(FAILURE_RATE, |map| FailureRateDraft {
        presence,
        percent: map
            .field("percent", |at| at.scalar("a percentage", |s| scalar::whole(s, &(1..=100)))),
        window: map.field("window", duration),
        minimum_calls: map.field("minimumCalls", count),
    })
}

fn breaker_key(scalar: &Scalar) -> Result<BreakerKey, Mistake> {
    let text = scalar::text(scalar)?;
    text.parse().map_err(|_| {
        scalar::unknown_word(&text, "breaker key", &["activityType", "queue", "metadata.NAME"])
    })
}

/// Reads `deadLetter`.
pub(super) fn dead_letter(at: &mut Cursor<'_, '_>) -> Option<DeadLetterDraft> {
    at.map(DEAD_LETTER, |map| DeadLetterDraft {
        enabled: map.field("enabled", boolean),
        permanent: map.field("permanent", boolean),
        retention: map.field("retention", duration),
    })
}

/// Reads `dispatch`.
pub(super) fn dispatch(at: &mut Cursor<'_, '_>) -> Option<DispatchDraft> {
    let priorities: Vec<_> = Priority::ALL.iter().map(|p| (p.as_str(), *p)).collect();
    at.map(DISPATCH, |map| DispatchDraft {
        priority: map.field("priority", |at| {
            at.scalar("a priority", |s| scalar::word(s, "priority", &priorities))
        }),
        max_per_second: map.field("maxPerSecond", count),
        max_concurrent: map.field("maxConcurrent", count),
    })
}
