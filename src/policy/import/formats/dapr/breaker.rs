//! The circuit breakers of Dapr.

use std::time::Duration;

use crate::model::Millis;
use crate::policy::diagnostic::shown;
use crate::policy::effective::{BreakerKey, BreakerRules};
use crate::policy::import::duration::BareUnit;
use crate::policy::import::note::NoteKind;
use crate::policy::import::reading::{Reading, Refusal, Said};
use crate::policy::import::rule::Rule;
use crate::policy::import::translate::to_millis;
use crate::policy::syntax::Entry;

/// The keys of a breaker.
pub(super) const KEYS: &[&str] = &["maxRequests", "interval", "timeout", "trip"];

/// Failures in a row that trip a breaker without `trip`: more than five.
const DEFAULT_TRIP: u32 = 6;

/// Puts a breaker into the policy if a number of failures in a row trips it.
pub(super) fn read(rule: &mut Rule, entry: &Entry, reading: &mut Reading) -> Result<(), Refusal> {
    let map = &entry.value;
    let trip = reading.text(map.entry("trip"))?;
    let Some(failures) = trip.map_or(Some(DEFAULT_TRIP), |said| threshold(said.value)) else {
        let said = trip.map_or_else(String::new, |said| shown(said.value));
        let at = trip.map_or(entry.key_span, |said| said.span);
        let message =
            format!("the breaker is lost: `trip: {said}` is no number of failures in a row");
        reading.note(NoteKind::Lost, at, message);
        return Ok(());
    };
    if let Some(said) = trip {
        let message = format!("`trip: {}` is `consecutiveFailures: {failures}`", shown(said.value));
        reading.note(NoteKind::Normalised, said.span, message);
    }
    let open_for = match reading.duration(map.entry("timeout"), BareUnit::Millis)? {
        Some(Said { value, span }) => to_millis(value, "a timeout", span, reading),
        None => Millis::from_secs(60),
    };
    if Duration::from(open_for) == rule.schedule.gap(1) {
        let at = map.entry("timeout").map_or(entry.key_span, Entry::place);
        let message = format!(
            "the breaker stays open for {open_for}, just as long as a retry waits: the first retry \
             after it opens is its probe"
        );
        reading.note(NoteKind::Noticed, at, message);
    }
    let probes = reading.whole(map.entry("maxRequests"))?;
    let probes = probes.and_then(|said| u32::try_from(said.value).ok()).unwrap_or(1);
    reading.lost_keys(map, &[("interval", "a breaker here counts failures in a row, at any pace")]);
    let message = "a call into an open breaker fails there for good; here work is held until it \
                   closes";
    reading.note(NoteKind::Changed, entry.key_span, message);
    rule.policy.breaker = Some(BreakerRules {
        consecutive_failures: Some(failures),
        failure_rate: None,
        open_for,
        half_open_probes: probes.clamp(1, 1_000_000),
        key: BreakerKey::ActivityType,
    });
    rule.said("circuitBreaker", entry.key_span);
    Ok(())
}

/// `consecutiveFailures > 5` is six failures in a row.
fn threshold(trip: &str) -> Option<u32> {
    let rest = trip.trim().strip_prefix("consecutiveFailures")?.trim_start();
    let (number, more) = match rest.strip_prefix(">=") {
        Some(number) => (number, 0),
        None => (rest.strip_prefix('>')?, 1),
    };
    let failures = number.trim().parse::<u32>().ok()?.checked_add(more)?;
    (1..=1_000_000).contains(&failures).then_some(failures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_failures_in_a_row() {
        assert_eq!(threshold("consecutiveFailures > 5"), Some(6));
        assert_eq!(threshold("consecutiveFailures>=5"), Some(5));
        for text in ["", "totalFailures > 3", "consecutiveFailures > 5 && requests > 9", "5"] {
            assert_eq!(threshold(text), None, "{text}");
        }
        assert_eq!(threshold("consecutiveFailures > 4294967295"), None);
        assert_eq!(threshold("consecutiveFailures >= 0"), None);
    }
}
