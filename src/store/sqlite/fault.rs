//! What SQLite's errors mean to the engine.

use rusqlite::{Error, ErrorCode};

use crate::retry::persistence::StoreError;

impl From<Error> for StoreError {
    /// Damage and unreadable values are corruption; everything else may pass by itself.
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..) => Self::Corrupt(text),
            Error::SqliteFailure(code, _) => match code.code {
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch => Self::Corrupt(text),
                _ => Self::Unavailable(text),
            },
            _ => Self::Unavailable(text),
        }
    }
}

/// The conflict over a row: `what` names it.
pub(super) fn conflict(what: impl Into<String>) -> StoreError {
    StoreError::Conflict { what: what.into() }
}
