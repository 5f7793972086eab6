//! A server that slows down under load (the "simple collapse" model): after a spike of five
//! seconds, does it come back while its clients try again?
//!
//! An answer takes 1 s and 10 ms more for each call in progress; clients wait 3 s and try three
//! times; what they stopped waiting for is worked on all the same. New requests come at 40 a
//! second, at 80 during the spike. A run either recovers or stays collapsed, so shares of runs are
//! told and never a mean.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::random::Random;

/// All times in seconds.
const IDLE_LATENCY: f64 = 1.0;
const LATENCY_PER_CALL: f64 = 0.01;
const TIMEOUT: f64 = 3.0;
const TRIES: u32 = 3;
const NET_MEAN: f64 = 0.1;
const RATE: f64 = 40.0;
const SPIKE_RATE: f64 = 80.0;
const SPIKE: std::ops::RangeInclusive<f64> = 20.0..=25.0;
const FIRST_WAIT: f64 = 20.0;
const END: f64 = 80.0;
/// From here to the end it is measured how well the server does.
const MEASURED_FROM: f64 = 60.0;
/// A run with a smaller share of its requests answered is collapsed.
const COLLAPSED_BELOW: f64 = 0.1;

/// What a client does after a try without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Retries {
    /// It tries again at once.
    AtOnce,
    /// It waits U(0, 20 s), then U(0, 40 s).
    BackoffAndJitter,
}

impl Retries {
    /// Both variants.
    pub const ALL: [Self; 2] = [Self::AtOnce, Self::BackoffAndJitter];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::AtOnce => "no backoff",
            Self::BackoffAndJitter => "backoff and jitter",
        }
    }
}

/// What the model shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Collapse {
    /// The seed of the runs.
    pub seed: u64,
    /// Without backoff, and with it.
    pub cases: Vec<CollapseCase>,
    /// False: it was interrupted, and some runs are missing.
    pub complete: bool,
}

/// Several runs of one variant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CollapseCase {
    /// The variant.
    pub retries: Retries,
    /// Runs that stayed collapsed after the spike.
    pub collapsed: u32,
    /// Their share; absent without runs.
    pub share: Option<f64>,
    /// Answers in time per new request over the last 20 s, for each run.
    pub goodput: Vec<f64>,
}

impl CollapseCase {
    fn take(&mut self, goodput: f64) {
        self.collapsed += u32::from(goodput < COLLAPSED_BELOW);
        self.goodput.push(goodput);
        // Exact: runs are far fewer than 2^53.
        #[allow(clippy::cast_precision_loss)]
        let runs = self.goodput.len() as f64;
        self.share = Some(f64::from(self.collapsed) / runs);
    }

    /// The smallest and the largest goodput of the runs that recovered; absent if none did.
    pub fn recovered(&self) -> Option<(f64, f64)> {
        let recovered = self.goodput.iter().copied().filter(|it| *it >= COLLAPSED_BELOW);
        recovered.fold(None, |range, it| {
            let (low, high) = range.unwrap_or((it, it));
            Some((it.min(low), it.max(high)))
        })
    }
}

/// Runs the model's spike scenario. `watch` hears how many runs are done, of how many, and may stop
/// it after each.
pub fn collapse(
    runs: u32,
    seed: u64,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Collapse {
    let all = 2 * u64::from(runs);
    let mut done = 0;
    let empty = |retries| CollapseCase { retries, collapsed: 0, share: None, goodput: Vec::new() };
    let mut cases = Retries::ALL.map(empty);
    'runs: for number in 0..runs {
        for case in &mut cases {
            let random = Random::new(seed, u64::from(number));
            case.take(Server::new(case.retries, random).run());
            done += 1;
            if watch(done, all).is_break() {
                break 'runs;
            }
        }
    }
    Collapse { seed, cases: cases.into(), complete: done == all }
}

/// What happens next, when; then in the order of being noted.
type Entry = (u64, u64, Event);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Somebody wants something.
    Request,
    /// A call reaches the server: the try it is, from 1, and when it was sent.
    Arrival { attempt: u32, sent: u64 },
    /// The server has done the work of a call.
    Done,
    /// A client stops waiting for a try.
    GivenUp { attempt: u32 },
    /// A client tries again.
    Retry { attempt: u32 },
}

struct Server {
    retries: Retries,
    random: Random,
    agenda: BinaryHeap<Reverse<Entry>>,
    noted: u64,
    in_progress: u32,
    /// New requests and answers in time, since the measurement began.
    requests: f64,
    answers: f64,
}

impl Server {
    fn new(retries: Retries, random: Random) -> Self {
        let agenda = BinaryHeap::new();
        Self { retries, random, agenda, noted: 0, in_progress: 0, requests: 0.0, answers: 0.0 }
    }

    /// Runs to the end; gives the answers per request of its last part.
    fn run(mut self) -> f64 {
        self.next_request(0.0);
        while let Some(Reverse((at, _, event))) = self.agenda.pop() {
            let now = f64::from_bits(at);
            if now >= END {
                break;
            }
            self.happen(now, event);
        }
        self.answers / self.requests.max(1.0)
    }

    fn happen(&mut self, now: f64, event: Event) {
        match event {
            Event::Request => {
                self.requests += f64::from(u8::from(now >= MEASURED_FROM));
                self.next_request(now);
                self.send(now, 1);
            }
            Event::Arrival { attempt, sent } => self.arrive(now, attempt, f64::from_bits(sent)),
            Event::Done => self.in_progress -= 1,
            Event::GivenUp { attempt } if attempt < TRIES => {
                let wait = match self.retries {
                    Retries::AtOnce => 0.0,
                    Retries::BackoffAndJitter => {
                        let longest = FIRST_WAIT * f64::from(1 << (attempt - 1));
                        self.random.uniform(0.0, longest)
                    }
                };
                self.note(now + wait, Event::Retry { attempt: attempt + 1 });
            }
            Event::GivenUp { .. } => {}
            Event::Retry { attempt } => self.send(now, attempt),
        }
    }

    fn next_request(&mut self, now: f64) {
        let rate = if SPIKE.contains(&now) { SPIKE_RATE } else { RATE };
        let gap = self.random.exponential(1.0 / rate);
        self.note(now + gap, Event::Request);
    }

    fn send(&mut self, now: f64, attempt: u32) {
        let at = now + self.random.exponential(NET_MEAN);
        self.note(at, Event::Arrival { attempt, sent: now.to_bits() });
    }

    fn arrive(&mut self, now: f64, attempt: u32, sent: f64) {
        self.in_progress += 1;
        let done = now + IDLE_LATENCY + LATENCY_PER_CALL * f64::from(self.in_progress);
        self.note(done, Event::Done);
        let answered = done + self.random.exponential(NET_MEAN);
        if answered <= sent + TIMEOUT {
            self.answers += f64::from(u8::from((MEASURED_FROM..END).contains(&answered)));
        } else {
            self.note(now.max(sent + TIMEOUT), Event::GivenUp { attempt });
        }
    }

    fn note(&mut self, at: f64, event: Event) {
        self.noted += 1;
        // The bits of numbers that are not negative have the order of the numbers.
        self.agenda.push(Reverse((at.to_bits(), self.noted, event)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_runs() {
        let runs = |seed| collapse(2, seed, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(runs(1), runs(1));
        assert_ne!(runs(1), runs(2));
    }

    #[test]
    fn what_is_stopped_says_so() {
        let stopped = collapse(5, 1, &mut |_, _| ControlFlow::Break(()));
        assert_eq!((stopped.cases[0].goodput.len(), stopped.complete), (1, false));
    }
}
