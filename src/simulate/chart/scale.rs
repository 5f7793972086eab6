//! Where the ticks of an axis stand and what is written at them.

use super::figure::Unit;
use crate::model::Millis;

/// Distances between ticks that people count time in, in milliseconds.
const TIME_STEPS: &[u64] = &[
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500, // milliseconds
    1_000,
    2_000,
    5_000,
    10_000,
    15_000,
    20_000,
    30_000, // seconds
    60_000,
    120_000,
    300_000,
    600_000,
    900_000,
    1_200_000,
    1_800_000, // minutes
    3_600_000,
    7_200_000,
    10_800_000,
    21_600_000,
    43_200_000, // hours
    86_400_000,
    172_800_000,
    432_000_000,
    864_000_000,
    1_728_000_000, // days
    2_592_000_000,
    8_640_000_000,
    17_280_000_000,
    43_200_000_000,
];

/// An axis from zero to a tick that is not below the largest value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scale {
    /// Where it ends; above zero.
    pub(super) end: f64,
    /// Where the ticks stand, zero and the end among them.
    pub(super) ticks: Vec<f64>,
    unit: Unit,
}

impl Scale {
    /// Makes a scale for values from 0 to `largest` with about `wanted` ticks.
    pub(super) fn new(largest: f64, unit: Unit, wanted: u32) -> Self {
        let largest = if largest.is_finite() && largest > 0.0 { largest } else { 1.0 };
        let step = step(largest / f64::from(wanted.max(1)), unit);
        let count = (largest / step - 1e-9).ceil().max(1.0);
        let ticks = std::iter::successors(Some(0.0), |n| (n + 1.0 <= count).then_some(n + 1.0));
        Self { end: count * step, ticks: ticks.map(|n| n * step).collect(), unit }
    }

    /// Where `value` lies between the ends, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        (value / self.end).clamp(0.0, 1.0)
    }

    /// What is written at a tick.
    pub(super) fn label(&self, value: f64) -> String {
        label(value, self.unit)
    }
}

/// The next larger distance that reads well.
fn step(at_least: f64, unit: Unit) -> f64 {
    match unit {
        Unit::Seconds => {
            let fits =
                TIME_STEPS.iter().map(|ms| seconds(Millis(*ms))).find(|step| *step >= at_least);
            fits.unwrap_or_else(|| decimal_step(at_least))
        }
        Unit::Count => decimal_step(at_least).max(1.0),
        Unit::PerSecond | Unit::Share => decimal_step(at_least),
    }
}

/// 1, 2 or 5 times a power of ten.
fn decimal_step(at_least: f64) -> f64 {
    let power = 10_f64.powf(at_least.log10().floor());
    let fits = [1.0, 2.0, 5.0].into_iter().map(|n| n * power).find(|step| *step >= at_least);
    fits.unwrap_or(10.0 * power)
}

/// A span as a number on an axis in seconds.
// What a float cannot hold exactly is longer than 285,000 years.
#[allow(clippy::cast_precision_loss)]
pub fn seconds(span: Millis) -> f64 {
    span.0 as f64 / 1_000.0
}

/// The number of an axis in seconds as a span, to the nearest millisecond.
// Ticks are not negative, and a float beyond the range becomes the largest span.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn span(seconds: f64) -> Millis {
    Millis((seconds * 1_000.0).round() as u64)
}

fn label(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Seconds if value == 0.0 => "0s".to_owned(),
        Unit::Seconds => span(value).to_string(),
        Unit::Share => format!("{}%", number(value * 100.0)),
        Unit::Count | Unit::PerSecond => number(value),
    }
}

/// `0`, `0.25`, `500`, `10k`, `2.5M`.
fn number(value: f64) -> String {
    let (scaled, suffix) = match value {
        v if v >= 1e9 => (v / 1e9, "G"),
        v if v >= 1e6 => (v / 1e6, "M"),
        v if v >= 1e4 => (v / 1e3, "k"),
        v => (v, ""),
    };
    let text = format!("{scaled:.3}");
    format!("{}{suffix}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(largest: f64, unit: Unit) -> Vec<String> {
        let scale = Scale::new(largest, unit, 5);
        scale.ticks.iter().map(|tick| scale.label(*tick)).collect()
    }

    #[test]
    fn ticks_stand_where_people_count() {
        assert_eq!(labels(7.0, Unit::Seconds), ["0s", "2s", "4s", "6s", "8s"]);
        assert_eq!(labels(200.0, Unit::Seconds), ["0s", "1m", "2m", "3m", "4m"]);
        assert_eq!(labels(0.9, Unit::Seconds), ["0s", "200ms", "400ms", "600ms", "800ms", "1s"]);
        assert_eq!(
            labels(86_400.0 * 21.0, Unit::Seconds),
            ["0s", "5d", "10d", "15d", "20d", "25d"]
        );
        assert_eq!(labels(12_000.0, Unit::PerSecond), ["0", "5000", "10k", "15k"]);
        assert_eq!(labels(2.0, Unit::Count), ["0", "1", "2"]);
        assert_eq!(labels(0.4, Unit::Share), ["0%", "10%", "20%", "30%", "40%"]);
    }

    #[test]
    fn the_scale_reaches_the_largest_value() {
        for largest in [1e-3, 0.1, 1.0, 9.99, 10.0, 1e5, 3.2e7, 1e12, f64::NAN, 0.0, -1.0] {
            for unit in [Unit::Seconds, Unit::Count, Unit::PerSecond, Unit::Share] {
                let scale = Scale::new(largest, unit, 5);
                assert!(largest.is_nan() || scale.end >= largest, "{largest} {unit:?}");
                assert!((2..=12).contains(&scale.ticks.len()), "{largest} {unit:?} {scale:?}");
                assert!((scale.share(scale.end) - 1.0).abs() < f64::EPSILON);
            }
        }
    }
}
