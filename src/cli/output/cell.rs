//! One value of a row: what it means, not how it looks.

use crate::model::{Millis, Timestamp};

use super::moment::Viewpoint;
use super::visible::visible;

/// One value, rendered for people or for machines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Nothing: `-` for people, empty for machines.
    Empty,
    /// Text, perhaps from outside; escaped when shown.
    Text(String),
    /// A number.
    Count(u64),
    /// A span of time.
    Span(Millis),
    /// An instant, to the millisecond.
    Instant(Timestamp),
    /// When something happened.
    Event(Timestamp),
    /// When something should happen.
    Due(Timestamp),
}

impl Cell {
    /// Text of anything that displays itself.
    pub(crate) fn text(value: &(impl ToString + ?Sized)) -> Self {
        Self::Text(value.to_string())
    }

    /// The value, or [`Cell::Empty`].
    pub(crate) fn maybe<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }

    /// As a person reads it, safe for a terminal.
    pub(super) fn for_people(&self, view: &Viewpoint) -> String {
        match self {
            Self::Empty => "-".to_owned(),
            Self::Text(text) => visible(text).into_owned(),
            Self::Count(number) => number.to_string(),
            Self::Span(span) => span.to_string(),
            Self::Instant(at) => view.precise(*at),
            Self::Event(at) => view.event(*at),
            Self::Due(at) => view.due(*at),
        }
    }

    /// As a program reads it: UTC, milliseconds, control characters escaped.
    pub(super) fn for_machines(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => visible(text).into_owned(),
            Self::Count(number) => number.to_string(),
            Self::Span(span) => span.0.to_string(),
            Self::Instant(at) | Self::Event(at) | Self::Due(at) => at.to_string(),
        }
    }

    pub(super) fn is_number(&self) -> bool {
        match self {
            Self::Count(_) | Self::Span(_) => true,
            Self::Empty | Self::Text(_) | Self::Instant(_) | Self::Event(_) | Self::Due(_) => false,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Count(number)
    }
}
