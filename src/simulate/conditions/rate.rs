//! A probability.

use std::fmt;
use std::str::FromStr;

/// The share of attempts that fail, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct FailRate(f64);

/// A text that is no share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a rate lies between 0 and 1, such as 0.3 or 30%")]
pub struct FailRateError;

impl FailRate {
    /// Every attempt.
    pub const ALL: Self = Self(1.0);
    /// None.
    pub const NONE: Self = Self(0.0);

    /// The share, from 0 to 1.
    pub fn share(self) -> f64 {
        self.0
    }

    /// Tells whether an attempt fails, by a draw from all 64-bit numbers.
    pub fn fails(self, draw: u64) -> bool {
        // The upper 53 bits, exactly as a float from 0 up to, not including, 1.
        #[allow(clippy::cast_precision_loss)]
        let drawn = (draw >> 11) as f64 / (1_u64 << 53) as f64;
        drawn < self.0
    }
}

impl FromStr for FailRate {
    type Err = FailRateError;

    fn from_str(text: &str) -> Result<Self, FailRateError> {
        let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
        let share = number.parse::<f64>().map_err(|_| FailRateError)? / unit;
        if (0.0..=1.0).contains(&share) { Ok(Self(share)) } else { Err(FailRateError) }
    }
}

impl fmt::Display for FailRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retry::JitterSeed;

    #[test]
    fn reads_shares_and_percents() {
        for (text, share) in [("0", 0.0), ("0.3", 0.3), (".5", 0.5), ("1", 1.0), ("30%", 0.3)] {
            assert_eq!(text.parse(), Ok(FailRate(share)), "{text}");
        }
        for text in ["", "-0.1", "1.1", "101%", "nan", "inf", "a", "30"] {
            assert_eq!(text.parse::<FailRate>(), Err(FailRateError), "{text}");
        }
    }

    #[test]
    fn as_many_fail_as_it_says() {
        let failed =
            |rate: FailRate| (0..100_000).filter(|n| rate.fails(JitterSeed(1).u(*n))).count();
        assert_eq!(failed(FailRate::NONE), 0);
        assert_eq!(failed(FailRate::ALL), 100_000);
        assert!((29_500..30_500).contains(&failed(FailRate(0.3))));
        assert!(FailRate::ALL.fails(u64::MAX) && !FailRate::NONE.fails(0));
    }
}
