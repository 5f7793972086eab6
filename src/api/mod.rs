//! Floor 1: Wire types and error codes shared by server and client.
//!
//! Keys are `snake_case`, times RFC 3339 in UTC with milliseconds, durations integers in `…_ms`.
//! Requests refuse unknown keys; answers may grow, so readers ignore what they do not know.

mod activity;
mod bytes;
mod dead_letter;
mod error;
mod failure;
mod header;
mod health;
mod history;
mod lease;
mod limits;
mod list;
mod metrics;
mod operation;
mod policy;
mod rate;
mod report;
mod schedule;
mod words;

pub use activity::{ActivityView, LeaseHolder, PolicyRef, RetryView, WaitQuery};
pub use bytes::{WireBytes, decode_bytes};
pub use dead_letter::DeadLetterView;
pub use error::{ErrorBody, ErrorCode, ErrorEnvelope, ErrorType, FieldIssue, Invalid};
pub use failure::{FailureBody, FailureSummaryView};
pub use header::{API_BASE, API_VERSION, DEFAULT_TENANT, header_name};
pub use health::{Health, HealthStatus};
pub use history::HistoryEvent;
pub use lease::{AcquireRequest, AcquireResponse, HeartbeatResponse, LeaseView, NoBody};
pub use limits::{
    DEFAULT_LIMIT, MAX_BATCH, MAX_FAILURE_MESSAGE_BYTES, MAX_LIMIT, MAX_METADATA_ENTRIES,
    MAX_METADATA_VALUE_BYTES, MAX_PAYLOAD_BYTES, MAX_REASON_BYTES, MAX_SELECTED_IDS,
    MAX_STACK_TRACE_BYTES, MAX_WAIT, MAX_WORKER_QUEUES,
};
pub use list::{ListQuery, Page};
pub use metrics::{MetricsView, RetryMetrics, WindowRates};
pub use operation::{
    OperationAccepted, OperationItemView, OperationView, OutcomesView, PurgeRequest, ReplayRequest,
    Selection,
};
pub use policy::{
    ActivateRequest, ActivationView, PolicyCheck, PolicyChecks, PolicyHistoryView,
    PolicyVersionView, PolicyView, PublishRequest, PublishResponse, VersionUse,
};
pub use rate::{Rate, RateError};
pub use report::{
    CompleteRequest, Decision, FailRequest, Outcome, ReportItem, ReportRequest, ReportResponse,
    ReportResult,
};
pub use schedule::{ScheduleBatchRequest, ScheduleBatchResponse, ScheduleRequest, ScheduleResult};
