//! Whether the process lives, and whether it can work.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Health, HealthStatus};
use crate::runtime::Engine;

/// How long the store may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(ready))
}

/// Tells that the process lives.
#[utoipa::path(get, path = "/healthz", tag = "health", responses(
    (status = 200, description = "It lives", body = Health),
))]
async fn live() -> Json<Health> {
    Json(health(None))
}

/// Tells whether the engine can work: whether its store answers.
#[utoipa::path(get, path = "/readyz", tag = "health", responses(
    (status = 200, description = "It can work", body = Health),
    (status = 503, description = "It cannot", body = Health),
))]
async fn ready(State(engine): State<Engine>) -> (StatusCode, Json<Health>) {
    let reason = match tokio::time::timeout(PATIENCE, engine.store().engine_time()).await {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some(format!("the store did not answer within {} s", PATIENCE.as_secs())),
    };
    let status = match reason {
        None => StatusCode::OK,
        Some(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, Json(health(reason)))
}

fn health(reason: Option<String>) -> Health {
    Health {
        status: if reason.is_none() { HealthStatus::Ok } else { HealthStatus::Unavailable },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        reason,
    }
}
