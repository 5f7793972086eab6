-- Times are whole milliseconds since the Unix epoch; ids are the raw bytes behind their text forms.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('engine_time', 0);

-- One row for each activity: the fold of its events. `n` is the order of insertion and the cursor
-- of lists; `last_event` is where the walk back through its history starts.
CREATE TABLE activities (
    n                INTEGER PRIMARY KEY,
    id               BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    tenant           TEXT    NOT NULL,
    workflow_id      TEXT    NOT NULL,
    execution_id     TEXT    NOT NULL,
    activity_id      TEXT    NOT NULL,
    activity_type    TEXT    NOT NULL,
    queue            TEXT    NOT NULL,
    policy_name      TEXT    NOT NULL,
    policy_version   INTEGER NOT NULL,
    policy_digest    TEXT    NOT NULL,
    max_attempts     INTEGER,
    strategy         TEXT    NOT NULL,
    priority         TEXT,
    metadata         TEXT    NOT NULL,
    payload_sha256   TEXT    NOT NULL,
    payload_bytes    INTEGER NOT NULL,
    content_hash     TEXT    NOT NULL,
    idempotency_key  TEXT    NOT NULL,
    state            TEXT    NOT NULL,
    generation       INTEGER NOT NULL,
    attempt          INTEGER NOT NULL,
    releases         INTEGER NOT NULL,
    due_at           INTEGER,
    lease_token      BLOB    CHECK (length(lease_token) = 40),
    lease_worker     TEXT,
    lease_granted_at INTEGER,
    lease_expires_at INTEGER,
    last_attempt_at  INTEGER,
    base_delay_ms    INTEGER,
    delay_ms         INTEGER,
    error_type       TEXT,
    error_message    TEXT,
    http_status      INTEGER,
    class            TEXT,
    classified_by    TEXT,
    reason           TEXT,
    result_sha256    TEXT,
    result_bytes     INTEGER,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    version          INTEGER NOT NULL,
    last_event       INTEGER NOT NULL,
    CHECK ((lease_token IS NULL) = (lease_expires_at IS NULL)),
    CHECK (due_at IS NULL OR lease_token IS NULL)
) STRICT;

-- The delay queue. `state` rides along so that counting what waits never touches the rows.
CREATE INDEX activities_due ON activities (tenant, queue, due_at, id, state)
    WHERE due_at IS NOT NULL;
CREATE INDEX activities_lease ON activities (lease_expires_at, id)
    WHERE lease_expires_at IS NOT NULL;
-- What does not wait, for counting.
CREATE INDEX activities_not_waiting ON activities (tenant, state)
    WHERE due_at IS NULL;
-- Lists: the row number is the last part of every index.
CREATE INDEX activities_tenant ON activities (tenant);

CREATE TABLE payloads (
    n     INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE results (
    n     INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

-- The truth. Rows are only appended and carry no index beside their key, so that a commit writes
-- at the end of the file; `prev` is the activity's event before, 0 for its first.
CREATE TABLE events (
    seq        INTEGER PRIMARY KEY,
    activity   INTEGER NOT NULL,
    idx        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    prev       INTEGER NOT NULL
) STRICT;

CREATE TRIGGER events_are_final BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'history is append-only: events are never changed'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'history is append-only: events are never deleted'); END;

-- Sums over events, kept in the transaction that appends them.
CREATE TABLE totals (
    tenant TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    value  INTEGER NOT NULL,
    PRIMARY KEY (tenant, name)
) STRICT, WITHOUT ROWID;

-- One row for each death of a generation.
CREATE TABLE dead_letters (
    n               INTEGER PRIMARY KEY,
    activity        BLOB    NOT NULL CHECK (length(activity) = 16),
    generation      INTEGER NOT NULL,
    tenant          TEXT    NOT NULL,
    workflow_id     TEXT    NOT NULL,
    execution_id    TEXT    NOT NULL,
    activity_id     TEXT    NOT NULL,
    activity_type   TEXT    NOT NULL,
    queue           TEXT    NOT NULL,
    policy_name     TEXT    NOT NULL,
    policy_version  INTEGER NOT NULL,
    policy_digest   TEXT    NOT NULL,
    max_attempts    INTEGER,
    strategy        TEXT    NOT NULL,
    metadata        TEXT    NOT NULL,
    payload_sha256  TEXT    NOT NULL,
    payload_bytes   INTEGER NOT NULL,
    status          TEXT    NOT NULL,
    reason          TEXT    NOT NULL,
    attempts        INTEGER NOT NULL,
    error_type      TEXT    NOT NULL,
    error_message   TEXT    NOT NULL,
    http_status     INTEGER,
    class           TEXT    NOT NULL,
    classified_by   TEXT    NOT NULL,
    worker_id       TEXT    NOT NULL,
    scheduled_at    INTEGER NOT NULL,
    last_attempt_at INTEGER,
    died_at         INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    failure         TEXT    NOT NULL,
    UNIQUE (activity, generation)
) STRICT;

CREATE INDEX dead_letters_status ON dead_letters (tenant, status);
