//! Temporal: retry policies in dynamic configuration and in activity options.
//!
//! The wait after failed attempt n is `min(initial · coefficient^(n − 1), maximum)`, without
//! jitter; the maximum is 100 times the first wait unless said otherwise. Attempts count the first
//! run, 0 means no limit.

use std::time::Duration;

use crate::model::Millis;
use crate::policy::diagnostic::{Span, shown};
use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::note::NoteKind;
use crate::policy::import::reading::{Reading, Refusal, Said};
use crate::policy::import::rule::Rule;
use crate::policy::import::schedule::{
    ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule,
};
use crate::policy::import::translate::to_millis;
use crate::policy::import::tree::Trail;
use crate::policy::syntax::{Entry, Node};

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "temporal",
    aliases: &["temporal-dynamic-config", "cadence"],
    system: "Temporal",
    mark: "retry policy (`initialInterval`, `backoffCoefficient`, `maximumInterval`, …)",
    recognises: |root| {
        let mut found = is_dynamic_configuration(root);
        root.each_map(&mut |trail, map| found |= is_policy(trail, map));
        found
    },
    read,
};

/// The keys of a retry policy in small letters, without `_` and `-`; intervals may end in a unit.
const KEYS: &[&str] = &[
    "initialinterval",
    "backoffcoefficient",
    "maximuminterval",
    "maximumintervalcoefficient",
    "maximumattempts",
    "nonretryableerrortypes",
    "nonretriableerrortypes",
    "nonretryableerrors",
    "nonretriableerrorreasons",
    "donotretry",
    "expirationinterval",
];

/// Endings of keys that say what their bare numbers mean.
const UNITS: &[(&str, BareUnit)] = &[
    ("inseconds", BareUnit::Seconds),
    ("seconds", BareUnit::Seconds),
    ("secs", BareUnit::Seconds),
    ("inmillis", BareUnit::Millis),
    ("millis", BareUnit::Millis),
    ("ms", BareUnit::Millis),
];

fn is_known(key: &str) -> bool {
    let key = bare(key);
    let is_key = |key: &str| KEYS.contains(&key);
    let stems = || UNITS.iter().filter_map(|(ending, _)| key.strip_suffix(ending));
    is_key(&key) || stems().any(|stem| stem.ends_with("interval") && is_key(stem))
}

/// A retry policy has two of the keys; one is enough below a key that speaks of retries.
fn is_policy(trail: &Trail<'_>, map: &Node) -> bool {
    let known = map.entries().iter().filter(|entry| is_known(&entry.key)).count();
    let named = trail.keys().last().is_some_and(|key| bare(key).contains("retry"));
    known >= if named { 1 } else { 2 }
}

/// Dynamic configuration: every key has a list of values with constraints.
fn is_dynamic_configuration(root: &Node) -> bool {
    let is_setting = |entry: &Entry| {
        let values = entry.value.items();
        !values.is_empty() && values.iter().all(|value| value.entry("value").is_some())
    };
    !root.entries().is_empty() && root.entries().iter().all(is_setting)
}

fn read(root: &Node, reading: &mut Reading) {
    root.each_map(&mut |trail, map| {
        if is_policy(trail, map) && reading.has_room(map.span) {
            let rule = rule(trail, map, reading);
            reading.settle(rule);
        }
    });
}

fn rule(trail: &Trail<'_>, map: &Node, reading: &mut Reading) -> Result<Rule, Refusal> {
    unknown_keys(map, reading);
    let attempts = reading.whole(find(map, &["maximumattempts"]))?;
    let runs = runs(attempts, reading)?;
    defaults(map, reading);
    let mut rule = Rule::new(name(trail), map.span, schedule(map, runs, reading)?);
    let spans = [
        ("retry.maxAttempts", "maximumattempts"),
        ("retry.initialDelay", "initialinterval"),
        ("retry.multiplier", "backoffcoefficient"),
        ("retry.maxDelay", "maximuminterval"),
        ("retryBudget", "expirationinterval"),
    ];
    for (path, start) in spans {
        let entry = map.entries().iter().find(|entry| bare(&entry.key).starts_with(start));
        if let Some(entry) = entry {
            rule.said(path, entry.place());
        }
    }
    error_types(&mut rule, map, reading);
    surroundings(&mut rule, trail, reading)?;
    Ok(rule)
}

/// The server's values for what is not said.
fn defaults(map: &Node, reading: &mut Reading) {
    let defaults = [
        ("initialinterval", "initial interval 1s"),
        ("backoffcoefficient", "coefficient 2"),
        ("maximuminterval", "maximum interval 100 times the initial one"),
        ("maximumattempts", "no limit of attempts"),
    ];
    let is_said = |start: &str| map.entries().iter().any(|e| bare(&e.key).starts_with(start));
    let holding: Vec<&str> =
        defaults.iter().filter(|(key, _)| !is_said(key)).map(|(_, value)| *value).collect();
    if !holding.is_empty() {
        let message = format!("defaults of Temporal: {}", holding.join(", "));
        reading.note(NoteKind::Normalised, map.span, message);
    }
}

/// The runs that `maximumAttempts` allows; none: no limit.
fn runs(attempts: Option<Said<i64>>, reading: &mut Reading) -> Result<Option<u32>, Refusal> {
    let Some(Said { value, span }) = attempts else { return Ok(None) };
    match value {
        ..0 => Err(Refusal::new(span, "Temporal refuses a negative `maximumAttempts`")),
        0 => {
            let message = "0 attempts mean no limit: `maxAttempts: unlimited`";
            reading.note(NoteKind::Normalised, span, message);
            Ok(None)
        }
        1.. => Ok(Some(u32::try_from(value).unwrap_or(u32::MAX))),
    }
}

fn schedule(
    map: &Node,
    runs: Option<u32>,
    reading: &mut Reading,
) -> Result<ForeignSchedule, Refusal> {
    let first = interval(map, "initialinterval", reading)?;
    let factor = reading.decimal(find(map, &["backoffcoefficient"]))?;
    let maximum = interval(map, "maximuminterval", reading)?;
    let times = reading.decimal(find(map, &["maximumintervalcoefficient"]))?;
    let expiry = interval(map, "expirationinterval", reading)?;
    // Values that are not set, or zero, are the server's defaults.
    let first_wait = first
        .map(|said| said.value)
        .filter(|wait| !wait.is_zero())
        .unwrap_or(Duration::from_secs(1));
    let coefficient = factor.map_or(2.0, |said| if said.value == 0.0 { 2.0 } else { said.value });
    // With a single attempt Temporal looks at nothing else.
    if let (Some(said), true) = (factor, coefficient < 1.0 && runs != Some(1)) {
        return Err(Refusal::new(said.span, "Temporal refuses a coefficient below 1"));
    }
    let cap = match (maximum.filter(|said| !said.value.is_zero()), times) {
        (Some(said), _) if said.value < first_wait && runs != Some(1) => {
            let message = "Temporal refuses a maximum interval below the initial one";
            return Err(Refusal::new(said.span, message));
        }
        (Some(said), _) => said.value,
        (None, times) => {
            let times = times.map_or(100.0, |said| said.value.max(1.0));
            Duration::try_from_secs_f64(first_wait.as_secs_f64() * times).unwrap_or(Duration::MAX)
        }
    };
    let limit = expiry
        .filter(|said| !said.value.is_zero())
        .map(|said| ElapsedLimit { limit: said.value, applies_to: Moment::NextAttempt });
    Ok(ForeignSchedule {
        system: FORMAT.system,
        gaps: GapRule::Exponential { first: first_wait, factor: coefficient.max(1.0) },
        cap: Some(cap),
        jitter: ForeignJitter::None,
        stop: stop_rule(runs, limit),
    })
}

fn stop_rule(runs: Option<u32>, limit: Option<ElapsedLimit>) -> StopRule {
    match (runs, limit) {
        (None, None) => StopRule::Never,
        (Some(runs), None) => StopRule::Attempts(runs),
        (None, Some(limit)) => StopRule::Elapsed(limit),
        (Some(runs), Some(limit)) => StopRule::First(runs, limit),
    }
}

/// An interval under its own key, or under one that ends in its unit.
fn interval(
    map: &Node,
    key: &str,
    reading: &mut Reading,
) -> Result<Option<Said<Duration>>, Refusal> {
    let with_unit = UNITS.iter().find_map(|(ending, unit)| {
        find(map, &[&format!("{key}{ending}")]).map(|entry| (entry, *unit))
    });
    match with_unit {
        Some((entry, unit)) => reading.duration(Some(entry), unit),
        None => reading.duration(find(map, &[key]), BareUnit::SecondsOrNanos),
    }
}

/// Names of failures that are not tried again; timeouts have names of their own.
fn error_types(rule: &mut Rule, map: &Node, reading: &mut Reading) {
    let keys = [
        "nonretryableerrortypes",
        "nonretriableerrortypes",
        "nonretryableerrors",
        "nonretriableerrorreasons",
        "donotretry",
    ];
    let Some(entry) = find(map, &keys) else { return };
    for item in entry.value.items() {
        let Some(name) = item.text() else { continue };
        let ours = match name.strip_prefix("TemporalTimeout:") {
            Some("StartToClose") => "ActivityTimeout",
            Some("Heartbeat") => "WorkerCrash",
            Some(_) => {
                let message = format!("`{}` has no counterpart and is lost", shown(name));
                reading.note(NoteKind::Lost, item.span, message);
                continue;
            }
            None => name,
        };
        if ours != name {
            let message = format!("`{}` is the failure type `{ours}`", shown(name));
            reading.note(NoteKind::Normalised, item.span, message);
        }
        rule.policy.retry.non_retryable_error_types.push(ours.to_owned());
    }
    rule.policy.retry.non_retryable_error_types.sort();
    rule.policy.retry.non_retryable_error_types.dedup();
    rule.said("retry.nonRetryableErrorTypes", entry.place());
}

/// The timeouts that stand beside the policy, and the constraints of dynamic configuration.
fn surroundings(rule: &mut Rule, trail: &Trail<'_>, reading: &mut Reading) -> Result<(), Refusal> {
    let Some(parent) = trail.parent() else { return Ok(()) };
    let mut timeout = |key: &str| -> Result<Option<(Duration, Millis, Span)>, Refusal> {
        let said = reading.duration(find(parent, &[key]), BareUnit::SecondsOrNanos)?;
        Ok(said.filter(|said| !said.value.is_zero()).map(|Said { value, span }| {
            (value, to_millis(value, "a timeout", span, reading), span)
        }))
    };
    if let Some((_, timeout, span)) = timeout("starttoclosetimeout")? {
        rule.activity_timeout(timeout, span);
    }
    if let Some((_, silence, span)) = timeout("heartbeattimeout")? {
        rule.lease(silence, span);
    }
    if let Some((_, timeout, span)) = timeout("workflowexecutiontimeout")? {
        rule.policy.timeouts.workflow = Some(timeout);
        rule.said("timeouts.workflow", span);
    }
    if let Some((limit, _, span)) = timeout("scheduletoclosetimeout")? {
        let limit = ElapsedLimit { limit, applies_to: Moment::NextAttempt };
        rule.schedule.stop = match rule.schedule.stop {
            StopRule::Attempts(runs) | StopRule::First(runs, _) | StopRule::Last(runs, _) => {
                StopRule::First(runs, limit)
            }
            StopRule::Never | StopRule::Elapsed(_) => StopRule::Elapsed(limit),
        };
        rule.said("retryBudget", span);
    }
    if let Some(entry) = find(parent, &["scheduletostarttimeout"]) {
        let message = "`scheduleToStartTimeout` is lost: nothing bounds the wait for a worker here";
        reading.note(NoteKind::Lost, entry.key_span, message);
    }
    if let Some(entry) = parent.entry("constraints").filter(|e| !e.value.entries().is_empty()) {
        let message = "the constraints are lost: choose the policy where the activity is scheduled";
        reading.note(NoteKind::Lost, entry.place(), message);
    }
    Ok(())
}

fn unknown_keys(map: &Node, reading: &mut Reading) {
    let keys: Vec<&str> = map.entries().iter().map(|entry| entry.key.as_str()).collect();
    let known: Vec<&str> = keys.into_iter().filter(|key| is_known(key)).collect();
    reading.unknown_keys(map, &known);
}

fn find<'a>(map: &'a Node, keys: &[&str]) -> Option<&'a Entry> {
    map.entries().iter().find(|entry| keys.contains(&bare(&entry.key).as_str()))
}

fn bare(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// The keys on the way, without those that say nothing about what is retried; where the policy
/// belongs to an item of a list, the item's name.
fn name(trail: &Trail<'_>) -> String {
    let paths: [&[&str]; 5] = [
        &["name"],
        &["activityType"],
        &["activityType", "name"],
        &["workflowType"],
        &["workflowType", "name"],
    ];
    let own = trail.ancestors().find_map(|map| paths.iter().find_map(|path| map.text_at(path)));
    if let Some(own) = own {
        return own.to_owned();
    }
    let telling = |key: &&str| {
        !matches!(bare(key).as_str(), "value" | "retrypolicy" | "retry" | "retryoptions")
    };
    let keys: Vec<&str> = trail.keys().into_iter().filter(telling).collect();
    if keys.is_empty() { "temporal".to_owned() } else { keys.join(".") }
}
