//! WR405.

use crate::lint::rule::{Look, Rule, Setting, Unit};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

const MAX: Setting = Setting {
    key: "max",
    default: 24 * 3_600_000,
    unit: Unit::Duration,
    what: "the longest `retryAfter.max` that is not told",
};

/// A downstream that is not listened to, or listened to for days.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR405",
        name: "retry-after-ignored",
        severity: Severity::Warning,
        why: "A downstream that answers 429 or 503 with Retry-After says when it can take more; \
              ignoring it prolongs the outage, and obeying it without bound lets it park the work.",
    },
    fix: None,
    what: "`retryAfter.honor` is false, or `retryAfter.max` is longer than a day.",
    bad: "retry:\n  retryAfter: {honor: false}\n",
    good: "retry:\n  retryAfter: {max: 10m}\n",
    settings: &[MAX],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let rules = &sight.policy.retry.retry_after;
    let max = sight.page.settings.duration(&RULE, &MAX);
    let (message, path) = match rules.honor {
        _ if !sight.retries() => return None,
        false => {
            ("the Retry-After of a 429 or 503 is ignored".to_owned(), "retry.retryAfter.honor")
        }
        true if rules.max > max => {
            (format!("a downstream may park the work for {}", rules.max), "retry.retryAfter.max")
        }
        true => return None,
    };
    let parts = [(path, ""), ("retry.maxAttempts", ""), ("retry.enabled", "")];
    let help = "leave `honor: true` and bound it with `max`, 1h unless set";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
