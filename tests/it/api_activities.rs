//! Activities over HTTP: scheduled, run, retried, shown.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use wovyr_retry::model::{ManualClock, Millis, Timestamp};

use crate::harness::{Harness, Reply, Setting, activity_of, failure, on};

const PAYMENTS: &str = "\
retry: {maxAttempts: 4, strategy: exponential, initialDelay: 1s, maxDelay: 8s, jitter: true}
";

/// The documented request.
fn charge() -> Value {
    json!({"workflow_id": "order-1001", "execution_id": "run-1", "activity_id": "charge",
        "activity_type": "ChargeCard", "queue": "payments", "policy": "payments",
        "priority": null, "run_at": null, "metadata": {}, "payload": "{\"amount\":42}"})
}

/// Takes the one lease of the queue `payments` that is due now.
async fn take(harness: &Harness) -> Value {
    let body = json!({"worker_id": "w1", "queues": ["payments"], "activity_types": [], "max": 10,
        "wait_ms": 0});
    let mut answer = harness.post("/leases:acquire", &body).await.with(200);
    assert_eq!(answer["leases"].as_array().unwrap().len(), 1, "{answer:#}");
    answer["leases"][0].take()
}

#[tokio::test]
async fn the_documented_life_of_an_activity() {
    let clock = Arc::new(ManualClock::new(Timestamp::parse("2026-11-30T19:40:12Z").unwrap()));
    let harness =
        Harness::start(Setting { clock: Some(clock.clone()), ..Setting::default() }).await;
    let published = harness.publish("payments", PAYMENTS).await;
    let created = harness.post("/activities", &charge()).await;
    assert_eq!(created.headers["etag"], "\"1\"");
    let created = created.with(201);
    let id = created["id"].as_str().unwrap().to_owned();
    for (field, value) in [
        ("object", json!("activity")),
        ("tenant", json!("default")),
        ("state", json!("scheduled")),
        ("generation", json!(1)),
        ("attempt", json!(0)),
        ("max_attempts", json!(4)),
        ("due_at", json!("2026-11-30T19:40:12.000Z")),
        ("created_at", json!("2026-11-30T19:40:12.000Z")),
        ("version", json!(1)),
    ] {
        assert_eq!(created[field], value, "{field}");
    }
    let version = &published["version"];
    assert_eq!(
        created["policy"],
        json!({"name": "payments", "version": 1, "digest": version["digest"]})
    );

    // The delays of this identity, as the delay arithmetic documents them.
    for (attempt, delay_ms) in [(1, 1078), (2, 1932), (3, 3723)] {
        let lease = take(&harness).await;
        assert_eq!(lease["attempt"], attempt);
        assert_eq!(lease["payload"], "{\"amount\":42}");
        assert_eq!(lease["activity"]["id"], *id);
        let decision = harness.post(&on(&lease, "fail"), &failure()).await.with(200);
        let due_at = Timestamp::parse(decision["due_at"].as_str().unwrap()).unwrap();
        let expected = json!({"decision": "retry", "class": "transient",
            "classified_by": "http-table", "attempt": attempt, "delay_ms": delay_ms,
            "due_at": decision["due_at"]});
        assert_eq!(decision, expected);
        clock.advance(Millis(delay_ms - 1));
        let shown = harness.get(&format!("/activities/{id}")).await.with(200);
        assert_eq!(shown["state"], "delayed");
        let retry = json!({"attempts": attempt, "last_attempt": shown["retry"]["last_attempt"],
            "next_attempt": decision["due_at"], "strategy": "exponential", "delay_ms": delay_ms,
            "reason": "HttpError: 503"});
        assert_eq!(shown["retry"], retry);
        clock.advance_to(due_at);
        let shown = harness.get(&format!("/activities/{id}")).await.with(200);
        assert_eq!(shown["state"], "scheduled", "a delay that is over");
    }
    let lease = take(&harness).await;
    let report = json!({"result": "receipt 7"});
    let decision = harness.post(&on(&lease, "complete"), &report).await.with(200);
    assert_eq!(decision, json!({"decision": "completed", "attempt": 4}));
    let by_key = "/activities/default%2Forder-1001%2Frun-1%2Fcharge";
    let shown = harness.get(by_key).await.with(200);
    assert_eq!((&shown["state"], &shown["result"]), (&json!("completed"), &json!("receipt 7")));

    let history = harness.get(&format!("{by_key}/history")).await.with(200);
    let names: Vec<_> =
        history["data"].as_array().unwrap().iter().map(|event| event["event"].clone()).collect();
    let round = ["Leased", "Failed", "RetryDelayed"];
    let expected = [&["Scheduled"][..], &round, &round, &round, &["Leased", "Completed"]].concat();
    assert_eq!(names, expected);
    assert_eq!(history["total_estimate"], 12);
    assert!(!history.to_string().contains("lt_"), "tokens are secrets");
    harness.stop().await;
}

#[tokio::test]
async fn a_repeat_is_the_same_activity_and_other_content_a_conflict() {
    for harness in Harness::on_each_store().await {
        let body = activity_of("a", "default");
        let created = harness.post("/activities", &body).await.with(201);
        let repeated = harness.post("/activities", &body).await.with(200);
        assert_eq!(created, repeated);
        let mut other = body.clone();
        other["payload"] = json!("other");
        let reply = harness.post("/activities", &other).await;
        assert_eq!(reply.error(), (409, "identity_conflict"));
        assert!(reply.json["error"]["message"].as_str().unwrap().contains("payload"));
        let reply = harness.post("/activities", &activity_of("b", "nobody")).await;
        assert_eq!(reply.error(), (422, "unknown_policy"));
        harness.stop().await;
    }
}

#[tokio::test]
async fn items_of_a_batch_stand_alone() {
    for harness in Harness::on_each_store().await {
        harness.schedule("known", "default").await;
        let mut clash = activity_of("known", "default");
        clash["queue"] = json!("elsewhere");
        let body = json!({"activities": [
            activity_of("new", "default"),
            activity_of("", "default"),
            activity_of("known", "default"),
            clash,
            activity_of("x", "nobody"),
            activity_of("new", "default"),
        ]});
        let answer = harness.post("/activities:batch", &body).await.with(200);
        let results = answer["results"].as_array().unwrap();
        let statuses: Vec<_> = results.iter().map(|r| r["status"].as_u64().unwrap()).collect();
        assert_eq!(statuses, [201, 400, 200, 409, 422, 200]);
        assert_eq!(results[0]["id"], results[5]["id"]);
        assert_eq!(results[1]["error"]["details"][0]["field"], "activity_id");
        assert_eq!(results[3]["error"]["code"], "identity_conflict");
        assert_eq!(results[4]["error"]["code"], "unknown_policy");
        harness.stop().await;
    }
}

#[tokio::test]
async fn bytes_stay_identical() {
    for harness in Harness::on_each_store().await {
        let mut body = activity_of("a", "default");
        body["payload_base64"] = json!("/wD+");
        harness.post("/activities", &body).await.with(201);
        let lease = harness.lease("a").await;
        assert_eq!((&lease["payload"], &lease["payload_base64"]), (&Value::Null, &json!("/wD+")));
        let report = json!({"result_base64": "/wE="});
        harness.post(&on(&lease, "complete"), &report).await.with(200);
        let id = lease["activity"]["id"].as_str().unwrap();
        let shown = harness.get(&format!("/activities/{id}")).await.with(200);
        assert_eq!((&shown["result"], &shown["result_base64"]), (&Value::Null, &json!("/wE=")));
        harness.stop().await;
    }
}

#[tokio::test]
async fn lists_are_stable_while_rows_come() {
    for harness in Harness::on_each_store().await {
        let names: Vec<String> = (0..7).map(|n| format!("a{n}")).collect();
        for name in &names {
            harness.schedule(name, "default").await;
        }
        let first = harness.get("/activities?limit=3").await.with(200);
        assert_eq!((&first["has_more"], &first["total_estimate"]), (&json!(true), &json!(7)));
        let mut seen = ids(&first);
        let mut cursor = first["next_cursor"].clone();
        while let Some(next) = cursor.as_str() {
            // Newer rows come before the place, so they are not met.
            harness.schedule(&format!("late-{next}"), "default").await;
            let page = harness.get(&format!("/activities?limit=3&cursor={next}")).await.with(200);
            assert_eq!(page["has_more"], json!(page["next_cursor"].is_string()));
            assert_eq!(page["total_estimate"], Value::Null);
            seen.extend(ids(&page));
            cursor = page["next_cursor"].clone();
        }
        let newest_first: Vec<String> = names.iter().rev().cloned().collect();
        assert_eq!(seen, newest_first);
        let one = harness.get("/activities?where=type%20%3D%20%22a3%22").await.with(200);
        assert_eq!(ids(&one), ["a3"]);
        let cursor = first["next_cursor"].as_str().unwrap();
        let reply = harness.get(&format!("/dead-letters?cursor={cursor}")).await;
        assert_eq!(reply.fields(), ["cursor"], "of another list");
        harness.stop().await;
    }
}

fn ids(page: &Value) -> Vec<String> {
    let text = |row: &Value| row["activity_id"].as_str().unwrap().to_owned();
    page["data"].as_array().unwrap().iter().map(text).collect()
}

#[tokio::test]
async fn a_history_has_pages() {
    for harness in Harness::on_each_store().await {
        harness.schedule("a", "default").await;
        let lease = harness.lease("a").await;
        let id = lease["activity"]["id"].as_str().unwrap();
        harness.post(&on(&lease, "complete"), &json!({})).await.with(200);
        let first = harness.get(&format!("/activities/{id}/history?limit=2")).await.with(200);
        let cursor = first["next_cursor"].as_str().unwrap();
        let path = format!("/activities/{id}/history?limit=2&cursor={cursor}");
        let second = harness.get(&path).await.with(200);
        let index = |page: &Value, at: usize| page["data"][at]["index"].as_u64();
        assert_eq!(
            (index(&first, 0), index(&first, 1), index(&second, 0)),
            (Some(1), Some(2), Some(3))
        );
        assert_eq!(second["has_more"], false);
        let request =
            harness.request(Method::GET, &format!("/api/v1/activities/{id}/history?where=a"));
        assert_eq!(Reply::of(request.send().await.unwrap()).await.fields(), ["where"]);
        harness.stop().await;
    }
}
