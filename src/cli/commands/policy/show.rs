//! `policy show POLICY`.

use serde::Serialize;
use serde_json::Value;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Format, Grid, Page};
use crate::cli::policy_ref::PolicyRef;
use crate::cli::session::Session;
use crate::policy::diagnostic::Source;
use crate::policy::{Origin, Origins, emit};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy show payments.yaml
  wovyr-retry policy show payments.yaml --activity ChargeCard --origins
  wovyr-retry policy show payments.yaml -o yaml > effective.yaml
  wovyr-retry policy show payments@live";

/// The arguments of `policy show`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A policy file, - for standard input, or NAME@VERSION or NAME@live of the engine
    #[arg(value_name = "POLICY")]
    target: PolicyRef,
    /// Which policy, if the file holds several
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// What holds for this activity type
    #[arg(long, value_name = "TYPE")]
    activity: Option<String>,
    /// Where each value comes from
    #[arg(long)]
    origins: bool,
}

/// An effective policy as data.
#[derive(Serialize)]
struct Shown<'a, D> {
    name: Option<&'a str>,
    version: Option<u32>,
    digest: String,
    activity_type: Option<&'a str>,
    effective: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    origins: Option<Value>,
}

/// Shows every effective value of a policy.
pub(crate) fn run(session: &mut Session, args: &Args) -> Result<Exit, CliError> {
    let file = args.target.open(session)?;
    let policy = file.policy(args.policy.as_deref())?;
    let activity = args.activity.as_deref();
    let (effective, origins) = policy.effective(activity);
    if let Some(activity) = activity.filter(|name| !policy.overrides.contains_key(*name)) {
        session.printer.note(&format!(
            "the policy has no override for `{activity}`: these are the values for every type"
        ));
    }
    let source = Source::new(&file.name, &file.bytes);
    let name = policy.name.as_deref();
    let document = emit::document(effective);
    // YAML is for files: there it is the policy itself, unless origins are asked for.
    if session.printer.format() == Format::Yaml && !args.origins {
        session.printer.show(&document, "", &Page::new())?;
        return Ok(Exit::Done);
    }
    let shown = Shown {
        name,
        version: policy.version,
        digest: policy.set.digest(),
        activity_type: activity,
        effective: document,
        origins: args.origins.then(|| as_data(origins, &source)),
    };
    let values = emit::values(effective);
    let page = page(&values, origins, args.origins.then_some(&source));
    session.printer.show(&shown, name.unwrap_or(&file.name), &page)?;
    Ok(Exit::Done)
}

/// The settings in document order, those that are not set last.
fn page(values: &[(String, String)], origins: &Origins, source: Option<&Source<'_>>) -> Page {
    let unset = origins.keys().filter(|path| values.iter().all(|(set, _)| set != *path));
    let settings = values
        .iter()
        .map(|(path, value)| (path.as_str(), Cell::text(value)))
        .chain(unset.map(|path| (*path, Cell::Empty)));
    let Some(source) = source else {
        let mut grid = Grid::new("", &["SETTING", "VALUE"]);
        for (path, value) in settings {
            grid.push([Cell::text(path), value]);
        }
        return Page::new().grid(grid);
    };
    let mut grid = Grid::new("", &["SETTING", "VALUE", "ORIGIN"]);
    for (path, value) in settings {
        let origin = origins.get(path).map(|origin| in_words(origin, source));
        grid.push([Cell::text(path), value, Cell::maybe(origin, Cell::Text)]);
    }
    Page::new().grid(grid)
}

fn in_words(origin: &Origin, source: &Source<'_>) -> String {
    let place = |span: &crate::policy::diagnostic::Span| {
        let at = source.position(span.start);
        format!("{}:{}:{}", source.name(), at.line, at.column)
    };
    match origin {
        Origin::Default => "default".to_owned(),
        Origin::Derived => "derived".to_owned(),
        Origin::Policy(span) => place(span),
        Origin::Activity(name, span) => format!("{} (override for {name})", place(span)),
    }
}

fn as_data(origins: &Origins, source: &Source<'_>) -> Value {
    let entries = origins.iter().map(|(path, origin)| {
        let (from, span, activity) = match origin {
            Origin::Default => ("default", None, None),
            Origin::Derived => ("derived", None, None),
            Origin::Policy(span) => ("policy", Some(span), None),
            Origin::Activity(name, span) => ("activity", Some(span), Some(name)),
        };
        let place = span.map(|span| source.position(span.start));
        let entry = serde_json::json!({
            "from": from,
            "activity_type": activity,
            "line": place.map(|place| place.line),
            "column": place.map(|place| place.column),
        });
        ((*path).to_owned(), entry)
    });
    Value::Object(entries.collect())
}
