//! What a rule is: one declaration that the check, `policy explain`, the documentation and the
//! JSON of `policy rules` come from.

use serde::Serialize;

use super::sight::Sight;
use crate::policy::diagnostic::{Code, Diagnostic, Safety};

/// One kind of finding, with all that is said about it.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its identity, severity and reason.
    pub code: Code,
    /// What its fixes are, if it has any.
    pub fix: Option<Safety>,
    /// What it finds, in a few sentences.
    pub what: &'static str,
    /// A file with this finding and no other.
    pub bad: &'static str,
    /// The same file put right: no finding at all.
    pub good: &'static str,
    /// What can be set for it in `wovyr-retry.toml`.
    pub settings: &'static [Setting],
    /// Who finds it.
    pub(super) look: Look,
}

/// Who finds what a rule is about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Look {
    /// The reader of policies: without that its document is no policy.
    Reader,
    /// The rule itself, in what holds for one activity type.
    Policy(fn(&Sight<'_>) -> Option<Diagnostic>),
    /// The same, with a finding for each of several values.
    Values(fn(&Sight<'_>) -> Vec<Diagnostic>),
    /// The check of whole files.
    File,
}

impl Rule {
    /// A rule whose findings come with the reading of a policy.
    pub(super) const fn of_reader(
        code: Code,
        fix: Option<Safety>,
        what: &'static str,
        bad: &'static str,
        good: &'static str,
    ) -> Self {
        Self { code, fix, what, bad, good, settings: &[], look: Look::Reader }
    }

    /// Tells whether the code begins with `prefix`, or the name is it.
    pub fn matches(&self, prefix: &str) -> bool {
        self.code.id.starts_with(prefix) || self.code.name == prefix
    }
}

/// A number that decides about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Its key in `[lint.rules.CODE]`.
    pub key: &'static str,
    /// What it is unless set; durations in milliseconds.
    pub default: u64,
    /// What kind of number.
    pub unit: Unit,
    /// What it decides.
    pub what: &'static str,
}

/// The kind of number that a setting is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A whole number.
    Number,
    /// A duration such as `"24h"`.
    Duration,
}
