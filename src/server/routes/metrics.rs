//! Numbers: as JSON for a tenant, as a Prometheus exposition for the whole engine.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{MetricsView, RetryMetrics, WindowRates};
use crate::model::{ActivityState, DeadLetterStatus, Millis, Timestamp};
use crate::retry::metrics::{Census, Totals};
use crate::runtime::{Engine, Rates};
use crate::server::error::ApiError;
use crate::server::exposition::{self, Exposition};
use crate::server::extract::Tenant;

/// The windows of the rates.
const WINDOWS: [Millis; 3] = [Millis::from_secs(10), Millis::from_secs(60), Millis::from_secs(300)];

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(show))
}

pub(in crate::server) fn exposition_routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(expose))
}

/// Shows the numbers of the tenant. The rates are those of the whole engine since its start.
#[utoipa::path(get, path = "/metrics", tag = "metrics", responses(
    (status = 200, description = "The numbers", body = MetricsView),
))]
async fn show(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
) -> Result<Json<MetricsView>, ApiError> {
    let now = engine.now();
    let census = engine.store().census(Some(tenant), now).await?;
    let Census { activities, dead_letters, totals } = &census;
    let count = |state| activities.get(state).copied().unwrap_or(0);
    let of_status = |status| dead_letters.get(status).copied().unwrap_or(0);
    let states = ActivityState::ALL.iter().map(|s| (s.to_string(), count(s)));
    let statuses = DeadLetterStatus::ALL.iter().map(|s| (s.to_string(), of_status(s)));
    Ok(Json(MetricsView {
        object: "metrics".to_owned(),
        at: now,
        activities: states.collect(),
        dead_letters: statuses.collect(),
        events: events(totals).into_iter().map(|(name, n)| (name.to_owned(), n)).collect(),
        rates: WINDOWS.iter().map(|window| rates(engine.rates(), *window, now)).collect(),
        retry: RetryMetrics {
            attempts: totals.retries(),
            success_rate: totals.retry_success_rate(),
            failure_rate: totals.retry_failure_rate(),
            latency_ms: totals.average_latency_ms(),
            queue_size: count(&ActivityState::Delayed),
            average_delay_ms: totals.average_delay_ms(),
        },
    }))
}

/// The events that are counted, by their name.
fn events(totals: &Totals) -> BTreeMap<&'static str, u64> {
    BTreeMap::from([
        ("Scheduled", totals.scheduled),
        ("Leased", totals.leased),
        ("Released", totals.released),
        ("Failed", totals.failed),
        ("RetryDelayed", totals.delayed),
        ("RetriesExhausted", totals.exhausted),
        ("Completed", totals.completed),
        ("DeadLettered", totals.dead_lettered),
        ("Replayed", totals.replayed),
        ("Purged", totals.purged),
    ])
}

fn rates(rates: &Rates, window: Millis, now: Timestamp) -> WindowRates {
    let (totals, covered) = rates.over(window, now);
    #[allow(clippy::cast_precision_loss)] // counts of five minutes stay far below 2^52
    let a_second = |count: u64| match covered.0 {
        0 => 0.0,
        millis => count as f64 * 1_000.0 / millis as f64,
    };
    WindowRates {
        window_ms: window.0,
        attempts_per_second: a_second(totals.attempts()),
        completions_per_second: a_second(totals.completed),
        failures_per_second: a_second(totals.failed),
        retries_per_second: a_second(totals.delayed),
        deaths_per_second: a_second(totals.dead_lettered),
    }
}

/// Gives the engine's numbers to Prometheus, counted in the store at this very moment.
#[utoipa::path(get, path = "/metrics", tag = "metrics", responses(
    (status = 200, description = "An OpenMetrics text", content_type = exposition::CONTENT_TYPE, body = String),
))]
async fn expose(State(engine): State<Engine>) -> Result<impl IntoResponse, ApiError> {
    let census = engine.store().census(None, engine.now()).await?;
    let events = events(&census.totals);
    let text = Exposition::new(census, events).text().map_err(ApiError::internal)?;
    Ok(([(CONTENT_TYPE, exposition::CONTENT_TYPE)], text))
}
