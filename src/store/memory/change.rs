//! What a batch does to the state. The caller throws the state away if it fails.

use std::collections::HashSet;
use std::sync::Arc;

use super::state::{Job, Row, State};
use crate::model::{
    DeadLetterId, DeadLetterStatus, EventKind, ItemStatus, OperationItem, OperationStatus,
    Timestamp,
};
use crate::query::Predicate;
use crate::retry::engine::{DeadLetterChange, Transition};
use crate::retry::persistence::{
    CommitReceipt, OperationProgress, OperationStart, PolicyActivation, PolicyVersion, PolicyWrite,
    Renewal, Selection, StoreError, WriteBatch,
};

fn conflict(what: impl Into<String>) -> StoreError {
    StoreError::Conflict { what: what.into() }
}

impl State {
    /// Applies a batch in its order.
    pub(super) fn apply(&mut self, batch: WriteBatch) -> Result<CommitReceipt, StoreError> {
        for transition in batch.transitions {
            self.apply_transition(transition)?;
        }
        for renewal in &batch.renewals {
            self.renew(renewal)?;
        }
        for write in batch.policies {
            self.write_policy(write)?;
        }
        let mut receipt = CommitReceipt::default();
        for start in batch.starts {
            receipt.targets.push(self.start(start, batch.engine_time)?);
        }
        for progress in batch.progress {
            self.progress(progress)?;
        }
        self.engine_time = self.engine_time.max(batch.engine_time);
        Ok(receipt)
    }

    fn apply_transition(&mut self, transition: Transition) -> Result<(), StoreError> {
        let Transition { expected, after, events, payload, result, dead_letter } = transition;
        let (id, at) = (after.id, after.updated_at);
        let found = self.activities.get(&id).map_or(0, |row| row.activity.version);
        if found != expected {
            return Err(conflict(format!("activity {id}")));
        }
        let totals = self.totals.entry(after.key.tenant.clone()).or_default();
        for event in &events {
            totals.count(event);
        }
        let row = self.activities.entry(id).or_insert_with(|| {
            self.activity_order.push(id);
            let (history, payload) = (Vec::new(), Vec::new());
            Arc::new(Row { activity: after.clone(), history, payload, result: None })
        });
        let row = Arc::make_mut(row);
        row.activity = after;
        if let Some(payload) = payload {
            row.payload = payload;
        }
        if events.iter().any(|event| matches!(event.kind, EventKind::Completed { .. })) {
            row.result = result;
        }
        row.history.extend(events);
        match dead_letter {
            Some(change) => self.change_dead_letter(change, at),
            None => Ok(()),
        }
    }

    fn change_dead_letter(
        &mut self,
        change: DeadLetterChange,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let moved = |id: DeadLetterId| conflict(format!("dead letter {id}"));
        match change {
            DeadLetterChange::Add(entry) => {
                let id = entry.id;
                if self.dead_letters.insert(id, Arc::from(entry)).is_some() {
                    return Err(moved(id));
                }
                self.dead_letter_order.push(id);
            }
            DeadLetterChange::Settle { id, status } => {
                let entry = self.dead_letters.get_mut(&id).ok_or_else(|| moved(id))?;
                if entry.status != DeadLetterStatus::Dead {
                    return Err(moved(id));
                }
                let entry = Arc::make_mut(entry);
                entry.status = status;
                entry.updated_at = at;
            }
        }
        Ok(())
    }

    fn renew(&mut self, renewal: &Renewal) -> Result<(), StoreError> {
        let id = renewal.token.activity();
        let lease = self
            .activities
            .get_mut(&id)
            .and_then(|row| Arc::make_mut(row).activity.lease.as_mut())
            .filter(|lease| lease.token == renewal.token)
            .ok_or_else(|| conflict(format!("the lease of {id}")))?;
        lease.expires_at = renewal.expires_at;
        Ok(())
    }

    fn write_policy(&mut self, write: PolicyWrite) -> Result<(), StoreError> {
        match write {
            PolicyWrite::Publish(policy) => {
                let activation = policy.activation();
                let key = (policy.tenant.clone(), policy.name.clone(), policy.version);
                let what = format!("policy {} version {}", policy.name, policy.version);
                let policy = Arc::new(PolicyVersion { active_since: None, ..policy });
                if self.policies.insert(key, policy).is_some() {
                    return Err(conflict(what));
                }
                activation.map_or(Ok(()), |activation| self.activate(activation))
            }
            PolicyWrite::Activate(activation) => self.activate(activation),
        }
    }

    fn activate(&mut self, activation: PolicyActivation) -> Result<(), StoreError> {
        let PolicyActivation { tenant, name, version, at, .. } = &activation;
        let mut found = false;
        for policy in self.policies.values_mut() {
            if policy.tenant == *tenant && policy.name == *name {
                let is_it = policy.version == *version;
                Arc::make_mut(policy).active_since = is_it.then_some(*at);
                found |= is_it;
            }
        }
        if !found {
            return Err(conflict(format!("policy {name} version {version}")));
        }
        self.activations.push(activation);
        Ok(())
    }

    fn start(&mut self, start: OperationStart, now: Timestamp) -> Result<u64, StoreError> {
        let OperationStart { mut operation, selection, recall } = start;
        if let Some(recall) = recall {
            let key = (recall.tenant.clone(), recall.key.clone());
            if self.recalls.insert(key, recall).is_some() {
                return Err(conflict("an idempotency key"));
            }
        }
        if self.operations.iter().any(|job| job.operation.id == operation.id) {
            return Err(conflict(format!("operation {}", operation.id)));
        }
        let targets = match selection {
            Selection::Ids(ids) => {
                let mut seen = HashSet::new();
                ids.into_iter().filter(|id| seen.insert(*id)).collect()
            }
            Selection::Matching(predicate) => {
                self.dead_that_match(&operation.tenant, predicate.as_ref(), now)
            }
        };
        let items: Vec<_> = (0..)
            .zip(targets)
            .map(|(index, target)| {
                let status = ItemStatus::Pending;
                OperationItem { index, target, status, detail: None }
            })
            .collect();
        operation.targets = items.len() as u64;
        operation.status =
            if items.is_empty() { OperationStatus::Done } else { OperationStatus::Running };
        self.operations.push(Arc::new(Job { operation, items }));
        Ok(self.operations.last().map_or(0, |job| job.operation.targets))
    }

    fn dead_that_match(
        &self,
        tenant: &str,
        predicate: Option<&Predicate>,
        now: Timestamp,
    ) -> Vec<DeadLetterId> {
        let entries = self.dead_letter_order.iter().rev().map(|id| &self.dead_letters[id]);
        entries
            .filter(|entry| entry.key.tenant == tenant && entry.status == DeadLetterStatus::Dead)
            .filter(|entry| predicate.is_none_or(|p| p.matches(entry.as_ref(), now)))
            .map(|entry| entry.id)
            .collect()
    }

    fn progress(&mut self, progress: OperationProgress) -> Result<(), StoreError> {
        let OperationProgress { operation: id, first_index, results, at } = progress;
        let moved = || conflict(format!("operation {id}"));
        let job = self.operations.iter_mut().find(|job| job.operation.id == id);
        let Job { operation, items } = Arc::make_mut(job.ok_or_else(moved)?);
        let is_pending = |item: &&mut OperationItem| item.status == ItemStatus::Pending;
        let pending: Vec<_> = items.iter_mut().filter(is_pending).collect();
        let first_pending = operation.targets - pending.len() as u64;
        if first_index != first_pending || results.len() > pending.len() {
            return Err(moved());
        }
        for (item, (status, detail)) in pending.into_iter().zip(results) {
            operation.count(status);
            (item.status, item.detail) = (status, detail);
        }
        if operation.pending() == 0 {
            operation.status = OperationStatus::Done;
        }
        operation.updated_at = at;
        Ok(())
    }
}
