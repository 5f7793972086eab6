//! The load of a fleet as a chart.

use crate::cli::output::visible;
use crate::simulate::chart::{Axis, LineChart, Series, Unit};
use crate::simulate::fleet::{Comparison, Load, Variant};

/// The most points of a line; a point stands for the busiest of its seconds.
const POINTS: usize = 480;

/// The calls that were made in each second under each variant, beside what the downstream can do.
pub(super) fn load(found: &Comparison, variants: &[Variant], title: &str) -> LineChart {
    let end = variants.iter().map(|variant| variant.first_run.load.seconds()).max();
    let end = end.unwrap_or(0).max(1);
    let lines = variants.iter().map(|variant| {
        Series::new(variant.name.as_str(), points(&variant.first_run.load, end.div_ceil(POINTS)))
    });
    let capacity = f64::from(found.fleet.capacity);
    let limit = vec![(0.0, capacity), (coordinate(end), capacity)];
    let activities = found.fleet.activities;
    LineChart {
        title: format!("{}: calls of {activities} activities", visible(title)),
        x: Axis::new("time since the start", Unit::Seconds),
        y: Axis::new("calls offered", Unit::PerSecond),
        series: lines.chain([Series::new("capacity", limit)]).collect(),
    }
}

fn points(load: &Load, seconds_each: usize) -> Vec<(f64, f64)> {
    let busiest = load.offered.chunks(seconds_each).map(|calls| calls.iter().max());
    let mut points: Vec<(f64, f64)> = busiest
        .enumerate()
        .map(|(index, calls)| {
            (coordinate(index * seconds_each), f64::from(calls.copied().unwrap_or(0)))
        })
        .collect();
    // The line ends on the ground.
    points.push((coordinate(load.seconds()), 0.0));
    points
}

fn coordinate(second: usize) -> f64 {
    // Exact: simulated times are a few days.
    #[allow(clippy::cast_precision_loss)]
    let second = second as f64;
    second
}
