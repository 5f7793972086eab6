//! `policy diff A B`.

use serde::Serialize;

use crate::cli::engine::{self, Engine};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Grid, Page};
use crate::cli::policy_ref::PolicyRef;
use crate::cli::session::Session;
use crate::diff::{Change, Difference, Gravity, Subject, compare};
use crate::policy::Policy;

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy diff payments.yaml payments-new.yaml
  wovyr-retry policy diff payments@3 payments@4
  wovyr-retry policy diff payments@live payments.yaml --exit-code

Policies are compared by what they do. `breaking`: work that a later attempt saved may be given up,
or its evidence is lost. `behavioural`: other decisions. `cosmetic`: texts for people.
Comments, order and spelled-out defaults show nothing.";

/// The arguments of `policy diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The policy before: a file, NAME@VERSION, or NAME@live
    #[arg(value_name = "A")]
    before: PolicyRef,
    /// The policy after
    #[arg(value_name = "B")]
    after: PolicyRef,
    /// Which policy, where a file holds several
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// Exit 1 if there is a behavioural or breaking change
    #[arg(long)]
    exit_code: bool,
}

/// A comparison as data.
#[derive(Serialize)]
struct Compared {
    before: String,
    after: String,
    gravity: Option<Gravity>,
    differences: Vec<Difference>,
    complete: bool,
}

/// Compares two policies by what they do.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    engine::call(session, async |session, engine| {
        let compared = read_and_compare(args, engine).await?;
        let gravity = compared.gravity;
        session.printer.show(&compared, "diff", &page(&compared))?;
        let is_found = args.exit_code && gravity >= Some(Gravity::Behavioural);
        Ok(if is_found { Exit::Refused } else { Exit::Done })
    })
}

async fn read_and_compare(args: &Args, engine: &Engine) -> Result<Compared, CliError> {
    let policy = args.policy.as_deref();
    let (before, old) = args.before.read(engine, policy).await?;
    let (after, new) = args.after.read(engine, policy).await?;
    let mut differences = compare(&old.set, &new.set);
    let texts = metadata(&old, &new);
    if !texts.is_empty() {
        differences.push(Difference { activity_type: None, changes: texts });
    }
    let changes = differences.iter().flat_map(|difference| &difference.changes);
    let gravity = changes.map(|change| change.gravity).max();
    Ok(Compared { before, after, gravity, differences, complete: true })
}

/// Changes of texts for people.
fn metadata(old: &Policy, new: &Policy) -> Vec<Change> {
    let text = |value: Option<&String>| value.cloned().unwrap_or_else(|| "none".to_owned());
    let labels = |policy: &Policy| {
        let labels = policy.labels.iter().map(|(name, value)| format!("{name}={value}"));
        labels.collect::<Vec<_>>().join(", ")
    };
    [
        ("metadata.name", text(old.name.as_ref()), text(new.name.as_ref())),
        ("metadata.description", text(old.description.as_ref()), text(new.description.as_ref())),
        ("metadata.labels", labels(old), labels(new)),
    ]
    .into_iter()
    .filter(|(_, before, after)| before != after)
    .map(|(path, before, after)| Change {
        gravity: Gravity::Cosmetic,
        subject: Subject::Metadata,
        path: Some(path.to_owned()),
        before,
        after,
    })
    .collect()
}

fn page(compared: &Compared) -> Page {
    if compared.differences.is_empty() {
        let Compared { before, after, .. } = compared;
        return Page::new().sentence(format!("{before} and {after} behave alike."));
    }
    let mut grid = Grid::new("", &["CHANGE", "FOR", "WHAT", "BEFORE", "AFTER"]);
    for Difference { activity_type, changes } in &compared.differences {
        for change in changes {
            let what = change.path.as_deref().unwrap_or(change.subject.as_str());
            grid.push([
                Cell::text(change.gravity.as_str()),
                Cell::text(activity_type.as_deref().unwrap_or("*")),
                Cell::text(what),
                Cell::text(&change.before),
                Cell::text(&change.after),
            ]);
        }
    }
    Page::new().grid(grid)
}
