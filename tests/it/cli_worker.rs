//! The worker as a process: its command line, its signals, its summary.

use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::cli_command::{bodies, code, stderr, wovyr};
use super::cli_lists::interrupt;

const ACQUIRE: &str = "/api/v1/leases:acquire";
const REPORT: &str = "/api/v1/leases:report";
const TOKEN: &str = "lt_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn lease() -> Value {
    json!({
        "token": TOKEN, "expires_at": "2099-01-01T00:00:00.000Z", "expires_in_ms": 3_600_000,
        "attempt": 2, "max_attempts": 4, "generation": 1, "idempotency_key": "wrk_1",
        "payload": "forty-two",
        "activity": {
            "id": "act_aaaaaaaaaaaaaaaaaaaaaaaaaa", "object": "activity", "tenant": "default",
            "workflow_id": "order-1", "execution_id": "run-1", "activity_id": "charge",
            "activity_type": "ChargeCard", "queue": "payments", "priority": null, "metadata": {},
            "state": "running", "generation": 1, "attempt": 2, "max_attempts": 4,
            "policy": {"name": "payments", "version": 3, "digest": "sha256:00"}, "due_at": null,
            "retry": {"attempts": 2, "last_attempt": null, "next_attempt": null,
                "strategy": "exponential", "delay_ms": null, "reason": null},
            "lease": null, "last_failure": null, "reason": null, "idempotency_key": "wrk_1",
            "payload_bytes": 9, "created_at": "2026-11-30T19:00:00.000Z",
            "updated_at": "2026-11-30T19:00:00.000Z", "version": 4,
            "blocked": null, "paused": false,
        },
    })
}

/// An engine with one lease; later polls wait.
async fn engine_with_one_lease() -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path(ACQUIRE))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({"leases": [lease()]})))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    let nothing = ResponseTemplate::new(200).set_body_json(json!({"leases": []}));
    Mock::given(path(ACQUIRE))
        .respond_with(nothing.set_delay(std::time::Duration::from_millis(50)))
        .mount(&server)
        .await;
    server
}

fn start(server: &MockServer, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_wovyr-retry"))
        .args(["--url", &server.uri(), "worker", "--queue", "payments", "-o", "json"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn runs_the_words_of_exec_and_ends_when_told() {
    for words in [
        &["--exec", "sh -c 'cat; echo \" $1 $WOVYR_RETRY_ATTEMPT\"' - 'two words'"][..],
        &["--", "sh", "-c", "cat; echo \" $1 $WOVYR_RETRY_ATTEMPT\"", "-", "two words"],
    ] {
        let server = engine_with_one_lease().await;
        let taken = json!({"results": [{"status": 200, "outcome": {"decision": "completed", "attempt": 2}}],
            "leases": []});
        let reported = Mock::given(path(REPORT))
            .respond_with(ResponseTemplate::new(200).set_body_json(taken))
            .expect(1)
            .mount_as_scoped(&server)
            .await;
        let child = start(&server, words);
        reported.wait_until_satisfied().await;
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["completed"], 1);
        let report = &bodies(&server, REPORT).await[0]["reports"][0];
        assert_eq!(report["complete"]["result"], "forty-two two words 2\n", "{report}");
    }
}

#[test]
fn a_command_that_cannot_run_is_told_before_work_is_taken() {
    let worker = |args: &[&str]| {
        let output = wovyr().args(["worker", "--queue", "q"]).args(args).output().unwrap();
        (code(&output), stderr(&output))
    };
    let (exit, text) = worker(&["--exec", "no-such-program-here"]);
    assert!(exit == 2 && text.contains("cannot find the command"), "{text}");
    let (exit, text) = worker(&["--exec", "echo 'open"]);
    assert!(exit == 2 && text.contains("quote"), "{text}");
    let (exit, text) = worker(&[]);
    assert!(exit == 2 && text.contains("--exec"), "{text}");
    let (exit, _) = worker(&["--exec", "true", "--", "true"]);
    assert_eq!(exit, 2);
}
