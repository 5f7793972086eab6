//! All rules, by their codes.

use std::sync::LazyLock;

use super::rule::Rule;
use super::rules::{OF_CHECK, OF_READER};

/// All rules, in the order of their codes.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut rules: Vec<Rule> = OF_READER.concat();
    rules.extend_from_slice(OF_CHECK);
    rules.sort_by_key(|rule| rule.code.id);
    rules
});

/// Finds a rule by its code, in either case, or its name.
pub fn rule(word: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code.id.eq_ignore_ascii_case(word) || rule.code.name == word)
}
