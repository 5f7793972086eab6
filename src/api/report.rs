//! Reports: what became of an attempt, and what the engine decided.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::limits::Checks;
use super::{
    AcquireRequest, ErrorBody, FailureBody, FieldIssue, Invalid, LeaseView, MAX_BATCH, WireBytes,
    decode_bytes,
};
use crate::model::{
    ClassifiedBy, DeadLetterId, Failure, FailureClass, GiveUpReason, IdError, LeaseToken, Timestamp,
};

/// Reports success.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompleteRequest {
    /// The result, if there is one and it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The result in base64, if it is not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_base64: Option<String>,
}

impl CompleteRequest {
    /// Reports success with a result.
    pub fn with_result(bytes: Vec<u8>) -> Self {
        let WireBytes { text, base64 } = WireBytes::encode(bytes);
        Self { result: text, result_base64: base64 }
    }

    /// Checks the result and gives its bytes.
    pub fn validate(&self) -> Result<Option<Vec<u8>>, Invalid> {
        let (text, base64) = (self.result.as_deref(), self.result_base64.as_deref());
        Ok(decode_bytes("result", text, base64)?)
    }
}

/// Reports a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FailRequest {
    /// The failure.
    pub failure: FailureBody,
}

impl FailRequest {
    /// Checks the failure.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        checks.nested("failure", self.failure.validate());
        checks.finish()
    }
}

/// One report of a batch: exactly one of `complete` and `fail`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportItem {
    /// The lease's token.
    pub token: String,
    /// Success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<CompleteRequest>,
    /// Failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail: Option<FailRequest>,
}

/// What became of an attempt, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded, with a result or without one.
    Completed(Option<Vec<u8>>),
    /// It failed.
    Failed(Failure),
}

impl ReportItem {
    /// Checks the item and gives its token and outcome.
    pub fn validate(&self) -> Result<(LeaseToken, Outcome), Invalid> {
        let token = self.token.parse().map_err(|e: IdError| issue("token", e.to_string()))?;
        let outcome = match (&self.complete, &self.fail) {
            (Some(complete), None) => Outcome::Completed(complete.validate()?),
            (None, Some(fail)) => {
                fail.validate()?;
                Outcome::Failed(fail.failure.clone().into())
            }
            (None, None) | (Some(_), Some(_)) => {
                return Err(issue("complete", "give either `complete` or `fail`"));
            }
        };
        Ok((token, outcome))
    }
}

fn issue(field: &str, issue: impl Into<String>) -> Invalid {
    FieldIssue::new(field, issue).into()
}

/// Reports many attempts at once, and asks for more work in the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The reports: at most 1,000; none is fine if `acquire` is there.
    #[serde(default)]
    pub reports: Vec<ReportItem>,
    /// Asks for work, after the reports took effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acquire: Option<AcquireRequest>,
}

impl ReportRequest {
    /// Checks the counts and the request for work; each report is checked for itself.
    pub fn validate(&self) -> Result<(), Invalid> {
        let mut checks = Checks::default();
        let least = usize::from(self.acquire.is_none());
        checks.count("reports", self.reports.len(), least, MAX_BATCH);
        if let Some(acquire) = &self.acquire {
            checks.nested("acquire", acquire.validate());
        }
        checks.finish()
    }
}

/// What the engine decided about an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// The activity is done.
    Completed {
        /// The attempt that did it.
        attempt: u32,
    },
    /// Another attempt follows.
    Retry {
        /// What the failure was taken for.
        class: FailureClass,
        /// By which link of the classification chain.
        classified_by: ClassifiedBy,
        /// The attempt that failed.
        attempt: u32,
        /// The wait, in milliseconds.
        delay_ms: u64,
        /// When the next attempt is due.
        due_at: Timestamp,
    },
    /// Nothing follows; the activity is a dead letter.
    DeadLetter {
        /// What the failure was taken for.
        class: FailureClass,
        /// By which link of the classification chain.
        classified_by: ClassifiedBy,
        /// The attempt that failed.
        attempt: u32,
        /// Why nothing follows.
        reason: GiveUpReason,
        /// The dead letter.
        dead_letter_id: DeadLetterId,
    },
    /// Nothing follows, and the policy wants no dead letter.
    Failed {
        /// What the failure was taken for.
        class: FailureClass,
        /// By which link of the classification chain.
        classified_by: ClassifiedBy,
        /// The attempt that failed.
        attempt: u32,
        /// Why nothing follows.
        reason: GiveUpReason,
    },
    /// The lease was given back unrun.
    Released,
}

/// The answer to one report of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportResult {
    /// 200, or the error's status.
    pub status: u16,
    /// What the engine decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Decision>,
    /// Why the report changed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
}

impl ReportResult {
    /// A report that the engine took.
    pub fn accepted(decision: Decision) -> Self {
        Self { status: 200, outcome: Some(decision), error: None }
    }

    /// A report that changed nothing.
    pub fn refused(error: ErrorBody) -> Self {
        Self { status: error.status, outcome: None, error: Some(error) }
    }
}

/// The answers to the reports, in their order, and the leases asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReportResponse {
    /// One answer for each report.
    pub results: Vec<ReportResult>,
    /// The leases granted.
    #[serde(default)]
    pub leases: Vec<LeaseView>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ActivityKey;

    fn token() -> LeaseToken {
        LeaseToken::new(ActivityKey::new("t", "w", "e", "a").unwrap().id(), [7; 24])
    }

    #[test]
    fn reads_the_documented_reports() {
        let json = format!(
            r#"{{"reports":[{{"token":"{0}","complete":{{"result":"ok"}}}},{{"token":"{0}",
            "fail":{{"failure":{{"type":"HttpError","message":"503","http_status":503,
            "retry_after_ms":null,"non_retryable":false,"stack_trace":null,"metadata":{{}}}}}}}}]}}"#,
            token()
        );
        let request: ReportRequest = serde_json::from_str(&json).unwrap();
        request.validate().unwrap();
        let outcomes: Vec<Outcome> =
            request.reports.iter().map(|item| item.validate().unwrap().1).collect();
        let failure = Failure { http_status: Some(503), ..Failure::new("HttpError", "503") };
        assert_eq!(outcomes, [Outcome::Completed(Some(b"ok".to_vec())), Outcome::Failed(failure)]);
    }

    #[test]
    fn refuses_both_outcomes_and_none() {
        let complete = Some(CompleteRequest::default());
        let fail = Some(FailRequest { failure: FailureBody::default() });
        for item in [
            ReportItem { token: token().to_string(), complete: None, fail: None },
            ReportItem { token: token().to_string(), complete, fail: fail.clone() },
            ReportItem { token: "lt_x".to_owned(), complete: None, fail: fail.clone() },
            ReportItem { token: token().to_string(), complete: None, fail },
        ] {
            assert!(item.validate().is_err(), "{item:?}");
        }
        assert!(ReportRequest::default().validate().is_err());
    }

    #[test]
    fn writes_the_documented_decision() {
        let decision = Decision::Retry {
            class: FailureClass::Transient,
            classified_by: ClassifiedBy::HttpTable,
            attempt: 2,
            delay_ms: 1932,
            due_at: Timestamp::EPOCH,
        };
        let expected = serde_json::json!({"decision": "retry", "class": "transient",
            "classified_by": "http-table", "attempt": 2, "delay_ms": 1932,
            "due_at": "1970-01-01T00:00:00.000Z"});
        assert_eq!(serde_json::to_value(&decision).unwrap(), expected);
        assert_eq!(serde_json::from_value::<Decision>(expected).unwrap(), decision);
    }
}
