//! Leases: granting what is due, ending what is over.

use crate::model::{ActivityId, LeaseToken, Timestamp};
use crate::retry::delay_queue::{DueQuery, DueSlice};
use crate::retry::engine::Transition;
use crate::retry::persistence::{RetryStore, StoreError};
use crate::runtime::request::{Acquired, Answer, Grant, Poll, Request};
use crate::runtime::turn::Turn;

impl Turn<'_> {
    /// Answers the polls among `requests`, in the order they came. They run last in a turn, so
    /// what the turn touched is left to the next one; alike polls share one look at the queue.
    pub(in crate::runtime) async fn acquire(
        &mut self,
        requests: &[&Request],
        answers: &mut [Answer],
        store: &dyn RetryStore,
    ) -> Result<(), StoreError> {
        let mut open: Vec<(usize, &Poll)> = Vec::new();
        for (index, request) in requests.iter().enumerate() {
            if let Request::Acquire(poll) = request {
                open.push((index, poll));
            }
        }
        while let Some((_, first)) = open.first().copied() {
            let (group, rest): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(_, poll)| alike(poll, first));
            open = rest;
            let limit = group.iter().map(|(_, poll)| poll.max).sum();
            let mut slice = store.due(self.due_query(first, limit)).await?;
            slice.entries.reverse();
            for (index, poll) in group {
                answers[index] = Answer::Acquire(self.grant(poll, &mut slice)?);
            }
        }
        Ok(())
    }

    fn due_query(&self, poll: &Poll, limit: usize) -> DueQuery {
        DueQuery {
            tenant: poll.tenant.clone(),
            queues: poll.queues.clone(),
            activity_types: poll.activity_types.clone(),
            now: self.now,
            except: self.batch.transitions.iter().map(|transition| transition.after.id).collect(),
            limit,
        }
    }

    /// Leases entries from the end of a reversed slice to one poll.
    fn grant(&mut self, poll: &Poll, slice: &mut DueSlice) -> Result<Acquired, StoreError> {
        let mut acquired = Acquired { grants: Vec::new(), next_due: slice.next_due };
        while acquired.grants.len() < poll.max {
            let Some((activity, payload)) = slice.entries.pop() else { break };
            let Some(policy) = self.policy_of(&activity) else {
                let pin = &activity.policy;
                let text = format!("policy {}@{} is missing", pin.name, pin.version);
                return Err(StoreError::Corrupt(text));
            };
            let token = LeaseToken::new(activity.id, (self.entropy)());
            let leased =
                Transition::lease(activity, &policy.compiled, &poll.worker_id, token, self.now);
            // The store gives only what is due; a row that is not is its fault and stays.
            if let Ok(transition) = leased {
                let activity = transition.after.clone();
                self.adopt(transition);
                acquired.grants.push(Grant { activity, payload });
            }
        }
        Ok(acquired)
    }

    /// Ends the leases of `activities` that are over.
    pub(in crate::runtime) fn expire(&mut self, activities: &[ActivityId]) {
        for id in activities {
            let Some(activity) = self.activities.get(id).cloned() else { continue };
            let Some(policy) = self.policy_of(&activity) else { continue };
            // Refused: it was reported or renewed since it was found.
            if let Ok(transition) = Transition::expire(activity, &policy.compiled, self.now) {
                self.adopt(transition);
            }
        }
    }

    /// Gives the leases of `activities` one more lease period, as after a start: their workers
    /// could not reach the engine.
    pub(in crate::runtime) fn grace(&mut self, activities: &[ActivityId]) {
        for id in activities {
            let Some(activity) = self.activities.get(id) else { continue };
            let Some(lease) = &activity.lease else { continue };
            let Some(policy) = self.policy_of(activity) else { continue };
            let until: Timestamp = self.now.plus(policy.compiled.effective().timeouts.lease);
            if until > lease.expires_at {
                let token = lease.token;
                self.renew(token, until);
            }
        }
    }
}

fn alike(a: &Poll, b: &Poll) -> bool {
    a.tenant == b.tenant && a.queues == b.queues && a.activity_types == b.activity_types
}
