//! Numbers over HTTP, and the tests whether an engine lives and can work.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Harness, Reply, failure, on};

const QUICK: &str = "retry: {maxAttempts: 2, strategy: fixed, initialDelay: 10ms, jitter: false}\n";

/// One activity that completes on its second attempt, one that dies on it, one that waits.
async fn story(harness: &Harness) {
    harness.publish("quick", QUICK).await;
    for name in ["a", "b", "c"] {
        harness.schedule(name, "quick").await;
    }
    for name in ["a", "b"] {
        let lease = harness.lease(name).await;
        harness.post(&on(&lease, "fail"), &failure()).await.with(200);
    }
    let lease = harness.lease("a").await;
    harness.post(&on(&lease, "complete"), &json!({})).await.with(200);
    let lease = harness.lease("b").await;
    harness.post(&on(&lease, "fail"), &failure()).await.with(200);
}

#[tokio::test]
async fn numbers_are_counted_in_the_store() {
    for harness in Harness::on_each_store().await {
        story(&harness).await;
        let metrics = harness.get("/metrics").await.with(200);
        assert_eq!(
            metrics["activities"],
            json!({"scheduled": 1, "running": 0, "delayed": 0, "completed": 1, "failed": 0,
                "dead_lettered": 1, "cancelled": 0})
        );
        assert_eq!(metrics["dead_letters"], json!({"dead": 1, "replayed": 0, "purged": 0}));
        assert_eq!(
            (&metrics["events"]["Failed"], &metrics["events"]["Leased"]),
            (&json!(3), &json!(4))
        );
        let retry = &metrics["retry"];
        assert_eq!((&retry["attempts"], &retry["success_rate"]), (&json!(2), &json!(0.5)));
        assert_eq!((&retry["queue_size"], &retry["average_delay_ms"]), (&json!(0), &json!(10.0)));
        let windows: Vec<_> =
            metrics["rates"].as_array().unwrap().iter().map(|r| r["window_ms"].clone()).collect();
        assert_eq!(windows, [10_000, 60_000, 300_000]);
        let other = harness.request(Method::GET, "/api/v1/metrics").header("x-wovyr-tenant", "b");
        let other = Reply::of(other.send().await.unwrap()).await.with(200);
        assert_eq!(other["activities"]["completed"], 0);
        harness.stop().await;
    }
}

#[tokio::test]
async fn prometheus_reads_the_same_numbers() {
    for harness in Harness::on_each_store().await {
        story(&harness).await;
        let reply = Reply::of(harness.request(Method::GET, "/metrics").send().await.unwrap()).await;
        let kind = reply.headers["content-type"].to_str().unwrap().to_owned();
        assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
        let Value::String(text) = reply.with(200) else { panic!("a text") };
        for line in [
            "wovyr_retry_activities{state=\"completed\"} 1",
            "wovyr_retry_activities{state=\"running\"} 0",
            "wovyr_retry_dead_letters{status=\"dead\"} 1",
            "wovyr_retry_events_total{event=\"RetryDelayed\"} 2",
            "wovyr_retry_attempts_total 2",
            "wovyr_retry_success_ratios 0.5",
            "wovyr_retry_delay_seconds 0.01",
            "# EOF",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
        harness.stop().await;
    }
}

#[tokio::test]
async fn it_lives_and_can_work() {
    for harness in Harness::on_each_store().await {
        for path in ["/healthz", "/readyz"] {
            let reply = Reply::of(harness.request(Method::GET, path).send().await.unwrap()).await;
            assert_eq!(reply.with(200)["status"], "ok");
        }
        harness.stop().await;
    }
}
