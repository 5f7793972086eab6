//! The log of a running engine: every retry event in full, no secrets.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;

use crate::harness::{Harness, failure, on};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// One activity that is retried and then dies; gives what was logged and the tokens of its leases.
async fn logged() -> (String, Vec<String>) {
    // With one subscriber in the process a call site would ask that of the thread that met it
    // first, which may be another test's and have none; with two it asks both.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_max_level(Level::TRACE)
        .with_writer(log.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let harness = Harness::in_memory().await;
    let policy = "retry: {maxAttempts: 2, strategy: fixed, initialDelay: 10ms, jitter: false}\n";
    harness.publish("p", policy).await;
    harness.schedule("a", "p").await;
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let lease = harness.lease("a").await;
        harness.post(&on(&lease, "fail"), &failure()).await.with(200);
        tokens.push(lease["token"].as_str().unwrap().to_owned());
    }
    harness.stop().await;
    drop(guard);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    (text, tokens)
}

#[tokio::test]
async fn says_every_retry_event_in_full_and_no_secret() {
    let (text, tokens) = logged().await;
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ours: Vec<Value> =
        lines.filter(|line| line["target"].as_str().unwrap().starts_with("wovyr_retry")).collect();
    let events: Vec<&Value> = ours
        .iter()
        .map(|line| &line["fields"])
        .filter(|f| f["message"] == "attempt failed")
        .collect();
    assert_eq!(events.len(), 2, "{text}");
    for (field, first, second) in [
        ("event", "\"RetryDelayed\"", "\"DeadLettered\""),
        ("workflowId", "\"order-1001\"", "\"order-1001\""),
        ("executionId", "\"run-1\"", "\"run-1\""),
        ("activityId", "\"a\"", "\"a\""),
        ("attempt", "1", "2"),
        ("strategy", "\"fixed\"", "\"fixed\""),
        ("delay", "10", "null"),
        ("failureReason", "\"HttpError: 503\"", "\"HttpError: 503\""),
        ("workerId", "\"w1\"", "\"w1\""),
    ] {
        let said = (events[0][field].to_string(), events[1][field].to_string());
        assert_eq!(said, (first.to_owned(), second.to_owned()), "{field}");
    }
    assert!(events.iter().all(|event| event["timestamp"].is_string()));
    let calls: Vec<&Value> =
        ours.iter().map(|line| &line["fields"]).filter(|f| f["message"] == "call").collect();
    let fail = calls.iter().find(|call| call["route"] == "/api/v1/leases/{token}/fail");
    assert_eq!(fail.unwrap()["status"], 200, "{calls:#?}");
    for line in &ours {
        assert!(!tokens.iter().any(|token| line.to_string().contains(token)), "{line}");
    }
}
