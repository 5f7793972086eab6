//! Leases: asking for work, and one report at a time.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    AcquireRequest, AcquireResponse, ActivityView, CompleteRequest, Decision, FailRequest,
    HeartbeatResponse, NoBody,
};
use crate::model::{LeaseToken, Millis, TenantId};
use crate::retry::engine;
use crate::runtime::{Engine, Outcome, Poll, Report};
use crate::server::admission::Seat;
use crate::server::error::ApiError;
use crate::server::extract::{ActivityRef, Body, Empty, Id, Tenant};
use crate::server::routes::activities;
use crate::server::view;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new()
        .routes(routes!(acquire))
        .routes(routes!(heartbeat))
        .routes(routes!(complete))
        .routes(routes!(fail))
        .routes(routes!(release))
}

/// Takes work that is due. Waits for it, if asked to, and answers the moment there is some.
#[utoipa::path(post, path = "/leases:acquire", request_body = AcquireRequest, tag = "leases", responses(
    (status = 200, description = "The leases; none after the wait", body = AcquireResponse),
))]
async fn acquire(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    seat: Seat,
    Body(request): Body<AcquireRequest>,
) -> Result<Json<AcquireResponse>, ApiError> {
    request.validate()?;
    let poll = poll(tenant, request);
    if !poll.wait.is_zero() {
        seat.wait()?;
    }
    let grants = engine.acquire(poll).await?;
    Ok(Json(AcquireResponse { leases: view::leases(grants, engine.now()) }))
}

/// Makes the engine's question of a request that was checked.
pub(super) fn poll(tenant: TenantId, request: AcquireRequest) -> Poll {
    Poll {
        tenant,
        worker_id: request.worker_id,
        queues: request.queues,
        activity_types: request.activity_types,
        max: usize::try_from(request.max).unwrap_or(usize::MAX),
        wait: Duration::from_millis(request.wait_ms),
    }
}

/// Renews a lease.
#[utoipa::path(post, path = "/leases/{token}/heartbeat", request_body = Option<NoBody>, tag = "leases",
    params(("token" = String, Path, description = TOKEN)),
    responses((status = 200, description = "Renewed", body = HeartbeatResponse)),
)]
async fn heartbeat(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(token): Id<LeaseToken>,
    Empty: Empty,
) -> Result<Json<HeartbeatResponse>, ApiError> {
    let expires_at = engine.heartbeat(tenant, token).await??;
    let expires_in_ms = expires_at.since(engine.now()).0;
    Ok(Json(HeartbeatResponse { expires_at, expires_in_ms, cancelled: false }))
}

/// Reports success. The same report again gives the same answer.
#[utoipa::path(post, path = "/leases/{token}/complete", request_body = CompleteRequest, tag = "leases",
    params(("token" = String, Path, description = TOKEN)),
    responses((status = 200, description = "Recorded", body = Decision)),
)]
async fn complete(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(token): Id<LeaseToken>,
    Body(request): Body<CompleteRequest>,
) -> Result<Json<Decision>, ApiError> {
    let outcome = Outcome::Complete(request.validate()?);
    let decision = report(&engine, Report { tenant, token, outcome }).await?;
    Ok(Json(view::decision(decision)))
}

/// Reports a failure and answers what follows. The same report again gives the same answer.
#[utoipa::path(post, path = "/leases/{token}/fail", request_body = FailRequest, tag = "leases",
    params(("token" = String, Path, description = TOKEN)),
    responses((status = 200, description = "Recorded", body = Decision)),
)]
async fn fail(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(token): Id<LeaseToken>,
    Body(request): Body<FailRequest>,
) -> Result<Json<Decision>, ApiError> {
    request.validate()?;
    let outcome = Outcome::Fail(request.failure.into());
    let decision = report(&engine, Report { tenant, token, outcome }).await?;
    Ok(Json(view::decision(decision)))
}

/// Gives a lease back unrun: the attempt does not count.
#[utoipa::path(post, path = "/leases/{token}/release", request_body = Option<NoBody>, tag = "leases",
    params(("token" = String, Path, description = TOKEN)),
    responses((status = 200, description = "The activity", body = ActivityView)),
)]
async fn release(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(token): Id<LeaseToken>,
    Empty: Empty,
) -> Result<Json<ActivityView>, ApiError> {
    let outcome = Outcome::Release;
    report(&engine, Report { tenant: tenant.clone(), token, outcome }).await?;
    let reference = ActivityRef::Id(token.activity());
    let activity = activities::find(&engine, &tenant, &reference, Millis(0)).await?;
    Ok(Json(ActivityView::of(&activity, engine.now())))
}

const TOKEN: &str = "The lease's token, `lt_…`";

async fn report(engine: &Engine, report: Report) -> Result<engine::Decision, ApiError> {
    let answer = engine.report(vec![report]).await?.pop();
    Ok(answer.ok_or_else(|| ApiError::internal("a report without its answer"))??)
}
