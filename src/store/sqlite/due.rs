//! The delay queue and the ends of leases, read in order from their indexes.

use std::collections::{BTreeSet, HashSet};

use rusqlite::{Connection, Result, Row, params};

use super::activity;
use super::column::{Json, clamped};
use crate::model::{Activity, ActivityId, Timestamp};
use crate::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice};
use crate::retry::persistence::StoreError;

/// The entries of one queue from a due time on, in order.
const SCAN: &str = "SELECT due_at, id FROM activities INDEXED BY activities_due
    WHERE tenant = ?1 AND queue = ?2 AND due_at IS NOT NULL AND due_at >= ?3 AND due_at <= ?4
      AND (?5 IS NULL OR activity_type IN (SELECT value FROM json_each(?5)))
    ORDER BY due_at, id";

/// Leases by their end.
const EXPIRED: &str = "SELECT id FROM activities INDEXED BY activities_lease
    WHERE lease_expires_at IS NOT NULL AND lease_expires_at <= ?1
    ORDER BY lease_expires_at, id LIMIT ?2";

/// The end of the lease that ends next.
const NEXT_EXPIRY: &str = "SELECT min(lease_expires_at) FROM activities WHERE lease_expires_at > ?";

type Place = (Timestamp, ActivityId);

/// Finds what may run.
pub(super) fn due(connection: &Connection, query: &DueQuery) -> Result<DueSlice, StoreError> {
    let scan = Scan::of(connection, query);
    // One more than asked for tells whether these are all.
    let mut places = scan.merged(Timestamp::EPOCH, query.now, query.limit.saturating_add(1))?;
    let mut complete = places.len() <= query.limit;
    places.truncate(query.limit);
    let mut slice = DueSlice::default();
    let mut bytes = 0;
    for (_, id) in places {
        let (activity, payload) = with_payload(connection, id)?;
        bytes += payload.len();
        if bytes > DueQuery::PAYLOAD_BYTES && !slice.entries.is_empty() {
            complete = false;
            break;
        }
        slice.entries.push((activity, payload));
    }
    if complete {
        let later = Timestamp::from_millis(query.now.as_millis() + 1);
        let next = scan.merged(later, Timestamp::MAX, 1)?;
        slice.next_due = next.first().map(|(due_at, _)| *due_at).filter(|due| *due > query.now);
    }
    Ok(slice)
}

struct Scan<'a> {
    connection: &'a Connection,
    query: &'a DueQuery,
    queues: BTreeSet<&'a str>,
    except: HashSet<ActivityId>,
}

impl<'a> Scan<'a> {
    fn of(connection: &'a Connection, query: &'a DueQuery) -> Self {
        let queues = query.queues.iter().map(String::as_str).collect();
        Self { connection, query, queues, except: query.except.iter().copied().collect() }
    }

    /// The first `limit` entries of all queues together, in order.
    fn merged(&self, from: Timestamp, to: Timestamp, limit: usize) -> Result<Vec<Place>> {
        let mut places = Vec::new();
        for queue in &self.queues {
            places.extend(self.of_queue(queue, from, to, limit)?);
        }
        places.sort_unstable();
        places.truncate(limit);
        Ok(places)
    }

    fn of_queue(
        &self,
        queue: &str,
        from: Timestamp,
        to: Timestamp,
        limit: usize,
    ) -> Result<Vec<Place>> {
        let types = &self.query.activity_types;
        let types = (!types.is_empty()).then_some(Json(types));
        let mut statement = self.connection.prepare_cached(SCAN)?;
        let rows = statement
            .query_map(params![self.query.tenant, queue, from, to, types], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?
            .filter(|row: &Result<Place>| {
                row.as_ref().map_or(true, |(_, id)| !self.except.contains(id))
            });
        rows.take(limit).collect()
    }
}

fn with_payload(
    connection: &Connection,
    id: ActivityId,
) -> Result<(Activity, Vec<u8>), StoreError> {
    let sql = "SELECT bytes FROM payloads JOIN activities USING (n) WHERE id = ?";
    let lost = || StoreError::Corrupt(format!("the payload of {id} is gone"));
    let activity = activity::find(connection, id)?.ok_or_else(lost)?;
    let mut statement = connection.prepare_cached(sql)?;
    let payload = statement.query_map([id], |row| row.get(0))?.next().ok_or_else(lost)??;
    Ok((activity, payload))
}

/// Finds leases that are over.
pub(super) fn expired(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> Result<ExpirySlice, StoreError> {
    let mut statement = connection.prepare_cached(EXPIRED)?;
    let id = |row: &Row<'_>| row.get(0);
    let wanted = clamped(limit).saturating_add(1);
    let mut activities: Vec<_> =
        statement.query_map(params![now, wanted], id)?.collect::<Result<_>>()?;
    let mut next_expiry = None;
    if activities.len() <= limit {
        next_expiry = connection.prepare_cached(NEXT_EXPIRY)?.query_row([now], |row| row.get(0))?;
    }
    activities.truncate(limit);
    Ok(ExpirySlice { activities, next_expiry })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::schema;

    #[test]
    fn waiting_and_leased_rows_are_read_in_index_order() {
        let connection = schema::in_memory();
        for (sql, index) in [
            (SCAN, "activities_due"),
            (EXPIRED, "activities_lease"),
            (NEXT_EXPIRY, "activities_lease"),
        ] {
            let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let parameters = vec![rusqlite::types::Null; statement.parameter_count()];
            let plan: Vec<String> = statement
                .query_map(rusqlite::params_from_iter(parameters), |row| row.get("detail"))
                .unwrap()
                .collect::<Result<_>>()
                .unwrap();
            let plan = plan.join("\n");
            assert!(plan.contains(&format!("INDEX {index} (")), "{plan}");
            assert!(plan.contains("SEARCH activities"), "{plan}");
            assert!(!plan.contains("B-TREE"), "{plan}");
        }
    }
}
