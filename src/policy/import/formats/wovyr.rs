//! Wovyr workflow files: the `retry` blocks of their activities.
//!
//! The wait after failed attempt n is `initialDelayMs` (fixed), `initialDelayMs · n` (linear) or
//! `initialDelayMs · multiplier^(n − 1)` (exponential), at most `maxDelayMs`, without jitter.

use std::time::Duration;

use crate::policy::diagnostic::shown;
use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::reading::{Reading, Refusal};
use crate::policy::import::rule::Rule;
use crate::policy::import::schedule::{ForeignJitter, ForeignSchedule, GapRule, StopRule};
use crate::policy::syntax::Node;

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "wovyr",
    aliases: &["wovyr-workflow", "workflow"],
    system: "Wovyr",
    mark: "`kind: Workflow` of workflow.wovyr.io",
    recognises: |root| {
        root.text_at(&["apiVersion"]).is_some_and(|v| v.starts_with("workflow.wovyr.io/"))
            && root.text_at(&["kind"]) == Some("Workflow")
    },
    read,
};

const KEYS: &[&str] = &["maxAttempts", "strategy", "initialDelayMs", "maxDelayMs", "multiplier"];

fn read(root: &Node, reading: &mut Reading) {
    root.each_map(&mut |_, activity| {
        let Some(retry) = activity.entry("retry").filter(|entry| entry.value.is_map()) else {
            return;
        };
        if !reading.has_room(retry.key_span) {
            return;
        }
        let rule = rule(activity, &retry.value, reading);
        reading.settle(rule);
    });
}

fn rule(activity: &Node, retry: &Node, reading: &mut Reading) -> Result<Rule, Refusal> {
    reading.unknown_keys(retry, KEYS);
    let defaults = [
        ("maxAttempts", "3"),
        ("strategy", "exponential"),
        ("initialDelayMs", "100"),
        ("maxDelayMs", "30000"),
        ("multiplier", "2.0"),
    ];
    reading.defaults(retry, retry.span, &defaults);
    let attempts = reading.whole(retry.entry("maxAttempts"))?;
    if let Some(said) = attempts.filter(|said| said.value < 1) {
        return Err(Refusal::new(said.span, "`maxAttempts` counts runs and is at least 1"));
    }
    let runs = attempts.map_or(3, |said| u32::try_from(said.value).unwrap_or(u32::MAX));
    let first = reading.duration(retry.entry("initialDelayMs"), BareUnit::Millis)?;
    let first = first.map_or(Duration::from_millis(100), |said| said.value);
    let cap = reading.duration(retry.entry("maxDelayMs"), BareUnit::Millis)?;
    let factor = reading.decimal(retry.entry("multiplier"))?;
    if let Some(said) = factor.filter(|said| said.value < 1.0) {
        return Err(Refusal::new(said.span, "a multiplier below 1 lets the delays shrink"));
    }
    let gaps = match reading.text(retry.entry("strategy"))? {
        None => GapRule::Exponential { first, factor: factor.map_or(2.0, |said| said.value) },
        Some(said) => match said.value {
            "exponential" => {
                GapRule::Exponential { first, factor: factor.map_or(2.0, |said| said.value) }
            }
            "fixed" => GapRule::Fixed { first },
            "linear" => GapRule::Linear { first },
            other => {
                let message = format!("`{}` is no strategy of Wovyr", shown(other));
                return Err(Refusal::new(said.span, message));
            }
        },
    };
    let schedule = ForeignSchedule {
        system: FORMAT.system,
        gaps,
        cap: Some(cap.map_or(Duration::from_secs(30), |said| said.value)),
        jitter: ForeignJitter::None,
        stop: StopRule::Attempts(runs),
    };
    let id =
        activity.text_at(&["id"]).or_else(|| activity.text_at(&["name"])).unwrap_or("activity");
    let mut rule = Rule::new(id, retry.span, schedule);
    if let Some(kind) = activity.text_at(&["type"]) {
        rule.remarks.push(format!("Activity type {}.", shown(kind)));
    }
    rule.said_in(
        retry,
        &[
            ("retry.maxAttempts", "maxAttempts"),
            ("retry.strategy", "strategy"),
            ("retry.initialDelay", "initialDelayMs"),
            ("retry.maxDelay", "maxDelayMs"),
            ("retry.multiplier", "multiplier"),
        ],
    );
    Ok(rule)
}
