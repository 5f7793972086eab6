//! Activities: scheduling, showing, listing.

use axum::Json;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    ActivityView, HistoryEvent, ListQuery, Page, ScheduleBatchRequest, ScheduleBatchResponse,
    ScheduleRequest, ScheduleResult, WaitQuery,
};
use crate::model::{Activity, Millis};
use crate::query::FieldSet;
use crate::retry::engine;
use crate::retry::persistence::Content;
use crate::runtime::{Engine, PolicyBook, ScheduleError, Scheduled};
use crate::server::admission::Seat;
use crate::server::cursor::List;
use crate::server::error::ApiError;
use crate::server::extract::{ActivityRef, Body, Id, Params, Tenant};
use crate::server::listing::{self, PageQuery};

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new()
        .routes(routes!(list, schedule))
        .routes(routes!(show))
        .routes(routes!(history))
}

pub(in crate::server) fn batch_routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(schedule_batch))
}

/// Schedules an activity. The same identity with the same content is the same activity.
#[utoipa::path(post, path = "/activities", request_body = ScheduleRequest, tag = "activities", responses(
    (status = 201, description = "Scheduled", body = ActivityView),
    (status = 200, description = "It existed with the same content", body = ActivityView),
))]
async fn schedule(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Body(request): Body<ScheduleRequest>,
) -> Result<(StatusCode, HeaderMap, Json<ActivityView>), ApiError> {
    let request = resolve(&engine, &tenant, request)?;
    let mut answers = engine.schedule(vec![request]).await?;
    let answer = answers.pop().ok_or_else(|| ApiError::internal("a request without its answer"))?;
    let Scheduled { activity, created } = answer.map_err(ScheduleError::from)?;
    let status = if created { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, etag(&activity), Json(ActivityView::of(&activity, engine.now()))))
}

/// Schedules many activities. Each stands alone; the accepted ones share one commit.
#[utoipa::path(post, path = "/activities:batch", request_body = ScheduleBatchRequest, tag = "activities", responses(
    (status = 200, description = "A result for each", body = ScheduleBatchResponse),
))]
async fn schedule_batch(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Body(request): Body<ScheduleBatchRequest>,
) -> Result<Json<ScheduleBatchResponse>, ApiError> {
    request.validate()?;
    let mut sent = Vec::with_capacity(request.activities.len());
    // A refused item has its result; the others have it when the engine has answered.
    let refused: Vec<Option<ScheduleResult>> = request
        .activities
        .into_iter()
        .map(|item| match resolve(&engine, &tenant, item) {
            Ok(resolved) => {
                sent.push(resolved);
                None
            }
            Err(error) => Some(ScheduleResult::refused(error.into_body())),
        })
        .collect();
    let answers = if sent.is_empty() { Vec::new() } else { engine.schedule(sent).await? };
    let mut answers = answers.into_iter().map(|answer| match answer {
        Ok(Scheduled { activity, created }) => ScheduleResult::accepted(activity.id, created),
        Err(refusal) => {
            let error = ApiError::from(ScheduleError::from(refusal));
            ScheduleResult::refused(error.into_body())
        }
    });
    let results = refused.into_iter().filter_map(|result| result.or_else(|| answers.next()));
    Ok(Json(ScheduleBatchResponse { results: results.collect() }))
}

/// Checks a request and looks its policy up.
fn resolve(
    engine: &Engine,
    tenant: &str,
    request: ScheduleRequest,
) -> Result<engine::ScheduleRequest, ApiError> {
    let (key, payload) = request.validate(tenant)?;
    let name = request.policy.as_deref().unwrap_or(PolicyBook::DEFAULT);
    let policy = engine.policies().active(tenant, name, &request.activity_type);
    Ok(engine::ScheduleRequest {
        key,
        policy: policy.ok_or_else(|| ScheduleError::UnknownPolicy(name.to_owned()))?,
        activity_type: request.activity_type,
        queue: request.queue,
        priority: request.priority,
        run_at: request.run_at,
        metadata: request.metadata,
        payload,
    })
}

/// Lists activities, newest first.
#[utoipa::path(get, path = "/activities", tag = "activities", params(ListQuery), responses(
    (status = 200, description = "A page", body = Page<ActivityView>),
))]
async fn list(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Params(query): Params<ListQuery>,
) -> Result<Json<Page<ActivityView>>, ApiError> {
    const LIST: List = List::Activities;
    let now = engine.now();
    let query = listing::store_query(&query, LIST, FieldSet::Activities, tenant, now)?;
    let page = engine.store().activities(query).await?;
    Ok(Json(listing::page(page, LIST, |activity| ActivityView::of(&activity, now))))
}

/// Shows an activity; with `wait`, as soon as it ends.
#[utoipa::path(get, path = "/activities/{id}", tag = "activities",
    params(("id" = String, Path, description = ACTIVITY_ID), WaitQuery),
    responses((status = 200, description = "The activity, with its result", body = ActivityView)),
)]
async fn show(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(reference): Id<ActivityRef>,
    Params(query): Params<WaitQuery>,
    seat: Seat,
) -> Result<(HeaderMap, Json<ActivityView>), ApiError> {
    let wait = query.duration()?;
    if wait.is_some() {
        // Nobody learns by waiting whether another tenant has this activity.
        find(&engine, &tenant, &reference, Millis(0)).await?;
        seat.wait()?;
    }
    let activity = find(&engine, &tenant, &reference, wait.unwrap_or_default()).await?;
    let mut view = ActivityView::of(&activity, engine.now());
    if activity.result.is_some() {
        let result = engine.store().content(activity.id, Content::Result).await?;
        view = result.into_iter().fold(view, ActivityView::with_result);
    }
    Ok((etag(&activity), Json(view)))
}

/// Lists the events of an activity, oldest first.
#[utoipa::path(get, path = "/activities/{id}/history", tag = "activities",
    params(("id" = String, Path, description = ACTIVITY_ID), PageQuery),
    responses((status = 200, description = "A page", body = Page<HistoryEvent>)),
)]
async fn history(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(reference): Id<ActivityRef>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<HistoryEvent>>, ApiError> {
    const LIST: List = List::History;
    let after = LIST.place_at(query.cursor())?;
    let limit = query.page_size()?;
    let activity = find(&engine, &tenant, &reference, Millis(0)).await?;
    let events = engine.store().history(activity.id, after.unwrap_or(0), limit).await?;
    let last = events.last().map(|event| event.index);
    let next = last.filter(|last| *last < activity.version);
    Ok(Json(Page {
        data: events.into_iter().map(HistoryEvent::from).collect(),
        has_more: next.is_some(),
        next_cursor: next.map(|last| LIST.cursor_at(last)),
        total_estimate: after.is_none().then_some(activity.version),
    }))
}

const ACTIVITY_ID: &str =
    "`act_…`, or `TENANT/WORKFLOW/EXECUTION/ACTIVITY` as one percent-encoded part";

/// Reads an activity of the tenant; waits up to `wait` for its end.
pub(in crate::server) async fn find(
    engine: &Engine,
    tenant: &str,
    reference: &ActivityRef,
    wait: Millis,
) -> Result<Activity, ApiError> {
    let activity = engine.activity(reference.id(), wait.into()).await?;
    activity.filter(|activity| activity.key.tenant == tenant).ok_or_else(|| match reference {
        ActivityRef::Id(id) => ApiError::not_found("activity", id),
        ActivityRef::Key(key) => ApiError::not_found("activity", key),
    })
}

fn etag(activity: &Activity) -> HeaderMap {
    let tag = HeaderValue::from_str(&format!("\"{}\"", activity.version));
    tag.into_iter().map(|tag| (ETAG, tag)).collect()
}
