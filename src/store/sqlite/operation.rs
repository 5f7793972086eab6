//! Rows of operations, of their frozen items and of the requests that they answer.

use std::collections::HashSet;
use std::sync::LazyLock;

use rusqlite::{Connection, OptionalExtension, Result, Row, params, params_from_iter};

use super::column::{Columns, clamped, parameters};
use super::fault::conflict;
use super::predicate::Condition;
use crate::model::{
    ActivityState, DeadLetterId, DeadLetterStatus, ItemStatus, Operation, OperationId,
    OperationItem, OperationKind, OperationStatus, TenantId, Timestamp,
};
use crate::query::{FieldSet, Predicate};
use crate::retry::persistence::{
    OperationProgress, OperationStart, Outcomes, Recall, Selection, StoreError,
};

/// The columns that [`read`] reads, in its order.
pub(super) const COLUMNS: &str = "id, tenant, kind, status, predicate, rate, same_policy, force, \
                                  reason, targets, done, changed, failed, created_at, updated_at";

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let values = parameters(COLUMNS);
    format!("INSERT INTO operations ({COLUMNS}) VALUES ({values}) ON CONFLICT DO NOTHING")
});

static FIND: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {COLUMNS} FROM operations WHERE id = ?"));

/// Starts an operation as of `now`; gives the number of its targets.
pub(super) fn start(
    connection: &Connection,
    start: &OperationStart,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let operation = &start.operation;
    if let Some(recall) = &start.recall {
        remember(connection, recall)?;
    }
    if insert(connection, operation)? == 0 {
        return Err(conflict(format!("operation {}", operation.id)));
    }
    let n = connection.last_insert_rowid();
    let targets = match &start.selection {
        Selection::Ids(ids) => freeze_ids(connection, n, ids)?,
        Selection::Matching(predicate) => {
            freeze_matching(connection, n, &operation.tenant, predicate.as_ref(), now)?
        }
    };
    let status = if targets == 0 { OperationStatus::Done } else { OperationStatus::Running };
    let sql = "UPDATE operations SET targets = ?, status = ? WHERE n = ?";
    connection.prepare_cached(sql)?.execute(params![targets, status, n])?;
    Ok(targets)
}

fn insert(connection: &Connection, operation: &Operation) -> Result<usize> {
    connection.prepare_cached(&INSERT)?.execute(params![
        operation.id,
        operation.tenant,
        operation.kind,
        operation.status,
        operation.predicate,
        operation.rate,
        operation.same_policy,
        operation.force,
        operation.reason,
        operation.targets,
        operation.done,
        operation.changed,
        operation.failed,
        operation.created_at,
        operation.updated_at,
    ])
}

fn freeze_ids(connection: &Connection, n: i64, ids: &[DeadLetterId]) -> Result<u64> {
    let sql = "INSERT INTO operation_items (operation, idx, activity, generation, status)
               VALUES (?, ?, ?, ?, ?)";
    let mut statement = connection.prepare_cached(sql)?;
    let mut seen = HashSet::with_capacity(ids.len());
    let mut index = 0_u64;
    for id in ids.iter().filter(|id| seen.insert(**id)) {
        let pending = ItemStatus::Pending;
        statement.execute(params![n, index, id.activity, id.generation, pending])?;
        index += 1;
    }
    Ok(index)
}

/// Freezes what matches in the order of lists, without reading it: it may be a million entries.
fn freeze_matching(
    connection: &Connection,
    n: i64,
    tenant: &str,
    predicate: Option<&Predicate>,
    now: Timestamp,
) -> Result<u64> {
    let mut condition = Condition::of_list(FieldSet::DeadLetters, tenant, predicate, now);
    // Also if the predicate asks for a status: what is not dead is no target.
    condition.and("status = ?", DeadLetterStatus::Dead);
    // The only text that is not a constant is the row number of the operation.
    let sql = format!(
        "INSERT INTO operation_items (operation, idx, activity, generation, status)
         SELECT {n}, row_number() OVER (ORDER BY n DESC) - 1, activity, generation, '{}'
         FROM dead_letters WHERE {}",
        ItemStatus::Pending,
        condition.sql()
    );
    let frozen = connection.prepare(&sql)?.execute(params_from_iter(condition.values()))?;
    Ok(frozen as u64)
}

/// Keeps an answered request.
fn remember(connection: &Connection, recall: &Recall) -> Result<(), StoreError> {
    let sql = "INSERT INTO recalls (tenant, key, request_hash, operation, created_at)
               VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let added = connection.prepare_cached(sql)?.execute(params![
        recall.tenant,
        recall.key,
        recall.request_hash,
        recall.operation,
        recall.created_at,
    ])?;
    if added == 1 { Ok(()) } else { Err(conflict(format!("idempotency key {}", recall.key))) }
}

/// Finds an answered request.
pub(super) fn recall(connection: &Connection, of: &(TenantId, String)) -> Result<Option<Recall>> {
    let sql = "SELECT tenant, key, request_hash, operation, created_at FROM recalls
               WHERE tenant = ? AND key = ?";
    let read = |row: &Row<'_>| {
        Ok(Recall {
            tenant: row.get(0)?,
            key: row.get(1)?,
            request_hash: row.get(2)?,
            operation: row.get(3)?,
            created_at: row.get(4)?,
        })
    };
    connection.prepare_cached(sql)?.query_row([&of.0, &of.1], read).optional()
}

/// Records results of the next items.
pub(super) fn progress(
    connection: &Connection,
    progress: &OperationProgress,
) -> Result<(), StoreError> {
    let moved = || conflict(format!("operation {}", progress.operation));
    let mut operation = find(connection, progress.operation)?.ok_or_else(moved)?;
    let results = progress.results.len() as u64;
    if progress.first_index != operation.targets - operation.pending()
        || results > operation.pending()
    {
        return Err(moved());
    }
    let sql = "UPDATE operation_items SET status = ?, detail = ? WHERE idx = ?
               AND operation = (SELECT n FROM operations WHERE id = ?)";
    let mut statement = connection.prepare_cached(sql)?;
    for (index, (status, detail)) in (progress.first_index..).zip(&progress.results) {
        operation.count(*status);
        statement.execute(params![status, detail, index, progress.operation])?;
    }
    if operation.pending() == 0 {
        operation.status = OperationStatus::Done;
    }
    let sql = "UPDATE operations SET status = ?, done = ?, changed = ?, failed = ?, updated_at = ?
               WHERE id = ?";
    connection.prepare_cached(sql)?.execute(params![
        operation.status,
        operation.done,
        operation.changed,
        operation.failed,
        progress.at,
        operation.id,
    ])?;
    Ok(())
}

/// Reads one operation.
pub(super) fn find(connection: &Connection, id: OperationId) -> Result<Option<Operation>> {
    connection.prepare_cached(&FIND)?.query_row([id], read).optional()
}

/// Reads one operation with what became of the activities that it replayed.
pub(super) fn with_outcomes(
    connection: &Connection,
    id: OperationId,
) -> Result<Option<(Operation, Outcomes)>> {
    let Some(operation) = find(connection, id)? else { return Ok(None) };
    let mut outcomes = Outcomes::default();
    if operation.kind == OperationKind::Replay {
        let sql = "SELECT a.state, count(*) FROM operations o
                   JOIN operation_items i ON i.operation = o.n AND i.status = ?
                   JOIN activities a ON a.id = i.activity
                   WHERE o.id = ? GROUP BY a.state";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query(params![ItemStatus::Done, id])?;
        while let Some(row) = rows.next()? {
            outcomes.count(row.get::<_, ActivityState>(0)?, row.get(1)?);
        }
    }
    Ok(Some((operation, outcomes)))
}

/// Reads items with an index of at least `from`, in order.
pub(super) fn items(
    connection: &Connection,
    id: OperationId,
    from: u64,
    limit: usize,
) -> Result<Vec<OperationItem>> {
    let sql = "SELECT idx, activity, generation, i.status, detail FROM operation_items i
               JOIN operations o ON o.n = i.operation WHERE o.id = ? AND idx >= ?
               ORDER BY idx LIMIT ?";
    let read = |row: &Row<'_>| {
        Ok(OperationItem {
            index: row.get(0)?,
            target: DeadLetterId { activity: row.get(1)?, generation: row.get(2)? },
            status: row.get(3)?,
            detail: row.get(4)?,
        })
    };
    let (from, limit) = (clamped(from), clamped(limit));
    connection.prepare_cached(sql)?.query_map(params![id, from, limit], read)?.collect()
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> Result<Operation> {
    let mut columns = Columns::of(row);
    Ok(Operation {
        id: columns.next()?,
        tenant: columns.next()?,
        kind: columns.next()?,
        status: columns.next()?,
        predicate: columns.next()?,
        rate: columns.next()?,
        same_policy: columns.next()?,
        force: columns.next()?,
        reason: columns.next()?,
        targets: columns.next()?,
        done: columns.next()?,
        changed: columns.next()?,
        failed: columns.next()?,
        created_at: columns.next()?,
        updated_at: columns.next()?,
    })
}
