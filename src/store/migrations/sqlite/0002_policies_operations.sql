CREATE TABLE policies (
    tenant       TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    version      INTEGER NOT NULL,
    digest       TEXT    NOT NULL,
    canonical    TEXT    NOT NULL,
    source       TEXT    NOT NULL,
    message      TEXT,
    published_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, name, version)
) STRICT;

-- The active version of a policy is the one of its latest row here.
CREATE TABLE policy_activations (
    seq     INTEGER PRIMARY KEY,
    tenant  TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX policy_activations_policy ON policy_activations (tenant, name);

CREATE TRIGGER policies_are_final BEFORE UPDATE ON policies
BEGIN SELECT RAISE(ABORT, 'a published policy version never changes'); END;
CREATE TRIGGER policies_stay BEFORE DELETE ON policies
BEGIN SELECT RAISE(ABORT, 'a published policy version is never deleted'); END;
CREATE TRIGGER policy_activations_are_final BEFORE UPDATE ON policy_activations
BEGIN SELECT RAISE(ABORT, 'activations of policies are append-only'); END;
CREATE TRIGGER policy_activations_stay BEFORE DELETE ON policy_activations
BEGIN SELECT RAISE(ABORT, 'activations of policies are append-only'); END;

CREATE TABLE operations (
    n           INTEGER PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    tenant      TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    predicate   TEXT,
    rate        INTEGER,
    same_policy INTEGER NOT NULL,
    force       INTEGER NOT NULL,
    reason      TEXT,
    targets     INTEGER NOT NULL,
    done        INTEGER NOT NULL,
    changed     INTEGER NOT NULL,
    failed      INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX operations_tenant ON operations (tenant);
CREATE INDEX operations_running ON operations (status) WHERE status = 'running';

-- Frozen targets. Items get their results in order, so the first pending one is at the number of
-- results.
CREATE TABLE operation_items (
    operation  INTEGER NOT NULL,
    idx        INTEGER NOT NULL,
    activity   BLOB    NOT NULL CHECK (length(activity) = 16),
    generation INTEGER NOT NULL,
    status     TEXT    NOT NULL,
    detail     TEXT,
    PRIMARY KEY (operation, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE recalls (
    tenant       TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    request_hash TEXT    NOT NULL,
    operation    BLOB    NOT NULL CHECK (length(operation) = 16),
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
