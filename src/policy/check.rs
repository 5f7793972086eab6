//! What several values say together: checked on the base and on every merged override.

use super::diagnostic::{Code, Diagnostic, Fix, Safety, Span};
use super::draft::{Draft, Field, Origin, WrittenStrategy};
use super::effective::Jitter;
use super::resolve::{ACTIVITY_TIMEOUT, INITIAL_DELAY};
use crate::model::{MaxAttempts, StrategyKind};

/// Checks the draft of the base, or of one activity type after merging. Values with a mistake of
/// their own take no part.
pub(super) fn check(draft: &Draft, activity: Option<&str>, found: &mut Vec<Diagnostic>) {
    let scope = Scope { activity };
    let findings = [
        delays(draft, scope),
        exponential_jitter(draft, scope),
        decorrelated(draft, scope),
        unlimited(draft, scope),
        lease(draft, scope),
        budget(draft, scope),
        breaker(draft, scope),
        failure_rate(draft, scope),
    ];
    found.extend(findings.into_iter().flatten());
}

/// A value that takes part in a contradiction, if it was written.
struct Part<'a> {
    path: &'static str,
    origin: Option<&'a Origin>,
    label: &'static str,
}

fn part<'a, T>(path: &'static str, field: &'a Field<T>, label: &'static str) -> Part<'a> {
    Part { path, origin: field.origin(), label }
}

/// Whose values are checked.
#[derive(Clone, Copy)]
struct Scope<'a> {
    activity: Option<&'a str>,
}

impl Scope<'_> {
    /// Reports a contradiction at the first part that this scope wrote, with labels at the others.
    /// None if it wrote none of them: then the base is to blame, and was.
    fn report(
        self,
        code: Code,
        message: String,
        help: &str,
        parts: &[Part<'_>],
    ) -> Option<Diagnostic> {
        let culprit = parts.iter().position(|part| self.wrote(part.origin))?;
        let path = match self.activity {
            None => parts[culprit].path.to_owned(),
            Some(name) => format!("activities.{name}.{}", parts[culprit].path),
        };
        let mut finding =
            Diagnostic::new(code, span(parts[culprit].origin)?, message).at(path).help(help);
        for (index, part) in parts.iter().enumerate() {
            match span(part.origin) {
                Some(span) if index != culprit => finding = finding.label(span, part.label),
                Some(_) | None => {}
            }
        }
        Some(finding)
    }

    fn wrote(self, origin: Option<&Origin>) -> bool {
        match origin {
            Some(Origin::Policy(_)) => self.activity.is_none(),
            Some(Origin::Activity(..)) => self.activity.is_some(),
            Some(Origin::Default | Origin::Derived) | None => false,
        }
    }
}

fn span(origin: Option<&Origin>) -> Option<Span> {
    match origin {
        Some(Origin::Policy(span) | Origin::Activity(_, span)) => Some(*span),
        Some(Origin::Default | Origin::Derived) | None => None,
    }
}

fn delays(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let retry = &draft.retry;
    let initial = retry.initial_delay.or(INITIAL_DELAY)?;
    let max = retry.max_delay.or(initial)?;
    if max >= initial {
        return None;
    }
    let message = format!("`maxDelay` ({max}) is less than `initialDelay` ({initial})");
    let parts = [
        part("retry.maxDelay", &retry.max_delay, "the cap"),
        part("retry.initialDelay", &retry.initial_delay, "the first delay"),
    ];
    let help = "raise `maxDelay`, or lower `initialDelay` (1s by default)";
    let finding = scope.report(Code::MAX_LESS_THAN_INITIAL, message, help, &parts)?;
    let title = format!("raise `maxDelay` to `{initial}`");
    let raise = |span| Fix::replace(Safety::Unsafe, title, span, initial.to_string());
    // Elsewhere the cap may be inherited by other types.
    let own = span(retry.max_delay.origin()).filter(|cap| *cap == finding.span);
    Some(finding.fix(own.map(raise)))
}

fn exponential_jitter(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let retry = &draft.retry;
    let strategy = retry.strategy.or(WrittenStrategy::Plain(StrategyKind::Exponential))?;
    let jitter = retry.jitter.or(Jitter::DEFAULT)?;
    if strategy != WrittenStrategy::ExponentialJitter || jitter != Jitter::Off {
        return None;
    }
    let message = "`exponentialJitter` contradicts `jitter: false`".to_owned();
    let parts = [
        part("retry.jitter", &retry.jitter, "jitter is off here"),
        part("retry.strategy", &retry.strategy, "jitter is asked for here"),
    ];
    let help = "write `strategy: exponential`, or remove `jitter: false`";
    scope.report(Code::CONFLICTING_VALUES, message, help, &parts)
}

fn decorrelated(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let retry = &draft.retry;
    let strategy = retry.strategy.or(WrittenStrategy::Plain(StrategyKind::Exponential))?.kind();
    let jitter = retry.jitter.or(Jitter::DEFAULT)?;
    if jitter != Jitter::Decorrelated || strategy == StrategyKind::Exponential {
        return None;
    }
    let message = format!("decorrelated jitter needs the strategy `exponential`, not `{strategy}`");
    let parts = [
        part("retry.jitter", &retry.jitter, "decorrelated here"),
        part("retry.strategy", &retry.strategy, "the strategy"),
    ];
    let help = "write `jitter: full`, or `strategy: exponential`";
    scope.report(Code::CONFLICTING_VALUES, message, help, &parts)
}

fn unlimited(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let unlimited = matches!(draft.retry.max_attempts, Field::Given(MaxAttempts::Unlimited, _));
    let timeouts = &draft.timeouts;
    let endless = timeouts.retries_extend_workflow.or(false)?;
    let unbounded = draft.budget.presence.is_absent() && (timeouts.workflow.is_absent() || endless);
    if !unlimited || !unbounded {
        return None;
    }
    let message = if timeouts.workflow.is_absent() {
        "unlimited attempts without a budget or a workflow timeout never end"
    } else {
        "unlimited attempts never end where retries extend the workflow"
    };
    let parts = [
        part("retry.maxAttempts", &draft.retry.max_attempts, "no limit here"),
        part(
            "timeouts.retriesExtendWorkflow",
            &timeouts.retries_extend_workflow,
            "so the workflow timeout ends no retry",
        ),
    ];
    let help = "add `retryBudget` or `timeouts: {workflow: …}`, or write a number";
    scope.report(Code::UNBOUNDED_RETRY, message.to_owned(), help, &parts)
}

fn lease(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let timeouts = &draft.timeouts;
    let activity = timeouts.activity.or(ACTIVITY_TIMEOUT)?;
    let lease = timeouts.lease.or(activity)?;
    if lease <= activity {
        return None;
    }
    let message = format!("the lease ({lease}) outlasts the activity timeout ({activity})");
    let parts = [
        part("timeouts.lease", &timeouts.lease, "the lease"),
        part("timeouts.activity", &timeouts.activity, "the activity timeout"),
    ];
    let help = "a heartbeat never renews past the activity timeout; shorten the lease";
    scope.report(Code::CONFLICTING_VALUES, message, help, &parts)
}

fn budget(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let budget = &draft.budget;
    budget.presence.origin()?;
    if !budget.max_attempts.is_absent() || !budget.max_duration.is_absent() {
        return None;
    }
    let message = "a retry budget without a cap limits nothing".to_owned();
    let parts = [part("retryBudget", &budget.presence, "")];
    scope.report(Code::MISSING_KEY, message, "set `maxAttempts` or `maxDuration`", &parts)
}

fn breaker(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let breaker = &draft.breaker;
    breaker.presence.origin()?;
    if !breaker.consecutive_failures.is_absent() || !breaker.failure_rate.presence.is_absent() {
        return None;
    }
    let message = "a circuit breaker without a threshold never opens".to_owned();
    let parts = [part("circuitBreaker", &breaker.presence, "")];
    let help = "set `consecutiveFailures` or `failureRate`";
    scope.report(Code::MISSING_KEY, message, help, &parts)
}

fn failure_rate(draft: &Draft, scope: Scope<'_>) -> Option<Diagnostic> {
    let rate = &draft.breaker.failure_rate;
    rate.presence.origin()?;
    if !rate.percent.is_absent() {
        return None;
    }
    let message = "`percent` is missing here".to_owned();
    let parts = [part("circuitBreaker.failureRate", &rate.presence, "")];
    scope.report(Code::MISSING_KEY, message, "set it to a share between 1 and 100", &parts)
}
