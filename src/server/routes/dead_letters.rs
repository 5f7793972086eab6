//! Dead letters: listing and showing.

use std::collections::VecDeque;

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{DeadLetterView, ListQuery, Page};
use crate::model::{DeadLetterId, Event};
use crate::query::FieldSet;
use crate::retry::persistence::{Content, LoadRequest, StoreError};
use crate::runtime::Engine;
use crate::server::cursor::List;
use crate::server::error::ApiError;
use crate::server::extract::{Id, Params, Tenant};
use crate::server::listing;

/// Most events that one entry is shown with, the last ones; `history` of the activity pages all.
const EVENTS_SHOWN: usize = 1_000;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// Lists dead letters, newest first; those that wait for an operator, unless `where` asks for
/// another status.
#[utoipa::path(get, path = "/dead-letters", tag = "dead letters", params(ListQuery), responses(
    (status = 200, description = "A page", body = Page<DeadLetterView>),
))]
async fn list(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Params(query): Params<ListQuery>,
) -> Result<Json<Page<DeadLetterView>>, ApiError> {
    const LIST: List = List::DeadLetters;
    let set = FieldSet::DeadLetters;
    let query = listing::store_query(&query, LIST, set, tenant, engine.now())?;
    let page = engine.store().dead_letters(query).await?;
    Ok(Json(listing::page(page, LIST, |entry| DeadLetterView::of(&entry))))
}

/// Shows a dead letter with its last failure, its payload and the last 1,000 events of its
/// generation.
#[utoipa::path(get, path = "/dead-letters/{id}", tag = "dead letters",
    params(("id" = String, Path, description = "`dl_…`")),
    responses((status = 200, description = "The entry in full", body = DeadLetterView)),
)]
async fn show(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(id): Id<DeadLetterId>,
) -> Result<Json<DeadLetterView>, ApiError> {
    let request = LoadRequest { dead_letters: vec![id], ..LoadRequest::default() };
    let entry = engine.store().load(request).await?.dead_letters.pop();
    let entry = entry.filter(|entry| entry.key.tenant == tenant);
    let entry = entry.ok_or_else(|| ApiError::not_found("dead letter", id))?;
    let events = last_events(&engine, id).await?;
    let payload = engine.store().content(id.activity, Content::Payload).await?;
    Ok(Json(DeadLetterView::in_full(&entry, events, payload.unwrap_or_default())))
}

/// Reads the last events of the generation that died.
async fn last_events(engine: &Engine, id: DeadLetterId) -> Result<Vec<Event>, StoreError> {
    let mut last = VecDeque::new();
    let mut after = 0;
    loop {
        let page = engine.store().history(id.activity, after, EVENTS_SHOWN).await?;
        let Some(end) = page.last() else { break };
        after = end.index;
        let later = end.generation > id.generation;
        last.extend(page.into_iter().filter(|event| event.generation == id.generation));
        last.drain(..last.len().saturating_sub(EVENTS_SHOWN));
        if later {
            break;
        }
    }
    Ok(last.into())
}
