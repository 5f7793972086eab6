//! WR201.

use crate::lint::course::Pace;
use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::StrategyKind;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::effective::Jitter;
use crate::retry::{JitterSeed, PolicyStrategy};

/// A cap that no delay comes near.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR201",
        name: "cap-never-reached",
        severity: Severity::Info,
        why: "A reader takes the cap for the longest wait; the attempts end long before it.",
    },
    fix: None,
    what: "The attempts are used up before a delay reaches `maxDelay`. That may be as it should \
           be; or more attempts, or a faster growth, were meant.",
    bad: "retry:\n  maxAttempts: 3\n  initialDelay: 1s\n  maxDelay: 1m\n",
    good: "retry:\n  maxAttempts: 8\n  initialDelay: 1s\n  maxDelay: 1m\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    sight.written("retry.maxDelay")?;
    let retry = &sight.policy.retry;
    let runs = sight.course(Pace::Quickest)?.runs;
    let gaps = sight.compiled().gaps();
    // What does not grow is told in other words; decorrelated delays grow by chance.
    let grows = retry.strategy != StrategyKind::Fixed
        && retry.jitter != Jitter::Decorrelated
        && gaps.gap_nanos(1) < gaps.gap_nanos(2);
    if !grows || runs < 2 {
        return None;
    }
    let last = PolicyStrategy::new(sight.compiled(), JitterSeed(0), None).range(runs - 1).max;
    if last >= retry.max_delay {
        return None;
    }
    let message = format!(
        "no delay reaches `maxDelay` ({}): the last, after attempt {}, is at most {last}",
        retry.max_delay,
        runs - 1
    );
    let parts = [
        ("retry.maxDelay", "the cap"),
        ("retry.maxAttempts", "the attempts"),
        ("retry.initialDelay", ""),
        ("retry.multiplier", ""),
        ("retry.strategy", ""),
        ("retryBudget.maxAttempts", ""),
    ];
    sight.finding(&RULE, message, &parts)
}
