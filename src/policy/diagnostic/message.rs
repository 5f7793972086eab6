//! What one finding says.

use super::{Code, Fix, Severity, Span};

/// One thing that is wrong with a policy file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing.
    pub code: Code,
    /// How bad it is here.
    pub severity: Severity,
    /// Where, in bytes of the original file.
    pub span: Span,
    /// Where in the document, e.g. `retry.maxAtempts`; empty for the whole of it. Raw: it can hold
    /// keys from the file.
    pub path: String,
    /// What is wrong. Text from the file in it is escaped.
    pub message: String,
    /// What to do about it. Text from the file in it is escaped.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub labels: Vec<Label>,
    /// How to mend it without thinking, where that is possible.
    pub fix: Option<Fix>,
}

/// A second place that a finding refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where, in bytes of the original file.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

impl Diagnostic {
    /// Makes a finding of a code's own severity, without path, help and labels.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            span,
            path: String::new(),
            message: message.into(),
            help: None,
            labels: Vec::new(),
            fix: None,
        }
    }

    /// Says where in the document it is.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fix = fix.into();
        self
    }

    /// Points to a second place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }
}
