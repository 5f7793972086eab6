//! The store in one SQLite file.
//!
//! One thread owns the writing connection: it commits, and answers what decisions are made from.
//! Other threads own read-only connections for lists, histories and counts, so that a long read
//! never holds up a commit. Requests reach both as closures; answers come back as futures.

mod activity;
mod census;
mod column;
mod commit;
mod dead_letter;
mod due;
mod event;
mod fault;
mod file;
mod function;
mod list;
mod operation;
mod policy;
mod predicate;
mod schema;
mod store;
mod thread;

pub use store::SqliteStore;
