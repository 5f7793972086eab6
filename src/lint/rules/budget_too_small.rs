//! WR302.

use crate::lint::course::Pace;
use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::{GiveUpReason, MaxAttempts};
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// Limits of which one is never reached.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR302",
        name: "budget-smaller-than-policy",
        severity: Severity::Warning,
        why: "The budget is for the whole execution (spec §9); one that a single activity uses up \
              fails the others with it, and the limit behind it decides nothing.",
    },
    fix: None,
    what: "Even alone, failing at once and with the shortest delays, an activity uses up the retry \
           budget before it reaches `maxAttempts`. Or the budget's `maxDuration` is not shorter \
           than `timeouts.workflow`, which then always comes first.",
    bad: "retry:\n  maxAttempts: 10\nretryBudget:\n  maxAttempts: 5\n",
    good: "retry:\n  maxAttempts: 5\nretryBudget:\n  maxAttempts: 20\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    unreachable_attempts(sight).or_else(|| unreachable_duration(sight))
}

fn unreachable_attempts(sight: &Sight<'_>) -> Option<Diagnostic> {
    let MaxAttempts::Limited(attempts) = sight.policy.retry.max_attempts else { return None };
    let course = sight.course(Pace::Quickest)?;
    if course.reason != GiveUpReason::BudgetExhausted {
        return None;
    }
    let message = format!(
        "the retry budget ends after attempt {} at the latest; {attempts} attempts are never made",
        course.runs
    );
    let parts = [
        ("retry.maxAttempts", "the attempts of one activity"),
        ("retryBudget.maxAttempts", "the retries of the whole execution"),
        ("retryBudget.maxDuration", "the time for all retries"),
        ("retry.initialDelay", ""),
        ("retry.maxDelay", ""),
        ("retry.multiplier", ""),
        ("retry.strategy", ""),
        ("retry.jitter", ""),
    ];
    let help = "raise the budget, or lower `maxAttempts`";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}

fn unreachable_duration(sight: &Sight<'_>) -> Option<Diagnostic> {
    let timeouts = &sight.policy.timeouts;
    let workflow = timeouts.workflow.filter(|_| !timeouts.retries_extend_workflow)?;
    let duration = sight.policy.budget?.max_duration.filter(|duration| *duration >= workflow)?;
    let message =
        format!("the budget's {duration} are never used up: the workflow ends after {workflow}");
    let parts =
        [("retryBudget.maxDuration", "the budget"), ("timeouts.workflow", "the workflow timeout")];
    let help = "make `maxDuration` shorter than `timeouts.workflow`, or leave it out";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
