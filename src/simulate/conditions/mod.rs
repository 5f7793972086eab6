//! What happens to the attempts of a simulation, as a person writes it.

mod outage;
mod outcome;
mod rate;
mod retry_after;

pub use outage::{Outage, OutageError};
pub use outcome::{Outcome, OutcomeError};
pub use rate::{FailRate, FailRateError};
pub use retry_after::{RetryAfter, RetryAfterError};

use crate::model::Millis;

/// What happens to the attempts of an activity.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Conditions {
    /// How they end.
    pub ends: Ends,
    /// What the downstream asks for; the first that names the attempt counts.
    pub retry_after: Vec<RetryAfter>,
    /// How long an attempt runs, unless the policy's activity timeout ends it first.
    pub runtime: Millis,
}

/// How the attempts end.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Ends {
    /// Each fails with a transient failure.
    #[default]
    AllFail,
    /// In this order; what is last holds for the rest. Not empty.
    Script(Vec<Outcome>),
    /// With HTTP 503 if they start during an outage; of the others a share does, too.
    Chance {
        /// When each attempt fails.
        outages: Vec<Outage>,
        /// The share that fails at other times.
        rate: FailRate,
    },
}
