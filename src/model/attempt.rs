//! Attempts: how many there may be, how they are spaced, and why they end.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many runs a generation of an activity may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MaxAttempts {
    /// At most this many runs (1…1,000,000): one first attempt and one fewer retries.
    Limited(u32),
    /// No limit of its own; a budget or a workflow timeout ends it.
    Unlimited,
}

impl MaxAttempts {
    /// The largest number a policy may name.
    pub const LARGEST: u32 = 1_000_000;

    /// Tells whether another run may follow `attempts` of them.
    pub fn allows_after(self, attempts: u32) -> bool {
        match self {
            Self::Limited(max) => attempts < max,
            Self::Unlimited => true,
        }
    }

    /// The number, if there is one.
    pub fn limit(self) -> Option<u32> {
        match self {
            Self::Limited(max) => Some(max),
            Self::Unlimited => None,
        }
    }
}

impl From<Option<u32>> for MaxAttempts {
    fn from(limit: Option<u32>) -> Self {
        limit.map_or(Self::Unlimited, Self::Limited)
    }
}

impl fmt::Display for MaxAttempts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limited(max) => max.fmt(f),
            Self::Unlimited => f.write_str("unlimited"),
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $text)] $variant,)*
        }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word on the wire, in the store and on the screen.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Reads the word back.
            pub fn from_word(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
pub(super) use named;

named! {
    /// The growth of the gaps (spec §7).
    StrategyKind {
        /// The same gap each time.
        Fixed = "fixed",
        /// The gap grows by the initial delay each time.
        Linear = "linear",
        /// The gap is multiplied each time.
        Exponential = "exponential",
    }
}

named! {
    /// Why nothing is tried again: the planner's first "no" (spec §4, §9, §13, §14).
    GiveUpReason {
        /// The failure is permanent.
        PermanentFailure = "PermanentFailure",
        /// The policy says `enabled: false`.
        RetriesDisabled = "RetriesDisabled",
        /// Every allowed attempt was run.
        MaxAttemptsReached = "MaxAttemptsReached",
        /// The execution's retry budget is used up.
        BudgetExhausted = "BudgetExhausted",
        /// The next attempt would not be due before the workflow's deadline.
        WorkflowTimeout = "WorkflowTimeout",
    }
}
