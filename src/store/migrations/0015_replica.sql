-- Where several nodes share one log of changes, the database of each is a copy that follows it: which log, and up to which
-- of its changes everything is in this database. No row: the database is this machine's own.
CREATE TABLE replica (
    log     BLOB   NOT NULL,
    reached BIGINT NOT NULL
);
