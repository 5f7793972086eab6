//! Histories: appended at the end of one table, read by walking back from an activity's last event.

use rusqlite::{Connection, Result, Row, params};

use super::activity::{self, Place};
use super::column::Json;
use crate::model::{ActivityId, Event, EventKind};
use crate::retry::persistence::StoreError;

/// The number that the next event gets.
pub(super) fn next_seq(connection: &Connection) -> Result<i64> {
    let sql = "SELECT coalesce(max(seq), 0) + 1 FROM events";
    connection.prepare_cached(sql)?.query_row([], |row| row.get(0))
}

/// Appends an event of the activity in row `activity`; `prev` is its event before, 0 for none.
pub(super) fn append(
    connection: &Connection,
    event: &Event,
    activity: i64,
    seq: i64,
    prev: i64,
) -> Result<()> {
    let sql = "INSERT INTO events (seq, activity, idx, generation, at, kind, body, prev)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(sql)?.execute(params![
        seq,
        activity,
        event.index,
        event.generation,
        event.at,
        event.kind.name(),
        Json(&event.kind),
        prev,
    ])?;
    Ok(())
}

/// Reads events with an index above `after`, oldest first.
pub(super) fn history(
    connection: &Connection,
    id: ActivityId,
    after: u64,
    limit: usize,
) -> Result<Vec<Event>, StoreError> {
    let Place { n, version: mut index, last_event: mut seq } = activity::place(connection, id)?;
    let last = after.saturating_add(limit as u64);
    let mut events = Vec::new();
    let sql = "SELECT prev, activity, idx, generation, at, body FROM events WHERE seq = ?";
    let mut statement = connection.prepare_cached(sql)?;
    while index > after {
        let mut rows = statement.query([seq])?;
        let row = rows.next()?.filter(|row| row.get(1) == Ok(n) && row.get(2) == Ok(index));
        let Some(row) = row else {
            return Err(StoreError::Corrupt(format!("event {index} of {id} is not where it was")));
        };
        if index <= last {
            events.push(read(id, index, row)?);
        }
        seq = row.get(0)?;
        index -= 1;
    }
    events.reverse();
    Ok(events)
}

fn read(activity: ActivityId, index: u64, row: &Row<'_>) -> Result<Event> {
    Ok(Event {
        activity,
        index,
        generation: row.get(3)?,
        at: row.get(4)?,
        kind: row.get::<_, Json<EventKind>>(5)?.0,
    })
}
