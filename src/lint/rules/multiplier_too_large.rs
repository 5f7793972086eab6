//! WR107.

use crate::lint::rule::{Look, Rule, Setting, Unit};
use crate::lint::sight::Sight;
use crate::model::StrategyKind;
use crate::policy::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::effective::Multiplier;

const MAX: Setting = Setting {
    key: "max",
    default: 10,
    unit: Unit::Number,
    what: "the largest multiplier that is not told",
};

/// A multiplier that looks like a delay.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR107",
        name: "multiplier-too-large",
        severity: Severity::Warning,
        why: "Delays that grow so fast are at the cap, or at days, after a few failures; other \
              systems raise the delay itself to a power and got weeks that way.",
    },
    fix: None,
    what: "The multiplier is larger than 10. Somebody may have taken it for a delay, or for the \
           base of a power. With a multiplier of 60 the delays are 1s, 1m, 1h.",
    bad: "retry:\n  initialDelay: 1s\n  multiplier: 60\n",
    good: "retry:\n  initialDelay: 1s\n  multiplier: 3\n",
    settings: &[MAX],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let retry = &sight.policy.retry;
    let max = sight.page.settings.number(&RULE, &MAX);
    let is_large = u64::from(retry.multiplier.0) > max.saturating_mul(Multiplier::ONE.into());
    if !is_large || retry.strategy != StrategyKind::Exponential || !sight.retries() {
        return None;
    }
    let message = format!("each delay is {} times the one before it", retry.multiplier);
    let parts = [("retry.multiplier", "the factor"), ("retry.strategy", "the strategy")];
    let help = "2.0 doubles each delay; 3 is steep already";
    Some(sight.finding(&RULE, message, &parts)?.help(help))
}
