//! The keys of a policy document, as one table: what the reader knows, the schema for editors.

/// A key and what may stand behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    /// The key.
    pub(super) name: &'static str,
    /// What it decides, and what it is unless written.
    pub(super) what: &'static str,
    /// What may stand behind it.
    pub(super) kind: Kind,
    /// It belongs to the whole execution: under `activities` it is a mistake.
    pub(super) of_execution: bool,
}

/// What may stand behind a key.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// true or false.
    Boolean,
    /// A text.
    Text,
    /// A text that names a policy.
    Name,
    /// Just this text.
    Only(&'static str),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A duration such as `1h30m`.
    Duration,
    /// A whole number from 1 to this.
    Whole(u32),
    /// A whole number from 1 to 1,000,000, or `unlimited`.
    Attempts,
    /// 1, or 1.01 to 100.
    Multiplier,
    /// true, false, a kind, or a map with a factor.
    Jitter,
    /// A number above 0 and at most 1.
    Share,
    /// `activityType`, `queue` or `metadata.NAME`.
    BreakerKey,
    /// Texts.
    Texts,
    /// A text, or several.
    Patterns,
    /// A status or a class of them, or several.
    Statuses,
    /// A map with these keys.
    Map(&'static [Key]),
    /// Maps with these keys.
    Maps(&'static [Key]),
    /// Any keys, with texts behind them.
    Labels,
    /// Activity types, with these keys behind each.
    Activities(&'static [Key]),
}

pub(super) const fn key(name: &'static str, kind: Kind, what: &'static str) -> Key {
    Key { name, what, kind, of_execution: false }
}

const fn of_execution(name: &'static str, kind: Kind, what: &'static str) -> Key {
    Key { name, what, kind, of_execution: true }
}

/// The largest count: of calls, retries or leases.
pub(super) const MAX_COUNT: u32 = 1_000_000;

/// A document.
pub(super) const DOCUMENT: &[Key] = &[
    key(
        "apiVersion",
        Kind::Only("retry.wovyr.io/v1"),
        "The form of the document; goes with `kind`.",
    ),
    key("kind", Kind::Only("RetryPolicy"), "The kind of the document; goes with `apiVersion`."),
    key("metadata", Kind::Map(METADATA), "Who the policy is."),
    RETRY_SECTION,
    BUDGET_SECTION,
    TIMEOUTS_SECTION,
    BREAKER_SECTION,
    CLASSIFICATION_SECTION,
    DEAD_LETTER_SECTION,
    DISPATCH_SECTION,
    key(
        "activities",
        Kind::Activities(OVERRIDE),
        "What differs for single activity types; the names match exactly. Maps merge key by key.",
    ),
];

/// What may differ for an activity type. `retryBudget` is known here only to be refused.
pub(super) const OVERRIDE: &[Key] = &[
    RETRY_SECTION,
    BUDGET_SECTION,
    TIMEOUTS_SECTION,
    BREAKER_SECTION,
    CLASSIFICATION_SECTION,
    DEAD_LETTER_SECTION,
    DISPATCH_SECTION,
];

const RETRY_SECTION: Key =
    key("retry", Kind::Map(RETRY), "Whether, how often and how fast a failure is tried again.");
const BUDGET_SECTION: Key = of_execution(
    "retryBudget",
    Kind::Map(BUDGET),
    "The cap over all retries of one execution. Unless written there is none.",
);
const TIMEOUTS_SECTION: Key = key("timeouts", Kind::Map(TIMEOUTS), "How long things may take.");
const BREAKER_SECTION: Key = key(
    "circuitBreaker",
    Kind::Map(BREAKER),
    "When to stop calling a sick downstream at all. Unless written there is none.",
);
const CLASSIFICATION_SECTION: Key =
    key("classification", Kind::Map(CLASSIFICATION), "What failures mean for trying again.");
const DEAD_LETTER_SECTION: Key =
    key("deadLetter", Kind::Map(DEAD_LETTER), "What becomes of work that cannot go on.");
const DISPATCH_SECTION: Key = key("dispatch", Kind::Map(DISPATCH), "Urgency and limits.");

/// `metadata`.
pub(super) const METADATA: &[Key] = &[
    key("name", Kind::Name, "The name of the policy: 1 to 63 of a-z, 0-9, `.` and `-`."),
    key(
        "version",
        Kind::Whole(u32::MAX),
        "The version; when it is published it must be the next one.",
    ),
    key("description", Kind::Text, "What the policy is for."),
    key("labels", Kind::Labels, "Whatever else is to be known about the policy."),
];

/// `retry`.
pub(super) const RETRY: &[Key] = &[
    key("enabled", Kind::Boolean, "False: the first failure is the last. Default true."),
    key(
        "maxAttempts",
        Kind::Attempts,
        "The most runs, the first included; `unlimited` needs a budget or a workflow timeout. Default 5.",
    ),
    key(
        "strategy",
        Kind::Word(&["fixed", "linear", "exponential", "exponentialJitter"]),
        "How delays grow. Default exponential.",
    ),
    key("initialDelay", Kind::Duration, "The first delay. Default 1s."),
    key(
        "maxDelay",
        Kind::Duration,
        "The longest delay. Default 100 times `initialDelay`, at most 1h.",
    ),
    key(
        "multiplier",
        Kind::Multiplier,
        "The growth factor of `exponential`: 1, or 1.01 to 100. Default 2.0.",
    ),
    key("jitter", Kind::Jitter, "The spread of the delays. Default true: a tenth to either side."),
    key("nonRetryableErrorTypes", Kind::Texts, "Failure types that are never tried again."),
    key("retryableErrorTypes", Kind::Texts, "Failure types that are transient; no allow-list."),
    key("retryAfter", Kind::Map(RETRY_AFTER), "What a downstream's Retry-After is worth."),
];

/// `retry.jitter` as a map.
pub(super) const JITTER: &[Key] =
    &[key("factor", Kind::Share, "The share of the delay to either side, above 0 and at most 1.")];

/// `retry.retryAfter`.
pub(super) const RETRY_AFTER: &[Key] = &[
    key("honor", Kind::Boolean, "Whether it counts. Default true."),
    key("max", Kind::Duration, "The longest wait it can ask for. Default 1h."),
];

/// `retryBudget`.
pub(super) const BUDGET: &[Key] = &[
    key(
        "maxAttempts",
        Kind::Whole(MAX_COUNT),
        "The most retries over all activities of an execution.",
    ),
    key("maxDuration", Kind::Duration, "The time for retries, from the execution's first failure."),
    key(
        "onExhausted",
        Kind::Word(&["failWorkflow", "continue"]),
        "What follows: the execution closes, or first attempts go on. Default failWorkflow.",
    ),
];

/// `timeouts`.
pub(super) const TIMEOUTS: &[Key] = &[
    key("activity", Kind::Duration, "The longest run of one attempt. Default 5m."),
    key("lease", Kind::Duration, "The silence allowed to a worker. Default: as `activity`."),
    of_execution("workflow", Kind::Duration, "The deadline of the whole execution. Default none."),
    key(
        "retriesExtendWorkflow",
        Kind::Boolean,
        "Whether retries may be due after that deadline. Default false.",
    ),
];

/// `circuitBreaker`.
pub(super) const BREAKER: &[Key] = &[
    key("consecutiveFailures", Kind::Whole(MAX_COUNT), "Transient failures in a row that open it."),
    key("failureRate", Kind::Map(FAILURE_RATE), "A share of failures that opens it."),
    key("openFor", Kind::Duration, "How long it stays open. Default 30s."),
    key(
        "halfOpenProbes",
        Kind::Whole(MAX_COUNT),
        "Runs that find out whether it can close. Default 1.",
    ),
    key(
        "key",
        Kind::BreakerKey,
        "What shares one breaker: `activityType`, `queue` or `metadata.NAME`. Default activityType.",
    ),
];

/// `circuitBreaker.failureRate`.
pub(super) const FAILURE_RATE: &[Key] = &[
    key("percent", Kind::Whole(100), "The share of failures, 1 to 100."),
    key("window", Kind::Duration, "The time it is taken over. Default 1m."),
    key(
        "minimumCalls",
        Kind::Whole(MAX_COUNT),
        "The calls below which it says nothing. Default 20.",
    ),
];

/// The two classes of failures.
const CLASSES: Kind = Kind::Word(&["transient", "permanent"]);

/// `classification`.
pub(super) const CLASSIFICATION: &[Key] = &[
    key("default", CLASSES, "What nobody else has an answer for. Default transient."),
    key("rules", Kind::Maps(RULE), "Rules in order; the first that fits answers."),
];

/// An item of `classification.rules`.
pub(super) const RULE: &[Key] = &[
    key("when", Kind::Map(WHEN), "The conditions; all of them must hold."),
    key("then", CLASSES, "The answer."),
];

/// `when` of a rule.
pub(super) const WHEN: &[Key] = &[
    key("httpStatus", Kind::Statuses, "HTTP statuses, such as 409 or `5xx`; any of them."),
    key("errorType", Kind::Patterns, "Globs over the failure's type; any of them."),
    key("message", Kind::Patterns, "Globs over the failure's message; any of them."),
];

/// `deadLetter`.
pub(super) const DEAD_LETTER: &[Key] = &[
    key("enabled", Kind::Boolean, "Whether work that cannot go on is kept. Default true."),
    key("permanent", Kind::Boolean, "Whether permanent failures are, too. Default true."),
    key("retention", Kind::Duration, "How long it is kept. Default 14d."),
];

/// `dispatch`.
pub(super) const DISPATCH: &[Key] = &[
    key(
        "priority",
        Kind::Word(&["critical", "high", "normal", "low"]),
        "The urgency. Default normal.",
    ),
    key(
        "maxPerSecond",
        Kind::Whole(MAX_COUNT),
        "Leases a second over all nodes. Default no limit.",
    ),
    key(
        "maxConcurrent",
        Kind::Whole(MAX_COUNT),
        "Leases at a time over all nodes. Default no limit.",
    ),
];
