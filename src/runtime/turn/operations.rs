//! Operations: bulk work, item by item, each validated inside the transaction (spec §22).

use crate::model::{Activity, DeadLetter, ItemStatus, Operation, OperationItem, OperationKind};
use crate::retry::engine::{Refusal, ReplayOrder, Transition};
use crate::retry::persistence::{OperationProgress, OperationStart};
use crate::runtime::request::{StartError, Started};
use crate::runtime::turn::Turn;

/// The result of one item and why.
type ItemResult = (ItemStatus, Option<String>);

impl Turn<'_> {
    /// Starts an operation, or finds that its idempotency key started one before: then the
    /// operation is only named and the caller reads it.
    pub(in crate::runtime) fn start(
        &mut self,
        start: &OperationStart,
    ) -> Result<Started, StartError> {
        if let Some(recall) = &start.recall {
            let key = (recall.tenant.clone(), recall.key.clone());
            if let Some(earlier) = self.recalls.get(&key) {
                if earlier.request_hash != recall.request_hash {
                    return Err(StartError::KeyMismatch);
                }
                let operation = Operation { id: earlier.operation, ..start.operation.clone() };
                return Ok(Started { operation, repeated: true });
            }
            self.recalls.insert(key, recall.clone());
        }
        let mut start = start.clone();
        start.operation.created_at = self.now;
        start.operation.updated_at = self.now;
        let operation = start.operation.clone();
        self.batch.starts.push(start);
        Ok(Started { operation, repeated: false })
    }

    /// Works on the next items of an operation.
    pub(in crate::runtime) fn advance(&mut self, operation: &Operation, items: &[OperationItem]) {
        let Some(first) = items.first() else { return };
        let results = items.iter().map(|item| self.work_on(operation, item)).collect();
        self.batch.progress.push(OperationProgress {
            operation: operation.id,
            first_index: first.index,
            results,
            at: self.now,
        });
    }

    fn work_on(&mut self, operation: &Operation, item: &OperationItem) -> ItemResult {
        let entry = self.dead_letters.get(&item.target);
        let entry = entry.filter(|entry| entry.key.tenant == operation.tenant).cloned();
        let activity = self.activities.get(&item.target.activity).cloned();
        let (Some(entry), Some(activity)) = (entry, activity) else {
            return (ItemStatus::Failed, Some("no such entry".to_owned()));
        };
        let made = match operation.kind {
            OperationKind::Replay => match self.replay(operation, &entry, activity) {
                Ok(made) => made,
                Err(text) => return (ItemStatus::Failed, Some(text)),
            },
            OperationKind::Purge => Transition::purge(
                activity,
                &entry,
                operation.id,
                operation.reason.clone(),
                self.now,
            ),
        };
        match made {
            Ok(transition) => {
                self.settle(&entry, operation.kind);
                self.adopt(transition);
                (ItemStatus::Done, None)
            }
            Err(refusal @ (Refusal::NotDead(_) | Refusal::MovedOn { .. })) => {
                (ItemStatus::Changed, Some(refusal.to_string()))
            }
            Err(refusal) => (ItemStatus::Failed, Some(refusal.to_string())),
        }
    }

    fn replay(
        &self,
        operation: &Operation,
        entry: &DeadLetter,
        activity: Activity,
    ) -> Result<Result<Transition, Refusal>, String> {
        let (tenant, name) = (&entry.key.tenant, &entry.policy.name);
        let policy = if operation.same_policy {
            self.book.pinned(tenant, &entry.policy, &entry.activity_type)
        } else {
            self.book.active(tenant, name, &entry.activity_type)
        };
        let order = ReplayOrder {
            policy: policy.ok_or_else(|| format!("no version of policy `{name}` is active"))?,
            operation: operation.id,
            reason: operation.reason.clone(),
            force: operation.force,
        };
        Ok(Transition::replay(activity, entry, order, self.now))
    }

    /// Keeps the working set true for a second item with the same entry.
    fn settle(&mut self, entry: &DeadLetter, kind: OperationKind) {
        if let Some(entry) = self.dead_letters.get_mut(&entry.id) {
            entry.status = kind.settles_as();
        }
    }
}
