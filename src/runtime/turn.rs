//! One turn of the group commit: requests that came together, decided over one working set and
//! written in one transaction.

mod leases;
mod operations;
mod reports;

use std::collections::HashMap;

use crate::model::{Activity, ActivityId, DeadLetter, DeadLetterId, LeaseToken, Timestamp};
use crate::retry::engine::{PinnedPolicy, Recorded, Refusal, ScheduleRequest, Transition};
use crate::retry::metrics::Totals;
use crate::retry::persistence::{
    LoadRequest, PolicyVersion, Recall, RetryStore, StoreError, WriteBatch,
};
use crate::runtime::engine::Entropy;
use crate::runtime::policy_book::{
    ActivationError, ActivationOrder, PolicyBook, Publication, PublishError, Published,
};
use crate::runtime::request::{Acquired, Answer, Report, Request, Scheduled};

/// Events of one activity read at a time when a stale token is looked up.
const HISTORY_PAGE: usize = 1_000;

/// What a turn works on.
pub(super) struct Turn<'a> {
    batch: WriteBatch,
    now: Timestamp,
    book: &'a PolicyBook,
    entropy: &'a Entropy,
    activities: HashMap<ActivityId, Activity>,
    dead_letters: HashMap<DeadLetterId, DeadLetter>,
    recalls: HashMap<(String, String), Recall>,
    /// How leases ended whose tokens are reported again.
    ended: HashMap<LeaseToken, Recorded>,
}

impl<'a> Turn<'a> {
    /// Loads what `requests` touch.
    pub(super) async fn load(
        requests: &[&Request],
        store: &dyn RetryStore,
        book: &'a PolicyBook,
        entropy: &'a Entropy,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let loaded = store.load(wanted(requests)).await?;
        let mut turn = Self {
            batch: WriteBatch { engine_time: now, ..WriteBatch::default() },
            now,
            book,
            entropy,
            activities: loaded.activities.into_iter().map(|a| (a.id, a)).collect(),
            dead_letters: loaded.dead_letters.into_iter().map(|d| (d.id, d)).collect(),
            recalls: loaded
                .recalls
                .into_iter()
                .map(|recall| ((recall.tenant.clone(), recall.key.clone()), recall))
                .collect(),
            ended: HashMap::new(),
        };
        for report in requests.iter().flat_map(|request| reports_of(request)) {
            turn.load_end_of(report.token, store).await?;
        }
        Ok(turn)
    }

    /// Looks up in history what became of a token that is not live: a repeat or a late report.
    async fn load_end_of(
        &mut self,
        token: LeaseToken,
        store: &dyn RetryStore,
    ) -> Result<(), StoreError> {
        let Some(activity) = self.activities.get(&token.activity()) else { return Ok(()) };
        if holds(activity, token) || self.ended.contains_key(&token) {
            return Ok(());
        }
        let mut history = Vec::new();
        while (history.len() as u64) < activity.version {
            let after = history.len() as u64;
            let page = store.history(activity.id, after, HISTORY_PAGE).await?;
            if page.is_empty() {
                let id = activity.id;
                return Err(StoreError::Corrupt(format!("{id}: no event after {after}")));
            }
            history.extend(page);
        }
        self.ended.insert(token, Recorded::find(&history, token));
        Ok(())
    }

    /// Decides one request. Polls come last, by [`Turn::acquire`]; their answer is a blank here.
    pub(super) fn decide(&mut self, request: &Request) -> Result<Answer, StoreError> {
        Ok(match request {
            Request::Schedule(requests) => {
                Answer::Schedule(requests.iter().map(|request| self.schedule(request)).collect())
            }
            Request::Acquire(_) => Answer::Acquire(Acquired::default()),
            Request::Heartbeat { tenant, token } => {
                Answer::Heartbeat(self.heartbeat(tenant, *token))
            }
            Request::Report(reports) => {
                let answers = reports.iter().map(|report| self.report(report));
                Answer::Report(answers.collect::<Result<_, _>>()?)
            }
            Request::Expire(activities) => {
                self.expire(activities);
                Answer::Done
            }
            Request::Grace(activities) => {
                self.grace(activities);
                Answer::Done
            }
            Request::Publish(publication) => Answer::Publish(Box::new(self.publish(publication))),
            Request::Activate(order) => Answer::Activate(Box::new(self.activate(order))),
            Request::Start(start) => Answer::Start(Box::new(self.start(start))),
            Request::Advance { operation, items } => {
                self.advance(operation, items);
                Answer::Done
            }
        })
    }

    /// Schedules one activity, or finds that it was scheduled before.
    pub(super) fn schedule(&mut self, request: &ScheduleRequest) -> Result<Scheduled, Refusal> {
        let id = request.key.id();
        let existing = self.activities.get(&id);
        match Transition::schedule(request.clone(), existing, self.now)? {
            Some(transition) => {
                let activity = transition.after.clone();
                self.adopt(transition);
                Ok(Scheduled { activity, created: true })
            }
            None => existing
                .map(|activity| Scheduled { activity: activity.clone(), created: false })
                .ok_or(Refusal::StaleToken),
        }
    }

    /// Publishes a policy version.
    pub(super) fn publish(&mut self, publication: &Publication) -> Result<Published, PublishError> {
        let (write, published) = self.book.plan(publication, self.now)?;
        self.batch.policies.extend(write);
        Ok(published)
    }

    /// Makes a published version the active one.
    fn activate(&mut self, order: &ActivationOrder) -> Result<PolicyVersion, ActivationError> {
        let (write, version) = self.book.plan_activation(order, self.now)?;
        self.batch.policies.extend(write);
        Ok(version)
    }

    /// Takes a transition into the batch and its state into the working set.
    fn adopt(&mut self, transition: Transition) {
        self.activities.insert(transition.after.id, transition.after.clone());
        self.batch.transitions.push(transition);
    }

    /// The policy version that decides for an activity; the store cannot lack it.
    fn policy_of(&self, activity: &Activity) -> Option<PinnedPolicy> {
        self.book.pinned(&activity.key.tenant, &activity.policy, &activity.activity_type)
    }

    /// What the turn changed, to be committed. A lease that was renewed and then ended in the same
    /// turn has nothing left to renew.
    pub(super) fn into_batch(self) -> WriteBatch {
        let Self { mut batch, activities, .. } = self;
        batch.renewals.retain(|renewal| {
            activities.get(&renewal.token.activity()).is_some_and(|a| holds(a, renewal.token))
        });
        batch
    }

    /// What the batch's events count for.
    pub(super) fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for event in self.batch.transitions.iter().flat_map(|transition| &transition.events) {
            totals.count(event);
        }
        totals
    }
}

fn holds(activity: &Activity, token: LeaseToken) -> bool {
    activity.lease.as_ref().is_some_and(|lease| lease.token == token)
}

fn reports_of(request: &Request) -> &[Report] {
    match request {
        Request::Report(reports) => reports,
        Request::Schedule(_)
        | Request::Acquire(_)
        | Request::Heartbeat { .. }
        | Request::Expire(_)
        | Request::Grace(_)
        | Request::Publish(_)
        | Request::Activate(_)
        | Request::Start(_)
        | Request::Advance { .. } => &[],
    }
}

/// Everything that must be read before `requests` can be decided.
fn wanted(requests: &[&Request]) -> LoadRequest {
    let mut load = LoadRequest::default();
    for request in requests {
        match request {
            Request::Schedule(requests) => {
                load.activities.extend(requests.iter().map(|request| request.key.id()));
            }
            Request::Acquire(_) | Request::Publish(_) | Request::Activate(_) => {}
            Request::Heartbeat { token, .. } => load.activities.push(token.activity()),
            Request::Report(reports) => {
                load.activities.extend(reports.iter().map(|report| report.token.activity()));
            }
            Request::Expire(activities) | Request::Grace(activities) => {
                load.activities.extend(activities);
            }
            Request::Start(start) => {
                let recall = start.recall.as_ref();
                load.recalls.extend(recall.map(|r| (r.tenant.clone(), r.key.clone())));
            }
            Request::Advance { items, .. } => {
                load.activities.extend(items.iter().map(|item| item.target.activity));
                load.dead_letters.extend(items.iter().map(|item| item.target));
            }
        }
    }
    load.activities.sort_unstable();
    load.activities.dedup();
    load.dead_letters.sort_unstable();
    load.dead_letters.dedup();
    load
}
