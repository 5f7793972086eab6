//! One batch, one transaction.

use std::collections::BTreeMap;

use rusqlite::{Connection, TransactionBehavior, params};

use super::column::clamped;
use super::fault::conflict;
use super::{activity, dead_letter, event, operation, policy};
use crate::model::{EventKind, TenantId, Timestamp};
use crate::retry::engine::Transition;
use crate::retry::metrics::Totals;
use crate::retry::persistence::{CommitReceipt, Renewal, StoreError, WriteBatch};

/// Writes a batch: all of it, or nothing and the reason.
pub(super) fn commit(
    connection: &mut Connection,
    batch: &WriteBatch,
) -> Result<CommitReceipt, StoreError> {
    // Dropping a transaction that is not committed rolls it back.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let receipt = write(&transaction, batch)?;
    transaction.commit()?;
    Ok(receipt)
}

fn write(connection: &Connection, batch: &WriteBatch) -> Result<CommitReceipt, StoreError> {
    let mut history = History { connection, next_seq: event::next_seq(connection)? };
    let mut totals = BTreeMap::<&TenantId, Totals>::new();
    for transition in &batch.transitions {
        history.write(transition)?;
        let totals = totals.entry(&transition.after.key.tenant).or_default();
        for event in &transition.events {
            totals.count(event);
        }
    }
    for (tenant, totals) in totals {
        add_totals(connection, tenant, &totals)?;
    }
    for renewal in &batch.renewals {
        renew(connection, renewal)?;
    }
    for write in &batch.policies {
        policy::write(connection, write)?;
    }
    let mut receipt = CommitReceipt::default();
    for start in &batch.starts {
        receipt.targets.push(operation::start(connection, start, batch.engine_time)?);
    }
    for progress in &batch.progress {
        operation::progress(connection, progress)?;
    }
    let sql = "UPDATE meta SET value = max(value, ?) WHERE name = 'engine_time'";
    connection.prepare_cached(sql)?.execute([batch.engine_time])?;
    Ok(receipt)
}

/// The highest engine time of any commit.
pub(super) fn engine_time(connection: &Connection) -> rusqlite::Result<Timestamp> {
    let sql = "SELECT value FROM meta WHERE name = 'engine_time'";
    connection.prepare_cached(sql)?.query_row([], |row| row.get(0))
}

/// Where the next event goes.
struct History<'a> {
    connection: &'a Connection,
    next_seq: i64,
}

impl History<'_> {
    fn write(&mut self, transition: &Transition) -> Result<(), StoreError> {
        let (connection, after) = (self.connection, &transition.after);
        let place = activity::place(connection, after.id)?;
        if place.version != transition.expected {
            return Err(conflict(format!("activity {}", after.id)));
        }
        let last_event = self.next_seq + clamped(transition.events.len()) - 1;
        activity::write(connection, after, last_event)?;
        let n = if place.version == 0 { connection.last_insert_rowid() } else { place.n };
        let mut prev = place.last_event;
        for event in &transition.events {
            event::append(connection, event, n, self.next_seq, prev)?;
            prev = self.next_seq;
            self.next_seq += 1;
        }
        write_contents(connection, transition, n)?;
        if let Some(change) = &transition.dead_letter {
            dead_letter::change(connection, change, after.updated_at)?;
        }
        Ok(())
    }
}

fn write_contents(
    connection: &Connection,
    transition: &Transition,
    n: i64,
) -> rusqlite::Result<()> {
    if let Some(payload) = &transition.payload {
        let sql = "INSERT INTO payloads (n, bytes) VALUES (?, ?)";
        connection.prepare_cached(sql)?.execute(params![n, payload])?;
    }
    if let Some(result) = &transition.result {
        let sql = "INSERT INTO results (n, bytes) VALUES (?, ?)
                   ON CONFLICT (n) DO UPDATE SET bytes = excluded.bytes";
        connection.prepare_cached(sql)?.execute(params![n, result])?;
    } else if transition.events.iter().any(|e| matches!(e.kind, EventKind::Completed { .. })) {
        connection.prepare_cached("DELETE FROM results WHERE n = ?")?.execute([n])?;
    }
    Ok(())
}

fn renew(connection: &Connection, renewal: &Renewal) -> Result<(), StoreError> {
    let sql = "UPDATE activities SET lease_expires_at = ? WHERE id = ? AND lease_token = ?";
    let id = renewal.token.activity();
    let renewed =
        connection.prepare_cached(sql)?.execute(params![renewal.expires_at, id, renewal.token])?;
    if renewed == 1 { Ok(()) } else { Err(conflict(format!("the lease of {id}"))) }
}

fn add_totals(connection: &Connection, tenant: &str, totals: &Totals) -> rusqlite::Result<()> {
    let sql = "INSERT INTO totals (tenant, name, value) VALUES (?, ?, ?)
               ON CONFLICT (tenant, name) DO UPDATE SET value = value + excluded.value";
    let mut statement = connection.prepare_cached(sql)?;
    for (name, value) in totals.entries().filter(|(_, value)| *value > 0) {
        statement.execute(params![tenant, name, value])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ActivityKey, Millis, PolicyPin, StrategyKind};
    use crate::retry::engine::{PinnedPolicy, ScheduleRequest};
    use crate::retry::{CompiledPolicy, sample};
    use crate::store::sqlite::schema;

    fn scheduled(name: &str, bytes: usize, now: Timestamp) -> WriteBatch {
        let pin = PolicyPin {
            name: "default".to_owned(),
            version: 0,
            digest: String::new(),
            max_attempts: None,
            strategy: StrategyKind::Fixed,
        };
        let request = ScheduleRequest {
            key: ActivityKey::new("t", "w", "e", name).unwrap(),
            activity_type: "A".to_owned(),
            queue: "q".to_owned(),
            policy: PinnedPolicy { pin, compiled: CompiledPolicy::new(sample::policy()).into() },
            priority: None,
            run_at: None,
            metadata: BTreeMap::new(),
            payload: vec![0; bytes],
        };
        let transition = Transition::schedule(request, None, now).unwrap().unwrap();
        WriteBatch { engine_time: now, transitions: vec![transition], ..WriteBatch::default() }
    }

    #[test]
    fn a_full_disk_loses_nothing_and_passes() {
        let mut connection = schema::in_memory();
        let (first, second) = (Timestamp::from_millis(1), Timestamp::from_millis(2));
        commit(&mut connection, &scheduled("a", 1, first)).unwrap();
        let limit = |connection: &Connection, pages: u32| {
            connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
        };
        limit(&connection, 1);
        let large = scheduled("b", 1 << 20, second);
        let error = commit(&mut connection, &large).unwrap_err();
        assert!(
            matches!(&error, StoreError::Unavailable(text) if text.contains("full")),
            "{error}"
        );
        let rows = "SELECT (SELECT count(*) FROM activities), (SELECT count(*) FROM events)";
        let rows = |connection: &Connection| {
            connection.query_row(rows, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
        };
        assert_eq!((rows(&connection), engine_time(&connection)), ((1, 1), Ok(first)));
        limit(&connection, u32::MAX - 1);
        commit(&mut connection, &large).unwrap();
        assert_eq!((rows(&connection), engine_time(&connection)), ((2, 2), Ok(second)));
    }

    #[test]
    fn a_lock_that_stays_is_no_corruption() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("locked.db");
        let mut connection = Connection::open(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        connection.busy_timeout(std::time::Duration::from_millis(1)).unwrap();
        let batch = scheduled("a", 1, Timestamp::EPOCH.plus(Millis(1)));
        let error = commit(&mut connection, &batch).unwrap_err();
        assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    }
}
