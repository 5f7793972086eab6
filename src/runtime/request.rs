//! What the engine can be asked to change, and its answers.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::model::{
    Activity, ActivityId, Failure, LeaseToken, Operation, OperationItem, OperationStatus, TenantId,
    Timestamp,
};
use crate::retry::engine::{Decision, Refusal, ScheduleRequest};
use crate::retry::persistence::{OperationStart, PolicyVersion, StoreError};
use crate::runtime::policy_book::{
    ActivationError, ActivationOrder, Publication, PublishError, Published,
};

/// A change with the place for its answer.
#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) request: Request,
    /// Dropped when nobody waits any more.
    pub(super) reply: oneshot::Sender<Result<Answer, StoreError>>,
}

/// A change that the engine is asked for.
#[derive(Debug)]
pub(super) enum Request {
    Schedule(Vec<ScheduleRequest>),
    Acquire(Poll),
    Heartbeat { tenant: TenantId, token: LeaseToken },
    Report(Vec<Report>),
    Expire(Vec<ActivityId>),
    Grace(Vec<ActivityId>),
    Publish(Box<Publication>),
    Activate(Box<ActivationOrder>),
    Start(Box<OperationStart>),
    Advance { operation: Box<Operation>, items: Vec<OperationItem> },
}

/// The answer to a [`Request`], of the same name.
#[derive(Debug)]
pub(super) enum Answer {
    Schedule(Vec<Result<Scheduled, Refusal>>),
    Acquire(Acquired),
    Heartbeat(Result<Timestamp, ReportError>),
    Report(Vec<Result<Decision, ReportError>>),
    Publish(Box<Result<Published, PublishError>>),
    Activate(Box<Result<PolicyVersion, ActivationError>>),
    Start(Box<Result<Started, StartError>>),
    Done,
}

impl Request {
    /// How many commands it holds: the measure of a turn.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Schedule(requests) => requests.len(),
            Self::Acquire(poll) => poll.max,
            Self::Report(reports) => reports.len(),
            Self::Expire(activities) | Self::Grace(activities) => activities.len(),
            Self::Advance { items, .. } => items.len(),
            Self::Heartbeat { .. } | Self::Publish(_) | Self::Activate(_) | Self::Start(_) => 1,
        }
    }
}

impl Answer {
    /// Completes the answer about a new operation with the number of its frozen targets.
    pub(super) fn count_targets(&mut self, targets: &mut impl Iterator<Item = u64>) {
        if let Self::Start(started) = self
            && let Ok(started) = started.as_mut()
            && !started.repeated
        {
            started.operation.targets = targets.next().unwrap_or(0);
            if started.operation.targets == 0 {
                started.operation.status = OperationStatus::Done;
            }
        }
    }

    /// Tells whether there is a new operation to work on.
    pub(super) fn starts_operation(&self) -> bool {
        matches!(self, Self::Start(started) if started.as_ref().as_ref().is_ok_and(|s| !s.repeated))
    }
}

/// A worker's question for work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poll {
    /// Whose work.
    pub tenant: TenantId,
    /// Who asks.
    pub worker_id: String,
    /// Which queues; at least one.
    pub queues: Vec<String>,
    /// Which activity types; empty: all.
    pub activity_types: Vec<String>,
    /// How many leases at most.
    pub max: usize,
    /// How long to wait for the first.
    pub wait: Duration,
}

/// A lease with what a worker needs to run the attempt.
#[derive(Debug, Clone)]
pub struct Grant {
    /// The activity, running; its lease is set.
    pub activity: Activity,
    /// The payload.
    pub payload: Vec<u8>,
}

impl Grant {
    /// The report that gives the lease back unrun.
    pub(super) fn release(&self) -> Option<Report> {
        let lease = self.activity.lease.as_ref()?;
        let tenant = self.activity.key.tenant.clone();
        Some(Report { tenant, token: lease.token, outcome: Outcome::Release })
    }
}

/// What one look at the delay queue gave.
#[derive(Debug, Default)]
pub(super) struct Acquired {
    pub(super) grants: Vec<Grant>,
    /// When it is worth looking again.
    pub(super) next_due: Option<Timestamp>,
}

/// An accepted schedule request.
#[derive(Debug, Clone)]
pub struct Scheduled {
    /// The activity as it is now.
    pub activity: Activity,
    /// False: the request repeats an earlier one.
    pub created: bool,
}

/// Why a schedule request was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// No version of the policy is active.
    #[error("no policy named `{0}` is active")]
    UnknownPolicy(String),
    /// The identity clashes.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// What a worker says of a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who reports.
    pub tenant: TenantId,
    /// The lease.
    pub token: LeaseToken,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded, with this result.
    Complete(Option<Vec<u8>>),
    /// It failed.
    Fail(Failure),
    /// It was not run.
    Release,
}

/// Why a report changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// No lease ever had this token.
    #[error("no lease has this token")]
    UnknownLease,
    /// The engine ended the lease before the report came.
    #[error("the lease ran out and the activity moved on without this report")]
    LeaseLost,
    /// The token was reported with another outcome.
    #[error("this lease was reported with another outcome")]
    AlreadyReported(Decision),
}

/// A started operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// The operation, with its targets counted.
    pub operation: Operation,
    /// True: the idempotency key was used before; this is the operation of that request.
    pub repeated: bool,
}

/// Why an operation was not started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The idempotency key belongs to another request.
    #[error("this Idempotency-Key was used for another request")]
    KeyMismatch,
}
