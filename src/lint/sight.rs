//! What a rule looks at: what holds for one activity type, and where it is written.

use std::cell::OnceCell;

use super::course::{Allowance, Course, Pace, course};
use super::rule::Rule;
use super::settings::Settings;
use crate::policy::diagnostic::{Diagnostic, Edit, Span};
use crate::policy::effective::EffectivePolicy;
use crate::policy::{Origin, Origins, Outline};
use crate::retry::CompiledPolicy;

/// The text that the policies of one check stand in, and what they share.
pub(super) struct Page<'a> {
    /// The text of the file.
    pub(super) text: &'a str,
    /// By which numbers.
    pub(super) settings: &'a Settings,
    /// The steps that are left.
    pub(super) allowance: Allowance,
    outline: OnceCell<Outline>,
}

impl<'a> Page<'a> {
    /// Takes a file's text.
    pub(super) fn new(text: &'a str, settings: &'a Settings) -> Self {
        Self { text, settings, allowance: Allowance::default(), outline: OnceCell::new() }
    }

    /// Where the entries of the file stand; read when the first fix needs it.
    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self.text.as_bytes()))
    }

    /// Takes the entry with this value out of the text.
    pub(super) fn removal(&self, value: Span) -> Option<Edit> {
        self.outline().removal(self.text, value)
    }
}

/// What holds for one activity type, or for those without an override.
pub(super) struct Sight<'a> {
    /// The file.
    pub(super) page: &'a Page<'a>,
    /// The type whose override this is.
    pub(super) activity: Option<&'a str>,
    /// What holds.
    pub(super) policy: &'a EffectivePolicy,
    origins: &'a Origins,
    /// What holds for the types of the other overrides, if this is the base.
    pub(super) heirs: Vec<(&'a EffectivePolicy, &'a Origins)>,
    /// What the base was told: codes and messages.
    pub(super) told: &'a [(&'static str, String)],
    compiled: CompiledPolicy,
    courses: [OnceCell<Option<Course>>; 2],
}

/// A value that takes part in a finding: its path, and what is to be seen at it.
pub(super) type Part = (&'static str, &'static str);

impl<'a> Sight<'a> {
    /// Looks at what holds for one activity type.
    pub(super) fn new(
        page: &'a Page<'a>,
        activity: Option<&'a str>,
        policy: &'a EffectivePolicy,
        origins: &'a Origins,
    ) -> Self {
        let compiled = CompiledPolicy::new(policy.clone());
        let courses = [OnceCell::new(), OnceCell::new()];
        Self { page, activity, policy, origins, heirs: Vec::new(), told: &[], compiled, courses }
    }

    /// The policy with its gaps.
    pub(super) fn compiled(&self) -> &CompiledPolicy {
        &self.compiled
    }

    /// How an activity fares that never succeeds; none if that takes too long to find out.
    pub(super) fn course(&self, pace: Pace) -> Option<&Course> {
        let cell = &self.courses[usize::from(pace == Pace::Slowest)];
        cell.get_or_init(|| course(&self.compiled, pace, &self.page.allowance)).as_ref()
    }

    /// Whether a failure is ever followed by another attempt, as far as `retry` says.
    pub(super) fn retries(&self) -> bool {
        self.policy.retry.enabled && self.policy.retry.max_attempts.allows_after(1)
    }

    /// Where a value is written, in this scope or in the one it inherits from.
    pub(super) fn written(&self, path: &str) -> Option<Span> {
        match self.origins.get(path)? {
            Origin::Policy(span) | Origin::Activity(_, span) => Some(*span),
            Origin::Default | Origin::Derived => None,
        }
    }

    /// Where a value is written in this very scope.
    pub(super) fn own(&self, path: &str) -> Option<Span> {
        match self.origins.get(path)? {
            Origin::Policy(span) if self.activity.is_none() => Some(*span),
            Origin::Activity(_, span) if self.activity.is_some() => Some(*span),
            Origin::Policy(_) | Origin::Activity(..) | Origin::Default | Origin::Derived => None,
        }
    }

    /// The types that have the value from here: this scope, and of the base its heirs.
    pub(super) fn holders(&self, path: &str) -> impl Iterator<Item = &'a EffectivePolicy> {
        let inherits = |origins: &Origins| !matches!(origins.get(path), Some(Origin::Activity(..)));
        let heirs = self.heirs.iter().filter(move |(_, origins)| inherits(origins));
        std::iter::once(self.policy).chain(heirs.map(|(policy, _)| *policy))
    }

    /// A finding at the first part that this scope wrote, with labels at the others. None if it
    /// wrote none of them, or inherits what the base was told for already.
    pub(super) fn finding(
        &self,
        rule: &Rule,
        message: String,
        parts: &[Part],
    ) -> Option<Diagnostic> {
        let (main, _) = parts.iter().find(|(path, _)| self.written(path).is_some())?;
        let is_told =
            || self.told.iter().any(|(code, said)| *code == rule.code.id && *said == message);
        if self.own(main).is_none() && is_told() {
            return None;
        }
        let culprit = parts.iter().position(|(path, _)| self.own(path).is_some())?;
        let path = match self.activity {
            None => parts[culprit].0.to_owned(),
            Some(name) => format!("activities.{name}.{}", parts[culprit].0),
        };
        let span = self.own(parts[culprit].0)?;
        let mut finding = Diagnostic::new(rule.code, span, message).at(path);
        for (index, (path, label)) in parts.iter().enumerate() {
            match self.written(path) {
                Some(other) if index != culprit && other != span && !label.is_empty() => {
                    finding = finding.label(other, *label);
                }
                Some(_) | None => {}
            }
        }
        Some(finding)
    }
}
