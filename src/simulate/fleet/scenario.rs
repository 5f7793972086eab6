//! What is to be simulated, and how much of it.

use serde::Serialize;

use crate::model::Millis;
use crate::simulate::Outage;

/// A fleet of activities of one type, and the one downstream that all of them call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fleet {
    /// How many activities.
    pub activities: u32,
    /// How many of them share one execution, and so its budget and its deadline.
    pub per_execution: u32,
    /// The time over which they start, at random moments; absent: all of them at once.
    #[serde(rename = "spread_ms")]
    pub spread: Option<Millis>,
    /// Calls a second that the downstream works off, one after the other.
    pub capacity: u32,
    /// The time that a call takes beside waiting for its turn.
    #[serde(rename = "latency_ms")]
    pub latency: Millis,
    /// The time after which a caller gives up waiting; the downstream does the work all the same.
    #[serde(rename = "timeout_ms")]
    pub timeout: Millis,
    /// When the downstream refuses every call; in the order of their beginnings.
    pub outages: Vec<Outage>,
    /// The end of the simulation: nothing is called from here on.
    #[serde(rename = "until_ms")]
    pub until: Millis,
}

/// A fleet that is too large, or no fleet at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FleetError {
    /// A number outside of what can be simulated.
    #[error("{what} of {given} is outside of 1…{limit}")]
    OutOfRange {
        /// What the number is of.
        what: &'static str,
        /// The number.
        given: u64,
        /// The largest that is possible.
        limit: u64,
    },
    /// A simulation that would last too long.
    #[error("{what} of {given} is longer than {limit}")]
    TooLong {
        /// What the time is of.
        what: &'static str,
        /// The time.
        given: Millis,
        /// The longest that is possible.
        limit: Millis,
    },
    /// A simulation that does not see the end of the outage.
    #[error("the simulated time of {until} ends before the outage does, at {to}")]
    EndsTooSoon {
        /// The end of the simulated time.
        until: Millis,
        /// The end of the outage.
        to: Millis,
    },
    /// An outage that ends before it begins.
    #[error("the outage ends at {to}, not after its start at {from}")]
    BackwardOutage {
        /// Its start.
        from: Millis,
        /// Its end.
        to: Millis,
    },
}

impl FleetError {
    /// Refuses what is not within 1…`limit`.
    pub(super) fn check(what: &'static str, given: u32, limit: u32) -> Result<(), Self> {
        let is_within = (1..=limit).contains(&given);
        let (given, limit) = (given.into(), limit.into());
        is_within.then_some(()).ok_or(Self::OutOfRange { what, given, limit })
    }
}

impl Fleet {
    /// The most activities.
    pub const MOST_ACTIVITIES: u32 = 1_000_000;
    /// The most calls a second.
    pub const MOST_CAPACITY: u32 = 1_000_000;
    /// The most runs.
    pub const MOST_RUNS: u32 = 100_000;
    /// The longest simulated time: there is a row for each of its seconds.
    pub const LONGEST: Millis = Millis::from_secs(7 * 86_400);

    /// Refuses what cannot be simulated.
    pub fn check(&self) -> Result<(), FleetError> {
        FleetError::check("a fleet", self.activities, Self::MOST_ACTIVITIES)?;
        FleetError::check("a number per execution", self.per_execution, Self::MOST_ACTIVITIES)?;
        FleetError::check("a capacity", self.capacity, Self::MOST_CAPACITY)?;
        for Outage { from, to } in self.outages.iter().copied() {
            if to <= from {
                return Err(FleetError::BackwardOutage { from, to });
            }
        }
        if self.until <= self.back_up() {
            return Err(FleetError::EndsTooSoon { until: self.until, to: self.back_up() });
        }
        let spread = self.spread.unwrap_or_default();
        for (what, given) in [
            ("an end of the outage", self.back_up()),
            ("a spread", spread),
            ("a simulated time", self.until),
            ("a latency", self.latency),
        ] {
            if given > Self::LONGEST {
                return Err(FleetError::TooLong { what, given, limit: Self::LONGEST });
            }
        }
        Ok(())
    }

    /// When the downstream is up for good.
    pub(super) fn back_up(&self) -> Millis {
        self.outages.iter().map(|outage| outage.to).max().unwrap_or_default()
    }

    pub(super) fn executions(&self) -> u32 {
        self.activities.div_ceil(self.per_execution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_it_cannot_simulate_and_names_the_limit() {
        assert_eq!(fleet().check(), Ok(()));
        let refusal = |fleet: Fleet| fleet.check().unwrap_err().to_string();
        assert_eq!(
            refusal(Fleet { activities: 1_000_001, ..fleet() }),
            "a fleet of 1000001 is outside of 1…1000000"
        );
        assert!(refusal(Fleet { capacity: 0, ..fleet() }).starts_with("a capacity of 0"));
        let outages = vec![Outage { from: Millis(5), to: Millis(5) }];
        assert!(refusal(Fleet { outages, ..fleet() }).contains("not after its start"));
        let outages = vec![Outage { from: Millis(5), to: fleet().until }];
        assert!(refusal(Fleet { outages, ..fleet() }).contains("ends before the outage"));
        assert_eq!(
            refusal(Fleet { until: Millis::from_secs(8 * 86_400), ..fleet() }),
            "a simulated time of 8d is longer than 7d"
        );
    }

    fn fleet() -> Fleet {
        Fleet {
            activities: 1_000_000,
            per_execution: 1,
            spread: None,
            capacity: 500,
            latency: Millis(100),
            timeout: Millis::from_secs(10),
            outages: Vec::new(),
            until: Millis::from_secs(3_600),
        }
    }
}
