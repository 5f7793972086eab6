//! `policy import --from FORMAT FILE`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::foreign_file;
use crate::cli::output::{Cell, Column, Format, Page, Shape, Tail};
use crate::cli::policy_file::PolicyFile;
use crate::cli::session::Session;
use crate::policy::diagnostic::{Source, Span};
use crate::policy::import::{
    ForeignSchedule, FormatChoice, Import, ImportedPolicy, Note, NoteKind,
};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy import --from dapr resiliency.yaml
  wovyr-retry policy import --from step-functions order.asl.json --out policies/
  cat queue.yaml | wovyr-retry policy import --from cloud-tasks - -o json

Formats: argo-cd, argo-workflows, cloud-tasks, dapr, step-functions, temporal, wovyr; auto takes the
one whose marks the file bears. The policies go to standard output, and what was changed, normalised
or lost on the way to standard error. Exit code 3 says that some rules could not be imported.";

/// The arguments of `policy import`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of the other system, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The other system
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    from: FormatChoice,
    /// Write each policy to a file of its own in this directory; files that are there stay
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// An imported policy as data.
#[derive(Serialize)]
struct Row {
    name: String,
    original: String,
    line: usize,
    column: usize,
    policy: serde_json::Value,
    schedule: ForeignSchedule,
    notes: Vec<NoteRow>,
}

/// A note as data.
#[derive(Serialize)]
struct NoteRow {
    kind: NoteKind,
    code: &'static str,
    line: usize,
    column: usize,
    message: String,
}

/// Everything as one document.
#[derive(Serialize)]
struct Whole {
    from: &'static str,
    policies: Vec<Row>,
    notes: Vec<NoteRow>,
    complete: bool,
}

static ROWS: Shape<Row> = Shape {
    plural: "policies",
    columns: &[
        Column::new("NAME", |row: &Row| Cell::text(&row.name)),
        Column::new("ORIGINAL", |row| Cell::text(&row.original)),
        Column::new("LINE", |row| Cell::Count(row.line as u64)),
        Column::new("NOTES", |row| Cell::Count(row.notes.len() as u64)),
    ],
    name: |row| row.name.clone(),
};

/// Makes policies of the retry rules of another system.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let file = PolicyFile::read(&args.file)?;
    let import = foreign_file::read(&file, args.from)?;
    let source = Source::new(&file.name, &file.bytes);
    match &args.out {
        Some(directory) => write_files(session, &import, &source, directory)?,
        None => print(session, &import, &source)?,
    }
    for note in import.all_notes() {
        session.printer.note(&line(&source, note));
    }
    if import.policies.is_empty() {
        session.printer.note(&format!("{}: no retry rule was imported", source.name()));
    }
    let is_refused = import.notes.iter().any(|note| note.kind == NoteKind::Refused);
    Ok(if is_refused { Exit::Partial } else { Exit::Done })
}

/// `file:line:column: changed: message`.
fn line(source: &Source<'_>, note: &Note) -> String {
    let at = source.position(note.span.start);
    let kind = note.kind.as_str();
    format!("{}:{}:{}: {kind}: {}", source.name(), at.line, at.column, note.message)
}

fn print(session: &mut Session, import: &Import, source: &Source<'_>) -> Result<(), CliError> {
    let printer = &mut session.printer;
    match printer.format() {
        Format::Table
        | Format::Wide
        | Format::Full
        | Format::Concise
        | Format::Sarif
        | Format::Github
        | Format::Junit
        | Format::Yaml => {
            for (index, policy) in import.policies.iter().enumerate() {
                let separator = if index == 0 { "" } else { "---\n" };
                let text = text_of(policy, import, source)?;
                printer.raw(format!("{separator}{text}").as_bytes())?;
            }
        }
        Format::Json => {
            let whole = Whole {
                from: import.format.name,
                policies: rows(import, source)?,
                notes: import.notes.iter().map(|note| note_row(source, note)).collect(),
                complete: true,
            };
            printer.show(&whole, "", &Page::new())?;
        }
        Format::Jsonl | Format::Csv | Format::Name => {
            let policies = rows(import, source)?;
            let mut list = printer.rows(&ROWS)?;
            for row in &policies {
                list.push(row)?;
            }
            list.finish(Tail::default())?;
        }
    }
    Ok(())
}

fn rows(import: &Import, source: &Source<'_>) -> Result<Vec<Row>, CliError> {
    import.policies.iter().map(|policy| row(source, policy)).collect()
}

fn row(source: &Source<'_>, policy: &ImportedPolicy) -> Result<Row, CliError> {
    let (line, column) = place(source, policy.span);
    Ok(Row {
        name: policy.name.clone(),
        original: policy.original.clone(),
        line,
        column,
        policy: serde_json::to_value(policy.document()).map_err(io::Error::from)?,
        schedule: policy.schedule,
        notes: policy.notes.iter().map(|note| note_row(source, note)).collect(),
    })
}

fn note_row(source: &Source<'_>, note: &Note) -> NoteRow {
    let (line, column) = place(source, note.span);
    let Note { kind, code, message, .. } = note;
    NoteRow { kind: *kind, code: code.id, line, column, message: message.clone() }
}

fn place(source: &Source<'_>, span: Span) -> (usize, usize) {
    let at = source.position(span.start);
    (at.line, at.column)
}

fn text_of(
    policy: &ImportedPolicy,
    import: &Import,
    source: &Source<'_>,
) -> Result<String, CliError> {
    policy.file(import, source).map_err(|error| CliError::Unwritable(io::Error::other(error)))
}

/// Writes the policies, none of them over a file that is there.
fn write_files(
    session: &mut Session,
    import: &Import,
    source: &Source<'_>,
    directory: &Path,
) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(CliError::Unwritable)?;
    for policy in &import.policies {
        let path = directory.join(format!("{}.yaml", policy.name));
        let text = text_of(policy, import, source)?;
        let mut file = File::create_new(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => CliError::usage(
                format!("{} is there already", path.display()),
                "move it away, or name another directory with --out",
            ),
            _ => CliError::Unwritable(error),
        })?;
        file.write_all(text.as_bytes()).map_err(CliError::Unwritable)?;
        session.printer.note(&format!("wrote {}", path.display()));
    }
    Ok(())
}
