//! What is written together and what a store promises (spec §17).
//!
//! The engine decides with values and a store commits them. Everything that one batch of decisions
//! changes is one [`WriteBatch`], and one batch is one transaction.

use std::future::Future;
use std::pin::Pin;

use crate::model::{
    Activity, ActivityId, ActivityState, DeadLetter, DeadLetterId, Event, ItemStatus, LeaseToken,
    Operation, OperationId, OperationItem, TenantId, Timestamp,
};
use crate::query::Predicate;
use crate::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice};
use crate::retry::engine::Transition;
use crate::retry::metrics::Census;

/// The answer of a store, later.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else changed a row since it was loaded; nothing of the batch was written.
    #[error("{what} changed since it was read")]
    Conflict {
        /// Which row.
        what: String,
    },
    /// The store cannot be used at all.
    #[error("{message}")]
    Open {
        /// What is wrong, with the path.
        message: String,
        /// What to do next.
        hint: String,
    },
    /// The store refuses to work just now: disk full, locked, read-only.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// What the store holds is not what was written.
    #[error("the store is corrupt: {0}")]
    Corrupt(String),
}

/// Ids of everything that a batch of decisions reads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoadRequest {
    /// Activities.
    pub activities: Vec<ActivityId>,
    /// Dead letters.
    pub dead_letters: Vec<DeadLetterId>,
    /// Keys of idempotent requests, each with its tenant.
    pub recalls: Vec<(TenantId, String)>,
}

/// What was found of a [`LoadRequest`], in no particular order; what is absent does not exist.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// Activities.
    pub activities: Vec<Activity>,
    /// Dead letters.
    pub dead_letters: Vec<DeadLetter>,
    /// Idempotent requests.
    pub recalls: Vec<Recall>,
}

/// An answered request with an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recall {
    /// Who asked.
    pub tenant: TenantId,
    /// The key.
    pub key: String,
    /// SHA-256 (hex) over verb and body.
    pub request_hash: String,
    /// The operation that the request started.
    pub operation: OperationId,
    /// When.
    pub created_at: Timestamp,
}

/// One transaction.
#[derive(Debug, Clone, Default)]
pub struct WriteBatch {
    /// Engine time of the decisions: the store keeps the highest it saw.
    pub engine_time: Timestamp,
    /// Moves of activities, in order; one activity may move several times.
    pub transitions: Vec<Transition>,
    /// Leases that last longer.
    pub renewals: Vec<Renewal>,
    /// Changes of dead letters whose activity does not move.
    pub policies: Vec<PolicyWrite>,
    /// Operations that begin; their targets are frozen in this transaction.
    pub starts: Vec<OperationStart>,
    /// Results of operation items.
    pub progress: Vec<OperationProgress>,
}

impl WriteBatch {
    /// Tells whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.transitions.is_empty()
            && self.renewals.is_empty()
            && self.policies.is_empty()
            && self.starts.is_empty()
            && self.progress.is_empty()
    }
}

/// A heartbeat: moves the end of a lease without an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    /// The lease; it names its activity.
    pub token: LeaseToken,
    /// The new end.
    pub expires_at: Timestamp,
}

/// A published policy version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyVersion {
    /// Whose.
    pub tenant: TenantId,
    /// Which policy.
    pub name: String,
    /// Which version, from 1 without gaps.
    pub version: u32,
    /// `sha256:` and the digest of the canonical form.
    pub digest: String,
    /// The canonical form, from which the engine decides.
    pub canonical: String,
    /// The text as published.
    pub source: String,
    /// What the author said about it.
    pub message: Option<String>,
    /// When.
    pub published_at: Timestamp,
    /// Who; absent: nobody said.
    pub published_by: Option<String>,
    /// When it last became the active one; absent: it is not the active one.
    pub active_since: Option<Timestamp>,
}

/// A change of the policies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PolicyWrite {
    /// Adds a version; a [`StoreError::Conflict`] if it exists. Activated by its publisher, for the
    /// reason that its message gives, if `active_since` is set.
    Publish(PolicyVersion),
    /// Makes an existing version the active one: an event, not a version.
    Activate(PolicyActivation),
}

/// A version that became the active one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyActivation {
    /// Whose.
    pub tenant: TenantId,
    /// Which policy.
    pub name: String,
    /// Which version.
    pub version: u32,
    /// When.
    pub at: Timestamp,
    /// Who; absent: nobody said.
    pub by: Option<String>,
    /// Why; absent: nobody said.
    pub reason: Option<String>,
}

impl PolicyVersion {
    /// The activation that comes with the publication, if one does.
    pub fn activation(&self) -> Option<PolicyActivation> {
        Some(PolicyActivation {
            tenant: self.tenant.clone(),
            name: self.name.clone(),
            version: self.version,
            at: self.active_since?,
            by: self.published_by.clone(),
            reason: self.message.clone(),
        })
    }
}

/// What became of a policy's versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyHistory {
    /// Activations, oldest first.
    pub activations: Vec<PolicyActivation>,
    /// Activities that are not at an end, by the version they are pinned to.
    pub live: std::collections::BTreeMap<u32, u64>,
}

/// Which dead letters an operation is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Selection {
    /// Just these, in this order; repeats are dropped.
    Ids(Vec<DeadLetterId>),
    /// Every entry that is dead now and matches; absent: every dead entry of the tenant.
    Matching(Option<Predicate>),
}

/// An operation that begins. `targets` is set by the store and `status` is `Done` if there are none.
#[derive(Debug, Clone)]
pub struct OperationStart {
    /// The operation.
    pub operation: Operation,
    /// Its targets, frozen in the same transaction.
    pub selection: Selection,
    /// The idempotent request that it answers.
    pub recall: Option<Recall>,
}

/// Results of consecutive items of one operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationProgress {
    /// The operation; `Done` with its last item.
    pub operation: OperationId,
    /// The first item that these results are for: a conflict unless it is the first pending one.
    pub first_index: u64,
    /// Results, without `Pending`.
    pub results: Vec<(ItemStatus, Option<String>)>,
    /// When.
    pub at: Timestamp,
}

/// What a commit gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommitReceipt {
    /// Targets frozen for each of the batch's `starts`, in order.
    pub targets: Vec<u64>,
}

/// A page of a list, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ListQuery {
    /// Whose.
    pub tenant: TenantId,
    /// What to keep.
    pub predicate: Option<Predicate>,
    /// The `next` of the page before.
    pub after: Option<u64>,
    /// How many at most.
    pub limit: usize,
    /// The present, for ages and for delays that are over.
    pub now: Timestamp,
}

/// Rows of a [`ListQuery`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page starts; absent: this is the last.
    pub next: Option<u64>,
    /// How many rows match in all, exactly; counted for first pages only.
    pub total: Option<u64>,
}

/// Which bytes of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// What it was scheduled with.
    Payload,
    /// What its latest completed generation gave.
    Result,
}

/// What became of the activities that an operation replayed, as of now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Completed.
    pub completed: u64,
    /// Not at an end yet.
    pub retrying: u64,
    /// A dead letter again, or failed.
    pub dead_again: u64,
}

impl Outcomes {
    /// Counts `activities` that are in `state` now.
    pub fn count(&mut self, state: ActivityState, activities: u64) {
        match state {
            ActivityState::Completed => self.completed += activities,
            ActivityState::Scheduled | ActivityState::Running | ActivityState::Delayed => {
                self.retrying += activities;
            }
            ActivityState::Failed | ActivityState::DeadLettered => self.dead_again += activities,
            // Somebody stopped it: neither a success of the operation nor its failure.
            ActivityState::Cancelled => {}
        }
    }
}

/// Keeps everything that was acknowledged.
///
/// # Contract
/// - **Durable**: when [`RetryStore::commit`] answers, the batch is on stable storage.
/// - **Atomic**: all of a batch is written or none of it.
/// - **Fenced**: a transition whose `expected` version is not the row's, a renewal whose token is
///   not the row's lease, a policy version that exists and progress that is not next are a
///   [`StoreError::Conflict`] for the whole batch. (Later transitions of one activity in one batch
///   expect the version that the earlier ones left.)
/// - **Ordered**: `due` gives the order of [`crate::retry::delay_queue`]; lists are newest first and
///   stable under changes: no row that exists throughout is skipped or repeated.
/// - **Immutable history**: events are only appended.
/// - **Reads see every answered commit.**
/// - Empty requests are answered with empty answers.
pub trait RetryStore: Send + Sync {
    /// Finds the rows that a batch of decisions needs.
    fn load(&self, request: LoadRequest) -> StoreFuture<'_, Loaded>;

    /// Finds what may run: due, not leased, in order, with payloads.
    fn due(&self, query: DueQuery) -> StoreFuture<'_, DueSlice>;

    /// Finds running activities whose lease ends at or before `now`, earliest first.
    fn expired(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, ExpirySlice>;

    /// Writes a batch durably.
    fn commit(&self, batch: WriteBatch) -> StoreFuture<'_, CommitReceipt>;

    /// The highest engine time of any commit; the epoch for an empty store.
    fn engine_time(&self) -> StoreFuture<'_, Timestamp>;

    /// Lists activities.
    fn activities(&self, query: ListQuery) -> StoreFuture<'_, Page<Activity>>;

    /// Reads events of one activity with an index above `after`, oldest first.
    fn history(&self, id: ActivityId, after: u64, limit: usize) -> StoreFuture<'_, Vec<Event>>;

    /// Reads bytes of one activity.
    fn content(&self, id: ActivityId, content: Content) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Lists dead letters that are neither replayed nor purged, unless the predicate asks for a
    /// status.
    fn dead_letters(&self, query: ListQuery) -> StoreFuture<'_, Page<DeadLetter>>;

    /// Reads all versions of all policies of a tenant, by name and version; absent: of all tenants.
    fn policies(&self, tenant: Option<TenantId>) -> StoreFuture<'_, Vec<PolicyVersion>>;

    /// Reads the activations of one policy and counts the activities that its versions decide for.
    fn policy_history(&self, tenant: TenantId, name: String) -> StoreFuture<'_, PolicyHistory>;

    /// Reads one operation.
    fn operation(&self, id: OperationId) -> StoreFuture<'_, Option<(Operation, Outcomes)>>;

    /// Lists operations, newest first; the predicate is ignored. Absent tenant: every tenant's
    /// that are not done, oldest first.
    fn operations(&self, query: OperationQuery) -> StoreFuture<'_, Page<Operation>>;

    /// Reads items of an operation with an index of at least `from`, in order.
    fn operation_items(
        &self,
        id: OperationId,
        from: u64,
        limit: usize,
    ) -> StoreFuture<'_, Vec<OperationItem>>;

    /// Counts rows and events; absent tenant: of all tenants.
    fn census(&self, tenant: Option<TenantId>, now: Timestamp) -> StoreFuture<'_, Census>;
}

/// Which operations to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationQuery {
    /// A tenant's, newest first.
    OfTenant {
        /// Whose.
        tenant: TenantId,
        /// The `next` of the page before.
        after: Option<u64>,
        /// How many at most.
        limit: usize,
    },
    /// Every tenant's that have items left, oldest first.
    Unfinished,
}
