//! The arguments of `simulate`, in groups.

use std::path::PathBuf;

use super::fleet_args::FleetArgs;
use super::model;
use super::policy_args::PolicyArgs;
use super::what_if::WhatIfArgs;
use crate::cli::output::Format;
use crate::cli::session::Session;
use crate::model::{Millis, Timestamp};
use crate::simulate::{
    Conditions, Draws, Ends, FailRate, Goal, Identity, Outage, Outcome, RetryAfter, Runs,
};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry simulate payments.yaml --activity ChargeCard
  wovyr-retry simulate payments.yaml --as default/order-1001/run-1/charge -o json
  wovyr-retry simulate --strategy exponential --initial 1s --max 8s --attempts 5 --jitter full
  wovyr-retry simulate payments.yaml --failures 503,timeout,ok --runtime 300ms
  wovyr-retry simulate payments.yaml --outage 0s..40s --runs 100000
  wovyr-retry simulate payments.yaml --jitter off --chart --svg payments.svg
  wovyr-retry simulate payments.yaml --solve 'attempts<=10, last-delay<=5m'
  wovyr-retry simulate payments.yaml --fleet 10000 --capacity 500/s --outage 0s..30s --runs 20
  wovyr-retry simulate --compare payments.yaml payments@3
  wovyr-retry simulate model contention

With --as the delays are those that the engine will record for that activity.";

/// The arguments of `simulate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(super) instead: Option<Instead>,
    #[command(flatten)]
    pub(super) policy: PolicyArgs,
    #[command(flatten)]
    pub(super) what_if: WhatIfArgs,
    #[command(flatten)]
    pub(super) conditions: ConditionArgs,
    #[command(flatten)]
    pub(super) draws: DrawArgs,
    #[command(flatten)]
    pub(super) view: ViewArgs,
    #[command(flatten)]
    pub(super) fleet: FleetArgs,
    /// Proposes parameters instead: attempts, first-delay, last-delay and window (all delays
    /// together) with =, <= or >=, such as 'attempts<=10, window=2h'; values given stay as given
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["runs", "chart", "svg", "compare"])]
    #[arg(help_heading = "Other questions")]
    pub(super) solve: Option<Goal>,
    /// Shows two or three policies side by side: files, or NAME@VERSION of the engine
    #[arg(long, value_name = "POLICY", num_args = 2..=3, conflicts_with = "file")]
    #[arg(help_heading = "Other questions")]
    pub(super) compare: Vec<PathBuf>,
}

/// What is simulated instead of a policy.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Instead {
    /// Reproduce a published model of retries, or list them
    Model(model::Args),
}

impl Args {
    /// The most rows of a table; machines get all.
    pub(super) fn shown(&self, session: &Session) -> usize {
        let for_people = matches!(session.printer.format(), Format::Table | Format::Wide);
        if for_people && !self.view.all { SHOWN } else { usize::MAX }
    }
}

/// The most attempts that people see without `--all`.
const SHOWN: usize = 100;

/// What happens to the attempts.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What happens to the attempts (unless given: each fails at once)")]
pub(super) struct ConditionArgs {
    /// How they end, in order: an HTTP status, timeout, crash, a failure type such as
    /// `CardDeclined` or `HttpError:busy`, ok; the last holds for the rest
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["outages", "fail_rate"])]
    failures: Vec<Outcome>,
    /// Attempts that start from FROM until before TO fail with HTTP 503, others succeed; may be
    /// repeated
    #[arg(id = "outages", long = "outage", value_name = "FROM..TO")]
    pub(super) outages: Vec<Outage>,
    /// The share of attempts outside an outage that fail with HTTP 503, such as 0.3 or 30%
    #[arg(long, value_name = "SHARE")]
    fail_rate: Option<FailRate>,
    /// The downstream asks for this wait with every failure, or with that of one attempt: 10s@2;
    /// may be repeated
    #[arg(long, value_name = "WAIT[@ATTEMPT]", value_delimiter = ',')]
    retry_after: Vec<RetryAfter>,
    /// How long an attempt runs, unless the policy's activity timeout ends it first
    #[arg(long, value_name = "DURATION", value_parser = Millis::parse)]
    runtime: Option<Millis>,
}

impl ConditionArgs {
    /// What is asked for.
    pub(super) fn conditions(&self) -> Conditions {
        let ends = if !self.failures.is_empty() {
            Ends::Script(self.failures.clone())
        } else if self.outages.is_empty() && self.fail_rate.is_none() {
            Ends::AllFail
        } else {
            let rate = self.fail_rate.unwrap_or(FailRate::NONE);
            Ends::Chance { outages: self.outages.clone(), rate }
        };
        Conditions {
            ends,
            retry_after: self.retry_after.clone(),
            runtime: self.runtime.unwrap_or_default(),
        }
    }
}

/// Whose jitter it is, and over how many runs.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Jitter and chance")]
pub(super) struct DrawArgs {
    /// The activity whose delays these are: TENANT/WORKFLOW/EXECUTION/ACTIVITY[#GENERATION]
    #[arg(long = "as", value_name = "IDENTITY", conflicts_with = "seed")]
    pub(super) identity: Option<Identity>,
    /// Draws for nobody in particular
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Shows how as many runs with seeds of their own are distributed; up to 1,000,000,000
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=Runs::LARGEST))]
    pub(super) runs: Option<u64>,
}

impl DrawArgs {
    /// Where the draws of the one schedule come from.
    pub(super) fn draws(&self) -> Draws {
        match &self.identity {
            Some(identity) => Draws::Identity(identity.clone()),
            None => Draws::Invented { seed: self.seed, run: 0 },
        }
    }
}

/// What is shown of it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct ViewArgs {
    /// When attempt 1 starts, such as 2026-11-30T19:40:12Z; now unless given
    #[arg(long, value_name = "TIME", value_parser = Timestamp::parse)]
    pub(super) start: Option<Timestamp>,
    /// Every attempt; people see 100 unless asked for
    #[arg(long)]
    pub(super) all: bool,
    /// Draws the schedule in the terminal
    #[arg(long)]
    pub(super) chart: bool,
    /// Draws the schedule into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}
