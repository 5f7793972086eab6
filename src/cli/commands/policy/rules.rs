//! `policy rules`.

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::{Cell, Column, Shape, Tail};
use crate::cli::session::Session;
use crate::lint::{RULES, Rule, Unit};
use crate::policy::diagnostic::{Safety, Severity};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy rules
  wovyr-retry policy rules -o json";

/// The arguments of `policy rules`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

/// A rule as data.
#[derive(Debug, Serialize)]
pub(super) struct RuleView {
    code: &'static str,
    name: &'static str,
    severity: Severity,
    fix: Option<Safety>,
    what: &'static str,
    why: &'static str,
    bad: &'static str,
    good: &'static str,
    settings: Vec<SettingView>,
}

#[derive(Debug, Serialize)]
struct SettingView {
    key: &'static str,
    /// Durations in milliseconds.
    default: u64,
    unit: Unit,
    what: &'static str,
}

impl RuleView {
    /// Takes what is said about a rule.
    pub(super) fn new(rule: &Rule) -> Self {
        let settings = rule.settings.iter().map(|setting| SettingView {
            key: setting.key,
            default: setting.default,
            unit: setting.unit,
            what: setting.what,
        });
        Self {
            code: rule.code.id,
            name: rule.code.name,
            severity: rule.code.severity,
            fix: rule.fix,
            what: rule.what,
            why: rule.code.why,
            bad: rule.bad,
            good: rule.good,
            settings: settings.collect(),
        }
    }

    fn fix(&self) -> &'static str {
        match self.fix {
            None => "-",
            Some(Safety::Safe) => "safe",
            Some(Safety::Unsafe) => "unsafe",
        }
    }
}

/// A rule in a list.
static SHAPE: Shape<RuleView> = Shape {
    plural: "rules",
    columns: &[
        Column::new("CODE", |rule: &RuleView| Cell::text(&rule.code)),
        Column::new("NAME", |rule| Cell::text(&rule.name)),
        Column::new("SEVERITY", |rule| Cell::text(&rule.severity)),
        Column::new("FIX", |rule| Cell::text(&rule.fix())),
        Column::wide("WHY", |rule| Cell::text(&rule.why)),
    ],
    name: |rule| rule.code.to_owned(),
};

/// Lists the rules.
pub(crate) fn run(session: &mut Session, _: &Args) -> Result<Exit, CliError> {
    let mut rows = session.printer.rows(&SHAPE)?;
    for rule in RULES.iter() {
        rows.push(&RuleView::new(rule))?;
    }
    rows.finish(Tail::default())?;
    Ok(Exit::Done)
}
