//! Numbers about retries and their formulas (spec §20).

use std::collections::BTreeMap;

use crate::model::{ActivityState, DeadLetterStatus, Event, EventKind};

/// Counts of a store at one instant. Rows are counted, events were counted in their transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Census {
    /// Activities by state; a delay that is over counts as scheduled.
    pub activities: BTreeMap<ActivityState, u64>,
    /// Dead letters by status.
    pub dead_letters: BTreeMap<DeadLetterStatus, u64>,
    /// What happened since the store was made.
    pub totals: Totals,
}

macro_rules! totals {
    ($($(#[$doc:meta])* $field:ident),* $(,)?) => {
        /// Sums over events. Each only grows.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Totals {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl Totals {
            /// Names and values, in a fixed order.
            pub fn entries(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($field), self.$field)),*].into_iter()
            }

            /// Adds `amount` to the sum called `name`; an unknown name changes nothing.
            pub fn add(&mut self, name: &str, amount: u64) {
                match name {
                    $(stringify!($field) => self.$field += amount,)*
                    _ => {}
                }
            }

            /// What was added since `earlier`.
            #[must_use]
            pub fn since(&self, earlier: &Self) -> Self {
                Self { $($field: self.$field.saturating_sub(earlier.$field),)* }
            }
        }
    };
}

totals! {
    /// Activities scheduled.
    scheduled,
    /// Leases granted.
    leased,
    /// Leases granted for an attempt after the first of a generation.
    retries_leased,
    /// The sum of the times between due and leased, in milliseconds.
    late_ms,
    /// Attempts completed.
    completed,
    /// Retries completed: completions on an attempt after the first.
    retries_completed,
    /// Attempts failed.
    failed,
    /// Retries failed: failures of an attempt after the first.
    retries_failed,
    /// Delays decided.
    delayed,
    /// The sum of those delays, in milliseconds.
    delayed_ms,
    /// Generations that ended with a retry refused.
    exhausted,
    /// Dead letters made.
    dead_lettered,
    /// Generations started by a replay.
    replayed,
    /// Dead letters purged.
    purged,
    /// Leases given back unrun.
    released,
    /// Leases given back unrun, of an attempt after the first.
    retries_released,
}

impl Totals {
    /// Adds what one event counts for.
    pub fn count(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Scheduled { .. } => self.scheduled += 1,
            EventKind::Leased { attempt, late_ms, .. } => {
                self.leased += 1;
                self.retries_leased += u64::from(*attempt > 1);
                self.late_ms += late_ms;
            }
            EventKind::Released { attempt, .. } => {
                self.released += 1;
                self.retries_released += u64::from(*attempt > 1);
            }
            EventKind::Completed { attempt, .. } => {
                self.completed += 1;
                self.retries_completed += u64::from(*attempt > 1);
            }
            EventKind::Failed { attempt, .. } => {
                self.failed += 1;
                self.retries_failed += u64::from(*attempt > 1);
            }
            EventKind::RetryDelayed { delay_ms, .. } => {
                self.delayed += 1;
                self.delayed_ms += delay_ms;
            }
            EventKind::RetriesExhausted { .. } => self.exhausted += 1,
            EventKind::DeadLettered { .. } => self.dead_lettered += 1,
            EventKind::Replayed { .. } => self.replayed += 1,
            EventKind::Purged { .. } => self.purged += 1,
        }
    }

    /// Runs started: leases granted and not given back unrun.
    pub fn attempts(&self) -> u64 {
        self.leased.saturating_sub(self.released)
    }

    /// Runs started after the first of a generation (§20 "retry attempts").
    pub fn retries(&self) -> u64 {
        self.retries_leased.saturating_sub(self.retries_released)
    }

    /// The mean time between due and leased, in milliseconds (§20 "retry latency").
    pub fn average_latency_ms(&self) -> Option<f64> {
        ratio(self.late_ms, self.leased)
    }

    /// Retries completed among retries finished (§20 "retry success rate"); absent without any.
    pub fn retry_success_rate(&self) -> Option<f64> {
        ratio(self.retries_completed, self.retries_completed + self.retries_failed)
    }

    /// Retries failed among retries finished (§20 "retry failure rate"); absent without any.
    pub fn retry_failure_rate(&self) -> Option<f64> {
        ratio(self.retries_failed, self.retries_completed + self.retries_failed)
    }

    /// The mean of the delays decided, in milliseconds (§20 "average retry delay").
    pub fn average_delay_ms(&self) -> Option<f64> {
        ratio(self.delayed_ms, self.delayed)
    }
}

#[allow(clippy::cast_precision_loss)] // counts stay far below 2^52
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
