//! What only a file can do: last, be private, be somebody else's, be broken.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rusqlite::Connection;
use tempfile::{TempDir, tempdir};
use wovyr_retry::model::{Failure, Millis, OperationId, OperationKind};
use wovyr_retry::query::FieldSet;
use wovyr_retry::retry::engine::fold;
use wovyr_retry::retry::persistence::{
    LoadRequest, PolicyVersion, PolicyWrite, RetryStore, Selection, StoreError, WriteBatch,
};
use wovyr_retry::store::SqliteStore;

use super::desk::{Desk, wait};
use super::everything::everything;

/// Does a bit of everything.
fn work(desk: &mut Desk<'_>) {
    let mut odd = desk.request("O'Brien \"东");
    odd.metadata = [("a\u{0}b".to_owned(), "🦀'".to_owned())].into();
    odd.payload = vec![0, 159, 146, 150];
    desk.schedule(odd);
    let running = desk.schedule(desk.request("running"));
    desk.lease(running);
    let delayed = desk.schedule(desk.request("delayed"));
    let failure = Failure {
        http_status: Some(503),
        retry_after_ms: Some(7),
        stack_trace: Some("at line 1\n".to_owned()),
        ..Failure::new("HttpError", "down")
    };
    desk.fail(delayed, failure);
    let done = desk.schedule(desk.request("done"));
    desk.complete(done, Some(&[255, 0]));
    let (dead, replayed) = (desk.dead("dead"), desk.dead("replayed"));
    desk.write(desk.replayed(replayed, OperationId([9; 16])));
    let at = desk.now;
    let policy = PolicyVersion {
        tenant: "t".to_owned(),
        name: "payments".to_owned(),
        version: 1,
        digest: "sha256:0".to_owned(),
        canonical: "{}".to_owned(),
        source: "retry: {}\r\n".to_owned(),
        message: Some("it's the first".to_owned()),
        published_at: at,
        published_by: None,
        active_since: Some(at),
    };
    let batch = WriteBatch {
        policies: vec![PolicyWrite::Publish(policy)],
        starts: vec![desk.start(1, OperationKind::Replay, Selection::Ids(vec![dead]))],
        ..desk.batch(Vec::new())
    };
    desk.commit(batch).unwrap();
}

/// A store that was worked on and closed.
fn closed_store() -> (TempDir, std::path::PathBuf) {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    work(&mut Desk::at(&store));
    drop(store);
    (directory, path)
}

/// Opens what must be refused; gives message and hint.
fn refused(path: &Path) -> (String, String) {
    match SqliteStore::open(path) {
        Err(StoreError::Open { message, hint }) => {
            assert!(message.contains(&path.display().to_string()), "{message}");
            assert!(!hint.is_empty());
            (message, hint)
        }
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[test]
fn reopening_restores_everything() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut desk = Desk::at(&store);
    work(&mut desk);
    let now = desk.now;
    let before = everything(&store, &["t"], now);
    drop(store);
    for suffix in ["-wal", "-shm"] {
        assert!(!directory.path().join(format!("engine.db{suffix}")).exists(), "{suffix}");
    }
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(everything(&store, &["t"], now), before);
    let mut desk = Desk::at(&store);
    desk.now = now.plus(Millis(3_600_000));
    let delayed = desk.request("delayed").key.id();
    desk.complete(delayed, None);
    assert_eq!(fold(&wait(store.history(delayed, 0, 99)).unwrap()), Ok(desk.activity(delayed)));
}

#[test]
fn a_copy_taken_mid_flight_holds_every_answered_commit() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut desk = Desk::at(&store);
    work(&mut desk);
    // What a power cut leaves: the file and the log as they are, nothing closed.
    let copy = directory.path().join("copy.db");
    for suffix in ["", "-wal"] {
        let from = directory.path().join(format!("engine.db{suffix}"));
        fs::copy(from, directory.path().join(format!("copy.db{suffix}"))).unwrap();
    }
    let revived = SqliteStore::open(copy).unwrap();
    assert_eq!(everything(&revived, &["t"], desk.now), everything(&store, &["t"], desk.now));
}

#[test]
fn only_the_owner_can_look_in() {
    let directory = tempdir().unwrap();
    let parent = directory.path().join("a/b");
    let path = parent.join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    work(&mut Desk::at(&store));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let path = parent.join(format!("engine.db{suffix}"));
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert_eq!([mode(&parent), mode(parent.parent().unwrap())], [0o700; 2]);
    drop(store);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    drop(SqliteStore::open(&path).unwrap());
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn a_second_engine_is_kept_out() {
    let (directory, path) = closed_store();
    let store = SqliteStore::open(&path).unwrap();
    assert!(refused(&path).0.contains("another engine"));
    // Also by another name of the same file.
    let link = directory.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(SqliteStore::open(&link).is_err());
    drop(store);
    drop(SqliteStore::open(&link).unwrap());
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let (_directory, path) = closed_store();
    let raw = Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 999).unwrap();
    drop(raw);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(refused(&path).0.contains("made by a newer wovyr-retry"));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn an_older_schema_is_brought_up_to_date() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let raw = Connection::open(&path).unwrap();
    let first = include_str!(
        "../../../src/store/migrations/sqlite/0001_activities_events_dead_letters.sql"
    );
    raw.execute_batch(first).unwrap();
    raw.pragma_update(None, "user_version", 1).unwrap();
    raw.pragma_update(None, "application_id", 0x5756_5254).unwrap();
    drop(raw);
    let store = SqliteStore::open(&path).unwrap();
    work(&mut Desk::at(&store));
}

#[test]
fn other_things_are_refused_and_left_alone() {
    let (directory, path) = closed_store();
    let whole = fs::read(&path).unwrap();
    assert!(refused(directory.path()).0.contains("is a directory"));
    let foreign = directory.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let mut garbled = whole.clone();
    garbled[4096..8192].fill(0x5a);
    let mut no_schema = whole.clone();
    no_schema[100..400].fill(0xff);
    for (name, bytes, complaint) in [
        ("text", b"this is not a database".to_vec(), "not a SQLite file"),
        ("short", whole[..10].to_vec(), "not a SQLite file"),
        ("cut", whole[..100].to_vec(), "damaged"),
        ("half", whole[..whole.len() / 2].to_vec(), "damaged"),
        ("garbled", garbled, "damaged"),
        ("no_schema", no_schema, "damaged"),
        ("other", fs::read(&foreign).unwrap(), "another program"),
    ] {
        let path = directory.path().join(name);
        fs::write(&path, &bytes).unwrap();
        let (message, _) = refused(&path);
        assert!(message.contains(complaint), "{name}: {message}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
    }
    let empty = directory.path().join("empty");
    fs::write(&empty, b"").unwrap();
    work(&mut Desk::at(&SqliteStore::open(&empty).unwrap()));
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    for path in [file.join("engine.db"), Path::new("/proc/wovyr-retry/engine.db").to_owned()] {
        let Err(StoreError::Open { message, hint }) = SqliteStore::open(&path) else {
            panic!("{} was opened", path.display());
        };
        let parent = path.parent().unwrap().display().to_string();
        assert!(message.contains(&parent), "{message}");
        assert!(hint.contains("--store"), "{hint}");
    }
    assert!(SqliteStore::open("/dev/null").is_err());
    assert!(SqliteStore::open("").is_err());
}

#[test]
fn history_cannot_be_rewritten() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut desk = Desk::at(&store);
    work(&mut desk);
    let before = everything(&store, &["t"], desk.now);
    let raw = Connection::open(&path).unwrap();
    for sql in [
        "UPDATE events SET at = at + 1",
        "UPDATE events SET body = '{}' WHERE seq = 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)",
        "UPDATE policies SET canonical = '{}'",
        "DELETE FROM policies",
        "UPDATE policy_activations SET version = 2",
        "DELETE FROM policy_activations",
    ] {
        raw.execute(sql, []).unwrap_err();
    }
    assert_eq!(everything(&store, &["t"], desk.now), before);
}

#[test]
fn a_damaged_value_is_an_error_and_the_rest_goes_on() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("engine.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut desk = Desk::at(&store);
    work(&mut desk);
    let (done, running) = (desk.request("done").key.id(), desk.request("running").key.id());
    let load = |id| {
        let request = LoadRequest { activities: vec![id], ..LoadRequest::default() };
        wait(store.load(request)).map(|loaded| loaded.activities.len())
    };
    let raw = Connection::open(&path).unwrap();
    let damage = [
        ("UPDATE activities SET state = 'compleated' WHERE id = ?1", "'completed'"),
        ("UPDATE activities SET updated_at = -1 WHERE id = ?1", "0"),
        ("UPDATE activities SET attempt = 5000000000 WHERE id = ?1", "1"),
        ("UPDATE activities SET metadata = '[' WHERE id = ?1", "'{}'"),
    ];
    for (sql, repaired) in damage {
        raw.execute(sql, [done.0]).unwrap();
        let error = load(done).unwrap_err();
        assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
        let list = wait(store.activities(desk.list(FieldSet::Activities, None)));
        assert!(matches!(list, Err(StoreError::Corrupt(_))));
        assert_eq!(load(running), Ok(1));
        let column = sql.split(' ').nth(3).unwrap();
        let repair = format!("UPDATE activities SET {column} = {repaired} WHERE id = ?1");
        raw.execute(&repair, [done.0]).unwrap();
        assert_eq!(load(done), Ok(1));
    }
    raw.execute("UPDATE activities SET last_event = 1 WHERE id = ?1", [done.0]).unwrap();
    let history = wait(store.history(done, 0, 99));
    assert!(matches!(history, Err(StoreError::Corrupt(_))), "{history:?}");
}
