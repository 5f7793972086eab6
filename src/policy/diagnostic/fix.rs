//! How a finding is mended: replaced bytes, so that comments and formatting stay.

use serde::Serialize;

use super::Span;

/// A change of the text after which its finding is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it needs a person's judgement.
    pub safety: Safety,
    /// What it does, as an order such as "remove it". Text from the file in it is escaped.
    pub title: String,
    /// The replacements; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Whether a fix needs a person's judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// The policy decides as before.
    Safe,
    /// The policy decides as was probably meant.
    Unsafe,
}

/// A range of bytes and what stands there afterwards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The bytes of the original file; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Fix {
    /// A fix that replaces one range.
    pub fn replace(
        safety: Safety,
        title: impl Into<String>,
        span: Span,
        text: impl Into<String>,
    ) -> Self {
        let edits = vec![Edit { span, text: text.into() }];
        Self { safety, title: title.into(), edits }
    }
}
