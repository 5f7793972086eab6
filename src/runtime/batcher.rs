//! Group commit: one writer; everything that came while the last commit ran goes into the next.

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::model::{Activity, Clock, Timestamp};
use crate::retry::persistence::{RetryStore, StoreError};
use crate::runtime::dispatch::Dispatch;
use crate::runtime::endings::Endings;
use crate::runtime::engine::Entropy;
use crate::runtime::log;
use crate::runtime::policy_book::PolicyBook;
use crate::runtime::rates::Rates;
use crate::runtime::request::{Answer, Envelope, Grant, Report, Request};
use crate::runtime::turn::Turn;
use crate::runtime::wakeup::Wakeup;

/// Requests that may wait; more wait outside, so memory is bounded.
pub(super) const MAILBOX: usize = 4_096;

/// Commands after which a turn takes no more requests: a bound on how long one commit takes.
const TURN_WEIGHT: usize = 2_000;

/// How often a turn is decided again when somebody else changed a row.
const MAX_CONFLICTS: u32 = 5;

/// The one writer of an engine.
pub(super) struct Batcher {
    pub(super) store: Arc<dyn RetryStore>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) book: Arc<PolicyBook>,
    pub(super) entropy: Arc<Entropy>,
    pub(super) dispatch: Arc<Dispatch>,
    pub(super) endings: Arc<Endings>,
    pub(super) next_expiry: Arc<Wakeup>,
    pub(super) new_operation: Arc<Wakeup>,
    pub(super) rates: Arc<Rates>,
}

/// A turn that was decided and committed.
struct Committed {
    answers: Vec<Answer>,
    now: Timestamp,
    /// Activities that moved, as they are now.
    moved: Vec<Activity>,
}

impl Batcher {
    /// Runs until every sender is gone.
    pub(super) async fn run(self, mut mailbox: mpsc::Receiver<Envelope>) {
        while let Some(first) = mailbox.recv().await {
            let mut weight = first.request.weight();
            let mut turn = vec![first];
            // Policies are planned from the book, which knows committed ones only: a change of
            // theirs ends its turn.
            let ends = |envelope: &Envelope| {
                matches!(envelope.request, Request::Publish(_) | Request::Activate(_))
            };
            while weight < TURN_WEIGHT && !turn.last().is_some_and(ends) {
                let Ok(next) = mailbox.try_recv() else { break };
                weight += next.request.weight();
                turn.push(next);
            }
            self.take_turn(turn).await;
        }
    }

    /// Decides and commits until nobody interferes; then answers.
    async fn take_turn(&self, envelopes: Vec<Envelope>) {
        let requests: Vec<&Request> = envelopes.iter().map(|envelope| &envelope.request).collect();
        let mut conflicts = 0;
        let result = loop {
            match self.attempt(&requests).await {
                Err(StoreError::Conflict { what }) if conflicts < MAX_CONFLICTS => {
                    tracing::debug!(what, "decided again: a row changed since it was read");
                    conflicts += 1;
                }
                result => break result,
            }
        };
        match result {
            Ok(committed) => {
                self.wake(&committed);
                let mut unheard = Vec::new();
                for (envelope, answer) in envelopes.into_iter().zip(committed.answers) {
                    if let Err(Ok(Answer::Acquire(lost))) = envelope.reply.send(Ok(answer)) {
                        unheard.extend(lost.grants);
                    }
                }
                self.take_back(unheard).await;
            }
            Err(error) => {
                tracing::error!(%error, "nothing of this turn was written");
                for envelope in envelopes {
                    // The receiver may be gone; then nobody needs to know.
                    let _ = envelope.reply.send(Err(error.clone()));
                }
            }
        }
    }

    async fn attempt(&self, requests: &[&Request]) -> Result<Committed, StoreError> {
        let now = self.clock.now();
        let store = self.store.as_ref();
        let mut turn = Turn::load(requests, store, &self.book, self.entropy.as_ref(), now).await?;
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            answers.push(turn.decide(request)?);
        }
        turn.acquire(requests, &mut answers, store).await?;
        let totals = turn.totals();
        let batch = turn.into_batch();
        let moved = batch.transitions.iter().map(|moved| moved.after.clone()).collect();
        if batch.is_empty() {
            return Ok(Committed { answers, now, moved });
        }
        let policies = batch.policies.clone();
        let lines = log::lines(&batch.transitions);
        let receipt = store.commit(batch).await?;
        lines.iter().for_each(log::Line::write);
        for write in policies {
            self.book.committed(write);
        }
        let mut targets = receipt.targets.into_iter();
        for answer in &mut answers {
            answer.count_targets(&mut targets);
        }
        self.rates.add(&totals, now);
        Ok(Committed { answers, now, moved })
    }

    /// Tells the loops what the turn gave them to do.
    fn wake(&self, committed: &Committed) {
        for activity in &committed.moved {
            if let Some(lease) = &activity.lease {
                self.next_expiry.note(lease.expires_at);
            }
            self.dispatch.note_queued(activity, committed.now);
        }
        self.endings.note(&committed.moved);
        if committed.answers.iter().any(Answer::starts_operation) {
            self.new_operation.note(committed.now);
        }
    }

    /// Gives leases back that were granted to pollers who had gone.
    async fn take_back(&self, grants: Vec<Grant>) {
        let reports: Vec<Report> = grants.iter().filter_map(Grant::release).collect();
        if reports.is_empty() {
            return;
        }
        let request = Request::Report(reports);
        match self.attempt(&[&request]).await {
            Ok(committed) => self.wake(&committed),
            // They run out by themselves.
            Err(error) => tracing::warn!(%error, "leases of gone pollers were not taken back"),
        }
    }
}
