//! Floor 3: What a policy will do, computed by the very planner of the engine.

mod identity;
mod schedule;

pub use identity::{Identity, IdentityError};
pub use schedule::{Draws, GivesUp, PolicyLabel, Row, Scenario, Schedule, schedule};
