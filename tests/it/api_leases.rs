//! Leases over HTTP: reports are recorded once, late ones change nothing, waits end at once.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use crate::harness::{Harness, PATIENCE, activity_of, failure, on};

const QUICK: &str =
    "retry: {maxAttempts: 3, strategy: fixed, initialDelay: 300ms, jitter: false}\n";
const BRIEF: &str = "{timeouts: {lease: 50ms}, retry: {initialDelay: 1h, maxDelay: 1h}}\n";

/// Long enough to tell an answer that came at once from one that came at the end of the wait.
const WAIT_MS: u64 = 15_000;

fn poll(queue: &str, wait_ms: u64) -> Value {
    json!({"worker_id": "w1", "queues": [queue], "max": 10, "wait_ms": wait_ms})
}

#[tokio::test]
async fn a_report_is_recorded_once() {
    for harness in Harness::on_each_store().await {
        harness.publish("quick", QUICK).await;
        harness.schedule("a", "quick").await;
        let lease = harness.lease("a").await;
        let first = harness.post(&on(&lease, "fail"), &failure()).await.with(200);
        let again = harness.post(&on(&lease, "fail"), &failure()).await.with(200);
        assert_eq!(first, again);
        let reply = harness.post(&on(&lease, "complete"), &json!({})).await;
        assert_eq!(reply.error(), (409, "already_reported"));
        assert_eq!(reply.json["error"]["recorded"], first);
        let reply = harness.post(&on(&lease, "heartbeat"), &json!({})).await;
        assert_eq!(reply.error(), (409, "lease_lost"));

        let lease = harness.lease("a").await;
        let report = json!({"result": "ok"});
        let first = harness.post(&on(&lease, "complete"), &report).await.with(200);
        assert_eq!(first, harness.post(&on(&lease, "complete"), &report).await.with(200));
        let other = harness.post(&on(&lease, "complete"), &json!({"result": "no"})).await;
        assert_eq!(other.error(), (409, "already_reported"));
        let id = lease["activity"]["id"].as_str().unwrap();
        let history = harness.get(&format!("/activities/{id}/history")).await.with(200);
        assert_eq!(history["total_estimate"], 6, "{history:#}");
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_report_after_the_expiry_changes_nothing() {
    for harness in Harness::on_each_store().await {
        harness.publish("brief", BRIEF).await;
        harness.schedule("a", "brief").await;
        let lease = harness.lease("a").await;
        let path = format!("/activities/{}", lease["activity"]["id"].as_str().unwrap());
        let delayed = harness.until(&path, |activity| activity["state"] == "delayed").await;
        assert_eq!(delayed["last_failure"]["type"], "WorkerCrash");
        for verb in ["complete", "heartbeat", "release"] {
            let reply = harness.post(&on(&lease, verb), &json!({})).await;
            assert_eq!(reply.error(), (409, "lease_lost"), "{verb}");
        }
        let reply = harness.post(&on(&lease, "fail"), &failure()).await;
        assert_eq!(reply.error(), (409, "lease_lost"));
        assert_eq!(harness.get(&path).await.with(200), delayed);
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_token_that_nobody_was_given() {
    let harness = Harness::in_memory().await;
    harness.schedule("a", "default").await;
    let lease = harness.lease("a").await;
    let token = lease["token"].as_str().unwrap();
    let end = if token.ends_with('a') { "b" } else { "a" };
    let forged = json!({"token": format!("{}{end}", &token[..token.len() - 1])});
    for verb in ["complete", "heartbeat", "release"] {
        let reply = harness.post(&on(&forged, verb), &json!({})).await;
        assert!(matches!(reply.error(), (404, "not_found") | (409, "lease_lost")), "{verb}");
    }
    let reply = harness.post("/leases/lt_x/complete", &json!({})).await;
    assert_eq!(reply.error(), (400, "validation_failed"));
    harness.post(&on(&lease, "complete"), &json!({})).await.with(200);
    harness.stop().await;
}

#[tokio::test]
async fn heartbeats_renew_and_releases_give_back() {
    for harness in Harness::on_each_store().await {
        harness.schedule("a", "default").await;
        let lease = harness.lease("a").await;
        let renewed = harness.post(&on(&lease, "heartbeat"), &json!({})).await.with(200);
        assert_eq!(renewed["cancelled"], false);
        assert!(renewed["expires_in_ms"].as_u64().unwrap() > 0);
        let given_back = harness.post(&on(&lease, "release"), &json!({})).await.with(200);
        assert_eq!(
            (&given_back["state"], &given_back["attempt"]),
            (&json!("scheduled"), &json!(0))
        );
        assert_eq!(harness.lease("a").await["attempt"], 1, "the attempt did not count");
        harness.stop().await;
    }
}

#[tokio::test]
async fn reports_of_a_batch_stand_alone_and_bring_more_work() {
    for harness in Harness::on_each_store().await {
        harness.publish("quick", QUICK).await;
        let mut leases = Vec::new();
        for name in ["a", "b", "c"] {
            harness.schedule(name, "quick").await;
            leases.push(harness.lease(name).await);
        }
        harness.schedule("next", "quick").await;
        harness.post(&on(&leases[2], "complete"), &json!({})).await.with(200);
        let body = json!({"reports": [
            {"token": leases[0]["token"], "complete": {"result": "ok"}},
            {"token": leases[1]["token"], "fail": failure()},
            {"token": leases[2]["token"], "fail": failure()},
            {"token": "lt_x", "complete": {}},
            {"token": leases[0]["token"]},
        ], "acquire": poll("next", WAIT_MS)});
        let started = Instant::now();
        let answer = harness.post("/leases:report", &body).await.with(200);
        assert!(started.elapsed() < Duration::from_millis(WAIT_MS / 2));
        let results = answer["results"].as_array().unwrap();
        let statuses: Vec<_> = results.iter().map(|r| r["status"].as_u64().unwrap()).collect();
        assert_eq!(statuses, [200, 200, 409, 400, 400]);
        assert_eq!(results[0]["outcome"]["decision"], "completed");
        assert_eq!(results[1]["outcome"]["delay_ms"], 300);
        assert_eq!(results[2]["error"]["recorded"]["decision"], "completed");
        assert_eq!(answer["leases"][0]["activity"]["activity_id"], "next");
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_poll_answers_the_moment_something_is_scheduled() {
    for harness in Harness::on_each_store().await {
        let (poll, activity) = (poll("a", WAIT_MS), activity_of("a", "default"));
        let waiting = harness.post("/leases:acquire", &poll);
        let scheduled = harness.post("/activities", &activity);
        let started = Instant::now();
        let (leases, scheduled) = tokio::join!(waiting, scheduled);
        assert!(started.elapsed() < Duration::from_millis(WAIT_MS / 2));
        assert_eq!(leases.with(200)["leases"][0]["activity"]["id"], scheduled.with(201)["id"]);
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_poll_answers_the_moment_a_retry_is_due() {
    for harness in Harness::on_each_store().await {
        harness.publish("quick", QUICK).await;
        harness.schedule("a", "quick").await;
        let lease = harness.lease("a").await;
        harness.post(&on(&lease, "fail"), &failure()).await.with(200);
        let started = Instant::now();
        let answer = harness.post("/leases:acquire", &poll("a", WAIT_MS)).await.with(200);
        assert_eq!(answer["leases"][0]["attempt"], 2);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_poll_for_nothing_ends_empty() {
    let harness = Harness::in_memory().await;
    let started = Instant::now();
    let answer = harness.post("/leases:acquire", &poll("nothing", 200)).await.with(200);
    assert_eq!(answer, json!({"leases": []}));
    assert!(started.elapsed() >= Duration::from_millis(200));
    harness.stop().await;
}

#[tokio::test]
async fn a_caller_learns_of_an_end_at_once() {
    for harness in Harness::on_each_store().await {
        let id = harness.schedule("a", "default").await["id"].as_str().unwrap().to_owned();
        let path = format!("/activities/{id}?wait=15s");
        let started = Instant::now();
        let (shown, ()) = tokio::join!(harness.get(&path), async {
            let lease = harness.lease("a").await;
            harness.post(&on(&lease, "complete"), &json!({"result": "ok"})).await.with(200);
        });
        assert!(started.elapsed() < Duration::from_millis(WAIT_MS / 2));
        let shown = shown.with(200);
        assert_eq!((&shown["state"], &shown["result"]), (&json!("completed"), &json!("ok")));
        let shown = timeout(PATIENCE / 4, harness.get(&path)).await.unwrap();
        assert_eq!(shown.with(200)["state"], "completed", "an end that was");
        harness.schedule("b", "default").await;
        let path = "/activities/default%2Forder-1001%2Frun-1%2Fb?wait=100ms";
        assert_eq!(harness.get(path).await.with(200)["state"], "scheduled", "no end in time");
        harness.stop().await;
    }
}

#[tokio::test]
async fn waits_end_when_the_server_does() {
    let harness = Harness::in_memory().await;
    let id = harness.schedule("a", "default").await["id"].as_str().unwrap().to_owned();
    let (poll, path) = (poll("nothing", 60_000), format!("/activities/{id}?wait=60s"));
    let started = Instant::now();
    let ((), polled, shown) = tokio::join!(
        async {
            // By then both wait; if not, they answer at once all the same.
            for _ in 0..20 {
                harness.get("/metrics").await.with(200);
            }
            harness.engine.end_polls();
        },
        harness.post("/leases:acquire", &poll),
        harness.get(&path),
    );
    assert!(started.elapsed() < PATIENCE);
    assert_eq!(polled.with(200)["leases"], json!([]));
    assert_eq!(shown.with(200)["state"], "scheduled");
    harness.stop().await;
}
