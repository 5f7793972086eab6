//! WR901.

use std::collections::BTreeMap;

use crate::lint::rule::{Look, Rule};
use crate::policy::Policy;
use crate::policy::diagnostic::{Code, Diagnostic, Severity, shown};

/// Parts of a file that nobody is governed by.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR901",
        name: "unused-policy",
        severity: Severity::Warning,
        why: "A part that changes nothing looks as if it did, until somebody relies on it.",
    },
    fix: None,
    what: "An override under `activities` comes to the same values as the policy around it. Or two \
           policies of a file have the same name, so that one of them can never be meant; that is \
           an error.",
    bad: "retry:\n  maxAttempts: 3\nactivities:\n  ChargeCard: {retry: {maxAttempts: 3}}\n",
    good: "retry:\n  maxAttempts: 3\nactivities:\n  ChargeCard: {retry: {maxAttempts: 4}}\n",
    settings: &[],
    look: Look::File,
};

/// Finds overrides that change nothing, and names that stand twice.
pub(in crate::lint) fn look(policies: &[Policy]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut names = BTreeMap::new();
    for policy in policies {
        for (name, over) in &policy.overrides {
            if over.policy == policy.set.base {
                let message = format!("the override for `{}` changes nothing", shown(name));
                let finding = Diagnostic::new(RULE.code, over.span, message)
                    .at(format!("activities.{name}"))
                    .help("remove it, or say what is different for this type");
                found.push(finding);
            }
        }
        let Some(name) = &policy.name else { continue };
        if let Some(first) = names.insert(name, policy.span) {
            let message = format!("a policy of the name `{}` stands before this one", shown(name));
            let mut finding = Diagnostic::new(RULE.code, policy.span, message)
                .at("metadata.name")
                .label(first, "it stands here first")
                .help("give each policy of a file a name of its own");
            finding.severity = Severity::Error;
            found.push(finding);
        }
    }
    found
}
