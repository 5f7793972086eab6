//! WR503.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// Work that is lost without a trace for the operator.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR503",
        name: "dead-letter-missing",
        severity: Severity::Warning,
        why: "What cannot go on ends as Failed, and nobody can look at it or replay it (spec §16).",
    },
    fix: None,
    what: "`deadLetter.enabled` is false. Every policy can exhaust its attempts, its budget or its \
           deadline; without dead letters the work that did is not kept.",
    bad: "deadLetter:\n  enabled: false\n",
    good: "deadLetter:\n  enabled: true\n  retention: 7d\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    if sight.policy.dead_letter.enabled {
        return None;
    }
    let message = "what cannot go on is not kept for an operator".to_owned();
    let help = "leave dead letters enabled; `retention` bounds how long they are kept";
    Some(sight.finding(&RULE, message, &[("deadLetter.enabled", "")])?.help(help))
}
