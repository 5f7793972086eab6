//! Floor 1: The predicate language of `--where`: lexer, parser, typed tree, in-memory test.
//!
//! ```text
//! type = "ChargeCard" and attempts > 3 and error.message ~ "*timeout*" and age < 2h
//! ```
//! Conditions are joined by `and`. Text takes `=`, `!=` and `~` (a glob of `*` and `?` over the
//! whole value, case-sensitive); numbers and durations take `=`, `!=`, `<`, `<=`, `>` and `>=`.

mod error;
mod field;
mod glob;
mod lexer;
mod parser;
mod predicate;
mod source;

pub use error::{QueryError, QueryErrorKind};
pub use field::{DurationField, Field, FieldSet, NumberField, TextField};
pub use glob::glob_matches;
pub use parser::{MAX_TERMS, MAX_TEXT_BYTES};
pub use predicate::{Compare, Predicate, Term, TextTest};
pub use source::FieldSource;
