//! The worker: as many commands at a time as it may run, fed and reported in turns.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::attempt::{self, AttemptEnd};
use super::patience::until_answered;
use super::turn::{TurnEnd, next_batch, take_turn};
use super::{WorkerError, WorkerOptions};
use crate::api::{AcquireRequest, LeaseView, ReportItem};
use crate::client::{ClientError, EngineClient};
use crate::model::LeaseToken;

/// How long a poll waits for work.
const POLL_WAIT: Duration = Duration::from_secs(10);
/// How long reports wait that the engine could not take one by one.
const AGAIN: Duration = Duration::from_secs(1);
/// How long an ending worker tries to deliver its last reports.
const LAST_REPORTS: Duration = Duration::from_secs(30);

/// What a worker did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Attempts reported as successes.
    pub completed: u64,
    /// Attempts reported as failures.
    pub failed: u64,
    /// Commands killed because their lease was lost.
    pub lost: u64,
    /// Reports that the engine refused, most likely because the lease was over.
    pub refused: u64,
    /// Leases given back unrun.
    pub released: u64,
    /// Reports that the engine did not take before the worker ended.
    pub unreported: u64,
}

/// A worker that runs a command for each activity.
#[derive(Debug)]
pub struct Worker {
    client: EngineClient,
    options: WorkerOptions,
}

impl Worker {
    /// Makes a worker; fails if its command cannot be found, before any work is taken.
    pub fn new(client: EngineClient, options: WorkerOptions) -> Result<Self, WorkerError> {
        options.validate()?;
        Ok(Self { client, options })
    }

    /// Works until `shutdown` is cancelled; then running commands finish and are reported.
    ///
    /// An engine that does not answer is waited for. Dropping the future kills what runs.
    pub async fn run(self, shutdown: CancellationToken) -> Result<Summary, WorkerError> {
        let Self { client, options } = self;
        let mut pool = Pool {
            client,
            options,
            tasks: JoinSet::new(),
            waiting: Vec::new(),
            running: 0,
            asked: 0,
            delivering: 0,
            returning: 0,
            turning: false,
            draining: false,
            stopped: None,
            summary: Summary::default(),
        };
        let mut last_call = None;
        loop {
            pool.start_turn();
            pool.start_poll();
            if pool.is_drained() {
                break;
            }
            if pool.draining && pool.running == 0 {
                last_call.get_or_insert_with(|| Instant::now() + LAST_REPORTS);
            }
            tokio::select! {
                // In this order: work that arrives with the shutdown is not started.
                biased;
                () = shutdown.cancelled(), if !pool.draining => {
                    info!(running = pool.running, "ending: running commands finish first");
                    pool.draining = true;
                }
                Some(done) = pool.tasks.join_next() => match done {
                    Ok(done) => pool.settle(done),
                    Err(fault) => std::panic::resume_unwind(fault.into_panic()),
                },
                () = sleep_until(last_call.unwrap_or_else(Instant::now)), if last_call.is_some() => {
                    pool.give_up();
                    break;
                }
            }
        }
        pool.stopped.map_or(Ok(pool.summary), Err)
    }
}

/// The end of one task of a pool.
enum Done {
    Attempt(AttemptEnd),
    Poll(Result<Vec<LeaseView>, ClientError>),
    Turn { reports: usize, end: TurnEnd },
    Rested(Vec<ReportItem>),
    Returned(Result<(), ClientError>),
}

struct Pool {
    client: EngineClient,
    options: WorkerOptions,
    tasks: JoinSet<Done>,
    /// Reports for the next turn.
    waiting: Vec<ReportItem>,
    /// Commands that run.
    running: usize,
    /// Leases that the poll under way asks for; 0: there is none.
    asked: usize,
    /// Reports in a turn, or resting before the next one.
    delivering: usize,
    /// Leases on their way back.
    returning: usize,
    /// Whether a turn is under way.
    turning: bool,
    /// Whether no more work is taken.
    draining: bool,
    /// Why it ends, if nobody asked it to.
    stopped: Option<WorkerError>,
    summary: Summary,
}

impl Pool {
    fn is_drained(&self) -> bool {
        let busy = self.running + self.delivering + self.returning + self.waiting.len();
        self.draining && busy == 0 && !self.turning
    }

    /// Asks for as many leases as there is room for; nothing if there is none.
    fn request(&self, wait: Duration) -> Option<AcquireRequest> {
        let room = self.options.concurrency.saturating_sub(self.running + self.asked);
        if self.draining || room == 0 {
            return None;
        }
        Some(AcquireRequest {
            worker_id: self.options.worker_id.clone(),
            queues: self.options.queues.clone(),
            activity_types: self.options.activity_types.clone(),
            max: u32::try_from(room).unwrap_or(u32::MAX),
            wait_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// Reports what has ended. Work is asked for without a wait: the answer must not keep the
    /// next reports waiting.
    fn start_turn(&mut self) {
        if self.turning || self.waiting.is_empty() {
            return;
        }
        let reports = next_batch(&mut self.waiting);
        let count = reports.len();
        let turn = take_turn(self.client.clone(), reports, self.request(Duration::ZERO));
        self.turning = true;
        self.delivering += count;
        self.tasks.spawn(async move { Done::Turn { reports: count, end: turn.await } });
    }

    /// Waits for work, beside what runs. A poll is never cut short: its answer may hold leases.
    fn start_poll(&mut self) {
        if self.asked > 0 || self.turning {
            return;
        }
        let Some(request) = self.request(POLL_WAIT) else { return };
        self.asked = self.options.concurrency.saturating_sub(self.running);
        let client = self.client.clone();
        self.tasks.spawn(async move {
            let answer = until_answered("poll", || client.acquire(&request)).await;
            Done::Poll(answer.map(|answer| answer.leases))
        });
    }

    fn settle(&mut self, done: Done) {
        match done {
            Done::Attempt(end) => {
                self.running -= 1;
                self.ended(end);
            }
            Done::Poll(answer) => {
                self.asked = 0;
                match answer {
                    Ok(leases) => self.start_all(leases),
                    Err(error) => self.stop(WorkerError::Refused(error)),
                }
            }
            Done::Turn { reports, end } => {
                self.turning = false;
                self.delivering -= reports;
                self.summary.completed += end.completed;
                self.summary.failed += end.failed;
                self.summary.refused += end.refused;
                self.start_all(end.leases);
                self.rest(end.again);
            }
            Done::Rested(reports) => {
                self.delivering -= reports.len();
                self.waiting.extend(reports);
            }
            Done::Returned(answer) => {
                self.returning -= 1;
                match answer {
                    Ok(()) => self.summary.released += 1,
                    Err(error) => warn!(%error, "a lease could not be given back"),
                }
            }
        }
    }

    fn ended(&mut self, end: AttemptEnd) {
        match end {
            AttemptEnd::Reported(report) => self.waiting.push(report),
            AttemptEnd::Lost => self.summary.lost += 1,
            AttemptEnd::NotStarted(token, source) => {
                self.give_back(token);
                let command = self.options.command.first().cloned().unwrap_or_default();
                self.stop(WorkerError::Spawn { command, source });
            }
        }
    }

    fn start_all(&mut self, leases: Vec<LeaseView>) {
        for lease in leases {
            if self.draining {
                self.give_back(lease.token);
                continue;
            }
            self.running += 1;
            let run = attempt::run(self.client.clone(), self.options.command.clone(), lease);
            self.tasks.spawn(async move { Done::Attempt(run.await) });
        }
    }

    fn give_back(&mut self, token: LeaseToken) {
        self.returning += 1;
        let client = self.client.clone();
        self.tasks.spawn(async move {
            let answer = until_answered("release", || client.release(&token)).await;
            Done::Returned(answer.map(drop))
        });
    }

    fn rest(&mut self, reports: Vec<ReportItem>) {
        if reports.is_empty() {
            return;
        }
        self.delivering += reports.len();
        self.tasks.spawn(async move {
            sleep(AGAIN).await;
            Done::Rested(reports)
        });
    }

    /// Takes no more work; the first reason stands.
    fn stop(&mut self, reason: WorkerError) {
        self.draining = true;
        self.stopped.get_or_insert(reason);
    }

    fn give_up(&mut self) {
        let reports = self.delivering + self.waiting.len();
        error!(reports, leases = self.returning, "ending although the engine did not take these");
        self.summary.unreported += reports as u64;
    }
}
