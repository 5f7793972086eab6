//! WR301.

use crate::lint::course::Pace;
use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::{MaxAttempts, Millis};
use crate::policy::diagnostic::{Code, Diagnostic, Severity};

/// More attempts than the workflow has time for.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR301",
        name: "window-exceeds-workflow-timeout",
        severity: Severity::Error,
        why: "The deadline of the workflow ends the attempts (spec §14); those that do not fit are \
              promised and never made.",
    },
    fix: None,
    what: "All attempts, each as long as `timeouts.activity` allows, and all delays at their \
           longest take more time than `timeouts.workflow`. The finding names the last attempt \
           that fits. Policies without a limit of attempts are meant to be ended by the deadline \
           and are not told.",
    bad: "retry:\n  maxAttempts: 6\ntimeouts:\n  activity: 1m\n  workflow: 5m\n",
    good: "retry:\n  maxAttempts: 4\ntimeouts:\n  activity: 1m\n  workflow: 5m\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let timeouts = &sight.policy.timeouts;
    let workflow = timeouts.workflow.filter(|_| !timeouts.retries_extend_workflow)?;
    if sight.policy.retry.max_attempts == MaxAttempts::Unlimited || !sight.policy.retry.enabled {
        return None;
    }
    let course = sight.course(Pace::Slowest)?;
    if course.total <= workflow {
        return None;
    }
    let runs = Millis(course.total.0 - course.waits.0);
    let message = format!(
        "{} attempts can take {} ({} of delays at their longest, {runs} of runs), longer than the \
         workflow timeout ({workflow}); {}",
        course.runs,
        course.total,
        course.waits,
        match course.last_in_time {
            0 => "not even the first is sure to end in time".to_owned(),
            last => format!("attempt {last} is the last that fits"),
        }
    );
    let parts = [
        ("retry.maxAttempts", "the attempts"),
        ("timeouts.workflow", "the workflow timeout"),
        ("timeouts.activity", "each run"),
        ("retry.maxDelay", "the longest delay"),
        ("retry.initialDelay", "the first delay"),
        ("retry.multiplier", ""),
        ("retry.strategy", ""),
        ("retry.jitter", ""),
        ("retryBudget.maxAttempts", ""),
        ("retryBudget.maxDuration", ""),
    ];
    let help = "lower `maxAttempts`, the delays or `timeouts.activity`, or raise \
                `timeouts.workflow`";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
