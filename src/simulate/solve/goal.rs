//! What a schedule should come to, as a person writes it.

use std::fmt;
use std::str::FromStr;

use crate::model::{DurationError, MaxAttempts, Millis};
use crate::retry::DelayRange;
use crate::simulate::window::{Measured, Window};

/// `attempts<=10, window=2h`: each condition must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Goal {
    conditions: Vec<Condition>,
}

/// One condition of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Condition {
    quantity: Quantity,
    pub(super) relation: Relation,
    /// A number of attempts, or milliseconds.
    pub(super) value: u64,
}

/// What can be asked of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Runs, the first included.
    Attempts,
    /// The delay after the first attempt.
    FirstDelay,
    /// The delay before the last attempt.
    LastDelay,
    /// All delays together.
    Window,
}

impl Quantity {
    const ALL: [Self; 4] = [Self::Attempts, Self::FirstDelay, Self::LastDelay, Self::Window];

    fn word(self) -> &'static str {
        match self {
            Self::Attempts => "attempts",
            Self::FirstDelay => "first-delay",
            Self::LastDelay => "last-delay",
            Self::Window => "window",
        }
    }
}

/// How a value stands to what is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    AtMost,
    AtLeast,
}

/// A range of values, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    /// The smallest.
    pub low: u64,
    /// The largest.
    pub high: u64,
}

/// A text that is no goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    /// A condition without `=`, `<=` or `>=`.
    #[error("`{0}` is no condition; write one such as window=2h or attempts<=10")]
    Shape(String),
    /// Something that cannot be asked for.
    #[error("`{0}` cannot be asked for; these can: attempts, first-delay, last-delay, window")]
    Quantity(String),
    /// A value that is no duration.
    #[error("{quantity}: {fault}")]
    Duration {
        /// Of what.
        quantity: &'static str,
        /// Why.
        fault: DurationError,
    },
    /// A value that is no number of attempts.
    #[error("`{0}` is no number of attempts (1 to 1000000)")]
    Attempts(String),
    /// Conditions that cannot hold together.
    #[error("the conditions on {0} contradict each other")]
    Contradiction(&'static str),
}

/// How far from the value an equality may be met: 1 %.
const TOLERANCE: u64 = 100;

impl Goal {
    /// What is asked of a quantity; everything, if nothing.
    pub fn within(&self, quantity: Quantity) -> Within {
        let mut within = Within { low: 0, high: u64::MAX };
        for condition in self.conditions.iter().filter(|found| found.quantity == quantity) {
            let value = condition.value;
            match condition.relation {
                Relation::Equal => {
                    within = Within { low: within.low.max(value), high: within.high.min(value) }
                }
                Relation::AtMost => within.high = within.high.min(value),
                Relation::AtLeast => within.low = within.low.max(value),
            }
        }
        within
    }

    /// The longest that a delay may be, if the last one has a limit.
    pub(super) fn longest_delay(&self) -> Option<Millis> {
        let limits = self.conditions.iter().filter(|condition| {
            condition.quantity == Quantity::LastDelay && condition.relation == Relation::AtMost
        });
        limits.map(|condition| Millis(condition.value)).min()
    }

    /// The window that is asked for, if it is an exact one.
    pub fn window(&self) -> Option<Millis> {
        let mut exact = self.conditions.iter().filter(|condition| {
            condition.quantity == Quantity::Window && condition.relation == Relation::Equal
        });
        exact.next().map(|condition| Millis(condition.value))
    }

    /// Tells whether a schedule meets it: upper limits whatever the jitter, lower limits and
    /// equalities (within 1 %) on average.
    pub(super) fn is_met(&self, measured: &Measured) -> bool {
        self.conditions.iter().all(|condition| condition.is_met(measured))
    }

    /// The conditions on durations, which parameters can be tuned to.
    pub(super) fn aims(&self) -> impl Iterator<Item = Condition> {
        let on_attempts = |condition: &Condition| condition.quantity == Quantity::Attempts;
        self.conditions.iter().copied().filter(move |condition| !on_attempts(condition))
    }

    fn contradiction(&self) -> Option<&'static str> {
        let contradicts = |quantity: &Quantity| {
            let Within { low, high } = self.within(*quantity);
            low > high
        };
        Quantity::ALL.into_iter().find(contradicts).map(Quantity::word)
    }
}

impl Condition {
    /// The number that the condition is about: the longest for an upper limit, else the mean.
    pub(super) fn value_of(self, measured: &Measured) -> u64 {
        let (mean, max) = match self.quantity {
            Quantity::Attempts => return measured.attempts.into(),
            Quantity::FirstDelay => ends(measured.first),
            Quantity::LastDelay => ends(measured.last),
            Quantity::Window => {
                let Window { mean, max, .. } = measured.window;
                (mean.0, max.0)
            }
        };
        match self.relation {
            Relation::Equal | Relation::AtLeast => mean,
            Relation::AtMost => max,
        }
    }

    pub(super) fn is_met(self, measured: &Measured) -> bool {
        let value = self.value_of(measured);
        match (self.relation, self.quantity) {
            (Relation::Equal, Quantity::Attempts) => value == self.value,
            (Relation::Equal, _) => value.abs_diff(self.value) <= (self.value / TOLERANCE).max(1),
            (Relation::AtMost, _) => value <= self.value,
            (Relation::AtLeast, _) => value >= self.value,
        }
    }
}

/// Mean and maximum.
fn ends(range: Option<DelayRange>) -> (u64, u64) {
    range.map_or((0, 0), |range| (range.mean.0, range.max.0))
}

impl FromStr for Goal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        let conditions = text.split(',').map(|part| part.trim().parse());
        let goal = Self { conditions: conditions.collect::<Result<_, _>>()? };
        goal.contradiction().map_or(Ok(goal.clone()), |word| Err(GoalError::Contradiction(word)))
    }
}

impl FromStr for Condition {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        const RELATIONS: [(&str, Relation); 3] =
            [("<=", Relation::AtMost), (">=", Relation::AtLeast), ("=", Relation::Equal)];
        let split = |(sign, relation)| Some((text.split_once(sign)?, relation));
        let Some(((name, value), relation)) = RELATIONS.into_iter().find_map(split) else {
            return Err(GoalError::Shape(text.to_owned()));
        };
        let (name, value) = (name.trim(), value.trim());
        let quantity = Quantity::ALL.into_iter().find(|quantity| quantity.word() == name);
        let quantity = quantity.ok_or_else(|| GoalError::Quantity(name.to_owned()))?;
        let value = match quantity {
            Quantity::Attempts => {
                let number = value.parse().ok();
                let number = number.filter(|n| (1..=u64::from(MaxAttempts::LARGEST)).contains(n));
                number.ok_or_else(|| GoalError::Attempts(value.to_owned()))?
            }
            Quantity::FirstDelay | Quantity::LastDelay | Quantity::Window => {
                let fault = |fault| GoalError::Duration { quantity: quantity.word(), fault };
                Millis::parse(value).map_err(fault)?.0
            }
        };
        Ok(Self { quantity, relation, value })
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.conditions.iter().enumerate() {
            let sign = match condition.relation {
                Relation::Equal => "=",
                Relation::AtMost => "<=",
                Relation::AtLeast => ">=",
            };
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{}{sign}", condition.quantity.word())?;
            match condition.quantity {
                Quantity::Attempts => condition.value.fmt(f)?,
                Quantity::FirstDelay | Quantity::LastDelay | Quantity::Window => {
                    Millis(condition.value).fmt(f)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(text: &str) -> Result<Goal, GoalError> {
        text.parse()
    }

    #[test]
    fn reads_what_it_writes() {
        for text in ["window=2h", "attempts<=10, last-delay<=5m", "attempts>=2, first-delay=1s"] {
            assert_eq!(goal(text).unwrap().to_string(), text);
        }
        assert_eq!(
            goal("attempts <= 10 ,window= 2h").unwrap().to_string(),
            "attempts<=10, window=2h"
        );
    }

    #[test]
    fn conditions_narrow_what_is_asked() {
        let goal = goal("attempts>=3, attempts<=10, window=2h").unwrap();
        assert_eq!(goal.within(Quantity::Attempts), Within { low: 3, high: 10 });
        assert_eq!(goal.within(Quantity::LastDelay), Within { low: 0, high: u64::MAX });
        assert_eq!(goal.window(), Some(Millis(7_200_000)));
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(goal(""), Err(GoalError::Shape(String::new())));
        assert_eq!(goal("window"), Err(GoalError::Shape("window".into())));
        assert_eq!(goal("widow=2h"), Err(GoalError::Quantity("widow".into())));
        assert_eq!(goal("attempts=0"), Err(GoalError::Attempts("0".into())));
        assert_eq!(goal("attempts<=1000001"), Err(GoalError::Attempts("1000001".into())));
        assert!(matches!(goal("window=2"), Err(GoalError::Duration { quantity: "window", .. })));
        let contradiction = goal("attempts>=5, attempts<=4");
        assert_eq!(contradiction, Err(GoalError::Contradiction("attempts")));
    }
}
