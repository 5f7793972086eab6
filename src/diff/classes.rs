//! Failures that change their meaning: asked of the classifier, one probe after the other.

use std::collections::BTreeSet;

use crate::diff::change::{Change, Gravity, Subject};
use crate::model::{Failure, FailureClass};
use crate::policy::effective::EffectivePolicy;
use crate::retry::CompiledPolicy;

/// Types that everybody shares; others come from the two policies.
const SHARED_TYPES: &[&str] = &[
    "NetworkTimeout",
    "DatabaseUnavailable",
    "RateLimited",
    "WorkerCrash",
    "ActivityTimeout",
    "InvalidInput",
    "ValidationFailure",
    "PermissionDenied",
    "SchemaError",
];

/// Finds failures that mean something else.
pub(super) fn changes(before: &EffectivePolicy, after: &EffectivePolicy) -> Vec<Change> {
    let old = CompiledPolicy::new(before.clone());
    let new = CompiledPolicy::new(after.clone());
    let mut changes: Vec<(Change, Vec<String>)> = Vec::new();
    for (name, failure) in probes(before, after) {
        let (was, is) = (old.classify(&failure).class, new.classify(&failure).class);
        if was == is {
            continue;
        }
        let gravity = match is {
            FailureClass::Permanent => Gravity::Breaking,
            FailureClass::Transient => Gravity::Behavioural,
        };
        if let Some((_, names)) = changes.iter_mut().find(|(change, _)| change.gravity == gravity) {
            names.push(name);
            continue;
        }
        let change = Change {
            gravity,
            subject: Subject::Classification,
            path: None,
            before: was.to_string(),
            after: is.to_string(),
        };
        changes.push((change, vec![name]));
    }
    changes
        .into_iter()
        .map(|(change, names)| {
            let names = names.join(", ");
            let before = format!("{} for {names}", change.before);
            let after = format!("{} for {names}", change.after);
            Change { before, after, ..change }
        })
        .collect()
}

/// Failures that tell the two policies apart: every status, and every type and message that one
/// of them names (globs stand for themselves, with their wildcards left out).
fn probes(before: &EffectivePolicy, after: &EffectivePolicy) -> Vec<(String, Failure)> {
    let mut types: BTreeSet<String> = SHARED_TYPES.iter().map(|name| (*name).to_owned()).collect();
    let mut messages = BTreeSet::from([String::new()]);
    for policy in [before, after] {
        types.extend(policy.retry.non_retryable_error_types.iter().cloned());
        types.extend(policy.retry.retryable_error_types.iter().cloned());
        for rule in &policy.classification.rules {
            types.extend(rule.error_type.iter().map(|glob| literal(glob)));
            messages.extend(rule.message.iter().map(|glob| literal(glob)));
        }
    }
    let mut probes = vec![("any other failure".to_owned(), Failure::new("SomethingElse", ""))];
    for status in 100..600 {
        let failure = Failure { http_status: Some(status), ..Failure::new("HttpError", "") };
        probes.push((format!("HTTP {status}"), failure));
    }
    for name in &types {
        for message in &messages {
            probes.push((Failure::new(name, message).headline(), Failure::new(name, message)));
        }
    }
    probes
}

/// A text that a glob matches.
fn literal(glob: &str) -> String {
    glob.replace('*', "").replace('?', "x")
}
