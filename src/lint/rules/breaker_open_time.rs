//! WR502.

use crate::lint::course::Pace;
use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};
use crate::retry::{JitterSeed, PolicyStrategy};

/// A breaker whose pause fits no delay.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR502",
        name: "breaker-open-time",
        severity: Severity::Warning,
        why: "While a breaker is open work is held (spec §15); a pause longer than all the delays \
              decides about the policy's timing alone, one shorter than a single delay spares the \
              downstream nothing.",
    },
    fix: None,
    what: "`circuitBreaker.openFor` is longer than all delays of the policy together at their \
           longest, or shorter than the shortest first delay.",
    bad: "circuitBreaker:\n  consecutiveFailures: 5\n  openFor: 1h\n",
    good: "circuitBreaker:\n  consecutiveFailures: 5\n  openFor: 10s\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let open_for = sight.policy.breaker.as_ref()?.open_for;
    if !sight.retries() {
        return None;
    }
    let window = sight.course(Pace::Slowest)?.waits;
    let first = PolicyStrategy::new(sight.compiled(), JitterSeed(0), None).range(1).min;
    let (message, help) = if open_for > window {
        (
            format!(
                "the breaker holds work for {open_for}, longer than all delays together ({window})"
            ),
            "shorten `openFor`, or let the delays reach further",
        )
    } else if open_for < first {
        (
            format!("the breaker closes after {open_for}, before the first retry ({first}) is due"),
            "lengthen `openFor`",
        )
    } else {
        return None;
    };
    let parts = [
        ("circuitBreaker.openFor", "the pause"),
        ("retry.maxAttempts", "the attempts"),
        ("retry.initialDelay", "the first delay"),
        ("retry.maxDelay", "the longest delay"),
        ("circuitBreaker", "the breaker"),
        ("retry.multiplier", ""),
        ("retry.strategy", ""),
        ("retry.jitter", ""),
        ("retryBudget.maxAttempts", ""),
        ("retryBudget.maxDuration", ""),
    ];
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
