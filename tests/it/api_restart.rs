//! A restart on the same file: everything that was acknowledged is there.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use crate::harness::{Harness, failure, on};

const POLICY: &str =
    "retry: {maxAttempts: 2, strategy: fixed, initialDelay: 500ms, jitter: false}\n";

#[tokio::test]
async fn a_restart_restores_everything() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("engine.db");
    let harness = Harness::on_file(&file).await;
    harness.publish("p", POLICY).await;
    for name in ["done", "delayed", "running", "dead", "waiting"] {
        harness.schedule(name, "p").await;
    }
    let lease = harness.lease("done").await;
    harness.post(&on(&lease, "complete"), &json!({"result": "ok"})).await.with(200);
    for _ in 0..2 {
        let lease = harness.lease("dead").await;
        harness.post(&on(&lease, "fail"), &failure()).await.with(200);
    }
    let running = harness.lease("running").await;
    let delayed = harness.lease("delayed").await;
    let decision = harness.post(&on(&delayed, "fail"), &failure()).await.with(200);
    let paths = [
        "/activities?where=type%20%21%3D%20%22delayed%22%20and%20type%20%21%3D%20%22running%22",
        "/activities/default%2Forder-1001%2Frun-1%2Fdone",
        "/activities/default%2Forder-1001%2Frun-1%2Fdelayed/history",
        "/activities/default%2Forder-1001%2Frun-1%2Frunning/history",
        "/dead-letters",
        "/policies/p",
    ];
    let mut before = Vec::new();
    for path in paths {
        before.push(harness.get(path).await.with(200));
    }
    harness.close().await;

    let harness = Harness::on_file(&file).await;
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(harness.get(path).await.with(200), before, "{path}");
    }
    let again = harness.post(&on(&delayed, "fail"), &failure()).await.with(200);
    assert_eq!(again, decision, "a report is answered from history");
    harness.post(&on(&running, "heartbeat"), &json!({})).await.with(200);
    let report = json!({"result": "late but live"});
    harness.post(&on(&running, "complete"), &report).await.with(200);
    let started = Instant::now();
    let lease = harness.lease("delayed").await;
    assert_eq!(lease["attempt"], 2);
    assert!(started.elapsed() < Duration::from_secs(10), "its due time is durable");
    assert_eq!(harness.lease("waiting").await["attempt"], 1);
    harness.stop().await;
}

#[tokio::test]
async fn an_operation_goes_on_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("engine.db");
    let harness = Harness::on_file(&file).await;
    harness.publish("p", "retry: {maxAttempts: 1}\n").await;
    for n in 0..6 {
        let name = format!("a{n}");
        harness.schedule(&name, "p").await;
        let lease = harness.lease(&name).await;
        harness.post(&on(&lease, "fail"), &failure()).await.with(200);
    }
    let request = json!({"all": true, "rate": 4});
    let accepted = harness.post("/dead-letters:replay", &request).await.with(202);
    let path = format!("/operations/{}", accepted["operation_id"].as_str().unwrap());
    let begun = harness.until(&path, |operation| operation["done"] != 0).await;
    assert_eq!(begun["status"], "running", "{begun:#}");
    harness.close().await;

    let harness = Harness::on_file(&file).await;
    let done = harness.until(&path, |operation| operation["status"] == "done").await;
    assert_eq!((&done["done"], &done["failed"]), (&json!(6), &json!(0)));
    let metrics = harness.get("/metrics").await.with(200);
    assert_eq!(metrics["events"]["Replayed"], 6, "each once");
    harness.stop().await;
}
