//! What an import says beside the policies: nothing is changed or dropped silently.

use serde::Serialize;

use crate::policy::diagnostic::{Code, Diagnostic, Severity, Span};

/// What happened to a value of the imported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// The same meaning in our words.
    Normalised,
    /// Another meaning: the nearest that a policy can say.
    Changed,
    /// It has no counterpart, or the other system ignores it too.
    Lost,
    /// Nothing was done to it, but its author should know what it does.
    Noticed,
    /// It makes its rule one that the other system refuses; the rule was not imported.
    Refused,
}

impl NoteKind {
    /// The word on the screen and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normalised => "normalised",
            Self::Changed => "changed",
            Self::Lost => "lost",
            Self::Noticed => "noticed",
            Self::Refused => "refused",
        }
    }

    const fn severity(self) -> Severity {
        match self {
            // They say what the import did, not that the file is wrong.
            Self::Normalised | Self::Changed | Self::Lost => Severity::Info,
            Self::Noticed => Severity::Warning,
            Self::Refused => Severity::Error,
        }
    }

    /// What kind of finding it is unless something more exact is known.
    const fn code(self) -> Code {
        match self {
            Self::Normalised => NORMALISED,
            Self::Changed => CHANGED,
            Self::Lost => LOST,
            Self::Noticed => NOTICED,
            Self::Refused => REFUSED,
        }
    }
}

/// One value of the imported file and what happened to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What happened.
    pub kind: NoteKind,
    /// What kind of finding that is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where the value stands, in bytes of the imported file.
    pub span: Span,
    /// What was done, and why. Text from the file in it is escaped.
    pub message: String,
}

impl Note {
    pub(super) fn new(kind: NoteKind, span: Span, message: impl Into<String>) -> Self {
        Self { kind, code: kind.code(), severity: kind.severity(), span, message: message.into() }
    }

    /// Names the kind of finding more exactly. The other system takes the file as it is, so it is
    /// no error.
    pub(super) fn coded(mut self, code: Code) -> Self {
        self.severity = self.severity.max(code.severity.min(Severity::Warning));
        self.code = code;
        self
    }

    /// Makes an error of it.
    pub(super) fn error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// The note as a finding about the imported file.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut finding = Diagnostic::new(self.code, self.span, self.message.as_str());
        finding.severity = self.severity;
        finding
    }
}

/// Every code that only imports give, in order.
pub const IMPORT_CODES: &[Code] =
    &[OVERFLOW, JITTER_AFTER_CAP, BOTH_LIMITS, NORMALISED, CHANGED, LOST, NOTICED, REFUSED, UNUSED];

const fn code(id: &'static str, name: &'static str, severity: Severity, why: &'static str) -> Code {
    Code { id, name, severity, why }
}

pub(super) const OVERFLOW: Code = code(
    "WR203",
    "arithmetic-overflow",
    Severity::Error,
    "Without a cap the delay leaves 64-bit nanoseconds, and engines then wait for nothing at all.",
);
pub(super) const JITTER_AFTER_CAP: Code = code(
    "WR205",
    "jitter-after-cap",
    Severity::Warning,
    "Jitter that is added after the cap makes delays longer than the cap.",
);
pub(super) const BOTH_LIMITS: Code = code(
    "WR307",
    "attempts-and-duration-combination",
    Severity::Warning,
    "Some systems stop at the first of two limits, others only when both are reached.",
);
const NORMALISED: Code = code(
    "WR801",
    "import-normalised",
    Severity::Info,
    "A value of another system that a policy writes differently.",
);
const CHANGED: Code = code(
    "WR802",
    "import-changed",
    Severity::Info,
    "A value of another system that a policy can only come near to.",
);
const LOST: Code = code(
    "WR803",
    "import-lost",
    Severity::Info,
    "A value of another system that has no counterpart in a policy.",
);
const NOTICED: Code = code(
    "WR804",
    "import-noticed",
    Severity::Warning,
    "The other system does something here that its file does not say.",
);
const REFUSED: Code =
    code("WR805", "import-refused", Severity::Error, "A rule that the other system refuses too.");
pub(super) const UNUSED: Code = code(
    "WR901",
    "unused-policy",
    Severity::Warning,
    "A definition that nothing refers to, or a reference to nothing.",
);
