//! WR207.

use crate::lint::course::Pace;
use crate::lint::rule::{Look, Rule, Setting, Unit};
use crate::lint::sight::Sight;
use crate::model::MaxAttempts;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

const MAX: Setting = Setting {
    key: "max",
    default: 24 * 3_600_000,
    unit: Unit::Duration,
    what: "the longest single wait that is not told",
};

/// A wait that nobody waits for.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR207",
        name: "wait-longer-than-useful",
        severity: Severity::Warning,
        why: "Growing delays run into days unnoticed; by then nobody needs the work any more, and \
              nobody was told that it is stuck.",
    },
    fix: None,
    what: "A single delay is longer than a day, or longer than the whole workflow may take. A dead \
           letter tells an operator earlier.",
    bad: "retry:\n  maxAttempts: 10\n  initialDelay: 1h\n  multiplier: 3\n  maxDelay: 7d\n",
    good: "retry:\n  maxAttempts: 6\n  initialDelay: 1h\n  maxDelay: 12h\n",
    settings: &[MAX],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let (attempt, wait) = sight.course(Pace::Slowest)?.longest?;
    let max = sight.page.settings.duration(&RULE, &MAX);
    // Where the deadline counts, WR301 tells of limited attempts that do not fit.
    let timeouts = &sight.policy.timeouts;
    let is_told = sight.policy.retry.max_attempts != MaxAttempts::Unlimited
        && !timeouts.retries_extend_workflow;
    let workflow = timeouts.workflow.filter(|timeout| wait > *timeout && !is_told);
    let than = match workflow {
        Some(timeout) => format!("the whole workflow may take ({timeout})"),
        None if wait > max => max.to_string(),
        None => return None,
    };
    let message = format!("the wait after attempt {attempt} can be {wait}, longer than {than}");
    let parts = [
        ("retry.maxDelay", "the cap"),
        ("retry.initialDelay", "the first delay"),
        ("retry.multiplier", "the growth"),
        ("retry.maxAttempts", "the attempts"),
        ("retry.strategy", ""),
        ("retry.jitter", ""),
        ("timeouts.workflow", "the workflow timeout"),
        ("retryBudget.maxAttempts", ""),
        ("retryBudget.maxDuration", ""),
    ];
    let help = "lower `maxDelay` or the attempts";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
