//! What every answer has: the id of the call, the version of the interface, errors in one shape,
//! and a line in the log.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{API_VERSION, ErrorBody, ErrorEnvelope, header_name};
use crate::model::RequestId;
use crate::server::error::ApiError;

const VERSION_HEADER: HeaderName = HeaderName::from_static(header_name::API_VERSION);
const REQUEST_ID_HEADER: HeaderName = HeaderName::from_static(header_name::REQUEST_ID);

/// When a request that was shed may come again, in seconds.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("1");

/// Numbers the calls of this process: eight bytes drawn at its start, then a count.
#[derive(Debug)]
pub(super) struct RequestIds {
    start: [u8; 8],
    count: AtomicU64,
}

impl RequestIds {
    /// Starts to count; `random` makes the ids differ from those of other processes.
    pub(super) fn new(random: [u8; 24]) -> Self {
        let mut start = [0; 8];
        start.copy_from_slice(&random[..8]);
        Self { start, count: AtomicU64::new(0) }
    }

    fn next(&self) -> RequestId {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.start);
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        bytes[8..].copy_from_slice(&count.to_be_bytes());
        RequestId(bytes)
    }
}

/// Wraps a call.
pub(super) async fn envelop(
    State(ids): State<Arc<RequestIds>>,
    request: Request,
    next: Next,
) -> Response {
    let id = ids.next().to_string();
    let started = Instant::now();
    let method = request.method().clone();
    // Not the path as called: those of leases hold their tokens.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let (response, code) = finished(next.run(request).await, &id);
    tracing::debug!(
        request_id = id,
        method = method.as_str(),
        route = route.as_ref().map_or("(none)", MatchedPath::as_str),
        status = response.status().as_u16(),
        code,
        elapsed_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
        "call"
    );
    response
}

/// Writes the error, if the answer is one, and the headers; gives the error's code, too.
fn finished(mut response: Response, id: &str) -> (Response, Option<String>) {
    let mut code = None;
    if let Some(mut error) = response.extensions_mut().remove::<Box<ErrorBody>>() {
        error.request_id = Some(id.to_owned());
        code = Some(error.code.clone());
        let written = Json(ErrorEnvelope { error: *error }).into_response();
        let (head, _) = response.into_parts();
        let (mut written_head, body) = written.into_parts();
        written_head.status = head.status;
        written_head.headers.extend(head.headers);
        response = Response::from_parts(written_head, body);
    }
    let status = response.status();
    let headers = response.headers_mut();
    if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        headers.insert(RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    headers.insert(VERSION_HEADER, HeaderValue::from_static(API_VERSION));
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID_HEADER, id);
    }
    (response, code)
}

/// Answers for a handler that panicked; what it said stays here.
#[allow(clippy::needless_pass_by_value)] // the signature that the layer asks for
pub(super) fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let said = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("no text");
    ApiError::internal(format_args!("panic: {said}")).into_response()
}
