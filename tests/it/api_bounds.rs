//! Bounds of the server: on work, on waits, on time; and a store that fails.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};
use wovyr_retry::retry::persistence::StoreError;
use wovyr_retry::server::{ServeError, ServerOptions, serve};

use crate::faulty_store::{Fault, FaultyStore};
use crate::harness::{Harness, PATIENCE, Reply, Setting, activity_of};

const SHORT: Duration = Duration::from_millis(200);

async fn bounded(bounds: ServerOptions) -> Harness {
    Harness::start(Setting { bounds, ..Setting::default() }).await
}

/// Begins a call whose body never comes.
async fn stuck_call(harness: &Harness) -> TcpStream {
    let mut stream = connect(harness).await;
    let head = "POST /api/v1/activities HTTP/1.1\r\nhost: localhost\r\n\
        content-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn connect(harness: &Harness) -> TcpStream {
    TcpStream::connect(harness.url.strip_prefix("http://").unwrap()).await.unwrap()
}

/// Everything that comes until the other side closes.
async fn rest_of(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut text)).await.expect("it closes").unwrap();
    String::from_utf8(text).unwrap()
}

#[tokio::test]
async fn too_much_work_is_shed() {
    let bounds = ServerOptions { max_working: 1, patience: SHORT, ..ServerOptions::default() };
    let harness = bounded(bounds).await;
    let stuck = stuck_call(&harness).await;
    let deadline = Instant::now() + PATIENCE;
    let shed = loop {
        let reply = harness.get("/activities").await;
        if reply.status != 200 {
            break reply;
        }
        assert!(Instant::now() < deadline, "the stuck call never took its place");
    };
    assert_eq!(shed.error(), (503, "overloaded"));
    assert_eq!(shed.headers["retry-after"], "1");
    let health = harness.request(Method::GET, "/healthz").send().await.unwrap();
    assert_eq!(health.status(), 200, "the health of an engine at its limit");
    drop(stuck);
    harness.until_ok("/activities").await;
    harness.stop().await;
}

#[tokio::test]
async fn too_many_waits_are_shed_and_hold_up_no_work() {
    let bounds = ServerOptions { max_working: 1, max_waiting: 1, ..ServerOptions::default() };
    let harness = bounded(bounds).await;
    let long = json!({"worker_id": "w", "queues": ["a"], "wait_ms": 60_000});
    let brief = json!({"worker_id": "w", "queues": ["b"], "wait_ms": 1});
    let (leases, ()) = tokio::join!(harness.post("/leases:acquire", &long), async {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let reply = harness.post("/leases:acquire", &brief).await;
            if reply.status != 200 {
                assert_eq!(reply.error(), (503, "overloaded"));
                break;
            }
            assert!(Instant::now() < deadline, "the long poll never began to wait");
        }
        harness.schedule("a", "default").await;
    });
    assert_eq!(leases.with(200)["leases"][0]["activity"]["activity_id"], "a");
    harness.stop().await;
}

#[tokio::test]
async fn slow_callers_are_let_go() {
    let bounds = ServerOptions { timeout: SHORT, head_timeout: SHORT, ..ServerOptions::default() };
    let harness = bounded(bounds).await;
    let answer = rest_of(stuck_call(&harness).await).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("request_timeout"), "{answer}");
    let mut halting = connect(&harness).await;
    halting.write_all(b"GET /healthz HTTP/1.1\r\n").await.unwrap();
    rest_of(halting).await;
    rest_of(connect(&harness).await).await;
    harness.stop().await;
}

#[tokio::test]
async fn a_stop_does_not_wait_for_silent_connections() {
    let harness = bounded(ServerOptions { drain: PATIENCE, ..ServerOptions::default() }).await;
    let silent = connect(&harness).await;
    harness.get("/activities").await.with(200);
    let started = Instant::now();
    harness.stop().await;
    assert!(started.elapsed() < PATIENCE / 2);
    drop(silent);
}

#[tokio::test]
async fn a_stop_waits_only_so_long() {
    let harness = bounded(ServerOptions { drain: SHORT, ..ServerOptions::default() }).await;
    let stuck = stuck_call(&harness).await;
    harness.get("/activities").await.with(200);
    let started = Instant::now();
    harness.stop().await;
    assert!(started.elapsed() < PATIENCE / 2);
    drop(stuck);
}

#[tokio::test]
async fn other_addresses_than_loopback_are_refused() {
    let harness = Harness::in_memory().await;
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let bounds = ServerOptions::default();
    let served = serve(harness.engine.clone(), listener, bounds, std::future::pending());
    let refused = timeout(PATIENCE, served).await.unwrap().unwrap_err();
    assert!(matches!(refused, ServeError::NotLoopback(_)), "{refused}");
    harness.stop().await;
}

/// Gets a list and schedules an activity.
async fn read_and_write(harness: &Harness) -> [Reply; 2] {
    let write = harness.post("/activities", &activity_of("a", "default")).await;
    [harness.get("/activities").await, write]
}

#[tokio::test]
async fn a_store_that_fails_is_named() {
    let store = Arc::new(FaultyStore::new());
    let bounds = ServerOptions { timeout: SHORT, ..ServerOptions::default() };
    let setting = Setting { store: store.clone(), bounds, ..Setting::default() };
    let harness = Harness::start(setting).await;
    let ready = || harness.request(Method::GET, "/readyz").send();
    let full = StoreError::Unavailable("the disk is full".to_owned());
    let torn = StoreError::Corrupt("a torn page".to_owned());
    let moving = StoreError::Conflict { what: "policy p".to_owned() };
    for (fault, status, code) in [
        (Fault::Says(full), 503, "store_unavailable"),
        (Fault::Says(torn), 500, "store_corrupt"),
        (Fault::Says(moving), 409, "conflict"),
    ] {
        store.set(Some(fault));
        for reply in read_and_write(&harness).await {
            assert_eq!(reply.error(), (status, code));
            assert_eq!(reply.headers.contains_key("retry-after"), status == 503);
        }
        assert_eq!(ready().await.unwrap().status(), 503);
    }
    store.set(Some(Fault::Hangs));
    assert_eq!(harness.get("/activities").await.error(), (503, "store_unavailable"));
    store.set(None);
    assert_eq!(ready().await.unwrap().status(), 200);
    for reply in read_and_write(&harness).await {
        assert!(reply.status < 300, "{:#}", reply.json);
    }
    harness.stop().await;
}

#[tokio::test]
async fn a_panic_is_an_answer_that_tells_nothing() {
    let store = Arc::new(FaultyStore::new());
    let harness = Harness::start(Setting { store: store.clone(), ..Setting::default() }).await;
    store.set(Some(Fault::Panics));
    let reply = harness.get("/activities").await;
    assert_eq!(reply.error(), (500, "internal"));
    assert!(!reply.json.to_string().contains("secret"), "{:#}", reply.json);
    store.set(None);
    assert_eq!(harness.get("/activities").await.with(200)["data"], Value::Array(Vec::new()));
    harness.stop().await;
}
