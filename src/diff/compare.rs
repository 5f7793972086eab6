//! Two policies, side by side.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::change::{Change, Difference, Gravity, Subject};
use crate::diff::{classes, schedule};
use crate::model::Millis;
use crate::policy::PolicySet;
use crate::policy::effective::EffectivePolicy;
use crate::policy::emit;

/// What a setting that is not there is shown as.
const ABSENT: &str = "none";

/// Compares what two policies do, for every activity type that one of them names and for all
/// others. Groups without a change are left out; policies that behave alike give nothing.
pub fn compare(before: &PolicySet, after: &PolicySet) -> Vec<Difference> {
    let named: BTreeSet<&String> =
        before.activities.keys().chain(after.activities.keys()).collect();
    let groups = std::iter::once(None).chain(named.into_iter().map(Some));
    groups
        .filter_map(|name| {
            let (old, new) = match name {
                None => (&before.base, &after.base),
                Some(name) => (before.for_type(name), after.for_type(name)),
            };
            let changes = changes(old, new);
            let activity_type = name.cloned();
            (!changes.is_empty()).then_some(Difference { activity_type, changes })
        })
        .collect()
}

/// The gravest first; among equals in the order of their subjects.
fn changes(before: &EffectivePolicy, after: &EffectivePolicy) -> Vec<Change> {
    if before == after {
        return Vec::new();
    }
    let mut changes = schedule::changes(before, after);
    changes.extend(classes::changes(before, after));
    changes.extend(settings(before, after));
    changes.sort_by_key(|change| (std::cmp::Reverse(change.gravity), change.subject));
    changes
}

/// Settings that are neither a schedule nor a classification, value by value.
fn settings(before: &EffectivePolicy, after: &EffectivePolicy) -> Vec<Change> {
    let old: BTreeMap<String, String> = emit::values(before).into_iter().collect();
    let new: BTreeMap<String, String> = emit::values(after).into_iter().collect();
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    paths
        .into_iter()
        .filter_map(|path| {
            let subject = subject(path)?;
            let value = |values: &BTreeMap<String, String>| {
                values.get(path).cloned().unwrap_or_else(|| ABSENT.to_owned())
            };
            let (before, after) = (value(&old), value(&new));
            let gravity = gravity(path, &before, &after);
            (before != after).then(|| Change {
                gravity,
                subject,
                path: Some(path.clone()),
                before,
                after,
            })
        })
        .collect()
}

/// What a setting is about; none for those that schedules and classes speak for.
fn subject(path: &str) -> Option<Subject> {
    match path.split('.').next()? {
        "retryBudget" => Some(Subject::Budget),
        "timeouts" => Some(Subject::Timeouts),
        "circuitBreaker" => Some(Subject::CircuitBreaker),
        "deadLetter" => Some(Subject::DeadLetter),
        "dispatch" => Some(Subject::Dispatch),
        "retry" if path.starts_with("retry.retryAfter") => Some(Subject::Delays),
        _ => None,
    }
}

/// A limit that gets tighter, or evidence that is kept less, breaks what relied on it.
fn gravity(path: &str, before: &str, after: &str) -> Gravity {
    let is_breaking = match path {
        "retryBudget.maxAttempts"
        | "retryBudget.maxDuration"
        | "timeouts.activity"
        | "timeouts.lease"
        | "timeouts.workflow"
        | "deadLetter.retention" => is_tighter(before, after),
        "deadLetter.enabled" | "deadLetter.permanent" | "timeouts.retriesExtendWorkflow" => {
            after == "false"
        }
        "retryBudget.onExhausted" => after == "failWorkflow",
        _ => false,
    };
    if is_breaking { Gravity::Breaking } else { Gravity::Behavioural }
}

/// Tells whether a limit fell. A limit that was not there before is tighter, too.
fn is_tighter(before: &str, after: &str) -> bool {
    let amount = |text: &str| match text {
        ABSENT => Some(u64::MAX),
        text => text.parse().ok().or_else(|| Millis::parse(text).ok().map(|span| span.0)),
    };
    match (amount(before), amount(after)) {
        (Some(before), Some(after)) => after < before,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy;

    fn set(text: &str) -> PolicySet {
        policy::load(text.as_bytes()).policies.remove(0).set
    }

    fn lines(before: &str, after: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for difference in compare(&set(before), &set(after)) {
            let name = difference.activity_type.unwrap_or_else(|| "*".to_owned());
            for change in difference.changes {
                let Change { gravity, before, after, .. } = change;
                lines.push(format!("{name} {}: {before} -> {after}", gravity.as_str()));
            }
        }
        lines
    }

    #[test]
    fn comments_order_and_spelled_out_defaults_show_nothing() {
        let spelled = "# hello\nretry: {jitter: true, maxAttempts: 5, initialDelay: 1s}\n";
        assert_eq!(lines("retry: {initialDelay: 1s}", spelled), Vec::<String>::new());
    }

    #[test]
    fn fewer_attempts_break_and_more_do_not() {
        let (three, five) = ("retry: {maxAttempts: 3, jitter: false}", "retry: {jitter: false}");
        assert_eq!(
            lines(five, three),
            [
                "* breaking: at most 5 runs -> at most 3 runs",
                "* breaking: at most 15s of waiting -> at most 3s of waiting",
                "* behavioural: up to 5 calls for one that fails -> up to 3 calls for one that fails",
            ]
        );
        assert!(lines(three, five).iter().all(|line| line.starts_with("* behavioural")));
    }

    #[test]
    fn delays_are_shown_up_to_the_last_that_differs() {
        let before = "retry: {maxAttempts: 4, jitter: false, maxDelay: 4s}";
        let after = "retry: {maxAttempts: 4, jitter: false, maxDelay: 2s}";
        assert!(
            lines(before, after).contains(&"* behavioural: 1s, 2s, 4s -> 1s, 2s, 2s".to_owned())
        );
    }

    #[test]
    fn failures_that_change_their_class_are_named() {
        let before = "retry: {maxAttempts: 4}";
        let after = "classification: {rules: [{when: {httpStatus: [409]}, then: transient}, \
                     {when: {errorType: \"Fraud*\"}, then: permanent}]}\nretry: {maxAttempts: 4}";
        assert_eq!(
            lines(before, after),
            [
                "* breaking: transient for Fraud -> permanent for Fraud",
                "* behavioural: permanent for HTTP 409 -> transient for HTTP 409",
            ]
        );
    }

    #[test]
    fn an_override_is_a_group_of_its_own() {
        let before = "retry: {maxAttempts: 4}\ndeadLetter: {retention: 14d}";
        let after = "retry: {maxAttempts: 4}\ndeadLetter: {retention: 14d}\n\
                     activities: {ChargeCard: {deadLetter: {retention: 1d}}}";
        assert_eq!(lines(before, after), ["ChargeCard breaking: 14d -> 1d"]);
    }

    #[test]
    fn a_budget_that_appears_is_a_limit() {
        let before = "retry: {maxAttempts: 4}";
        let after = "retry: {maxAttempts: 4}\nretryBudget: {maxAttempts: 20}";
        let found = lines(before, after);
        assert!(found.contains(&"* breaking: none -> 20".to_owned()), "{found:?}");
    }
}
