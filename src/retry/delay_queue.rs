//! The delay queue: what may run, and in which order (spec §11, §12).
//!
//! An entry is an activity with a due time and without a lease. Among entries that are due the
//! order is (due time, id); the same store, engine time and poll order give the same leases.

use crate::model::{Activity, ActivityId, TenantId, Timestamp};

/// Asks for entries that a worker could have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DueQuery {
    /// Whose.
    pub tenant: TenantId,
    /// Which queues; never empty.
    pub queues: Vec<String>,
    /// Which activity types; empty: all.
    pub activity_types: Vec<String>,
    /// The present.
    pub now: Timestamp,
    /// Entries to leave out: they were given away since the last commit.
    pub except: Vec<ActivityId>,
    /// How many at most.
    pub limit: usize,
}

impl DueQuery {
    /// The bytes of payloads after which a slice ends, whatever its limit.
    pub const PAYLOAD_BYTES: usize = 8 * 1024 * 1024;
}

/// Entries that are due, in order.
#[derive(Debug, Clone, Default)]
pub struct DueSlice {
    /// Activities with their payloads.
    pub entries: Vec<(Activity, Vec<u8>)>,
    /// When the next entry beyond `now` is due, if these are all that are due; absent: unknown or
    /// never.
    pub next_due: Option<Timestamp>,
}

/// Leases that are over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpirySlice {
    /// Activities whose lease has ended, earliest end first.
    pub activities: Vec<ActivityId>,
    /// When the next lease ends, if these are all that have ended.
    pub next_expiry: Option<Timestamp>,
}

/// The place of an entry in its queue: smaller goes first.
pub fn due_order(activity: &Activity) -> (Option<Timestamp>, ActivityId) {
    (activity.due_at, activity.id)
}
