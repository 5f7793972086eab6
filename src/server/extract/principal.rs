//! Who makes a call.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::api::header_name;
use crate::model::check_name;
use crate::server::error::{ApiError, malformed_id};

/// The name that the caller gives; absent: none. Without keys it is taken on trust, and only
/// callers of this machine are heard.
#[derive(Debug, Clone)]
pub(in crate::server) struct Principal(pub(in crate::server) Option<String>);

impl<S: Sync> FromRequestParts<S> for Principal {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(name) = parts.headers.get(header_name::PRINCIPAL) else { return Ok(Self(None)) };
        let name = std::str::from_utf8(name.as_bytes())
            .map_err(|_| ApiError::field(header_name::PRINCIPAL, "is not UTF-8"))?;
        check_name("the principal", name).map_err(|e| malformed_id(header_name::PRINCIPAL, &e))?;
        Ok(Self(Some(name.to_owned())))
    }
}
