//! The typed tree of a predicate, its canonical text and its test in memory.

use std::fmt::{self, Write};

use super::field::{DurationField, Field, NumberField, TextField};
use super::{FieldSource, glob_matches};
use crate::model::{Millis, Timestamp};

/// Conditions that must all hold; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    terms: Vec<Term>,
}

/// One condition.
///
/// A value that the record does not have is no value: it equals nothing, is like nothing, is
/// neither less nor greater, and so only `!=` holds for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// About text.
    Text {
        /// The field.
        field: TextField,
        /// The test.
        test: TextTest,
        /// What it is tested against.
        value: String,
    },
    /// About a number.
    Number {
        /// The field.
        field: NumberField,
        /// The comparison.
        compare: Compare,
        /// What it is compared with.
        value: u32,
    },
    /// About a span of time as of the asking.
    Duration {
        /// The field.
        field: DurationField,
        /// The comparison.
        compare: Compare,
        /// What it is compared with.
        value: Millis,
    },
}

/// A test of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextTest {
    /// `=`: the same, byte for byte.
    Is,
    /// `!=`: not the same, or not there.
    IsNot,
    /// `~`: covered by the glob ([`glob_matches`]).
    Like,
}

/// A comparison of numbers or spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `=`
    Equal,
    /// `!=`; also if there is no value.
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl TextTest {
    fn as_str(self) -> &'static str {
        match self {
            Self::Is => "=",
            Self::IsNot => "!=",
            Self::Like => "~",
        }
    }

    fn holds(self, have: Option<&str>, want: &str) -> bool {
        match self {
            Self::Is => have == Some(want),
            Self::IsNot => have != Some(want),
            Self::Like => have.is_some_and(|text| glob_matches(want, text)),
        }
    }
}

impl Compare {
    /// The operator, as the language and SQL write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }

    fn holds<T: Ord + Copy>(self, have: Option<T>, want: T) -> bool {
        match self {
            Self::Equal => have.is_some_and(|have| have == want),
            Self::NotEqual => have.is_none_or(|have| have != want),
            Self::Less => have.is_some_and(|have| have < want),
            Self::AtMost => have.is_some_and(|have| have <= want),
            Self::Greater => have.is_some_and(|have| have > want),
            Self::AtLeast => have.is_some_and(|have| have >= want),
        }
    }
}

impl Term {
    fn holds(&self, record: &impl FieldSource, now: Timestamp) -> bool {
        match self {
            Self::Text { field, test, value } => {
                test.holds(record.text(field, now).as_deref(), value)
            }
            Self::Number { field, compare, value } => compare.holds(record.number(*field), *value),
            Self::Duration { field, compare, value } => {
                compare.holds(record.duration(*field, now), *value)
            }
        }
    }
}

impl Predicate {
    /// Makes a predicate of at least one condition.
    pub(super) fn of(terms: Vec<Term>) -> Self {
        Self { terms }
    }

    /// The conditions, in the order written; never empty.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Tells whether a condition is about this text field.
    pub fn asks_about(&self, wanted: &TextField) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Text { field, .. } if field == wanted))
    }

    /// Tells whether a record fulfils every condition at `now`.
    pub fn matches(&self, record: &impl FieldSource, now: Timestamp) -> bool {
        self.terms.iter().all(|term| term.holds(record, now))
    }
}

/// Writes a text as the language quotes it.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { field, test, value } => {
                let field = Field::Text(field.clone());
                write!(f, "{field} {} {}", test.as_str(), quoted(value))
            }
            Self::Number { field, compare, value } => {
                write!(f, "{} {} {value}", Field::Number(*field), compare.as_str())
            }
            Self::Duration { field, compare, value } => {
                write!(f, "{} {} {value}", Field::Duration(*field), compare.as_str())
            }
        }
    }
}

impl fmt::Display for Predicate {
    /// Writes the canonical text, which reads back as the same predicate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" and ")?;
            }
            term.fmt(f)?;
        }
        Ok(())
    }
}
