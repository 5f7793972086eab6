//! A running engine: the handle that servers call and the loops behind it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::model::{Activity, ActivityId, Clock, LeaseToken, TenantId, Timestamp};
use crate::retry::engine::{Decision, Refusal, ScheduleRequest};
use crate::retry::persistence::{
    LoadRequest, OperationStart, PolicyVersion, RetryStore, StoreError,
};
use crate::runtime::batcher::{Batcher, MAILBOX};
use crate::runtime::dispatch::Dispatch;
use crate::runtime::endings::Endings;
use crate::runtime::policy_book::{
    ActivationError, ActivationOrder, PolicyBook, Publication, PublishError, Published,
};
use crate::runtime::rates::Rates;
use crate::runtime::request::{
    Acquired, Answer, Envelope, Grant, Poll, Report, ReportError, Request, Scheduled, StartError,
    Started,
};
use crate::runtime::wakeup::Wakeup;
use crate::runtime::{expiry, operations};

/// Where the random part of lease tokens comes from.
pub type Entropy = dyn Fn() -> [u8; 24] + Send + Sync;

/// The parts that an engine is made of.
pub struct EngineOptions {
    /// Where everything is kept.
    pub store: Arc<dyn RetryStore>,
    /// Where the present comes from.
    pub clock: Arc<dyn Clock>,
    /// Where randomness comes from.
    pub entropy: Arc<Entropy>,
}

impl fmt::Debug for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineOptions").finish_non_exhaustive()
    }
}

/// A loop of the engine ended: it must be restarted as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the engine's {0} stopped; restart the process and report this as a bug")]
pub struct LoopEnded(pub &'static str);

/// A handle on a running engine. Clones share it.
#[derive(Clone)]
pub struct Engine {
    mailbox: mpsc::Sender<Envelope>,
    store: Arc<dyn RetryStore>,
    clock: Arc<dyn Clock>,
    book: Arc<PolicyBook>,
    dispatch: Arc<Dispatch>,
    endings: Arc<Endings>,
    rates: Arc<Rates>,
    entropy: Arc<Entropy>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

/// The loops of an engine; they end when this is dropped.
#[derive(Debug)]
pub struct Loops(JoinSet<&'static str>);

impl Loops {
    /// Waits until a loop ends, which only a bug can bring about.
    pub async fn ended(&mut self) -> LoopEnded {
        match self.0.join_next().await {
            Some(Ok(name)) => LoopEnded(name),
            Some(Err(error)) => {
                tracing::error!(%error, "a loop of the engine panicked");
                LoopEnded("loop")
            }
            None => LoopEnded("loops"),
        }
    }
}

impl Engine {
    /// Starts an engine on a store: reads the policies, gives running leases one more period and
    /// starts the loops.
    pub async fn start(options: EngineOptions) -> Result<(Self, Loops), StoreError> {
        let EngineOptions { store, clock, entropy } = options;
        let book = Arc::new(PolicyBook::new(store.policies(None).await?)?);
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let dispatch = Arc::new(Dispatch::default());
        let endings = Arc::new(Endings::default());
        let rates = Arc::new(Rates::new(clock.now()));
        let next_expiry = Arc::new(Wakeup::default());
        let new_operation = Arc::new(Wakeup::default());
        let batcher = Batcher {
            store: Arc::clone(&store),
            clock: Arc::clone(&clock),
            book: Arc::clone(&book),
            entropy: Arc::clone(&entropy),
            dispatch: Arc::clone(&dispatch),
            endings: Arc::clone(&endings),
            next_expiry: Arc::clone(&next_expiry),
            new_operation: Arc::clone(&new_operation),
            rates: Arc::clone(&rates),
        };
        let engine = Self {
            mailbox: sender,
            store,
            clock: Arc::clone(&clock),
            book,
            dispatch,
            endings,
            rates,
            entropy,
        };
        let mut loops = JoinSet::new();
        loops.spawn(async move {
            batcher.run(mailbox).await;
            "writer"
        });
        expiry::grace(&engine).await?;
        loops.spawn(supervised(
            expiry::run(engine.clone(), Arc::clone(&clock), next_expiry),
            "lease expiry",
        ));
        loops.spawn(supervised(
            operations::run(engine.clone(), Arc::clone(&clock), new_operation),
            "operations",
        ));
        let dispatch = Arc::clone(&engine.dispatch);
        loops.spawn(async move {
            dispatch.run(clock.as_ref()).await;
            "dispatch"
        });
        Ok((engine, Loops(loops)))
    }

    /// The store, for reading.
    pub fn store(&self) -> &dyn RetryStore {
        self.store.as_ref()
    }

    /// The published policies.
    pub fn policies(&self) -> &PolicyBook {
        &self.book
    }

    /// What happened lately.
    pub fn rates(&self) -> &Rates {
        &self.rates
    }

    /// Engine time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Draws random bytes from the engine's source, for ids.
    pub fn draw(&self) -> [u8; 24] {
        (self.entropy)()
    }

    /// Reads an activity; waits up to `wait` for its end if it has not ended. Absent: there is no
    /// such activity.
    pub async fn activity(
        &self,
        id: ActivityId,
        wait: Duration,
    ) -> Result<Option<Activity>, StoreError> {
        let deadline = Instant::now() + wait;
        let watch = self.endings.watch(id);
        loop {
            // Watched before it is read, so an end in between is not missed.
            let ended = watch.ended();
            let request = LoadRequest { activities: vec![id], ..LoadRequest::default() };
            let activity = self.store.load(request).await?.activities.pop();
            let goes_on = activity.as_ref().is_some_and(|activity| !activity.state.is_final());
            if !goes_on || Instant::now() >= deadline || self.dispatch.is_closed() {
                return Ok(activity);
            }
            tokio::select! {
                () = ended => {}
                () = tokio::time::sleep_until(deadline) => return Ok(activity),
            }
        }
    }

    /// Sends a request to the writer and waits for its commit.
    pub(super) async fn ask(&self, request: Request) -> Result<Answer, StoreError> {
        let gone = || StoreError::Unavailable("the engine's writer has stopped".to_owned());
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(Envelope { request, reply }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

async fn supervised(never: impl Future<Output = ()>, name: &'static str) -> &'static str {
    never.await;
    name
}

/// What the engine can be asked to change. Every answer was committed before it is given.
impl Engine {
    /// Schedules activities; each stands alone, all share one commit.
    pub async fn schedule(
        &self,
        requests: Vec<ScheduleRequest>,
    ) -> Result<Vec<Result<Scheduled, Refusal>>, StoreError> {
        match self.ask(Request::Schedule(requests)).await? {
            Answer::Schedule(answers) => Ok(answers),
            other => mismatch(&other),
        }
    }

    /// Leases what is due, or waits until something is. Empty after `poll.wait`, or when
    /// [`Engine::end_polls`] is called.
    pub async fn acquire(&self, poll: Poll) -> Result<Vec<Grant>, StoreError> {
        let deadline = Instant::now() + poll.wait;
        loop {
            let mut place = self.dispatch.enter(&poll);
            let Acquired { grants, next_due } =
                match self.ask(Request::Acquire(poll.clone())).await? {
                    Answer::Acquire(acquired) => acquired,
                    other => mismatch(&other),
                };
            place.looked();
            if grants.len() >= poll.max {
                place.pass_on();
            }
            if !grants.is_empty() || Instant::now() >= deadline || self.dispatch.is_closed() {
                return Ok(grants);
            }
            if let Some(next_due) = next_due {
                place.expect(next_due);
            }
            tokio::select! {
                () = place.woken() => {}
                () = tokio::time::sleep_until(deadline) => return Ok(grants),
            }
        }
    }

    /// Lets every waiting poll answer now, and later ones at once: the engine is about to stop.
    pub fn end_polls(&self) {
        self.dispatch.close();
        self.endings.wake_all();
    }

    /// Renews a lease; answers its new end.
    pub async fn heartbeat(
        &self,
        tenant: TenantId,
        token: LeaseToken,
    ) -> Result<Result<Timestamp, ReportError>, StoreError> {
        match self.ask(Request::Heartbeat { tenant, token }).await? {
            Answer::Heartbeat(answer) => Ok(answer),
            other => mismatch(&other),
        }
    }

    /// Records outcomes; each stands alone, all share one commit.
    pub async fn report(
        &self,
        reports: Vec<Report>,
    ) -> Result<Vec<Result<Decision, ReportError>>, StoreError> {
        match self.ask(Request::Report(reports)).await? {
            Answer::Report(answers) => Ok(answers),
            other => mismatch(&other),
        }
    }

    /// Publishes a policy version.
    pub async fn publish(
        &self,
        publication: Publication,
    ) -> Result<Result<Published, PublishError>, StoreError> {
        match self.ask(Request::Publish(Box::new(publication))).await? {
            Answer::Publish(answer) => Ok(*answer),
            other => mismatch(&other),
        }
    }

    /// Makes a published version the active one.
    pub async fn activate(
        &self,
        order: ActivationOrder,
    ) -> Result<Result<PolicyVersion, ActivationError>, StoreError> {
        match self.ask(Request::Activate(Box::new(order))).await? {
            Answer::Activate(answer) => Ok(*answer),
            other => mismatch(&other),
        }
    }

    /// Starts an operation: its targets are frozen when this answers.
    pub async fn start_operation(
        &self,
        start: OperationStart,
    ) -> Result<Result<Started, StartError>, StoreError> {
        match self.ask(Request::Start(Box::new(start))).await? {
            Answer::Start(answer) => Ok(*answer),
            other => mismatch(&other),
        }
    }
}

/// The writer answers each request in kind; anything else is a bug of this module.
fn mismatch(answer: &Answer) -> ! {
    unreachable!("the writer answered another request: {answer:?}")
}
