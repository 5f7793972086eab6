//! The lock and the trait.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::state::State;
use crate::model::{
    Activity, ActivityId, DeadLetter, Event, Operation, OperationId, OperationItem, TenantId,
    Timestamp,
};
use crate::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice};
use crate::retry::metrics::Census;
use crate::retry::persistence::{
    CommitReceipt, Content, ListQuery, LoadRequest, Loaded, OperationQuery, Outcomes, Page,
    PolicyActivation, PolicyHistory, PolicyVersion, RetryStore, StoreError, StoreFuture,
    WriteBatch,
};

/// Keeps everything in memory, for tests and as the reference of the contract.
///
/// It is as durable as its value: "on stable storage" means here that later reads see it.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<State>);

impl MemoryStore {
    /// Makes an empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic leaves the state as it was: it is replaced whole, or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn commit_now(&self, batch: WriteBatch) -> Result<CommitReceipt, StoreError> {
        let mut state = self.state();
        let mut next = state.clone();
        let receipt = next.apply(batch)?;
        *state = next;
        Ok(receipt)
    }
}

fn answer<'a, T: Send + 'a>(value: T) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl RetryStore for MemoryStore {
    fn load(&self, request: LoadRequest) -> StoreFuture<'_, Loaded> {
        answer(self.state().load(&request))
    }

    fn due(&self, query: DueQuery) -> StoreFuture<'_, DueSlice> {
        answer(self.state().due(&query))
    }

    fn expired(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, ExpirySlice> {
        answer(self.state().expired(now, limit))
    }

    fn commit(&self, batch: WriteBatch) -> StoreFuture<'_, CommitReceipt> {
        Box::pin(std::future::ready(self.commit_now(batch)))
    }

    fn engine_time(&self) -> StoreFuture<'_, Timestamp> {
        answer(self.state().engine_time)
    }

    fn activities(&self, query: ListQuery) -> StoreFuture<'_, Page<Activity>> {
        answer(self.state().activities(&query))
    }

    fn history(&self, id: ActivityId, after: u64, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        let state = self.state();
        let events = state.activities.get(&id).map_or(&[][..], |row| &row.history);
        let above = events.iter().filter(|event| event.index > after);
        answer(above.take(limit).cloned().collect())
    }

    fn content(&self, id: ActivityId, content: Content) -> StoreFuture<'_, Option<Vec<u8>>> {
        let state = self.state();
        answer(state.activities.get(&id).and_then(|row| match content {
            Content::Payload => Some(row.payload.clone()),
            Content::Result => row.result.clone(),
        }))
    }

    fn dead_letters(&self, query: ListQuery) -> StoreFuture<'_, Page<DeadLetter>> {
        answer(self.state().dead_letters(&query))
    }

    fn policies(&self, tenant: Option<TenantId>) -> StoreFuture<'_, Vec<PolicyVersion>> {
        let state = self.state();
        let policies = state.policies.values().map(|policy| PolicyVersion::clone(policy));
        let of_tenant = |p: &PolicyVersion| tenant.as_ref().is_none_or(|t| *t == p.tenant);
        answer(policies.filter(of_tenant).collect())
    }

    fn policy_history(&self, tenant: TenantId, name: String) -> StoreFuture<'_, PolicyHistory> {
        let state = self.state();
        let is_its =
            |activation: &&PolicyActivation| activation.tenant == tenant && activation.name == name;
        let activations = state.activations.iter().filter(is_its).cloned().collect();
        let mut live = BTreeMap::new();
        for row in state.activities.values() {
            let activity = &row.activity;
            let is_pinned = activity.key.tenant == tenant && activity.policy.name == name;
            if is_pinned && !activity.state.is_final() {
                *live.entry(activity.policy.version).or_default() += 1;
            }
        }
        answer(PolicyHistory { activations, live })
    }

    fn operation(&self, id: OperationId) -> StoreFuture<'_, Option<(Operation, Outcomes)>> {
        answer(self.state().operation(id))
    }

    fn operations(&self, query: OperationQuery) -> StoreFuture<'_, Page<Operation>> {
        answer(self.state().operations(&query))
    }

    fn operation_items(
        &self,
        id: OperationId,
        from: u64,
        limit: usize,
    ) -> StoreFuture<'_, Vec<OperationItem>> {
        let state = self.state();
        let job = state.operations.iter().find(|job| job.operation.id == id);
        let items = job.map_or(&[][..], |job| &job.items);
        answer(items.iter().filter(|item| item.index >= from).take(limit).cloned().collect())
    }

    fn census(&self, tenant: Option<TenantId>, now: Timestamp) -> StoreFuture<'_, Census> {
        answer(self.state().census(tenant.as_ref(), now))
    }
}
