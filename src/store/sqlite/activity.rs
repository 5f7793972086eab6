//! Rows of activities.

use std::sync::LazyLock;

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::column::{Columns, Json, parameters};
use crate::model::{
    Activity, ActivityId, ActivityKey, ContentRef, FailureSummary, Lease, LeaseToken, PolicyPin,
};

/// Columns that the first event fixes.
macro_rules! fixed {
    () => {
        "id, tenant, workflow_id, execution_id, activity_id, activity_type, queue, priority, \
         metadata, payload_sha256, payload_bytes, content_hash, idempotency_key, created_at"
    };
}

/// Columns that later events change.
macro_rules! moving {
    () => {
        "policy_name, policy_version, policy_digest, max_attempts, strategy, state, generation, \
         attempt, releases, due_at, lease_token, lease_worker, lease_granted_at, \
         lease_expires_at, last_attempt_at, base_delay_ms, delay_ms, error_type, error_message, \
         http_status, class, classified_by, reason, result_sha256, result_bytes, updated_at, \
         version"
    };
}

/// The columns that [`read`] reads, in its order.
pub(super) const COLUMNS: &str = concat!(fixed!(), ", ", moving!());

static WRITE: LazyLock<String> = LazyLock::new(|| {
    let moved: Vec<String> = concat!(moving!(), ", last_event")
        .split(", ")
        .map(|column| format!("{column} = excluded.{column}"))
        .collect();
    format!(
        "INSERT INTO activities ({COLUMNS}, last_event) VALUES ({}, ?)
         ON CONFLICT (id) DO UPDATE SET {}",
        parameters(COLUMNS),
        moved.join(", ")
    )
});

/// What a commit needs to know of the row that it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    /// The row number.
    pub(super) n: i64,
    /// How many events it has; 0: there is no such row.
    pub(super) version: u64,
    /// The latest of them.
    pub(super) last_event: i64,
}

/// Finds an activity's row.
pub(super) fn place(connection: &Connection, id: ActivityId) -> Result<Place> {
    let sql = "SELECT n, version, last_event FROM activities WHERE id = ?";
    let read =
        |row: &Row<'_>| Ok(Place { n: row.get(0)?, version: row.get(1)?, last_event: row.get(2)? });
    Ok(connection.prepare_cached(sql)?.query_row([id], read).optional()?.unwrap_or_default())
}

/// Reads one activity.
pub(super) fn find(connection: &Connection, id: ActivityId) -> Result<Option<Activity>> {
    let sql = concat!("SELECT ", fixed!(), ", ", moving!(), " FROM activities WHERE id = ?");
    connection.prepare_cached(sql)?.query_row([id], read).optional()
}

/// Writes a new or moved activity.
pub(super) fn write(connection: &Connection, activity: &Activity, last_event: i64) -> Result<()> {
    let (key, policy, lease) = (&activity.key, &activity.policy, activity.lease.as_ref());
    let (failure, result) = (activity.last_failure.as_ref(), activity.result.as_ref());
    connection.prepare_cached(&WRITE)?.execute(params![
        activity.id,
        key.tenant,
        key.workflow_id,
        key.execution_id,
        key.activity_id,
        activity.activity_type,
        activity.queue,
        activity.priority,
        Json(&activity.metadata),
        activity.payload.sha256,
        activity.payload.bytes,
        activity.content_hash,
        activity.idempotency_key,
        activity.created_at,
        policy.name,
        policy.version,
        policy.digest,
        policy.max_attempts,
        policy.strategy,
        activity.state,
        activity.generation,
        activity.attempt,
        activity.releases,
        activity.due_at,
        lease.map(|lease| lease.token),
        lease.map(|lease| &lease.worker_id),
        lease.map(|lease| lease.granted_at),
        lease.map(|lease| lease.expires_at),
        activity.last_attempt_at,
        activity.base_delay_ms,
        activity.delay_ms,
        failure.map(|failure| &failure.error_type),
        failure.map(|failure| &failure.message),
        failure.and_then(|failure| failure.http_status),
        failure.map(|failure| failure.class),
        failure.map(|failure| &failure.classified_by),
        activity.reason,
        result.map(|result| &result.sha256),
        result.map(|result| result.bytes),
        activity.updated_at,
        activity.version,
        last_event,
    ])?;
    Ok(())
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> Result<Activity> {
    let mut columns = Columns::of(row);
    let columns = &mut columns;
    Ok(Activity {
        id: columns.next()?,
        key: read_key(columns)?,
        activity_type: columns.next()?,
        queue: columns.next()?,
        priority: columns.next()?,
        metadata: columns.next::<Json<_>>()?.0,
        payload: read_content(columns)?,
        content_hash: columns.next()?,
        idempotency_key: columns.next()?,
        created_at: columns.next()?,
        policy: read_policy(columns)?,
        state: columns.next()?,
        generation: columns.next()?,
        attempt: columns.next()?,
        releases: columns.next()?,
        due_at: columns.next()?,
        lease: read_lease(columns)?,
        last_attempt_at: columns.next()?,
        base_delay_ms: columns.next()?,
        delay_ms: columns.next()?,
        last_failure: read_failure(columns)?,
        reason: columns.next()?,
        result: read_result(columns)?,
        updated_at: columns.next()?,
        version: columns.next()?,
    })
}

/// Reads the four parts of an identity.
pub(super) fn read_key(columns: &mut Columns<'_>) -> Result<ActivityKey> {
    Ok(ActivityKey {
        tenant: columns.next()?,
        workflow_id: columns.next()?,
        execution_id: columns.next()?,
        activity_id: columns.next()?,
    })
}

/// Reads the five columns of a policy pin.
pub(super) fn read_policy(columns: &mut Columns<'_>) -> Result<PolicyPin> {
    Ok(PolicyPin {
        name: columns.next()?,
        version: columns.next()?,
        digest: columns.next()?,
        max_attempts: columns.next()?,
        strategy: columns.next()?,
    })
}

/// Reads hash and length.
pub(super) fn read_content(columns: &mut Columns<'_>) -> Result<ContentRef> {
    Ok(ContentRef { sha256: columns.next()?, bytes: columns.next()? })
}

fn read_result(columns: &mut Columns<'_>) -> Result<Option<ContentRef>> {
    let sha256: Option<String> = columns.next()?;
    let bytes: Option<u64> = columns.next()?;
    Ok(sha256.zip(bytes).map(|(sha256, bytes)| ContentRef { sha256, bytes }))
}

fn read_lease(columns: &mut Columns<'_>) -> Result<Option<Lease>> {
    let Some(token) = columns.next::<Option<LeaseToken>>()? else {
        columns.skip(3);
        return Ok(None);
    };
    Ok(Some(Lease {
        token,
        worker_id: columns.next()?,
        granted_at: columns.next()?,
        expires_at: columns.next()?,
    }))
}

fn read_failure(columns: &mut Columns<'_>) -> Result<Option<FailureSummary>> {
    let Some(error_type) = columns.next::<Option<String>>()? else {
        columns.skip(4);
        return Ok(None);
    };
    Ok(Some(FailureSummary {
        error_type,
        message: columns.next()?,
        http_status: columns.next()?,
        class: columns.next()?,
        classified_by: columns.next()?,
    }))
}
