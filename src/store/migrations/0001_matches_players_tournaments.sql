-- Ids are UUIDs of 16 bytes, times Unix milliseconds. `key` is a table's own counter: small, and in the order in
-- which the rows were made, so that what is written together lies together.

CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL
);

-- What changes with every move stays narrow and apart from the cards. Everything but `key`, `id`, `game` and
-- `created_ms` follows from card and events and is repeated here for lists and tallies. A taken seat has a name, a
-- person's has a player too.
CREATE TABLE matches (
    key            INTEGER NOT NULL PRIMARY KEY,
    id             BLOB    NOT NULL UNIQUE,
    game           TEXT    NOT NULL,
    status         TEXT    NOT NULL CHECK (status IN ('open', 'live', 'finished')),
    plies          BIGINT  NOT NULL,
    created_ms     BIGINT  NOT NULL,
    finished_ms    BIGINT,
    outcome        TEXT    CHECK (outcome IN ('first', 'second', 'draw')),
    ended_by       TEXT,
    detail         TEXT,
    first_player   BLOB,
    first_name     TEXT,
    second_player  BLOB,
    second_name    TEXT
);

CREATE INDEX matches_by_game ON matches (game);
CREATE INDEX matches_by_status ON matches (status);
CREATE INDEX matches_by_first_player ON matches (first_player);
CREATE INDEX matches_by_second_player ON matches (second_player);
CREATE INDEX matches_by_first_name ON matches (first_name);
CREATE INDEX matches_by_second_name ON matches (second_name);

-- `body` is the card as JSON; a seat that was taken later than the card was made stands beside it.
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
);

-- `body` is JSON without the kind; moves are text.
CREATE TABLE events (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    seq        BIGINT  NOT NULL CHECK (seq > 0),
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, seq)
);

CREATE TABLE tournaments (
    key         INTEGER NOT NULL PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE,
    name        TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    format      TEXT    NOT NULL,
    source      TEXT    NOT NULL,
    seed        BIGINT  NOT NULL,
    total       BIGINT  NOT NULL,
    created_ms  BIGINT  NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN ('running', 'finished', 'stopped', 'failed')),
    detail      TEXT,
    played      BIGINT  NOT NULL DEFAULT 0
);

-- `position` is the match's place in the schedule. A match's id is not unique here: it derives from the pairing, so
-- the same tournament run twice has the same matches twice.
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, position)
);

CREATE INDEX results_by_match ON results (match_id);
CREATE INDEX results_by_pair ON results (tournament_key, first_name, second_name);

-- Filled and emptied to find out whether there is room to write again after a failure.
CREATE TABLE probe (
    key     INTEGER NOT NULL PRIMARY KEY,
    filler  BLOB    NOT NULL
);
