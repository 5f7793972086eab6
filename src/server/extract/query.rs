//! Query strings.

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::server::error::ApiError;
use crate::server::extract::field::named_field;

/// The parameters after the `?`.
#[derive(Debug)]
pub(in crate::server) struct Params<T>(pub(in crate::server) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &QueryRejection) -> ApiError {
    let text = rejection.body_text();
    let issue = text.split_once("query string: ").map_or(text.as_str(), |(_, issue)| issue);
    // The reader puts the parameter's name in front, if it got that far.
    let (path, issue) = match issue.split_once(": ") {
        Some((name, issue)) if !name.contains(' ') => (name, issue),
        Some(_) | None => ("", issue),
    };
    let field = named_field(path, issue).unwrap_or_else(|| "query".to_owned());
    ApiError::field(&field, issue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ListQuery;

    #[test]
    fn names_the_parameter() {
        for (uri, field, word) in [
            ("/x?limit=many", "limit", "digit"),
            ("/x?limt=3", "limt", "unknown field"),
            ("/x?limit=3&limit=4", "limit", "duplicate"),
        ] {
            let rejection = Query::<ListQuery>::try_from_uri(&uri.parse().unwrap()).unwrap_err();
            let issue = refused(&rejection).into_body().details.remove(0);
            assert_eq!(issue.field, field, "{issue:?}");
            assert!(issue.issue.contains(word), "{issue:?}");
        }
    }
}
