//! Durations as other systems write them.

use std::time::Duration;

use crate::model::Millis;

/// What a number without a unit means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BareUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Millis,
    /// Seconds; from a million on, where that would be days, nanoseconds as Go's JSON has them.
    SecondsOrNanos,
}

const UNITS: &[(&[&str], f64)] = &[
    (&["ns", "nanosecond", "nanoseconds"], 1e-9),
    (&["us", "µs", "μs", "microsecond", "microseconds"], 1e-6),
    (&["ms", "msec", "msecs", "milli", "millis", "millisecond", "milliseconds"], 1e-3),
    (&["s", "sec", "secs", "second", "seconds"], 1.0),
    (&["m", "min", "mins", "minute", "minutes"], 60.0),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600.0),
    (&["d", "day", "days"], 86_400.0),
];

const MILLION: f64 = 1e6;

/// A duration, and whether its unit was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) span: Duration,
    pub(super) has_unit: bool,
}

/// Reads `1h2m3.5s`, `1 minute`, `PT1M30S` or a bare number. None for anything else, for negative
/// spans and for those beyond 64-bit seconds.
pub(super) fn parse(text: &str, bare: BareUnit) -> Option<Read> {
    let text = text.trim();
    if let Some(number) = number(text) {
        let scale = match bare {
            BareUnit::Millis => 1e-3,
            BareUnit::SecondsOrNanos if number >= MILLION => 1e-9,
            BareUnit::Seconds | BareUnit::SecondsOrNanos => 1.0,
        };
        let span = Duration::try_from_secs_f64(number * scale).ok()?;
        return Some(Read { span, has_unit: number == 0.0 });
    }
    let seconds = match text.strip_prefix(['P', 'p']) {
        Some(rest) => iso_seconds(rest)?,
        None => sum(text, |unit| {
            let known = UNITS.iter().find(|(names, _)| names.contains(&unit));
            known.map(|(_, scale)| *scale)
        })?,
    };
    Some(Read { span: Duration::try_from_secs_f64(seconds).ok()?, has_unit: true })
}

/// The part of an ISO 8601 duration after its `P`; months and years have no fixed length.
fn iso_seconds(text: &str) -> Option<f64> {
    let text = text.to_ascii_uppercase();
    let (date, time) = text.split_once('T').unwrap_or((&text, ""));
    let days = |unit: &str| match unit {
        "W" => Some(604_800.0),
        "D" => Some(86_400.0),
        _ => None,
    };
    let clock = |unit: &str| match unit {
        "H" => Some(3_600.0),
        "M" => Some(60.0),
        "S" => Some(1.0),
        _ => None,
    };
    match (date, time) {
        ("", "") => None,
        ("", time) => sum(time, clock),
        (date, "") => sum(date, days),
        (date, time) => Some(sum(date, days)? + sum(time, clock)?),
    }
}

/// Adds up numbers with their units.
fn sum(text: &str, scale: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let mut rest = text;
    let mut total = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (amount, tail) = rest.split_at(digits);
        let tail = tail.trim_start();
        let end = tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(end);
        total += number(amount)? * scale(unit)?;
        rest = tail.trim_start();
    }
    (!text.is_empty()).then_some(total)
}

/// A span as policies write it, where they can.
pub(super) fn written(span: Duration) -> String {
    match u64::try_from(span.as_millis()) {
        Ok(millis) if Duration::from_millis(millis) == span && millis > 0 => {
            Millis(millis).to_string()
        }
        Ok(_) | Err(_) => format!("{span:?}"),
    }
}

/// Digits with at most one point among them; no sign, no exponent.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number = text.parse::<f64>().ok().filter(|_| plain)?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(text: &str, bare: BareUnit) -> Option<u128> {
        parse(text, bare).map(|read| read.span.as_millis())
    }

    #[test]
    fn reads_the_notations_of_other_systems() {
        for (text, expected) in [
            ("1h2m3.5s", 3_723_500),
            ("0.100s", 100),
            ("1.5h", 5_400_000),
            ("14d", 1_209_600_000),
            ("1 minute", 60_000),
            ("1 hour 30 minutes", 5_400_000),
            ("PT1M30S", 90_000),
            ("P1DT0.5S", 86_400_500),
            ("100000us", 100),
            ("0s", 0),
        ] {
            assert_eq!(millis(text, BareUnit::Seconds), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_bare_number_means_what_its_system_says() {
        assert_eq!(millis("30", BareUnit::Seconds), Some(30_000));
        assert_eq!(millis("30", BareUnit::Millis), Some(30));
        assert_eq!(millis("30", BareUnit::SecondsOrNanos), Some(30_000));
        assert_eq!(millis("30000000000", BareUnit::SecondsOrNanos), Some(30_000));
        assert_eq!(parse("30", BareUnit::Seconds).map(|read| read.has_unit), Some(false));
    }

    #[test]
    fn refuses_what_is_no_duration() {
        let huge = "9".repeat(400);
        for text in ["", "-1s", "+1", "1x", "s", "P", "PT", "P1Y", "1e3", ".", "inf", "nan", &huge]
        {
            assert_eq!(parse(text, BareUnit::Seconds), None, "{text}");
        }
        assert_eq!(parse(&format!("{huge}s"), BareUnit::Seconds), None);
        assert_eq!(parse("99999999999999999999999d", BareUnit::Seconds), None);
    }
}
