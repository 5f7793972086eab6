//! Reports in batches: what a busy worker lives on.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{Outcome, ReportRequest, ReportResponse, ReportResult};
use crate::runtime::{self, Engine, Report, ReportError};
use crate::server::admission::Seat;
use crate::server::error::ApiError;
use crate::server::extract::{Body, Tenant};
use crate::server::routes::leases;
use crate::server::view;

pub(in crate::server) fn batch_routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(report))
}

/// Reports many attempts; asks for more work in the same turn. Each report stands alone; the
/// accepted ones share one commit.
#[utoipa::path(post, path = "/leases:report", request_body = ReportRequest, tag = "leases", responses(
    (status = 200, description = "A result for each, and the leases", body = ReportResponse),
))]
async fn report(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    seat: Seat,
    Body(request): Body<ReportRequest>,
) -> Result<Json<ReportResponse>, ApiError> {
    request.validate()?;
    let ReportRequest { reports, acquire } = request;
    if acquire.as_ref().is_some_and(|acquire| acquire.wait_ms > 0) {
        seat.wait()?;
    }
    let mut sent = Vec::with_capacity(reports.len());
    // A refused report has its result; the others have it when the engine has answered.
    let refused: Vec<Option<ReportResult>> = reports
        .iter()
        .map(|item| match item.validate() {
            Ok((token, outcome)) => {
                let outcome = match outcome {
                    Outcome::Completed(result) => runtime::Outcome::Complete(result),
                    Outcome::Failed(failure) => runtime::Outcome::Fail(failure),
                };
                sent.push(Report { tenant: tenant.clone(), token, outcome });
                None
            }
            Err(invalid) => Some(ReportResult::refused(invalid.into())),
        })
        .collect();
    let recorded =
        async { if sent.is_empty() { Ok(Vec::new()) } else { engine.report(sent).await } };
    let acquired = async {
        let Some(acquire) = acquire else { return Ok(Vec::new()) };
        engine.acquire(leases::poll(tenant, acquire)).await
    };
    // Polled in this order, both are with the writer before it takes its next turn.
    let (recorded, acquired) = tokio::join!(recorded, acquired);
    let mut answers = recorded?.into_iter().map(result);
    let results = refused.into_iter().filter_map(|result| result.or_else(|| answers.next()));
    let results = results.collect();
    Ok(Json(ReportResponse { results, leases: view::leases(acquired?, engine.now()) }))
}

fn result(answer: Result<crate::retry::engine::Decision, ReportError>) -> ReportResult {
    match answer {
        Ok(decision) => ReportResult::accepted(view::decision(decision)),
        Err(error) => ReportResult::refused(ApiError::from(error).into_body()),
    }
}
