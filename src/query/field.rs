//! What can be asked about, for each listed thing.

use std::fmt;

use super::predicate::quoted;
use crate::model::{ActivityState, DeadLetterStatus, GiveUpReason};

/// A listed thing and, with it, the fields it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldSet {
    /// Activities.
    Activities,
    /// Dead letters.
    DeadLetters,
}

/// A field that holds text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TextField {
    /// The id: `act_…` of an activity, `dl_…` of a dead letter.
    Id,
    /// The workflow.
    Workflow,
    /// The run of the workflow.
    Execution,
    /// The activity within the run.
    Activity,
    /// The activity's type.
    Type,
    /// The queue.
    Queue,
    /// The state as of the asking: a delayed activity that is due counts as scheduled.
    State,
    /// What became of a dead letter.
    Status,
    /// The policy's name.
    Policy,
    /// Why nothing is tried again.
    Reason,
    /// The type of the last failure.
    ErrorType,
    /// The message of the last failure, as shortened for state rows.
    ErrorMessage,
    /// The worker that reported the last failure.
    Worker,
    /// A label of the caller.
    Metadata(String),
}

/// A field that holds a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberField {
    /// Runs of the generation.
    Attempts,
    /// Which life, from 1.
    Generation,
    /// The HTTP status of the last failure.
    Http,
}

/// A field that holds a span of time, as of the asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DurationField {
    /// Since the creation of the listed thing; a dead letter is created by the death.
    Age,
    /// Until the activity is due; nothing left if it is overdue.
    Due,
}

/// A field of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// Text.
    Text(TextField),
    /// A number.
    Number(NumberField),
    /// A span of time.
    Duration(DurationField),
}

use DurationField as D;
use NumberField as N;
use TextField as T;

/// The fields without a key of their own, in the order in which help shows them.
const FIELDS: &[Field] = &[
    Field::Text(T::Id),
    Field::Text(T::Workflow),
    Field::Text(T::Execution),
    Field::Text(T::Activity),
    Field::Text(T::Type),
    Field::Text(T::Queue),
    Field::Text(T::State),
    Field::Text(T::Status),
    Field::Number(N::Attempts),
    Field::Number(N::Generation),
    Field::Text(T::Policy),
    Field::Text(T::Reason),
    Field::Text(T::ErrorType),
    Field::Text(T::ErrorMessage),
    Field::Number(N::Http),
    Field::Duration(D::Age),
    Field::Duration(D::Due),
    Field::Text(T::Worker),
];

/// What the names of labels start with.
pub(super) const METADATA_PREFIX: &str = "metadata.";

impl TextField {
    /// The name, without the key of a label.
    fn name(&self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Workflow => "workflow",
            Self::Execution => "execution",
            Self::Activity => "activity",
            Self::Type => "type",
            Self::Queue => "queue",
            Self::State => "state",
            Self::Status => "status",
            Self::Policy => "policy",
            Self::Reason => "reason",
            Self::ErrorType => "error.type",
            Self::ErrorMessage => "error.message",
            Self::Worker => "worker",
            Self::Metadata(_) => METADATA_PREFIX,
        }
    }

    /// The only words the field can hold, if it is of that kind.
    pub(super) fn words(&self) -> Option<Vec<&'static str>> {
        match self {
            Self::State => Some(ActivityState::ALL.iter().map(|word| word.as_str()).collect()),
            Self::Status => Some(DeadLetterStatus::ALL.iter().map(|word| word.as_str()).collect()),
            Self::Reason => Some(GiveUpReason::ALL.iter().map(|word| word.as_str()).collect()),
            Self::Id
            | Self::Workflow
            | Self::Execution
            | Self::Activity
            | Self::Type
            | Self::Queue
            | Self::Policy
            | Self::ErrorType
            | Self::ErrorMessage
            | Self::Worker
            | Self::Metadata(_) => None,
        }
    }
}

impl Field {
    fn name(&self) -> &'static str {
        match self {
            Self::Text(field) => field.name(),
            Self::Number(N::Attempts) => "attempts",
            Self::Number(N::Generation) => "generation",
            Self::Number(N::Http) => "http",
            Self::Duration(D::Age) => "age",
            Self::Duration(D::Due) => "due",
        }
    }
}

impl FieldSet {
    fn has(self, field: &Field) -> bool {
        match field {
            Field::Text(T::State) | Field::Duration(D::Due) => self == Self::Activities,
            Field::Text(T::Status | T::Worker) => self == Self::DeadLetters,
            Field::Text(_) | Field::Number(_) | Field::Duration(D::Age) => true,
        }
    }

    /// The names of the fields, for help and for a did-you-mean.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        FIELDS.iter().filter(move |field| self.has(field)).map(Field::name)
    }

    /// Finds a field by its name; labels are `metadata.KEY`.
    pub fn find(self, name: &str) -> Option<Field> {
        if let Some(key) = name.strip_prefix(METADATA_PREFIX) {
            return (!key.is_empty()).then(|| Field::Text(T::Metadata(key.to_owned())));
        }
        FIELDS.iter().find(|field| field.name() == name && self.has(field)).cloned()
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Text(T::Metadata(key)) if key.chars().all(super::lexer::is_word) => {
                f.write_str(key)
            }
            Self::Text(T::Metadata(key)) => f.write_str(&quoted(key)),
            Self::Text(_) | Self::Number(_) | Self::Duration(_) => Ok(()),
        }
    }
}

impl fmt::Display for FieldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Activities => "activities",
            Self::DeadLetters => "dead letters",
        })
    }
}
