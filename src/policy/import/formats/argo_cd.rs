//! Argo CD: the retry of a sync.
//!
//! The wait before retry n is `min(duration · factor^(n − 1), maxDuration)`: here `maxDuration` is
//! a cap. `limit` counts retries; 0 means none, a negative one no limit.

use std::time::Duration;

use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::reading::{Reading, Refusal};
use crate::policy::import::rule::Rule;
use crate::policy::import::schedule::{ForeignJitter, ForeignSchedule, GapRule, StopRule};
use crate::policy::import::tree::Trail;
use crate::policy::syntax::Node;

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "argo-cd",
    aliases: &["argocd"],
    system: "Argo CD",
    mark: "`kind: Application` or `kind: ApplicationSet` of argoproj.io",
    recognises: |root| {
        let is_argo = root.text_at(&["apiVersion"]).is_some_and(|v| v.starts_with("argoproj.io/"));
        is_argo && matches!(root.text_at(&["kind"]), Some("Application" | "ApplicationSet"))
    },
    read,
};

fn read(root: &Node, reading: &mut Reading) {
    root.each_map(&mut |trail, map| {
        if trail.keys().ends_with(&["syncPolicy"])
            && let Some(retry) = map.entry("retry")
            && reading.has_room(retry.key_span)
        {
            let rule = rule(trail, &retry.value, reading);
            reading.settle(rule);
        }
    });
}

fn rule(trail: &Trail<'_>, retry: &Node, reading: &mut Reading) -> Result<Rule, Refusal> {
    reading.unknown_keys(retry, &["limit", "backoff", "refresh"]);
    reading
        .lost_keys(retry, &[("refresh", "an activity is always tried again with its own payload")]);
    reading.defaults(retry, retry.span, &[("limit", "0")]);
    let limit = reading.whole(retry.entry("limit"))?;
    // Without a limit nothing is tried again.
    let runs = limit.map_or(Some(1), |said| reading.runs_of_retries("limit", said));
    let backoff = retry.at(&["backoff"]);
    if let Some(backoff) = backoff {
        reading.unknown_keys(backoff, &["duration", "factor", "maxDuration"]);
    }
    let defaults = [("duration", "5s"), ("factor", "2"), ("maxDuration", "3m")];
    reading.defaults(backoff.unwrap_or(retry), retry.span, &defaults);
    let entry = |key| backoff.and_then(|backoff| backoff.entry(key));
    let first = reading.duration(entry("duration"), BareUnit::Seconds)?;
    let factor = reading.whole(entry("factor"))?;
    let cap = reading.duration(entry("maxDuration"), BareUnit::Seconds)?;
    if let Some(said) = factor.filter(|said| said.value < 1) {
        return Err(Refusal::new(said.span, "a factor below 1 makes no delays"));
    }
    let factor = factor.and_then(|said| u32::try_from(said.value).ok()).unwrap_or(2);
    let schedule = ForeignSchedule {
        system: FORMAT.system,
        gaps: GapRule::Exponential {
            first: first.map_or(Duration::from_secs(5), |said| said.value),
            factor: f64::from(factor),
        },
        cap: Some(cap.map_or(Duration::from_mins(3), |said| said.value)),
        jitter: ForeignJitter::None,
        stop: runs.map_or(StopRule::Never, StopRule::Attempts),
    };
    let mut rule = Rule::new(name(trail), retry.span, schedule);
    rule.said_in(retry, &[("retry.maxAttempts", "limit")]);
    if let Some(backoff) = backoff {
        rule.said_in(
            backoff,
            &[
                ("retry.initialDelay", "duration"),
                ("retry.multiplier", "factor"),
                ("retry.maxDelay", "maxDuration"),
            ],
        );
    }
    Ok(rule)
}

/// The name of the nearest application.
fn name(trail: &Trail<'_>) -> String {
    let named = trail.ancestors().find_map(|map| {
        map.text_at(&["metadata", "name"]).or_else(|| map.text_at(&["metadata", "generateName"]))
    });
    named.unwrap_or("sync").to_owned()
}
