//! Floor 6: the command line, the one composition root.

mod app;
mod commands;
mod confirm;
mod engine;
mod error;
mod exit;
mod follow;
mod foreign_file;
mod host;
mod interrupt;
mod list;
mod logging;
mod output;
mod policy_file;
mod policy_lock;
mod policy_ref;
mod predicate;
mod preview;
mod run;
mod session;
mod signal;
mod target;

pub use run::run;
