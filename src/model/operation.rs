//! Operations: bulk work that the engine itself carries out, item by item.

use serde::{Deserialize, Serialize};

use super::attempt::named;
use super::{DeadLetterId, DeadLetterStatus, OperationId, TenantId, Timestamp};

named! {
    /// What an operation does to each of its targets.
    OperationKind {
        /// Starts the next generation of a dead activity.
        Replay = "replay",
        /// Puts a dead letter out of sight.
        Purge = "purge",
    }
}

impl OperationKind {
    /// What an entry becomes when it is done to it.
    pub const fn settles_as(self) -> DeadLetterStatus {
        match self {
            Self::Replay => DeadLetterStatus::Replayed,
            Self::Purge => DeadLetterStatus::Purged,
        }
    }
}

named! {
    /// Where an operation is.
    OperationStatus {
        /// Items are left and the engine works on them.
        Running = "running",
        /// Every item has its result.
        Done = "done",
    }
}

named! {
    /// The result of one item.
    ItemStatus {
        /// Not reached yet.
        Pending = "pending",
        /// Done as asked.
        Done = "done",
        /// Somebody was faster: the entry is no longer what it was when the targets were frozen.
        Changed = "changed",
        /// It could not be done.
        Failed = "failed",
    }
}

/// A bulk job: its targets were frozen when it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The id.
    pub id: OperationId,
    /// Whose entries.
    pub tenant: TenantId,
    /// What is done.
    pub kind: OperationKind,
    /// Where it is.
    pub status: OperationStatus,
    /// The predicate that chose the targets; absent: ids were given.
    pub predicate: Option<String>,
    /// Items a second at most; absent: no limit.
    pub rate: Option<u32>,
    /// Keep the pinned policy version instead of the one active now.
    pub same_policy: bool,
    /// Overrule the guards that may be overruled.
    pub force: bool,
    /// What the operator gave as the reason.
    pub reason: Option<String>,
    /// How many items.
    pub targets: u64,
    /// Items done as asked.
    pub done: u64,
    /// Items that somebody else changed first.
    pub changed: u64,
    /// Items that could not be done.
    pub failed: u64,
    /// When it was accepted.
    pub created_at: Timestamp,
    /// When it last moved.
    pub updated_at: Timestamp,
}

impl Operation {
    /// Items without a result yet.
    pub fn pending(&self) -> u64 {
        self.targets.saturating_sub(self.done + self.changed + self.failed)
    }

    /// Counts the result of one item.
    pub fn count(&mut self, result: ItemStatus) {
        match result {
            ItemStatus::Pending => {}
            ItemStatus::Done => self.done += 1,
            ItemStatus::Changed => self.changed += 1,
            ItemStatus::Failed => self.failed += 1,
        }
    }
}

/// One frozen target of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationItem {
    /// Its place, from 0.
    pub index: u64,
    /// The dead letter.
    pub target: DeadLetterId,
    /// Its result.
    pub status: ItemStatus,
    /// Why it is `changed` or `failed`.
    pub detail: Option<String>,
}
