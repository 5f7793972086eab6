//! WR501.

use crate::lint::rule::{Look, Rule, Setting, Unit};
use crate::lint::sight::Sight;
use crate::model::MaxAttempts;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::effective::BreakerKey;

const WORKERS: Setting = Setting {
    key: "workers",
    default: 10,
    unit: Unit::Number,
    what: "the runs at a time that are assumed where `dispatch.maxConcurrent` does not say",
};

/// A breaker that is never there when it is needed.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR501",
        name: "breaker-never-opens",
        severity: Severity::Warning,
        why: "A breaker protects while it opens early in an outage; one that needs more failures \
              than the running activities can have opens after they are dead.",
    },
    fix: None,
    what: "`consecutiveFailures` is larger than the attempts of all activities that run at a time \
           (`dispatch.maxConcurrent`, or 10); or `minimumCalls` cannot be reached within `window` \
           at `dispatch.maxPerSecond`.",
    bad: "circuitBreaker:\n  consecutiveFailures: 200\n  openFor: 10s\n",
    good: "circuitBreaker:\n  consecutiveFailures: 5\n  openFor: 10s\n",
    settings: &[WORKERS],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    too_many_failures(sight).or_else(|| too_many_calls(sight))
}

fn too_many_failures(sight: &Sight<'_>) -> Option<Diagnostic> {
    let needed = u64::from(sight.policy.breaker.as_ref()?.consecutive_failures?);
    let retry = &sight.policy.retry;
    let attempts = match retry.max_attempts {
        MaxAttempts::Unlimited => return None,
        MaxAttempts::Limited(_) if !retry.enabled => 1,
        MaxAttempts::Limited(attempts) => u64::from(attempts),
    };
    let assumed = sight.page.settings.number(&RULE, &WORKERS);
    let at_a_time = sight.policy.dispatch.max_concurrent.map_or(assumed, u64::from);
    if needed <= attempts.saturating_mul(at_a_time) {
        return None;
    }
    let message = format!(
        "the breaker opens after {needed} failures in a row, but {at_a_time} at a time with \
         {attempts} attempts each come to {}",
        attempts.saturating_mul(at_a_time)
    );
    let parts = [
        ("circuitBreaker.consecutiveFailures", "the threshold"),
        ("retry.maxAttempts", "the attempts"),
        ("retry.enabled", ""),
        ("dispatch.maxConcurrent", "so many at a time"),
    ];
    Some(sight.finding(&RULE, message, &parts)?.help("lower `consecutiveFailures`"))
}

fn too_many_calls(sight: &Sight<'_>) -> Option<Diagnostic> {
    let breaker = sight.policy.breaker.as_ref()?;
    let (rate, per_second) = (breaker.failure_rate?, sight.policy.dispatch.max_per_second?);
    // A limit of the type says little about a breaker that other types share.
    let is_of_type = breaker.key == BreakerKey::ActivityType;
    let most = u128::from(per_second) * u128::from(rate.window.0) / 1_000;
    if !is_of_type || most >= u128::from(rate.minimum_calls) {
        return None;
    }
    let message = format!(
        "the failure rate never counts: {} allows {most} calls at {per_second} a second, fewer \
         than `minimumCalls` ({})",
        rate.window, rate.minimum_calls
    );
    let parts = [
        ("circuitBreaker.failureRate.minimumCalls", "the calls it takes"),
        ("circuitBreaker.failureRate.window", "the window"),
        ("dispatch.maxPerSecond", "the pace"),
        ("circuitBreaker.failureRate", "the rate"),
    ];
    Some(sight.finding(&RULE, message, &parts)?.help("lower `minimumCalls`, or widen `window`"))
}
