//! Policies over HTTP: published, compared, pinned.

use serde_json::{Value, json};

use crate::harness::Harness;

const THREE: &str = "retry: {maxAttempts: 3}\n";
const FOUR: &str = "retry: {maxAttempts: 4}\n";

fn publish(source: &str) -> Value {
    json!({"name": "payments", "source": source})
}

/// A document in the full form.
fn full(metadata: &str) -> String {
    let head = "apiVersion: retry.wovyr.io/v1\nkind: RetryPolicy\n";
    format!("{head}metadata: {metadata}\nretry: {{maxAttempts: 2}}\n")
}

fn merged(mut body: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

#[tokio::test]
async fn versions_are_published_and_activated() {
    for harness in Harness::on_each_store().await {
        let first = harness.post("/policies", &publish(THREE)).await.with(201);
        assert_eq!((&first["created"], &first["version"]["version"]), (&json!(true), &json!(1)));
        assert_eq!(first["version"]["active"], true, "a first version always is");
        let same = publish("# a comment\nretry:\n  maxAttempts: 3\n");
        let again = harness.post("/policies", &same).await.with(200);
        assert_eq!((&again["created"], &again["version"]), (&json!(false), &first["version"]));

        let second = merged(publish(FOUR), &json!({"message": "one more", "if_version": 1}));
        let second = harness.post("/policies", &second).await.with(201);
        assert_eq!(second["version"]["version"], 2);
        assert_eq!(second["version"]["active"], false);
        let scheduled = harness.schedule("a", "payments").await;
        assert_eq!(
            (&scheduled["policy"]["version"], &scheduled["max_attempts"]),
            (&json!(1), &json!(3))
        );

        let stale = merged(publish("retry: {maxAttempts: 9}"), &json!({"if_version": 1}));
        let reply = harness.post("/policies", &stale).await;
        assert_eq!(reply.error(), (409, "version_mismatch"));
        let active = merged(publish(FOUR), &json!({"activate": true}));
        let active = harness.post("/policies", &active).await.with(200);
        assert_eq!(
            (&active["created"], &active["version"]["active"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(harness.schedule("b", "payments").await["policy"]["version"], 2);

        let shown = harness.get("/policies/payments").await.with(200);
        assert_eq!((&shown["latest_version"], &shown["active"]["version"]), (&json!(2), &json!(2)));
        assert_eq!(shown["active"]["source"], FOUR);
        assert_eq!(shown["active"]["message"], "one more");
        let versions = harness.get("/policies/payments/versions?limit=1").await.with(200);
        assert_eq!(
            (&versions["data"][0]["version"], &versions["total_estimate"]),
            (&json!(2), &json!(2))
        );
        let cursor = versions["next_cursor"].as_str().unwrap();
        let path = format!("/policies/payments/versions?limit=1&cursor={cursor}");
        let rest = harness.get(&path).await.with(200);
        assert_eq!((&rest["data"][0]["version"], &rest["has_more"]), (&json!(1), &json!(false)));
        assert_eq!(rest["data"][0]["active"], false);
        harness.stop().await;
    }
}

#[tokio::test]
async fn the_built_in_policy_is_there_until_it_is_published() {
    for harness in Harness::on_each_store().await {
        let list = harness.get("/policies").await.with(200);
        assert_eq!(list["data"][0]["name"], "default");
        assert_eq!(list["data"][0]["active"]["version"], 0);
        assert_eq!(harness.schedule("a", "default").await["policy"]["version"], 0);
        harness.publish("default", THREE).await;
        harness.publish("payments", THREE).await;
        assert_eq!(harness.schedule("b", "default").await["policy"]["version"], 1);
        let first = harness.get("/policies?limit=1").await.with(200);
        assert_eq!(
            (&first["data"][0]["name"], &first["total_estimate"]),
            (&json!("default"), &json!(2))
        );
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = harness.get(&format!("/policies?limit=1&cursor={cursor}")).await.with(200);
        assert_eq!(
            (&second["data"][0]["name"], &second["has_more"]),
            (&json!("payments"), &json!(false))
        );
        harness.stop().await;
    }
}

#[tokio::test]
async fn a_wrong_policy_is_refused_with_all_that_is_wrong() {
    let harness = Harness::in_memory().await;
    let source = "retry:\n  maxAtempts: 3\n  initialDelay: 30\n  multiplier: 0.5\n";
    let reply = harness.post("/policies", &publish(source)).await;
    assert_eq!(reply.error(), (422, "invalid_policy"));
    let details = reply.json["error"]["details"].as_array().unwrap();
    let places: Vec<_> = details
        .iter()
        .map(|d| (d["code"].as_str().unwrap(), d["line"].as_u64(), d["column"].as_u64()))
        .collect();
    let expected =
        [("WR002", Some(2), Some(3)), ("WR101", Some(3), Some(17)), ("WR105", Some(4), Some(15))];
    assert_eq!(places, expected, "{details:#?}");
    assert!(details[0]["issue"].as_str().unwrap().contains("maxAttempts"), "{details:#?}");
    assert_eq!(harness.get("/policies/payments").await.error(), (404, "not_found"));

    let two = format!("{THREE}---\n{FOUR}");
    let reply = harness.post("/policies", &publish(&two)).await;
    assert_eq!(reply.error(), (422, "invalid_policy"));
    for (body, field) in [
        (json!({"source": THREE}), "name"),
        (json!({"source": THREE, "name": "Bad Name"}), "name"),
        (publish(&full("{name: other}")), "name"),
    ] {
        let reply = harness.post("/policies", &body).await;
        assert_eq!(reply.fields(), [field], "{:#}", reply.json);
    }
    let reply = harness.post("/policies", &publish(&full("{name: payments, version: 7}"))).await;
    assert_eq!(
        (reply.error(), reply.fields()),
        ((422, "invalid_policy"), vec!["metadata.version"])
    );
    harness.stop().await;
}
