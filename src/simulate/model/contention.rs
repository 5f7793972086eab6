//! Clients that compete for one row (2015): which backoff gets all of them through soonest, and
//! with how little work? Published as "Exponential Backoff And Jitter".
//!
//! Each client reads the version of a row and writes the row if the version is still the same;
//! if it is not, it waits and begins again. Every message takes |N(10, 2)| ms, so a try four of
//! them; the work of the server takes no time; only writes count as calls.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::random::Random;
use crate::retry::JitterSeed;

/// The wait after failed try n = 1, 2, …, with v = min(2000, 5 · 2^n) ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Backoff {
    /// 0.
    None,
    /// v.
    Exponential,
    /// v/2 + U(0, v/2).
    Equal,
    /// U(0, v).
    Full,
    /// s = min(2000, U(5, 3s)), from s = 5.
    Decorrelated,
}

impl Backoff {
    /// The five variants.
    pub const ALL: [Self; 5] =
        [Self::None, Self::Exponential, Self::Equal, Self::Full, Self::Decorrelated];

    /// What the charts of the publication call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "no backoff",
            Self::Exponential => "exponential",
            Self::Equal => "equal jitter",
            Self::Full => "full jitter",
            Self::Decorrelated => "decorrelated jitter",
        }
    }
}

/// All times in milliseconds.
const BASE: f64 = 5.0;
const CAP: f64 = 2_000.0;
const HOP_MEAN: f64 = 10.0;
const HOP_DEVIATION: f64 = 2.0;

/// The numbers of clients that compete.
const CLIENTS: std::ops::RangeInclusive<u32> = 10..=190;
const CLIENT_STEP: usize = 10;

/// What the model shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contention {
    /// The seed of the trials.
    pub seed: u64,
    /// By number of clients, then by backoff.
    pub cases: Vec<ContentionCase>,
    /// False: it was interrupted, and some cases are missing.
    pub complete: bool,
}

/// So many clients with one kind of backoff.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ContentionCase {
    /// How many clients compete.
    pub clients: u32,
    /// How they wait.
    pub backoff: Backoff,
    /// How often it was tried out.
    pub trials: u32,
    /// The time until the last client is done, in milliseconds.
    #[serde(rename = "time_ms")]
    pub time: Sample,
    /// The writes of all clients together.
    pub calls: Sample,
}

/// A figure over all trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sample {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a single trial.
    pub deviation: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

/// Runs the model for 10, 20, … 190 clients. `watch` hears how many cases are done, of how many,
/// and may stop it after each.
pub fn contention(
    trials: u32,
    seed: u64,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Contention {
    let counts = CLIENTS.step_by(CLIENT_STEP);
    let all: Vec<(u32, Backoff)> =
        counts.flat_map(|clients| Backoff::ALL.map(|backoff| (clients, backoff))).collect();
    let mut cases = Vec::with_capacity(all.len());
    for (clients, backoff) in &all {
        cases.push(contention_case(*clients, *backoff, trials, seed));
        if watch(cases.len() as u64, all.len() as u64).is_break() {
            break;
        }
    }
    Contention { seed, complete: cases.len() == all.len(), cases }
}

/// Runs one case of the model.
pub fn contention_case(clients: u32, backoff: Backoff, trials: u32, seed: u64) -> ContentionCase {
    let seed = JitterSeed::invented(seed, u64::from(clients)).u(backoff as u64);
    let (mut times, mut calls) = (Vec::new(), Vec::new());
    for number in 0..trials {
        let trial = Trial::new(clients, backoff, Random::new(seed, u64::from(number))).run();
        times.push(trial.time);
        calls.push(f64::from(trial.calls));
    }
    let (time, calls) = (Sample::of(&times), Sample::of(&calls));
    ContentionCase { clients, backoff, trials, time, calls }
}

impl Sample {
    fn of(values: &[f64]) -> Self {
        // Exact: trials are far fewer than 2^53.
        #[allow(clippy::cast_precision_loss)]
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            max: values.iter().copied().fold(0.0, f64::max),
        }
    }
}

struct Trial {
    backoff: Backoff,
    random: Random,
    clients: Vec<Client>,
    /// The next write of each client that is not done.
    writes: BinaryHeap<Reverse<Write>>,
    pushed: u32,
    calls: u32,
    time: f64,
}

#[derive(Clone, Copy)]
struct Client {
    failures: i32,
    /// The wait before this one.
    wait: f64,
}

/// A write: when, which of those at the same time, when its client had read the version, whose.
/// Times are the bits of numbers that are not negative, which have the order of the numbers.
type Write = (u64, u32, u64, u32);

impl Trial {
    fn new(clients: u32, backoff: Backoff, random: Random) -> Self {
        let mut trial = Self {
            backoff,
            random,
            clients: vec![Client { failures: 0, wait: BASE }; clients as usize],
            writes: BinaryHeap::new(),
            pushed: 0,
            calls: 0,
            time: 0.0,
        };
        for client in 0..clients {
            trial.start(client, 0.0);
        }
        trial
    }

    fn run(mut self) -> Self {
        let mut committed = 0.0;
        while let Some(Reverse((at, _, read_at, client))) = self.writes.pop() {
            let (at, read_at) = (f64::from_bits(at), f64::from_bits(read_at));
            self.calls += 1;
            let answered = at + self.hop();
            // The version is still the same if nobody wrote since it was read.
            if committed <= read_at {
                committed = at;
                self.time = self.time.max(answered);
            } else {
                let wait = self.wait(client);
                self.start(client, answered + wait);
            }
        }
        self
    }

    /// A client asks for the version at `now`, and writes when it has it.
    fn start(&mut self, client: u32, now: f64) {
        let read_at = now + self.hop();
        let told_at = read_at + self.hop();
        let at = told_at + self.hop();
        self.pushed += 1;
        self.writes.push(Reverse((at.to_bits(), self.pushed, read_at.to_bits(), client)));
    }

    fn hop(&mut self) -> f64 {
        self.random.normal(HOP_MEAN, HOP_DEVIATION).abs()
    }

    fn wait(&mut self, client: u32) -> f64 {
        let client = &mut self.clients[client as usize];
        client.failures += 1;
        let v = CAP.min(BASE * 2_f64.powi(client.failures));
        client.wait = match self.backoff {
            Backoff::None => 0.0,
            Backoff::Exponential => v,
            Backoff::Equal => v / 2.0 + self.random.uniform(0.0, v / 2.0),
            Backoff::Full => self.random.uniform(0.0, v),
            Backoff::Decorrelated => CAP.min(self.random.uniform(BASE, client.wait * 3.0)),
        };
        client.wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_alone_needs_four_messages_and_one_write() {
        let case = contention_case(1, Backoff::Exponential, 1_000, 1);
        assert_eq!((case.calls.min, case.calls.max), (1.0, 1.0));
        assert!((case.time.mean - 40.0).abs() < 0.5, "{case:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let case = |seed| contention_case(20, Backoff::Full, 10, seed);
        assert_eq!(case(1), case(1));
        assert_ne!(case(1), case(2));
    }

    #[test]
    fn what_is_stopped_says_so() {
        let mut watch =
            |done, _| if done < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let stopped = contention(1, 1, &mut watch);
        assert_eq!((stopped.cases.len(), stopped.complete), (3, false));
    }
}
