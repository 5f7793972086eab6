//! The description of this very interface.

use axum::Extension;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::runtime::Engine;

/// The description as JSON, written once.
#[derive(Debug, Clone)]
pub(in crate::server) struct Description(pub(in crate::server) Bytes);

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(show))
}

/// Describes this interface as an interface description, made from its handlers.
#[utoipa::path(get, path = "/openapi.json", tag = "interface", responses(
    (status = 200, description = "The OpenAPI document", content_type = "application/json"),
))]
async fn show(Extension(Description(json)): Extension<Description>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], json)
}
