//! Lists and single things of an engine, in every format.

use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};
use wovyr_retry::api::MAX_LIMIT;

use super::cli_command::{
    HOSTILE, asking, code, dead_id, dead_letter, document, engine_with_dead_letters, page_of,
    stderr, stdout, wovyr,
};

#[tokio::test]
async fn lists_show_a_hundred_and_say_how_many_more() {
    let server = engine_with_dead_letters(250).await;
    let output = asking(&server, &["dlq", "list"]).unwrap();
    assert_eq!(stdout(&output).lines().count(), 101, "a header and a hundred rows");
    assert_eq!(stderr(&output), "150 more; --all shows every one\n");
    let output = asking(&server, &["dlq", "list", "--limit", "150", "-o", "name"]).unwrap();
    assert_eq!(stdout(&output).lines().count(), 150);
    let output = asking(&server, &["dlq", "list", "--all", "-o", "name"]).unwrap();
    let expected: Vec<String> = (0..250).map(dead_id).collect();
    assert_eq!(stdout(&output).lines().collect::<Vec<_>>(), expected);
    assert_eq!(stderr(&output), "");
    let output = asking(&server, &["dlq", "list", "-o", "json"]).unwrap();
    let list = document(&output);
    assert_eq!(list["data"].as_array().unwrap().len(), 100);
    assert_eq!((&list["has_more"], &list["complete"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn a_row_shows_what_the_interface_promises() {
    let server = engine_with_dead_letters(1).await;
    let output = asking(&server, &["dlq", "list"]).unwrap();
    let text = stdout(&output);
    let mut lines = text.lines();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines.next().unwrap()), ["ID", "TYPE", "REASON", "ATTEMPTS", "ERROR", "DIED"]);
    let row = lines.next().unwrap();
    assert!(row.contains("ChargeCard  MaxAttemptsReached  4 of 4    HttpError: 503  "), "{row}");
    assert!(row.ends_with("ago (2026-11-30 19:40:12Z)") || row.contains("in "), "{row}");
}

#[tokio::test]
async fn an_empty_list_is_no_error() {
    let server = engine_with_dead_letters(0).await;
    let output = asking(&server, &["dlq", "list"]).unwrap();
    assert_eq!((stdout(&output), stderr(&output)), (String::new(), "no dead letters\n".into()));
    let output = asking(&server, &["dlq", "list", "-o", "json"]).unwrap();
    assert_eq!(document(&output)["data"], json!([]));
    let output = asking(&server, &["dlq", "list", "--quiet"]).unwrap();
    assert_eq!(stderr(&output), "");
}

#[tokio::test]
async fn hostile_text_is_shown_and_never_acts() {
    let server = MockServer::start().await;
    let mut entry = dead_letter(0, HOSTILE);
    for name in ["workflow_id", "activity_type", "queue", "worker_id"] {
        entry[name] = HOSTILE.into();
    }
    let mut whole = entry.clone();
    whole["failure"] = json!({"type": HOSTILE, "message": HOSTILE, "stack_trace": HOSTILE});
    whole["payload"] = HOSTILE.into();
    whole["metadata"] = json!({HOSTILE: HOSTILE, "no": "yes", "a: b": "# c", "": "5", "- d": "~"});
    whole["history"] = json!([{"index": 1, "event": HOSTILE, "generation": 1, "attempt": 1,
        "at": "2026-11-30T19:40:12.000Z", "details": {HOSTILE: HOSTILE}}]);
    let entries = vec![entry, dead_letter(1, "plain")];
    Mock::given(path("/api/v1/dead-letters"))
        .respond_with(move |request: &Request| page_of(&entries, request))
        .mount(&server)
        .await;
    Mock::given(path(format!("/api/v1/dead-letters/{}", dead_id(0))))
        .respond_with(ResponseTemplate::new(200).set_body_json(whole))
        .mount(&server)
        .await;
    let id = dead_id(0);
    for format in ["table", "wide", "json", "jsonl", "yaml", "csv", "name"] {
        for args in [&["dlq", "list", "-o", format][..], &["dlq", "show", &id, "-o", format]] {
            let output = asking(&server, args).unwrap();
            let text = stdout(&output) + &stderr(&output);
            let acting = text
                .chars()
                .find(|c| (c.is_control() && *c != '\n') || matches!(c, '\u{202a}'..='\u{202e}'));
            assert_eq!(acting, None, "{args:?}: {text}");
        }
    }
    let json = document(&asking(&server, &["dlq", "show", &id, "-o", "json"]).unwrap());
    assert_eq!(json["payload"], HOSTILE, "JSON keeps every byte");
    let yaml = stdout(&asking(&server, &["dlq", "show", &id, "-o", "yaml"]).unwrap());
    assert_eq!(serde_yaml::from_str::<Value>(&yaml).unwrap(), json, "and so does YAML");
    let list = stdout(&asking(&server, &["dlq", "list", "-o", "yaml"]).unwrap());
    let list: Value = serde_yaml::from_str(&list).unwrap();
    assert_eq!(list["data"][0]["workflow_id"], HOSTILE);
    let table = stdout(&asking(&server, &["dlq", "list"]).unwrap());
    assert!(table.contains(r"\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\r\n\t\u{0}\u{202e}"), "{table}");
}

#[tokio::test]
async fn a_reader_that_leaves_early_is_no_error() {
    let server = engine_with_dead_letters(3000).await;
    let mut child = Command::new(env!("CARGO_BIN_EXE_wovyr-retry"))
        .args(["--url", &server.uri(), "dlq", "list", "--all", "-o", "jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut first).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[tokio::test]
async fn no_color_means_any_text_but_the_empty_one() {
    let server = engine_with_dead_letters(1).await;
    let list = |color: &str, no_color: &str| {
        let output =
            asking(&server, &["dlq", "list", "--color", color]).env("NO_COLOR", no_color).unwrap();
        stdout(&output).contains('\u{1b}')
    };
    assert!(list("always", ""));
    assert!(list("always", "1"), "an option is stronger than the environment");
    assert!(!list("auto", "0"));
    assert!(!list("never", ""));
}

#[tokio::test]
async fn ctrl_c_closes_the_document() {
    let server = MockServer::start().await;
    let a_page = usize::try_from(MAX_LIMIT).unwrap();
    let entries: Vec<Value> = (0..=a_page).map(|n| dead_letter(n, "503")).collect();
    Mock::given(path("/api/v1/dead-letters"))
        .respond_with(move |request: &Request| {
            let page = page_of(&entries, request);
            if request.url.query().unwrap().contains("cursor") {
                page.set_delay(std::time::Duration::from_mins(1))
            } else {
                page
            }
        })
        .mount(&server)
        .await;
    let mut child = Command::new(env!("CARGO_BIN_EXE_wovyr-retry"))
        .args(["--url", &server.uri(), "dlq", "list", "--all", "-o", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first page arrives before the second is waited for.
    let mut first = [0; 10];
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut first).unwrap();
    interrupt(&child);
    let mut text = String::from_utf8(first.to_vec()).unwrap();
    reader.read_to_string(&mut text).unwrap();
    let list: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(list["data"].as_array().unwrap().len(), a_page);
    assert_eq!(list["complete"], false);
    assert_eq!(list["error"]["code"], "interrupted");
    assert_eq!(code(&child.wait_with_output().unwrap()), 130);
}

/// Presses ctrl-C.
pub(crate) fn interrupt(child: &std::process::Child) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
}

#[test]
fn an_engine_that_is_not_there_is_named_with_what_to_do() {
    // Nothing listens on the discard port of this machine.
    let output = wovyr()
        .args(["--url", "http://127.0.0.1:9", "dlq", "list", "-o", "json"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 4);
    assert_eq!(document(&output)["error"]["code"], "unreachable");
    let text = stderr(&output);
    assert!(text.contains("cannot reach the engine at http://127.0.0.1:9"), "{text}");
    assert!(text.contains("Hint: start an engine with `wovyr-retry serve`"), "{text}");
}

#[tokio::test]
async fn refusals_and_foreign_answers_have_their_exit_codes() {
    let refusal = |status: u16, code: &str| {
        ResponseTemplate::new(status).set_body_json(json!({"error": {
            "code": code, "message": "because", "type": "client_error", "status": status}}))
    };
    for (answer, exit, word) in [
        (refusal(404, "not_found"), 1, "not_found"),
        (refusal(401, "unauthorized"), 4, "unauthorized"),
        (refusal(503, "overloaded"), 4, "overloaded"),
        (ResponseTemplate::new(200).set_body_string("<html>hello"), 4, "malformed_answer"),
    ] {
        let server = MockServer::start().await;
        Mock::given(method("GET")).respond_with(answer).mount(&server).await;
        let output = asking(&server, &["dlq", "show", &dead_id(0), "-o", "json"]).output().unwrap();
        assert_eq!((code(&output), &document(&output)["error"]["code"]), (exit, &json!(word)));
    }
}

#[test]
fn a_wrong_predicate_never_leaves_the_machine() {
    let output = wovyr().args(["dlq", "list", "--where", "typ = \"x\""]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("did you mean `type`?"), "{}", stderr(&output));
}
