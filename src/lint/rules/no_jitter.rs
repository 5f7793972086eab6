//! WR204.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Fix, Safety, Severity};
use crate::policy::effective::Jitter;

/// Retries in step.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR204",
        name: "no-jitter",
        severity: Severity::Warning,
        why: "Activities that fail together come back together, and hit a downstream that has just \
              recovered with the whole crowd at once; jitter spreads them.",
    },
    fix: Some(Safety::Unsafe),
    what: "Jitter is off. That is fine where one activity runs at a time (`dispatch: \
           {maxConcurrent: 1}`); a fleet of workers retries in waves.",
    bad: "retry:\n  jitter: false\n",
    good: "retry:\n  jitter: true\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let is_alone = sight.policy.dispatch.max_concurrent == Some(1);
    if sight.policy.retry.jitter != Jitter::Off || is_alone || !sight.retries() {
        return None;
    }
    let message = "without jitter what failed together is tried again together".to_owned();
    let parts = [
        ("retry.jitter", "jitter is off here"),
        ("retry.maxAttempts", ""),
        ("retry.enabled", ""),
        ("dispatch.maxConcurrent", "so many at a time"),
    ];
    let help = "write `jitter: true` (a tenth of each delay), or a kind: `full`, `equal`";
    let finding = sight.finding(&RULE, message, &parts)?;
    let fix = sight
        .own("retry.jitter")
        .map(|span| Fix::replace(Safety::Unsafe, "write `jitter: true`", span, "true"));
    Some(finding.help(help).fix(fix))
}
