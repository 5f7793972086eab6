//! `policy lint PATH…`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::foreign_file;
use crate::cli::output::{Cell, Column, Format, Page, Shape, Tail};
use crate::cli::policy_file::{PolicyFile, STDIN, files_at};
use crate::cli::session::Session;
use crate::policy::diagnostic::{
    Colour, Diagnostic, Finding, Findings, Severity, Source, Summary, concise, full,
};
use crate::policy::import::{FormatChoice, ImportError, import};
use crate::policy::load;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy lint policies/
  wovyr-retry policy lint payments.yaml -o concise
  cat payments.yaml | wovyr-retry policy lint - --stdin-filename payments.yaml -o json

Exit code 1 says that there are findings at or above --fail-on, 2 that an input cannot be read.";

/// The arguments of `policy lint`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, directories (every *.yaml and *.yml below them), or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What standard input is called in the findings
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    /// The files are another system's: lint what they would become (dapr, argo-workflows, auto, …)
    #[arg(long, value_name = "FORMAT")]
    from: Option<FormatChoice>,
    /// The mildest finding that makes the exit code 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Warning)]
    fail_on: FailOn,
}

/// The mildest finding that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Errors only.
    Error,
    /// Warnings, too.
    Warning,
    /// Everything.
    Info,
}

impl FailOn {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

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

/// Everything that was read, and what could not be.
#[derive(Default)]
struct Inputs {
    files: Vec<(PolicyFile, Vec<Diagnostic>)>,
    unreadable: Vec<CliError>,
}

/// Looks for mistakes in policy files.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let inputs = read(args);
    let findings: Vec<Finding> = inputs
        .files
        .iter()
        .flat_map(|(file, found)| {
            let source = Source::new(&file.name, &file.bytes);
            found.iter().map(|one| Finding::new(&source, one)).collect::<Vec<_>>()
        })
        .collect();
    let worst = findings.iter().map(|finding| finding.severity).max();
    let findings = Findings::complete(findings);
    let summary = findings.summary;
    write(session, &inputs, &findings)?;
    session.printer.note(&sum_up(summary, inputs.files.len()));
    let exit = match worst {
        Some(worst) if worst >= args.fail_on.severity() => Exit::Refused,
        Some(_) | None => Exit::Done,
    };
    Ok(inputs.unreadable.iter().fold(exit, |exit, error| {
        session.printer.fail(error);
        exit.worst(error.exit())
    }))
}

fn read(args: &Args) -> Inputs {
    let mut inputs = Inputs::default();
    let mut seen = BTreeSet::new();
    for path in &args.paths {
        let files = match files_at(path) {
            Ok(files) => files,
            Err(error) => {
                inputs.unreadable.push(error);
                continue;
            }
        };
        // A file that is named twice is read once.
        for file in files.into_iter().filter(|file| seen.insert(file.clone())) {
            match PolicyFile::read(&file) {
                Ok(mut read) => {
                    if let (Some(name), true) = (&args.stdin_filename, file == Path::new(STDIN)) {
                        read.name.clone_from(name);
                    }
                    match findings(&read, args.from) {
                        Ok(found) => inputs.files.push((read, found)),
                        Err(error) => inputs.unreadable.push(error),
                    }
                }
                Err(error) => inputs.unreadable.push(error),
            }
        }
    }
    inputs
}

/// What is wrong with a file; of another system's, what happens to it and what is wrong then.
fn findings(file: &PolicyFile, from: Option<FormatChoice>) -> Result<Vec<Diagnostic>, CliError> {
    let Some(from) = from else { return Ok(load(&file.bytes).diagnostics) };
    match import(&file.bytes, from) {
        Ok(imported) => Ok(imported.diagnostics(|text| load(text).diagnostics)),
        Err(ImportError::Unreadable(finding)) => Ok(vec![*finding]),
        Err(error @ (ImportError::OtherFormat { .. } | ImportError::Unclear)) => {
            Err(foreign_file::refusal(file, &error))
        }
    }
}

fn write(session: &mut Session, inputs: &Inputs, findings: &Findings) -> Result<(), CliError> {
    let printer = &mut session.printer;
    match printer.format() {
        Format::Table | Format::Wide | Format::Full => {
            let colour = if printer.is_styled() { Colour::Styled } else { Colour::Plain };
            for (file, found) in &inputs.files {
                let source = Source::new(&file.name, &file.bytes);
                for one in found {
                    printer.raw(format!("{}\n\n", full(&source, one, colour)).as_bytes())?;
                }
            }
        }
        Format::Concise => {
            for (file, found) in &inputs.files {
                let source = Source::new(&file.name, &file.bytes);
                for one in found {
                    printer.raw(format!("{}\n", concise(&source, one)).as_bytes())?;
                }
            }
        }
        Format::Json | Format::Yaml => match inputs.unreadable.first() {
            None => printer.show(findings, "", &Page::new())?,
            Some(error) => printer.show_incomplete(findings, error)?,
        },
        Format::Jsonl | Format::Csv => {
            let mut rows = printer.rows(&FINDINGS)?;
            for finding in &findings.findings {
                rows.push(finding)?;
            }
            rows.finish(Tail::default())?;
        }
        Format::Name => {
            let files: BTreeSet<&String> = findings.findings.iter().map(|f| &f.file).collect();
            let mut rows = printer.rows(&FILES)?;
            for file in files {
                rows.push(file)?;
            }
            rows.finish(Tail::default())?;
        }
    }
    Ok(())
}

/// `2 errors, 1 warning in 3 files`.
fn sum_up(summary: Summary, files: usize) -> String {
    let count = |number: usize, noun: &str| {
        (number > 0).then(|| format!("{number} {noun}{}", if number == 1 { "" } else { "s" }))
    };
    let parts: Vec<String> = [
        count(summary.error, "error"),
        count(summary.warning, "warning"),
        (summary.info > 0).then(|| format!("{} info", summary.info)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let found = if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") };
    format!("{found} in {files} file{}", if files == 1 { "" } else { "s" })
}
