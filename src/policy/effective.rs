//! The effective policy: every value set, for one activity type (spec §6–§9, §14–§16).
//!
//! The derived serialisation is the canonical form's: keys in snake case, durations in
//! milliseconds.

use serde::{Deserialize, Serialize};

use super::words;
use crate::model::{FailureClass, MaxAttempts, Millis, Priority, StrategyKind};

/// Everything that decides about the failures of one activity type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectivePolicy {
    /// Whether, how often and how fast (`retry`).
    pub retry: RetryRules,
    /// The cap over one whole execution (`retryBudget`).
    pub budget: Option<BudgetRules>,
    /// How long things may take (`timeouts`).
    pub timeouts: Timeouts,
    /// When to stop calling at all (`circuitBreaker`).
    pub breaker: Option<BreakerRules>,
    /// What failures mean (`classification`).
    pub classification: ClassificationRules,
    /// What becomes of the dead (`deadLetter`).
    pub dead_letter: DeadLetterRules,
    /// Urgency and limits (`dispatch`).
    pub dispatch: DispatchRules,
}

/// The `retry` block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetryRules {
    /// False: the first failure is the last.
    pub enabled: bool,
    /// Runs, not retries.
    #[serde(with = "words::max_attempts")]
    pub max_attempts: MaxAttempts,
    /// The growth of the gaps.
    pub strategy: StrategyKind,
    /// The first gap.
    #[serde(rename = "initial_delay_ms")]
    pub initial_delay: Millis,
    /// The cap of every gap; never below `initial_delay` in a valid policy.
    #[serde(rename = "max_delay_ms")]
    pub max_delay: Millis,
    /// The growth factor of `exponential`.
    pub multiplier: Multiplier,
    /// The spread of the gaps.
    pub jitter: Jitter,
    /// Failure types that are permanent; sorted, without repeats.
    pub non_retryable_error_types: Vec<String>,
    /// Failure types that are transient; sorted, without repeats. Not an allow-list.
    pub retryable_error_types: Vec<String>,
    /// What a downstream's Retry-After is worth.
    pub retry_after: RetryAfterRules,
}

/// A growth factor in ten-thousandths: 1, or 1.01…100 with at most four decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiplier(pub u32);

impl Multiplier {
    /// The unit: 1.0.
    pub const ONE: u32 = 10_000;
}

/// The spread of the gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Jitter {
    /// None.
    Off,
    /// Up to this share of the gap to either side, in ten-thousandths (1…10,000).
    Factor(u32),
    /// Anything from next to nothing up to the gap.
    Full,
    /// Anything from half the gap up to the gap.
    Equal,
    /// Anything from the initial delay up to three times the previous delay.
    Decorrelated,
}

impl Jitter {
    /// What `jitter: true` means: a tenth of the gap to either side.
    pub const DEFAULT: Self = Self::Factor(1_000);
}

/// The `retry.retryAfter` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetryAfterRules {
    /// Whether it counts at all.
    pub honor: bool,
    /// The longest wait it can ask for.
    #[serde(rename = "max_ms")]
    pub max: Millis,
}

/// The `retryBudget` block. At least one of the caps is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetRules {
    /// Retries granted to the execution, over all its activities.
    pub max_attempts: Option<u32>,
    /// Time from the execution's first failure.
    #[serde(rename = "max_duration_ms")]
    pub max_duration: Option<Millis>,
    /// What follows.
    pub on_exhausted: OnExhausted,
}

/// What follows when a budget is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OnExhausted {
    /// The execution closes.
    FailWorkflow,
    /// First attempts go on.
    Continue,
}

/// The `timeouts` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeouts {
    /// The longest run of one attempt.
    #[serde(rename = "activity_ms")]
    pub activity: Millis,
    /// The silence allowed to a worker; equals `activity` unless set.
    #[serde(rename = "lease_ms")]
    pub lease: Millis,
    /// The deadline of the whole execution, from its first schedule request.
    #[serde(rename = "workflow_ms")]
    pub workflow: Option<Millis>,
    /// Whether a retry may be due after that deadline.
    pub retries_extend_workflow: bool,
}

/// The `circuitBreaker` block. At least one threshold is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakerRules {
    /// Transient failures in a row that open it.
    pub consecutive_failures: Option<u32>,
    /// A share of failures that opens it.
    pub failure_rate: Option<FailureRateRules>,
    /// How long it stays open.
    #[serde(rename = "open_for_ms")]
    pub open_for: Millis,
    /// Runs allowed while half open.
    pub half_open_probes: u32,
    /// What shares one breaker.
    pub key: BreakerKey,
}

/// The `circuitBreaker.failureRate` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailureRateRules {
    /// The share, 1…100.
    pub percent: u32,
    /// The window it is taken over.
    #[serde(rename = "window_ms")]
    pub window: Millis,
    /// The calls below which it says nothing.
    pub minimum_calls: u32,
}

/// What shares one breaker, within a tenant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BreakerKey {
    /// All activities of a type.
    ActivityType,
    /// All activities of a queue.
    Queue,
    /// All activities with the same value of this metadata name.
    Metadata(String),
}

/// The `classification` block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassificationRules {
    /// What nobody else has an answer for.
    pub default: FailureClass,
    /// The policy's own rules, in file order.
    pub rules: Vec<ClassificationRule>,
}

/// One entry of `classification.rules`: all of its conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassificationRule {
    /// HTTP statuses, any of them; empty: not asked.
    pub http_status: Vec<StatusPattern>,
    /// Globs over the failure type, any of them; empty: not asked.
    pub error_type: Vec<String>,
    /// Globs over the message, any of them; empty: not asked.
    pub message: Vec<String>,
    /// The answer.
    pub then: FailureClass,
}

/// `409` or `"5xx"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatusPattern {
    /// One status, 100…599.
    Exact(u16),
    /// A hundred of them, 1…5.
    Class(u16),
}

/// The `deadLetter` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadLetterRules {
    /// Whether what cannot go on becomes a dead letter.
    pub enabled: bool,
    /// Whether permanent failures do, too.
    pub permanent: bool,
    /// How long it is kept.
    #[serde(rename = "retention_ms")]
    pub retention: Millis,
}

/// The `dispatch` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DispatchRules {
    /// The urgency of the activities.
    pub priority: Priority,
    /// Leases a second over all nodes.
    pub max_per_second: Option<u32>,
    /// Leases at a time over all nodes.
    pub max_concurrent: Option<u32>,
}
