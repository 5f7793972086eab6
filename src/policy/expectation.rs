//! What policies are expected to decide, as a file says it.

use super::diagnostic::{Diagnostic, Severity, Span};
use super::parse;
use super::syntax;
use crate::model::{Failure, FailureClass, GiveUpReason, Millis};

/// The expectations of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectations {
    /// The policy file, from the directory of this one, and where it is named.
    pub file: (String, Span),
    /// What is expected of it.
    pub tests: Vec<Trial>,
}

/// One activity that fails step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What the test shows.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Which policy, if the file holds several.
    pub policy: Option<String>,
    /// The activity type.
    pub activity: Option<String>,
    /// Whose delays these are, as it is written, and where; absent: everybody's.
    pub identity: Option<(String, Span)>,
    /// The failures and what must follow.
    pub steps: Vec<Step>,
}

/// One failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where it stands.
    pub span: Span,
    /// The failure.
    pub failure: Failure,
    /// How long the attempt ran before it.
    pub took: Millis,
    /// What must follow.
    pub expected: Expectation,
}

/// What must follow a failure; what is not said can be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// Where it stands.
    pub span: Span,
    /// Another attempt.
    pub retry: bool,
    /// The wait before it.
    pub delay: Option<Delays>,
    /// That wait before jitter.
    pub gap: Option<Millis>,
    /// The reason why there is none.
    pub reason: Option<GiveUpReason>,
    /// What the failure means.
    pub class: Option<FailureClass>,
    /// What says so.
    pub by: Option<String>,
    /// What becomes of the activity.
    pub end: Option<End>,
}

impl Expectation {
    /// Expects nothing yet.
    pub(super) fn nothing(span: Span) -> Self {
        Self {
            span,
            retry: false,
            delay: None,
            gap: None,
            reason: None,
            class: None,
            by: None,
            end: None,
        }
    }
}

/// A range of delays, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delays {
    /// The shortest.
    pub low: Millis,
    /// The longest.
    pub high: Millis,
}

/// What becomes of an activity that cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It is kept as a dead letter.
    DeadLetter,
    /// It is not.
    Failed,
}

impl End {
    /// The words for it.
    pub const WORDS: [(&'static str, Self); 2] =
        [("deadLetter", Self::DeadLetter), ("failed", Self::Failed)];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DeadLetter => "deadLetter",
            Self::Failed => "failed",
        }
    }
}

/// Reads a file of expectations: its documents, or all mistakes in it.
pub fn expectations(source: &[u8]) -> Result<Vec<Expectations>, Vec<Diagnostic>> {
    let (mut all, mut found) = (Vec::new(), Vec::new());
    for document in syntax::documents(source) {
        found.extend(document.diagnostics);
        all.extend(document.root.and_then(|root| parse::expectations(&root, &mut found)));
    }
    found.retain(|finding| finding.severity == Severity::Error);
    found.sort_by_key(|finding| finding.span);
    if found.is_empty() { Ok(all) } else { Err(found) }
}
