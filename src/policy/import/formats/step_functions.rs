//! AWS Step Functions: the retriers of states in the Amazon States Language, JSON or YAML.
//!
//! The wait before retry n is `min(IntervalSeconds · BackoffRate^(n − 1), MaxDelaySeconds)`, with
//! `JitterStrategy: FULL` anything up to it. `MaxAttempts` counts retries, and every retrier keeps
//! its own count.

use std::time::Duration;

use crate::model::FailureClass;
use crate::policy::diagnostic::{Span, shown};
use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::note::{Note, NoteKind};
use crate::policy::import::reading::{Reading, Refusal, Said};
use crate::policy::import::rule::{Rule, of_types};
use crate::policy::import::schedule::{
    ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule,
};
use crate::policy::import::translate::to_millis;
use crate::policy::import::tree::Trail;
use crate::policy::syntax::{Node, Value};

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "step-functions",
    aliases: &["asl", "stepfunctions", "aws-step-functions", "states"],
    system: "Step Functions",
    mark: "state machine (`StartAt` and `States`)",
    recognises: |root| {
        let mut found = false;
        root.each_map(&mut |_, map| found |= is_machine(map));
        found
    },
    read,
};

const KEYS: &[&str] = &[
    "Comment",
    "ErrorEquals",
    "IntervalSeconds",
    "MaxAttempts",
    "BackoffRate",
    "MaxDelaySeconds",
    "JitterStrategy",
];

/// The most errors of earlier retriers that one policy repeats.
const MAX_ENDED: usize = 1_000;

const EVERY_ERROR: &str = "States.ALL";

fn is_machine(map: &Node) -> bool {
    map.at(&["States"]).is_some_and(Node::is_map) && map.entry("StartAt").is_some()
}

fn read(root: &Node, reading: &mut Reading) {
    root.each_map(&mut |trail, state| {
        let Some(retry) = state.entry("Retry") else { return };
        let in_machine = trail.ancestors().nth(1).is_some_and(is_machine);
        if !in_machine {
            return;
        }
        let Value::List(retriers) = &retry.value.value else {
            let message = "`Retry` is no list of retriers, and is lost";
            reading.file_note(Note::new(NoteKind::Lost, retry.place(), message));
            return;
        };
        for (index, retrier) in retriers.iter().enumerate() {
            if !reading.has_room(retrier.span) {
                return;
            }
            let rule = rule(trail, state, &retriers[..index], retrier, reading);
            let rule = rule.map(|mut rule| {
                beside(&mut rule, index, retriers, reading);
                rule
            });
            reading.settle(rule);
        }
    });
}

/// Several retriers of one state: each has its own count and its own waits, a policy has one.
fn beside(rule: &mut Rule, index: usize, retriers: &[Node], reading: &mut Reading) {
    if retriers.len() < 2 {
        return;
    }
    rule.remarks.push(format!("Retrier {} of {} of this state.", index + 1, retriers.len()));
    let message = format!(
        "this is retrier {} of {}, and each counts for itself; a policy has one count and one \
         schedule for all failures of an activity",
        index + 1,
        retriers.len()
    );
    reading.note(NoteKind::Changed, rule.span, message);
}

fn rule(
    trail: &Trail<'_>,
    state: &Node,
    earlier: &[Node],
    retrier: &Node,
    reading: &mut Reading,
) -> Result<Rule, Refusal> {
    if !retrier.is_map() {
        return Err(Refusal::new(retrier.span, "a retrier is a map with `ErrorEquals`"));
    }
    reading.unknown_keys(retrier, KEYS);
    let defaults = [
        ("IntervalSeconds", "1"),
        ("MaxAttempts", "3"),
        ("BackoffRate", "2.0"),
        ("JitterStrategy", "NONE"),
    ];
    reading.defaults(retrier, retrier.span, &defaults);
    let name = trail.keys().last().copied().unwrap_or("state").to_owned();
    let mut rule = Rule::new(name, retrier.span, schedule(retrier, reading)?);
    rule.said_in(
        retrier,
        &[
            ("retry.maxAttempts", "MaxAttempts"),
            ("retry.initialDelay", "IntervalSeconds"),
            ("retry.multiplier", "BackoffRate"),
            ("retry.strategy", "BackoffRate"),
            ("retry.maxDelay", "MaxDelaySeconds"),
            ("retry.jitter", "JitterStrategy"),
        ],
    );
    errors(&mut rule, earlier, retrier, reading)?;
    timeouts(&mut rule, trail, state, reading)?;
    Ok(rule)
}

fn schedule(retrier: &Node, reading: &mut Reading) -> Result<ForeignSchedule, Refusal> {
    let refuse_negative = |said: Said<i64>, key: &str| {
        let message = format!("Step Functions refuses a negative `{key}`");
        (said.value < 0).then(|| Refusal::new(said.span, message))
    };
    let count = reading.whole(retrier.entry("MaxAttempts"))?;
    if let Some(refusal) = count.and_then(|said| refuse_negative(said, "MaxAttempts")) {
        return Err(refusal);
    }
    let runs = match count {
        Some(said) => reading.runs_of_retries("MaxAttempts", said).unwrap_or(u32::MAX),
        None => 4,
    };
    let first = reading.duration(retrier.entry("IntervalSeconds"), BareUnit::Seconds)?;
    let factor = reading.decimal(retrier.entry("BackoffRate"))?;
    if let Some(said) = factor.filter(|said| said.value < 1.0) {
        return Err(Refusal::new(said.span, "Step Functions refuses a `BackoffRate` below 1"));
    }
    let cap = reading.duration(retrier.entry("MaxDelaySeconds"), BareUnit::Seconds)?;
    if let Some(said) = cap.filter(|said| said.value.is_zero()) {
        return Err(Refusal::new(said.span, "Step Functions refuses a `MaxDelaySeconds` of 0"));
    }
    let jitter = match reading.text(retrier.entry("JitterStrategy"))? {
        Some(said) if said.value == "FULL" => ForeignJitter::Full,
        Some(said) if said.value != "NONE" => {
            let message = format!("`JitterStrategy` is FULL or NONE, not `{}`", shown(said.value));
            return Err(Refusal::new(said.span, message));
        }
        Some(_) | None => ForeignJitter::None,
    };
    Ok(ForeignSchedule {
        system: FORMAT.system,
        gaps: GapRule::Exponential {
            first: first.map_or(Duration::from_secs(1), |said| said.value),
            factor: factor.map_or(2.0, |said| said.value),
        },
        cap: cap.map(|said| said.value),
        jitter,
        stop: StopRule::Attempts(runs),
    })
}

/// `ErrorEquals`: these and no others are tried again.
fn errors(
    rule: &mut Rule,
    earlier: &[Node],
    retrier: &Node,
    reading: &mut Reading,
) -> Result<(), Refusal> {
    let Some(entry) = retrier.entry("ErrorEquals") else {
        return Err(Refusal::new(
            retrier.span,
            "Step Functions refuses a retrier without `ErrorEquals`",
        ));
    };
    let names = error_names(retrier);
    let at = entry.place();
    if names.is_empty() {
        return Err(Refusal::new(at, "Step Functions refuses an empty `ErrorEquals`"));
    }
    if rule.schedule.stop == StopRule::Attempts(1) {
        let message = "the errors are left out: with no retry it does not matter which they are";
        reading.note(NoteKind::Normalised, at, message);
        return Ok(());
    }
    // An error goes to the first retrier that names it, and there it may end.
    let ends = |one: &&Node| one.text_at(&["MaxAttempts"]) == Some("0");
    let ended: Vec<String> =
        earlier.iter().filter(ends).flat_map(error_names).take(MAX_ENDED + 1).collect();
    if ended.len() > MAX_ENDED {
        let message = "earlier retriers name too many errors: it is lost that those end there";
        reading.note(NoteKind::Lost, at, message);
    } else if !ended.is_empty() {
        let message = "what an earlier retrier with `MaxAttempts: 0` names is permanent";
        reading.note(NoteKind::Normalised, at, message);
        rule.classify(of_types(ended, FailureClass::Permanent), at);
    }
    if names.iter().any(|name| name == EVERY_ERROR) {
        let message = "`States.ALL` is every failure type: a rule for `*`";
        reading.note(NoteKind::Normalised, at, message);
        rule.classify(of_types(vec!["*".to_owned()], FailureClass::Transient), at);
        return Ok(());
    }
    let listed = names.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
    let message = format!("only {listed} are tried again: rules make all else permanent");
    reading.note(NoteKind::Normalised, at, message);
    let mut types = Vec::new();
    for name in names {
        match name.as_str() {
            "States.Timeout" => types.extend([name, "ActivityTimeout".to_owned()]),
            "States.HeartbeatTimeout" => types.extend([name, "WorkerCrash".to_owned()]),
            "States.TaskFailed" => {
                let message = "`States.TaskFailed` is every failure but a timeout: a rule for `*`";
                reading.note(NoteKind::Changed, at, message);
                let timeout = vec!["ActivityTimeout".to_owned()];
                rule.classify(of_types(timeout, FailureClass::Permanent), at);
                types.push("*".to_owned());
            }
            _ => types.push(name),
        }
    }
    let all = types.iter().any(|name| name == "*");
    rule.classify(of_types(types, FailureClass::Transient), at);
    if !all {
        rule.classify(of_types(vec!["*".to_owned()], FailureClass::Permanent), at);
    }
    Ok(())
}

fn error_names(retrier: &Node) -> Vec<String> {
    let listed = retrier.at(&["ErrorEquals"]).map_or(&[][..], Node::items);
    listed.iter().filter_map(Node::text).map(str::to_owned).collect()
}

/// The timeouts of the state, and the one of the machine.
fn timeouts(
    rule: &mut Rule,
    trail: &Trail<'_>,
    state: &Node,
    reading: &mut Reading,
) -> Result<(), Refusal> {
    if let Some((timeout, span)) = seconds(state, "TimeoutSeconds", reading)? {
        rule.activity_timeout(to_millis(timeout, "a timeout", span, reading), span);
    }
    if let Some((silence, span)) = seconds(state, "HeartbeatSeconds", reading)? {
        rule.lease(to_millis(silence, "a heartbeat", span, reading), span);
    }
    for key in ["TimeoutSecondsPath", "HeartbeatSecondsPath"] {
        reading.lost_keys(state, &[(key, "its value is only known when the state runs")]);
    }
    let machine = trail.ancestors().filter(|map| is_machine(map)).last();
    let Some(machine) = machine else { return Ok(()) };
    if let Some((limit, span)) = seconds(machine, "TimeoutSeconds", reading)? {
        rule.policy.timeouts.workflow = Some(to_millis(limit, "a timeout", span, reading));
        rule.said("timeouts.workflow", span);
        let limit = ElapsedLimit { limit, applies_to: Moment::Execution };
        if let StopRule::Attempts(runs) = rule.schedule.stop {
            rule.schedule.stop = StopRule::First(runs, limit);
        }
    }
    Ok(())
}

fn seconds(
    map: &Node,
    key: &str,
    reading: &mut Reading,
) -> Result<Option<(Duration, Span)>, Refusal> {
    let said = reading.duration(map.entry(key), BareUnit::Seconds)?;
    Ok(said.filter(|said| !said.value.is_zero()).map(|said| (said.value, said.span)))
}
