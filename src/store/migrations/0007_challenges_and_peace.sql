-- Challenges that stand, and the newest of each challenger's that do no more. `body` is what was asked for, as JSON.
-- Without an opponent anybody who knows the id may accept.
CREATE TABLE challenges (
    key         INTEGER NOT NULL PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE,
    challenger  BLOB    NOT NULL REFERENCES players (id),
    opponent    BLOB    REFERENCES players (id),
    body        TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('standing', 'accepted', 'declined', 'withdrawn', 'expired')),
    reason      TEXT
);
CREATE INDEX challenges_by_challenger ON challenges (challenger, key);
CREATE INDEX challenges_by_opponent ON challenges (opponent) WHERE opponent IS NOT NULL;
CREATE INDEX challenges_standing ON challenges (key) WHERE state = 'standing';

-- Which challenges a player takes, as JSON.
CREATE TABLE challenge_rules (
    player  BLOB  NOT NULL PRIMARY KEY REFERENCES players (id),
    body    TEXT  NOT NULL
);

-- Whom a player wants nothing from.
CREATE TABLE blocks (
    player   BLOB    NOT NULL REFERENCES players (id),
    blocked  BLOB    NOT NULL REFERENCES players (id),
    at_ms    BIGINT  NOT NULL,
    PRIMARY KEY (player, blocked)
);

-- Matches in which a player takes no offers.
CREATE TABLE mutes (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    player     BLOB    NOT NULL REFERENCES players (id),
    PRIMARY KEY (match_key, player)
);

-- What players told the operator of each other.
CREATE TABLE reports (
    key        INTEGER NOT NULL PRIMARY KEY,
    at_ms      BIGINT  NOT NULL,
    reporter   BLOB    NOT NULL REFERENCES players (id),
    reported   BLOB    NOT NULL REFERENCES players (id),
    match_id   BLOB,
    reason     TEXT    NOT NULL,
    closed_ms  BIGINT
);
CREATE INDEX reports_by_reporter ON reports (reporter, at_ms);
CREATE INDEX reports_open ON reports (key) WHERE closed_ms IS NULL;

-- Who may not come, why, and until when; without an end for good.
CREATE TABLE bans (
    player    BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    reason    TEXT    NOT NULL,
    at_ms     BIGINT  NOT NULL,
    until_ms  BIGINT
);

-- What the operator did: by what proof, what, to whom or what, and why.
CREATE TABLE audit (
    key      INTEGER NOT NULL PRIMARY KEY,
    at_ms    BIGINT  NOT NULL,
    proof    TEXT    NOT NULL,
    deed     TEXT    NOT NULL,
    subject  BLOB    NOT NULL,
    detail   TEXT    NOT NULL
);
