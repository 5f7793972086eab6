//! `policy verify [NAME]`.

use crate::api::{PolicyCheck, PolicyChecks};
use crate::cli::engine::{self, until_interrupted};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::session::Session;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy verify
  wovyr-retry policy verify payments

Every version's digest is computed again from its canonical form, and its text is read again: what
was published must still be what is stored. Exit 1 if something is not.";

/// The arguments of `policy verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The policy; all unless given
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Checks that stored versions are what was published.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let PolicyChecks { mut checks } =
            until_interrupted(engine.client.verify_policies()).await??;
        if let Some(name) = &args.name {
            checks.retain(|check| check.name == *name);
            if checks.is_empty() {
                return Err(CliError::usage(
                    format!("no version of `{name}` is published"),
                    "`policy list` shows what is",
                ));
            }
        }
        let faults = checks.iter().filter(|check| check.fault.is_some()).count();
        let page = Page::new().grid(grid(&checks)).sentence(match faults {
            0 => format!("All {} versions are what was published.", checks.len()),
            faults => format!("{faults} of {} versions are not what was published.", checks.len()),
        });
        session.printer.show(&PolicyChecks { checks }, "policies", &page)?;
        Ok(if faults == 0 { Exit::Done } else { Exit::Refused })
    })
}

fn grid(checks: &[PolicyCheck]) -> Grid {
    let mut grid = Grid::new("", &["POLICY", "VERSION", "DIGEST", "FAULT"]);
    for check in checks {
        grid.push([
            Cell::text(&check.name),
            Cell::Count(check.version.into()),
            Cell::text(&check.digest),
            Cell::maybe(check.fault.clone(), Cell::Text),
        ]);
    }
    grid
}
