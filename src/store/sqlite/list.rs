//! Pages of lists: newest first, by row number, which nothing changes.

use rusqlite::{Connection, Result, Row, ToSql, params, params_from_iter};

use super::column::clamped;
use super::predicate::Condition;
use super::{activity, dead_letter, operation};
use crate::model::{Activity, DeadLetter, Operation, OperationStatus};
use crate::query::FieldSet;
use crate::retry::persistence::{Content, ListQuery, OperationQuery, Page};

/// A table of listed things.
struct Table<T> {
    name: &'static str,
    columns: &'static str,
    read: fn(&Row<'_>) -> Result<T>,
}

impl<T> Table<T> {
    /// Reads the page that `condition` selects. Within one transaction, so that rows and total are
    /// of one instant.
    fn page(
        &self,
        connection: &mut Connection,
        condition: &Condition,
        after: Option<u64>,
        limit: usize,
    ) -> Result<Page<T>> {
        let transaction = connection.transaction()?;
        let total = match after {
            None => Some(self.count(&transaction, condition)?),
            Some(_) => None,
        };
        let Self { name, columns, .. } = self;
        let sql = format!(
            "SELECT {columns}, n FROM {name} WHERE {} AND n < ? ORDER BY n DESC LIMIT ?",
            condition.sql()
        );
        let bounds = [clamped(after.unwrap_or(u64::MAX)), clamped(limit).saturating_add(1)];
        let values = condition.values().chain(bounds.iter().map(|bound| bound as &dyn ToSql));
        let mut statement = transaction.prepare_cached(&sql)?;
        let mut found = statement.query(params_from_iter(values))?;
        let (mut rows, mut last) = (Vec::new(), after);
        while let Some(row) = found.next()? {
            if rows.len() == limit {
                return Ok(Page { rows, next: last, total });
            }
            rows.push((self.read)(row)?);
            last = Some(row.get("n")?);
        }
        Ok(Page { rows, next: None, total })
    }

    fn count(&self, connection: &Connection, condition: &Condition) -> Result<u64> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.name, condition.sql());
        let values = params_from_iter(condition.values());
        connection.prepare_cached(&sql)?.query_row(values, |row| row.get(0))
    }
}

/// Lists activities.
pub(super) fn activities(connection: &mut Connection, query: &ListQuery) -> Result<Page<Activity>> {
    let table = Table { name: "activities", columns: activity::COLUMNS, read: activity::read };
    listed(&table, FieldSet::Activities, connection, query)
}

/// Lists dead letters.
pub(super) fn dead_letters(
    connection: &mut Connection,
    query: &ListQuery,
) -> Result<Page<DeadLetter>> {
    let table =
        Table { name: "dead_letters", columns: dead_letter::COLUMNS, read: dead_letter::read };
    listed(&table, FieldSet::DeadLetters, connection, query)
}

fn listed<T>(
    table: &Table<T>,
    set: FieldSet,
    connection: &mut Connection,
    query: &ListQuery,
) -> Result<Page<T>> {
    let ListQuery { tenant, predicate, after, limit, now } = query;
    let condition = Condition::of_list(set, tenant, predicate.as_ref(), *now);
    table.page(connection, &condition, *after, *limit)
}

/// Lists operations.
pub(super) fn operations(
    connection: &mut Connection,
    query: &OperationQuery,
) -> Result<Page<Operation>> {
    let columns = operation::COLUMNS;
    match query {
        OperationQuery::OfTenant { tenant, after, limit } => {
            let table = Table { name: "operations", columns, read: operation::read };
            let mut condition = Condition::default();
            condition.and("tenant = ?", tenant.clone());
            table.page(connection, &condition, *after, *limit)
        }
        OperationQuery::Unfinished => {
            let status = OperationStatus::Running;
            let sql =
                format!("SELECT {columns} FROM operations WHERE status = '{status}' ORDER BY n");
            let mut statement = connection.prepare_cached(&sql)?;
            let rows: Vec<_> = statement.query_map([], operation::read)?.collect::<Result<_>>()?;
            Ok(Page { total: Some(rows.len() as u64), rows, next: None })
        }
    }
}

/// Reads bytes of one activity.
pub(super) fn content(
    connection: &Connection,
    id: crate::model::ActivityId,
    content: Content,
) -> Result<Option<Vec<u8>>> {
    let sql = match content {
        Content::Payload => "SELECT bytes FROM payloads JOIN activities USING (n) WHERE id = ?",
        Content::Result => "SELECT bytes FROM results JOIN activities USING (n) WHERE id = ?",
    };
    connection.prepare_cached(sql)?.query_map(params![id], |row| row.get(0))?.next().transpose()
}
