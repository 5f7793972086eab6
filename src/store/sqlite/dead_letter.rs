//! Rows of dead letters.

use std::sync::LazyLock;

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::activity::{read_content, read_key, read_policy};
use super::column::{Columns, Json, parameters};
use super::fault::conflict;
use crate::model::{DeadLetter, DeadLetterId, DeadLetterStatus, FailureSummary, Timestamp};
use crate::retry::engine::DeadLetterChange;
use crate::retry::persistence::StoreError;

/// The columns that [`read`] reads, in its order.
pub(super) const COLUMNS: &str = "activity, generation, tenant, workflow_id, execution_id, \
    activity_id, activity_type, queue, policy_name, policy_version, policy_digest, max_attempts, \
    strategy, metadata, payload_sha256, payload_bytes, status, reason, attempts, error_type, \
    error_message, http_status, class, classified_by, worker_id, scheduled_at, last_attempt_at, \
    died_at, updated_at, failure";

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let values = parameters(COLUMNS);
    format!("INSERT INTO dead_letters ({COLUMNS}) VALUES ({values}) ON CONFLICT DO NOTHING")
});

static FIND: LazyLock<String> = LazyLock::new(|| {
    format!("SELECT {COLUMNS} FROM dead_letters WHERE activity = ? AND generation = ?")
});

/// Reads one entry.
pub(super) fn find(connection: &Connection, id: DeadLetterId) -> Result<Option<DeadLetter>> {
    connection
        .prepare_cached(&FIND)?
        .query_row(params![id.activity, id.generation], read)
        .optional()
}

/// Makes a change of the dead letter queue that happened at `at`.
pub(super) fn change(
    connection: &Connection,
    change: &DeadLetterChange,
    at: Timestamp,
) -> Result<(), StoreError> {
    let (id, changed) = match change {
        DeadLetterChange::Add(entry) => (entry.id, insert(connection, entry)?),
        DeadLetterChange::Settle { id, status } => (*id, settle(connection, *id, *status, at)?),
    };
    if changed == 1 { Ok(()) } else { Err(conflict(format!("dead letter {id}"))) }
}

fn settle(
    connection: &Connection,
    id: DeadLetterId,
    status: DeadLetterStatus,
    at: Timestamp,
) -> Result<usize> {
    let sql = "UPDATE dead_letters SET status = ?, updated_at = ?
               WHERE activity = ? AND generation = ? AND status = ?";
    let dead = DeadLetterStatus::Dead;
    connection.prepare_cached(sql)?.execute(params![status, at, id.activity, id.generation, dead])
}

fn insert(connection: &Connection, entry: &DeadLetter) -> Result<usize> {
    let (key, policy, summary) = (&entry.key, &entry.policy, &entry.summary);
    connection.prepare_cached(&INSERT)?.execute(params![
        entry.id.activity,
        entry.id.generation,
        key.tenant,
        key.workflow_id,
        key.execution_id,
        key.activity_id,
        entry.activity_type,
        entry.queue,
        policy.name,
        policy.version,
        policy.digest,
        policy.max_attempts,
        policy.strategy,
        Json(&entry.metadata),
        entry.payload.sha256,
        entry.payload.bytes,
        entry.status,
        entry.reason,
        entry.attempts,
        summary.error_type,
        summary.message,
        summary.http_status,
        summary.class,
        summary.classified_by,
        entry.worker_id,
        entry.scheduled_at,
        entry.last_attempt_at,
        entry.died_at,
        entry.updated_at,
        Json(&entry.failure),
    ])
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> Result<DeadLetter> {
    let mut columns = Columns::of(row);
    let columns = &mut columns;
    Ok(DeadLetter {
        id: DeadLetterId { activity: columns.next()?, generation: columns.next()? },
        key: read_key(columns)?,
        activity_type: columns.next()?,
        queue: columns.next()?,
        policy: read_policy(columns)?,
        metadata: columns.next::<Json<_>>()?.0,
        payload: read_content(columns)?,
        status: columns.next()?,
        reason: columns.next()?,
        attempts: columns.next()?,
        summary: FailureSummary {
            error_type: columns.next()?,
            message: columns.next()?,
            http_status: columns.next()?,
            class: columns.next()?,
            classified_by: columns.next()?,
        },
        worker_id: columns.next()?,
        scheduled_at: columns.next()?,
        last_attempt_at: columns.next()?,
        died_at: columns.next()?,
        updated_at: columns.next()?,
        failure: columns.next::<Json<_>>()?.0,
    })
}
