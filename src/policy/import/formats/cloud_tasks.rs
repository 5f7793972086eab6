//! Cloud Tasks and App Engine: queues in `queue.yaml`, or as the Cloud Tasks API shows them.
//!
//! Waits double `max_doublings` times from the smallest one, then grow evenly, up to the largest.
//! Nothing is tried again only once the limits of both attempts and age are reached.
//! `task_retry_limit` counts retries, `maxAttempts` runs.

use std::time::Duration;

use crate::policy::diagnostic::{Span, shown};
use crate::policy::import::duration::{self, BareUnit};
use crate::policy::import::format::Format;
use crate::policy::import::note::{Note, NoteKind};
use crate::policy::import::reading::{Reading, Refusal, Said};
use crate::policy::import::rule::Rule;
use crate::policy::import::schedule::{
    ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule,
};
use crate::policy::syntax::{Entry, Node};

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "cloud-tasks",
    aliases: &["queue", "queue.yaml", "queue-yaml", "app-engine", "appengine", "cloudtasks"],
    system: "Cloud Tasks",
    mark: "list `queue` (or `queues`), nor a queue with `retryConfig`",
    recognises: |root| !queues(root).is_empty(),
    read,
};

/// The queues of a file: `queue:` of App Engine, `queues:` or a single one of the API.
fn queues(root: &Node) -> Vec<&Node> {
    let listed = ["queue", "queues"].iter().find_map(|key| root.at(&[key]));
    let is_queue = |node: &&Node| node.text_at(&["name"]).is_some() && dialect(node).is_some();
    match listed {
        Some(list) => list.items().iter().filter(|node| node.entry("name").is_some()).collect(),
        None => std::iter::once(root).chain(root.items()).filter(is_queue).collect(),
    }
}

/// The names of one way to write a queue.
struct Dialect {
    section: &'static str,
    attempts: &'static str,
    age: &'static str,
    first: &'static str,
    cap: &'static str,
    doublings: &'static str,
    /// Whether `attempts` counts retries.
    counts_retries: bool,
    /// The runs if nothing is said; none: no limit.
    default_runs: Option<u32>,
}

const APP_ENGINE: Dialect = Dialect {
    section: "retry_parameters",
    attempts: "task_retry_limit",
    age: "task_age_limit",
    first: "min_backoff_seconds",
    cap: "max_backoff_seconds",
    doublings: "max_doublings",
    counts_retries: true,
    default_runs: None,
};

const API: Dialect = Dialect {
    section: "retryConfig",
    attempts: "maxAttempts",
    age: "maxRetryDuration",
    first: "minBackoff",
    cap: "maxBackoff",
    doublings: "maxDoublings",
    counts_retries: false,
    default_runs: Some(100),
};

const API_SNAKE_CASE: Dialect = Dialect {
    section: "retry_config",
    attempts: "max_attempts",
    age: "max_retry_duration",
    first: "min_backoff",
    cap: "max_backoff",
    doublings: "max_doublings",
    ..API
};

fn dialect(queue: &Node) -> Option<&'static Dialect> {
    [&APP_ENGINE, &API, &API_SNAKE_CASE].into_iter().find(|d| queue.entry(d.section).is_some())
}

fn read(root: &Node, reading: &mut Reading) {
    for queue in queues(root) {
        if !reading.has_room(queue.span) {
            return;
        }
        let name = queue.text_at(&["name"]).unwrap_or("queue");
        // The API names a queue by its whole path.
        let name = name.rsplit('/').next().unwrap_or(name);
        let section = dialect(queue).and_then(|d| Some((d, queue.entry(d.section)?)));
        if let Some((dialect, entry)) = section.filter(|(_, entry)| entry.value.is_map()) {
            let rule = rule(name, queue, dialect, entry, reading);
            reading.settle(rule);
        } else {
            let message = format!(
                "the queue `{}` says nothing about retries, so its tasks are tried again without \
                 end, after 0.1s doubling up to 1h: no policy is made of that",
                shown(name)
            );
            let at = queue.entry("name").map_or(queue.span, Entry::place);
            reading.file_note(Note::new(NoteKind::Noticed, at, message));
        }
    }
}

fn rule(
    name: &str,
    queue: &Node,
    dialect: &'static Dialect,
    entry: &Entry,
    reading: &mut Reading,
) -> Result<Rule, Refusal> {
    let map = &entry.value;
    let Dialect { attempts, age, first, cap, doublings, .. } = *dialect;
    reading.unknown_keys(map, &[attempts, age, first, cap, doublings]);
    let defaults = [(first, "0.1s"), (cap, "3600s"), (doublings, "16")];
    reading.defaults(map, entry.key_span, &defaults);
    let runs = runs(map, dialect, reading)?;
    let age_limit = reading
        .duration(map.entry(age), BareUnit::Seconds)?
        .filter(|said| !said.value.is_zero())
        .map(|said| ElapsedLimit { limit: said.value, applies_to: Moment::Failure });
    let first_wait = reading.duration(map.entry(first), BareUnit::Seconds)?;
    let longest = reading.duration(map.entry(cap), BareUnit::Seconds)?;
    let doubled = reading.whole(map.entry(doublings))?;
    if let Some(said) = doubled.filter(|said| said.value < 0) {
        return Err(Refusal::new(said.span, format!("a negative `{doublings}` doubles nothing")));
    }
    let first_wait = first_wait.map_or(Duration::from_millis(100), |said| said.value);
    let longest = longest.map_or(Duration::from_hours(1), |said| said.value);
    let doubled = doubled.map_or(16, |said| u32::try_from(said.value).unwrap_or(u32::MAX));
    let schedule = ForeignSchedule {
        system: FORMAT.system,
        gaps: GapRule::Doublings { first: first_wait, doublings: doubled },
        cap: Some(longest),
        jitter: ForeignJitter::None,
        stop: match (runs, age_limit) {
            (None, None) => StopRule::Never,
            (Some(runs), None) => StopRule::Attempts(runs),
            (None, Some(limit)) => StopRule::Elapsed(limit),
            (Some(runs), Some(limit)) => StopRule::Last(runs, limit),
        },
    };
    if let Some(said) = map.entry(doublings) {
        growth_goes_on(&schedule, doubled, said, reading);
    }
    let mut rule = Rule::new(name, entry.key_span, schedule);
    rule.said_in(
        map,
        &[
            ("retry.maxAttempts", attempts),
            ("retryBudget", age),
            ("retry.initialDelay", first),
            ("retry.maxDelay", cap),
            ("retry.multiplier", doublings),
            ("retry.strategy", doublings),
        ],
    );
    pace(&mut rule, queue, reading)?;
    Ok(rule)
}

/// The doublings are easily taken for the cap.
fn growth_goes_on(schedule: &ForeignSchedule, doublings: u32, said: &Entry, reading: &mut Reading) {
    let last = match schedule.stop {
        StopRule::Attempts(runs) => runs.saturating_sub(1),
        StopRule::Never | StopRule::Elapsed(_) | StopRule::First(..) | StopRule::Last(..) => {
            u32::MAX
        }
    };
    let doubled = doublings.saturating_add(1);
    if doubled >= last || schedule.gap(doubled) == schedule.gap(doubled + 1) {
        return;
    }
    let waits: Vec<String> = (1..=last.min(doublings.saturating_add(3)).min(12))
        .map(|attempt| duration::written(schedule.gap(attempt)))
        .collect();
    let message = format!(
        "after the doublings waits go on growing evenly: {}{}",
        waits.join(", "),
        if last > doublings.saturating_add(3) { ", …" } else { "" }
    );
    reading.note(NoteKind::Noticed, said.place(), message);
}

/// The runs that a task may have; none: no limit.
fn runs(map: &Node, dialect: &Dialect, reading: &mut Reading) -> Result<Option<u32>, Refusal> {
    let said = reading.whole(map.entry(dialect.attempts))?;
    match said {
        None if map.entry(dialect.age).is_some() => Ok(None),
        None => {
            if let Some(runs) = dialect.default_runs {
                let message = format!("default of Cloud Tasks: `{}: {runs}`", dialect.attempts);
                reading.note(NoteKind::Normalised, map.span, message);
            }
            Ok(dialect.default_runs)
        }
        Some(said) if dialect.counts_retries => Ok(reading.runs_of_retries(dialect.attempts, said)),
        Some(Said { value: -1, .. }) => Ok(None),
        Some(Said { value, span }) => {
            let runs = u32::try_from(value).ok().filter(|runs| *runs > 0);
            let message = || format!("`{}` is -1 or at least 1", dialect.attempts);
            runs.map(Some).ok_or_else(|| Refusal::new(span, message()))
        }
    }
}

/// The limits on how fast and how many at a time.
fn pace(rule: &mut Rule, queue: &Node, reading: &mut Reading) -> Result<(), Refusal> {
    if let Some(said) = reading.text(queue.entry("rate"))? {
        per_second(rule, said, reading);
    }
    let limits = ["rateLimits", "rate_limits"].iter().find_map(|key| queue.at(&[key]));
    let limit = |camel: &str, snake: &str| {
        limits.and_then(|map| map.entry(camel).or_else(|| map.entry(snake)))
    };
    let rate = reading.decimal(limit("maxDispatchesPerSecond", "max_dispatches_per_second"))?;
    if let Some(Said { value, span }) = rate {
        whole_rate(rule, value, span, reading);
    }
    let at_a_time = queue
        .entry("max_concurrent_requests")
        .or_else(|| limit("maxConcurrentDispatches", "max_concurrent_dispatches"));
    if let Some(Said { value, span }) = reading.whole(at_a_time)? {
        match u32::try_from(value) {
            Ok(count @ 1..=1_000_000) => {
                let message = format!("this is `dispatch.maxConcurrent: {count}`");
                reading.note(NoteKind::Normalised, span, message);
                rule.policy.dispatch.max_concurrent = Some(count);
                rule.said("dispatch.maxConcurrent", span);
            }
            Ok(_) | Err(_) => {
                reading.note(NoteKind::Lost, span, "no limit of running tasks is made of this");
            }
        }
    }
    let why = "tasks are not saved up for a burst here";
    reading.lost_keys(queue, &[("bucket_size", why)]);
    reading.lost_keys(queue, &[("target", "a worker chooses its queue itself")]);
    Ok(())
}

/// `500/s`, `5/m`, `1/h`, `10/d`.
fn per_second(rule: &mut Rule, rate: Said<&str>, reading: &mut Reading) {
    let Said { value, span } = rate;
    let read = value.split_once('/').and_then(|(count, unit)| {
        let seconds = duration::parse(&format!("1{unit}"), BareUnit::Seconds)?.span.as_secs_f64();
        Some(duration::number(count.trim())? / seconds)
    });
    if let Some(rate) = read {
        whole_rate(rule, rate, span, reading);
    } else {
        let message = format!("`rate: {}` is lost: it is no rate", shown(value));
        reading.note(NoteKind::Lost, span, message);
    }
}

fn whole_rate(rule: &mut Rule, per_second: f64, span: Span, reading: &mut Reading) {
    // The text of a whole number is read as one; that of any other is not.
    let whole: Option<u32> = per_second.to_string().parse().ok();
    if let Some(rate) = whole.filter(|rate| (1..=1_000_000).contains(rate)) {
        let message = format!("this is `dispatch.maxPerSecond: {rate}`");
        reading.note(NoteKind::Normalised, span, message);
        rule.policy.dispatch.max_per_second = Some(rate);
        rule.said("dispatch.maxPerSecond", span);
    } else {
        let message = format!(
            "a rate of {per_second:.3} a second is lost: `dispatch.maxPerSecond` is a whole number"
        );
        reading.note(NoteKind::Lost, span, message);
    }
}
