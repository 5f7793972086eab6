//! The other way round: parameters from what a schedule should come to.

mod goal;
mod lever;
mod proposal;

pub use goal::{Goal, GoalError};
pub use lever::Lever;
pub use proposal::{Proposal, solve};
