//! Why a text is not a predicate, and where.

use unicode_width::UnicodeWidthStr;

use super::FieldSet;

/// A text that is not a predicate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}{}", suggested(.suggestion.as_deref()))]
pub struct QueryError {
    /// What is wrong.
    pub kind: QueryErrorKind,
    /// Byte offset in the text at which the fault starts.
    pub offset: usize,
    /// Length of the fault in bytes; 0 at the end of the text.
    pub length: usize,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

fn suggested(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"))
}

/// The kinds of fault in a predicate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryErrorKind {
    /// Nothing was written.
    #[error("the predicate is empty")]
    Empty,
    /// More than [`super::MAX_TEXT_BYTES`].
    #[error("the predicate is {0} bytes long; the limit is {limit}", limit = super::MAX_TEXT_BYTES)]
    TooLong(usize),
    /// More than [`super::MAX_TERMS`].
    #[error("a predicate has at most {} conditions", super::MAX_TERMS)]
    TooManyTerms,
    /// Characters that nothing starts with.
    #[error("`{}` does not belong here", .0.escape_debug())]
    Stray(String),
    /// An opening quote without its closing one.
    #[error("the text has no closing `\"`")]
    UnclosedText,
    /// A backslash before something that needs none.
    #[error("an escape is one of \\\" \\\\ \\n \\r \\t \\u{{HEX}}")]
    UnknownEscape,
    /// A condition has to start here.
    #[error("a field is missing here")]
    MissingField,
    /// The listed thing has no such field.
    #[error("{set} have no field `{}`; they have {}", .name.escape_debug(), known(*.set))]
    UnknownField {
        /// What was written.
        name: String,
        /// What is listed.
        set: FieldSet,
    },
    /// A field without an operator behind it.
    #[error("an operator is missing here: one of {allowed}")]
    MissingOperator {
        /// The operators of the field.
        allowed: &'static str,
    },
    /// An operator that the field's kind does not have.
    #[error("`{field}` takes {allowed}, not `{operator}`")]
    WrongOperator {
        /// The field.
        field: String,
        /// What was written.
        operator: &'static str,
        /// The operators of the field.
        allowed: &'static str,
    },
    /// A value of another kind, or none.
    #[error("`{field}` is compared with {expected}")]
    WrongValue {
        /// The field.
        field: String,
        /// What has to stand here.
        expected: &'static str,
    },
    /// A word that the field never holds.
    #[error("`{field}` is never `{}`; it is one of {known}", .word.escape_debug())]
    UnknownWord {
        /// The field.
        field: String,
        /// What was written.
        word: String,
        /// Every word there is.
        known: String,
    },
    /// Something other than `and` between two conditions.
    #[error("conditions are joined by `and`")]
    MissingAnd,
}

fn known(set: FieldSet) -> String {
    let names: Vec<&str> = set.names().chain(["metadata.KEY"]).collect();
    names.join(", ")
}

impl QueryError {
    /// Shows the fault below the text: the text, a line of carets, what was probably meant.
    ///
    /// Characters that could disturb a terminal are shown as escapes. `text` is the one parsed.
    pub fn render(&self, text: &str) -> String {
        const BEFORE: usize = 60;
        const SHOWN: usize = 100;
        let start = floor_boundary(text, self.offset);
        let end = floor_boundary(text, self.offset.saturating_add(self.length)).max(start);
        let from = floor_boundary(text, start.saturating_sub(BEFORE));
        let to = floor_boundary(text, from + SHOWN).max(start);
        let lead = if from > 0 { "…" } else { "" };
        let trail = if to < text.len() { "…" } else { "" };
        let line = format!("{lead}{}{trail}", visible(&text[from..to]));
        let indent = lead.width() + visible(&text[from..start]).width();
        let carets = visible(&text[start..end.min(to)]).width().max(1);
        let hint = match &self.suggestion {
            Some(meant) => format!(" did you mean `{}`?", visible(meant)),
            None => String::new(),
        };
        let kind = &self.kind;
        format!("{kind}\n  {line}\n  {}{}{hint}", " ".repeat(indent), "^".repeat(carets))
    }
}

/// The nearest character boundary at or before `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Escapes what is not printable, and leaves quotes and backslashes alone.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '\'' | '\\') {
            shown.push(c);
        } else {
            shown.extend(c.escape_debug());
        }
    }
    shown
}

/// The known word that is closest to `word`, if one is close.
pub(super) fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let folded = word.to_lowercase().replace('-', "_");
    let allowed = (folded.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_owned())
}
