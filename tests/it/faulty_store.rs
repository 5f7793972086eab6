//! A store that fails when it is told to.

use std::sync::Mutex;

use wovyr_retry::model::{Activity, DeadLetter, Operation};
use wovyr_retry::model::{ActivityId, Event, OperationId, OperationItem, TenantId, Timestamp};
use wovyr_retry::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice};
use wovyr_retry::retry::metrics::Census;
use wovyr_retry::retry::persistence::{
    CommitReceipt, Content, ListQuery, LoadRequest, Loaded, OperationQuery, Outcomes, Page,
    PolicyHistory, PolicyVersion, RetryStore, StoreError, StoreFuture, WriteBatch,
};
use wovyr_retry::store::MemoryStore;

/// What goes wrong with every call.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// The store says so.
    Says(StoreError),
    /// The store panics.
    Panics,
    /// The store never answers.
    Hangs,
}

/// A store in memory with a switch.
pub(crate) struct FaultyStore {
    inner: MemoryStore,
    fault: Mutex<Option<Fault>>,
}

impl FaultyStore {
    /// A store that works, for now.
    pub(crate) fn new() -> Self {
        Self { inner: MemoryStore::new(), fault: Mutex::default() }
    }

    /// Breaks or mends it.
    pub(crate) fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap() = fault;
    }

    fn or_fail<'a, T: Send + 'a>(&'a self, answer: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        let fault = self.fault.lock().unwrap().clone();
        match fault {
            None => answer,
            Some(Fault::Says(error)) => Box::pin(async { Err(error) }),
            Some(Fault::Panics) => panic!("a secret of the store"),
            Some(Fault::Hangs) => Box::pin(std::future::pending()),
        }
    }
}

macro_rules! forward {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        impl RetryStore for FaultyStore {
            $(fn $name(&self, $($argument: $kind),*) -> StoreFuture<'_, $answer> {
                self.or_fail(self.inner.$name($($argument),*))
            })*
        }
    };
}

forward! {
    load(request: LoadRequest) -> Loaded;
    due(query: DueQuery) -> DueSlice;
    expired(now: Timestamp, limit: usize) -> ExpirySlice;
    commit(batch: WriteBatch) -> CommitReceipt;
    engine_time() -> Timestamp;
    activities(query: ListQuery) -> Page<Activity>;
    history(id: ActivityId, after: u64, limit: usize) -> Vec<Event>;
    content(id: ActivityId, content: Content) -> Option<Vec<u8>>;
    dead_letters(query: ListQuery) -> Page<DeadLetter>;
    policies(tenant: Option<TenantId>) -> Vec<PolicyVersion>;
    policy_history(tenant: TenantId, name: String) -> PolicyHistory;
    operation(id: OperationId) -> Option<(Operation, Outcomes)>;
    operations(query: OperationQuery) -> Page<Operation>;
    operation_items(id: OperationId, from: u64, limit: usize) -> Vec<OperationItem>;
    census(tenant: Option<TenantId>, now: Timestamp) -> Census;
}
