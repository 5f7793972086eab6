//! Counts. Rows are counted in indexes that hold all that is asked for.

use rusqlite::{Connection, Result, params_from_iter};

use crate::model::{ActivityState, DeadLetterStatus, Timestamp};
use crate::retry::metrics::Census;

/// Activities that wait, as of an instant.
const WAITING: &str = "SELECT iif(state = 'delayed' AND due_at <= ?, 'scheduled', state), count(*)
    FROM activities INDEXED BY activities_due WHERE due_at IS NOT NULL";
/// The other activities.
const NOT_WAITING: &str = "SELECT state, count(*)
    FROM activities INDEXED BY activities_not_waiting WHERE due_at IS NULL";
const DEAD_LETTERS: &str = "SELECT status, count(*)
    FROM dead_letters INDEXED BY dead_letters_status WHERE 1";
const TOTALS: &str = "SELECT name, sum(value) FROM totals WHERE 1";

/// Counts what a tenant has, or what all have.
pub(super) fn census(
    connection: &mut Connection,
    tenant: Option<&str>,
    now: Timestamp,
) -> Result<Census> {
    // One transaction: all counts are of one instant.
    let transaction = connection.transaction()?;
    let groups = Groups { connection: &transaction, tenant };
    let mut census = Census::default();
    groups.each(WAITING, Some(now), |state: ActivityState, rows| {
        *census.activities.entry(state).or_default() += rows;
    })?;
    groups.each(NOT_WAITING, None, |state: ActivityState, rows| {
        *census.activities.entry(state).or_default() += rows;
    })?;
    groups.each(DEAD_LETTERS, None, |status: DeadLetterStatus, rows| {
        census.dead_letters.insert(status, rows);
    })?;
    groups.each(TOTALS, None, |name: String, sum| census.totals.add(&name, sum))?;
    Ok(census)
}

struct Groups<'a> {
    connection: &'a Connection,
    tenant: Option<&'a str>,
}

impl Groups<'_> {
    /// Runs `sql` for the tenant and tells `count` of each group and its number.
    fn each<K: rusqlite::types::FromSql>(
        &self,
        sql: &str,
        now: Option<Timestamp>,
        mut count: impl FnMut(K, u64),
    ) -> Result<()> {
        let of_tenant = if self.tenant.is_some() { "AND tenant = ?" } else { "" };
        let mut statement =
            self.connection.prepare_cached(&format!("{sql} {of_tenant} GROUP BY 1"))?;
        let now = now.as_ref().map(|now| now as &dyn rusqlite::ToSql);
        let tenant = self.tenant.as_ref().map(|tenant| tenant as &dyn rusqlite::ToSql);
        let mut rows = statement.query(params_from_iter(now.into_iter().chain(tenant)))?;
        while let Some(row) = rows.next()? {
            count(row.get(0)?, row.get(1)?);
        }
        Ok(())
    }
}
