//! What becomes of a policy's versions: activation, history, and whether they are untouched.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::policies::{policy, shelves};
use crate::api::{
    ActivateRequest, ActivationView, PolicyCheck, PolicyChecks, PolicyHistoryView,
    PolicyVersionView, PolicyView, VersionUse,
};
use crate::policy::load;
use crate::retry::persistence::PolicyVersion;
use crate::runtime::{ActivationOrder, Engine, verified};
use crate::server::error::ApiError;
use crate::server::extract::{Body, Id, Principal, Tenant};
use crate::server::view;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new()
        .routes(routes!(activate))
        .routes(routes!(show_version))
        .routes(routes!(history))
        .routes(routes!(verify))
}

/// Makes a published version the active one. Activities keep the version they are pinned to.
#[utoipa::path(post, path = "/policies/{name}/activate", request_body = ActivateRequest, tag = "policies",
    params(("name" = String, Path, description = "The policy's name")),
    responses((status = 200, description = "The policy as it is now", body = PolicyView)),
)]
async fn activate(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Principal(by): Principal,
    Id(name): Id<String>,
    Body(request): Body<ActivateRequest>,
) -> Result<Json<PolicyView>, ApiError> {
    request.validate()?;
    let ActivateRequest { version, if_active, reason } = request;
    let order = ActivationOrder {
        tenant: tenant.clone(),
        name: name.clone(),
        version,
        if_active,
        by,
        reason,
    };
    engine.activate(order).await??;
    let shelves = shelves(&engine, tenant).await?;
    let view = shelves.get_key_value(&name).and_then(policy);
    Ok(Json(view.ok_or_else(|| ApiError::not_found("policy", &name))?))
}

/// Shows one version with its text.
#[utoipa::path(get, path = "/policies/{name}/versions/{version}", tag = "policies",
    params(
        ("name" = String, Path, description = "The policy's name"),
        ("version" = u32, Path, description = "The version"),
    ),
    responses((status = 200, description = "The version", body = PolicyVersionView)),
)]
async fn show_version(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    path: Result<Path<(String, u32)>, PathRejection>,
) -> Result<Json<PolicyVersionView>, ApiError> {
    let Path((name, version)) =
        path.map_err(|error| ApiError::field("version", error.body_text()))?;
    let shelves = shelves(&engine, tenant).await?;
    let found = shelves.get(&name).and_then(|all| all.iter().find(|v| v.version == version));
    let found =
        found.ok_or_else(|| ApiError::not_found("policy version", format!("{name}@{version}")))?;
    let source = Some(found.source.clone()).filter(|source| !source.is_empty());
    Ok(Json(PolicyVersionView { source, ..view::policy_version(found) }))
}

/// Tells who published and activated what, when and why, and how many activities use each version.
#[utoipa::path(get, path = "/policies/{name}/history", tag = "policies",
    params(("name" = String, Path, description = "The policy's name")),
    responses((status = 200, description = "The history", body = PolicyHistoryView)),
)]
async fn history(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(name): Id<String>,
) -> Result<Json<PolicyHistoryView>, ApiError> {
    let mut shelves = shelves(&engine, tenant.clone()).await?;
    let versions = shelves.remove(&name).ok_or_else(|| ApiError::not_found("policy", &name))?;
    let history = engine.store().policy_history(tenant, name.clone()).await?;
    let versions = versions
        .iter()
        .map(|version| VersionUse {
            version: view::policy_version(version),
            live_activities: history.live.get(&version.version).copied().unwrap_or(0),
        })
        .collect();
    let activations = history
        .activations
        .into_iter()
        .map(|event| ActivationView {
            version: event.version,
            at: event.at,
            by: event.by,
            reason: event.reason,
        })
        .collect();
    Ok(Json(PolicyHistoryView { object: "policy_history".to_owned(), name, versions, activations }))
}

/// Checks that every stored version is still what was published: its digest is that of its
/// canonical form, and its text still means that form.
#[utoipa::path(get, path = "/policies:verify", tag = "policies", responses(
    (status = 200, description = "A check for each version", body = PolicyChecks),
))]
async fn verify(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
) -> Result<Json<PolicyChecks>, ApiError> {
    let versions = engine.store().policies(Some(tenant)).await?;
    let checks = versions
        .iter()
        .map(|version| PolicyCheck {
            name: version.name.clone(),
            version: version.version,
            digest: version.digest.clone(),
            fault: fault(version),
        })
        .collect();
    Ok(Json(PolicyChecks { checks }))
}

fn fault(version: &PolicyVersion) -> Option<String> {
    if let Err(fault) = verified(version) {
        return Some(fault);
    }
    let means = load(version.source.as_bytes()).policies.pop().map(|policy| policy.set.digest());
    match means {
        Some(digest) if digest == version.digest => None,
        Some(digest) => Some(format!("the text means {digest}")),
        None => Some("the text is not a policy".to_owned()),
    }
}
