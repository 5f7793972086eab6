//! Nothing is lost under `kill -9`: engine and workers die at seeded moments while a thousand
//! activities run, and every outcome that a client saw acknowledged stands in history once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use wovyr_retry::api::{
    AcquireRequest, CompleteRequest, FailRequest, FailureBody, PublishRequest,
    ScheduleBatchRequest, ScheduleRequest,
};
use wovyr_retry::client::{ClientError, EngineClient};
use wovyr_retry::model::{
    Activity, ActivityId, ActivityState, Event, EventKind, Failure, Reporter, Timestamp,
};
use wovyr_retry::retry::JitterSeed;
use wovyr_retry::retry::engine::fold;
use wovyr_retry::retry::persistence::{ListQuery, RetryStore};
use wovyr_retry::store::SqliteStore;

use crate::eventually::{eventually, eventually_async};
use crate::process::{EngineProcess, Process};

const ACTIVITIES: u64 = 1_000;
const KILLS: u64 = 24;
const QUEUE: &str = "payments";

/// Chooses moments and victims; another seed is another test.
const SEED: JitterSeed = JitterSeed(20_261_130);

/// Fails an attempt before the third, whoever runs it.
const SCRIPT: &str = "test \"$WOVYR_RETRY_ATTEMPT\" -ge 3 || exit 75";

const POLICY: &str = "
retry: {maxAttempts: 10, initialDelay: 20ms, maxDelay: 200ms, jitter: true}
timeouts: {activity: 1m, lease: 5s}
";

/// Outcomes that this process saw acknowledged: (activity, attempt) and whether it completed.
#[derive(Default)]
struct Witness {
    acknowledged: Mutex<HashMap<(ActivityId, u32), bool>>,
    count: AtomicU64,
    ended: AtomicBool,
}

/// A worker inside the test, whose record survives every kill.
async fn witness(client: EngineClient, id: usize, seen: Arc<Witness>) {
    let poll = AcquireRequest {
        worker_id: format!("witness-{id}"),
        queues: vec![QUEUE.to_owned()],
        activity_types: Vec::new(),
        max: 5,
        wait_ms: 1_000,
    };
    while !seen.ended.load(Ordering::SeqCst) {
        let Ok(answer) = client.acquire(&poll).await else {
            tokio::task::yield_now().await;
            continue;
        };
        for lease in answer.leases {
            let completes = lease.attempt >= 3;
            let acknowledged = eventually_async("a report is answered", PATIENCE, async || {
                let answer = if completes {
                    client.complete(&lease.token, &CompleteRequest::default()).await
                } else {
                    let failure = FailureBody::from(Failure::new("NetworkTimeout", "no answer"));
                    client.fail(&lease.token, &FailRequest { failure }).await
                };
                match answer {
                    Ok(_) => Some(true),
                    Err(ClientError::Refused { .. }) => Some(false),
                    Err(_) => None,
                }
            });
            if acknowledged.await {
                let key = (lease.activity.id, lease.attempt);
                let before = seen.acknowledged.lock().unwrap().insert(key, completes);
                assert_eq!(before, None, "an attempt was leased twice");
                seen.count.fetch_add(1, Ordering::SeqCst);
            }
        }
    }
}

const PATIENCE: Duration = Duration::from_mins(2);

fn order(number: u64) -> ScheduleRequest {
    ScheduleRequest {
        workflow_id: format!("order-{number}"),
        execution_id: "run-1".to_owned(),
        activity_id: "charge".to_owned(),
        activity_type: "ChargeCard".to_owned(),
        queue: QUEUE.to_owned(),
        policy: Some("crash".to_owned()),
        priority: None,
        run_at: None,
        metadata: std::collections::BTreeMap::new(),
        payload: Some(format!("{{\"order\":{number}}}")),
        payload_base64: None,
    }
}

async fn schedule(client: &EngineClient) {
    let request = PublishRequest {
        name: Some("crash".to_owned()),
        source: POLICY.to_owned(),
        message: None,
        if_version: None,
        activate: false,
    };
    client.publish_policy(&request).await.unwrap();
    let activities = (0..ACTIVITIES).map(order).collect();
    let answer = client.schedule_batch(&ScheduleBatchRequest { activities }).await.unwrap();
    assert!(answer.results.iter().all(|result| result.status == 201));
}

#[test]
fn nothing_acknowledged_is_lost_under_kill_9() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut engine = EngineProcess::start();
    runtime.block_on(schedule(&engine.client()));
    let mut workers: Vec<Process> = (0..2).map(|_| engine.worker(QUEUE, SCRIPT)).collect();
    let seen = Arc::new(Witness::default());
    let witnesses: Vec<_> = (0..2)
        .map(|id| {
            let (client, seen) = (engine.client(), Arc::clone(&seen));
            let handle = runtime.handle().clone();
            std::thread::spawn(move || handle.block_on(witness(client, id, seen)))
        })
        .collect();

    let mut moment = 0;
    for kill in 1..=KILLS {
        moment += 5 + SEED.u(2 * kill) % 30;
        eventually("the work goes on", PATIENCE, || {
            assert!(witnesses.iter().all(|witness| !witness.is_finished()), "a witness panicked");
            (seen.count.load(Ordering::SeqCst) >= moment).then_some(())
        });
        match SEED.u(2 * kill + 1) % 4 {
            victim @ (0 | 1) => {
                let worker = &mut workers[usize::try_from(victim).unwrap()];
                worker.kill();
                *worker = engine.worker(QUEUE, SCRIPT);
            }
            _ => engine.crash(),
        }
    }
    let client = engine.client();
    runtime.block_on(eventually_async("all complete", PATIENCE, async || {
        let metrics = client.metrics().await.ok()?;
        (metrics.activities.get("completed") == Some(&ACTIVITIES)).then_some(())
    }));
    seen.ended.store(true, Ordering::SeqCst);
    for witness in witnesses {
        witness.join().unwrap();
    }
    drop(workers);
    assert_eq!(engine.stop(), Some(0));
    let acknowledged = seen.acknowledged.lock().unwrap().clone();
    runtime.block_on(check(&SqliteStore::open(engine.store()).unwrap(), acknowledged));
}

/// Compares the store with what was acknowledged, and every state with the fold of its history.
async fn check(store: &SqliteStore, mut acknowledged: HashMap<(ActivityId, u32), bool>) {
    let query = ListQuery {
        tenant: "default".to_owned(),
        predicate: None,
        after: None,
        limit: usize::try_from(ACTIVITIES).unwrap() + 1,
        now: Timestamp::MAX,
    };
    let rows = store.activities(query).await.unwrap().rows;
    assert_eq!(rows.len() as u64, ACTIVITIES);
    for activity in rows {
        assert_eq!(activity.state, ActivityState::Completed);
        let history = store.history(activity.id, 0, usize::MAX).await.unwrap();
        assert_eq!(fold(&history).unwrap(), activity);
        check_outcomes(&activity, &history, &mut acknowledged);
    }
    assert_eq!(acknowledged, HashMap::new(), "acknowledged, but not in any history");
}

fn check_outcomes(
    activity: &Activity,
    history: &[Event],
    acknowledged: &mut HashMap<(ActivityId, u32), bool>,
) {
    let mut ended = Vec::new();
    for event in history {
        let (attempt, completed, by) = match &event.kind {
            EventKind::Completed { attempt, .. } => (*attempt, true, Reporter::Worker),
            EventKind::Failed { attempt, reported_by, .. } => (*attempt, false, *reported_by),
            _ => continue,
        };
        ended.push(attempt);
        if let Some(outcome) = acknowledged.remove(&(activity.id, attempt)) {
            assert_eq!((outcome, by), (completed, Reporter::Worker), "{} {attempt}", activity.key);
        }
    }
    let expected: Vec<u32> = (1..=activity.attempt).collect();
    assert_eq!(ended, expected, "each attempt of {} ends once", activity.key);
}
