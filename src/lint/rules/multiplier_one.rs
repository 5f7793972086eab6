//! WR106.

use crate::lint::rule::{Look, Rule};
use crate::lint::sight::Sight;
use crate::model::StrategyKind;
use crate::policy::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity};
use crate::policy::effective::{Jitter, Multiplier};

/// Exponential growth by the factor 1.
pub(super) const RULE: Rule = Rule {
    code: Code {
        id: "WR106",
        name: "multiplier-one-exponential",
        severity: Severity::Warning,
        why: "A multiplier of 1 makes every delay the same; `fixed` says so.",
    },
    fix: Some(Safety::Safe),
    what: "The strategy is `exponential`, but its multiplier is 1, so no delay is longer than the \
           one before it. Either the growth was forgotten, or `strategy: fixed` was meant.",
    bad: "retry:\n  multiplier: 1\n",
    good: "retry:\n  strategy: fixed\n",
    settings: &[],
    look: Look::Policy(look),
};

fn look(sight: &Sight<'_>) -> Option<Diagnostic> {
    let retry = &sight.policy.retry;
    let is_inert = retry.strategy == StrategyKind::Exponential
        && retry.multiplier == Multiplier(Multiplier::ONE)
        && sight.retries();
    if !is_inert {
        return None;
    }
    let message = "`exponential` with the multiplier 1 never grows".to_owned();
    let parts = [("retry.multiplier", "no growth"), ("retry.strategy", "growth is asked for here")];
    let help = "write `strategy: fixed`, or a multiplier above 1 (2.0 doubles each delay)";
    Some(sight.finding(&RULE, message, &parts)?.help(help).fix(fix(sight)))
}

/// Decorrelated jitter grows by itself and is for `exponential` only; a value that others inherit
/// stays.
fn fix(sight: &Sight<'_>) -> Option<Fix> {
    let shared = |path| sight.holders(path).count() > 1;
    let is_decorrelated = sight.policy.retry.jitter == Jitter::Decorrelated;
    if is_decorrelated || shared("retry.strategy") || shared("retry.multiplier") {
        return None;
    }
    let fixed = |span, text: &str| Edit { span, text: text.to_owned() };
    let edits = match (sight.own("retry.strategy"), sight.own("retry.multiplier")) {
        (Some(strategy), Some(multiplier)) => {
            vec![fixed(strategy, "fixed"), sight.page.removal(multiplier)?]
        }
        (Some(strategy), None) => vec![fixed(strategy, "fixed")],
        (None, Some(multiplier)) => {
            vec![fixed(sight.page.outline().entry(multiplier)?, "strategy: fixed")]
        }
        (None, None) => return None,
    };
    let title = "write `strategy: fixed` and leave out the multiplier".to_owned();
    Some(Fix { safety: Safety::Safe, title, edits })
}
