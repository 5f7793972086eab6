//! The key that makes a repeated mutation answer as the first did.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::api::header_name;
use crate::server::error::ApiError;

/// Longest key, in bytes.
const MAX_BYTES: usize = 255;

/// The caller's key, if there is one.
#[derive(Debug)]
pub(in crate::server) struct IdempotencyKey(pub(in crate::server) Option<String>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        const NAME: &str = header_name::IDEMPOTENCY_KEY;
        let mut keys = parts.headers.get_all(NAME).iter();
        let Some(key) = keys.next() else { return Ok(Self(None)) };
        let text = key.to_str().map_err(|_| ApiError::field(NAME, "is not visible ASCII"))?;
        if keys.next().is_some() {
            return Err(ApiError::field(NAME, "is there more than once"));
        }
        if text.is_empty() || text.len() > MAX_BYTES {
            return Err(ApiError::field(NAME, format!("is not 1 to {MAX_BYTES} bytes long")));
        }
        Ok(Self(Some(text.to_owned())))
    }
}
