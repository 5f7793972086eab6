//! What the tests of the command line share: the binary in a clean environment, an engine that
//! answers as it is told.

use std::process::Output;

use assert_cmd::Command;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// Text that a terminal would act on, reorder or misalign.
pub(crate) const HOSTILE: &str = "\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\r\n\t\0\u{202e}東京👩\u{200d}🚀";

/// The binary, without what the environment of the tests may say.
pub(crate) fn wovyr() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wovyr-retry"));
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        if name_text.starts_with("WOVYR_") || name_text == "NO_COLOR" || name_text == "CI" {
            command.env_remove(name);
        }
    }
    command
}

/// The binary, asking `server`.
pub(crate) fn asking(server: &MockServer, args: &[&str]) -> Command {
    let mut command = wovyr();
    command.arg("--url").arg(server.uri()).args(args);
    command
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The one JSON document on standard output.
pub(crate) fn document(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The id of the nth dead letter.
pub(crate) fn dead_id(n: usize) -> String {
    let letters: String = (0..4)
        .rev()
        .map(|place| char::from(b'a' + u8::try_from(n / 20_usize.pow(place) % 20).unwrap()))
        .collect();
    format!("dl_{letters}aaaaaaaaaaaaaaaaaaaaaa_1")
}

/// The nth dead letter as a list shows it.
pub(crate) fn dead_letter(n: usize, message: &str) -> Value {
    json!({
        "id": dead_id(n), "object": "dead_letter", "tenant": "default",
        "activity": dead_id(n).replace("dl_", "act_").trim_end_matches("_1"),
        "workflow_id": format!("order-{n}"), "execution_id": "run-1", "activity_id": "charge",
        "activity_type": "ChargeCard", "queue": "payments",
        "policy": {"name": "payments", "version": 3, "digest": "sha256:00"},
        "metadata": {}, "status": "dead", "generation": 1, "attempts": 4, "max_attempts": 4,
        "reason": "MaxAttemptsReached",
        "error": {"type": "HttpError", "message": message, "http_status": 503,
            "class": "transient", "classified_by": "http-table"},
        "worker_id": "w1", "scheduled_at": "2026-11-30T19:00:00.000Z",
        "last_attempt_at": "2026-11-30T19:40:12.000Z",
        "created_at": "2026-11-30T19:40:12.000Z", "updated_at": "2026-11-30T19:40:12.000Z",
        "payload_bytes": 13,
    })
}

/// Answers a list in pages: the cursor is the place of the next entry.
pub(crate) fn page_of(entries: &[Value], request: &Request) -> ResponseTemplate {
    let query = |name: &str| {
        request.url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let limit = query("limit").map_or(25, |limit| limit.parse().unwrap());
    let start = query("cursor").map_or(0, |cursor| cursor.parse().unwrap());
    let end = entries.len().min(start + limit);
    let has_more = end < entries.len();
    ResponseTemplate::new(200).set_body_json(json!({
        "data": entries[start..end], "has_more": has_more,
        "next_cursor": has_more.then(|| end.to_string()), "total_estimate": entries.len(),
    }))
}

/// An engine whose dead letter queue holds `count` entries.
pub(crate) async fn engine_with_dead_letters(count: usize) -> MockServer {
    let server = MockServer::start().await;
    let entries: Vec<Value> = (0..count).map(|n| dead_letter(n, "503")).collect();
    Mock::given(method("GET"))
        .and(path("/api/v1/dead-letters"))
        .respond_with(move |request: &Request| page_of(&entries, request))
        .mount(&server)
        .await;
    server
}

/// An operation as the engine shows it.
pub(crate) fn operation(status: &str, done: u64, changed: u64, failed: u64, targets: u64) -> Value {
    json!({
        "id": OPERATION, "object": "operation", "tenant": "default", "kind": "replay",
        "status": status, "where": null, "rate": null, "same_policy": false, "force": false,
        "reason": null, "targets": targets, "pending": targets - done - changed - failed,
        "done": done, "changed": changed, "failed": failed,
        "created_at": "2026-11-30T19:40:12.000Z", "updated_at": "2026-11-30T19:40:12.000Z",
    })
}

/// The one operation of the tests.
pub(crate) const OPERATION: &str = "op_mfrggzdfmztwq2lknnwg23tpoa";

/// The bodies of the calls to a path, in order.
pub(crate) async fn bodies(server: &MockServer, path: &str) -> Vec<Value> {
    let requests = server.received_requests().await.unwrap();
    let of_path = requests.iter().filter(|request| request.url.path() == path);
    of_path.map(|request| serde_json::from_slice(&request.body).unwrap()).collect()
}
