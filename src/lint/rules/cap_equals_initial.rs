//! WR202.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::StrategyKind;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::effective::{Jitter, Multiplier};

/// Growth that the cap forbids from the start.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR202",
        name: "cap-equals-initial",
        severity: Severity::Warning,
        why: "Delays that are asked to grow but cannot do not relieve a sick downstream.",
    },
    fix: None,
    what: "The first delay is already at `maxDelay`, so the strategy has no room to grow and every \
           delay is the same. `strategy: fixed` says that plainly; a larger `maxDelay` lets it grow.",
    bad: "retry:\n  initialDelay: 30s\n  maxDelay: 30s\n",
    good: "retry:\n  initialDelay: 30s\n  maxDelay: 4m\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let retry = &sight.policy.retry;
    let wants_growth = match retry.strategy {
        StrategyKind::Fixed => false,
        StrategyKind::Linear => true,
        // A multiplier of 1 is told in other words; decorrelated jitter grows without it.
        StrategyKind::Exponential => {
            retry.multiplier.0 > Multiplier::ONE || retry.jitter == Jitter::Decorrelated
        }
    };
    let has_second_delay = retry.enabled && retry.max_attempts.allows_after(2);
    if !wants_growth || !has_second_delay || retry.max_delay > retry.initial_delay {
        return None;
    }
    let (strategy, cap) = (retry.strategy, retry.max_delay);
    let message = format!("`{strategy}` cannot grow: the first delay is at the cap ({cap})");
    let parts = [
        ("retry.maxDelay", "the cap"),
        ("retry.initialDelay", "the first delay"),
        ("retry.strategy", "the growth"),
        ("retry.multiplier", ""),
        ("retry.jitter", ""),
        ("retry.maxAttempts", ""),
    ];
    let help = "raise `maxDelay`, or write `strategy: fixed`";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
