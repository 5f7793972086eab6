//! Jitter: a pure function of the identity, so that every node and every replay of history agree.

use sha2::{Digest, Sha256};

use crate::model::{ActivityKey, Millis};

/// The step of splitmix64: 2^64 divided by the golden ratio, made odd.
const GOLDEN_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

const NANOS_PER_MILLI: u64 = 1_000_000;

/// The seed of all draws of one generation of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JitterSeed(pub u64);

impl JitterSeed {
    /// Hashes an identity: the first 8 bytes, little endian, of SHA-256 over `wovyr-jitter/1`, the
    /// identity bytes and the generation as u32-LE.
    pub fn of(key: &ActivityKey, generation: u32) -> Self {
        let digest = Sha256::new()
            .chain_update(b"wovyr-jitter/1")
            .chain_update(key.identity_bytes())
            .chain_update(generation.to_le_bytes())
            .finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        Self(u64::from_le_bytes(first))
    }

    /// Invents the seed of one run of a simulation: draw `run` of the simulation's own `seed`.
    #[inline]
    pub fn invented(seed: u64, run: u64) -> Self {
        Self(Self(seed).u(run))
    }

    /// Draw number `n`: the splitmix64 output for the state `seed + n · 0x9E3779B97F4A7C15`.
    #[inline]
    pub fn u(self, n: u64) -> u64 {
        let state = self.0.wrapping_add(n.wrapping_mul(GOLDEN_STEP));
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Draw `n` as a whole number from `low` to `high`, both included; `high` is not below `low`.
    #[inline]
    pub(super) fn uniform(self, n: u64, low: u64, high: u64) -> u64 {
        let values = u128::from(high - low) + 1;
        let offset = (u128::from(self.u(n)) * values) >> 64;
        low + u64::try_from(offset).unwrap_or(high - low)
    }
}

/// The delays that may follow one failed attempt, in whole milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayRange {
    /// What the jitter spreads. For decorrelated jitter, which has no gaps, the largest delay.
    pub gap: Millis,
    /// The shortest delay that can be drawn.
    pub min: Millis,
    /// The longest delay that can be drawn.
    pub max: Millis,
    /// The mean of the draws, to the nearest millisecond from `min` to `max`. Rounding up each draw
    /// to a whole millisecond adds half a millisecond on average, which is not counted here.
    pub mean: Millis,
}

/// A range of nanoseconds to draw from; what is drawn above `cap` is reflected below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spread {
    /// What is spread.
    gap: u64,
    /// The smallest draw.
    low: u64,
    /// The largest draw, before reflection; not below `low`.
    high: u64,
    /// Not below `low`, nor below the middle of the range, so that no reflection ends below `low`.
    cap: u64,
}

impl Spread {
    /// Every value from `low` up to `gap`.
    pub(super) fn up_to(gap: u64, low: u64) -> Self {
        Self { gap, low, high: gap, cap: gap }
    }

    /// `gap` and up to `reach` to either side, reflected at `cap`; `gap` is not above `cap`.
    pub(super) fn around(gap: u64, reach: u64, cap: u64) -> Self {
        Self { gap, low: gap - reach, high: gap + reach, cap }
    }

    /// Draw `n` of `seed`, in nanoseconds.
    #[inline]
    pub(super) fn draw(self, seed: JitterSeed, n: u64) -> u64 {
        let drawn = seed.uniform(n, self.low, self.high);
        if drawn > self.cap { 2 * self.cap - drawn } else { drawn }
    }

    /// The range in whole milliseconds.
    pub(super) fn range(self) -> DelayRange {
        let (min, max) = (whole_millis(self.low), whole_millis(self.high.min(self.cap)));
        let mean = self.mean().clamp(min, max);
        DelayRange { gap: whole_millis(self.gap), min, max, mean }
    }

    /// The mean: the sum of the draws up to the cap and of the reflected ones, over their number.
    fn mean(self) -> Millis {
        let (low, high) = (u128::from(self.low), u128::from(self.high));
        let top = high.min(u128::from(self.cap));
        let (kept, reflected) = (top - low + 1, high - top);
        // Twice the sums, which are those of arithmetic series, to stay with whole numbers.
        let kept_sum = (low + top) * kept;
        let reflected_sum = if reflected == 0 { 0 } else { (3 * top - 1 - high) * reflected };
        let unit = 2 * (kept + reflected) * u128::from(NANOS_PER_MILLI);
        let nearest = (kept_sum + reflected_sum + unit / 2) / unit;
        Millis(u64::try_from(nearest).unwrap_or(u64::MAX))
    }
}

/// The delays after one attempt, ready to be drawn by any seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayDraw {
    pub(super) spread: Spread,
    /// The number of the draw.
    pub(super) number: u64,
}

impl DelayDraw {
    /// The delay of one seed.
    #[inline]
    pub fn delay(&self, seed: JitterSeed) -> Millis {
        whole_millis(self.spread.draw(seed, self.number))
    }
}

/// A policy's duration in nanoseconds; what is longer than a policy can name counts as that.
pub(super) fn nanos(span: Millis) -> u64 {
    span.min(Millis::MAX).0 * NANOS_PER_MILLI
}

/// Rounds up to a whole millisecond, at least 1: the delay that is stored, printed and compared.
#[inline]
pub(super) fn whole_millis(nanos: u64) -> Millis {
    Millis(nanos.div_ceil(NANOS_PER_MILLI).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_the_identity_as_published() {
        let key = ActivityKey::new("default", "order-1001", "run-1", "charge").unwrap();
        let seed = JitterSeed::of(&key, 1);
        assert_eq!(seed, JitterSeed(0x67bc_d22f_6aa6_4a3e));
        assert_eq!(seed.u(1), 0xe3ce_779d_77dc_808f);
        assert_eq!(seed.u(2), 0x5412_451d_6cd5_2380);
        assert_ne!(JitterSeed::of(&key, 2), seed);
    }

    #[test]
    fn draws_are_those_of_splitmix64() {
        // The first outputs of the reference generator seeded with 1234567.
        let outputs = [1, 2, 3].map(|n| JitterSeed(1_234_567).u(n));
        assert_eq!(
            outputs,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn invented_seeds_differ_by_seed_and_run() {
        let seeds: std::collections::HashSet<u64> =
            (0..10).flat_map(|s| (0..100).map(move |run| JitterSeed::invented(s, run).0)).collect();
        assert_eq!(seeds.len(), 1000);
    }

    #[test]
    fn uniform_reaches_both_ends_and_nothing_else() {
        let drawn: std::collections::BTreeSet<u64> =
            (0..1000).map(|n| JitterSeed(7).uniform(n, 10, 13)).collect();
        assert_eq!(drawn, [10, 11, 12, 13].into());
        assert_eq!(JitterSeed(7).uniform(1, 5, 5), 5);
        assert!(JitterSeed(7).uniform(1, 0, u64::MAX) > 0);
    }

    /// The mean by adding up every draw, one by one.
    fn mean_by_counting(spread: Spread) -> u64 {
        let step = NANOS_PER_MILLI / 8;
        let draws = (spread.low..=spread.high).step_by(usize::try_from(step).unwrap());
        let values: Vec<u64> =
            draws.map(|x| if x > spread.cap { 2 * spread.cap - x } else { x }).collect();
        let sum: u64 = values.iter().sum();
        let count = u64::try_from(values.len()).unwrap();
        (sum + count * NANOS_PER_MILLI / 2) / (count * NANOS_PER_MILLI)
    }

    #[test]
    fn the_mean_counts_reflected_draws() {
        let ms = NANOS_PER_MILLI;
        let at_cap = Spread::around(8_000 * ms, 800 * ms, 8_000 * ms);
        assert_eq!(at_cap.range().mean, Millis(7_600), "(1 - f/2) of the cap");
        assert_eq!((at_cap.range().min, at_cap.range().max), (Millis(7_200), Millis(8_000)));
        for (gap, reach) in [(1_000, 100), (7_500, 750), (7_900, 790), (8_000, 8_000), (1, 0)] {
            let spread = Spread::around(gap * ms, reach * ms, 8_000 * ms);
            let counted = mean_by_counting(spread);
            assert!(spread.range().mean.0.abs_diff(counted) <= 1, "{spread:?}: {counted}");
        }
        assert_eq!(Spread::up_to(1_000 * ms, 1).range().mean, Millis(500));
        assert_eq!(Spread::up_to(1_000 * ms, 1_000 * ms).range().mean, Millis(1_000));
    }

    #[test]
    fn rounds_up_to_whole_milliseconds() {
        assert_eq!(whole_millis(0), Millis(1));
        assert_eq!(whole_millis(NANOS_PER_MILLI), Millis(1));
        assert_eq!(whole_millis(NANOS_PER_MILLI + 1), Millis(2));
    }
}
