//! Conditions made ready for one policy: how each attempt may end, and what the policy makes of it.

use super::conditions::{Conditions, Ends, FailRate, Outcome};
use crate::model::{FailureClass, Millis};
use crate::retry::CompiledPolicy;

/// Conditions made ready for one policy.
#[derive(Debug)]
pub(super) struct Course<'a> {
    conditions: &'a Conditions,
    /// How the attempts of a script end; without one the single way in which all fail.
    endings: Vec<Ending>,
    /// How an attempt ends whose run is longer than the policy allows, if they all are.
    overlong: Option<Ending>,
}

/// How an attempt that fails ends, or how long one takes that succeeds.
#[derive(Debug, Clone)]
struct Ending {
    outcome: Option<Outcome>,
    class: FailureClass,
    duration: Millis,
    odds: FailRate,
}

/// What may become of an attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    /// How likely it fails.
    pub(super) odds: FailRate,
    /// What the policy takes its failure for.
    pub(super) class: FailureClass,
    /// How long it runs.
    pub(super) duration: Millis,
    /// What its failure asks for.
    pub(super) retry_after: Option<Millis>,
}

impl<'a> Course<'a> {
    pub(super) fn new(conditions: &'a Conditions, policy: &CompiledPolicy) -> Self {
        let timeouts = policy.effective().timeouts;
        let ending = |outcome: Option<Outcome>| {
            let failure = outcome.as_ref().map(Outcome::failure);
            let class = match &failure {
                Some(Some(failure)) => policy.classify(failure).class,
                Some(None) | None => FailureClass::Transient,
            };
            let duration = match &outcome {
                Some(Outcome::TimesOut) => timeouts.activity,
                Some(Outcome::Crashes) => timeouts.lease.min(timeouts.activity),
                Some(Outcome::Succeeds | Outcome::Status(_) | Outcome::Fails { .. }) | None => {
                    conditions.runtime
                }
            };
            let odds = if matches!(failure, Some(None)) { FailRate::NONE } else { FailRate::ALL };
            Ending { outcome, class, duration, odds }
        };
        let endings = match &conditions.ends {
            Ends::AllFail => vec![ending(None)],
            Ends::Script(outcomes) => outcomes.iter().cloned().map(Some).map(ending).collect(),
            Ends::Chance { .. } => vec![ending(Some(Outcome::Status(503)))],
        };
        let is_overlong = conditions.runtime > timeouts.activity;
        let overlong = is_overlong.then(|| ending(Some(Outcome::TimesOut)));
        Self { conditions, endings, overlong }
    }

    /// What may become of an attempt that starts at `elapsed` since the start.
    pub(super) fn trial(&self, attempt: u32, elapsed: Millis) -> Trial {
        let ending = self.ending(attempt);
        let odds = match &self.conditions.ends {
            Ends::Chance { outages, rate } if self.overlong.is_none() => {
                if outages.iter().any(|outage| outage.holds(elapsed)) {
                    FailRate::ALL
                } else {
                    *rate
                }
            }
            Ends::AllFail | Ends::Script(_) | Ends::Chance { .. } => ending.odds,
        };
        let asks = self.conditions.retry_after.iter();
        let mut asks = asks.filter(|ask| ask.attempt.is_none_or(|named| named == attempt));
        Trial {
            odds,
            class: ending.class,
            duration: ending.duration,
            retry_after: asks.next().map(|ask| ask.wait),
        }
    }

    /// What becomes of every attempt, if it is the same for all and certain.
    pub(super) fn steady(&self) -> Option<Trial> {
        let is_scripted = match &self.conditions.ends {
            Ends::AllFail => true,
            Ends::Script(outcomes) => outcomes.len() == 1,
            Ends::Chance { .. } => false,
        };
        let is_steady = self.overlong.is_some() || is_scripted;
        let asks_nothing = self.conditions.retry_after.is_empty();
        (is_steady && asks_nothing).then(|| self.trial(1, Millis(0)))
    }

    /// The failure of an attempt in one line, where the conditions name one.
    pub(super) fn failure(&self, attempt: u32) -> Option<String> {
        self.ending(attempt).outcome.as_ref().map(Outcome::to_string)
    }

    fn ending(&self, attempt: u32) -> &Ending {
        let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let scripted = &self.endings[index.min(self.endings.len() - 1)];
        self.overlong.as_ref().unwrap_or(scripted)
    }
}
