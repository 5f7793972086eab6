//! Replay and purge: what is asked before, what is sent, what is told after.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use super::cli_command::{
    OPERATION, asking, bodies, code, dead_id, dead_letter, document, engine_with_dead_letters,
    operation, page_of, stderr, stdout,
};
use super::cli_lists::interrupt;

const REPLAY: &str = "/api/v1/dead-letters:replay";
const PURGE: &str = "/api/v1/dead-letters:purge";

/// Lets the engine take bulk work that ends as `shown`, with these items.
async fn takes(server: &MockServer, shown: Value, items: Vec<Value>) {
    let accepted = json!({"operation_id": OPERATION, "status": "running",
        "targets": shown["targets"]});
    for verb in [REPLAY, PURGE] {
        Mock::given(method("POST"))
            .and(path(verb))
            .respond_with(ResponseTemplate::new(202).set_body_json(&accepted))
            .mount(server)
            .await;
    }
    Mock::given(path(format!("/api/v1/operations/{OPERATION}")))
        .respond_with(ResponseTemplate::new(200).set_body_json(shown))
        .mount(server)
        .await;
    Mock::given(path(format!("/api/v1/operations/{OPERATION}/items")))
        .respond_with(move |request: &Request| page_of(&items, request))
        .mount(server)
        .await;
}

#[tokio::test]
async fn without_a_terminal_only_yes_means_yes() {
    let server = engine_with_dead_letters(3).await;
    for format in ["table", "json"] {
        let output = asking(&server, &["dlq", "purge", "--all", "-o", format])
            .env("CI", "true")
            .write_stdin("y\n")
            .output()
            .unwrap();
        assert_eq!(code(&output), 2);
        let text = stderr(&output);
        assert!(text.contains("About to purge 3 dead letters"), "{text}");
        assert!(text.contains(&server.uri()) && text.contains("--yes"), "{text}");
        if format == "json" {
            assert_eq!(document(&output)["error"]["code"], "usage");
        }
    }
    assert_eq!(bodies(&server, PURGE).await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_empty_selection_is_a_mistake_and_an_empty_match_is_told() {
    let server = engine_with_dead_letters(0).await;
    let output = asking(&server, &["dlq", "replay", "--yes"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--all"), "{}", stderr(&output));
    let output = asking(&server, &["dlq", "replay", "--all", "--yes", "-o", "json"]).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 5);
    assert_eq!(document(&output)["error"]["code"], "nothing_matched");
}

#[tokio::test]
async fn one_request_is_sent_with_a_key_and_followed_to_its_end() {
    let server = engine_with_dead_letters(250).await;
    takes(&server, operation("done", 250, 0, 0, 250), vec![]).await;
    let args = ["dlq", "replay", "--where", "type = \"ChargeCard\"", "--rate", "50/s"];
    let more = ["--reason", "INC-42", "--same-policy", "--yes"];
    let output = asking(&server, &[&args[..], &more].concat()).unwrap();
    assert_eq!(stdout(&output), format!("replayed: 250 ok, 0 failed ({OPERATION})\n"));
    assert_eq!(
        bodies(&server, REPLAY).await,
        [json!({"where": "type = \"ChargeCard\"", "all": false, "rate": 50, "same_policy": true,
            "force": false, "reason": "INC-42"})]
    );
    let requests = server.received_requests().await.unwrap();
    let sent = requests.iter().find(|request| request.url.path() == REPLAY).unwrap();
    assert!(!sent.headers["idempotency-key"].is_empty());
}

#[tokio::test]
async fn the_same_id_twice_is_one_target() {
    let server = engine_with_dead_letters(0).await;
    takes(&server, operation("done", 2, 0, 0, 2), vec![]).await;
    Mock::given(path(format!("/api/v1/dead-letters/{}", dead_id(0))))
        .respond_with(ResponseTemplate::new(200).set_body_json(dead_letter(0, "503")))
        .mount(&server)
        .await;
    let ids = [dead_id(0), dead_id(1), dead_id(0)];
    let mut args = vec!["dlq", "replay", "--yes", "--rate", "unlimited"];
    args.extend(ids.iter().map(String::as_str));
    asking(&server, &args).unwrap();
    assert_eq!(bodies(&server, REPLAY).await[0]["ids"], json!([dead_id(0), dead_id(1)]));
}

#[tokio::test]
async fn what_failed_is_named_with_its_reason() {
    let server = engine_with_dead_letters(10).await;
    let item = |index: usize, status: &str, detail: Value| json!({"index": index, "target": dead_id(index), "status": status, "detail": detail});
    let mut items: Vec<Value> = (0..7).map(|n| item(n, "done", Value::Null)).collect();
    items.push(item(7, "failed", "the policy `gone` is not published".into()));
    items.push(item(8, "failed", "replayed 3 times".into()));
    items.push(item(9, "changed", "replayed by somebody else".into()));
    takes(&server, operation("done", 7, 1, 2, 10), items).await;
    let output = asking(&server, &["dlq", "replay", "--all", "--yes"]).output().unwrap();
    assert_eq!(code(&output), 3);
    let text = stdout(&output);
    assert!(text.starts_with("replayed: 7 ok, 1 changed by somebody else, 2 failed"), "{text}");
    assert!(text.contains(&format!("{}  failed   the policy `gone`", dead_id(7))), "{text}");
    let output = asking(&server, &["dlq", "replay", "--all", "--yes", "-o", "json"]).output();
    let output = output.unwrap();
    assert_eq!(code(&output), 3);
    assert_eq!(document(&output)["failures"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn many_need_a_pace() {
    let server = engine_with_dead_letters(1001).await;
    takes(&server, operation("done", 1001, 0, 0, 1001), vec![]).await;
    let output = asking(&server, &["dlq", "replay", "--all", "--yes"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--rate unlimited"), "{}", stderr(&output));
    assert_eq!(bodies(&server, REPLAY).await, [] as [Value; 0]);
    asking(&server, &["dlq", "replay", "--all", "--yes", "--rate", "unlimited"]).unwrap();
    assert_eq!(bodies(&server, REPLAY).await[0]["rate"], "unlimited");
}

#[tokio::test]
async fn a_dry_run_shows_and_changes_nothing() {
    let server = engine_with_dead_letters(250).await;
    let args = ["dlq", "purge", "--all", "--dry-run"];
    let output = asking(&server, &args).unwrap();
    assert_eq!(stdout(&output).lines().count(), 101);
    let told = "dry run: would purge 250 dead letters; changed nothing\n";
    assert!(stderr(&output).ends_with(told), "{}", stderr(&output));
    let requests = server.received_requests().await.unwrap();
    assert!(requests.iter().all(|request| request.method == "GET"));
    let empty = engine_with_dead_letters(0).await;
    asking(&empty, &args).assert().success();
}

#[tokio::test]
async fn a_lost_answer_is_asked_for_again_under_the_same_key() {
    let server = MockServer::start().await;
    takes(&server, operation("done", 1, 0, 0, 1), vec![]).await;
    let proxy = DroppingProxy::before(&server);
    let output = super::cli_command::wovyr()
        .args(["--url", &proxy.url, "dlq", "replay", "--all", "--yes", "--rate", "1/s"])
        .unwrap();
    assert_eq!(code(&output), 0);
    let requests = server.received_requests().await.unwrap();
    let keys: Vec<_> = requests
        .iter()
        .filter(|request| request.url.path() == REPLAY)
        .map(|request| request.headers["idempotency-key"].clone())
        .collect();
    assert_eq!(keys.len(), 2, "the first answer was lost");
    assert_eq!(keys[0], keys[1]);
}

/// Passes connections on to a server, and cuts the first one before its answer comes back.
struct DroppingProxy {
    url: String,
}

impl DroppingProxy {
    fn before(server: &MockServer) -> Self {
        use std::io::{Read as _, Write as _};
        use std::net::{Shutdown, TcpListener, TcpStream};
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let target = *server.address();
        std::thread::spawn(move || {
            let count = AtomicUsize::new(0);
            for client in listener.incoming() {
                let (Ok(mut client), Ok(mut upstream)) = (client, TcpStream::connect(target))
                else {
                    return;
                };
                let is_first = count.fetch_add(1, Ordering::SeqCst) == 0;
                let (mut from, mut to) =
                    (client.try_clone().unwrap(), upstream.try_clone().unwrap());
                std::thread::spawn(move || std::io::copy(&mut from, &mut to));
                std::thread::spawn(move || {
                    let mut chunk = [0; 4096];
                    while let Ok(read @ 1..) = upstream.read(&mut chunk) {
                        if is_first || client.write_all(&chunk[..read]).is_err() {
                            break;
                        }
                    }
                    let _ = client.shutdown(Shutdown::Both);
                });
            }
        });
        Self { url }
    }
}

#[tokio::test]
async fn ctrl_c_leaves_the_operation_running_and_names_it() {
    let server = engine_with_dead_letters(0).await;
    // Mounted first, it answers first.
    let watched = Mock::given(path(format!("/api/v1/operations/{OPERATION}")))
        .respond_with(ResponseTemplate::new(200).set_body_json(operation("running", 3, 0, 0, 10)))
        .expect(1..)
        .mount_as_scoped(&server)
        .await;
    takes(&server, operation("running", 3, 0, 0, 10), vec![]).await;
    let child = Command::new(env!("CARGO_BIN_EXE_wovyr-retry"))
        .args(["--url", &server.uri(), "dlq", "replay", "--all", "--yes", "--rate", "1/s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    watched.wait_until_satisfied().await;
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    assert!(stderr(&output).contains(&format!("wovyr-retry op watch {OPERATION}")));
}

#[tokio::test]
async fn no_wait_returns_the_operation() {
    let server = engine_with_dead_letters(2).await;
    takes(&server, operation("running", 0, 0, 0, 2), vec![]).await;
    let output =
        asking(&server, &["dlq", "replay", "--all", "--yes", "--no-wait", "-o", "name"]).unwrap();
    assert_eq!(stdout(&output), format!("{OPERATION}\n"));
}

#[tokio::test]
async fn zero_done_is_not_success() {
    let server = engine_with_dead_letters(2).await;
    takes(&server, operation("done", 0, 0, 0, 0), vec![]).await;
    let output = asking(&server, &["dlq", "replay", "--all", "--yes"]).output().unwrap();
    assert_eq!(code(&output), 5);
}
