//! Simulated time.

use crate::model::{Millis, Timestamp};

/// Nanoseconds since the start of a run: finer than the engine's milliseconds, for a downstream may
/// serve many calls within one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Moment(u64);

const NANOS_PER_MILLI: u64 = 1_000_000;

impl Moment {
    pub(super) const START: Self = Self(0);
    pub(super) const NEVER: Self = Self(u64::MAX);

    pub(super) fn at(span: Millis) -> Self {
        Self::START.plus(span)
    }

    pub(super) fn plus(self, span: Millis) -> Self {
        self.plus_nanos(span.0.saturating_mul(NANOS_PER_MILLI))
    }

    pub(super) fn plus_nanos(self, nanos: u64) -> Self {
        Self(self.0.saturating_add(nanos))
    }

    /// As the engine's clock shows it, with the start at the epoch.
    pub(super) fn timestamp(self) -> Timestamp {
        Timestamp::EPOCH.plus(Millis(self.0 / NANOS_PER_MILLI))
    }

    /// The first moment at which the engine's clock shows `at`.
    pub(super) fn of(at: Timestamp) -> Self {
        Self::at(at.since(Timestamp::EPOCH))
    }

    /// The time since `earlier`, in whole milliseconds, rounded up; zero if it lies ahead.
    pub(super) fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0).div_ceil(NANOS_PER_MILLI))
    }

    /// The number of the second that it lies in, from 0.
    pub(super) fn second(self) -> usize {
        usize::try_from(self.0 / (1_000 * NANOS_PER_MILLI)).unwrap_or(usize::MAX)
    }
}
