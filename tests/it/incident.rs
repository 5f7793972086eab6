//! The operator's path with the real binary: retries, dead letters, and a replay that helps.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use wovyr_retry::api::{PublishRequest, ScheduleBatchRequest, ScheduleRequest};
use wovyr_retry::client::EngineClient;

use crate::eventually::eventually_async;
use crate::process::{EngineProcess, stdout, wovyr_retry};

const ACTIVITIES: u64 = 1_000;
const PATIENCE: Duration = Duration::from_mins(2);

fn activity(workflow: String, policy: &str) -> ScheduleRequest {
    ScheduleRequest {
        workflow_id: workflow,
        execution_id: "run-1".to_owned(),
        activity_id: "charge".to_owned(),
        activity_type: "ChargeCard".to_owned(),
        queue: "payments".to_owned(),
        policy: Some(policy.to_owned()),
        priority: None,
        run_at: None,
        metadata: std::collections::BTreeMap::new(),
        payload: Some("{\"amount\":42}".to_owned()),
        payload_base64: None,
    }
}

async fn publish(client: &EngineClient, name: &str, source: &str) {
    let request = PublishRequest {
        name: Some(name.to_owned()),
        source: source.to_owned(),
        message: None,
        if_version: None,
        activate: false,
    };
    client.publish_policy(&request).await.unwrap();
}

async fn schedule(client: &EngineClient, prefix: &str) {
    let activities = (0..ACTIVITIES).map(|n| activity(format!("{prefix}-{n}"), "quick")).collect();
    let answer = client.schedule_batch(&ScheduleBatchRequest { activities }).await.unwrap();
    assert!(answer.results.iter().all(|result| result.status == 201));
}

async fn wait_for(client: &EngineClient, state: &str, count: u64) {
    eventually_async(&format!("{count} {state}"), PATIENCE, async || {
        let metrics = client.metrics().await.unwrap();
        (metrics.activities.get(state) == Some(&count)).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_recover_and_a_thousand_die_and_are_replayed() {
    let mut engine = EngineProcess::start();
    let client = engine.client();
    publish(&client, "quick", "retry: {maxAttempts: 3, initialDelay: 10ms, maxDelay: 50ms}").await;

    schedule(&client, "recovering").await;
    let fails_twice = engine.worker("payments", "test \"$WOVYR_RETRY_ATTEMPT\" -ge 3 || exit 75");
    wait_for(&client, "completed", ACTIVITIES).await;
    drop(fails_twice);
    let list = stdout(&mut engine.command(&["activity", "list", "--all", "-o", "jsonl"]));
    let rows: Vec<Value> = list.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len() as u64, ACTIVITIES);
    assert!(rows.iter().all(|row| row["attempt"] == 3 && row["state"] == "completed"));

    schedule(&client, "dying").await;
    let always_fails = engine.worker("payments", "echo 'HttpError: 503' >&2; exit 1");
    wait_for(&client, "dead_lettered", ACTIVITIES).await;
    drop(always_fails);
    let names = stdout(&mut engine.command(&["dlq", "list", "--all", "-o", "name"]));
    assert_eq!(names.lines().count() as u64, ACTIVITIES);

    let succeeds = engine.worker("payments", "exit 0");
    let replay = ["dlq", "replay", "--all", "--rate", "unlimited", "--yes"];
    stdout(engine.command(&replay).stderr(Stdio::inherit()));
    wait_for(&client, "completed", 2 * ACTIVITIES).await;
    drop(succeeds);
    assert_eq!(stdout(&mut engine.command(&["dlq", "list", "--all", "-o", "name"])), "");
    assert_eq!(engine.stop(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn simulate_prints_the_delays_that_the_engine_records() {
    let engine = EngineProcess::start();
    let client = engine.client();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/policies/payments.yaml");
    stdout(&mut engine.command(&["policy", "publish", file]));
    client.schedule(&activity("order-1001".to_owned(), "payments")).await.unwrap();
    let worker = engine.worker("payments", "echo 'HttpError: 503' >&2; exit 1");
    wait_for(&client, "dead_lettered", 1).await;
    drop(worker);

    let identity = "default/order-1001/run-1/charge";
    let simulated = stdout(wovyr_retry().args([
        "simulate",
        file,
        "--activity",
        "ChargeCard",
        "--as",
        identity,
        "-o",
        "json",
    ]));
    let simulated: Value = serde_json::from_str(&simulated).unwrap();
    let delays = |rows: &Value, name: &str| -> Vec<u64> {
        rows.as_array().unwrap().iter().filter_map(|row| row[name].as_u64()).collect()
    };
    let simulated = delays(&simulated["attempts"], "delay_ms");
    let shown =
        stdout(&mut engine.command(&["activity", "show", identity, "--history", "-o", "json"]));
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let recorded: Vec<u64> = shown["history"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["event"] == "RetryDelayed")
        .map(|event| event["details"]["delay_ms"].as_u64().unwrap())
        .collect();
    assert_eq!(simulated, [1_078, 1_932, 3_723]);
    assert_eq!(recorded, simulated);
}
