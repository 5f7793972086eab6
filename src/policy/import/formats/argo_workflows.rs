//! Argo Workflows: the retry strategies of workflows and templates.
//!
//! The wait before retry n is `min(duration · factor^(n − 1), cap)`. `limit` counts retries;
//! without it there is no limit, and the whole backoff is skipped. `maxDuration` is the time from
//! the first try after which no retry begins.

use std::time::Duration;

use crate::model::FailureClass;
use crate::policy::diagnostic::{Code, Span, shown};
use crate::policy::import::duration::BareUnit;
use crate::policy::import::format::Format;
use crate::policy::import::note::{Note, NoteKind};
use crate::policy::import::reading::{Reading, Refusal, Said, is_placeholder};
use crate::policy::import::rule::{Rule, of_types};
use crate::policy::import::schedule::{
    ElapsedLimit, ForeignJitter, ForeignSchedule, GapRule, Moment, StopRule,
};
use crate::policy::import::translate::to_millis;
use crate::policy::import::tree::Trail;
use crate::policy::syntax::Node;

pub(in crate::policy::import) const FORMAT: Format = Format {
    name: "argo-workflows",
    aliases: &["argo", "argo-workflow"],
    system: "Argo Workflows",
    mark: "`kind: Workflow`, `WorkflowTemplate`, `ClusterWorkflowTemplate` or `CronWorkflow` of \
           argoproj.io",
    recognises: |root| {
        let is_argo = root.text_at(&["apiVersion"]).is_some_and(|v| v.starts_with("argoproj.io/"));
        let kinds = ["Workflow", "WorkflowTemplate", "ClusterWorkflowTemplate", "CronWorkflow"];
        is_argo && root.text_at(&["kind"]).is_some_and(|kind| kinds.contains(&kind))
    },
    read,
};

const KEYS: &[&str] = &["limit", "retryPolicy", "backoff", "expression", "affinity"];
const BACKOFF_KEYS: &[&str] = &["duration", "factor", "maxDuration", "cap"];

fn read(root: &Node, reading: &mut Reading) {
    root.each_map(&mut |trail, owner| {
        if let Some(strategy) = owner.entry("retryStrategy")
            && !strategy.value.is_null()
            && reading.has_room(strategy.key_span)
        {
            let rule = rule(trail, owner, &strategy.value, strategy.place(), reading);
            reading.settle(rule);
        }
    });
}

fn rule(
    trail: &Trail<'_>,
    owner: &Node,
    strategy: &Node,
    span: Span,
    reading: &mut Reading,
) -> Result<Rule, Refusal> {
    if !strategy.is_map() {
        return Err(Refusal::new(span, "a retry strategy is a map"));
    }
    reading.unknown_keys(strategy, KEYS);
    let condition = condition(strategy, reading);
    let limit = reading.whole(strategy.entry("limit"))?;
    let runs = match (condition, limit) {
        (Condition::Never, _) => Some(1),
        (Condition::Always, Some(said)) if said.value < 0 => {
            return Err(Refusal::new(said.span, "a negative `limit` allows nothing"));
        }
        (Condition::Always, Some(said)) => reading.runs_of_retries("limit", said),
        (Condition::Always, None) => None,
    };
    let schedule = schedule(strategy, runs, condition, reading)?;
    let mut rule = Rule::new(name(trail, owner), span, schedule);
    rule.said_in(strategy, &[("retry.maxAttempts", "limit")]);
    if condition == Condition::Never {
        rule.said_in(strategy, &[("retry.maxAttempts", "expression")]);
    }
    if let Some(backoff) = strategy.at(&["backoff"]) {
        rule.said_in(
            backoff,
            &[
                ("retry.initialDelay", "duration"),
                ("retry.multiplier", "factor"),
                ("retry.strategy", "factor"),
                ("retry.maxDelay", "cap"),
                ("retryBudget", "maxDuration"),
            ],
        );
    }
    failures(&mut rule, strategy, condition, reading)?;
    deadlines(&mut rule, trail, owner, reading)?;
    Ok(rule)
}

/// What `expression` comes to without knowing the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    Always,
    Never,
}

fn condition(strategy: &Node, reading: &mut Reading) -> Condition {
    let Some(entry) = strategy.entry("expression") else { return Condition::Always };
    let text = entry.value.text().unwrap_or_default().trim();
    match text {
        "false" => {
            let message = "`expression: 'false'` means that nothing is ever tried again";
            reading.note(NoteKind::Normalised, entry.place(), message);
            Condition::Never
        }
        "true" | "" => Condition::Always,
        _ => {
            let message = format!(
                "`expression: {}` is lost: write its meaning as classification rules",
                shown(text)
            );
            reading.note(NoteKind::Lost, entry.place(), message);
            Condition::Always
        }
    }
}

fn schedule(
    strategy: &Node,
    runs: Option<u32>,
    condition: Condition,
    reading: &mut Reading,
) -> Result<ForeignSchedule, Refusal> {
    let at_once = ForeignSchedule {
        system: FORMAT.system,
        gaps: GapRule::Fixed { first: Duration::ZERO },
        cap: None,
        jitter: ForeignJitter::None,
        stop: runs.map_or(StopRule::Never, StopRule::Attempts),
    };
    let Some(backoff) = strategy.entry("backoff").filter(|entry| entry.value.is_map()) else {
        return Ok(at_once);
    };
    if condition == Condition::Never {
        return Ok(at_once);
    }
    let map = &backoff.value;
    let is_filled_later = strategy.text_at(&["limit"]).is_some_and(is_placeholder);
    let Some(runs) = runs.or(is_filled_later.then_some(u32::MAX)) else {
        let message = "Argo Workflows ignores the whole backoff without a `limit`: every retry \
                       begins at once, without end";
        reading.note(NoteKind::Noticed, backoff.key_span, message);
        return Ok(at_once);
    };
    reading.unknown_keys(map, BACKOFF_KEYS);
    let Some(first) = reading.duration(map.entry("duration"), BareUnit::Seconds)? else {
        return Err(Refusal::new(
            backoff.place(),
            "Argo Workflows refuses a backoff without a duration",
        ));
    };
    let factor = reading.whole(map.entry("factor"))?;
    let cap = reading.duration(map.entry("cap"), BareUnit::Seconds)?;
    let total = reading.duration(map.entry("maxDuration"), BareUnit::Seconds)?;
    let gaps = match factor.and_then(|said| u32::try_from(said.value).ok()).filter(|f| *f > 0) {
        Some(factor) => GapRule::Exponential { first: first.value, factor: f64::from(factor) },
        None => GapRule::Fixed { first: first.value },
    };
    let limit = total.filter(|said| !said.value.is_zero()).map(|Said { value, span }| {
        let message = "`maxDuration` is the time for all tries together, not the longest wait";
        reading.note(NoteKind::Normalised, span, message);
        ElapsedLimit { limit: value, applies_to: Moment::NextAttempt }
    });
    Ok(ForeignSchedule {
        gaps,
        cap: cap.filter(|said| !said.value.is_zero()).map(|said| said.value),
        stop: match (limit, is_filled_later) {
            (Some(limit), true) => StopRule::Elapsed(limit),
            (Some(limit), false) => StopRule::First(runs, limit),
            (None, true) => StopRule::Never,
            (None, false) => StopRule::Attempts(runs),
        },
        ..at_once
    })
}

/// `retryPolicy`: where a failure must come from to be tried again.
fn failures(
    rule: &mut Rule,
    strategy: &Node,
    condition: Condition,
    reading: &mut Reading,
) -> Result<(), Refusal> {
    reading.lost_keys(strategy, &[("affinity", "which worker takes a retry is not for a policy")]);
    if condition == Condition::Never {
        return Ok(());
    }
    let said = reading.text(strategy.entry("retryPolicy"))?;
    let has_expression = strategy.entry("expression").is_some();
    let (word, at, origin) = match said {
        Some(said) => (said.value, said.span, ""),
        None if has_expression => ("Always", rule.span, " (the default beside `expression`)"),
        None => ("OnFailure", rule.span, " (the default)"),
    };
    match word {
        "Always" => {
            let message =
                format!("`retryPolicy: Always`{origin} tries every failure again: a rule for `*`");
            reading.note(NoteKind::Normalised, at, message);
            rule.classify(of_types(vec!["*".to_owned()], FailureClass::Transient), at);
        }
        "OnFailure" | "OnError" | "OnTransientError" => {
            let message = format!(
                "`retryPolicy: {word}`{origin} goes by where a failure comes from; here its type, status \
                 and message decide"
            );
            reading.note(NoteKind::Changed, at, message);
        }
        _ => {
            let message = format!("`{}` is no retryPolicy of Argo Workflows", shown(word));
            return Err(Refusal::new(at, message));
        }
    }
    Ok(())
}

/// `activeDeadlineSeconds` of the template and of the workflow.
fn deadlines(
    rule: &mut Rule,
    trail: &Trail<'_>,
    owner: &Node,
    reading: &mut Reading,
) -> Result<(), Refusal> {
    let is_workflow = owner.entry("entrypoint").is_some() || owner.entry("templates").is_some();
    if !is_workflow {
        let said = reading.duration(owner.entry("activeDeadlineSeconds"), BareUnit::Seconds)?;
        if let Some(Said { value, span }) = said.filter(|said| !said.value.is_zero()) {
            rule.activity_timeout(to_millis(value, "a deadline", span, reading), span);
        }
        reading.lost_keys(owner, &[("timeout", "it bounds all attempts together")]);
    }
    let holder = |map: &&Node| map.entry("templates").is_some();
    let Some(spec) = std::iter::once(owner).chain(trail.ancestors()).find(holder) else {
        return Ok(());
    };
    let said = reading.duration(spec.entry("activeDeadlineSeconds"), BareUnit::Seconds)?;
    if let Some(Said { value, span }) = said.filter(|said| !said.value.is_zero()) {
        rule.policy.timeouts.workflow = Some(to_millis(value, "a deadline", span, reading));
        rule.said("timeouts.workflow", span);
        let limit = ElapsedLimit { limit: value, applies_to: Moment::Execution };
        rule.schedule.stop = match rule.schedule.stop {
            StopRule::Never => StopRule::Elapsed(limit),
            StopRule::Attempts(runs) => StopRule::First(runs, limit),
            shorter @ (StopRule::Elapsed(_) | StopRule::First(..) | StopRule::Last(..)) => {
                let message = "`maxDuration` overrides `activeDeadlineSeconds`";
                reading.finding(
                    Note::new(NoteKind::Noticed, span, message).coded(Code::CONFLICTING_VALUES),
                );
                shorter
            }
        };
    }
    Ok(())
}

/// The template's name; a strategy of the workflow itself has the workflow's.
fn name(trail: &Trail<'_>, owner: &Node) -> String {
    let of_metadata = |map: &Node| {
        let name = map.text_at(&["metadata", "name"]);
        name.or_else(|| map.text_at(&["metadata", "generateName"])).map(str::to_owned)
    };
    let own = owner.text_at(&["name"]).map(str::to_owned);
    own.or_else(|| trail.ancestors().find_map(of_metadata)).unwrap_or_else(|| "workflow".to_owned())
}
