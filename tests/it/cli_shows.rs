//! Single things of an engine: activities, operations, numbers, policies.

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};
use wovyr_retry::model::ActivityKey;

use super::cli_command::{
    OPERATION, asking, bodies, code, dead_id, document, operation, page_of, stderr, stdout,
};

const IDENTITY: &str = "default/order-1001/run-1/charge";

async fn answers(server: &MockServer, at: &str, body: Value) {
    Mock::given(method("GET"))
        .and(path(at))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .mount(server)
        .await;
}

fn activity(id: &str) -> Value {
    json!({
        "id": id, "object": "activity", "tenant": "default", "workflow_id": "order-1001",
        "execution_id": "run-1", "activity_id": "charge", "activity_type": "ChargeCard",
        "queue": "payments", "priority": null, "metadata": {}, "state": "delayed",
        "generation": 2, "attempt": 3, "max_attempts": 4, "blocked": null, "paused": false,
        "policy": {"name": "payments", "version": 3, "digest": "sha256:00"},
        "due_at": "2026-11-30T19:40:12.000Z",
        "retry": {"attempts": 3, "last_attempt": "2026-11-30T19:40:08.000Z",
            "next_attempt": "2026-11-30T19:40:12.000Z", "strategy": "exponential",
            "delay_ms": 3723, "reason": "HttpError: 503"},
        "lease": null, "last_failure": null, "reason": null, "idempotency_key": "wrk_1",
        "payload_bytes": 13, "created_at": "2026-11-30T19:40:00.000Z",
        "updated_at": "2026-11-30T19:40:08.000Z", "version": 9,
    })
}

#[tokio::test]
async fn an_activity_is_found_by_its_identity_and_shown_with_its_history() {
    let server = MockServer::start().await;
    let id = IDENTITY.parse::<ActivityKey>().unwrap().id().to_string();
    answers(&server, &format!("/api/v1/activities/{id}"), activity(&id)).await;
    let events: Vec<Value> = (1..=150)
        .map(|index| {
            json!({"index": index, "event": "RetryDelayed", "generation": 1, "attempt": index,
                "at": "2026-11-30T19:40:08.000Z",
                "details": {"delay_ms": 3723, "due_at": "2026-11-30T19:40:12.000Z"}})
        })
        .collect();
    Mock::given(path(format!("/api/v1/activities/{id}/history")))
        .respond_with(move |request: &Request| page_of(&events, request))
        .mount(&server)
        .await;
    let text = stdout(&asking(&server, &["activity", "show", IDENTITY, "--history"]).unwrap());
    assert!(text.contains("attempt          3 of 4\n"), "{text}");
    assert!(text.contains("(2026-11-30 19:40:12Z)"), "{text}");
    assert!(!text.contains("in -"), "never negative: {text}");
    assert_eq!(text.matches("waits 3s723ms").count(), 150, "the whole history");
    let output = asking(&server, &["activity", "show", &id, "-o", "json"]).unwrap();
    assert_eq!(document(&output)["retry"]["delay_ms"], 3723);
    let output = asking(&server, &["activity", "show", "a/b"]).output().unwrap();
    assert_eq!(code(&output), 2);
}

#[tokio::test]
async fn a_dead_letter_is_found_by_the_identity_of_its_activity() {
    let server = MockServer::start().await;
    let id = IDENTITY.parse::<ActivityKey>().unwrap().id().to_string();
    answers(&server, &format!("/api/v1/activities/{id}"), activity(&id)).await;
    let mut entry = super::cli_command::dead_letter(0, "503");
    let second = format!("{}_2", id.replace("act_", "dl_"));
    entry["id"] = second.clone().into();
    answers(&server, &format!("/api/v1/dead-letters/{second}"), entry).await;
    for target in [IDENTITY.to_owned(), format!("{IDENTITY}#2"), second.clone()] {
        let text = stdout(&asking(&server, &["dlq", "show", &target]).unwrap());
        let why = "It died because all 4 attempts failed, the last with HttpError: 503 \
                   (transient by http-table).";
        assert!(text.starts_with(why), "{text}");
    }
}

#[tokio::test]
async fn an_operation_is_shown_with_what_it_could_not_do() {
    let server = MockServer::start().await;
    answers(&server, &format!("/api/v1/operations/{OPERATION}"), operation("running", 2, 0, 1, 10))
        .await;
    let items = json!({"data": [{"index": 0, "target": dead_id(0), "status": "failed",
        "detail": "closed"}], "has_more": false, "next_cursor": null, "total_estimate": 1});
    answers(&server, &format!("/api/v1/operations/{OPERATION}/items"), items).await;
    let output = asking(&server, &["op", "show", OPERATION]).unwrap();
    let text = stdout(&output);
    assert!(text.contains("replayed: 2 ok, 1 failed, 7 to go"), "{text}");
    assert!(text.contains(&format!("{}  failed  closed", dead_id(0))), "{text}");
    let output = asking(&server, &["op", "show", OPERATION, "-o", "json"]).unwrap();
    assert_eq!(document(&output)["complete"], false, "it still runs");
}

#[tokio::test]
async fn numbers_are_shown() {
    let server = MockServer::start().await;
    let numbers = json!({
        "object": "metrics", "at": "2026-11-30T19:40:12.000Z",
        "activities": {"scheduled": 3, "delayed": 1000}, "dead_letters": {"dead": 7},
        "events": {"Leased": 5000},
        "rates": [{"window_ms": 60000, "attempts_per_second": 12.5, "completions_per_second": 10.0,
            "failures_per_second": 2.5, "retries_per_second": 2.0, "deaths_per_second": 0.5}],
        "retry": {"attempts": 42, "success_rate": 0.9, "failure_rate": 0.1, "latency_ms": 3.25,
            "queue_size": 1000, "average_delay_ms": null},
    });
    answers(&server, "/api/v1/metrics", numbers.clone()).await;
    let text = stdout(&asking(&server, &["metrics"]).unwrap());
    for part in ["delayed     1000", "retry success rate  90.0 %", "1m", "12.50"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(document(&asking(&server, &["metrics", "-o", "json"]).unwrap()), numbers);
}

#[tokio::test]
async fn one_policy_of_a_file_is_published_as_it_stands() {
    let server = MockServer::start().await;
    let version = json!({"object": "policy_version", "name": "b", "version": 2,
        "digest": "sha256:00", "active": false, "message": null, "created_at": null});
    Mock::given(method("POST"))
        .and(path("/api/v1/policies"))
        .respond_with(
            ResponseTemplate::new(201).set_body_json(json!({"version": version, "created": true})),
        )
        .mount(&server)
        .await;
    let second = "---\n# why\nmetadata: {name: b}\nretry: {maxAttempts: 3}\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("metadata: {{name: a}}\nretry: {{}}\n{second}")).unwrap();
    let file = file.path().to_str().unwrap();
    let args = ["policy", "publish", file, "--policy", "b", "--if-version", "1", "--activate"];
    let output = asking(&server, &args).unwrap();
    assert!(stdout(&output).starts_with("Published b@2.\n"), "{}", stdout(&output));
    let sent = &bodies(&server, "/api/v1/policies").await[0];
    assert_eq!((&sent["source"], &sent["if_version"]), (&json!(second), &json!(1)));
    assert_eq!(sent["activate"], true);
}

#[tokio::test]
async fn an_invalid_policy_is_refused_with_its_places() {
    let server = MockServer::start().await;
    let error = json!({"error": {"code": "invalid_policy", "message": "the policy has errors",
        "type": "client_error", "status": 422,
        "details": [{"field": "retry.new", "issue": "unknown key", "line": 3, "column": 5}]}});
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(422).set_body_json(error))
        .mount(&server)
        .await;
    let output = asking(&server, &["policy", "publish", "-", "--name", "p"])
        .write_stdin("retry: {}")
        .output()
        .unwrap();
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("Caused by: 3:5: unknown key"), "{}", stderr(&output));
}
