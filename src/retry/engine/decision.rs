//! What a report is answered with, read from the events that it made.
//!
//! A repeated report is answered from history by the same code, so the answer is the same.

use crate::model::{
    ClassifiedBy, DeadLetterId, Event, EventKind, FailureClass, GiveUpReason, LeaseToken, Reporter,
    Timestamp,
};

/// What became of an activity by one report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The attempt completed it.
    Completed {
        /// The attempt.
        attempt: u32,
    },
    /// It is tried again.
    Retry {
        /// What the failure was taken for.
        class: FailureClass,
        /// By what.
        classified_by: ClassifiedBy,
        /// The attempt that failed.
        attempt: u32,
        /// The wait, in milliseconds.
        delay_ms: u64,
        /// When the next attempt is due.
        due_at: Timestamp,
    },
    /// It is not tried again.
    GiveUp {
        /// What the failure was taken for.
        class: FailureClass,
        /// By what.
        classified_by: ClassifiedBy,
        /// The attempt that failed.
        attempt: u32,
        /// The planner's first "no".
        reason: GiveUpReason,
        /// The entry of the dead letter queue; absent: the activity ended as failed.
        dead_letter: Option<DeadLetterId>,
    },
    /// It was given back unrun.
    Released,
}

/// What history says of a lease token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// No lease ever had this token.
    Unknown,
    /// The lease is not over in this history.
    Live,
    /// The engine ended the lease.
    Lost,
    /// The worker reported.
    Reported {
        /// The event that the report made.
        event: Box<EventKind>,
        /// What it was answered with.
        decision: Decision,
    },
}

impl Decision {
    /// Reads the decision from a report's event and the events that followed it, in order.
    pub fn of(events: &[Event]) -> Option<Self> {
        let (first, rest) = events.split_first()?;
        match &first.kind {
            EventKind::Completed { attempt, .. } => Some(Self::Completed { attempt: *attempt }),
            EventKind::Released { .. } => Some(Self::Released),
            EventKind::Failed { attempt, class, classified_by, .. } => {
                Some(Self::after_failure(*attempt, *class, classified_by.clone(), rest))
            }
            EventKind::Scheduled { .. }
            | EventKind::Leased { .. }
            | EventKind::RetryDelayed { .. }
            | EventKind::RetriesExhausted { .. }
            | EventKind::DeadLettered { .. }
            | EventKind::Replayed { .. }
            | EventKind::Purged { .. } => None,
        }
    }

    fn after_failure(
        attempt: u32,
        class: FailureClass,
        classified_by: ClassifiedBy,
        rest: &[Event],
    ) -> Self {
        let mut reason = GiveUpReason::PermanentFailure;
        let mut dead_letter = None;
        for event in rest {
            match &event.kind {
                EventKind::RetryDelayed { delay_ms, due_at, .. } => {
                    let (delay_ms, due_at) = (*delay_ms, *due_at);
                    return Self::Retry { class, classified_by, attempt, delay_ms, due_at };
                }
                EventKind::RetriesExhausted { reason: why, .. } => reason = *why,
                EventKind::DeadLettered { .. } => {
                    let (activity, generation) = (event.activity, event.generation);
                    dead_letter = Some(DeadLetterId { activity, generation });
                }
                EventKind::Scheduled { .. }
                | EventKind::Leased { .. }
                | EventKind::Released { .. }
                | EventKind::Failed { .. }
                | EventKind::Completed { .. }
                | EventKind::Replayed { .. }
                | EventKind::Purged { .. } => break,
            }
        }
        Self::GiveUp { class, classified_by, attempt, reason, dead_letter }
    }
}

impl Recorded {
    /// Looks a token up in a whole history.
    pub fn find(history: &[Event], token: LeaseToken) -> Self {
        let is_its_lease = |event: &Event| matches!(&event.kind, EventKind::Leased { token: other, .. } if *other == token);
        match history.iter().position(is_its_lease) {
            Some(start) => Self::of_end(&history[start + 1..]),
            None => Self::Unknown,
        }
    }

    /// Reads the end of a lease from the events that follow its start.
    pub fn of_end(events: &[Event]) -> Self {
        match events.first().map(|event| &event.kind) {
            None => Self::Live,
            Some(EventKind::Failed { reported_by: Reporter::Engine, .. }) => Self::Lost,
            Some(event) => match Decision::of(events) {
                Some(decision) => Self::Reported { event: Box::new(event.clone()), decision },
                None => Self::Lost,
            },
        }
    }
}
