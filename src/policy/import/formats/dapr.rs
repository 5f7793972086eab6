//! Dapr resiliency: named retries, with the timeouts and breakers that targets put beside them.
//!
//! Constant retries wait `duration`. Exponential ones wait `min(0.5s · 1.5^(n − 1), maxInterval)`,
//! spread by half to either side after the cap, and end 15 minutes after the first try whatever
//! `maxRetries` says. `maxRetries` counts retries; absent or −1 it is no limit.

mod breaker;
mod matching;
mod target;

use std::time::Duration;

use self::target::{Target, targets};
use crate::policy::diagnostic::shown;
use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::note::{Note, NoteKind, UNUSED};
use crate::policy::import::reading::{Reading, Refusal, Said};
use crate::policy::import::rule::Rule;
use crate::policy::import::schedule::{
    ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule,
};
use crate::policy::import::translate::to_millis;
use crate::policy::syntax::{Entry, Node};

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "dapr",
    aliases: &["dapr-resiliency"],
    system: "Dapr",
    mark: "`kind: Resiliency` of dapr.io",
    recognises: |root| {
        root.text_at(&["kind"]) == Some("Resiliency")
            && root.text_at(&["apiVersion"]).is_some_and(|v| v.starts_with("dapr.io/"))
    },
    read,
};

const KEYS: &[&str] = &["policy", "duration", "maxInterval", "maxRetries", "matching"];

/// When exponential retries end; it cannot be set.
const END: Duration = Duration::from_mins(15);

/// The definitions of a file, by name.
struct Definitions<'a> {
    timeouts: &'a [Entry],
    retries: &'a [Entry],
    breakers: &'a [Entry],
}

impl<'a> Definitions<'a> {
    fn of(root: &'a Node) -> Self {
        let section = |name| {
            root.at(&["spec", "policies", name]).map_or(&[][..], |section| section.entries())
        };
        Self {
            timeouts: section("timeouts"),
            retries: section("retries"),
            breakers: section("circuitBreakers"),
        }
    }

    fn find(entries: &'a [Entry], name: Option<Said<&str>>) -> Option<&'a Entry> {
        name.and_then(|name| entries.iter().find(|entry| entry.key == name.value))
    }
}

fn read(root: &Node, reading: &mut Reading) {
    let definitions = Definitions::of(root);
    let targets = targets(root, reading);
    for retry in definitions.retries {
        // One policy for each timeout and breaker that the retry is combined with.
        let mut combinations: Vec<Vec<&Target<'_>>> = Vec::new();
        for target in targets.iter().filter(|target| target.uses(&retry.key)) {
            match combinations.iter_mut().find(|same| same[0].is_like(target)) {
                Some(same) => same.push(target),
                None => combinations.push(vec![target]),
            }
        }
        if combinations.is_empty() {
            combinations.push(Vec::new());
        }
        let several = combinations.len() > 1;
        for users in &combinations {
            let name = match users.first().filter(|_| several) {
                Some(target) => format!("{}.{}", retry.key, target.label),
                None => retry.key.clone(),
            };
            if !reading.has_room(retry.key_span) {
                return;
            }
            let rule = rule(name, retry, users, &definitions, reading);
            reading.settle(rule);
        }
    }
    for breaker in definitions.breakers {
        target::unknown_keys(&breaker.value, breaker::KEYS, reading);
    }
    references(&definitions, &targets, reading);
    augments(root, reading);
}

fn rule(
    name: String,
    retry: &Entry,
    users: &[&Target<'_>],
    definitions: &Definitions<'_>,
    reading: &mut Reading,
) -> Result<Rule, Refusal> {
    let map = &retry.value;
    reading.unknown_keys(map, KEYS);
    let mut rule = Rule::new(name, retry.key_span, schedule(retry, reading)?);
    rule.original.clone_from(&retry.key);
    let first = match rule.schedule.gaps {
        GapRule::Fixed { .. } => "duration",
        // Its first delay cannot be set.
        GapRule::Exponential { .. } | GapRule::Linear { .. } | GapRule::Doublings { .. } => {
            "policy"
        }
    };
    rule.said_in(
        map,
        &[
            ("retry.strategy", "policy"),
            ("retry.initialDelay", first),
            ("retry.maxDelay", "maxInterval"),
            ("retry.maxAttempts", "maxRetries"),
            ("retry.jitter", "policy"),
            ("retryBudget", "policy"),
        ],
    );
    if let Some(matching) = map.at(&["matching"]) {
        matching::read(&mut rule, matching, reading);
    }
    if !users.is_empty() {
        let labels: Vec<String> = users.iter().map(|target| shown(&target.label)).collect();
        rule.remarks.push(format!("Used by {}.", labels.join(", ")));
    }
    let Some(target) = users.first() else { return Ok(rule) };
    let timeout = Definitions::find(definitions.timeouts, target.timeout);
    if let Some(said) = reading.duration(timeout, BareUnit::Millis)? {
        let timeout = to_millis(said.value, "a timeout", said.span, reading);
        rule.activity_timeout(timeout, said.span);
    }
    if let Some(entry) = Definitions::find(definitions.breakers, target.breaker) {
        breaker::read(&mut rule, entry, reading)?;
    }
    Ok(rule)
}

fn schedule(retry: &Entry, reading: &mut Reading) -> Result<ForeignSchedule, Refusal> {
    let map = &retry.value;
    let word = reading.text(map.entry("policy"))?;
    let duration = reading.duration(map.entry("duration"), BareUnit::Millis)?;
    let max_interval = reading.duration(map.entry("maxInterval"), BareUnit::Millis)?;
    let retries = reading.whole(map.entry("maxRetries"))?;
    let runs = runs(retry, retries, reading);
    let ignored = |key: &str, policy: &str| format!("Dapr ignores `{key}` with `policy: {policy}`");
    match word.map_or("constant", |said| said.value).to_ascii_lowercase().as_str() {
        "constant" => {
            if let Some(said) = max_interval {
                reading.note(NoteKind::Lost, said.span, ignored("maxInterval", "constant"));
            }
            reading.defaults(map, retry.key_span, &[("policy", "constant"), ("duration", "5s")]);
            let first = duration.map_or(Duration::from_secs(5), |said| said.value);
            Ok(ForeignSchedule {
                system: FORMAT.system,
                gaps: GapRule::Fixed { first },
                cap: None,
                jitter: ForeignJitter::None,
                stop: runs.map_or(StopRule::Never, StopRule::Attempts),
            })
        }
        "exponential" => {
            if let Some(said) = duration {
                reading.note(NoteKind::Lost, said.span, ignored("duration", "exponential"));
            }
            let message = "Dapr ends exponential retries 15 minutes after the first try, whatever \
                           `maxRetries` says, and offers no key for it";
            let at = word.map_or(retry.key_span, |said| said.span);
            reading.note(NoteKind::Noticed, at, message);
            let end = ElapsedLimit { limit: END, applies_to: Moment::NextAttempt };
            reading.defaults(map, retry.key_span, &[("maxInterval", "60s")]);
            let cap = max_interval.map_or(Duration::from_mins(1), |said| said.value);
            Ok(ForeignSchedule {
                system: FORMAT.system,
                gaps: GapRule::Exponential { first: Duration::from_millis(500), factor: 1.5 },
                cap: Some(cap),
                jitter: ForeignJitter::Around { percent: 50 },
                stop: runs.map_or(StopRule::Elapsed(end), |runs| StopRule::First(runs, end)),
            })
        }
        other => {
            let at = word.map_or(retry.key_span, |said| said.span);
            let message = format!("`{}` is no retry policy of Dapr", shown(other));
            Err(Refusal::new(at, message))
        }
    }
}

/// The runs that `maxRetries` allows; none: no limit.
fn runs(retry: &Entry, retries: Option<Said<i64>>, reading: &mut Reading) -> Option<u32> {
    let said = retries.map_or(-1, |said| said.value);
    if retry.key.starts_with("DaprBuiltIn") && retry.key.ends_with("Retries") && said < 3 {
        let at = retries.map_or(retry.key_span, |said| said.span);
        let message = format!(
            "Dapr makes 3 retries of {said} here: built-in retries are never fewer nor without end"
        );
        reading.note(NoteKind::Noticed, at, message);
        return Some(4);
    }
    match retries {
        Some(retries) if retries.value < 0 => {
            let message =
                format!("`maxRetries: {}` means no limit: `maxAttempts: unlimited`", retries.value);
            reading.note(NoteKind::Normalised, retries.span, message);
            None
        }
        Some(retries) => reading.runs_of_retries("maxRetries", retries),
        None => {
            let message = "without `maxRetries` there is no limit: `maxAttempts: unlimited`";
            reading.note(NoteKind::Normalised, retry.key_span, message);
            None
        }
    }
}

/// Names that nothing defines, and definitions that nothing names.
fn references(definitions: &Definitions<'_>, targets: &[Target<'_>], reading: &mut Reading) {
    type Reference<'t> = fn(&Target<'t>) -> Option<Said<&'t str>>;
    let kinds: [(&str, &[Entry], Reference<'_>); 3] = [
        ("timeout", definitions.timeouts, |target| target.timeout),
        ("retry", definitions.retries, |target| target.retry),
        ("circuit breaker", definitions.breakers, |target| target.breaker),
    ];
    for (kind, entries, reference) in kinds {
        for said in targets.iter().filter_map(reference) {
            if !entries.iter().any(|entry| entry.key == said.value) {
                let message = format!("no {kind} has the name `{}`", shown(said.value));
                let note = Note::new(NoteKind::Noticed, said.span, message).coded(UNUSED);
                reading.file_note(note.error());
            }
        }
        for entry in entries {
            let key = entry.key.as_str();
            let used = targets.iter().filter_map(reference).any(|said| said.value == key);
            // These hold for every target that names no other.
            let is_implied = key.starts_with("Default") && key.ends_with("Policy")
                || key.starts_with("DaprBuiltIn");
            if !used && !is_implied {
                let message = format!("no target uses the {kind} `{}`", shown(key));
                let note = Note::new(NoteKind::Noticed, entry.key_span, message).coded(UNUSED);
                reading.file_note(note);
            }
        }
    }
}

/// Components bring retries of their own.
fn augments(root: &Node, reading: &mut Reading) {
    let components = root.at(&["spec", "targets"]).and_then(|targets| targets.entry("components"));
    if let Some(entry) = components.filter(|entry| !entry.value.entries().is_empty()) {
        let message = "Dapr adds these to the retries that are built into its components: their \
                       numbers multiply";
        reading.file_note(Note::new(NoteKind::Noticed, entry.key_span, message));
    }
}
