//! The routes and what lies around them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::{Extension, Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::api::{API_BASE, ErrorCode};
use crate::runtime::Engine;
use crate::server::admission::{Lane, admit};
use crate::server::envelope::{RequestIds, envelop, panicked};
use crate::server::error::ApiError;
use crate::server::gate::guard;
use crate::server::routes::description::Description;
use crate::server::routes::{
    activities, bulk, dead_letters, description, health, leases, metrics, operations, policies,
    policy_versions, reports,
};
use crate::server::{ServerOptions, openapi};

/// Largest body of a single request: a payload of 1 MiB in its longest JSON form, six characters
/// a byte, with as much metadata as there may be.
const SINGLE_BYTES: usize = 8 * 1024 * 1024;

/// Largest body of a batch.
const BATCH_BYTES: usize = 32 * 1024 * 1024;

/// The whole interface of an engine. Every answer is in the one shape, errors too.
pub fn router(engine: Engine, options: &ServerOptions) -> Router {
    let (single_lane, batch_lane) = Lane::pair(options);
    let single = single_routes().layer(middleware::from_fn_with_state(single_lane, admit));
    let batch = batch_routes().layer(middleware::from_fn_with_state(batch_lane, admit));
    let ids = Arc::new(RequestIds::new(engine.draw()));
    let json = openapi::openapi().to_json().unwrap_or_default();
    let (routes, _) = open_routes().merge(single).merge(batch).split_for_parts();
    routes
        .layer(Extension(Description(Bytes::from(json))))
        .fallback(unknown_route)
        .method_not_allowed_fallback(unknown_method)
        .layer(middleware::from_fn(guard))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(ids, envelop))
        .with_state(engine)
}

/// The routes with their description, without bounds.
pub(super) fn described() -> OpenApiRouter<Engine> {
    OpenApiRouter::with_openapi(openapi::blank())
        .merge(open_routes())
        .merge(single_routes())
        .merge(batch_routes())
}

/// Routes that answer however much there is to do.
fn open_routes() -> OpenApiRouter<Engine> {
    health::routes().merge(description::routes())
}

fn single_routes() -> OpenApiRouter<Engine> {
    let resources = activities::routes()
        .merge(leases::routes())
        .merge(policies::routes().merge(policy_versions::routes()))
        .merge(dead_letters::routes())
        .merge(bulk::routes())
        .merge(operations::routes())
        .merge(metrics::routes());
    OpenApiRouter::new()
        .nest(API_BASE, resources)
        .merge(metrics::exposition_routes())
        .layer(DefaultBodyLimit::max(SINGLE_BYTES))
}

fn batch_routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new()
        .nest(API_BASE, activities::batch_routes().merge(reports::batch_routes()))
        .layer(DefaultBodyLimit::max(BATCH_BYTES))
}

async fn unknown_route() -> ApiError {
    let text = "there is no such route; /openapi.json describes all there are";
    ApiError::new(ErrorCode::NotFound, text)
}

async fn unknown_method() -> ApiError {
    let text = "this route has no such method; the `Allow` header names those it has";
    ApiError::new(ErrorCode::MethodNotAllowed, text)
}
