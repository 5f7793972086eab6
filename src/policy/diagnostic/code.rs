//! The codes of parse and validation findings, as one table.

use std::fmt;

use serde::Serialize;

/// How bad a finding is; ordered from the mildest to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Probably not what was meant.
    Warning,
    /// The policy cannot be used.
    Error,
}

impl Severity {
    /// The word on the screen and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The stable identity of a kind of finding. Lint rules declare their own beside [`CODES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code {
    /// `WR` and three digits; never given to anything else.
    pub id: &'static str,
    /// The kebab-case name.
    pub name: &'static str,
    /// The severity unless something milder or worse is said.
    pub severity: Severity,
    /// Why it is a mistake, in one sentence.
    pub why: &'static str,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

macro_rules! codes {
    ($($id:ident $constant:ident $name:literal $severity:ident $why:literal)*) => {
        impl Code {
            $(
                #[doc = $why]
                pub const $constant: Self = Self {
                    id: stringify!($id),
                    name: $name,
                    severity: Severity::$severity,
                    why: $why,
                };
            )*
        }

        /// Every code that reading and validating a policy can give, in order.
        pub const CODES: &[Code] = &[$(Code::$constant),*];
    };
}

codes! {
    WR001 DUPLICATE_KEY "duplicate-key" Error
        "A key stands twice in one map, and one of its values would be lost (YAML 1.2 §3.2.1)."
    WR002 UNKNOWN_KEY "unknown-key" Error
        "A key that policies do not have; what it was meant to set keeps its default."
    WR003 YAML11_BOOLEAN "yaml11-boolean" Error
        "An unquoted yes, no, on, off, y or n is a boolean in YAML 1.1 and a text in YAML 1.2."
    WR004 SEXAGESIMAL_OR_OCTAL "sexagesimal-or-octal" Error
        "`1:30` and `010` are different numbers in YAML 1.1 and YAML 1.2."
    WR005 MERGE_KEY "merge-key" Error
        "A `<<` key hides values, and YAML engines disagree on it."
    WR006 LIMIT_EXCEEDED "limit-exceeded" Error
        "The file is larger, deeper or more repetitive than a policy can be."
    WR007 FORBIDDEN_CHARACTER "forbidden-character" Error
        "A tab that indents, a control character or a byte that is not UTF-8."
    WR009 EMPTY_DOCUMENT "empty-document" Warning
        "A document without a policy, often left by a trailing `---`."
    WR010 WRONG_SCALAR_TYPE "wrong-scalar-type" Error
        "A number, a boolean, a text or null stands where another type belongs."
    WR011 INVALID_YAML "invalid-yaml" Error
        "The text is not YAML."
    WR012 INVALID_VALUE "invalid-value" Error
        "A text that is none of the values its key can have."
    WR013 NOT_ALLOWED_HERE "not-allowed-here" Error
        "A value of the whole execution cannot differ by activity type."
    WR014 MISSING_KEY "missing-key" Error
        "A map lacks a key without which it means nothing."
    WR015 CONFLICTING_VALUES "conflicting-values" Error
        "Two values, each possible alone, contradict each other."
    WR016 WRONG_STRUCTURE "wrong-structure" Error
        "A map, a list or a single value stands where another of them belongs."
    WR017 TAG "tag" Error
        "A YAML tag changes the type of a value; a policy has no use for one."
    WR101 DURATION_WITHOUT_UNIT "duration-without-unit" Error
        "A bare number is seconds in one system, milliseconds or nanoseconds in another."
    WR102 AMBIGUOUS_UNIT "ambiguous-unit" Error
        "A unit or notation that systems read differently; `M` is minutes here, months there."
    WR103 ZERO_OR_NEGATIVE_DELAY "zero-or-negative-delay" Error
        "A delay of nothing makes a busy loop."
    WR104 MAX_LESS_THAN_INITIAL "max-less-than-initial" Error
        "The cap of the delays lies below the first of them."
    WR105 MULTIPLIER_BELOW_ONE "multiplier-below-one" Error
        "Delays would shrink towards nothing."
    WR108 OUT_OF_RANGE "non-finite-or-out-of-range" Error
        "A number or duration outside the range that its key allows."
    WR110 ATTEMPTS_ZERO "attempts-zero" Error
        "Zero attempts means none in one system and unlimited in another."
    WR303 UNBOUNDED_RETRY "unbounded-retry" Error
        "Unlimited attempts without a budget or a workflow timeout never end."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_sorted_and_names_are_unique() {
        assert!(CODES.windows(2).all(|pair| pair[0].id < pair[1].id));
        let names: std::collections::BTreeSet<_> = CODES.iter().map(|code| code.name).collect();
        assert_eq!(names.len(), CODES.len());
        assert!(CODES.iter().all(|code| code.id.len() == 5 && code.id.starts_with("WR")));
    }
}
