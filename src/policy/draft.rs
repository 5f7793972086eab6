//! The draft: what a document says, before defaults. Overrides merge here, on what was written.

use super::diagnostic::Span;
use super::effective::{BreakerKey, ClassificationRule, Jitter, Multiplier, OnExhausted};
use crate::model::{FailureClass, MaxAttempts, Millis, Priority, StrategyKind};

/// Where an effective value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nobody wrote it.
    Default,
    /// Nobody wrote it; it follows from another value.
    Derived,
    /// The policy says so, here.
    Policy(Span),
    /// The override for this activity type says so, here.
    Activity(String, Span),
}

/// What a document says about one value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Field<T> {
    /// Nothing.
    #[default]
    Absent,
    /// Something that is reported as a mistake; no default may stand in for it.
    Mistaken,
    /// This, there.
    Given(T, Origin),
}

impl<T> Field<T> {
    /// Where it was given.
    pub(super) fn origin(&self) -> Option<&Origin> {
        match self {
            Self::Absent | Self::Mistaken => None,
            Self::Given(_, origin) => Some(origin),
        }
    }

    /// Tells whether nothing was said.
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The value as it was given.
    pub(super) fn given(self) -> Option<T> {
        match self {
            Self::Absent | Self::Mistaken => None,
            Self::Given(value, _) => Some(value),
        }
    }
}

impl<T: Clone> Field<T> {
    /// The value that counts, with `default` for an absent one; none for a mistaken one.
    pub(super) fn or(&self, default: T) -> Option<T> {
        match self {
            Self::Absent => Some(default),
            Self::Mistaken => None,
            Self::Given(value, _) => Some(value.clone()),
        }
    }
}

/// What an override can be laid over: a field, or a map of such things.
pub(super) trait Layer: Default {
    /// What stands for a value that could not be read at all.
    fn mistaken() -> Self;

    /// Lays this over a base: maps field by field, single values and lists as a whole.
    #[must_use]
    fn over(&self, base: &Self) -> Self;
}

impl<T: Clone> Layer for Field<T> {
    fn mistaken() -> Self {
        Self::Mistaken
    }

    fn over(&self, base: &Self) -> Self {
        match self {
            Self::Absent => base.clone(),
            Self::Mistaken | Self::Given(..) => self.clone(),
        }
    }
}

macro_rules! drafts {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, Default)]
            pub(super) struct $name {
                $(pub(super) $field: $kind,)*
            }

            impl Layer for $name {
                fn mistaken() -> Self {
                    Self { $($field: Layer::mistaken(),)* }
                }

                fn over(&self, base: &Self) -> Self {
                    Self { $($field: self.$field.over(&base.$field),)* }
                }
            }
        )*
    };
}

/// Says that an optional section is there.
pub(super) type Presence = Field<()>;

drafts! {
    /// All that a document, or one override in it, says about failures.
    Draft {
        retry: RetryDraft,
        budget: BudgetDraft,
        timeouts: TimeoutsDraft,
        breaker: BreakerDraft,
        classification: ClassificationDraft,
        dead_letter: DeadLetterDraft,
        dispatch: DispatchDraft,
    }
    /// `retry`.
    RetryDraft {
        enabled: Field<bool>,
        max_attempts: Field<MaxAttempts>,
        strategy: Field<WrittenStrategy>,
        initial_delay: Field<Millis>,
        max_delay: Field<Millis>,
        multiplier: Field<Multiplier>,
        jitter: Field<Jitter>,
        non_retryable_error_types: Field<Vec<String>>,
        retryable_error_types: Field<Vec<String>>,
        retry_after: RetryAfterDraft,
    }
    /// `retry.retryAfter`.
    RetryAfterDraft {
        honor: Field<bool>,
        max: Field<Millis>,
    }
    /// `retryBudget`.
    BudgetDraft {
        presence: Presence,
        max_attempts: Field<u32>,
        max_duration: Field<Millis>,
        on_exhausted: Field<OnExhausted>,
    }
    /// `timeouts`.
    TimeoutsDraft {
        activity: Field<Millis>,
        lease: Field<Millis>,
        workflow: Field<Millis>,
        retries_extend_workflow: Field<bool>,
    }
    /// `circuitBreaker`.
    BreakerDraft {
        presence: Presence,
        consecutive_failures: Field<u32>,
        failure_rate: FailureRateDraft,
        open_for: Field<Millis>,
        half_open_probes: Field<u32>,
        key: Field<BreakerKey>,
    }
    /// `circuitBreaker.failureRate`.
    FailureRateDraft {
        presence: Presence,
        percent: Field<u32>,
        window: Field<Millis>,
        minimum_calls: Field<u32>,
    }
    /// `classification`.
    ClassificationDraft {
        default: Field<FailureClass>,
        rules: Field<Vec<ClassificationRule>>,
    }
    /// `deadLetter`.
    DeadLetterDraft {
        enabled: Field<bool>,
        permanent: Field<bool>,
        retention: Field<Millis>,
    }
    /// `dispatch`.
    DispatchDraft {
        priority: Field<Priority>,
        max_per_second: Field<u32>,
        max_concurrent: Field<u32>,
    }
}

/// The word at `retry.strategy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WrittenStrategy {
    /// One of the strategies.
    Plain(StrategyKind),
    /// `exponentialJitter`: exponential, and never without jitter.
    ExponentialJitter,
}

impl WrittenStrategy {
    /// The strategy it means.
    pub(super) fn kind(self) -> StrategyKind {
        match self {
            Self::Plain(kind) => kind,
            Self::ExponentialJitter => StrategyKind::Exponential,
        }
    }
}
