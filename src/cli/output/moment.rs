//! Times for people: relative first, absolute beside it.

use std::str::FromStr;

use jiff::tz::TimeZone;

use crate::model::{Millis, Timestamp};

/// The time zone in which people read absolute times.
#[derive(Debug, Clone)]
pub(crate) struct Zone(TimeZone);

impl Zone {
    /// UTC, the zone unless another is asked for.
    pub(crate) const UTC: Self = Self(TimeZone::UTC);
}

impl FromStr for Zone {
    type Err = String;

    /// Reads `UTC`, `local`, an IANA name such as `Europe/Berlin`, or an offset such as `+05:30`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("local") {
            return Ok(Self(TimeZone::system()));
        }
        if text.eq_ignore_ascii_case("utc") || text.eq_ignore_ascii_case("z") {
            return Ok(Self::UTC);
        }
        if let Some(zone) = offset(text) {
            return Ok(Self(zone));
        }
        TimeZone::get(text).map(Self).map_err(|_| {
            "expected `UTC`, `local`, a name such as `Europe/Berlin` or an offset such as `+05:30`"
                .to_owned()
        })
    }
}

/// Reads `+05:30` or `-08:00`.
fn offset(text: &str) -> Option<TimeZone> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+')?),
    };
    let (hours, minutes) = digits.split_once(':')?;
    let (hours, minutes) = (hours.parse::<u8>().ok()?, minutes.parse::<u8>().ok()?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60);
    jiff::tz::Offset::from_seconds(seconds).ok().map(TimeZone::fixed)
}

/// Where a reader stands: the present instant and the zone of absolute times.
#[derive(Debug, Clone)]
pub(crate) struct Viewpoint {
    /// The present, taken once per command so that all its lines agree.
    pub(crate) now: Timestamp,
    /// The zone of absolute times.
    pub(crate) zone: Zone,
}

impl Viewpoint {
    /// `2026-11-30 19:40:12Z`, or with the offset of another zone.
    pub(crate) fn absolute(&self, at: Timestamp) -> String {
        let zoned = at.to_jiff().to_zoned_datetime(self.zone.0.clone());
        let format = if zoned.offset().is_zero() { "%F %TZ" } else { "%F %T%:z" };
        zoned.strftime(format).to_string()
    }

    /// `2026-11-30 19:40:12.345Z`, or with the offset of another zone.
    pub(crate) fn precise(&self, at: Timestamp) -> String {
        let zoned = at.to_jiff().to_zoned_datetime(self.zone.0.clone());
        let format = if zoned.offset().is_zero() { "%F %T%.3fZ" } else { "%F %T%.3f%:z" };
        zoned.strftime(format).to_string()
    }

    /// `3m ago (2026-11-30 19:40:12Z)`; `in 4s (…)` for what lies ahead, by the engine's clock.
    pub(crate) fn event(&self, at: Timestamp) -> String {
        const MOMENT: Millis = Millis::from_secs(1);
        let (past, future) = (self.now.since(at), at.since(self.now));
        let relative = if past < MOMENT && future < MOMENT {
            "just now".to_owned()
        } else if at > self.now {
            format!("in {}", rough(future))
        } else {
            format!("{} ago", rough(past))
        };
        format!("{relative} ({})", self.absolute(at))
    }

    /// `in 4s (…)`, `now (…)` or `overdue 1h (…)` for something that should happen at `at`.
    pub(crate) fn due(&self, at: Timestamp) -> String {
        let relative = if at > self.now {
            format!("in {}", rough(at.since(self.now)))
        } else {
            match self.now.since(at) {
                span if span < Millis::from_secs(1) => "now".to_owned(),
                span => format!("overdue {}", rough(span)),
            }
        };
        format!("{relative} ({})", self.absolute(at))
    }
}

/// A span in its largest unit, rounded down: `900ms`, `4s`, `3m`, `1h`, `2d`.
fn rough(span: Millis) -> String {
    match span.0 {
        ms @ 0..1_000 => format!("{ms}ms"),
        ms @ 1_000..60_000 => format!("{}s", ms / 1_000),
        ms @ 60_000..3_600_000 => format!("{}m", ms / 60_000),
        ms @ 3_600_000..86_400_000 => format!("{}h", ms / 3_600_000),
        ms => format!("{}d", ms / 86_400_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn view(zone: &str) -> Viewpoint {
        Viewpoint { now: at("2026-11-30T19:43:20Z"), zone: zone.parse().unwrap() }
    }

    #[test]
    fn is_relative_and_absolute_and_never_negative() {
        let view = view("UTC");
        let died = at("2026-11-30T19:40:12.345Z");
        assert_eq!(view.event(died), "3m ago (2026-11-30 19:40:12Z)");
        assert_eq!(view.event(view.now), "just now (2026-11-30 19:43:20Z)");
        assert_eq!(view.event(at("2026-11-30T19:43:20.9Z")), "just now (2026-11-30 19:43:20Z)");
        assert_eq!(view.due(at("2026-11-30T19:43:24Z")), "in 4s (2026-11-30 19:43:24Z)");
        assert_eq!(view.due(at("2026-11-30T18:40:00Z")), "overdue 1h (2026-11-30 18:40:00Z)");
        assert_eq!(view.due(view.now), "now (2026-11-30 19:43:20Z)");
        assert_eq!(view.event(at("2026-11-30T19:43:21Z")), "in 1s (2026-11-30 19:43:21Z)");
    }

    #[test]
    fn absolute_times_follow_the_zone() {
        let died = at("2026-11-30T19:40:12Z");
        assert_eq!(view("+05:30").absolute(died), "2026-12-01 01:10:12+05:30");
        assert_eq!(view("-08:00").absolute(died), "2026-11-30 11:40:12-08:00");
        assert_eq!(view("z").absolute(died), "2026-11-30 19:40:12Z");
        assert_eq!(view("z").precise(at("2026-11-30T19:40:12.345Z")), "2026-11-30 19:40:12.345Z");
        assert!("Mars/Olympus".parse::<Zone>().is_err());
        assert!("+25:00".parse::<Zone>().is_err());
    }
}
