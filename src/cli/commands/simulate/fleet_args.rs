//! The arguments about a fleet.

use crate::cli::error::CliError;
use crate::model::Millis;
use crate::policy::effective::EffectivePolicy;
use crate::simulate::Outage;
use crate::simulate::fleet::{Fleet, JitterSwitch, Switches};

/// A fleet of activities and the downstream that they call.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "A fleet against one downstream")]
pub(super) struct FleetArgs {
    /// Simulates this many activities together, up to 1,000,000, and the policy with and without
    /// its jitter, budget and breaker; --outage says when their downstream is down
    #[arg(long, value_name = "N", requires = "capacity")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(Fleet::MOST_ACTIVITIES)))]
    #[arg(conflicts_with_all = [
        "failures", "fail_rate", "retry_after", "runtime", "identity", "start", "all", "solve", "compare",
    ])]
    pub(super) fleet: Option<u32>,
    /// Calls that the downstream works off, such as 500/s; more have to queue
    #[arg(long, value_name = "R/s", requires = "fleet", value_parser = capacity)]
    capacity: Option<u32>,
    /// The time that a call takes beside waiting for its turn; 100ms unless given
    #[arg(long, value_name = "DURATION", requires = "fleet", value_parser = Millis::parse)]
    latency: Option<Millis>,
    /// The time that a caller waits for an answer; the policy's activity timeout unless given
    #[arg(long, value_name = "DURATION", requires = "fleet", value_parser = Millis::parse)]
    timeout: Option<Millis>,
    /// Starts the activities at random moments over this time; all at once unless given
    #[arg(long, value_name = "DURATION", requires = "fleet", value_parser = Millis::parse)]
    spread: Option<Millis>,
    /// Activities that share one execution, its budget and its deadline
    #[arg(long, value_name = "N", requires = "fleet", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(Fleet::MOST_ACTIVITIES)))]
    per_execution: u32,
    /// Ends the simulation; an hour after the last start and outage unless given
    #[arg(long, value_name = "DURATION", requires = "fleet", value_parser = Millis::parse)]
    until: Option<Millis>,
    /// Leaves out the policy's jitter
    #[arg(long, requires = "fleet")]
    no_jitter: bool,
    /// Leaves out its retry budget
    #[arg(long, requires = "fleet")]
    no_budget: bool,
    /// Leaves out its circuit breaker
    #[arg(long, requires = "fleet")]
    no_breaker: bool,
}

const LATENCY: Millis = Millis(100);
/// The time that is simulated after the last start and outage.
const AFTERMATH: Millis = Millis::from_secs(3_600);

/// Reads `500/s`, or the number alone.
fn capacity(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix("/s").unwrap_or(text).parse().ok();
    let most = Fleet::MOST_CAPACITY;
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("a capacity looks like `500/s` and lies between 1/s and {most}/s"))
}

impl FleetArgs {
    /// The fleet that is asked for; none if none is.
    pub(super) fn fleet(
        &self,
        outages: &[Outage],
        policy: &EffectivePolicy,
    ) -> Result<Option<Fleet>, CliError> {
        let (Some(activities), Some(capacity)) = (self.fleet, self.capacity) else {
            return Ok(None);
        };
        let mut outages = outages.to_vec();
        outages.sort_by_key(|outage| outage.from);
        let last = outages.iter().map(|outage| outage.to).chain(self.spread).max();
        let until = Millis(last.unwrap_or_default().0.saturating_add(AFTERMATH.0));
        let fleet = Fleet {
            activities,
            per_execution: self.per_execution,
            spread: self.spread,
            capacity,
            latency: self.latency.unwrap_or(LATENCY),
            timeout: self.timeout.unwrap_or(policy.timeouts.activity),
            outages,
            until: self.until.unwrap_or(until),
        };
        fleet.check().map_err(CliError::from)?;
        Ok(Some(fleet))
    }

    /// What is left out of the policy from the start.
    pub(super) fn switches(&self) -> Switches {
        Switches {
            jitter: if self.no_jitter { JitterSwitch::Off } else { JitterSwitch::AsWritten },
            budget: !self.no_budget,
            breaker: !self.no_breaker,
        }
    }
}

impl From<crate::simulate::fleet::FleetError> for CliError {
    fn from(error: crate::simulate::fleet::FleetError) -> Self {
        Self::usage(error.to_string(), "`simulate --help` says what each number stands for")
    }
}
