//! The tenant of a call.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::api::{DEFAULT_TENANT, header_name};
use crate::model::{TenantId, check_name};
use crate::server::error::{ApiError, malformed_id};

/// The tenant that the call names, else the default one.
#[derive(Debug, Clone)]
pub(in crate::server) struct Tenant(pub(in crate::server) TenantId);

impl<S: Sync> FromRequestParts<S> for Tenant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut named = parts.headers.get_all(header_name::TENANT).iter();
        let tenant = match (named.next(), named.next()) {
            (None, _) => DEFAULT_TENANT,
            (Some(name), None) => std::str::from_utf8(name.as_bytes())
                .map_err(|_| ApiError::field(header_name::TENANT, "is not UTF-8"))?,
            (Some(_), Some(_)) => {
                return Err(ApiError::field(header_name::TENANT, "is there more than once"));
            }
        };
        check_name("the tenant", tenant).map_err(|e| malformed_id(header_name::TENANT, &e))?;
        Ok(Self(tenant.to_owned()))
    }
}
