//! Ids in paths.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::model::{ActivityId, ActivityKey, IdError};
use crate::server::error::ApiError;

/// The id in the path.
#[derive(Debug)]
pub(in crate::server) struct Id<T>(pub(in crate::server) T);

impl<S: Send + Sync, T: FromStr<Err: Display>> FromRequestParts<S> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|error| ApiError::field("id", error.body_text()))?;
        text.parse().map(Self).map_err(|error: T::Err| ApiError::field("id", error.to_string()))
    }
}

/// An activity by its id, or by its identity as one percent-encoded part of the path.
#[derive(Debug)]
pub(in crate::server) enum ActivityRef {
    /// `act_…`
    Id(ActivityId),
    /// `TENANT/WORKFLOW/EXECUTION/ACTIVITY`
    Key(ActivityKey),
}

impl ActivityRef {
    /// The id.
    pub(in crate::server) fn id(&self) -> ActivityId {
        match self {
            Self::Id(id) => *id,
            Self::Key(key) => key.id(),
        }
    }
}

impl FromStr for ActivityRef {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        if text.contains('/') { text.parse().map(Self::Key) } else { text.parse().map(Self::Id) }
    }
}
