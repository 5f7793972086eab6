//! WR404.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity, shown};
use crate::retry::covers;

/// Two answers for one failure.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR404",
        name: "contradictory-classes",
        severity: Severity::Error,
        why: "The first answer wins; what stands behind it looks as if it decided, and does not.",
    },
    fix: None,
    what: "A type stands in `nonRetryableErrorTypes` and in `retryableErrorTypes`; or a rule can \
           never answer, because a rule before it answers every failure that it fits, or because \
           all of its types are in `nonRetryableErrorTypes`. With the same answer it is a warning.",
    bad: "classification:\n  rules:\n    - {when: {httpStatus: 5xx}, then: transient}\n    - {when: {httpStatus: 503, message: \"*closed*\"}, then: permanent}\n",
    good: "classification:\n  rules:\n    - {when: {httpStatus: 503, message: \"*closed*\"}, then: permanent}\n    - {when: {httpStatus: 5xx}, then: transient}\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    listed_twice(sight).or_else(|| shadowed(sight))
}

fn listed_twice(sight: &Sight<'_>) -> Option<Diagnostic> {
    let retry = &sight.policy.retry;
    let both: Vec<String> = retry
        .retryable_error_types
        .iter()
        .filter(|name| retry.non_retryable_error_types.contains(name))
        .map(|name| format!("`{}`", shown(name)))
        .collect();
    if both.is_empty() {
        return None;
    }
    let message = format!("{} is listed as permanent and as transient", both.join(", "));
    let parts = [
        ("retry.retryableErrorTypes", "transient here"),
        ("retry.nonRetryableErrorTypes", "permanent here, which wins"),
    ];
    Some(sight.finding(&RULE, message, &parts)?.help("take it out of one of the two"))
}

fn shadowed(sight: &Sight<'_>) -> Option<Diagnostic> {
    let rules = &sight.policy.classification.rules;
    let permanent = &sight.policy.retry.non_retryable_error_types;
    for (index, rule) in rules.iter().enumerate() {
        let number = index + 1;
        let earlier = rules[..index].iter().position(|earlier| covers(earlier, rule));
        let by_name = !rule.error_type.is_empty()
            && rule.error_type.iter().all(|name| permanent.contains(name));
        let (message, answers_alike) = match earlier {
            _ if by_name => (
                format!("rule {number} never answers: `nonRetryableErrorTypes` comes before it"),
                rule.then == crate::model::FailureClass::Permanent,
            ),
            Some(earlier) => (
                format!("rule {number} never answers: rule {} fits all that it fits", earlier + 1),
                rules[earlier].then == rule.then,
            ),
            None => continue,
        };
        let parts = [("classification.rules", ""), ("retry.nonRetryableErrorTypes", "")];
        let mut finding = sight.finding(&RULE, message, &parts)?;
        if answers_alike {
            finding.severity = Severity::Warning;
        }
        return Some(finding.help("put the narrower rule first, or remove it"));
    }
    None
}
