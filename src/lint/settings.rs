//! Which rules count, and by which numbers.

use std::collections::BTreeMap;

use super::registry::RULES;
use super::rule::{Rule, Setting};
use crate::model::Millis;
use crate::policy::diagnostic::Code;

/// Which rules count, and by which numbers. The default: all, by their defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Rules that count: prefixes of codes, or names.
    pub select: Vec<String>,
    /// Rules that do not count although they are selected.
    pub ignore: Vec<String>,
    /// Numbers that differ from their defaults, by code and key.
    pub numbers: BTreeMap<(&'static str, &'static str), u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { select: vec!["WR".to_owned()], ignore: Vec::new(), numbers: BTreeMap::new() }
    }
}

/// A selection that fits no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule has the name `{0}`, or a code that begins with it")]
pub struct UnknownRule(pub String);

impl Settings {
    /// Checks that a prefix or name fits a rule.
    pub fn known(prefix: &str) -> Result<(), UnknownRule> {
        let fits = !prefix.is_empty() && RULES.iter().any(|rule| rule.matches(prefix));
        if fits { Ok(()) } else { Err(UnknownRule(prefix.to_owned())) }
    }

    /// Tells whether findings of a code count. The longest prefix that fits decides, so that one
    /// rule of an ignored group can be selected; of two as long ignoring wins.
    pub fn wants(&self, code: Code) -> bool {
        let longest = |prefixes: &[String]| {
            let fits = |p: &&String| code.id.starts_with(p.as_str()) || code.name == p.as_str();
            prefixes.iter().filter(fits).map(String::len).max()
        };
        longest(&self.select) > longest(&self.ignore)
    }

    /// The number that holds for a setting.
    pub(super) fn number(&self, rule: &Rule, setting: &Setting) -> u64 {
        self.numbers.get(&(rule.code.id, setting.key)).copied().unwrap_or(setting.default)
    }

    /// The duration that holds for a setting.
    pub(super) fn duration(&self, rule: &Rule, setting: &Setting) -> Millis {
        Millis(self.number(rule, setting))
    }
}
