//! The payment service of the demo: a real HTTP server that is sick for a while.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use tokio::net::TcpListener;
use tokio::time::Instant;

use super::script::Script;

/// How long one charge takes.
const LATENCY: Duration = Duration::from_millis(15);

/// The header that a repeat is recognised by.
pub(super) const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// What the service did, as its own books say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Books {
    /// Requests that were answered 503.
    pub(super) refused: u64,
    /// Requests for a key that was charged before: answered as done, not charged again.
    pub(super) repeats: u64,
    /// Requests for cards that are declined.
    pub(super) declined: u64,
    /// Cards charged.
    pub(super) charged: u64,
}

impl Books {
    /// All calls.
    pub(super) fn calls(&self) -> u64 {
        self.refused + self.declined + self.repeats + self.charged
    }
}

#[derive(Debug)]
struct Service {
    script: Script,
    started: Instant,
    books: Mutex<Books>,
    charges: Mutex<HashSet<String>>,
}

/// A running payment service.
#[derive(Debug, Clone)]
pub(super) struct PaymentApi {
    address: SocketAddr,
    service: Arc<Service>,
}

impl PaymentApi {
    /// Starts the service on a free loopback port; it ends with the runtime.
    pub(super) async fn start(script: Script, started: Instant) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let books = Mutex::default();
        let service = Arc::new(Service { script, started, books, charges: Mutex::default() });
        let app = Router::new().route("/charge", post(charge)).with_state(Arc::clone(&service));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { address, service })
    }

    /// Where a card is charged.
    pub(super) fn charge_url(&self) -> String {
        format!("http://{}/charge", self.address)
    }

    /// What the service did so far.
    pub(super) fn books(&self) -> Books {
        *self.service.books.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

async fn charge(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    card: String,
) -> (StatusCode, &'static str) {
    tokio::time::sleep(LATENCY).await;
    let mut books = service.books.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if service.script.is_sick(service.started.elapsed()) {
        books.refused += 1;
        return (StatusCode::SERVICE_UNAVAILABLE, "overloaded, try again later");
    }
    if card == "declined" {
        books.declined += 1;
        return (StatusCode::PAYMENT_REQUIRED, "card declined");
    }
    let Some(key) = headers.get(IDEMPOTENCY_KEY).and_then(|key| key.to_str().ok()) else {
        return (StatusCode::BAD_REQUEST, "no Idempotency-Key");
    };
    let mut charges = service.charges.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !charges.insert(key.to_owned()) {
        books.repeats += 1;
        return (StatusCode::OK, "charged before");
    }
    books.charged += 1;
    (StatusCode::OK, "charged")
}
