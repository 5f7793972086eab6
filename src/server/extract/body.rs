//! JSON bodies: declared as such, bounded, and read once; a fault names its place.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::api::{ErrorBody, ErrorCode, FieldIssue, Invalid, NoBody};
use crate::server::admission::Seat;
use crate::server::error::ApiError;
use crate::server::extract::field::named_field;

/// A JSON body.
#[derive(Debug)]
pub(in crate::server) struct Body<T>(pub(in crate::server) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(not_json());
        }
        parse(&buffer(request, state).await?).map(Self)
    }
}

/// No body, or `{}`.
#[derive(Debug)]
pub(in crate::server) struct Empty;

impl<S: Send + Sync> FromRequest<S> for Empty {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = is_json(request.headers());
        let bytes = buffer(request, state).await?;
        match (bytes.is_empty(), is_json) {
            (true, _) => Ok(Self),
            (false, true) => parse::<NoBody>(&bytes).map(|NoBody {}| Self),
            (false, false) => Err(not_json()),
        }
    }
}

fn not_json() -> ApiError {
    let text = "send the body as JSON with `Content-Type: application/json`";
    ApiError::new(ErrorCode::UnsupportedMediaType, text)
}

fn is_json(headers: &HeaderMap) -> bool {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = declared.and_then(|value| value.split(';').next());
    media_type.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
}

async fn buffer<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    let seat = request.extensions().get::<Seat>().cloned();
    if let Some(seat) = &seat {
        seat.read();
    }
    let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            let text = "the body is larger than this route takes; split it";
            ApiError::new(ErrorCode::PayloadTooLarge, text)
        }
        other => ApiError::new(ErrorCode::MalformedBody, format!("{other}")),
    })?;
    if let Some(seat) = seat {
        seat.work();
    }
    Ok(bytes)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // A list would be taken for the fields in their order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ApiError::field("body", "is a list; send an object"));
    }
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => wrong_field::<T>(bytes, &error),
        Category::Syntax | Category::Eof | Category::Io => {
            let text = format!("the body is not JSON: {error}");
            let issue = FieldIssue::new("body", issue_text(&error));
            let body = ErrorBody::new(ErrorCode::MalformedBody, text);
            body.with_details(vec![issue.at(error.line(), error.column())]).into()
        }
    })
}

/// Reads a body that is JSON but does not fit once more, to name the field at fault.
fn wrong_field<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> ApiError {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let path = match serde_path_to_error::deserialize::<_, T>(&mut reader) {
        Ok(_) => String::new(),
        Err(error) => error.path().to_string(),
    };
    let issue = issue_text(error);
    let issue =
        FieldIssue::new(named_field(&path, &issue).unwrap_or_else(|| "body".to_owned()), &*issue);
    Invalid::from(issue.at(error.line(), error.column())).into()
}

/// The error without its place, which has fields of its own.
fn issue_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ReportRequest;

    fn fault(json: &str) -> (String, FieldIssue) {
        let mut error = parse::<ReportRequest>(json.as_bytes()).unwrap_err().into_body();
        (error.code, error.details.remove(0))
    }

    #[test]
    fn names_the_place_of_a_fault() {
        let (code, issue) = fault("{\"reports\": [\n}");
        assert_eq!((code.as_str(), issue.field.as_str()), ("malformed_body", "body"));
        assert_eq!((issue.line, issue.column), (Some(2), Some(1)));
        assert_eq!(fault("").0, "malformed_body");
        assert_eq!(fault("{").0, "malformed_body");
    }

    #[test]
    fn names_the_field_at_fault() {
        let cases = [
            (r#"{"report":[]}"#, "report"),
            (r#"{"reports":[{"tokn":1}]}"#, "reports[0].tokn"),
            (
                r#"{"reports":[{"token":"a","fail":{"failure":{}}}]}"#,
                "reports[0].fail.failure.type",
            ),
            (r#"{"reports":[{"token":1}]}"#, "reports[0].token"),
            (r#"{"acquire":{"worker_id":"w"}}"#, "acquire.queues"),
            ("[]", "body"),
            ("7", "body"),
        ];
        for (json, field) in cases {
            let (code, issue) = fault(json);
            assert_eq!(
                (code.as_str(), issue.field.as_str()),
                ("validation_failed", field),
                "{json}"
            );
        }
    }
}
