//! A small engine that grants the leases it is given and notes what it hears.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::extract::{Path as UrlPath, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use wovyr_retry::api::{
    AcquireRequest, AcquireResponse, Decision, ErrorBody, ErrorCode, ErrorEnvelope,
    HeartbeatResponse, LeaseView, ReportItem, ReportRequest, ReportResponse, ReportResult,
};
use wovyr_retry::client::{ClientOptions, EngineClient};
use wovyr_retry::model::{ActivityKey, LeaseToken, Timestamp};
use wovyr_retry::worker::{Summary, Worker, WorkerError, WorkerOptions};

use crate::eventually;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Default)]
pub(super) struct Notes {
    pub(super) due: VecDeque<LeaseView>,
    /// Polls are held back while this is set.
    pub(super) closed: bool,
    pub(super) polls: usize,
    pub(super) reports: Vec<ReportItem>,
    pub(super) turns: usize,
    pub(super) beats: HashMap<String, usize>,
    pub(super) released: HashSet<String>,
    /// Turns that are answered as by a proxy without an engine behind it.
    pub(super) broken_turns: usize,
    /// Items that are put off once each.
    pub(super) busy_items: usize,
    /// Tokens that hold nothing any more.
    pub(super) lost: HashSet<String>,
    pub(super) forbidden: bool,
}

type Shared = Arc<Mutex<Notes>>;

pub(super) struct Engine {
    notes: Shared,
    address: SocketAddr,
    /// Its own: all that it does ends with it.
    runtime: Option<Runtime>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.die();
    }
}

fn refuse(code: ErrorCode) -> Response {
    let error = ErrorBody::new(code, "no");
    let status = StatusCode::from_u16(error.status).unwrap();
    (status, Json(ErrorEnvelope { error })).into_response()
}

fn take(notes: &Shared, max: u32) -> Vec<LeaseView> {
    let mut notes = notes.lock().unwrap();
    let count = notes.due.len().min(max as usize);
    notes.due.drain(..count).collect()
}

async fn acquire(State(notes): State<Shared>, Json(request): Json<AcquireRequest>) -> Response {
    request.validate().unwrap();
    if notes.lock().unwrap().forbidden {
        return refuse(ErrorCode::ForbiddenHost);
    }
    notes.lock().unwrap().polls += 1;
    let ends = Instant::now() + Duration::from_millis(request.wait_ms);
    eventually::until("work comes or the wait ends", PATIENCE, || {
        if notes.lock().unwrap().closed {
            return None;
        }
        let leases = take(&notes, request.max);
        (!leases.is_empty() || Instant::now() >= ends)
            .then(|| Json(AcquireResponse { leases }).into_response())
    })
    .await
}

async fn report(State(notes): State<Shared>, Json(request): Json<ReportRequest>) -> Response {
    request.validate().unwrap();
    let mut results = Vec::new();
    {
        let mut notes = notes.lock().unwrap();
        notes.turns += 1;
        if notes.broken_turns > 0 {
            notes.broken_turns -= 1;
            return (StatusCode::BAD_GATEWAY, "<html>no engine</html>").into_response();
        }
        for item in request.reports {
            item.validate().unwrap();
            results.push(if notes.lost.contains(&item.token) {
                ReportResult::refused(ErrorBody::new(ErrorCode::LeaseLost, "too late"))
            } else if notes.busy_items > 0 {
                notes.busy_items -= 1;
                ReportResult::refused(ErrorBody::new(ErrorCode::StoreUnavailable, "busy"))
            } else {
                notes.reports.push(item);
                ReportResult::accepted(Decision::Completed { attempt: 1 })
            });
        }
    }
    let leases = request.acquire.map_or_else(Vec::new, |acquire| take(&notes, acquire.max));
    Json(ReportResponse { results, leases }).into_response()
}

async fn on_lease(
    State(notes): State<Shared>,
    UrlPath((token, verb)): UrlPath<(String, String)>,
) -> Response {
    let mut notes = notes.lock().unwrap();
    if notes.lost.contains(&token) {
        return refuse(ErrorCode::LeaseLost);
    }
    match verb.as_str() {
        "heartbeat" => {
            *notes.beats.entry(token).or_default() += 1;
            let expires_at = Timestamp::EPOCH;
            let answer = HeartbeatResponse { expires_at, expires_in_ms: 600, cancelled: false };
            Json(answer).into_response()
        }
        "release" => {
            let activity = lease(0, 0).activity;
            notes.released.insert(token);
            Json(activity).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

impl Engine {
    pub(super) async fn start(leases: impl IntoIterator<Item = LeaseView>) -> Self {
        let notes = Notes { due: leases.into_iter().collect(), ..Notes::default() };
        let address = "127.0.0.1:0".parse().unwrap();
        let mut engine = Self { notes: Arc::new(Mutex::new(notes)), address, runtime: None };
        engine.serve().await;
        engine
    }

    /// Serves where it served before.
    pub(super) async fn serve(&mut self) {
        let router = Router::new()
            .route("/api/v1/leases:acquire", post(acquire))
            .route("/api/v1/leases:report", post(report))
            .route("/api/v1/leases/{token}/{verb}", post(on_lease))
            .with_state(self.notes.clone());
        let mut listener = None;
        until("the port is free", || {
            listener = std::net::TcpListener::bind(self.address).ok();
            listener.is_some()
        })
        .await;
        let listener = listener.unwrap();
        listener.set_nonblocking(true).unwrap();
        self.address = listener.local_addr().unwrap();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            axum::serve(listener, router).await.unwrap();
        });
        self.runtime = Some(runtime);
    }

    /// Ends with all its connections, as a killed process does.
    pub(super) fn die(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    pub(super) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap()
    }

    pub(super) fn worker(&self, command: &[&str]) -> Result<Worker, WorkerError> {
        let client = EngineClient::new(&ClientOptions::new(format!("http://{}", self.address)));
        let options = WorkerOptions {
            queues: vec!["payments".to_owned()],
            activity_types: Vec::new(),
            command: command.iter().map(|&word| word.to_owned()).collect(),
            concurrency: 4,
            worker_id: "w1".to_owned(),
        };
        Worker::new(client.unwrap(), options)
    }

    /// Starts a worker that runs a script.
    pub(super) fn work(&self, script: &str) -> Work {
        let shutdown = CancellationToken::new();
        let worker = self.worker(&["sh", "-c", script]).unwrap();
        Work { shutdown: shutdown.clone(), task: tokio::spawn(worker.run(shutdown)) }
    }
}

pub(super) struct Work {
    pub(super) shutdown: CancellationToken,
    pub(super) task: JoinHandle<Result<Summary, WorkerError>>,
}

impl Work {
    pub(super) async fn end(self) -> Summary {
        self.shutdown.cancel();
        self.task.await.unwrap().unwrap()
    }
}

/// Waits until something holds; fails after a minute.
pub(super) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    eventually::until(what, PATIENCE, || holds().then_some(())).await;
}

pub(super) fn token(number: u8) -> LeaseToken {
    let name = format!("a{number}");
    LeaseToken::new(ActivityKey::new("default", "w", "e", name).unwrap().id(), [number; 24])
}

pub(super) fn lease(number: u8, expires_in_ms: u64) -> LeaseView {
    let at = "2026-11-30T19:40:12.000Z";
    serde_json::from_value(json!({
        "token": token(number), "expires_at": at, "expires_in_ms": expires_in_ms, "attempt": 2,
        "max_attempts": null, "generation": 1, "idempotency_key": "wrk_1",
        "payload": format!("payload {number}"),
        "activity": {
            "id": token(number).activity(), "object": "activity", "tenant": "default",
            "workflow_id": "w", "execution_id": "e", "activity_id": format!("a{number}"),
            "activity_type": "ChargeCard", "queue": "payments", "metadata": {},
            "state": "running", "generation": 1, "attempt": 2,
            "policy": {"name": "default", "version": 0, "digest": "sha256:0"},
            "retry": {"attempts": 2, "strategy": "exponential"},
            "idempotency_key": "wrk_1", "payload_bytes": 9,
            "created_at": at, "updated_at": at, "version": 3
        }
    }))
    .unwrap()
}
