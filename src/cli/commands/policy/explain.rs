//! `policy explain CODE`.

use super::rules::RuleView;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Format, Page};
use crate::cli::session::Session;
use crate::lint::rule;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy explain WR204
  wovyr-retry policy explain no-jitter";

/// The arguments of `policy explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The code or the name of a rule
    #[arg(value_name = "CODE")]
    code: String,
}

/// Shows the page of a rule.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let Some(rule) = rule(&args.code) else {
        return Err(CliError::usage(
            format!("no rule is called `{}`", args.code),
            "`wovyr-retry policy rules` lists them",
        ));
    };
    match session.printer.format() {
        Format::Table | Format::Wide => session.printer.raw(rule.page().as_bytes())?,
        _ => session.printer.show(&RuleView::new(rule), rule.code.id, &Page::new())?,
    }
    Ok(Exit::Done)
}
