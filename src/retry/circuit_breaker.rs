//! The circuit breaker: when nobody calls at all (spec §15). A state machine over values: engine
//! and simulator tell it the time.

mod ramp;
mod tally;

use sha2::{Digest, Sha256};

use self::ramp::Ramp;
use self::tally::Tally;
use super::jitter::JitterSeed;
use crate::model::{FailureClass, Millis, Timestamp};
use crate::policy::effective::BreakerRules;

/// The breaker of one key: closed → open → half open → closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CircuitBreaker {
    rules: BreakerRules,
    /// `openFor` and up to a tenth more.
    open_for: Millis,
    state: State,
    /// How often it has opened; tells permits from before and after apart.
    openings: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// With a ramp as long as held work is being let go.
    Closed { tally: Tally, ramp: Option<Ramp> },
    /// Turns half open when somebody asks at `until` or later.
    Open { until: Timestamp },
    /// Some of the probes are granted, some of those succeeded.
    HalfOpen { granted: u32, succeeded: u32 },
}

/// The state of a breaker as people see it (spec §15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BreakerState {
    /// Everything runs.
    Closed,
    /// Nothing runs.
    Open,
    /// A few runs find out whether the downstream is back.
    HalfOpen,
}

/// The leave to run one attempt; its result is reported with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permit {
    openings: u32,
}

/// What a breaker says to an attempt that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// It runs.
    Granted(Permit),
    /// It keeps its attempt and its due time, and waits.
    Held {
        /// When asking again is worth it; absent: when a probe has reported.
        until: Option<Timestamp>,
    },
}

impl CircuitBreaker {
    /// A closed breaker. Breakers of different keys stay open for different times, `openFor` and up
    /// to a tenth more, so that they do not probe together.
    pub fn new(rules: BreakerRules, key: &str) -> Self {
        let digest = Sha256::new().chain_update(b"wovyr-breaker/1").chain_update(key).finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        let longest_extra = rules.open_for.0 / 10;
        let extra = JitterSeed(u64::from_le_bytes(first)).uniform(1, 0, longest_extra);
        let open_for = Millis(rules.open_for.0.saturating_add(extra));
        let state = State::Closed { tally: Tally::new(&rules), ramp: None };
        Self { rules, open_for, state, openings: 0 }
    }

    /// The state, as of the last question or report.
    pub fn state(&self) -> BreakerState {
        match self.state {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { .. } => BreakerState::Open,
            State::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// How often it has opened.
    pub fn openings(&self) -> u32 {
        self.openings
    }

    /// Asks for the attempt that has been due for longest. First attempts ask, too.
    pub fn admit(&mut self, now: Timestamp) -> Admission {
        if let State::Open { until } = self.state {
            if now < until {
                return Admission::Held { until: Some(until) };
            }
            self.state = State::HalfOpen { granted: 0, succeeded: 0 };
        }
        match &mut self.state {
            State::Closed { ramp: Some(ramp), .. } => {
                if let Err(until) = ramp.release(now) {
                    return Admission::Held { until: Some(until) };
                }
            }
            State::HalfOpen { granted, .. } => {
                if *granted >= self.rules.half_open_probes {
                    return Admission::Held { until: None };
                }
                *granted += 1;
            }
            State::Closed { ramp: None, .. } | State::Open { .. } => {}
        }
        Admission::Granted(Permit { openings: self.openings })
    }

    /// Takes the result of an attempt: its failure, or none. Transient failures count against the
    /// downstream; a permanent one is an answer, so a success. What was granted before the breaker
    /// opened counts for nothing.
    pub fn report(&mut self, permit: Permit, failure: Option<FailureClass>, now: Timestamp) {
        if permit.openings != self.openings {
            return;
        }
        let failed = match failure {
            Some(FailureClass::Transient) => true,
            Some(FailureClass::Permanent) | None => false,
        };
        match &mut self.state {
            State::Closed { tally, .. } => {
                if tally.count(failed, now) {
                    self.open(now);
                }
            }
            State::HalfOpen { succeeded, .. } => {
                *succeeded += u32::from(!failed);
                if failed {
                    self.open(now);
                } else if *succeeded >= self.rules.half_open_probes {
                    let ramp = Some(Ramp::new(now, self.rules.half_open_probes));
                    self.state = State::Closed { tally: Tally::new(&self.rules), ramp };
                }
            }
            // Nothing is granted while it is open.
            State::Open { .. } => {}
        }
    }

    /// Says that no held work is left: what comes due from now on need not queue.
    pub fn nothing_held(&mut self) {
        if let State::Closed { ramp, .. } = &mut self.state {
            *ramp = None;
        }
    }

    fn open(&mut self, now: Timestamp) {
        self.openings = self.openings.wrapping_add(1);
        self.state = State::Open { until: now.plus(self.open_for) };
    }
}

#[cfg(test)]
mod tests;
