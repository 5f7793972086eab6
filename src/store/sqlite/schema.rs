//! The schema: who made a file, which version it has, and the way to the current one.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

use super::commit;
use super::file::{StoreFile, refused};
use crate::retry::persistence::StoreError;

/// `WVRT`, in SQLite's header field for the program that owns a file.
const APPLICATION_ID: i32 = 0x5756_5254;

/// One transaction each; the schema's version is the number of those applied.
const MIGRATIONS: [&str; 3] = [
    include_str!("../migrations/sqlite/0001_activities_events_dead_letters.sql"),
    include_str!("../migrations/sqlite/0002_policies_operations.sql"),
    include_str!("../migrations/sqlite/0003_policy_authors.sql"),
];

/// Files up to this size are checked whole when they are opened; it takes a fraction of a second.
const CHECKED_BYTES: u64 = 64 * 1024 * 1024;

/// Takes a file for ours, or refuses it unchanged; then brings its schema up to date.
pub(super) fn prepare(connection: &mut Connection, file: &StoreFile) -> Result<(), StoreError> {
    // Until the file is known to be ours, closing it must not write into it either.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    if !file.is_new() {
        let version = recognise(connection, file.path())?;
        check(connection, file.path(), version)?;
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    file.make_private()?;
    if file.is_new() {
        // Before WAL, so that the mark stands in the file itself as soon as it is not empty.
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode != "wal" {
        return Err(refused(
            format!("{} cannot keep a write-ahead log (mode `{mode}`)", file.path().display()),
            "keep the store on a local file system",
        ));
    }
    migrate(connection, &MIGRATIONS)
}

fn version_of(connection: &Connection) -> Result<usize, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Reads the marks in the header; gives the schema's version.
fn recognise(connection: &Connection, path: &Path) -> Result<usize, StoreError> {
    let owner: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if owner != APPLICATION_ID {
        return Err(refused(
            format!("{} is a SQLite file of another program", path.display()),
            "name another file for the store",
        ));
    }
    let version = version_of(connection)?;
    if version > MIGRATIONS.len() {
        let known = MIGRATIONS.len();
        return Err(refused(
            format!(
                "{} was made by a newer wovyr-retry: its schema has version {version}, this \
                 program knows {known}",
                path.display()
            ),
            "run the newer program, or restore a backup that is older than the upgrade",
        ));
    }
    Ok(version)
}

/// Finds the damage that a start can find at little cost: an unreadable schema always, any broken
/// page or index in a small file.
fn check(connection: &Connection, path: &Path, version: usize) -> Result<(), StoreError> {
    if version > 0 {
        commit::engine_time(connection)?;
    }
    if std::fs::metadata(path).is_ok_and(|file| file.len() > CHECKED_BYTES) {
        return Ok(());
    }
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict == "ok" { Ok(()) } else { Err(StoreError::Corrupt(verdict)) }
}

fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), StoreError> {
    for (index, migration) in migrations.iter().enumerate().skip(version_of(connection)?) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", index + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

/// A store's connection without a file.
#[cfg(test)]
pub(super) fn in_memory() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    super::function::register(&connection).unwrap();
    migrate(&mut connection, &MIGRATIONS).unwrap();
    connection
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(connection: &Connection) -> u64 {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table'";
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn migrations_run_once_each_and_all_or_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &["CREATE TABLE a (x) STRICT"]).unwrap_err();
        assert_eq!((version_of(&connection), tables(&connection)), (Ok(0), 0));
        let (one, two) = ("CREATE TABLE a (x)", "CREATE TABLE b (x)");
        migrate(&mut connection, &[one]).unwrap();
        migrate(&mut connection, &[one, two]).unwrap();
        migrate(&mut connection, &[one, two]).unwrap();
        assert_eq!((version_of(&connection), tables(&connection)), (Ok(2), 2));
        let broken = "CREATE TABLE c (x); SELECT * FROM nowhere";
        migrate(&mut connection, &[one, two, broken]).unwrap_err();
        assert_eq!((version_of(&connection), tables(&connection)), (Ok(2), 2));
    }
}
