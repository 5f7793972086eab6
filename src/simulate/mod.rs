//! Floor 3: What a policy will do, computed by the very planner of the engine.

mod draws;
mod identity;
mod rules;
mod schedule;

pub use draws::Draws;
pub use identity::{Identity, IdentityError};
pub use rules::Rules;
pub use schedule::{GivesUp, PolicyLabel, Row, Scenario, Schedule, schedule};
