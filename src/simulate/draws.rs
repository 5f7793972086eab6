//! Where the draws of a simulation come from.

use super::Identity;
use crate::retry::JitterSeed;

/// Where the draws of the jitter come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draws {
    /// From a generation of an activity: the delays are those that the engine will record.
    Identity(Identity),
    /// From a number: the delays are those of nobody in particular.
    Invented {
        /// The number.
        seed: u64,
        /// Which of the runs that share it.
        run: u64,
    },
}

impl Draws {
    /// The seed of the draws.
    pub(super) fn seed(&self) -> JitterSeed {
        match self {
            Self::Identity(identity) => identity.seed(),
            Self::Invented { seed, run } => JitterSeed::invented(*seed, *run),
        }
    }
}
