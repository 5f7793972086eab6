//! `simulate`: one file for each thing it shows.

mod args;
mod compare;
mod fleet;
mod fleet_args;
mod fleet_chart;
mod model;
mod pictures;
mod policy_args;
mod run;
mod runs;
mod schedule;
mod solve;
mod what_if;

pub(crate) use args::Args;
pub(crate) use run::run;
