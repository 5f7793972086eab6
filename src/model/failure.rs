//! Failures: what a worker reports or the engine observes, and what they were taken for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::attempt::named;

/// Names of failure types that the engine itself gives (spec §8, §19).
pub mod failure_type {
    /// The lease ran out without a heartbeat: the worker is taken for dead.
    pub const WORKER_CRASH: &str = "WorkerCrash";
    /// The run took longer than `timeouts.activity`.
    pub const ACTIVITY_TIMEOUT: &str = "ActivityTimeout";
}

/// One failure of one attempt.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Failure {
    /// Its type, e.g. `HttpError`; matched exactly by policies.
    #[serde(rename = "type")]
    pub error_type: String,
    /// What the worker said.
    #[serde(default)]
    pub message: String,
    /// The HTTP status of the downstream, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<u16>,
    /// The downstream's Retry-After, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The worker knows that trying again is useless.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub non_retryable: bool,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack_trace: Option<String>,
    /// Whatever else the worker wants an operator to see.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
}

/// The error that the spec's `RetryStrategy::should_retry` judges (§23).
pub type WorkflowError = Failure;

impl Failure {
    /// Makes a failure of a type and a message.
    pub fn new(error_type: impl Into<String>, message: impl Into<String>) -> Self {
        Self { error_type: error_type.into(), message: message.into(), ..Self::default() }
    }

    /// One line for people: `HttpError: 503`.
    pub fn headline(&self) -> String {
        headline(&self.error_type, &self.message)
    }
}

fn headline(error_type: &str, message: &str) -> String {
    if message.is_empty() { error_type.to_owned() } else { format!("{error_type}: {message}") }
}

named! {
    /// What a failure means for trying again (spec §8).
    FailureClass {
        /// May pass by itself.
        Transient = "transient",
        /// Will happen again.
        Permanent = "permanent",
    }
}

/// Which link of the classification chain answered; stored and never recomputed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClassifiedBy {
    /// The worker's `non_retryable` flag.
    WorkerFlag,
    /// The policy's `nonRetryableErrorTypes`.
    NonRetryableErrorTypes,
    /// The policy's rule with this index, counted from 0.
    PolicyRule(u32),
    /// The policy's `retryableErrorTypes`.
    RetryableErrorTypes,
    /// The table of HTTP statuses.
    HttpTable,
    /// The table of failure types.
    TypeTable,
    /// The policy's `classification.default`.
    Default,
}

impl std::fmt::Display for ClassifiedBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::WorkerFlag => f.write_str("worker-flag"),
            Self::NonRetryableErrorTypes => f.write_str("non-retryable-error-types"),
            Self::PolicyRule(index) => write!(f, "policy-rule-{index}"),
            Self::RetryableErrorTypes => f.write_str("retryable-error-types"),
            Self::HttpTable => f.write_str("http-table"),
            Self::TypeTable => f.write_str("type-table"),
            Self::Default => f.write_str("default"),
        }
    }
}

impl std::str::FromStr for ClassifiedBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "worker-flag" => Self::WorkerFlag,
            "non-retryable-error-types" => Self::NonRetryableErrorTypes,
            "retryable-error-types" => Self::RetryableErrorTypes,
            "http-table" => Self::HttpTable,
            "type-table" => Self::TypeTable,
            "default" => Self::Default,
            other => other
                .strip_prefix("policy-rule-")
                .and_then(|index| index.parse().ok())
                .map(Self::PolicyRule)
                .ok_or_else(|| format!("`{other}` is not a source of classification"))?,
        })
    }
}

impl Serialize for ClassifiedBy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClassifiedBy {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What a state row keeps of the last failure; the whole of it is in the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureSummary {
    /// The failure's type.
    pub error_type: String,
    /// Its message, cut to [`FailureSummary::MESSAGE_BYTES`].
    pub message: String,
    /// Its HTTP status.
    pub http_status: Option<u16>,
    /// What it was taken for.
    pub class: FailureClass,
    /// By what.
    pub classified_by: ClassifiedBy,
}

impl FailureSummary {
    /// Longest message kept in a state row.
    pub const MESSAGE_BYTES: usize = 1024;

    /// Sums up a classified failure.
    pub fn of(failure: &Failure, class: FailureClass, classified_by: ClassifiedBy) -> Self {
        let mut end = failure.message.len().min(Self::MESSAGE_BYTES);
        while !failure.message.is_char_boundary(end) {
            end -= 1;
        }
        Self {
            error_type: failure.error_type.clone(),
            message: failure.message[..end].to_owned(),
            http_status: failure.http_status,
            class,
            classified_by,
        }
    }

    /// One line for people: `HttpError: 503`.
    pub fn headline(&self) -> String {
        headline(&self.error_type, &self.message)
    }
}
