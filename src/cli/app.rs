//! The tree of commands and the options that all of them have.

use clap::{ArgAction, Args, Parser, Subcommand};

use super::commands::{
    activity, completions, demo, dlq, metrics, op, policy, serve, simulate, worker,
};
use super::output::{Color, Format, Zone};

const EXAMPLES: &str = "\
Examples:
  wovyr-retry policy lint policies/
  wovyr-retry simulate policies/payments.yaml --activity ChargeCard
  wovyr-retry dlq list --where 'type = \"ChargeCard\" and age < 2h'
  wovyr-retry dlq replay --where 'error.type = \"HttpError\"' --rate 50/s

Exit codes:
    0  done, also an empty list, a dry run, a repeat of a done request
    1  findings at or above --fail-on, or the engine refused
    2  usage, configuration, unreadable input, internal error
    3  some of many items could not be done
    4  the engine is unreachable, or the token is not accepted
    5  a selection to be changed matched nothing
  130  interrupted; an operation on the engine goes on";

/// A durable retry engine and everything an operator needs to run it
#[derive(Debug, Parser)]
#[command(name = "wovyr-retry", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(super) global: GlobalArgs,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(super) struct GlobalArgs {
    /// The form of the data on standard output
    #[arg(short, long, global = true, value_enum, value_name = "FORMAT")]
    #[arg(default_value_t = Format::Table, hide_possible_values = true)]
    #[arg(help = "The form of the data on standard output: \
        table, wide, json, jsonl, yaml, csv or name; \
        policy lint also has full, concise, sarif, github and junit, policy test has junit")]
    pub(super) output: Format,
    /// When to use colours: auto, always or never; auto heeds `NO_COLOR`
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    #[arg(hide_possible_values = true)]
    pub(super) color: Color,
    /// Only data and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// More of what happens on standard error; twice for still more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(super) verbose: u8,
    /// The zone of absolute times for people: UTC, local, Europe/Berlin, +05:30
    #[arg(long, global = true, value_name = "ZONE", default_value = "UTC")]
    pub(super) tz: Zone,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
}

/// Where the engine is and for whom it is asked.
#[derive(Debug, Clone, Args)]
pub(super) struct EngineArgs {
    /// Where the engine listens; the token comes from `WOVYR_TOKEN`
    #[arg(long, global = true, value_name = "URL", env = "WOVYR_RETRY_URL")]
    #[arg(default_value = "http://127.0.0.1:7461", hide_env_values = true)]
    pub(super) url: String,
    /// Whose activities, dead letters and policies
    #[arg(long, global = true, value_name = "NAME", env = "WOVYR_RETRY_TENANT")]
    #[arg(default_value = "default", hide_env_values = true)]
    pub(super) tenant: String,
}

/// The commands, by noun.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Watch the whole story on this machine: failures, retries, dead letters, replay
    Demo(demo::Args),
    /// Run the engine
    Serve(serve::Args),
    /// Take activities from queues and run a command for each
    Worker(worker::Args),
    /// Policy files, and the policies of the engine
    #[command(subcommand)]
    Policy(policy::Command),
    /// Show when a policy tries again, and when no more
    Simulate(Box<simulate::Args>),
    /// Live state
    #[command(subcommand)]
    Activity(activity::Command),
    /// The dead letter queue
    #[command(subcommand)]
    Dlq(dlq::Command),
    /// Bulk operations that the engine carries out
    #[command(subcommand)]
    Op(op::Command),
    /// Show counts and rates
    Metrics(metrics::Args),
    /// Print the completion script of a shell
    Completions(completions::Args),
}
