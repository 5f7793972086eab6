//! What went wrong, as an answer.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::api::{ErrorBody, ErrorCode, FieldIssue, Invalid};
use crate::model::IdError;
use crate::retry::engine::Refusal;
use crate::retry::persistence::StoreError;
use crate::runtime::{ActivationError, PublishError, ReportError, ScheduleError, StartError};
use crate::server::view;

/// An error on its way out. The envelope gives it the id of the call and writes it.
#[derive(Debug)]
pub(super) struct ApiError(Box<ErrorBody>);

impl ApiError {
    /// Makes an error.
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Box::new(ErrorBody::new(code, message)))
    }

    /// A field that holds what it may not.
    pub(super) fn field(field: &str, issue: impl Into<String>) -> Self {
        Invalid::from(FieldIssue::new(field, issue)).into()
    }

    /// Nothing of this kind and id belongs to the tenant.
    pub(super) fn not_found(what: &str, id: impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::NotFound, format!("there is no {what} `{id}`"))
    }

    /// A fault of this program: the log has the cause, the caller a clue to find it there.
    pub(super) fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed by a fault of the engine");
        Self::new(ErrorCode::Internal, "the engine failed; its log has the request id")
    }

    /// The error of one item of a batch.
    pub(super) fn into_body(self) -> ErrorBody {
        *self.0
    }
}

impl From<ErrorBody> for ApiError {
    fn from(body: ErrorBody) -> Self {
        Self(Box::new(body))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = StatusCode::from_u16(self.0.status)
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            .into_response();
        // The body waits in the extensions for the id of the call.
        response.extensions_mut().insert(self.0);
        response
    }
}

impl From<Invalid> for ApiError {
    fn from(invalid: Invalid) -> Self {
        ErrorBody::from(invalid).into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Conflict { .. } => ErrorCode::Conflict,
            StoreError::Open { .. } | StoreError::Unavailable(_) => ErrorCode::StoreUnavailable,
            StoreError::Corrupt(_) => ErrorCode::StoreCorrupt,
        };
        Self::new(code, error.to_string())
    }
}

impl From<ScheduleError> for ApiError {
    fn from(error: ScheduleError) -> Self {
        match &error {
            ScheduleError::UnknownPolicy(_) => {
                Self::new(ErrorCode::UnknownPolicy, format!("{error}; publish it first"))
            }
            ScheduleError::Refused(Refusal::IdentityConflict { .. }) => {
                Self::new(ErrorCode::IdentityConflict, error.to_string())
            }
            ScheduleError::Refused(
                Refusal::StaleToken
                | Refusal::LeaseLive
                | Refusal::NotRunnable(_)
                | Refusal::NotDead(_)
                | Refusal::MovedOn { .. }
                | Refusal::TooManyReplays { .. },
            ) => Self::internal(error),
        }
    }
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        let message = error.to_string();
        match error {
            ReportError::UnknownLease => Self::new(ErrorCode::NotFound, message),
            ReportError::LeaseLost => Self::new(ErrorCode::LeaseLost, message),
            ReportError::AlreadyReported(decision) => {
                let mut body = ErrorBody::new(ErrorCode::AlreadyReported, message);
                body.recorded = Some(Box::new(view::decision(decision)));
                body.into()
            }
        }
    }
}

impl From<PublishError> for ApiError {
    fn from(error: PublishError) -> Self {
        match &error {
            PublishError::NotNewest { .. } => {
                Self::new(ErrorCode::VersionMismatch, error.to_string())
            }
            PublishError::NotNext { .. } => {
                let issue = FieldIssue::new("metadata.version", error.to_string());
                let body = ErrorBody::new(ErrorCode::InvalidPolicy, error.to_string());
                body.with_details(vec![issue]).into()
            }
        }
    }
}

impl From<ActivationError> for ApiError {
    fn from(error: ActivationError) -> Self {
        let code = match &error {
            ActivationError::Unknown { .. } => ErrorCode::NotFound,
            ActivationError::NotActive { .. } => ErrorCode::VersionMismatch,
        };
        Self::new(code, error.to_string())
    }
}

impl From<StartError> for ApiError {
    fn from(error: StartError) -> Self {
        match &error {
            StartError::KeyMismatch => Self::new(ErrorCode::IdempotencyMismatch, error.to_string()),
        }
    }
}

/// An id or name in a path that cannot be one.
pub(super) fn malformed_id(field: &str, error: &IdError) -> ApiError {
    ApiError::field(field, error.to_string())
}
