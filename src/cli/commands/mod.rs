//! One file for each verb: its arguments and what it does.

pub(super) mod activity;
pub(super) mod completions;
pub(super) mod demo;
pub(super) mod dlq;
pub(super) mod metrics;
pub(super) mod op;
pub(super) mod policy;
pub(super) mod serve;
pub(super) mod simulate;
pub(super) mod worker;
