//! `policy test FILE…`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::junit::{Case, Outcome, Report, Suite};
use crate::cli::output::{Format, Page, visible};
use crate::cli::policy_file::{PolicyFile, tests_at};
use crate::cli::session::Session;
use crate::policy::diagnostic::{Source, Span};
use crate::policy::expectation::{Expectations, Trial, expectations};
use crate::retry::CompiledPolicy;
use crate::simulate::{Identity, StepReport, hold};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy test payments.test.yaml
  wovyr-retry policy test policies/ -o junit > policies.xml

A test file names a policy file and says what must follow each failure:
  file: payments.yaml
  tests:
    - name: a card charge gives up after the fourth attempt
      activity: ChargeCard
      identity: default/order-1001/run-1/charge   # without it delays hold for everybody
      steps:
        - {fail: 503, expect: {delay: 1078ms}}
        - {fail: timeout, expect: {gap: 2s, delay: 1800ms..2200ms}}
        - {fail: {httpStatus: 429, retryAfter: 30s}, expect: {delay: 30s..33s}}
        - {fail: 503, expect: {reason: MaxAttemptsReached, end: deadLetter}}

Exit code 1 says that a policy does not do what is expected.";

/// The arguments of `policy test`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Test files, or directories (every *.test.yaml and *.test.yml below them)
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
}

/// One test as data.
#[derive(Debug, Serialize)]
struct Outcomes {
    file: String,
    name: String,
    line: usize,
    passed: bool,
    steps: Vec<StepReport>,
    #[serde(skip)]
    faults: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Results {
    tests: Vec<Outcomes>,
    summary: Summary,
    complete: bool,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
}

/// Holds policies to what is expected of them.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let mut tests = Vec::new();
    for path in &args.paths {
        for path in tests_at(path)? {
            run_file(&path, &mut tests)?;
        }
    }
    let passed = tests.iter().filter(|test| test.passed).count();
    let summary = Summary { passed, failed: tests.len() - passed };
    let results = Results { tests, summary, complete: true };
    let printer = &mut session.printer;
    match printer.format() {
        Format::Table | Format::Wide => printer.raw(for_people(&results).as_bytes())?,
        Format::Junit => printer.raw(report(&results).xml().as_bytes())?,
        _ => printer.show(&results, "", &Page::new())?,
    }
    printer.note(&format!("{} passed, {} failed", summary.passed, summary.failed));
    Ok(if summary.failed > 0 { Exit::Refused } else { Exit::Done })
}

fn run_file(path: &Path, tests: &mut Vec<Outcomes>) -> Result<(), CliError> {
    let file = PolicyFile::read(path)?;
    let source = Source::new(&file.name, &file.bytes);
    let documents = expectations(&file.bytes).map_err(|found| {
        let more = if found.len() > 1 {
            format!(" (and {} more)", found.len() - 1)
        } else {
            String::new()
        };
        let (message, hint) = found.first().map_or_else(Default::default, |first| {
            let at = source.position(first.span.start);
            let place = format!("{}:{}:{}", file.name, at.line, at.column);
            (format!("{place}: {}{more}", first.message), first.help.clone())
        });
        CliError::Usage { message, hint }
    })?;
    for Expectations { file: (name, _), tests: trials } in documents {
        let directory = path.parent().unwrap_or(Path::new(""));
        let policies = PolicyFile::read(&directory.join(name))?;
        for trial in &trials {
            tests.push(run_trial(&source, &policies, trial)?);
        }
    }
    Ok(())
}

fn run_trial(
    source: &Source<'_>,
    policies: &PolicyFile,
    trial: &Trial,
) -> Result<Outcomes, CliError> {
    let place = |span: Span| {
        let at = source.position(span.start);
        format!("{}:{}:{}", source.name(), at.line, at.column)
    };
    let policy = policies.policy(trial.policy.as_deref())?;
    let (effective, _) = policy.effective(trial.activity.as_deref());
    let identity = trial.identity.as_ref().map(|(text, span)| {
        text.parse::<Identity>().map_err(|error| {
            let hint = "write TENANT/WORKFLOW/EXECUTION/ACTIVITY";
            CliError::usage(format!("{}: {error}", place(*span)), hint)
        })
    });
    let identity = identity.transpose()?;
    let compiled = CompiledPolicy::new(effective.clone());
    let steps = hold(&compiled, identity.as_ref(), &trial.steps);
    let faults: Vec<String> = steps
        .iter()
        .zip(&trial.steps)
        .flat_map(|(report, step)| {
            let place = place(step.expected.span);
            report.mismatches.iter().map(move |mismatch| {
                format!("{place}: after attempt {}: {mismatch}", report.attempt)
            })
        })
        .collect();
    Ok(Outcomes {
        file: source.name().to_owned(),
        name: trial.name.clone(),
        line: source.position(trial.span.start).line,
        passed: faults.is_empty(),
        steps,
        faults,
    })
}

fn for_people(results: &Results) -> String {
    let mut text = String::new();
    for test in &results.tests {
        let verdict = if test.passed { "ok    " } else { "FAILED" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{verdict}  {}: {}", visible(&test.file), visible(&test.name));
        for fault in &test.faults {
            let _ = writeln!(text, "        {}", visible(fault));
        }
    }
    text
}

fn report(results: &Results) -> Report {
    let by_file = results.tests.chunk_by(|a, b| a.file == b.file);
    let suites = by_file.map(|tests| Suite {
        name: tests.first().map(|test| test.file.clone()).unwrap_or_default(),
        cases: tests.iter().map(case).collect(),
    });
    Report { name: "policy test", suites: suites.collect() }
}

fn case(test: &Outcomes) -> Case {
    let outcome = match test.faults.first() {
        None => Outcome::Passed(None),
        Some(first) => Outcome::Failed(first.clone(), test.faults.join("\n")),
    };
    Case { name: test.name.clone(), line: Some(test.line), outcome }
}
