//! Bulk work on dead letters: accepted as an operation, carried out by the engine.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{self, OperationAccepted, PurgeRequest, Rate, ReplayRequest};
use crate::model::{Operation, OperationId, OperationKind, OperationStatus};
use crate::query::FieldSet;
use crate::retry::persistence::{ListQuery, LoadRequest, OperationStart, Recall, Selection};
use crate::runtime::Engine;
use crate::server::error::ApiError;
use crate::server::extract::{Body, IdempotencyKey, Tenant};
use crate::server::listing;

/// Entries above which somebody has to say how fast.
const UNPACED: u64 = 1_000;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new().routes(routes!(replay)).routes(routes!(purge))
}

/// Starts the next generation of dead activities.
#[utoipa::path(post, path = "/dead-letters:replay", request_body = ReplayRequest, tag = "dead letters", params(
    ("idempotency-key" = Option<String>, Header, description = KEY),
), responses(
    (status = 202, description = "Accepted, its targets frozen", body = OperationAccepted),
))]
async fn replay(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<ReplayRequest>,
) -> Result<(StatusCode, Json<OperationAccepted>), ApiError> {
    let selection = request.validate()?;
    let request_hash = hash("replay", &request)?;
    let operation = Operation {
        same_policy: request.same_policy,
        force: request.force,
        rate: request.rate.and_then(Rate::per_second),
        reason: request.reason,
        ..blank(&engine, tenant, OperationKind::Replay)
    };
    let paced = request.rate.is_some();
    start(&engine, operation, selection, paced, key.map(|key| (key, request_hash))).await
}

/// Puts dead letters out of sight.
#[utoipa::path(post, path = "/dead-letters:purge", request_body = PurgeRequest, tag = "dead letters", params(
    ("idempotency-key" = Option<String>, Header, description = KEY),
), responses(
    (status = 202, description = "Accepted, its targets frozen", body = OperationAccepted),
))]
async fn purge(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    IdempotencyKey(key): IdempotencyKey,
    Body(request): Body<PurgeRequest>,
) -> Result<(StatusCode, Json<OperationAccepted>), ApiError> {
    let selection = request.validate()?;
    let request_hash = hash("purge", &request)?;
    let operation = Operation {
        rate: request.rate.and_then(Rate::per_second),
        reason: request.reason,
        ..blank(&engine, tenant, OperationKind::Purge)
    };
    let paced = request.rate.is_some();
    start(&engine, operation, selection, paced, key.map(|key| (key, request_hash))).await
}

const KEY: &str = "Makes a repeat of this very request answer as the first did";

/// SHA-256 (hex) over the verb and what the body says, however it is spaced.
fn hash(verb: &str, request: &impl Serialize) -> Result<String, ApiError> {
    let body = serde_json::to_vec(request).map_err(ApiError::internal)?;
    let digest = Sha256::new().chain_update(verb).chain_update([0]).chain_update(body).finalize();
    Ok(HEXLOWER.encode(&digest))
}

fn blank(engine: &Engine, tenant: String, kind: OperationKind) -> Operation {
    let mut id = [0; 16];
    id.copy_from_slice(&engine.draw()[..16]);
    Operation {
        id: OperationId(id),
        tenant,
        kind,
        status: OperationStatus::Running,
        predicate: None,
        rate: None,
        same_policy: false,
        force: false,
        reason: None,
        targets: 0,
        done: 0,
        changed: 0,
        failed: 0,
        created_at: engine.now(),
        updated_at: engine.now(),
    }
}

/// Hands an operation to the engine. `idempotency` is the caller's key and the request's hash.
async fn start(
    engine: &Engine,
    mut operation: Operation,
    selection: api::Selection,
    paced: bool,
    idempotency: Option<(String, String)>,
) -> Result<(StatusCode, Json<OperationAccepted>), ApiError> {
    let tenant = operation.tenant.clone();
    let selection = match selection {
        api::Selection::Ids(ids) => Selection::Ids(ids),
        api::Selection::All => Selection::Matching(None),
        api::Selection::Where(text) => {
            let predicate = listing::predicate(Some(&text), FieldSet::DeadLetters)?;
            operation.predicate = Some(text);
            Selection::Matching(predicate)
        }
    };
    let recall = idempotency.map(|(key, request_hash)| Recall {
        tenant: tenant.clone(),
        key,
        request_hash,
        operation: operation.id,
        created_at: operation.created_at,
    });
    if !paced && !is_repeat(engine, recall.as_ref()).await? {
        demand_pace(engine, &tenant, &selection).await?;
    }
    let started = engine.start_operation(OperationStart { operation, selection, recall }).await??;
    let mut operation = started.operation;
    if started.repeated {
        let found = engine.store().operation(operation.id).await?;
        (operation, _) =
            found.ok_or_else(|| ApiError::internal("a repeated operation is missing"))?;
    }
    // What the first answer said, also when it is given again: there was work, or there was none.
    let status = match operation.targets {
        0 => OperationStatus::Done,
        _ => OperationStatus::Running,
    };
    let targets = operation.targets;
    let accepted = OperationAccepted { operation_id: operation.id, status, targets };
    Ok((StatusCode::ACCEPTED, Json(accepted)))
}

/// Tells whether the key was used before: then the engine answers, whatever the queue holds now.
async fn is_repeat(engine: &Engine, recall: Option<&Recall>) -> Result<bool, ApiError> {
    let Some(recall) = recall else { return Ok(false) };
    let recalls = vec![(recall.tenant.clone(), recall.key.clone())];
    let loaded = engine.store().load(LoadRequest { recalls, ..LoadRequest::default() }).await?;
    Ok(!loaded.recalls.is_empty())
}

/// Refuses bulk work on many entries that nobody gave a pace.
async fn demand_pace(engine: &Engine, tenant: &str, selection: &Selection) -> Result<(), ApiError> {
    let targets = match selection {
        Selection::Ids(ids) => ids.len() as u64,
        Selection::Matching(predicate) => {
            let query = ListQuery {
                tenant: tenant.to_owned(),
                predicate: predicate.clone(),
                after: None,
                limit: 1,
                now: engine.now(),
            };
            engine.store().dead_letters(query).await?.total.unwrap_or(0)
        }
    };
    if targets > UNPACED {
        let text = format!(
            "is needed for more than {UNPACED} entries, and these are {targets}: items a second, or \"unlimited\""
        );
        return Err(ApiError::field("rate", text));
    }
    Ok(())
}
