//! The findings in every form.

use std::collections::BTreeSet;

use super::counted;
use super::github;
use super::inputs::{Input, Inputs};
use super::sarif::Log;
use crate::cli::error::CliError;
use crate::cli::output::junit::{Case, Outcome, Report, Suite};
use crate::cli::output::{Cell, Column, Format, Page, Shape, Tail};
use crate::cli::session::Session;
use crate::policy::diagnostic::{Colour, Finding, Findings, Severity, concise, full};

/// A finding in a list.
static FINDINGS: Shape<Finding> = Shape {
    plural: "findings",
    columns: &[
        Column::new("FILE", |finding: &Finding| Cell::text(&finding.file)),
        Column::new("LINE", |finding| Cell::Count(finding.line as u64)),
        Column::new("COLUMN", |finding| Cell::Count(finding.column as u64)),
        Column::new("SEVERITY", |finding| Cell::text(&finding.severity)),
        Column::new("CODE", |finding| Cell::text(&finding.code)),
        Column::new("NAME", |finding| Cell::text(&finding.name)),
        Column::new("MESSAGE", |finding| Cell::text(&finding.message)),
        Column::new("HELP", |finding| Cell::maybe(finding.help.clone(), Cell::Text)),
    ],
    name: |finding| finding.file.clone(),
};

/// A file with findings.
static FILES: Shape<String> = Shape {
    plural: "files",
    columns: &[Column::new("FILE", |file: &String| Cell::text(file))],
    name: String::clone,
};

/// Writes what was found; `limit` says what fails a file.
pub(super) fn write(
    session: &mut Session,
    inputs: &Inputs,
    limit: impl Fn(&Input) -> Severity,
) -> Result<(), CliError> {
    let printer = &mut session.printer;
    let findings = || inputs.files.iter().flat_map(Input::findings);
    match printer.format() {
        Format::Table | Format::Wide | Format::Full => {
            let colour = if printer.is_styled() { Colour::Styled } else { Colour::Plain };
            for input in inputs.files.iter().filter(|input| !input.found.is_empty()) {
                let source = input.source();
                let shown = input.found.iter().map(|one| full(&source, one, colour) + "\n\n");
                printer.raw(shown.collect::<String>().as_bytes())?;
            }
        }
        Format::Concise => {
            for input in inputs.files.iter().filter(|input| !input.found.is_empty()) {
                let lines = concise_lines(input).into_iter().map(|line| line + "\n");
                printer.raw(lines.collect::<String>().as_bytes())?;
            }
        }
        Format::Github => {
            for finding in findings() {
                printer.raw(github::command(&finding).as_bytes())?;
            }
        }
        Format::Sarif => printer.document(&Log::new(inputs))?,
        Format::Junit => printer.raw(report(inputs, limit).xml().as_bytes())?,
        Format::Json | Format::Yaml => {
            let findings = Findings::complete(findings().collect());
            match inputs.unreadable.first() {
                None => printer.show(&findings, "", &Page::new())?,
                Some(error) => printer.show_incomplete(&findings, error)?,
            }
        }
        Format::Jsonl | Format::Csv => {
            let mut rows = printer.rows(&FINDINGS)?;
            for finding in findings() {
                rows.push(&finding)?;
            }
            rows.finish(Tail::default())?;
        }
        Format::Name => {
            let files: BTreeSet<String> = findings().map(|finding| finding.file).collect();
            let mut rows = printer.rows(&FILES)?;
            for file in &files {
                rows.push(file)?;
            }
            rows.finish(Tail::default())?;
        }
    }
    Ok(())
}

/// The findings of a file, one a line.
pub(super) fn concise_lines(input: &Input) -> Vec<String> {
    if input.found.is_empty() {
        return Vec::new();
    }
    let source = input.source();
    input.found.iter().map(|one| concise(&source, one)).collect()
}

fn report(inputs: &Inputs, limit: impl Fn(&Input) -> Severity) -> Report {
    let suite = |input: &Input| {
        let cases = input.findings().into_iter().map(|finding| case(&finding, limit(input)));
        let mut cases: Vec<Case> = cases.collect();
        if cases.is_empty() {
            let name = "no findings".to_owned();
            cases.push(Case { name, line: None, outcome: Outcome::Passed(None) });
        }
        Suite { name: input.file.name.clone(), cases }
    };
    let mut suites: Vec<Suite> = inputs.files.iter().map(suite).collect();
    suites.extend(inputs.unreadable.iter().map(|error| {
        let outcome = Outcome::Broken(error.to_string());
        let case = Case { name: "readable".to_owned(), line: None, outcome };
        Suite { name: error.to_string(), cases: vec![case] }
    }));
    Report { name: "policy lint", suites }
}

fn case(finding: &Finding, limit: Severity) -> Case {
    let Finding { file, line, column, severity, message, .. } = finding;
    let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let text = format!("{file}:{line}:{column}: {severity}: {message}{help}");
    let outcome = if *severity >= limit {
        Outcome::Failed(message.clone(), text)
    } else {
        Outcome::Passed(Some(text))
    };
    Case { name: format!("{} {}", finding.code, finding.name), line: Some(*line), outcome }
}

/// `2 errors, 1 warning in 3 files`.
pub(super) fn summary(inputs: &Inputs) -> String {
    let of = |severity| {
        let found = inputs.files.iter().flat_map(|input| &input.found);
        found.filter(|one| one.severity == severity).count()
    };
    let (errors, warnings, infos) =
        (of(Severity::Error), of(Severity::Warning), of(Severity::Info));
    let parts: Vec<String> = [
        (errors > 0).then(|| counted(errors, "error", "s")),
        (warnings > 0).then(|| counted(warnings, "warning", "s")),
        (infos > 0).then(|| format!("{infos} info")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let found = if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") };
    format!("{found} in {}", counted(inputs.files.len(), "file", "s"))
}
