//! Counts of durations: percentiles in memory that does not grow with the number of samples.

use crate::model::Millis;

/// Durations below 2^16 ms (65 s) have a counter for each millisecond. Above, each power of two is
/// divided among 2^15 counters, so that a percentile is less than 1/32,768 (0.003 %) too small.
const EXACT_BITS: u32 = 16;

/// Durations, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Tally {
    /// By bucket; as long as the largest duration needs. No count exceeds [`super::Runs::LARGEST`].
    counts: Vec<u32>,
    total: u64,
    sum: u128,
    min: u64,
    max: u64,
}

impl Tally {
    /// Counts a duration.
    pub(super) fn record(&mut self, value: Millis) {
        self.record_all(&[value]);
    }

    /// Counts durations.
    pub(super) fn record_all(&mut self, values: &[Millis]) {
        let (mut min, mut max, mut sum) = (u64::MAX, 0, 0_u128);
        for value in values {
            min = min.min(value.0);
            max = max.max(value.0);
            sum += u128::from(value.0);
        }
        if values.is_empty() {
            return;
        }
        let needed = bucket(max) + 1;
        if needed > self.counts.len() {
            self.counts.resize(needed, 0);
        }
        for value in values {
            self.counts[bucket(value.0)] += 1;
        }
        self.min = if self.total == 0 { min } else { self.min.min(min) };
        self.max = self.max.max(max);
        self.sum += sum;
        self.total += values.len() as u64;
    }

    /// Adds what another one counted.
    pub(super) fn merge(&mut self, other: &Self) {
        if other.total == 0 {
            return;
        }
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.min = if self.total == 0 { other.min } else { self.min.min(other.min) };
        self.max = self.max.max(other.max);
        self.sum += other.sum;
        self.total += other.total;
    }

    /// How many durations were counted.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The shortest one; zero if there is none.
    pub(super) fn min(&self) -> u64 {
        self.min
    }

    /// The longest one; zero if there is none.
    pub(super) fn max(&self) -> u64 {
        self.max
    }

    /// The mean to the nearest millisecond; zero if there is none.
    pub(super) fn mean(&self) -> u64 {
        let total = u128::from(self.total.max(1));
        u64::try_from((self.sum + total / 2) / total).unwrap_or(u64::MAX)
    }

    /// The shortest duration that at least this share of all do not exceed, in percent (nearest
    /// rank); zero if there is none.
    pub(super) fn percentile(&self, percent: u64) -> u64 {
        let rank = (u128::from(self.total) * u128::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += u128::from(*count);
            if seen >= rank {
                return lowest(bucket).clamp(self.min, self.max);
            }
        }
        self.max
    }
}

/// The counter of a duration.
#[inline]
fn bucket(value: u64) -> usize {
    let shift = (u64::BITS - value.leading_zeros()).saturating_sub(EXACT_BITS);
    let bucket = (u64::from(shift) << (EXACT_BITS - 1)) + (value >> shift);
    // At most 49 · 2^15 + 2^16.
    usize::try_from(bucket).unwrap_or(usize::MAX)
}

/// The shortest duration of a counter.
fn lowest(bucket: usize) -> u64 {
    let half = 1 << (EXACT_BITS - 1);
    let shift = (bucket as u64 / half).saturating_sub(1);
    (bucket as u64 - shift * half) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(values: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::default();
        values.into_iter().for_each(|value| tally.record(Millis(value)));
        tally
    }

    #[test]
    fn short_durations_are_exact() {
        let values = tally((1..=1_000).rev());
        let percentiles = [0, 1, 50, 95, 99, 100].map(|percent| values.percentile(percent));
        assert_eq!(percentiles, [1, 10, 500, 950, 990, 1_000]);
        assert_eq!((values.min(), values.max(), values.mean()), (1, 1_000, 501));
        assert_eq!(values.total(), 1_000);
        assert_eq!(tally([65_535]).percentile(50), 65_535);
    }

    #[test]
    fn long_durations_are_exact_enough() {
        for exact in [65_536, 65_537, 100_000, 3_600_000, Millis::MAX.0, u64::MAX / 3, u64::MAX] {
            let found = lowest(bucket(exact));
            assert!(found <= exact && exact - found <= exact / 32_768, "{exact}: {found}");
            assert_eq!(bucket(found), bucket(exact));
            assert_eq!(bucket(found - 1) + 1, bucket(found));
        }
        assert_eq!(tally([100_003]).percentile(50), 100_003, "the ends are always exact");
    }

    #[test]
    fn parts_add_up() {
        let mut sum = tally([5, 100_000]);
        sum.merge(&tally([1, 1_000_000]));
        sum.merge(&Tally::default());
        assert_eq!(sum, tally([5, 100_000, 1, 1_000_000]));
        let mut empty = Tally::default();
        empty.merge(&sum);
        assert_eq!(empty, sum);
        assert_eq!(Tally::default().percentile(50), 0);
    }
}
