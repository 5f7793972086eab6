//! WR206.

use crate::lint::rule::{Look, Rule, Setting, Unit};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

const MIN: Setting = Setting {
    key: "min",
    default: 50,
    unit: Unit::Duration,
    what: "the shortest first delay that is not told",
};

/// A retry before anything can have changed.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR206",
        name: "first-retry-too-fast",
        severity: Severity::Warning,
        why: "What failed over a network a few milliseconds ago fails again; the attempts are used \
              up before the fault can pass, and the downstream gets a burst.",
    },
    fix: None,
    what: "The first delay is shorter than 50ms: a round trip over a network, and far less than \
           any restart or failover takes.",
    bad: "retry:\n  initialDelay: 5ms\n",
    good: "retry:\n  initialDelay: 200ms\n",
    settings: &[MIN],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let first = sight.policy.retry.initial_delay;
    let min = sight.page.settings.duration(&RULE, &MIN);
    if first >= min || !sight.retries() {
        return None;
    }
    let message = format!("the first retry follows after {first}, less than {min}");
    let parts = [("retry.initialDelay", ""), ("retry.maxAttempts", ""), ("retry.enabled", "")];
    let help = "give the fault time to pass: 200ms for a hiccup, 1s and more for a restart";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
