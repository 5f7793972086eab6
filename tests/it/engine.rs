//! The running engine, in this process, on each store.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use wovyr_retry::model::{
    ActivityKey, ActivityState, Clock as _, DeadLetterId, Failure, ItemStatus, Operation,
    OperationId, OperationKind, OperationStatus, Timestamp, failure_type,
};
use wovyr_retry::policy;
use wovyr_retry::retry::engine::{Decision, ScheduleRequest, fold};
use wovyr_retry::retry::persistence::{OperationStart, Recall, RetryStore, Selection};
use wovyr_retry::runtime::{
    Engine, EngineClock, EngineOptions, Grant, Loops, Outcome, Poll, Publication, Report,
    ReportError, StartError,
};
use wovyr_retry::store::{MemoryStore, SqliteStore};

use crate::eventually::eventually_async;

const PATIENCE: Duration = Duration::from_secs(30);

const POLICY: &str = "
retry: {maxAttempts: 3, initialDelay: 30ms, maxDelay: 60ms}
timeouts: {activity: 10s, lease: 300ms}
";

/// An engine on some store, with the policy `quick`.
struct Stage {
    engine: Engine,
    _loops: Loops,
}

impl Stage {
    async fn on(store: Arc<dyn RetryStore>) -> Self {
        let clock = Arc::new(EngineClock::new(store.engine_time().await.unwrap()));
        let counter = AtomicU64::new(clock.now().as_millis().unsigned_abs() << 20);
        let entropy = Arc::new(move || {
            let mut bytes = [0; 24];
            bytes[..8].copy_from_slice(&counter.fetch_add(1, Ordering::SeqCst).to_le_bytes());
            bytes
        });
        let options = EngineOptions { store, clock, entropy };
        let (engine, loops) = Engine::start(options).await.unwrap();
        let loaded = policy::load(POLICY.as_bytes());
        let publication = Publication {
            tenant: "default".to_owned(),
            name: "quick".to_owned(),
            set: loaded.policies.into_iter().next().unwrap().set,
            source: POLICY.to_owned(),
            message: None,
            by: None,
            version: None,
            if_version: None,
            activate: false,
        };
        engine.publish(publication).await.unwrap().unwrap();
        Self { engine, _loops: loops }
    }

    async fn schedule(&self, workflow: &str) -> ActivityKey {
        let key = ActivityKey::new("default", workflow, "run-1", "charge").unwrap();
        let policy = self.engine.policies().active("default", "quick", "ChargeCard").unwrap();
        let request = ScheduleRequest {
            key: key.clone(),
            activity_type: "ChargeCard".to_owned(),
            queue: "payments".to_owned(),
            policy,
            priority: None,
            run_at: None,
            metadata: BTreeMap::new(),
            payload: b"42".to_vec(),
        };
        let answers = self.engine.schedule(vec![request]).await.unwrap();
        assert!(answers[0].as_ref().unwrap().created);
        key
    }

    async fn acquire(&self, wait: Duration) -> Vec<Grant> {
        let poll = Poll {
            tenant: "default".to_owned(),
            worker_id: "w1".to_owned(),
            queues: vec!["payments".to_owned()],
            activity_types: Vec::new(),
            max: 10,
            wait,
        };
        self.engine.acquire(poll).await.unwrap()
    }

    async fn report(&self, grant: &Grant, outcome: Outcome) -> Result<Decision, ReportError> {
        let token = grant.activity.lease.as_ref().unwrap().token;
        let report = Report { tenant: "default".to_owned(), token, outcome };
        self.engine.report(vec![report]).await.unwrap().remove(0)
    }

    /// Lets an activity fail until it is dead.
    async fn kill(&self, key: &ActivityKey) -> DeadLetterId {
        loop {
            let grants = self.acquire(PATIENCE).await;
            for grant in &grants {
                assert_eq!(grant.activity.key, *key);
                let failure = Failure::new("HttpError", "503");
                match self.report(grant, Outcome::Fail(failure)).await.unwrap() {
                    Decision::Retry { .. } => {}
                    Decision::GiveUp { dead_letter, .. } => return dead_letter.unwrap(),
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    fn replay(&self, number: u8, key: Option<&str>, selection: Selection) -> OperationStart {
        let id = OperationId([number; 16]);
        let now = self.engine.now();
        OperationStart {
            operation: Operation {
                id,
                tenant: "default".to_owned(),
                kind: OperationKind::Replay,
                status: OperationStatus::Running,
                predicate: None,
                rate: None,
                same_policy: false,
                force: false,
                reason: Some("test".to_owned()),
                targets: 0,
                done: 0,
                changed: 0,
                failed: 0,
                created_at: now,
                updated_at: now,
            },
            selection,
            recall: key.map(|key| Recall {
                tenant: "default".to_owned(),
                key: key.to_owned(),
                request_hash: "hash".to_owned(),
                operation: id,
                created_at: now,
            }),
        }
    }

    async fn done(&self, id: OperationId) -> Operation {
        eventually_async("the operation ends", PATIENCE, async || {
            let (operation, _) = self.engine.store().operation(id).await.unwrap().unwrap();
            (operation.status == OperationStatus::Done).then_some(operation)
        })
        .await
    }
}

/// Runs a test on the memory store and on a fresh SQLite file.
async fn on_each_store(test: impl AsyncFn(Stage)) {
    test(Stage::on(Arc::new(MemoryStore::default())).await).await;
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path().join("engine.db")).unwrap();
    test(Stage::on(Arc::new(store)).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_retried_when_it_is_due_and_a_waiting_poll_gets_it() {
    on_each_store(async |stage| {
        let key = stage.schedule("order-1").await;
        let first = stage.acquire(Duration::ZERO).await.remove(0);
        assert_eq!((first.activity.attempt, first.payload.as_slice()), (1, b"42".as_slice()));
        let failure = Failure::new("HttpError", "503");
        let decision = stage.report(&first, Outcome::Fail(failure)).await.unwrap();
        let Decision::Retry { delay_ms, due_at, .. } = decision else { panic!("{decision:?}") };
        assert!(stage.acquire(Duration::ZERO).await.is_empty(), "not due yet");
        let second = stage.acquire(PATIENCE).await.remove(0);
        let lateness = stage.engine.now().since(due_at);
        assert!(second.activity.last_attempt_at.unwrap() >= due_at);
        assert!(lateness.0 < 1_000, "{delay_ms} ms became {lateness} more");
        let done = stage.report(&second, Outcome::Complete(Some(b"ok".to_vec()))).await;
        assert_eq!(done, Ok(Decision::Completed { attempt: 2 }));
        let history = stage.engine.store().history(key.id(), 0, 100).await.unwrap();
        let names: Vec<_> = history.iter().map(|event| event.kind.name()).collect();
        assert_eq!(names, ["Scheduled", "Leased", "Failed", "RetryDelayed", "Leased", "Completed"]);
        assert_eq!(fold(&history).unwrap().state, ActivityState::Completed);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_that_waits_is_answered_the_moment_something_is_scheduled() {
    on_each_store(async |stage| {
        let started = Instant::now();
        let (grants, ()) = tokio::join!(stage.acquire(PATIENCE), async {
            stage.schedule("order-1").await;
        });
        assert_eq!(grants.len(), 1);
        assert!(started.elapsed() < Duration::from_secs(5));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_are_idempotent() {
    on_each_store(async |stage| {
        stage.schedule("order-1").await;
        let grant = stage.acquire(Duration::ZERO).await.remove(0);
        let fail = || Outcome::Fail(Failure::new("HttpError", "503"));
        let first = stage.report(&grant, fail()).await.unwrap();
        assert_eq!(stage.report(&grant, fail()).await, Ok(first.clone()));
        let other = stage.report(&grant, Outcome::Complete(None)).await;
        assert_eq!(other, Err(ReportError::AlreadyReported(first)));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_worker_loses_its_lease_and_its_late_report() {
    on_each_store(async |stage| {
        let key = stage.schedule("order-1").await;
        let lost = stage.acquire(Duration::ZERO).await.remove(0);
        let next = stage.acquire(PATIENCE).await.remove(0);
        assert_eq!(next.activity.attempt, 2);
        let summary = next.activity.last_failure.clone().unwrap();
        assert_eq!(summary.error_type, failure_type::WORKER_CRASH);
        let late = stage.report(&lost, Outcome::Complete(None)).await;
        assert_eq!(late, Err(ReportError::LeaseLost));
        let row = stage.engine.store().history(key.id(), 0, 100).await.unwrap();
        assert_eq!(fold(&row).unwrap().state, ActivityState::Running);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_keeps_the_lease() {
    on_each_store(async |stage| {
        stage.schedule("order-1").await;
        let grant = stage.acquire(Duration::ZERO).await.remove(0);
        let lease = grant.activity.lease.clone().unwrap();
        let until = lease.granted_at.plus(wovyr_retry::model::Millis(900));
        eventually_async("three leases' time", PATIENCE, async || {
            let renewed = stage.engine.heartbeat("default".to_owned(), lease.token).await.unwrap();
            assert!(renewed.unwrap() > stage.engine.now());
            (stage.engine.now() > until).then_some(())
        })
        .await;
        assert!(stage.report(&grant, Outcome::Complete(None)).await.is_ok());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_beside_the_report_harms_neither() {
    on_each_store(async |stage| {
        for round in 0..20 {
            stage.schedule(&format!("order-{round}")).await;
            let grant = stage.acquire(Duration::ZERO).await.remove(0);
            let token = grant.activity.lease.as_ref().unwrap().token;
            let heartbeat = stage.engine.heartbeat("default".to_owned(), token);
            let (renewed, done) =
                tokio::join!(heartbeat, stage.report(&grant, Outcome::Complete(None)));
            assert_eq!(done, Ok(Decision::Completed { attempt: 1 }));
            let renewed = renewed.unwrap();
            assert!(renewed.is_ok() || renewed == Err(ReportError::LeaseLost), "{renewed:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_letter_is_replayed_once_whatever_is_repeated() {
    on_each_store(async |stage| {
        let key = stage.schedule("order-1").await;
        let dead = stage.kill(&key).await;
        let all = || Selection::Matching(None);
        let start = stage.replay(1, Some("key"), all());
        let started = stage.engine.start_operation(start).await.unwrap().unwrap();
        assert_eq!((started.operation.targets, started.repeated), (1, false));
        let again = stage.engine.start_operation(stage.replay(2, Some("key"), all())).await;
        let again = again.unwrap().unwrap();
        assert!(again.repeated && again.operation.id == started.operation.id);
        let mut other = stage.replay(3, Some("key"), all());
        other.recall.as_mut().unwrap().request_hash = "other".to_owned();
        let other = stage.engine.start_operation(other).await.unwrap();
        assert_eq!(other, Err(StartError::KeyMismatch));
        assert_eq!(stage.done(started.operation.id).await.done, 1);

        let grant = stage.acquire(PATIENCE).await.remove(0);
        assert_eq!((grant.activity.generation, grant.activity.attempt), (2, 1));
        let twice = Selection::Ids(vec![dead, dead]);
        let late = stage.engine.start_operation(stage.replay(4, None, twice)).await;
        let late = stage.done(late.unwrap().unwrap().operation.id).await;
        assert_eq!((late.targets, late.changed), (1, 1));
        let items = stage.engine.store().operation_items(late.id, 0, 10).await.unwrap();
        assert_eq!(items[0].status, ItemStatus::Changed);
        stage.report(&grant, Outcome::Complete(None)).await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_restores_everything() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let (delayed, dead);
    {
        let stage = Stage::on(Arc::new(SqliteStore::open(&path).unwrap())).await;
        dead = stage.schedule("dying").await;
        stage.kill(&dead).await;
        delayed = stage.schedule("delayed").await;
        let grant = stage.acquire(Duration::ZERO).await.remove(0);
        stage.report(&grant, Outcome::Fail(Failure::new("HttpError", "503"))).await.unwrap();
    }
    let store =
        eventually_async("the file is free", PATIENCE, async || SqliteStore::open(&path).ok());
    let stage = Stage::on(Arc::new(store.await)).await;
    let grant = stage.acquire(PATIENCE).await.remove(0);
    assert_eq!((grant.activity.key, grant.activity.attempt), (delayed, 2));
    let history = stage.engine.store().history(dead.id(), 0, 100).await.unwrap();
    let state = fold(&history).unwrap();
    assert_eq!((state.state, state.attempt), (ActivityState::DeadLettered, 3));
    assert!(state.updated_at > Timestamp::EPOCH);
}
