//! Policies: publishing and reading.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    ErrorBody, ErrorCode, FieldIssue, Page, PolicyVersionView, PolicyView, PublishRequest,
    PublishResponse,
};
use crate::policy::diagnostic::{Diagnostic, Severity, Source};
use crate::policy::{Loaded, Policy, load};
use crate::retry::persistence::{PolicyVersion, StoreError};
use crate::runtime::{Engine, PolicyBook, Publication};
use crate::server::cursor::List;
use crate::server::error::ApiError;
use crate::server::extract::{Body, Id, Params, Principal, Tenant};
use crate::server::listing::PageQuery;
use crate::server::view;

pub(in crate::server) fn routes() -> OpenApiRouter<Engine> {
    OpenApiRouter::new()
        .routes(routes!(list, publish))
        .routes(routes!(show))
        .routes(routes!(versions))
}

/// Publishes the next version of a policy. The same policy again makes no new version.
#[utoipa::path(post, path = "/policies", request_body = PublishRequest, tag = "policies", responses(
    (status = 201, description = "A new version", body = PublishResponse),
    (status = 200, description = "The newest version holds the same policy", body = PublishResponse),
))]
async fn publish(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Principal(by): Principal,
    Body(request): Body<PublishRequest>,
) -> Result<(StatusCode, Json<PublishResponse>), ApiError> {
    request.validate()?;
    let policy = read(&request.source)?;
    let publication = Publication {
        tenant,
        name: name(request.name, policy.name)?,
        set: policy.set,
        source: request.source,
        message: request.message,
        by,
        version: policy.version,
        if_version: request.if_version,
        activate: request.activate,
    };
    let published = engine.publish(publication).await??;
    let status = if published.created { StatusCode::CREATED } else { StatusCode::OK };
    let version = view::policy_version(&published.version);
    Ok((status, Json(PublishResponse { version, created: published.created })))
}

/// Reads the one policy of a text, or says all that is wrong with it.
fn read(source: &str) -> Result<Policy, ApiError> {
    let Loaded { mut policies, diagnostics } = load(source.as_bytes());
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    if diagnostics.iter().any(is_error) {
        let place = Source::new("source", source.as_bytes());
        let details: Vec<FieldIssue> = diagnostics.iter().map(|f| issue(f, &place)).collect();
        let errors = diagnostics.iter().filter(|finding| is_error(finding)).count();
        let text = format!("the policy has {errors} error(s); the details name each");
        let body = ErrorBody::new(ErrorCode::InvalidPolicy, text);
        return Err(body.with_details(details).into());
    }
    match (policies.pop(), policies.len()) {
        (Some(policy), 0) => Ok(policy),
        (last, others) => {
            let count = others + usize::from(last.is_some());
            let text = format!("the text holds {count} policies; publish them one by one");
            Err(ApiError::new(ErrorCode::InvalidPolicy, text))
        }
    }
}

fn issue(finding: &Diagnostic, source: &Source<'_>) -> FieldIssue {
    let position = source.position(finding.span.start);
    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    let issue = FieldIssue::new(&*finding.path, format!("{}{help}", finding.message));
    let code = Some(finding.code.id.to_owned());
    FieldIssue { code, ..issue.at(position.line, position.column) }
}

/// The name that the request and the document agree on.
fn name(asked: Option<String>, written: Option<String>) -> Result<String, ApiError> {
    match (asked, written) {
        (Some(asked), Some(written)) if asked != written => {
            let text = format!("is `{asked}`, but the document says `{written}`");
            Err(ApiError::field("name", text))
        }
        (_, Some(name)) => Ok(name),
        (Some(name), None) if is_policy_name(&name) => Ok(name),
        (Some(_), None) => {
            Err(ApiError::field("name", "is not 1 to 63 of the characters a-z, 0-9, . and -"))
        }
        (None, None) => {
            let text = "is missing: give it here, or as `metadata.name` in the document";
            Err(ApiError::field("name", text))
        }
    }
}

fn is_policy_name(name: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    (1..=63).contains(&name.len()) && name.bytes().all(allowed)
}

/// Lists policies by name.
#[utoipa::path(get, path = "/policies", tag = "policies", params(PageQuery), responses(
    (status = 200, description = "A page", body = Page<PolicyView>),
))]
async fn list(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<PolicyView>>, ApiError> {
    const LIST: List = List::Policies;
    let after = query.cursor().map(|cursor| LIST.place(cursor)).transpose()?;
    let limit = query.page_size()?;
    let shelves = shelves(&engine, tenant).await?;
    let total = shelves.len() as u64;
    let mut rest = shelves
        .iter()
        .filter(|(name, _)| after.as_deref().is_none_or(|after| name.as_bytes() > after));
    let data: Vec<PolicyView> = rest.by_ref().take(limit).filter_map(policy).collect();
    let last = data.last().filter(|_| rest.next().is_some());
    let next_cursor = last.map(|last| LIST.cursor(last.name.as_bytes()));
    Ok(Json(Page {
        has_more: next_cursor.is_some(),
        next_cursor,
        total_estimate: after.is_none().then_some(total),
        data,
    }))
}

/// Shows a policy with the text of its active version.
#[utoipa::path(get, path = "/policies/{name}", tag = "policies",
    params(("name" = String, Path, description = "The policy's name")),
    responses((status = 200, description = "The policy", body = PolicyView)),
)]
async fn show(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(name): Id<String>,
) -> Result<Json<PolicyView>, ApiError> {
    let shelves = shelves(&engine, tenant).await?;
    let shelf = shelves.get_key_value(&name);
    let mut view = shelf.and_then(policy).ok_or_else(|| ApiError::not_found("policy", &name))?;
    let active = shelf.and_then(|(_, versions)| versions.iter().find(|v| v.active_since.is_some()));
    view.active.source = active.map(|version| version.source.clone()).filter(|s| !s.is_empty());
    Ok(Json(view))
}

/// Lists the versions of a policy, newest first.
#[utoipa::path(get, path = "/policies/{name}/versions", tag = "policies",
    params(("name" = String, Path, description = "The policy's name"), PageQuery),
    responses((status = 200, description = "A page", body = Page<PolicyVersionView>)),
)]
async fn versions(
    State(engine): State<Engine>,
    Tenant(tenant): Tenant,
    Id(name): Id<String>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<PolicyVersionView>>, ApiError> {
    const LIST: List = List::Versions;
    let before = LIST.place_at(query.cursor())?;
    let limit = query.page_size()?;
    let mut shelves = shelves(&engine, tenant).await?;
    let all = shelves.remove(&name).ok_or_else(|| ApiError::not_found("policy", &name))?;
    let mut rest =
        all.iter().rev().filter(|v| before.is_none_or(|before| u64::from(v.version) < before));
    let data: Vec<_> = rest.by_ref().take(limit).map(view::policy_version).collect();
    let last = data.last().filter(|_| rest.next().is_some());
    let next_cursor = last.map(|last| LIST.cursor_at(last.version.into()));
    Ok(Json(Page {
        has_more: next_cursor.is_some(),
        next_cursor,
        total_estimate: before.is_none().then_some(all.len() as u64),
        data,
    }))
}

/// The versions of each policy, oldest first; the built-in one until its name is published.
pub(super) async fn shelves(
    engine: &Engine,
    tenant: String,
) -> Result<BTreeMap<String, Vec<PolicyVersion>>, StoreError> {
    let mut shelves: BTreeMap<String, Vec<PolicyVersion>> = BTreeMap::new();
    for version in engine.store().policies(Some(tenant)).await? {
        shelves.entry(version.name.clone()).or_default().push(version);
    }
    shelves.entry(PolicyBook::DEFAULT.to_owned()).or_insert_with(|| {
        let builtin = engine.policies().builtin().clone();
        vec![PolicyVersion { active_since: Some(builtin.published_at), ..builtin }]
    });
    Ok(shelves)
}

pub(super) fn policy((name, versions): (&String, &Vec<PolicyVersion>)) -> Option<PolicyView> {
    let active = versions.iter().find(|version| version.active_since.is_some())?;
    Some(PolicyView {
        object: "policy".to_owned(),
        name: name.clone(),
        latest_version: versions.last()?.version,
        active: view::policy_version(active),
    })
}
