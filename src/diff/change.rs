//! What a comparison finds.

use serde::Serialize;

/// How grave a change is for who relies on the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gravity {
    /// Texts for people changed; every decision stays.
    Cosmetic,
    /// Decisions change.
    Behavioural,
    /// Work that succeeded by a later attempt may be given up, or its evidence is lost.
    Breaking,
}

impl Gravity {
    /// The word on the screen.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cosmetic => "cosmetic",
            Self::Behavioural => "behavioural",
            Self::Breaking => "breaking",
        }
    }
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// How often it is tried.
    Attempts,
    /// How long it waits.
    Delays,
    /// How long it goes on at most.
    Window,
    /// How many calls one failing activity makes at most.
    Load,
    /// What failures mean.
    Classification,
    /// The budget of an execution.
    Budget,
    /// Time limits.
    Timeouts,
    /// The circuit breaker.
    CircuitBreaker,
    /// What becomes of the dead.
    DeadLetter,
    /// Urgency and limits.
    Dispatch,
    /// Texts for people.
    Metadata,
}

impl Subject {
    /// The word on the screen.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Attempts => "attempts",
            Self::Delays => "delays",
            Self::Window => "window",
            Self::Load => "load",
            Self::Classification => "classification",
            Self::Budget => "budget",
            Self::Timeouts => "timeouts",
            Self::CircuitBreaker => "circuit breaker",
            Self::DeadLetter => "dead letter",
            Self::Dispatch => "dispatch",
            Self::Metadata => "metadata",
        }
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// How grave it is.
    pub gravity: Gravity,
    /// What it is about.
    pub subject: Subject,
    /// The setting, e.g. `retry.maxDelay`; absent: it follows from several.
    pub path: Option<String>,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
}

/// What changes for one group of activities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The activity type; absent: every type without an override of its own on both sides.
    pub activity_type: Option<String>,
    /// Its changes, the gravest first.
    pub changes: Vec<Change>,
}
