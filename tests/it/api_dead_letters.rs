//! Dead letters over HTTP: found, understood, replayed, purged.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Harness, Reply, activity_of, failure, on};

const ONCE: &str = "retry: {maxAttempts: 1}\n";

/// Lets an activity die; gives the id of its dead letter.
async fn dead(harness: &Harness, name: &str) -> String {
    let mut body = activity_of(name, "once");
    body["payload"] = json!("{\"amount\":42}");
    harness.post("/activities", &body).await.with(201);
    die(harness, name).await
}

async fn die(harness: &Harness, name: &str) -> String {
    let lease = harness.lease(name).await;
    let decision = harness.post(&on(&lease, "fail"), &failure()).await.with(200);
    assert_eq!(decision["decision"], "dead_letter");
    assert_eq!(decision["reason"], "MaxAttemptsReached");
    decision["dead_letter_id"].as_str().unwrap().to_owned()
}

async fn bulk(harness: &Harness, verb: &str, key: &str, body: &Value) -> Reply {
    let path = format!("/api/v1/dead-letters:{verb}");
    let request = harness.request(Method::POST, &path).header("idempotency-key", key).json(body);
    Reply::of(request.send().await.unwrap()).await
}

/// Waits for the end of an accepted operation.
async fn done(harness: &Harness, accepted: &Value) -> Value {
    let path = format!("/operations/{}", accepted["operation_id"].as_str().unwrap());
    harness.until(&path, |operation| operation["status"] == "done").await
}

#[tokio::test]
async fn a_death_is_explained() {
    for harness in Harness::on_each_store().await {
        harness.publish("once", ONCE).await;
        let id = dead(&harness, "a").await;
        let list = harness.get("/dead-letters").await.with(200);
        assert_eq!((&list["data"][0]["id"], &list["total_estimate"]), (&json!(id), &json!(1)));
        assert_eq!(list["data"][0]["payload"], Value::Null);
        let shown = harness.get(&format!("/dead-letters/{id}")).await.with(200);
        assert_eq!(shown["status"], "dead");
        assert_eq!(shown["reason"], "MaxAttemptsReached");
        assert_eq!(shown["payload"], "{\"amount\":42}");
        assert_eq!(shown["failure"]["http_status"], 503);
        assert_eq!((&shown["attempts"], &shown["max_attempts"]), (&json!(1), &json!(1)));
        let events = shown["history"].as_array().unwrap();
        let names: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(names, ["Scheduled", "Leased", "Failed", "RetriesExhausted", "DeadLettered"]);
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_replay_is_a_new_life() {
    for harness in Harness::on_each_store().await {
        harness.publish("once", ONCE).await;
        for name in ["a", "b", "c"] {
            dead(&harness, name).await;
        }
        let request = json!({"where": "type != \"c\"", "rate": 50, "reason": "fixed"});
        let accepted = bulk(&harness, "replay", "k1", &request).await.with(202);
        assert_eq!((&accepted["status"], &accepted["targets"]), (&json!("running"), &json!(2)));
        let operation = done(&harness, &accepted).await;
        assert_eq!((&operation["done"], &operation["pending"]), (&json!(2), &json!(0)));
        assert_eq!(operation["outcomes"], json!({"completed": 0, "retrying": 2, "dead_again": 0}));
        assert_eq!((&operation["where"], &operation["rate"]), (&request["where"], &json!(50)));

        let lease = harness.lease("a").await;
        assert_eq!((&lease["generation"], &lease["attempt"]), (&json!(2), &json!(1)));
        harness.post(&on(&lease, "complete"), &json!({})).await.with(200);
        let second_death = die(&harness, "b").await;
        assert!(second_death.ends_with("_2"));
        let operation = done(&harness, &accepted).await;
        assert_eq!(operation["outcomes"], json!({"completed": 1, "retrying": 0, "dead_again": 1}));
        let left = harness.get("/dead-letters").await.with(200);
        assert_eq!(left["total_estimate"], 2, "c, and b again");

        let path = format!("/operations/{}/items", accepted["operation_id"].as_str().unwrap());
        let items = harness.get(&format!("{path}?limit=1")).await.with(200);
        assert_eq!(
            (&items["data"][0]["status"], &items["total_estimate"]),
            (&json!("done"), &json!(2))
        );
        let cursor = items["next_cursor"].as_str().unwrap();
        let rest = harness.get(&format!("{path}?limit=1&cursor={cursor}")).await.with(200);
        assert_eq!((&rest["data"][0]["index"], &rest["has_more"]), (&json!(1), &json!(false)));
        let operations = harness.get("/operations").await.with(200);
        assert_eq!(operations["data"][0]["id"], accepted["operation_id"]);
        harness.stop().await;
    }
}

#[tokio::test]
async fn the_same_key_is_the_same_operation() {
    for harness in Harness::on_each_store().await {
        harness.publish("once", ONCE).await;
        let id = dead(&harness, "a").await;
        let request = json!({"ids": [id]});
        let first = bulk(&harness, "replay", "k1", &request).await.with(202);
        done(&harness, &first).await;
        let again = bulk(&harness, "replay", "k1", &request).await.with(202);
        assert_eq!(first, again);
        let other = bulk(&harness, "replay", "k1", &json!({"all": true})).await;
        assert_eq!(other.error(), (422, "idempotency_mismatch"));
        let other = bulk(&harness, "purge", "k1", &request).await;
        assert_eq!(other.error(), (422, "idempotency_mismatch"));
        assert_eq!(harness.get("/operations").await.with(200)["total_estimate"], 1);

        let changed = bulk(&harness, "replay", "k2", &request).await.with(202);
        let operation = done(&harness, &changed).await;
        assert_eq!((&operation["changed"], &operation["done"]), (&json!(1), &json!(0)));
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_purge_puts_out_of_sight() {
    for harness in Harness::on_each_store().await {
        harness.publish("once", ONCE).await;
        let id = dead(&harness, "a").await;
        let accepted = harness.post("/dead-letters:purge", &json!({"all": true})).await.with(202);
        let operation = done(&harness, &accepted).await;
        assert_eq!((&operation["kind"], &operation["done"]), (&json!("purge"), &json!(1)));
        assert_eq!(harness.get("/dead-letters").await.with(200)["data"], json!([]));
        let shown = harness.get(&format!("/dead-letters/{id}")).await.with(200);
        assert_eq!(shown["status"], "purged");
        let nothing = harness.post("/dead-letters:purge", &json!({"all": true})).await.with(202);
        assert_eq!((&nothing["targets"], &nothing["status"]), (&json!(0), &json!("done")));
        harness.stop().await;
    }
}

#[tokio::test]
async fn bulk_requests_that_cannot_be() {
    let harness = Harness::in_memory().await;
    let many: Vec<_> = (1..=1_001).map(|n| format!("dl_aaaaaaaaaaaaaaaaaaaaaaaaaa_{n}")).collect();
    for (body, fields) in [
        (json!({}), vec!["where"]),
        (json!({"all": true, "where": "type = \"a\""}), vec!["where"]),
        (json!({"where": "typ = \"a\""}), vec!["where"]),
        (json!({"ids": ["dl_x"]}), vec!["ids[0]"]),
        (json!({"ids": many}), vec!["rate"]),
        (json!({"all": true, "rate": 0}), vec!["rate"]),
        (json!({"all": true, "rates": 1}), vec!["rates"]),
    ] {
        for verb in ["replay", "purge"] {
            let reply = bulk(&harness, verb, "k", &body).await;
            assert_eq!(reply.error(), (400, "validation_failed"), "{body}");
            assert_eq!(reply.fields(), fields);
        }
    }
    let reply = bulk(&harness, "replay", "", &json!({"all": true})).await;
    assert_eq!(reply.fields(), ["idempotency-key"]);
    assert_eq!(harness.get("/operations").await.with(200)["data"], json!([]));
    harness.stop().await;
}
