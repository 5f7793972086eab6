//! Floor 4: The exec worker: poll, run, heartbeat, report.
//!
//! One attempt is one process in a group of its own: the payload on its standard input, the ids
//! in its environment, the result on its standard output, the failure in its exit status and the
//! last line of its standard error.

mod attempt;
mod command;
mod error;
mod keeper;
mod outcome;
mod patience;
mod pool;
mod process;
mod turn;

pub use command::WorkerOptions;
pub use error::WorkerError;
pub use pool::{Summary, Worker};
