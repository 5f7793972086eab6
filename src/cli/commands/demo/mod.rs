//! `demo`: the whole story on one machine, through the real engine, store and HTTP.

mod cast;
mod downstream;
mod run;
mod script;
mod show;
mod tally;

pub(crate) use run::{Args, run};

/// The policy of the demo, as published.
const POLICY: &str = include_str!("../../../../policies/demo.yaml");

/// Its name.
const POLICY_NAME: &str = "demo";
