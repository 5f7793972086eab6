//! The legal moves of an activity, one constructor each.
//!
//! A constructor checks, decides and makes events; the state after is always the fold of those
//! events over the state before. Nothing is written here.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::model::{
    Activity, ActivityKey, ActivityState, ContentRef, DeadLetter, DeadLetterId, DeadLetterStatus,
    Event, EventKind, LeaseToken, OperationId, PolicyPin, Priority, ScheduledSpec, Timestamp,
};
use crate::retry::CompiledPolicy;
use crate::retry::engine::replay;

/// Everything that one decision changes, for one transaction.
#[derive(Debug, Clone)]
pub struct Transition {
    /// The version that the row must have; 0: the row must not exist.
    pub expected: u64,
    /// The state after.
    pub after: Activity,
    /// The events, at least one.
    pub events: Vec<Event>,
    /// The payload of a new activity.
    pub payload: Option<Vec<u8>>,
    /// The result of a completed one; absent also when the worker gave none.
    pub result: Option<Vec<u8>>,
    /// What happens to an entry of the dead letter queue.
    pub dead_letter: Option<DeadLetterChange>,
}

/// A change of the dead letter queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeadLetterChange {
    /// A new entry.
    Add(Box<DeadLetter>),
    /// An entry leaves the queue; it must be `Dead`.
    Settle {
        /// The entry.
        id: DeadLetterId,
        /// What it becomes.
        status: DeadLetterStatus,
    },
}

/// Why a move is not made; nothing changes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The identity exists with other content.
    #[error("{key} was scheduled before with other content ({field} differs)")]
    IdentityConflict {
        /// The identity.
        key: ActivityKey,
        /// What differs.
        field: &'static str,
    },
    /// The token is not the activity's lease.
    #[error("the lease is not held any more")]
    StaleToken,
    /// The lease has time left.
    #[error("the lease is not over")]
    LeaseLive,
    /// The activity is not due or somebody has it.
    #[error("the activity is {}", .0.as_str())]
    NotRunnable(ActivityState),
    /// The dead letter is gone.
    #[error("the entry is {}", .0.as_str())]
    NotDead(DeadLetterStatus),
    /// The activity lives in a later generation than the entry.
    #[error("the activity is in generation {generation} and {}", .state.as_str())]
    MovedOn {
        /// The generation now.
        generation: u32,
        /// The state now.
        state: ActivityState,
    },
    /// The guard against endless replays.
    #[error("it was replayed {replays} times already; `--force` overrules")]
    TooManyReplays {
        /// How often.
        replays: u32,
    },
}

/// A policy version, compiled for one activity type.
#[derive(Debug, Clone)]
pub struct PinnedPolicy {
    /// What is stored with the activity.
    pub pin: PolicyPin,
    /// What decides.
    pub compiled: Arc<CompiledPolicy>,
}

/// A schedule request with its policy looked up.
#[derive(Debug, Clone)]
pub struct ScheduleRequest {
    /// The identity.
    pub key: ActivityKey,
    /// The kind of work.
    pub activity_type: String,
    /// The queue that workers poll.
    pub queue: String,
    /// The policy active now.
    pub policy: PinnedPolicy,
    /// The priority; absent: the policy's.
    pub priority: Option<Priority>,
    /// When the first attempt is due; absent: now.
    pub run_at: Option<Timestamp>,
    /// The caller's labels.
    pub metadata: BTreeMap<String, String>,
    /// The payload.
    pub payload: Vec<u8>,
}

impl ScheduleRequest {
    /// SHA-256 (hex) over what must be the same for a repeat to be a repeat.
    fn content_hash(&self) -> String {
        let text = serde_json::json!([
            self.activity_type,
            self.queue,
            self.policy.pin.name,
            self.priority,
            self.run_at,
            self.metadata,
            ContentRef::of(&self.payload).sha256,
        ]);
        data_encoding::HEXLOWER.encode(&Sha256::digest(text.to_string()))
    }

    fn difference(&self, existing: &Activity) -> &'static str {
        if existing.payload != ContentRef::of(&self.payload) {
            "payload"
        } else if existing.activity_type != self.activity_type {
            "activity_type"
        } else if existing.queue != self.queue {
            "queue"
        } else if existing.metadata != self.metadata {
            "metadata"
        } else {
            "policy, priority or run_at"
        }
    }
}

/// What an operator's replay asks for.
#[derive(Debug, Clone)]
pub struct ReplayOrder {
    /// The policy of the new generation.
    pub policy: PinnedPolicy,
    /// The operation that asks.
    pub operation: OperationId,
    /// What the operator gave as the reason.
    pub reason: Option<String>,
    /// Overrules the guard against endless replays.
    pub force: bool,
}

impl Transition {
    /// Replays of one activity after which the guard asks for force.
    pub const MAX_REPLAYS: u32 = 3;

    /// Makes the activity of a schedule request. `existing` is the row of that identity, if any:
    /// `Ok(None)` says that the request is a repeat of it.
    pub fn schedule(
        request: ScheduleRequest,
        existing: Option<&Activity>,
        now: Timestamp,
    ) -> Result<Option<Self>, Refusal> {
        let content_hash = request.content_hash();
        if let Some(existing) = existing {
            return if existing.content_hash == content_hash {
                Ok(None)
            } else {
                let field = request.difference(existing);
                Err(Refusal::IdentityConflict { key: request.key, field })
            };
        }
        let id = request.key.id();
        let spec = ScheduledSpec {
            idempotency_key: id.to_string().replacen("act_", "wrk_", 1),
            payload: ContentRef::of(&request.payload),
            content_hash,
            key: request.key,
            activity_type: request.activity_type,
            queue: request.queue,
            policy: request.policy.pin,
            priority: request.priority,
            run_at: request.run_at.unwrap_or(now),
            metadata: request.metadata,
        };
        let kind = EventKind::Scheduled { spec: Box::new(spec) };
        let event = Event { activity: id, index: 1, generation: 1, at: now, kind };
        let after = folded(None, &event);
        let transition = Self::bare(0, after, vec![event]);
        Ok(Some(Self { payload: Some(request.payload), ..transition }))
    }

    /// Gives the right to run the next attempt to a worker.
    pub fn lease(
        activity: Activity,
        policy: &CompiledPolicy,
        worker_id: &str,
        token: LeaseToken,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        let due_at = match activity.due_at {
            Some(due_at) if activity.is_due(now) => due_at,
            Some(_) | None => return Err(Refusal::NotRunnable(activity.state_at(now))),
        };
        let kind = EventKind::Leased {
            token,
            attempt: activity.attempt + 1,
            worker_id: worker_id.to_owned(),
            late_ms: now.since(due_at).0,
            expires_at: now.plus(policy.effective().timeouts.lease),
        };
        Ok(Self::of(activity, [kind], now))
    }

    /// The new end of a lease by a heartbeat: now + lease, never past start + activity timeout.
    pub fn renewed_until(
        activity: &Activity,
        policy: &CompiledPolicy,
        token: LeaseToken,
        now: Timestamp,
    ) -> Result<Timestamp, Refusal> {
        let lease = activity.lease.as_ref().filter(|lease| lease.token == token);
        let lease = lease.ok_or(Refusal::StaleToken)?;
        let timeouts = &policy.effective().timeouts;
        Ok(now.plus(timeouts.lease).min(lease.granted_at.plus(timeouts.activity)))
    }

    /// Records the success of an attempt.
    pub fn complete(
        activity: Activity,
        token: LeaseToken,
        result: Option<Vec<u8>>,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        let worker_id = holder(&activity, token)?;
        let kind = EventKind::Completed {
            token,
            attempt: activity.attempt,
            worker_id,
            result: result.as_deref().map(ContentRef::of),
        };
        Ok(Self { result, ..Self::of(activity, [kind], now) })
    }

    /// Takes a lease back unrun.
    pub fn release(activity: Activity, token: LeaseToken, now: Timestamp) -> Result<Self, Refusal> {
        holder(&activity, token)?;
        let kind = EventKind::Released { token, attempt: activity.attempt };
        Ok(Self::of(activity, [kind], now))
    }

    /// Starts the next generation of a dead activity.
    pub fn replay(
        activity: Activity,
        entry: &DeadLetter,
        order: ReplayOrder,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        if entry.status != DeadLetterStatus::Dead {
            return Err(Refusal::NotDead(entry.status));
        }
        let (generation, state) = (activity.generation, activity.state);
        if generation != entry.id.generation || state != ActivityState::DeadLettered {
            return Err(Refusal::MovedOn { generation, state });
        }
        let replays = generation - 1;
        if replays >= Self::MAX_REPLAYS && !order.force {
            return Err(Refusal::TooManyReplays { replays });
        }
        let expected = activity.version;
        let event = Event {
            activity: activity.id,
            index: expected + 1,
            generation: generation + 1,
            at: now,
            kind: EventKind::Replayed {
                policy: order.policy.pin,
                due_at: now,
                operation: order.operation,
                reason: order.reason,
            },
        };
        let after = folded(Some(activity), &event);
        let settled = DeadLetterChange::Settle { id: entry.id, status: DeadLetterStatus::Replayed };
        Ok(Self { dead_letter: Some(settled), ..Self::bare(expected, after, vec![event]) })
    }

    /// Puts a dead letter out of sight.
    pub fn purge(
        activity: Activity,
        entry: &DeadLetter,
        operation: OperationId,
        reason: Option<String>,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        if entry.status != DeadLetterStatus::Dead {
            return Err(Refusal::NotDead(entry.status));
        }
        let dead_generation = entry.id.generation;
        let kind = EventKind::Purged { dead_generation, operation, reason };
        let settled = DeadLetterChange::Settle { id: entry.id, status: DeadLetterStatus::Purged };
        Ok(Self { dead_letter: Some(settled), ..Self::of(activity, [kind], now) })
    }

    /// Applies events of the activity's own generation to it.
    pub(super) fn of(
        activity: Activity,
        kinds: impl IntoIterator<Item = EventKind>,
        now: Timestamp,
    ) -> Self {
        let expected = activity.version;
        let mut after = activity;
        let mut events = Vec::with_capacity(3);
        for kind in kinds {
            let event = Event {
                activity: after.id,
                index: after.version + 1,
                generation: after.generation,
                at: now,
                kind,
            };
            after = folded(Some(after), &event);
            events.push(event);
        }
        Self::bare(expected, after, events)
    }

    fn bare(expected: u64, after: Activity, events: Vec<Event>) -> Self {
        Self { expected, after, events, payload: None, result: None, dead_letter: None }
    }
}

/// The worker that holds the lease, if the token is the lease's.
pub(super) fn holder(activity: &Activity, token: LeaseToken) -> Result<String, Refusal> {
    match &activity.lease {
        Some(lease) if lease.token == token => Ok(lease.worker_id.clone()),
        Some(_) | None => Err(Refusal::StaleToken),
    }
}

/// Folds an event that a constructor has just found legal.
fn folded(state: Option<Activity>, event: &Event) -> Activity {
    match replay::apply(state, event) {
        Ok(after) => after,
        // A constructor that makes an illegal event is a bug of this module, not of its input.
        Err(error) => unreachable!("{error}"),
    }
}
