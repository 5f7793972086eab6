//! The integration tests, one binary.

// In tests a panic is the report; clippy's own exception covers only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod client;
mod engine;
mod eventually;
mod policy_documents;
mod policy_findings;
mod policy_hostile;
mod policy_properties;
mod policy_rendering;
mod store_contract;
mod vectors;
mod worker;
