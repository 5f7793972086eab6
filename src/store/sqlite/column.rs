//! How the domain's values stand in columns. What cannot be read back is an error, never a default.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Result, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::{
    ActivityId, ActivityState, ClassifiedBy, DeadLetterStatus, FailureClass, GiveUpReason,
    ItemStatus, LeaseToken, OperationId, OperationKind, OperationStatus, Priority, StrategyKind,
    Timestamp,
};

/// The columns of a row, read one after the other in the order of the `SELECT`.
pub(super) struct Columns<'r> {
    row: &'r Row<'r>,
    index: usize,
}

impl<'r> Columns<'r> {
    /// Starts at the first column.
    pub(super) fn of(row: &'r Row<'r>) -> Self {
        Self { row, index: 0 }
    }

    /// Reads the next column.
    pub(super) fn next<T: FromSql>(&mut self) -> Result<T> {
        let value = self.row.get(self.index)?;
        self.index += 1;
        Ok(value)
    }

    /// Passes over the next `count` columns.
    pub(super) fn skip(&mut self, count: usize) {
        self.index += count;
    }
}

/// A list of parameters for a list of columns: `a, b` gives `?, ?`.
pub(super) fn parameters(columns: &str) -> String {
    vec!["?"; columns.split(',').count()].join(", ")
}

/// A count from outside as SQLite knows numbers; what is beyond its range is its largest.
pub(super) fn clamped(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// A text in a column that is none of the words that may stand there.
#[derive(Debug, thiserror::Error)]
#[error("`{text}` is not {expected}")]
struct UnknownWord {
    text: String,
    expected: &'static str,
}

fn unknown(text: &str, expected: &'static str) -> FromSqlError {
    FromSqlError::other(UnknownWord { text: text.to_owned(), expected })
}

macro_rules! words {
    ($($word:ty: $expected:literal),* $(,)?) => {$(
        impl ToSql for $word {
            fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $word {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let text = value.as_str()?;
                Self::from_word(text).ok_or_else(|| unknown(text, $expected))
            }
        }
    )*};
}

words! {
    ActivityState: "a state",
    Priority: "a priority",
    StrategyKind: "a strategy",
    GiveUpReason: "a reason",
    FailureClass: "a class of failures",
    DeadLetterStatus: "a status of dead letters",
    OperationKind: "a kind of operations",
    OperationStatus: "a status of operations",
    ItemStatus: "a status of items",
}

impl ToSql for ClassifiedBy {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

impl FromSql for ClassifiedBy {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        text.parse().map_err(|_| unknown(text, "a source of classification"))
    }
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(self.as_millis().into())
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let millis = value.as_i64()?;
        let instant = Self::from_millis(millis);
        if instant.as_millis() == millis {
            Ok(instant)
        } else {
            Err(FromSqlError::OutOfRange(millis))
        }
    }
}

macro_rules! ids {
    ($($id:ident),*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
                Ok(self.0.as_slice().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                <[u8; 16]>::column_result(value).map($id)
            }
        }
    )*};
}

ids!(ActivityId, OperationId);

impl ToSql for LeaseToken {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(self.as_bytes().as_slice().into())
    }
}

impl FromSql for LeaseToken {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        <[u8; 40]>::column_result(value).map(Self::from)
    }
}

/// A value that stands in its column as JSON.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        serde_json::to_string(&self.0)
            .map(ToSqlOutput::from)
            .map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(FromSqlError::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retry::persistence::StoreError;

    fn read<T: FromSql>(sql: &str) -> std::result::Result<T, StoreError> {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        Ok(connection.query_row(sql, [], |row| Columns::of(row).next())?)
    }

    #[test]
    fn what_cannot_be_read_back_is_corruption() {
        assert_eq!(read("SELECT 'running'"), Ok(ActivityState::Running));
        let corrupt = [
            read::<ActivityState>("SELECT 'runing'").map(drop),
            read::<ActivityState>("SELECT NULL").map(drop),
            read::<ClassifiedBy>("SELECT 'policy-rule-x'").map(drop),
            read::<Timestamp>("SELECT -1").map(drop),
            read::<Timestamp>("SELECT 9223372036854775807").map(drop),
            read::<ActivityId>("SELECT x'00'").map(drop),
            read::<LeaseToken>("SELECT x'00'").map(drop),
            read::<u32>("SELECT 4294967296").map(drop),
            read::<u64>("SELECT -1").map(drop),
            read::<String>("SELECT CAST(x'ff' AS TEXT)").map(drop),
            read::<Json<Vec<u8>>>("SELECT '['").map(drop),
        ];
        for (index, result) in corrupt.into_iter().enumerate() {
            assert!(matches!(result, Err(StoreError::Corrupt(_))), "{index}: {result:?}");
        }
    }

    #[test]
    fn one_parameter_for_each_column() {
        assert_eq!(parameters("a, b,\n c"), "?, ?, ?");
    }
}
