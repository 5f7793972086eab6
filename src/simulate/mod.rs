//! Floor 3: What a policy will do, computed by the very planner of the engine.

pub mod chart;
pub mod fleet;
pub mod model;

mod breaker;
mod conditions;
mod course;
mod foreign;
mod identity;
mod runs;
mod schedule;
mod solve;
mod steady;
mod tally;
mod trial;
mod walk;
mod window;

pub use conditions::{
    Conditions, Ends, FailRate, FailRateError, Outage, OutageError, Outcome, OutcomeError,
    RetryAfter, RetryAfterError,
};
pub use identity::{Identity, IdentityError};
pub use runs::{Distribution, Runs, Spread, Tallies};
pub use schedule::{Draws, GivesUp, PolicyLabel, Row, Scenario, Schedule, Succeeds, schedule};
pub use solve::{Goal, GoalError, Lever, Proposal, solve};
pub use trial::{DelayReport, StepReport, hold};
pub use window::{Measured, Window};
