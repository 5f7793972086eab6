//! What the arguments ask for.

use super::args::Instead;
use super::policy_args::Subject;
use super::{Args, compare, fleet, model, schedule, solve};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::session::Session;

/// Shows what the arguments ask for.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    if let Some(Instead::Model(model)) = &args.instead {
        return model::run(session, model);
    }
    if !args.compare.is_empty() {
        return compare::run(session, args);
    }
    let subject = subject(session, args)?;
    let is_other = args.solve.is_some() || args.what_if.is_given() || args.fleet.fleet.is_some();
    if subject.foreign.is_some() && is_other {
        return Err(CliError::usage(
            "rules of another system are simulated as they are",
            "import them first: `policy import --from FORMAT FILE > policy.yaml`",
        ));
    }
    if let Some(goal) = &args.solve {
        return solve::run(session, args, &subject, goal);
    }
    match args.fleet.fleet(&args.conditions.outages, &subject.effective)? {
        Some(fleet) => fleet::run(session, args, subject, fleet),
        None => schedule::run(session, args, subject),
    }
}

/// The one policy that is simulated.
fn subject(session: &mut Session, args: &Args) -> Result<Subject, CliError> {
    match &args.policy.file {
        Some(file) if file.as_os_str() == "model" && !file.exists() => Err(CliError::usage(
            "`model` comes right after `simulate`, before any option",
            "write `simulate model NAME -o json`",
        )),
        Some(file) => args.what_if.over(args.policy.read(session, file)?),
        None if args.what_if.is_given() || args.solve.is_some() => args.what_if.alone(),
        None => Err(CliError::usage(
            "no policy to simulate",
            "name a file, or describe one: simulate --strategy exponential --initial 1s --max 8s \
             --attempts 5",
        )),
    }
}
