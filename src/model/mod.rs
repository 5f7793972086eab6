//! Floor 0: the domain's words. Nothing here imports from another module of the crate, reads a
//! clock, draws a random number or touches I/O.

mod activity;
mod attempt;
mod content;
mod dead_letter;
mod event;
mod failure;
mod ids;
mod millis;
mod operation;
mod state;
mod time;

pub use activity::{Activity, Lease, PolicyPin};
pub use attempt::{GiveUpReason, MaxAttempts, StrategyKind};
pub use content::ContentRef;
pub use dead_letter::{DeadLetter, DeadLetterStatus};
pub use event::{Event, EventKind, Reporter, ScheduledSpec};
pub use failure::{
    ClassifiedBy, Failure, FailureClass, FailureSummary, WorkflowError, failure_type,
};
pub use ids::{
    ActivityId, ActivityKey, DeadLetterId, IdError, LeaseToken, MAX_NAME_BYTES, OperationId,
    RequestId, TenantId, check_name,
};
pub use millis::{DurationError, DurationErrorKind, Millis};
pub use operation::{ItemStatus, Operation, OperationItem, OperationKind, OperationStatus};
pub use state::{ActivityState, Priority};
pub use time::{Clock, ManualClock, Timestamp, TimestampError};
