//! What a failure means for trying again (spec §8): a chain of answers, the first one wins.

use std::ops::RangeInclusive;

use crate::model::FailureClass::{self, Permanent, Transient};
use crate::model::{ClassifiedBy, Failure, failure_type};
use crate::policy::effective::{
    ClassificationRule, ClassificationRules, EffectivePolicy, RetryRules, StatusPattern,
};
use crate::query::glob_matches;

/// HTTP statuses; the first range that holds the status answers. 1xx–3xx have no answer here.
const HTTP_TABLE: &[(RangeInclusive<u16>, FailureClass)] = &[
    (408..=408, Transient), // Request Timeout
    (425..=425, Transient), // Too Early
    (429..=429, Transient), // Too Many Requests
    (400..=499, Permanent),
    (501..=501, Permanent), // Not Implemented
    (505..=505, Permanent), // HTTP Version Not Supported
    (500..=599, Transient),
];

/// Failure types whose meaning everybody shares.
const TYPE_TABLE: &[(&str, FailureClass)] = &[
    ("NetworkTimeout", Transient),
    ("DatabaseUnavailable", Transient),
    ("RateLimited", Transient),
    (failure_type::WORKER_CRASH, Transient),
    (failure_type::ACTIVITY_TIMEOUT, Transient),
    ("InvalidInput", Permanent),
    ("ValidationFailure", Permanent),
    ("PermissionDenied", Permanent),
    ("SchemaError", Permanent),
];

/// What a failure was taken for, and which link of the chain said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classification {
    /// What it means.
    pub class: FailureClass,
    /// By what.
    pub by: ClassifiedBy,
}

/// The classification chain of one policy.
#[derive(Debug, Clone, Copy)]
pub struct FailureClassifier<'a> {
    retry: &'a RetryRules,
    classification: &'a ClassificationRules,
}

impl<'a> FailureClassifier<'a> {
    /// Takes the chain's lists from an effective policy.
    pub fn new(policy: &'a EffectivePolicy) -> Self {
        Self { retry: &policy.retry, classification: &policy.classification }
    }

    /// Asks in order: the worker's flag, the policy's permanent types, its rules, its transient
    /// types, the table of HTTP statuses, the table of types, the policy's default.
    pub fn classify(&self, failure: &Failure) -> Classification {
        let answer = |class, by| Classification { class, by };
        if failure.non_retryable {
            return answer(Permanent, ClassifiedBy::WorkerFlag);
        }
        if self.retry.non_retryable_error_types.contains(&failure.error_type) {
            return answer(Permanent, ClassifiedBy::NonRetryableErrorTypes);
        }
        for (index, rule) in (0..).zip(&self.classification.rules) {
            if holds(rule, failure) {
                return answer(rule.then, ClassifiedBy::PolicyRule(index));
            }
        }
        if self.retry.retryable_error_types.contains(&failure.error_type) {
            return answer(Transient, ClassifiedBy::RetryableErrorTypes);
        }
        if let Some(class) = failure.http_status.and_then(by_status) {
            return answer(class, ClassifiedBy::HttpTable);
        }
        if let Some((_, class)) = TYPE_TABLE.iter().find(|(name, _)| *name == failure.error_type) {
            return answer(*class, ClassifiedBy::TypeTable);
        }
        answer(self.classification.default, ClassifiedBy::Default)
    }
}

fn by_status(status: u16) -> Option<FailureClass> {
    HTTP_TABLE.iter().find(|(range, _)| range.contains(&status)).map(|(_, class)| *class)
}

/// Tells whether every condition that the rule names holds.
fn holds(rule: &ClassificationRule, failure: &Failure) -> bool {
    let any = |globs: &[String], text: &str| {
        globs.is_empty() || globs.iter().any(|glob| glob_matches(glob, text))
    };
    let status_holds = rule.http_status.is_empty()
        || failure.http_status.is_some_and(|status| {
            rule.http_status.iter().any(|pattern| match *pattern {
                StatusPattern::Exact(exact) => status == exact,
                StatusPattern::Class(class) => status / 100 == class,
            })
        });
    status_holds
        && any(&rule.error_type, &failure.error_type)
        && any(&rule.message, &failure.message)
}

/// Tells whether `earlier` fits every failure that `later` fits, so that `later` never answers.
/// Where that depends on how two globs overlap the answer can be a cautious no.
pub fn covers(earlier: &ClassificationRule, later: &ClassificationRule) -> bool {
    fn any<T>(wide: &[T], narrow: &[T], within: impl Fn(&T, &T) -> bool) -> bool {
        let fits = |one: &T| wide.iter().any(|pattern| within(one, pattern));
        wide.is_empty() || (!narrow.is_empty() && narrow.iter().all(fits))
    }
    let status = |one: &StatusPattern, wide: &StatusPattern| match (*one, *wide) {
        (StatusPattern::Exact(status), StatusPattern::Class(class)) => status / 100 == class,
        (one, wide) => one == wide,
    };
    // A glob matched as a text: its `*` is as good as any text only for another `*`.
    let glob = |one: &String, wide: &String| {
        one == wide || (glob_matches(wide, one) && !(one.contains('*') && wide.contains('?')))
    };
    any(&earlier.http_status, &later.http_status, status)
        && any(&earlier.error_type, &later.error_type, glob)
        && any(&earlier.message, &later.message, glob)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retry::sample;

    fn rule(then: FailureClass) -> ClassificationRule {
        ClassificationRule { http_status: vec![], error_type: vec![], message: vec![], then }
    }

    fn status(status: u16) -> Failure {
        Failure { http_status: Some(status), ..Failure::new("HttpError", status.to_string()) }
    }

    fn classify(policy: &EffectivePolicy, failure: &Failure) -> (FailureClass, ClassifiedBy) {
        let Classification { class, by } = FailureClassifier::new(policy).classify(failure);
        (class, by)
    }

    #[test]
    fn the_first_link_with_an_answer_wins() {
        // Every link has an answer at first; each step takes the winning one away.
        let mut policy = sample::policy();
        let name = "InvalidInput".to_owned();
        policy.retry.non_retryable_error_types = vec![name.clone()];
        policy.retry.retryable_error_types = vec![name.clone()];
        policy.classification.rules = vec![
            ClassificationRule { error_type: vec!["Other".into()], ..rule(Permanent) },
            ClassificationRule { error_type: vec!["Invalid*".into()], ..rule(Transient) },
        ];
        let mut failure = Failure { non_retryable: true, http_status: Some(503), ..status(503) };
        failure.error_type = name;

        assert_eq!(classify(&policy, &failure), (Permanent, ClassifiedBy::WorkerFlag));
        failure.non_retryable = false;
        assert_eq!(classify(&policy, &failure), (Permanent, ClassifiedBy::NonRetryableErrorTypes));
        policy.retry.non_retryable_error_types.clear();
        assert_eq!(classify(&policy, &failure), (Transient, ClassifiedBy::PolicyRule(1)));
        policy.classification.rules.clear();
        assert_eq!(classify(&policy, &failure), (Transient, ClassifiedBy::RetryableErrorTypes));
        policy.retry.retryable_error_types.clear();
        assert_eq!(classify(&policy, &failure), (Transient, ClassifiedBy::HttpTable));
        failure.http_status = None;
        assert_eq!(classify(&policy, &failure), (Permanent, ClassifiedBy::TypeTable));
        failure.error_type = "Unheard".into();
        assert_eq!(classify(&policy, &failure), (Transient, ClassifiedBy::Default));
        policy.classification.default = Permanent;
        assert_eq!(classify(&policy, &failure), (Permanent, ClassifiedBy::Default));
    }

    #[test]
    fn knows_the_statuses() {
        let policy = sample::policy();
        for transient in [408, 425, 429, 500, 502, 503, 504, 507, 599] {
            assert_eq!(
                classify(&policy, &status(transient)),
                (Transient, ClassifiedBy::HttpTable),
                "{transient}"
            );
        }
        for permanent in [400, 401, 403, 404, 409, 422, 499, 501, 505] {
            assert_eq!(
                classify(&policy, &status(permanent)),
                (Permanent, ClassifiedBy::HttpTable),
                "{permanent}"
            );
        }
        for silent in [0, 100, 200, 302, 399, 600, u16::MAX] {
            assert_eq!(classify(&policy, &status(silent)).1, ClassifiedBy::Default, "{silent}");
        }
    }

    #[test]
    fn knows_the_types_of_the_specification() {
        let policy = sample::policy();
        for (names, class) in [
            (
                &[
                    "NetworkTimeout",
                    "DatabaseUnavailable",
                    "RateLimited",
                    "WorkerCrash",
                    "ActivityTimeout",
                ][..],
                Transient,
            ),
            (&["InvalidInput", "ValidationFailure", "PermissionDenied", "SchemaError"], Permanent),
        ] {
            for name in names {
                let failure = Failure::new(*name, "");
                assert_eq!(classify(&policy, &failure), (class, ClassifiedBy::TypeTable), "{name}");
            }
        }
        let other_case = Failure::new("schemaError", "");
        assert_eq!(classify(&policy, &other_case).1, ClassifiedBy::Default);
    }

    #[test]
    fn a_wider_rule_covers_a_narrower_one() {
        let of_types = |globs: &[&str]| ClassificationRule {
            error_type: globs.iter().map(|glob| (*glob).to_owned()).collect(),
            ..rule(Transient)
        };
        let of_status =
            |status| ClassificationRule { http_status: vec![status], ..rule(Transient) };
        let (exact, class) = (StatusPattern::Exact(503), StatusPattern::Class(5));
        assert!(covers(&of_status(class), &of_status(exact)));
        assert!(!covers(&of_status(exact), &of_status(class)));
        assert!(!covers(&of_status(class), &of_types(&["A"])), "without a status it does not fit");
        let narrow = ClassificationRule { message: vec!["x".into()], ..of_status(exact) };
        assert!(covers(&of_status(exact), &narrow));
        assert!(!covers(&narrow, &of_status(exact)));
        for (wide, narrow, expected) in [
            ("Fraud*", "FraudX", true),
            ("Fraud*", "FraudX*", true),
            ("*", "A?*", true),
            ("A*", "*A", false),
            ("A?", "A*", false),
            ("A?", "AB", true),
            ("A", "A*", false),
        ] {
            assert_eq!(
                covers(&of_types(&[wide]), &of_types(&[narrow])),
                expected,
                "{wide} {narrow}"
            );
        }
        assert!(!covers(&of_types(&["A"]), &of_types(&["A", "B"])), "every item must be covered");
    }

    #[test]
    fn a_rule_holds_when_each_of_its_keys_does() {
        let both = ClassificationRule {
            http_status: vec![StatusPattern::Exact(409), StatusPattern::Class(5)],
            message: vec!["*busy*".into(), "*locked*".into()],
            ..rule(Transient)
        };
        let failure = |code, message: &str| Failure { message: message.into(), ..status(code) };
        assert!(holds(&both, &failure(409, "is busy")));
        assert!(holds(&both, &failure(503, "row locked")));
        assert!(!holds(&both, &failure(409, "gone")));
        assert!(!holds(&both, &failure(404, "busy")));
        assert!(!holds(&both, &Failure::new("HttpError", "busy")), "no status, no match");
        let whole = ClassificationRule { error_type: vec!["Fraud?".into()], ..rule(Permanent) };
        assert!(holds(&whole, &Failure::new("Fraud7", "")));
        assert!(!holds(&whole, &Failure::new("fraud7", "")), "case counts");
        assert!(!holds(&whole, &Failure::new("Fraud77", "")), "the whole text counts");
    }
}
