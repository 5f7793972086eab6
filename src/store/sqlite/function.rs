//! The SQL functions that predicates are compiled to, so that every store tests text alike.

use std::collections::BTreeMap;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, Result};

use super::column::Json;
use crate::model::{ActivityId, DeadLetterId};
use crate::query::glob_matches;

/// Makes the functions known to a connection.
pub(super) fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("glob_matches", 2, flags, |context| {
        let (pattern, text) = (context.get_raw(0).as_str()?, context.get_raw(1).as_str_or_null()?);
        Ok(text.map(|text| glob_matches(pattern, text)))
    })?;
    connection.create_scalar_function("activity_text", 1, flags, |context| {
        Ok(context.get::<ActivityId>(0)?.to_string())
    })?;
    connection.create_scalar_function("dead_letter_text", 2, flags, |context| {
        let (activity, generation) = (context.get(0)?, context.get(1)?);
        Ok(DeadLetterId { activity, generation }.to_string())
    })?;
    connection.create_scalar_function("label", 2, flags, |context| label(context))
}

fn label(context: &Context<'_>) -> Result<Option<String>> {
    let Json(mut labels) = context.get::<Json<BTreeMap<String, String>>>(0)?;
    Ok(labels.remove(context.get_raw(1).as_str()?))
}
