//! The same figure of several runs.

use serde::Serialize;

/// The smallest, the middle and the largest value. Never a mean: some runs recover, others do not,
/// and the mean of the two is like neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Range<T> {
    /// The smallest.
    pub min: T,
    /// The value that half of the runs do not exceed.
    pub median: T,
    /// The largest.
    pub max: T,
}

impl Range<u64> {
    /// The range of some values; absent if there are none.
    pub(super) fn of(values: impl Iterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.collect();
        values.sort_unstable();
        let median = *values.get(values.len().checked_sub(1)? / 2)?;
        Some(Self { min: *values.first()?, median, max: *values.last()? })
    }

    /// The range of `value(…)`, which does not fall as its argument grows.
    pub(super) fn map<T>(self, value: impl Fn(u64) -> T) -> Range<T> {
        Range { min: value(self.min), median: value(self.median), max: value(self.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_value_that_occurred() {
        let range = |values: &[u64]| Range::of(values.iter().copied());
        assert_eq!(range(&[]), None);
        assert_eq!(range(&[7]), Some(Range { min: 7, median: 7, max: 7 }));
        assert_eq!(range(&[9, 1, 5]), Some(Range { min: 1, median: 5, max: 9 }));
        assert_eq!(range(&[9, 1, 5, 2]), Some(Range { min: 1, median: 2, max: 9 }));
    }
}
