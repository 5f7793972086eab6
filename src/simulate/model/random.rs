//! Random numbers of the published models.

use crate::retry::JitterSeed;

/// A stream of draws: splitmix64, as the delays of the engine have it.
#[derive(Debug, Clone)]
pub(super) struct Random {
    seed: JitterSeed,
    drawn: u64,
    /// Normal numbers come in pairs.
    spare: Option<f64>,
}

impl Random {
    /// Stream `number` of a seed.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Self { seed: JitterSeed::invented(seed, number), drawn: 0, spare: None }
    }

    /// A number between 0 and 1, neither of them included.
    fn unit(&mut self) -> f64 {
        self.drawn += 1;
        // Exact: what is left are 53 bits.
        #[allow(clippy::cast_precision_loss)]
        let whole = (self.seed.u(self.drawn) >> 11) as f64;
        (whole + 0.5) / 9_007_199_254_740_992.0
    }

    /// A number between the two.
    pub(super) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A waiting time with this mean.
    pub(super) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * self.unit().ln()
    }

    /// A normal number, by the transform of Box and Muller.
    pub(super) fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let standard = self.spare.take().unwrap_or_else(|| {
            let radius = (-2.0 * self.unit().ln()).sqrt();
            let (sine, cosine) = (std::f64::consts::TAU * self.unit()).sin_cos();
            self.spare = Some(radius * sine);
            radius * cosine
        });
        mean + deviation * standard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and variance of many draws.
    fn moments(mut draw: impl FnMut(&mut Random) -> f64) -> (f64, f64) {
        let mut random = Random::new(1, 2);
        let draws: Vec<f64> = (0..100_000).map(|_| draw(&mut random)).collect();
        let mean = draws.iter().sum::<f64>() / 100_000.0;
        let squares: f64 = draws.iter().map(|x| (x - mean) * (x - mean)).sum();
        (mean, squares / 100_000.0)
    }

    #[track_caller]
    fn assert_near(found: (f64, f64), mean: f64, variance: f64) {
        assert!((found.0 - mean).abs() < 0.01 * mean.max(1.0), "{found:?}");
        assert!((found.1 - variance).abs() < 0.02 * variance, "{found:?}");
    }

    #[test]
    fn draws_have_their_mean_and_variance() {
        assert_near(moments(|random| random.uniform(2.0, 5.0)), 3.5, 0.75);
        assert_near(moments(|random| random.exponential(3.0)), 3.0, 9.0);
        assert_near(moments(|random| random.normal(10.0, 2.0)), 10.0, 4.0);
    }

    #[test]
    fn streams_repeat_themselves_and_differ() {
        let first = |seed, number| Random::new(seed, number).unit().to_bits();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
    }
}
