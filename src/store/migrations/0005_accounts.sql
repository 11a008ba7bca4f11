-- Names that were claimed for good. A player without a row here is a guest; a bot's row has the person that it belongs
-- to, for ever. Of a deleted account the row remains, so that what its matches counted for stays.
CREATE TABLE accounts (
    player      BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    owner       BLOB    REFERENCES players (id),
    password    TEXT,
    claimed_ms  BIGINT  NOT NULL,
    deleted_ms  BIGINT
);
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;

-- How claimed names look: two looks a name, see src/server/names.rs. No look is two players'.
CREATE TABLE claimed_names (
    look    TEXT  NOT NULL PRIMARY KEY,
    player  BLOB  NOT NULL REFERENCES players (id)
);
CREATE INDEX claimed_names_by_player ON claimed_names (player);

-- The secrets by which a player is known besides the first one, which stands in `players`. A session ends with a change
-- of the password, a key does not.
CREATE TABLE tokens (
    key         INTEGER NOT NULL PRIMARY KEY,
    hash        BLOB    NOT NULL UNIQUE,
    player      BLOB    NOT NULL REFERENCES players (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('session', 'key')),
    label       TEXT    NOT NULL,
    created_ms  BIGINT  NOT NULL,
    used_ms     BIGINT
);
CREATE INDEX tokens_by_player ON tokens (player, kind, key);

CREATE TABLE recovery_codes (
    player  BLOB  NOT NULL REFERENCES players (id),
    hash    BLOB  NOT NULL,
    PRIMARY KEY (player, hash)
);

-- Accounts whose name is still to be taken out of matches with a greater key than this.
CREATE TABLE deletions (
    player  BLOB   NOT NULL PRIMARY KEY REFERENCES players (id),
    done    BIGINT NOT NULL
);
