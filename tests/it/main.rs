//! The integration tests, one binary.

// In tests a panic is the report; clippy's own exception covers only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod api_activities;
mod api_bounds;
mod api_dead_letters;
mod api_description;
mod api_errors;
mod api_leases;
mod api_log;
mod api_metrics;
mod api_policies;
mod api_restart;
mod cli_bulk;
mod cli_command;
mod cli_fleet;
mod cli_lists;
mod cli_policy;
mod cli_shows;
mod cli_simulate;
mod cli_worker;
mod client;
mod crash;
mod engine;
mod equality;
mod eventually;
mod faulty_store;
mod floors;
mod generated;
mod harness;
mod import;
mod import_cli;
mod import_corpus;
mod import_hostile;
mod incident;
mod lint_files;
mod lint_fixes;
mod lint_rules;
mod policy_documents;
mod policy_findings;
mod policy_hostile;
mod policy_properties;
mod policy_rendering;
mod policy_schema;
mod policy_tests;
mod policy_versions;
mod process;
mod published_models;
mod source;
mod store_contract;
mod tidy;
mod vectors;
mod worker;
