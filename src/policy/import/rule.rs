//! One retry rule of another system.

use std::collections::BTreeMap;

use super::note::Note;
use super::schedule::ForeignSchedule;
use crate::model::{FailureClass, Millis};
use crate::policy::PolicySet;
use crate::policy::diagnostic::Span;
use crate::policy::effective::{ClassificationRule, EffectivePolicy};
use crate::policy::syntax::Node;

/// Where the imported file says a value of the policy, by the value's path; a section that is said
/// as a whole has one entry of its own name.
pub type Places = BTreeMap<&'static str, Span>;

/// A rule as an importer reads it: its schedule, and what of it is not about the schedule already
/// in our words.
#[derive(Debug)]
pub(super) struct Rule {
    /// What its policy is to be called; in any letters.
    pub(super) name: String,
    /// What it is called in its file.
    pub(super) original: String,
    /// Where it stands.
    pub(super) span: Span,
    pub(super) schedule: ForeignSchedule,
    pub(super) policy: EffectivePolicy,
    pub(super) places: Places,
    /// What else a reader of the policy should know, a line each.
    pub(super) remarks: Vec<String>,
}

/// A rule in our words.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) rule: Rule,
    pub(super) notes: Vec<Note>,
}

impl Rule {
    pub(super) fn new(name: impl Into<String>, span: Span, schedule: ForeignSchedule) -> Self {
        let name = name.into();
        Self {
            original: name.clone(),
            name,
            span,
            schedule,
            policy: PolicySet::builtin_default().base,
            places: Places::new(),
            remarks: Vec::new(),
        }
    }

    /// Remembers where a value was said.
    pub(super) fn said(&mut self, path: &'static str, span: Span) {
        self.places.insert(path, span);
    }

    /// Remembers for each of these paths where the key beside it stands in `map`, if it does.
    pub(super) fn said_in(&mut self, map: &Node, keys: &[(&'static str, &str)]) {
        for (path, key) in keys {
            if let Some(entry) = map.entry(key) {
                self.said(path, entry.place());
            }
        }
    }

    /// Forgets the values that a rule without retries has no use for.
    pub(super) fn keep_places(&mut self, keep: impl Fn(&str) -> bool) {
        self.places.retain(|path, _| keep(path));
    }

    /// Where a value was said; where the rule stands if it was not.
    pub(super) fn place(&self, path: &str) -> Span {
        self.places.get(path).copied().unwrap_or(self.span)
    }

    /// Bounds one attempt.
    pub(super) fn activity_timeout(&mut self, timeout: Millis, span: Span) {
        let timeouts = &mut self.policy.timeouts;
        timeouts.activity = timeout;
        timeouts.lease = timeout;
        self.said("timeouts.activity", span);
    }

    /// Bounds the silence of a worker; never beyond the bound of the attempt.
    pub(super) fn lease(&mut self, silence: Millis, span: Span) {
        let timeouts = &mut self.policy.timeouts;
        timeouts.lease = silence.min(timeouts.activity);
        self.said("timeouts.lease", span);
    }

    /// Adds a classification rule.
    pub(super) fn classify(&mut self, rule: ClassificationRule, span: Span) {
        self.policy.classification.rules.push(rule);
        self.places.entry("classification.rules").or_insert(span);
    }
}

/// A classification rule for failures whose type is one of these; `*` is any.
pub(super) fn of_types(mut types: Vec<String>, then: FailureClass) -> ClassificationRule {
    types.sort();
    types.dedup();
    ClassificationRule { http_status: Vec::new(), error_type: types, message: Vec::new(), then }
}
