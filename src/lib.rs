//! `wovyr-retry`: a durable retry engine and everything an operator needs to run it.
//!
//! # Floors
//! A module imports only from lower floors, never sideways; `tests/it/floors.rs` holds it to that.
//!
//! | floor | modules |
//! |---|---|
//! | 0 | [`model`] |
//! | 1 | [`policy`], [`api`], [`query`] |
//! | 2 | [`retry`] |
//! | 3 | [`lint`], [`simulate`], [`diff`], [`store`], [`client`] |
//! | 4 | [`worker`], [`runtime`] |
//! | 5 | [`server`], [`tui`] |
//! | 6 | [`cli`] |
//!
//! # The four flows
//! 1. **simulate**: arguments → policy → planner under a manual clock → report → printer.
//! 2. **policy lint**: paths → spanned document and parse diagnostics → rules → printer.
//! 3. **a failure**: route → command → group commit: load the touched rows, classify, plan, make
//!    transitions, write them in one transaction → answers.
//! 4. **dlq replay**: command line → operation with frozen targets → paced batches on the engine →
//!    a result for each item.

pub mod api;
pub mod cli;
pub mod client;
pub mod diff;
pub mod lint;
pub mod model;
pub mod policy;
pub mod query;
pub mod retry;
pub mod runtime;
pub mod server;
pub mod simulate;
pub mod store;
pub mod tui;
pub mod worker;
