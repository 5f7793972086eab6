//! Findings as GitHub workflow commands, which annotate a change.

use crate::cli::output::visible;
use crate::policy::diagnostic::{Finding, Severity};

/// `::warning file=p.yaml,line=3,…::message`, on one line.
pub(super) fn command(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let Finding { line, column, end_line, end_column, .. } = finding;
    // GitHub takes columns only within one line.
    let columns = if line == end_line {
        format!(",col={column},endColumn={end_column}")
    } else {
        String::new()
    };
    let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!(
        "::{level} file={},line={line},endLine={end_line}{columns},title={}::{}\n",
        property(&finding.file),
        property(&format!("{} {}", finding.code, finding.name)),
        data(&format!("{}{help}", finding.message)),
    )
}

fn data(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
