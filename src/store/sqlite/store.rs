//! The store's threads and what each of them is asked.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::file::{StoreFile, refused};
use super::thread::ConnectionThreads;
use super::{
    activity, census, commit, dead_letter, due, event, function, list, operation, policy, schema,
};
use crate::model::{
    Activity, ActivityId, DeadLetter, Event, Operation, OperationId, OperationItem, TenantId,
    Timestamp,
};
use crate::retry::delay_queue::{DueQuery, DueSlice, ExpirySlice};
use crate::retry::metrics::Census;
use crate::retry::persistence::{
    CommitReceipt, Content, ListQuery, LoadRequest, Loaded, OperationQuery, Outcomes, Page,
    PolicyHistory, PolicyVersion, RetryStore, StoreError, StoreFuture, WriteBatch,
};

/// Threads for lists, histories and counts.
const READERS: usize = 2;
/// Memory for pages of the writing connection, in KiB; a reader gets a quarter of it.
const CACHE_KIB: i32 = 64 * 1024;
/// Pages (of 4 KiB) in the write-ahead log after which a commit moves them into the file: more
/// means fewer and longer pauses.
const CHECKPOINT_PAGES: u32 = 16_000;
/// How long to wait for another program that locks the file, such as a shell on it.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Statements that a connection keeps prepared.
const STATEMENTS: usize = 128;

/// Keeps everything in one file, which one engine at a time may have open.
///
/// Dropping it finishes what was asked, closes the file and frees its lock.
#[derive(Debug)]
pub struct SqliteStore {
    // In this order they end: the last connection to close must be the one that can write, and the
    // lock covers them all.
    readers: ConnectionThreads,
    writer: ConnectionThreads,
    _file: StoreFile,
}

impl SqliteStore {
    /// Opens the store at `path`; makes the file (mode 0600) and its directories (0700) if they are
    /// not there.
    ///
    /// # Errors
    /// [`StoreError::Open`] says what is wrong with the path and what to do: a directory, no right
    /// to write, another program's file, a damaged one, one of a newer schema, or one that another
    /// engine has open. What is refused is left as it was.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let file = StoreFile::claim(path.as_ref())?;
        let shown = file.path().display().to_string();
        Self::start(file).map_err(|error| match error {
            StoreError::Open { .. } => error,
            StoreError::Corrupt(what) => refused(
                format!("{shown} is damaged: {what}"),
                "restore a backup, or move the file away to start with an empty store",
            ),
            StoreError::Conflict { .. } | StoreError::Unavailable(_) => refused(
                format!("cannot open {shown}: {error}"),
                "look whether the disk is full or another program holds the file, then try again",
            ),
        })
    }

    fn start(file: StoreFile) -> Result<Self, StoreError> {
        let writer = writer(&file)?;
        let readers = (0..READERS).map(|_| reader(&file)).collect::<Result<_, _>>()?;
        let broken = Arc::new(AtomicBool::new(false));
        Ok(Self {
            readers: ConnectionThreads::start("store-read", readers, Arc::clone(&broken))?,
            writer: ConnectionThreads::start("store-write", vec![writer], broken)?,
            _file: file,
        })
    }
}

fn writer(file: &StoreFile) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(file.path(), flags)?;
    configure(&connection, CACHE_KIB)?;
    schema::prepare(&mut connection, file)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    Ok(connection)
}

fn reader(file: &StoreFile) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file.path(), flags)?;
    configure(&connection, CACHE_KIB / 4)?;
    Ok(connection)
}

fn configure(connection: &Connection, cache_kib: i32) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Negative: KiB instead of pages.
    connection.pragma_update(None, "cache_size", -cache_kib)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(function::register(connection)?)
}

fn load(connection: &Connection, request: &LoadRequest) -> Result<Loaded, StoreError> {
    let mut loaded = Loaded::default();
    for id in &request.activities {
        loaded.activities.extend(activity::find(connection, *id)?);
    }
    for id in &request.dead_letters {
        loaded.dead_letters.extend(dead_letter::find(connection, *id)?);
    }
    for of in &request.recalls {
        loaded.recalls.extend(operation::recall(connection, of)?);
    }
    Ok(loaded)
}

impl RetryStore for SqliteStore {
    fn load(&self, request: LoadRequest) -> StoreFuture<'_, Loaded> {
        self.writer.run(move |connection| load(connection, &request))
    }

    fn due(&self, query: DueQuery) -> StoreFuture<'_, DueSlice> {
        self.writer.run(move |connection| due::due(connection, &query))
    }

    fn expired(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, ExpirySlice> {
        self.writer.run(move |connection| due::expired(connection, now, limit))
    }

    fn commit(&self, batch: WriteBatch) -> StoreFuture<'_, CommitReceipt> {
        self.writer.run(move |connection| commit::commit(connection, &batch))
    }

    fn engine_time(&self) -> StoreFuture<'_, Timestamp> {
        self.writer.run(|connection| Ok(commit::engine_time(connection)?))
    }

    fn activities(&self, query: ListQuery) -> StoreFuture<'_, Page<Activity>> {
        self.readers.run(move |connection| Ok(list::activities(connection, &query)?))
    }

    fn history(&self, id: ActivityId, after: u64, limit: usize) -> StoreFuture<'_, Vec<Event>> {
        self.readers.run(move |connection| event::history(connection, id, after, limit))
    }

    fn content(&self, id: ActivityId, content: Content) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.readers.run(move |connection| Ok(list::content(connection, id, content)?))
    }

    fn dead_letters(&self, query: ListQuery) -> StoreFuture<'_, Page<DeadLetter>> {
        self.readers.run(move |connection| Ok(list::dead_letters(connection, &query)?))
    }

    fn policies(&self, tenant: Option<TenantId>) -> StoreFuture<'_, Vec<PolicyVersion>> {
        self.readers.run(move |connection| Ok(policy::list(connection, tenant.as_deref())?))
    }

    fn policy_history(&self, tenant: TenantId, name: String) -> StoreFuture<'_, PolicyHistory> {
        self.readers.run(move |connection| Ok(policy::history(connection, &tenant, &name)?))
    }

    fn operation(&self, id: OperationId) -> StoreFuture<'_, Option<(Operation, Outcomes)>> {
        self.readers.run(move |connection| Ok(operation::with_outcomes(connection, id)?))
    }

    fn operations(&self, query: OperationQuery) -> StoreFuture<'_, Page<Operation>> {
        self.readers.run(move |connection| Ok(list::operations(connection, &query)?))
    }

    fn operation_items(
        &self,
        id: OperationId,
        from: u64,
        limit: usize,
    ) -> StoreFuture<'_, Vec<OperationItem>> {
        self.readers.run(move |connection| Ok(operation::items(connection, id, from, limit)?))
    }

    fn census(&self, tenant: Option<TenantId>, now: Timestamp) -> StoreFuture<'_, Census> {
        self.readers.run(move |connection| Ok(census::census(connection, tenant.as_deref(), now)?))
    }
}
