//! The one shape of an error, and the closed list of codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Decision;

/// Who has to act on an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// The request is wrong.
    ClientError,
    /// The caller may not do this.
    AuthError,
    /// The request clashes with the state of things.
    Conflict,
    /// Too much at once; `Retry-After` says when again.
    RateLimit,
    /// The engine failed.
    ServerError,
}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $word:literal, $status:literal, $kind:ident;)*) => {
        /// Every code that an error can carry. Each has one HTTP status and one type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl ErrorCode {
            /// Every code, in the order of its status.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            /// Who has to act.
            pub const fn error_type(self) -> ErrorType {
                match self { $(Self::$variant => ErrorType::$kind,)* }
            }
        }
    };
}

error_codes! {
    /// A field holds what it may not; `details` names each.
    ValidationFailed = "validation_failed", 400, ClientError;
    /// The body is not the JSON that the route takes.
    MalformedBody = "malformed_body", 400, ClientError;
    /// The `Host` is not one that the engine answers to.
    ForbiddenHost = "forbidden_host", 403, AuthError;
    /// A web page made the call.
    ForbiddenOrigin = "forbidden_origin", 403, AuthError;
    /// There is no such thing, or not for this tenant.
    NotFound = "not_found", 404, ClientError;
    /// The path exists, the method does not.
    MethodNotAllowed = "method_not_allowed", 405, ClientError;
    /// The body did not arrive in time.
    RequestTimeout = "request_timeout", 408, ClientError;
    /// The token no longer holds its activity; the report changed nothing.
    LeaseLost = "lease_lost", 409, Conflict;
    /// The token reported another outcome before; that one stands.
    AlreadyReported = "already_reported", 409, Conflict;
    /// The identity exists with other content.
    IdentityConflict = "identity_conflict", 409, Conflict;
    /// The newest version is not the expected one.
    VersionMismatch = "version_mismatch", 409, Conflict;
    /// Others kept changing the same thing; the same request may pass later.
    Conflict = "conflict", 409, Conflict;
    /// The body is larger than the limit.
    PayloadTooLarge = "payload_too_large", 413, ClientError;
    /// The body is not declared as JSON.
    UnsupportedMediaType = "unsupported_media_type", 415, ClientError;
    /// No policy of this name is published.
    UnknownPolicy = "unknown_policy", 422, ClientError;
    /// The policy document has errors; `details` gives line and column of each.
    InvalidPolicy = "invalid_policy", 422, ClientError;
    /// The `Idempotency-Key` came with another body before.
    IdempotencyMismatch = "idempotency_mismatch", 422, ClientError;
    /// The caller asks too often.
    RateLimited = "rate_limited", 429, RateLimit;
    /// A fault of the engine; its log has the request id.
    Internal = "internal", 500, ServerError;
    /// What the store holds is not what was written: an operator has to look.
    StoreCorrupt = "store_corrupt", 500, ServerError;
    /// The engine has more to do than it can hold.
    Overloaded = "overloaded", 503, ServerError;
    /// The store does not answer.
    StoreUnavailable = "store_unavailable", 503, ServerError;
    /// The engine is ending.
    ShuttingDown = "shutting_down", 503, ServerError;
}

impl ErrorCode {
    /// Reads the word back.
    pub fn from_word(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

/// One thing that is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldIssue {
    /// The field, with dots for nesting.
    pub field: String,
    /// What is wrong with it.
    pub issue: String,
    /// The line in the policy document or the JSON body, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column there, from 1: in a policy document in characters, in a JSON body in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The code of a finding in a policy document, e.g. `WR002`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl FieldIssue {
    /// Makes an issue of a field.
    pub fn new(field: impl Into<String>, issue: impl Into<String>) -> Self {
        Self { field: field.into(), issue: issue.into(), line: None, column: None, code: None }
    }

    /// Says where in the document or body it is; both count from 1.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> Self {
        Self { line: u32::try_from(line).ok(), column: u32::try_from(column).ok(), ..self }
    }
}

/// Why a request is refused before anything is done: every fault at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", summary(.details))]
pub struct Invalid {
    /// What is wrong, field by field; never empty.
    pub details: Vec<FieldIssue>,
}

fn summary(details: &[FieldIssue]) -> String {
    const SPELT_OUT: usize = 3;
    let mut faults: Vec<String> = details
        .iter()
        .take(SPELT_OUT)
        .map(|detail| format!("{}: {}", detail.field, detail.issue))
        .collect();
    if details.len() > SPELT_OUT {
        faults.push(format!("and {} more", details.len() - SPELT_OUT));
    }
    faults.join("; ")
}

impl From<FieldIssue> for Invalid {
    fn from(issue: FieldIssue) -> Self {
        Self { details: vec![issue] }
    }
}

/// The body of every answer that is not a success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorEnvelope {
    /// The error.
    pub error: ErrorBody,
}

/// One error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// A word of the closed list; text, so that a reader survives the words of a newer engine.
    #[schema(value_type = ErrorCode)]
    pub code: String,
    /// What happened and what to do, for people.
    pub message: String,
    /// Who has to act.
    #[serde(rename = "type")]
    #[schema(value_type = ErrorType)]
    pub error_type: String,
    /// The HTTP status, also of an item within a batch.
    pub status: u16,
    /// The id of the call, to find it in the engine's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// What is wrong, field by field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<FieldIssue>,
    /// What was decided on the lease's first report, if this one says something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Box<Decision>>,
}

impl ErrorBody {
    /// Makes an error without a request id and without details.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let error_type = match code.error_type() {
            ErrorType::ClientError => "client_error",
            ErrorType::AuthError => "auth_error",
            ErrorType::Conflict => "conflict",
            ErrorType::RateLimit => "rate_limit",
            ErrorType::ServerError => "server_error",
        };
        Self {
            code: code.as_str().to_owned(),
            message: message.into(),
            error_type: error_type.to_owned(),
            status: code.status(),
            request_id: None,
            details: Vec::new(),
            recorded: None,
        }
    }

    /// Adds what is wrong, field by field.
    #[must_use]
    pub fn with_details(self, details: Vec<FieldIssue>) -> Self {
        Self { details, ..self }
    }

    /// The code, if this program knows it.
    pub fn known_code(&self) -> Option<ErrorCode> {
        ErrorCode::from_word(&self.code)
    }

    /// Tells whether the error carries `code`.
    pub fn is(&self, code: ErrorCode) -> bool {
        self.code == code.as_str()
    }
}

impl From<Invalid> for ErrorBody {
    fn from(invalid: Invalid) -> Self {
        Self::new(ErrorCode::ValidationFailed, invalid.to_string()).with_details(invalid.details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_platforms_shape() {
        let error = ErrorBody::from(Invalid::from(FieldIssue::new("queue", "is empty")));
        let json = serde_json::to_value(ErrorEnvelope { error }).unwrap();
        let expected = serde_json::json!({"error": {
            "code": "validation_failed", "message": "queue: is empty", "type": "client_error",
            "status": 400, "details": [{"field": "queue", "issue": "is empty"}]}});
        assert_eq!(json, expected);
    }

    #[test]
    fn every_code_has_its_type_by_its_status() {
        for code in ErrorCode::ALL {
            let expected = match code.status() {
                401 | 403 => ErrorType::AuthError,
                409 => ErrorType::Conflict,
                429 => ErrorType::RateLimit,
                status if status >= 500 => ErrorType::ServerError,
                _ => ErrorType::ClientError,
            };
            assert_eq!(code.error_type(), expected, "{}", code.as_str());
            assert_eq!(ErrorCode::from_word(code.as_str()), Some(*code));
        }
    }

    #[test]
    fn survives_a_code_of_a_newer_engine() {
        let json = r#"{"error":{"code":"new","message":"m","type":"t","status":418,"x":1}}"#;
        let envelope: ErrorEnvelope = serde_json::from_str(json).unwrap();
        assert_eq!(envelope.error.known_code(), None);
    }
}
