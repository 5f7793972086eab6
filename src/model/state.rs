//! The states of an activity and the priority of its work.

use serde::{Deserialize, Serialize};

use super::attempt::named;

named! {
    /// Where an activity is in its life (spec §5).
    ActivityState {
        /// Ready to run as soon as a worker asks.
        Scheduled = "scheduled",
        /// A worker holds the lease.
        Running = "running",
        /// Waiting for the due time of its next attempt.
        Delayed = "delayed",
        /// Done.
        Completed = "completed",
        /// Ended without success and without a dead letter.
        Failed = "failed",
        /// Ended without success; an entry of the dead letter queue.
        DeadLettered = "dead_lettered",
        /// Stopped by an operator.
        Cancelled = "cancelled",
    }
}

impl ActivityState {
    /// Tells whether nothing happens any more unless an operator acts.
    pub fn is_final(self) -> bool {
        match self {
            Self::Scheduled | Self::Running | Self::Delayed => false,
            Self::Completed | Self::Failed | Self::DeadLettered | Self::Cancelled => true,
        }
    }
}

named! {
    /// How urgent an activity is among others of its queue.
    Priority {
        /// 60 s head start.
        Critical = "critical",
        /// 10 s head start.
        High = "high",
        /// No head start.
        Normal = "normal",
        /// 30 s behind.
        Low = "low",
    }
}
