//! `policy lint PATH…`.

mod config;
mod github;
mod inputs;
mod mending;
mod sarif;
mod write;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use config::{Choices, Configs};
use inputs::{Input, Inputs};
use mending::{Mending, Tally, mend_all};

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::Format;
use crate::cli::policy_file::STDIN;
use crate::cli::session::Session;
use crate::policy::diagnostic::{Safety, Severity};
use crate::policy::import::FormatChoice;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy lint policies/
  wovyr-retry policy lint payments.yaml --fix
  wovyr-retry policy lint policies/ --unsafe-fixes --diff
  wovyr-retry policy lint policies/ -o sarif > lint.sarif
  cat payments.yaml | wovyr-retry policy lint - --stdin-filename payments.yaml -o json

The nearest wovyr-retry.toml above each file says which rules count there. A comment
`# wovyr-retry: ignore[WR204] reason` suppresses a rule at its place.

Exit code 1 says that there are findings at or above --fail-on, or with --diff that something
would change; 2 that an input or a configuration cannot be read. With -o sarif findings are data
and the exit code is 0.";

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
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    from: Option<FormatChoice>,
    /// The mildest finding that makes the exit code 1; warning unless a configuration says otherwise
    #[arg(long, value_enum, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    /// The rules that count, by the beginnings of their codes or by name
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    select: Option<Vec<String>>,
    /// Rules that do not count, besides those of the configuration
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// The configuration for all files, instead of the nearest wovyr-retry.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Apply the fixes after which each policy decides as before
    #[arg(long)]
    fix: bool,
    /// Apply the fixes that need a person's judgement, too
    #[arg(long)]
    unsafe_fixes: bool,
    /// Show what fixes would change, and change nothing
    #[arg(long)]
    diff: bool,
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

impl Args {
    /// The mildest finding that fails a file.
    fn limit(&self, input: &Input) -> Severity {
        let of_line = self.fail_on.map(FailOn::severity);
        of_line.or(input.fail_on).unwrap_or(Severity::Warning)
    }

    fn up_to(&self) -> Safety {
        if self.unsafe_fixes { Safety::Unsafe } else { Safety::Safe }
    }
}

/// Looks for mistakes in policy files, and mends them if asked to.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let mends = args.fix || args.unsafe_fixes || args.diff;
    let is_filter = mends && args.paths.iter().any(|path| path == Path::new(STDIN));
    if is_filter && args.paths.len() > 1 {
        return Err(CliError::usage(
            "with fixes standard input goes alone: its text is the output",
            "mend the files in a second call",
        ));
    }
    let choices = Choices {
        config: args.config.clone(),
        select: args.select.clone(),
        ignore: args.ignore.clone(),
    };
    let mut configs = Configs::new(choices)?;
    let mut inputs =
        Inputs::read(&args.paths, args.stdin_filename.as_deref(), args.from, &mut configs)?;
    let mut tally = Tally::default();
    if mends {
        let how = if args.diff { Mending::Show } else { Mending::Write };
        tally = mend_all(&mut session.printer, &mut inputs, args.up_to(), how)?;
    }
    if !(args.diff || is_filter) {
        write::write(session, &inputs, |input| args.limit(input))?;
    }
    sum_up(session, &inputs, args, tally, is_filter);
    let fails = |input: &Input| input.found.iter().any(|one| one.severity >= args.limit(input));
    let refused = inputs.files.iter().any(fails) || (args.diff && tally.fixes > 0);
    let exit = match session.printer.format() {
        Format::Sarif => Exit::Done,
        _ if refused => Exit::Refused,
        _ => Exit::Done,
    };
    Ok(inputs.unreadable.iter().fold(exit, |exit, error| {
        session.printer.fail(error);
        exit.worst(error.exit())
    }))
}

/// Says on standard error what there is in numbers, and of a filter what is left to be found.
fn sum_up(session: &mut Session, inputs: &Inputs, args: &Args, tally: Tally, is_filter: bool) {
    if is_filter && !args.diff {
        for line in inputs.files.iter().flat_map(write::concise_lines) {
            session.printer.note(&line);
        }
    }
    if tally.fixes > 0 {
        let verb = if args.diff { "would be applied" } else { "applied" };
        let (fixes, files) = (counted(tally.fixes, "fix", "es"), counted(tally.files, "file", "s"));
        session.printer.note(&format!("{fixes} {verb} in {files}"));
    }
    session.printer.note(&write::summary(inputs));
}

/// `1 file`, `2 files`.
fn counted(number: usize, noun: &str, plural: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { plural })
}
