//! WR109.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::StrategyKind;
use crate::policy::diagnostic::{Code, Diagnostic, Fix, Safety, Severity};
use crate::policy::effective::{EffectivePolicy, RetryRules};
use crate::retry::{CompiledPolicy, JitterSeed, PolicyStrategy};

/// A value that decides nothing.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR109",
        name: "ignored-field",
        severity: Severity::Warning,
        why: "A value that has no effect misleads its readers: they believe that it has one.",
    },
    fix: Some(Safety::Safe),
    what: "A value is written that decides nothing: `multiplier` unless the strategy is \
           `exponential`, `maxDelay` with `fixed` unless it cuts the jitter, and every delay where \
           nothing is ever tried again.",
    bad: "retry:\n  strategy: fixed\n  initialDelay: 5s\n  maxDelay: 1m\n",
    good: "retry:\n  strategy: fixed\n  initialDelay: 5s\n",
    settings: &[],
    look: Look::Values(look),
};

/// Values that matter only when something is tried again.
const OF_RETRIES: [&str; 5] =
    ["retry.initialDelay", "retry.maxDelay", "retry.multiplier", "retry.strategy", "retry.jitter"];

fn look(sight: &Sight<'_>) -> Vec<Diagnostic> {
    OF_RETRIES.into_iter().filter_map(|path| finding(sight, path)).collect()
}

fn finding(sight: &Sight<'_>, path: &'static str) -> Option<Diagnostic> {
    sight.own(path)?;
    let reason = idle(sight.policy, path)?;
    // What a type inherits and uses is no idle value.
    if !sight.holders(path).all(|policy| idle(policy, path).is_some()) {
        return None;
    }
    let key = path.trim_start_matches("retry.");
    let message = format!("`{key}` decides nothing {reason}");
    let fix = sight.own(path).and_then(|value| sight.page.removal(value)).map(|edit| Fix {
        safety: Safety::Safe,
        title: format!("remove `{key}`"),
        edits: vec![edit],
    });
    Some(sight.finding(&RULE, message, &[(path, "")])?.help("remove it").fix(fix))
}

/// Why a value decides nothing; none if it does.
fn idle(policy: &EffectivePolicy, path: &str) -> Option<&'static str> {
    let retry = &policy.retry;
    if !retry.enabled {
        return Some("where retries are disabled");
    }
    if !retry.max_attempts.allows_after(1) {
        return Some("with one attempt");
    }
    match (path, retry.strategy) {
        ("retry.multiplier", StrategyKind::Fixed) => Some("with the strategy `fixed`"),
        ("retry.multiplier", StrategyKind::Linear) => Some("with the strategy `linear`"),
        ("retry.maxDelay", StrategyKind::Fixed) => {
            (!cuts_jitter(policy)).then_some("with the strategy `fixed`")
        }
        _ => None,
    }
}

/// Tells whether the cap of a fixed delay keeps its jitter from going further.
fn cuts_jitter(policy: &EffectivePolicy) -> bool {
    let range = |rules: RetryRules| {
        let policy = CompiledPolicy::new(EffectivePolicy { retry: rules, ..policy.clone() });
        PolicyStrategy::new(&policy, JitterSeed(0), None).range(1)
    };
    let roomy = RetryRules { max_delay: crate::model::Millis::MAX, ..policy.retry.clone() };
    range(policy.retry.clone()) != range(roomy)
}
