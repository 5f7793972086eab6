//! Operations: watching bulk work.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{OperationItemView, OperationView, Page};
use crate::model::{Operation, OperationId};
use crate::retry::persistence::{OperationQuery, Outcomes};
use crate::runtime::Engine;
use crate::server::cursor::List;
use crate::server::error::ApiError;
use crate::server::extract::{Id, Params, Tenant};
use crate::server::listing::{self, PageQuery};
use crate::server::view;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(items))
}

/// Lists operations, newest first.
#[utoipa::path(get, path = "/operations", tag = "operations", params(PageQuery), responses(
    (status = 200, description = "A page", body = Page<OperationView>),
))]
async fn list(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<OperationView>>, ApiError> {
    const LIST: List = List::Operations;
    let after = LIST.place_at(query.cursor())?;
    let query = OperationQuery::OfTenant { tenant, after, limit: query.page_size()? };
    let page = engine.store().operations(query).await?;
    Ok(Json(listing::page(page, LIST, OperationView::from)))
}

/// Shows an operation and what became of the activities that it replayed.
#[utoipa::path(get, path = "/operations/{id}", tag = "operations",
    params(("id" = String, Path, description = "`op_…`")),
    responses((status = 200, description = "The operation", body = OperationView)),
)]
async fn show(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(id): Id<OperationId>,
) -> Result<Json<OperationView>, ApiError> {
    let (operation, outcomes) = find(&engine, &tenant, id).await?;
    Ok(Json(view::operation(operation, outcomes)))
}

/// Lists the targets of an operation, in their order, with their results.
#[utoipa::path(get, path = "/operations/{id}/items", tag = "operations",
    params(("id" = String, Path, description = "`op_…`"), PageQuery),
    responses((status = 200, description = "A page", body = Page<OperationItemView>)),
)]
async fn items(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(id): Id<OperationId>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<OperationItemView>>, ApiError> {
    const LIST: List = List::Items;
    let from = LIST.place_at(query.cursor())?;
    let limit = query.page_size()?;
    let (operation, _) = find(&engine, &tenant, id).await?;
    let items = engine.store().operation_items(id, from.unwrap_or(0), limit).await?;
    let next = items.last().map(|item| item.index.saturating_add(1));
    let next = next.filter(|next| *next < operation.targets);
    Ok(Json(Page {
        data: items.into_iter().map(OperationItemView::from).collect(),
        has_more: next.is_some(),
        next_cursor: next.map(|next| LIST.cursor_at(next)),
        total_estimate: from.is_none().then_some(operation.targets),
    }))
}

async fn find(
    engine: &Engine,
    tenant: &str,
    id: OperationId,
) -> Result<(Operation, Outcomes), ApiError> {
    let found = engine.store().operation(id).await?;
    let found = found.filter(|(operation, _)| operation.tenant == tenant);
    found.ok_or_else(|| ApiError::not_found("operation", id))
}
