//! A real engine behind its real HTTP interface, in this process, on a free port of this machine.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use reqwest::Method;
use rustls::crypto::ring;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use wovyr_retry::model::Clock;
use wovyr_retry::retry::persistence::RetryStore;
use wovyr_retry::runtime::{Engine, EngineClock, EngineOptions, Loops};
use wovyr_retry::server::{ServeError, ServerOptions, serve};
use wovyr_retry::store::{MemoryStore, SqliteStore};

/// How long anything in a test may take before it counts as never.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine with its server.
pub(crate) struct Harness {
    /// The address, e.g. `http://127.0.0.1:41234`.
    pub(crate) url: String,
    /// The engine behind it.
    pub(crate) engine: Engine,
    store: Weak<dyn RetryStore>,
    http: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<Result<(), ServeError>>,
    _loops: Loops,
    _directory: Option<TempDir>,
}

/// What a harness is made of; the default is an empty store in memory.
pub(crate) struct Setting {
    pub(crate) store: Arc<dyn RetryStore>,
    /// Absent: the real one.
    pub(crate) clock: Option<Arc<dyn Clock>>,
    pub(crate) bounds: ServerOptions,
}

impl Default for Setting {
    fn default() -> Self {
        Self { store: Arc::new(MemoryStore::new()), clock: None, bounds: ServerOptions::default() }
    }
}

/// An answer: status, headers, JSON.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) json: Value,
}

impl Reply {
    /// Reads an answer; a body that is not JSON is a JSON string.
    pub(crate) async fn of(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let json = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self { status, headers, json }
    }

    /// The JSON of an answer that must have `status`.
    #[track_caller]
    pub(crate) fn with(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{:#}", self.json);
        self.json
    }

    /// Status and code of an answer that must be an error in the one shape.
    #[track_caller]
    pub(crate) fn error(&self) -> (u16, &str) {
        let error = &self.json["error"];
        assert_eq!(error["status"], self.status, "{:#}", self.json);
        assert!(error["message"].is_string() && error["type"].is_string(), "{:#}", self.json);
        assert_eq!(error["request_id"], self.headers["x-request-id"].to_str().unwrap());
        (self.status, error["code"].as_str().unwrap())
    }

    /// The names of the fields that an error complains about.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let details = self.json["error"]["details"].as_array();
        details.into_iter().flatten().map(|detail| detail["field"].as_str().unwrap()).collect()
    }
}

impl Harness {
    /// Starts an engine on an empty store in memory.
    pub(crate) async fn in_memory() -> Self {
        Self::start(Setting::default()).await
    }

    /// Starts an engine on a store in a file.
    pub(crate) async fn on_file(path: &Path) -> Self {
        let store = Arc::new(SqliteStore::open(path).unwrap());
        Self::start(Setting { store, ..Setting::default() }).await
    }

    /// Starts an engine on each kind of store, all empty.
    pub(crate) async fn on_each_store() -> [Self; 2] {
        let directory = tempfile::tempdir().unwrap();
        let on_file = Self::on_file(&directory.path().join("engine.db")).await;
        [Self::in_memory().await, Self { _directory: Some(directory), ..on_file }]
    }

    /// Starts an engine.
    pub(crate) async fn start(Setting { store, clock, bounds }: Setting) -> Self {
        // Fails if another test was first, and then there is a provider.
        let _ = ring::default_provider().install_default();
        let mark = store.engine_time().await.unwrap();
        let kept = Arc::downgrade(&store);
        let clock = clock.unwrap_or_else(|| Arc::new(EngineClock::new(mark)));
        let entropy = Arc::new(entropy());
        let (engine, loops) = Engine::start(EngineOptions { store, clock, entropy }).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move { drop(stopped.await) };
        let served = tokio::spawn(serve(engine.clone(), listener, bounds, stopped));
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let stop = Some(stop);
        Self { url, engine, store: kept, http, stop, served, _loops: loops, _directory: None }
    }

    /// Begins a request, `path` from the root.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url)).timeout(PATIENCE)
    }

    /// Gets a resource, `path` below `/api/v1`.
    pub(crate) async fn get(&self, path: &str) -> Reply {
        let request = self.request(Method::GET, &format!("/api/v1{path}"));
        Reply::of(request.send().await.unwrap()).await
    }

    /// Posts a body, `path` below `/api/v1`.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        let request = self.request(Method::POST, &format!("/api/v1{path}"));
        Reply::of(request.json(body).send().await.unwrap()).await
    }

    /// Publishes a policy.
    pub(crate) async fn publish(&self, name: &str, source: &str) -> Value {
        let body = json!({"name": name, "source": source, "activate": true});
        self.post("/policies", &body).await.with(201)
    }

    /// Schedules an activity of a queue and type of its own name, with a policy.
    pub(crate) async fn schedule(&self, activity: &str, policy: &str) -> Value {
        self.post("/activities", &activity_of(activity, policy)).await.with(201)
    }

    /// Leases one activity of a queue; waits for it.
    pub(crate) async fn lease(&self, queue: &str) -> Value {
        let body = json!({"worker_id": "w1", "queues": [queue], "max": 1, "wait_ms": 15_000});
        let mut answer = self.post("/leases:acquire", &body).await.with(200);
        answer["leases"][0].take()
    }

    /// Gets a resource until it is as it should be.
    pub(crate) async fn until(&self, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let json = self.get(path).await.with(200);
            if holds(&json) {
                return json;
            }
            assert!(Instant::now() < deadline, "{path} stays {json:#}");
            tokio::task::yield_now().await;
        }
    }

    /// Gets a resource until the engine has room for the call.
    pub(crate) async fn until_ok(&self, path: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.get(path).await.status != 200 {
            assert!(Instant::now() < deadline, "{path} is refused for ever");
        }
    }

    /// Stops the server, which must end by itself.
    pub(crate) async fn stop(mut self) {
        self.end().await;
    }

    /// Stops the server and the engine and waits until the store is closed.
    pub(crate) async fn close(mut self) {
        self.end().await;
        let store = self.store.clone();
        drop(self);
        let deadline = Instant::now() + PATIENCE;
        while store.strong_count() > 0 {
            assert!(Instant::now() < deadline, "somebody keeps the store");
            tokio::task::yield_now().await;
        }
    }

    async fn end(&mut self) {
        drop(self.stop.take());
        let served = tokio::time::timeout(PATIENCE, &mut self.served).await;
        served.expect("the server ends").unwrap().unwrap();
    }
}

/// Bytes that never repeat within this process.
fn entropy() -> impl Fn() -> [u8; 24] {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    || {
        let mut bytes = [0; 24];
        let drawn = DRAWN.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        bytes[..8].copy_from_slice(&drawn);
        bytes
    }
}

/// The request for an activity whose queue and type have its own name.
pub(crate) fn activity_of(activity: &str, policy: &str) -> Value {
    json!({"workflow_id": "order-1001", "execution_id": "run-1", "activity_id": activity,
        "activity_type": activity, "queue": activity, "policy": policy})
}

/// The path of a lease's verb.
pub(crate) fn on(lease: &Value, verb: &str) -> String {
    format!("/leases/{}/{verb}", lease["token"].as_str().unwrap())
}

/// A transient failure.
pub(crate) fn failure() -> Value {
    json!({"failure": {"type": "HttpError", "message": "503", "http_status": 503}})
}
