//! Who may work and who may wait: both bounded, so that memory and time are.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use crate::api::{ErrorCode, MAX_WAIT};
use crate::server::ServerOptions;
use crate::server::error::ApiError;

/// Requests that share a bound.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
    timeout: Duration,
}

impl Lane {
    /// The lanes of single requests and of batches; their long polls share a bound.
    pub(super) fn pair(options: &ServerOptions) -> (Self, Self) {
        let waiting = Arc::new(Semaphore::new(options.max_waiting));
        let lane = |bound| Self {
            working: Arc::new(Semaphore::new(bound)),
            waiting: Arc::clone(&waiting),
            patience: options.patience,
            timeout: options.timeout,
        };
        (lane(options.max_working), lane(options.max_batches))
    }

    async fn seat(&self) -> Result<Seat, ApiError> {
        let working = Arc::clone(&self.working).acquire_owned();
        match time::timeout(self.patience, working).await {
            Ok(Ok(permit)) => Ok(Seat {
                place: Arc::new(Mutex::new((Phase::Working, permit))),
                waiting: Arc::clone(&self.waiting),
            }),
            Ok(Err(_)) | Err(_) => Err(overloaded("requests at work")),
        }
    }
}

fn overloaded(what: &str) -> ApiError {
    ApiError::new(ErrorCode::Overloaded, format!("there are too many {what}; try again"))
}

/// What a request is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Reading,
    Working,
    Waiting,
}

/// The place of one request within the bounds.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    place: Arc<Mutex<(Phase, OwnedSemaphorePermit)>>,
    waiting: Arc<Semaphore>,
}

impl Seat {
    fn lock(&self) -> MutexGuard<'_, (Phase, OwnedSemaphorePermit)> {
        self.place.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Says that the body is being read.
    pub(super) fn read(&self) {
        self.lock().0 = Phase::Reading;
    }

    /// Says that the body has arrived.
    pub(super) fn work(&self) {
        self.lock().0 = Phase::Working;
    }

    /// Makes room for others at work while this request waits.
    pub(super) fn wait(&self) -> Result<(), ApiError> {
        let permit = Arc::clone(&self.waiting).try_acquire_owned();
        let permit = permit.map_err(|_| overloaded("long polls"))?;
        *self.lock() = (Phase::Waiting, permit);
        Ok(())
    }

    /// Answers when the request has taken too long.
    async fn overdue(&self, timeout: Duration) -> ApiError {
        time::sleep(timeout).await;
        if self.lock().0 == Phase::Waiting {
            time::sleep(MAX_WAIT.into()).await;
        }
        match self.lock().0 {
            Phase::Reading => {
                let text = format!("the body did not arrive within {} s", timeout.as_secs());
                ApiError::new(ErrorCode::RequestTimeout, text)
            }
            Phase::Working | Phase::Waiting => {
                let text = "the store did not answer in time; what was asked may still be done";
                ApiError::new(ErrorCode::StoreUnavailable, text)
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Seat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let seat = parts.extensions.get::<Self>().cloned();
        seat.ok_or_else(|| ApiError::internal("a route without a lane"))
    }
}

/// Lets a request in when there is room, and out when it takes too long.
pub(super) async fn admit(
    State(lane): State<Lane>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let seat = lane.seat().await?;
    request.extensions_mut().insert(seat.clone());
    tokio::select! {
        response = next.run(request) => Ok(response),
        error = seat.overdue(lane.timeout) => Err(error),
    }
}
