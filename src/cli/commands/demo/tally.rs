//! The books at the end of the demo: what the store holds, against what its clients saw.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::cast::{Outcome, Record, lock};
use crate::model::{Activity, ActivityId, Event, EventKind, Reporter, TenantId};
use crate::retry::persistence::{ListQuery, RetryStore, StoreError};

/// Rows read at a time.
const PAGE: usize = 1_000;

/// What the demo sums up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    /// Orders that the engine accepted.
    pub(super) orders: u64,
    /// Runs that were started.
    pub(super) attempts: u64,
    /// Orders completed.
    pub(super) completed: u64,
    /// Orders completed after at least one failed attempt.
    pub(super) recovered: u64,
    /// Entries that were ever added to the dead letter queue.
    pub(super) dead_lettered: u64,
    /// Dead letters that an operator replayed.
    pub(super) replayed: u64,
    /// Orders that still wait for an attempt or run.
    pub(super) unfinished: u64,
    /// The longest wait that was decided, in milliseconds.
    pub(super) longest_delay_ms: u64,
    /// Acknowledged orders that the store lacks, and acknowledged outcomes that history lacks.
    pub(super) lost: u64,
    /// Attempts with more than one outcome in history, and orders completed more than once.
    pub(super) duplicated: u64,
}

impl Tally {
    /// Reads the whole store and compares.
    pub(super) async fn take(store: &dyn RetryStore, record: &Record) -> Result<Self, StoreError> {
        let mut tally = Self::default();
        let mut histories: HashMap<ActivityId, HashMap<Outcome, u64>> = HashMap::new();
        let mut after = None;
        loop {
            let now = store.engine_time().await?;
            let tenant = TenantId::from(crate::api::DEFAULT_TENANT);
            let query = ListQuery { tenant, predicate: None, after, limit: PAGE, now };
            let page = store.activities(query).await?;
            for activity in &page.rows {
                let history = read_history(store, activity).await?;
                histories.insert(activity.id, tally.count(activity, &history));
            }
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        let orders: HashSet<ActivityId> = lock(&record.orders).iter().copied().collect();
        tally.orders = orders.len() as u64;
        tally.lost += orders.iter().filter(|id| !histories.contains_key(id)).count() as u64;
        let mut acknowledged: HashMap<Outcome, u64> = HashMap::new();
        for outcome in lock(&record.outcomes).iter() {
            *acknowledged.entry(outcome.clone()).or_default() += 1;
        }
        for (outcome, times) in &acknowledged {
            let recorded = histories.get(&outcome.id).and_then(|history| history.get(outcome));
            tally.lost += u64::from(recorded.is_none());
            tally.duplicated += times - 1;
        }
        Ok(tally)
    }

    /// Adds one activity; gives how often each outcome of a worker stands in its history.
    fn count(&mut self, activity: &Activity, history: &[Event]) -> HashMap<Outcome, u64> {
        let mut reported: HashMap<Outcome, u64> = HashMap::new();
        let mut ends: HashMap<(u32, u32), u64> = HashMap::new();
        let (mut completions, mut failures) = (0, 0);
        for event in history {
            let generation = event.generation;
            let mut end = |attempt: u32, completed: bool, by: Reporter| {
                *ends.entry((generation, attempt)).or_default() += 1;
                if by == Reporter::Worker {
                    let outcome = Outcome { id: activity.id, generation, attempt, completed };
                    *reported.entry(outcome).or_default() += 1;
                }
            };
            match &event.kind {
                EventKind::Leased { .. } => self.attempts += 1,
                EventKind::RetryDelayed { delay_ms, .. } => {
                    self.longest_delay_ms = self.longest_delay_ms.max(*delay_ms);
                }
                EventKind::DeadLettered { .. } => self.dead_lettered += 1,
                EventKind::Replayed { .. } => self.replayed += 1,
                EventKind::Completed { attempt, .. } => {
                    completions += 1;
                    end(*attempt, true, Reporter::Worker);
                }
                EventKind::Failed { attempt, reported_by, .. } => {
                    failures += 1;
                    end(*attempt, false, *reported_by);
                }
                EventKind::Scheduled { .. }
                | EventKind::Released { .. }
                | EventKind::RetriesExhausted { .. }
                | EventKind::Purged { .. } => {}
            }
        }
        self.duplicated += ends.values().map(|times| times - 1).sum::<u64>();
        self.duplicated += u64::saturating_sub(completions, 1);
        self.completed += completions.min(1);
        self.recovered += u64::from(completions > 0 && failures > 0);
        self.unfinished += u64::from(!activity.state.is_final());
        reported
    }
}

async fn read_history(
    store: &dyn RetryStore,
    activity: &Activity,
) -> Result<Vec<Event>, StoreError> {
    let mut history = Vec::new();
    loop {
        let after = history.last().map_or(0, |event: &Event| event.index);
        let page = store.history(activity.id, after, PAGE).await?;
        if page.is_empty() {
            return Ok(history);
        }
        history.extend(page);
    }
}
