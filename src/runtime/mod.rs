//! Floor 4: the loops of a running engine: group commit, dispatch, lease expiry, operations.

mod batcher;
mod dispatch;
mod endings;
mod engine;
mod engine_clock;
mod expiry;
mod log;
mod operations;
mod policy_book;
mod rates;
mod request;
mod turn;
mod wakeup;

pub use engine::{Engine, EngineOptions, Entropy, LoopEnded, Loops};
pub use engine_clock::EngineClock;
pub use policy_book::{
    ActivationError, ActivationOrder, PolicyBook, Publication, PublishError, Published, verified,
};
pub use rates::Rates;
pub use request::{
    Grant, Outcome, Poll, Report, ReportError, ScheduleError, Scheduled, StartError, Started,
};
