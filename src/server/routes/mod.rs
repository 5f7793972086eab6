//! The handlers, one file for each resource.

pub(super) mod activities;
pub(super) mod bulk;
pub(super) mod dead_letters;
pub(super) mod description;
pub(super) mod health;
pub(super) mod leases;
pub(super) mod metrics;
pub(super) mod operations;
pub(super) mod policies;
pub(super) mod policy_versions;
pub(super) mod reports;
