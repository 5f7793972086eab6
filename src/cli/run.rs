//! From the words of a command line to an exit code.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;

use super::app::{Cli, Command};
use super::commands::{
    activity, completions, demo, dlq, metrics, op, policy, serve, simulate, worker,
};
use super::error::CliError;
use super::exit::Exit;
use super::output::{Format, Printer};
use super::session::{Environment, Session};

/// Parses a command line, its program name first, and carries it out.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, &words).into(),
    };
    let mut session = Session::new(&cli.global, Environment::of_process());
    // The hook has told what happened; the document and the exit code are still to be settled.
    let outcome = catch_unwind(AssertUnwindSafe(|| dispatch(&mut session, cli.command)))
        .unwrap_or(Err(CliError::Internal));
    let exit = match outcome {
        Ok(exit) => exit,
        Err(error) => {
            session.printer.fail(&error);
            error.exit()
        }
    };
    exit.into()
}

fn dispatch(session: &mut Session, command: Command) -> Result<Exit, CliError> {
    let is_lint = matches!(command, Command::Policy(policy::Command::Lint(_)));
    let is_test = matches!(command, Command::Policy(policy::Command::Test(_)));
    let fits = match session.printer.format() {
        Format::Full | Format::Concise | Format::Sarif | Format::Github => is_lint,
        Format::Junit => is_lint || is_test,
        Format::Table
        | Format::Wide
        | Format::Json
        | Format::Jsonl
        | Format::Yaml
        | Format::Csv
        | Format::Name => true,
    };
    if !fits {
        return Err(CliError::usage(
            "this command does not have this output format",
            "use one of table, wide, json, jsonl, yaml, csv, name",
        ));
    }
    match command {
        Command::Demo(args) => demo::run(session, &args),
        Command::Serve(args) => serve::run(session, args),
        Command::Worker(args) => worker::run(session, &args),
        Command::Policy(verb) => match verb {
            policy::Command::Lint(args) => policy::lint::run(session, &args),
            policy::Command::Explain(args) => policy::explain::run(session, &args),
            policy::Command::Rules(args) => policy::rules::run(session, &args),
            policy::Command::Schema(args) => policy::schema::run(session, &args),
            policy::Command::Test(args) => policy::test::run(session, &args),
            policy::Command::Show(args) => policy::show::run(session, &args),
            policy::Command::Import(args) => policy::import::run(session, &args),
            policy::Command::Publish(args) => policy::publish::run(session, &args),
            policy::Command::List(args) => policy::list::run(session, &args),
            policy::Command::Activate(args) => policy::activate::run(session, &args),
            policy::Command::Rollback(args) => policy::rollback::run(session, &args),
            policy::Command::History(args) => policy::history::run(session, &args),
            policy::Command::Verify(args) => policy::verify::run(session, &args),
            policy::Command::Lock(args) => policy::lock::run(session, &args),
            policy::Command::Diff(args) => policy::diff::run(session, &args),
        },
        Command::Simulate(args) => simulate::run(session, &args),
        Command::Activity(verb) => match verb {
            activity::Command::List(args) => activity::list::run(session, &args),
            activity::Command::Show(args) => activity::show::run(session, &args),
        },
        Command::Dlq(verb) => match verb {
            dlq::Command::List(args) => dlq::list::run(session, &args),
            dlq::Command::Show(args) => dlq::show::run(session, &args),
            dlq::Command::Replay(args) => dlq::replay::run(session, &args),
            dlq::Command::Purge(args) => dlq::purge::run(session, &args),
        },
        Command::Op(verb) => match verb {
            op::Command::List(args) => op::list::run(session, &args),
            op::Command::Show(args) => op::show::run(session, &args),
            op::Command::Watch(args) => op::watch::run(session, &args),
        },
        Command::Metrics(args) => metrics::run(session, &args),
        Command::Completions(args) => completions::run(session, &args),
    }
}

/// Answers a command line that asks for help or cannot be parsed.
fn refuse(error: &clap::Error, words: &[OsString]) -> Exit {
    let is_json = asks_for_json(words);
    let mut printer = Printer::for_refusals(is_json, &Environment::of_process());
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let text = error.render();
    if is_help {
        let text = if printer.is_styled() { text.ansi().to_string() } else { text.to_string() };
        // A closed pipe leaves nobody to tell.
        let _ = printer.raw(text.as_bytes());
        return Exit::Done;
    }
    let text = text.to_string();
    if is_json {
        let (message, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
        let tip = rest.lines().find_map(|line| line.trim().strip_prefix("tip: "));
        printer.fail(&CliError::Usage {
            message: message.trim_start_matches("error: ").trim_end().to_owned(),
            hint: tip.map(str::to_owned),
        });
    } else {
        printer.say(text.trim_end());
    }
    Exit::Usage
}

/// Tells whether a command line that cannot be parsed asks for a JSON document.
fn asks_for_json(words: &[OsString]) -> bool {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let is_json = |value: &str| matches!(value, "json" | "jsonl");
    words.iter().any(|word| {
        word.strip_prefix("--output=")
            .or_else(|| word.strip_prefix("-o").map(|rest| rest.trim_start_matches('=')))
            .is_some_and(is_json)
    }) || words.windows(2).any(|pair| matches!(pair[0], "-o" | "--output") && is_json(pair[1]))
}
