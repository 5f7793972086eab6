//! Findings on the wire.

use serde::Serialize;

use super::{Diagnostic, Edit, Fix, Safety, Severity, Source};

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The code, e.g. `WR002`.
    pub code: &'static str,
    /// Its name, e.g. `unknown-key`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The file, as it was named.
    pub file: String,
    /// The line of the first character, from 1.
    pub line: usize,
    /// The column of the first character, from 1, in Unicode scalar values.
    pub column: usize,
    /// The line after the last character, from 1.
    pub end_line: usize,
    /// The column after the last character, from 1.
    pub end_column: usize,
    /// The offset of the first character, in bytes.
    pub offset: usize,
    /// The place in the document.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// How to mend it; `null` if a person has to.
    pub fix: Option<Mending>,
}

impl Finding {
    /// Makes the wire form of a finding.
    pub fn new(source: &Source<'_>, diagnostic: &Diagnostic) -> Self {
        let start = source.position(diagnostic.span.start);
        let end = source.position(diagnostic.span.end);
        Self {
            code: diagnostic.code.id,
            name: diagnostic.code.name,
            severity: diagnostic.severity,
            file: source.name().to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: diagnostic.span.start,
            path: diagnostic.path.clone(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            fix: diagnostic.fix.as_ref().map(|fix| Mending::new(source, fix)),
        }
    }
}

/// A fix on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mending {
    /// Whether it needs a person's judgement.
    pub safety: Safety,
    /// What it does.
    pub message: String,
    /// The replacements.
    pub edits: Vec<Replacement>,
}

/// One replacement of a fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replacement {
    /// The line of the first character that goes, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
    /// The line after the last character that goes, from 1.
    pub end_line: usize,
    /// The column after it, from 1.
    pub end_column: usize,
    /// The offset of the first byte that goes.
    pub offset: usize,
    /// The offset after the last byte that goes.
    pub end_offset: usize,
    /// What stands there afterwards.
    pub text: String,
}

impl Mending {
    fn new(source: &Source<'_>, fix: &Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| Replacement::new(source, edit)).collect();
        Self { safety: fix.safety, message: fix.title.clone(), edits }
    }
}

impl Replacement {
    fn new(source: &Source<'_>, edit: &Edit) -> Self {
        let start = source.position(edit.span.start);
        let end = source.position(edit.span.end);
        Self {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: edit.span.start,
            end_offset: edit.span.end,
            text: edit.text.clone(),
        }
    }
}

/// How many findings there are of each severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Summary {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// The rest.
    pub info: usize,
}

/// All findings on the wire: one valid document, also when there are none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// The findings, by file and place.
    pub findings: Vec<Finding>,
    /// Their numbers.
    pub summary: Summary,
    /// False if it was interrupted.
    pub complete: bool,
}

impl Findings {
    /// Counts the findings and says that they are all.
    pub fn complete(findings: Vec<Finding>) -> Self {
        let mut summary = Summary::default();
        for finding in &findings {
            match finding.severity {
                Severity::Error => summary.error += 1,
                Severity::Warning => summary.warning += 1,
                Severity::Info => summary.info += 1,
            }
        }
        Self { findings, summary, complete: true }
    }
}
