//! What is read from the state.

use std::collections::BTreeSet;

use super::state::State;
use crate::model::{
    Activity, ActivityId, DeadLetter, DeadLetterStatus, ItemStatus, Operation, OperationId,
    OperationKind, OperationStatus, TenantId, Timestamp,
};
use crate::query::{FieldSource, Predicate, TextField};
use crate::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice, due_order};
use crate::retry::metrics::Census;
use crate::retry::persistence::{ListQuery, LoadRequest, Loaded, OperationQuery, Outcomes, Page};

impl State {
    pub(super) fn load(&self, request: &LoadRequest) -> Loaded {
        let LoadRequest { activities, dead_letters, recalls } = request;
        let rows = activities.iter().filter_map(|id| self.activities.get(id));
        let entries = dead_letters.iter().filter_map(|id| self.dead_letters.get(id));
        Loaded {
            activities: rows.map(|row| row.activity.clone()).collect(),
            dead_letters: entries.map(|entry| DeadLetter::clone(entry)).collect(),
            recalls: recalls.iter().filter_map(|of| self.recalls.get(of)).cloned().collect(),
        }
    }

    pub(super) fn due(&self, query: &DueQuery) -> DueSlice {
        let mut waiting: Vec<_> = self
            .activities
            .values()
            .filter(|row| {
                let activity = &row.activity;
                activity.key.tenant == query.tenant
                    && query.queues.contains(&activity.queue)
                    && (query.activity_types.is_empty()
                        || query.activity_types.contains(&activity.activity_type))
                    && !query.except.contains(&activity.id)
                    && activity.due_at.is_some()
            })
            .collect();
        waiting.sort_by_key(|row| due_order(&row.activity));
        let due = waiting.partition_point(|row| row.activity.is_due(query.now));
        let (mut entries, mut bytes) = (Vec::new(), 0);
        for row in &waiting[..due.min(query.limit)] {
            bytes += row.payload.len();
            if bytes > DueQuery::PAYLOAD_BYTES && !entries.is_empty() {
                break;
            }
            entries.push((row.activity.clone(), row.payload.clone()));
        }
        let next = waiting.get(due).filter(|_| entries.len() == due);
        DueSlice { next_due: next.and_then(|row| row.activity.due_at), entries }
    }

    pub(super) fn expired(&self, now: Timestamp, limit: usize) -> ExpirySlice {
        let leased = self.activities.values().filter_map(|row| {
            row.activity.lease.as_ref().map(|lease| (lease.expires_at, row.activity.id))
        });
        let ends: BTreeSet<(Timestamp, ActivityId)> = leased.collect();
        let over: Vec<_> = ends.iter().take_while(|(end, _)| *end <= now).collect();
        let next = ends.iter().nth(over.len()).filter(|_| over.len() <= limit);
        ExpirySlice {
            activities: over.iter().take(limit).map(|(_, id)| *id).collect(),
            next_expiry: next.map(|(end, _)| *end),
        }
    }

    pub(super) fn activities(&self, query: &ListQuery) -> Page<Activity> {
        let rows = self.activity_order.iter().map(|id| &self.activities[id].activity);
        let of_tenant = |activity: &&Activity| activity.key.tenant == query.tenant;
        listed(rows, |activity| of_tenant(activity), query)
    }

    pub(super) fn dead_letters(&self, query: &ListQuery) -> Page<DeadLetter> {
        let rows = self.dead_letter_order.iter().map(|id| self.dead_letters[id].as_ref());
        let any_status = query.predicate.as_ref().is_some_and(|p| p.asks_about(&TextField::Status));
        let shown = |entry: &&DeadLetter| {
            entry.key.tenant == query.tenant
                && (any_status || entry.status == DeadLetterStatus::Dead)
        };
        listed(rows, |entry| shown(entry), query)
    }

    pub(super) fn operation(&self, id: OperationId) -> Option<(Operation, Outcomes)> {
        let job = self.operations.iter().find(|job| job.operation.id == id)?;
        let mut outcomes = Outcomes::default();
        if job.operation.kind == OperationKind::Replay {
            let done = job.items.iter().filter(|item| item.status == ItemStatus::Done);
            for row in done.filter_map(|item| self.activities.get(&item.target.activity)) {
                outcomes.count(row.activity.state, 1);
            }
        }
        Some((job.operation.clone(), outcomes))
    }

    pub(super) fn operations(&self, query: &OperationQuery) -> Page<Operation> {
        let all = self.operations.iter().map(|job| &job.operation);
        match query {
            OperationQuery::OfTenant { tenant, after, limit } => {
                page(all, |operation| operation.tenant == *tenant, *after, *limit)
            }
            OperationQuery::Unfinished => {
                let running = |o: &&Operation| o.status == OperationStatus::Running;
                let rows: Vec<_> = all.filter(running).cloned().collect();
                Page { total: Some(rows.len() as u64), rows, next: None }
            }
        }
    }

    pub(super) fn census(&self, tenant: Option<&TenantId>, now: Timestamp) -> Census {
        let counts = |of: &TenantId| tenant.is_none_or(|tenant| tenant == of);
        let mut census = Census::default();
        for row in self.activities.values().filter(|row| counts(&row.activity.key.tenant)) {
            *census.activities.entry(row.activity.state_at(now)).or_default() += 1;
        }
        for entry in self.dead_letters.values().filter(|entry| counts(&entry.key.tenant)) {
            *census.dead_letters.entry(entry.status).or_default() += 1;
        }
        for (_, totals) in self.totals.iter().filter(|(of, _)| counts(of)) {
            for (name, value) in totals.entries() {
                census.totals.add(name, value);
            }
        }
        census
    }
}

fn listed<'a, T: FieldSource + Clone + 'a>(
    rows: impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator,
    is_shown: impl Fn(&&T) -> bool,
    query: &ListQuery,
) -> Page<T> {
    let matches = |predicate: &Predicate, row: &T| predicate.matches(row, query.now);
    let is_kept =
        |row: &T| is_shown(&row) && query.predicate.as_ref().is_none_or(|p| matches(p, row));
    page(rows, is_kept, query.after, query.limit)
}

/// Pages through rows in the order of their insertion, newest first; a row's number is its place.
fn page<'a, T: Clone + 'a>(
    rows: impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator,
    is_kept: impl Fn(&T) -> bool,
    after: Option<u64>,
    limit: usize,
) -> Page<T> {
    let kept: Vec<(u64, &T)> = (0..).zip(rows).filter(|(_, row)| is_kept(row)).collect();
    let total = after.is_none().then_some(kept.len() as u64);
    let mut rest = kept.into_iter().rev().filter(|(n, _)| after.is_none_or(|after| *n < after));
    let shown: Vec<_> = rest.by_ref().take(limit).collect();
    let last = shown.last().map(|(n, _)| *n).or(after);
    Page {
        rows: shown.into_iter().map(|(_, row)| row.clone()).collect(),
        next: rest.next().and(last),
        total,
    }
}
