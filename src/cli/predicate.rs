//! Predicates on the command line, refused before anything is sent if they are wrong.

use crate::query::{FieldSet, Predicate};

/// Checks a predicate over activities; gives its text back.
pub(crate) fn activities(text: &str) -> Result<String, String> {
    check(text, FieldSet::Activities)
}

/// Checks a predicate over dead letters; gives its text back.
pub(crate) fn dead_letters(text: &str) -> Result<String, String> {
    check(text, FieldSet::DeadLetters)
}

fn check(text: &str, fields: FieldSet) -> Result<String, String> {
    match Predicate::parse(text, fields) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.render(text)),
    }
}
