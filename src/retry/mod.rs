//! Floor 2: The pure core, named as the specification names it (§24).

mod budget;
mod circuit_breaker;
mod classifier;
pub mod delay_queue;
pub mod engine;
mod jitter;
pub mod metrics;
pub mod persistence;
#[cfg(test)]
pub(crate) mod sample;
mod strategy;

pub use budget::{BudgetUse, RetryBudget};
pub use circuit_breaker::{Admission, BreakerState, CircuitBreaker, Permit};
pub use classifier::{Classification, FailureClassifier, covers};
pub use jitter::{DelayDraw, DelayRange, JitterSeed};
pub use strategy::{CompiledPolicy, GapTable, PolicyStrategy, RetryStrategy};
