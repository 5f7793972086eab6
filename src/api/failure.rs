//! Failures on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{Invalid, MAX_FAILURE_MESSAGE_BYTES, MAX_STACK_TRACE_BYTES};
use crate::model::{ClassifiedBy, Failure, FailureClass, FailureSummary};

/// One failure of one attempt, as a worker reports it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FailureBody {
    /// Its type, e.g. `HttpError`; policies match it exactly.
    #[serde(rename = "type")]
    pub error_type: String,
    /// What the worker has to say.
    #[serde(default)]
    pub message: String,
    /// The HTTP status of the downstream, if there was one.
    #[serde(default)]
    pub http_status: Option<u16>,
    /// The downstream's Retry-After, in milliseconds.
    #[serde(default)]
    pub retry_after_ms: Option<u64>,
    /// The worker knows that trying again is useless.
    #[serde(default)]
    pub non_retryable: bool,
    /// Where it happened.
    #[serde(default)]
    pub stack_trace: Option<String>,
    /// Whatever else an operator should see.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

impl FailureBody {
    /// Checks names, sizes and the range of the HTTP status.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        checks.name("type", &self.error_type);
        checks.length("message", &self.message, MAX_FAILURE_MESSAGE_BYTES);
        if let Some(status) = self.http_status {
            checks.require((100..=599).contains(&status), "http_status", "is outside 100 to 599");
        }
        if let Some(stack) = &self.stack_trace {
            checks.length("stack_trace", stack, MAX_STACK_TRACE_BYTES);
        }
        checks.metadata("metadata", &self.metadata);
        checks.finish()
    }
}

impl From<FailureBody> for Failure {
    fn from(body: FailureBody) -> Self {
        let FailureBody {
            error_type,
            message,
            http_status,
            retry_after_ms,
            non_retryable,
            stack_trace,
            metadata,
        } = body;
        Self {
            error_type,
            message,
            http_status,
            retry_after_ms,
            non_retryable,
            stack_trace,
            metadata,
        }
    }
}

impl From<Failure> for FailureBody {
    fn from(failure: Failure) -> Self {
        let Failure {
            error_type,
            message,
            http_status,
            retry_after_ms,
            non_retryable,
            stack_trace,
            metadata,
        } = failure;
        Self {
            error_type,
            message,
            http_status,
            retry_after_ms,
            non_retryable,
            stack_trace,
            metadata,
        }
    }
}

/// A failure in short, with what it was taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FailureSummaryView {
    /// Its type.
    #[serde(rename = "type")]
    pub error_type: String,
    /// Its message, shortened.
    pub message: String,
    /// Its HTTP status.
    pub http_status: Option<u16>,
    /// What it was taken for.
    pub class: FailureClass,
    /// By which link of the classification chain.
    pub classified_by: ClassifiedBy,
}

impl From<FailureSummary> for FailureSummaryView {
    fn from(summary: FailureSummary) -> Self {
        let FailureSummary { error_type, message, http_status, class, classified_by } = summary;
        Self { error_type, message, http_status, class, classified_by }
    }
}
