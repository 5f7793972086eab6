//! WR403.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::{ClassifiedBy, Failure, FailureClass};
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// A rule that makes everything transient.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR403",
        name: "retry-everything",
        severity: Severity::Warning,
        why: "Some failures never pass; retried all the same they keep workers busy and hide the \
              fault until the attempts are used up.",
    },
    fix: None,
    what: "A rule makes every failure transient, whatever its type and message, and nothing before \
           it says what is permanent: no `nonRetryableErrorTypes`, no rule.",
    bad: "classification:\n  rules:\n    - {when: {errorType: \"*\"}, then: transient}\n",
    good: "retry:\n  nonRetryableErrorTypes: [CardDeclined]\nclassification:\n  rules:\n    - {when: {errorType: \"Gateway*\"}, then: transient}\n",
    settings: &[],
    look: Look::Policy(look),
};

/// A failure of a type and message that nobody thought of.
fn unheard_of() -> Failure {
    Failure::new("\u{1}", "\u{1}")
}

/// The number of the rule that makes everything transient, from 1.
pub(super) fn catch_all(sight: &Sight<'_>) -> Option<u32> {
    let says_permanent = !sight.policy.retry.non_retryable_error_types.is_empty();
    let class = sight.compiled().classify(&unheard_of());
    let ClassifiedBy::PolicyRule(index) = class.by else { return None };
    let before = sight.policy.classification.rules.iter().take(index as usize);
    let says_permanent =
        says_permanent || before.into_iter().any(|rule| rule.then == FailureClass::Permanent);
    let is_told = class.class == FailureClass::Transient && !says_permanent && sight.retries();
    is_told.then_some(index + 1)
}

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let message = format!("rule {} makes every failure transient", catch_all(sight)?);
    let parts = [
        ("classification.rules", ""),
        ("retry.nonRetryableErrorTypes", ""),
        ("retry.maxAttempts", ""),
        ("retry.enabled", ""),
    ];
    let help = "name what is permanent first, in `nonRetryableErrorTypes` or in a rule before it";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
