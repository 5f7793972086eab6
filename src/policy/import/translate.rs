//! A schedule of another system to the nearest one that a policy can say.

use std::time::Duration;

use super::duration::written;
use super::note::{BOTH_LIMITS, JITTER_AFTER_CAP, Note, NoteKind, OVERFLOW};
use super::reading::Reading;
use super::rule::{Finished, Rule};
use super::schedule::{ElapsedLimit, ForeignJitter, GapRule, Moment, StopRule};
use crate::model::{MaxAttempts, Millis, StrategyKind};
use crate::policy::decimal;
use crate::policy::diagnostic::{Code, Span};
use crate::policy::effective::{BudgetRules, Jitter, Multiplier, OnExhausted};
use crate::policy::resolve::derived_max_delay;

/// How many delays of two schedules are compared, and steps of one added up.
const COMPARED: u32 = 1_000;

/// Fills in the `retry` block and the budget of a rule from its schedule. What comes out another
/// way than it went in is noted.
pub(super) fn translate(mut rule: Rule, reading: &mut Reading) -> Finished {
    stop(&mut rule, reading);
    if rule.policy.retry.enabled {
        gaps(&mut rule, reading);
        jitter(&mut rule, reading);
        compare(&rule, reading);
    }
    if let Some(attempt) = rule.schedule.overflows_after() {
        let message = format!(
            "the delay after attempt {attempt} is longer than 292 years: without a cap it leaves \
             64-bit nanoseconds"
        );
        let note = Note::new(NoteKind::Noticed, rule.span, message).coded(OVERFLOW);
        reading.finding(note.error());
    }
    Finished { rule, notes: Vec::new() }
}

fn stop(rule: &mut Rule, reading: &mut Reading) {
    let system = reading.system;
    let at = rule.place("retry.maxAttempts");
    match rule.schedule.stop {
        StopRule::Attempts(0 | 1) | StopRule::First(0 | 1, _) => {
            rule.policy.retry.enabled = false;
            rule.keep_places(|path| !path.starts_with("retry"));
            rule.said("retry.enabled", at);
        }
        StopRule::Attempts(max) => attempts(rule, reading, max),
        StopRule::Never => {
            rule.policy.retry.max_attempts = MaxAttempts::Unlimited;
            rule.said("retry.maxAttempts", at);
            let message = format!(
                "{system} never stops trying: `maxAttempts: unlimited`, which is refused until a \
                 `retryBudget` or `timeouts.workflow` ends it"
            );
            reading.finding(Note::new(NoteKind::Noticed, at, message).coded(Code::UNBOUNDED_RETRY));
        }
        StopRule::Elapsed(limit) => {
            rule.policy.retry.max_attempts = MaxAttempts::Unlimited;
            rule.said("retry.maxAttempts", at);
            elapsed(rule, reading, limit);
        }
        StopRule::First(max, limit) => {
            attempts(rule, reading, max);
            elapsed(rule, reading, limit);
        }
        StopRule::Last(max, limit) => last_of(rule, reading, max, limit),
    }
}

fn attempts(rule: &mut Rule, reading: &mut Reading, max: u32) {
    let at = rule.place("retry.maxAttempts");
    if max > MaxAttempts::LARGEST {
        let message = format!("{max} attempts are more than {}", MaxAttempts::LARGEST);
        reading.note(NoteKind::Changed, at, message);
    }
    rule.policy.retry.max_attempts = MaxAttempts::Limited(max.min(MaxAttempts::LARGEST));
    rule.said("retry.maxAttempts", at);
}

fn elapsed(rule: &mut Rule, reading: &mut Reading, limit: ElapsedLimit) {
    let at = rule.place("retryBudget");
    let nuance = match limit.applies_to {
        // The importer has set the timeout of the workflow.
        Moment::Execution => return,
        Moment::NextAttempt => ", and a failure just before its end is still tried again",
        Moment::Failure => "",
    };
    let max = to_millis(limit.limit, "a limit", at, reading);
    let message = format!(
        "the time limit {max} is `retryBudget.maxDuration`: it runs from the first failure, over \
         all activities of an execution{nuance}"
    );
    reading.note(NoteKind::Changed, at, message);
    rule.policy.budget = Some(BudgetRules {
        max_attempts: None,
        max_duration: Some(max),
        on_exhausted: OnExhausted::FailWorkflow,
    });
    rule.said("retryBudget", at);
}

/// Only the first of two limits can be said here, so the one that lies further is kept.
fn last_of(rule: &mut Rule, reading: &mut Reading, max: u32, limit: ElapsedLimit) {
    let steps = max.saturating_sub(1).min(COMPARED);
    let used_up =
        (1..=steps).fold(Duration::ZERO, |sum, n| sum.saturating_add(rule.schedule.gap(n)));
    let keeps_time = used_up < limit.limit;
    let kept = if keeps_time {
        "the time limit, which lies further, is kept"
    } else {
        "the attempts, which last longer, are kept"
    };
    let message = format!(
        "{} stops when both limits are reached, a policy at the first of them: {kept}",
        reading.system
    );
    let at = rule.place("retry.maxAttempts");
    reading.finding(Note::new(NoteKind::Changed, at, message).coded(BOTH_LIMITS));
    if keeps_time {
        rule.policy.retry.max_attempts = MaxAttempts::Unlimited;
        rule.said("retry.maxAttempts", at);
        elapsed(rule, reading, limit);
    } else {
        attempts(rule, reading, max);
    }
}

fn gaps(rule: &mut Rule, reading: &mut Reading) {
    let schedule = rule.schedule;
    let place = rule.place("retry.initialDelay");
    let first = to_millis(schedule.gap(1), "the first delay", place, reading);
    let strategy = match schedule.gaps {
        GapRule::Fixed { .. } => StrategyKind::Fixed,
        GapRule::Linear { .. } | GapRule::Doublings { doublings: 0, .. } => StrategyKind::Linear,
        GapRule::Exponential { factor, .. } if factor <= 1.0 => StrategyKind::Fixed,
        GapRule::Exponential { factor, .. } => {
            let at = rule.place("retry.multiplier");
            rule.policy.retry.multiplier = multiplier(factor, at, reading);
            rule.said("retry.multiplier", at);
            StrategyKind::Exponential
        }
        GapRule::Doublings { .. } => {
            rule.policy.retry.multiplier = Multiplier(2 * Multiplier::ONE);
            rule.said("retry.multiplier", rule.place("retry.multiplier"));
            StrategyKind::Exponential
        }
    };
    let retry = &mut rule.policy.retry;
    retry.strategy = strategy;
    retry.initial_delay = first;
    retry.max_delay = derived_max_delay(first);
    rule.said("retry.strategy", rule.place("retry.strategy"));
    rule.said("retry.initialDelay", place);
    if strategy != StrategyKind::Exponential
        && let Some(at) = rule.places.remove("retry.multiplier")
    {
        let message =
            format!("without a factor that lets delays grow the strategy is `{strategy}`");
        reading.note(NoteKind::Normalised, at, message);
    }
    if strategy != StrategyKind::Fixed {
        max_delay(rule, reading);
        return;
    }
    if let (Some(at), Some(_)) = (rule.places.remove("retry.maxDelay"), schedule.cap) {
        let message = "the cap is left out: delays that do not grow have no need of it";
        reading.note(NoteKind::Normalised, at, message);
    }
}

/// The cap; where there is none, or delays grow otherwise than ours, the last delay that there is.
fn max_delay(rule: &mut Rule, reading: &mut Reading) {
    let schedule = rule.schedule;
    let at = rule.place("retry.maxDelay");
    let last = match (rule.policy.retry.max_attempts, schedule.stop) {
        (MaxAttempts::Limited(max), _) => Some(schedule.gap(max.saturating_sub(1))),
        (MaxAttempts::Unlimited, StopRule::Elapsed(limit)) => Some(limit.limit),
        (MaxAttempts::Unlimited, _) => None,
    };
    let longest = Duration::from(Millis::MAX);
    let max = match (schedule.gaps, schedule.cap) {
        (GapRule::Doublings { .. }, cap) => last.into_iter().chain(cap).min().unwrap_or(longest),
        (
            GapRule::Exponential { .. } | GapRule::Linear { .. } | GapRule::Fixed { .. },
            Some(cap),
        ) => cap,
        (GapRule::Exponential { .. } | GapRule::Linear { .. } | GapRule::Fixed { .. }, None) => {
            let max = last.map_or(longest, |last| last.min(longest));
            let message =
                format!("delays have no cap; `maxDelay` is the longest of them, {}", written(max));
            reading.note(NoteKind::Normalised, at, message);
            max
        }
    };
    let max = to_millis(max, "the cap", at, reading);
    rule.policy.retry.max_delay = max.max(rule.policy.retry.initial_delay);
    rule.said("retry.maxDelay", at);
}

fn multiplier(factor: f64, at: Span, reading: &mut Reading) -> Multiplier {
    const LEAST: u32 = 10_100;
    const MOST: u32 = 100 * Multiplier::ONE;
    let written = format!("{factor:.4}");
    // What is too large to be read is beyond the range, too.
    let units = decimal::parse(&written).unwrap_or(MOST).clamp(LEAST, MOST);
    let kept = decimal::format(units);
    if kept.parse() != Ok(factor) {
        let message = format!("the factor {factor} is {kept} here: 1.01 to 100, with 4 decimals");
        reading.note(NoteKind::Changed, at, message);
    }
    Multiplier(units)
}

fn jitter(rule: &mut Rule, reading: &mut Reading) {
    let at = rule.place("retry.jitter");
    rule.policy.retry.jitter = match rule.schedule.jitter {
        ForeignJitter::None => Jitter::Off,
        ForeignJitter::Full => Jitter::Full,
        ForeignJitter::Around { percent } => {
            let longest = rule.schedule.cap.map_or_else(String::new, |cap| {
                let most = cap.saturating_add(cap.saturating_mul(percent) / 100);
                format!(", so waits reach {}", written(most))
            });
            let message = format!(
                "{} adds up to {percent} % after the cap{longest}; here nothing is longer than \
                 `maxDelay`",
                reading.system
            );
            let note = Note::new(NoteKind::Changed, at, message).coded(JITTER_AFTER_CAP);
            reading.finding(note);
            Jitter::Factor(percent.saturating_mul(100))
        }
    };
    rule.said("retry.jitter", at);
}

/// Notes the first delay that is another one here.
fn compare(rule: &Rule, reading: &mut Reading) {
    let retry = &rule.policy.retry;
    let cap = Duration::from(retry.max_delay);
    let first = Duration::from(retry.initial_delay);
    let growth = f64::from(retry.multiplier.0) / f64::from(Multiplier::ONE);
    let (mut ours, mut theirs) = (first, Duration::ZERO);
    let retries = retry.max_attempts.limit().map_or(COMPARED, |max| max.saturating_sub(1));
    for attempt in 1..=retries.min(COMPARED) {
        ours = match (retry.strategy, attempt) {
            (_, 1) | (StrategyKind::Fixed, _) => first,
            (StrategyKind::Linear, n) => first.saturating_mul(n).min(cap),
            (StrategyKind::Exponential, _) => {
                let grown = ours.as_secs_f64() * growth;
                Duration::try_from_secs_f64(grown).map_or(cap, |grown| grown.min(cap))
            }
        };
        let before = theirs;
        theirs = rule.schedule.gap(attempt);
        if ours.abs_diff(theirs) > Duration::from_millis(2).max(theirs / 1_000) {
            let message = format!(
                "the delay after attempt {attempt} is {} there and {} here, and so on",
                written(theirs),
                written(ours)
            );
            reading.note(NoteKind::Changed, rule.place("retry.strategy"), message);
            return;
        }
        if attempt > 1 && theirs == before {
            // It grows no more, and ours is at the same length.
            return;
        }
    }
}

/// Whole milliseconds from 1ms to 366 days.
pub(super) fn to_millis(span: Duration, what: &str, at: Span, reading: &mut Reading) -> Millis {
    let whole = u64::try_from(span.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
    let kept = Millis(whole.clamp(Millis::MIN.0, Millis::MAX.0));
    if Duration::from(kept) != span {
        let message = if span.is_zero() {
            format!("{what} is nothing there, and at least {kept} here")
        } else {
            format!("{what} of {} is {kept} here: whole milliseconds up to 366d", written(span))
        };
        reading.note(NoteKind::Changed, at, message);
    }
    kept
}
