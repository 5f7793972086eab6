//! Decisions about activities: pure, so that the same history gives the same decisions.

mod decision;
mod failing;
mod planner;
mod replay;
mod transition;

pub use decision::{Decision, Recorded};
pub use planner::{PlanInput, RetryDecision, RetryPlanner};
pub use replay::{ReplayError, apply, fold};
pub use transition::{
    DeadLetterChange, PinnedPolicy, Refusal, ReplayOrder, ScheduleRequest, Transition,
};
