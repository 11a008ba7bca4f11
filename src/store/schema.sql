-- Ids are UUIDs of 16 bytes. Times are Unix milliseconds. `key` is a small number that increases in insertion order.

-- `networks` has digests of the networks from which the player first came, for 30 days. After a restart, what the player
-- holds counts in the limits of these networks.
CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL,
    networks    BLOB
);
CREATE INDEX players_with_networks ON players (created_ms) WHERE networks IS NOT NULL;

-- A short row for lists and tallies, separate from the setup and the events. All columns except `key`, `id`, `game` and
-- `created_ms` derive from the setup and the events. A taken seat has a name. A person's seat also has a player.
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
    -- JSON: a sentence, or an object with what happened.
    detail         TEXT,
    first_player   BLOB,
    first_name     TEXT,
    second_player  BLOB,
    second_name    TEXT
);

-- Lists filter by game, status and the holder of a seat. Each index returns rows in the order of `key`.
CREATE INDEX matches_by_status ON matches (status);
CREATE INDEX matches_by_game ON matches (game, status);
CREATE INDEX matches_by_first_player ON matches (first_player, game, status) WHERE first_player IS NOT NULL;
CREATE INDEX matches_by_second_player ON matches (second_player, game, status) WHERE second_player IS NOT NULL;
-- Name prefixes in either seat. ASCII case is ignored.
CREATE INDEX matches_by_first_name ON matches (first_name COLLATE NOCASE, game, status) WHERE first_name IS NOT NULL;
CREATE INDEX matches_by_second_name ON matches (second_name COLLATE NOCASE, game, status) WHERE second_name IS NOT NULL;
-- The last six bytes of an id are random. Protocols with short ids encode them in eight characters.
CREATE INDEX matches_by_tail ON matches (substr(id, 11));
-- Retention removes the oldest finished matches first.
CREATE INDEX matches_by_end ON matches (finished_ms) WHERE finished_ms IS NOT NULL;

-- `body` is the setup as JSON. Seats taken after the creation of the match are in the other two columns.
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
);

-- Events of a match that were written together, in order, as a JSON array of {"kind":{…}}; moves are text. The events of a
-- finished match are merged into one pack, except for those after its end.
CREATE TABLE packs (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    first_seq  BIGINT  NOT NULL CHECK (first_seq > 0),
    last_seq   BIGINT  NOT NULL CHECK (last_seq >= first_seq),
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, first_seq)
) WITHOUT ROWID;

-- The id of this database. Each segment of the log names it.
CREATE TABLE log_of (id BLOB NOT NULL PRIMARY KEY);
INSERT INTO log_of (id) VALUES (randomblob(16));

-- `plan_hash` is the digest of the plan with its bots. `files` contains the opening files of the tournament by path, as JSON.
-- `reason` and `failure` state why a tournament failed or is blocked, as an English message and as JSON. `player` started the
-- tournament and was charged `charged_ms` of processor time; both are null if the operator started it.
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
    plan_hash   TEXT,
    files       TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('running', 'paused', 'finished', 'stopped', 'failed', 'blocked')),
    reason      TEXT,
    failure     TEXT,
    played      BIGINT  NOT NULL DEFAULT 0,
    player      BLOB,
    charged_ms  BIGINT
);
CREATE INDEX tournaments_by_player ON tournaments (player, created_ms) WHERE player IS NOT NULL;

-- `position` is the match's place in the schedule. `began_ms` is the creation of a match on the server, and otherwise
-- the end minus the times of the moves, if they were measured. `match_id` is not unique: it derives from the pairing, so two runs of the
-- same tournament have the same ids.
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    began_ms        BIGINT,
    ended_ms        BIGINT  NOT NULL,
    PRIMARY KEY (tournament_key, position)
);
CREATE INDEX results_by_match ON results (match_id);
-- The matches of one entrant, or of a pair of entrants, in schedule order.
CREATE INDEX results_by_first ON results (tournament_key, first_name, position, second_name);
CREATE INDEX results_by_second ON results (tournament_key, second_name, position);

-- The log of a live tournament, which people and programs enter while the server runs: registrations, arrivals, pairings and
-- results, in order. `body` is JSON; the first entry contains the terms. Other tournaments have no rows here.
CREATE TABLE tournament_log (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    seq             BIGINT  NOT NULL CHECK (seq >= 0),
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, seq)
);
-- The tournaments that a player entered, for the export of a player's data and the deletion of an account.
CREATE INDEX tournament_log_by_player ON tournament_log (json_extract(body, '$.seat.player'))
    WHERE json_extract(body, '$.kind') = 'entered';

-- Wins, draws and losses by player or bot and game, updated with each result. `player` is null for bots. `name` is the
-- greatest name that was used in a seat. `shown` is the name to display: the current one for a person.
CREATE TABLE standings (
    key     INTEGER NOT NULL PRIMARY KEY,
    game    TEXT    NOT NULL,
    player  BLOB,
    name    TEXT    NOT NULL,
    shown   TEXT    NOT NULL,
    wins    BIGINT  NOT NULL,
    draws   BIGINT  NOT NULL,
    losses  BIGINT  NOT NULL,
    points  BIGINT  NOT NULL GENERATED ALWAYS AS (2 * wins + draws) STORED
);
CREATE UNIQUE INDEX standings_of_player ON standings (player, game) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX standings_of_bot ON standings (name, game) WHERE player IS NULL;
-- The order of a leaderboard.
CREATE INDEX standings_by_rank ON standings (game, points DESC, losses, shown, player);

-- The contribution of removed matches to the tallies. Their rows in `rated_matches` stay, with `match_key` set to null.
CREATE TABLE removed (
    game    TEXT    NOT NULL,
    player  BLOB,
    name    TEXT    NOT NULL,
    wins    BIGINT  NOT NULL,
    draws   BIGINT  NOT NULL,
    losses  BIGINT  NOT NULL
);
CREATE UNIQUE INDEX removed_of_player ON removed (player, game) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX removed_of_bot ON removed (name, game) WHERE player IS NULL;

-- Claimed names. Matches made before `rated_ms` are not rated. A player without a row here is a guest. `owner` is set for
-- bots. The row of a deleted account remains, so
-- that its matches keep counting.
CREATE TABLE accounts (
    player      BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    owner       BLOB    REFERENCES players (id),
    password    TEXT,
    claimed_ms  BIGINT  NOT NULL,
    rated_ms    BIGINT  NOT NULL DEFAULT 0,
    deleted_ms  BIGINT
);
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;

-- The looks of claimed names, up to two per name; see src/server/names.rs. Two players never share a look.
CREATE TABLE claimed_names (
    look    TEXT  NOT NULL PRIMARY KEY,
    player  BLOB  NOT NULL REFERENCES players (id)
);
CREATE INDEX claimed_names_by_player ON claimed_names (player);

-- The secrets of a player besides the first one, which is in `players`. `scopes` are the words of what a key may do,
-- separated by blanks; a session has none and may do everything. A new password ends the sessions and keeps the keys.
CREATE TABLE tokens (
    key         INTEGER NOT NULL PRIMARY KEY,
    hash        BLOB    NOT NULL UNIQUE,
    player      BLOB    NOT NULL REFERENCES players (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('session', 'key')),
    label       TEXT    NOT NULL,
    scopes      TEXT    NOT NULL,
    created_ms  BIGINT  NOT NULL,
    expires_ms  BIGINT  NOT NULL,
    used_ms     BIGINT
);
CREATE INDEX tokens_by_player ON tokens (player, kind, key);

CREATE TABLE recovery_codes (
    player  BLOB  NOT NULL REFERENCES players (id),
    hash    BLOB  NOT NULL,
    PRIMARY KEY (player, hash)
);

-- Bot configurations that a person saved, with their newest versions. `body` is the configuration as JSON, `duel` the
-- tournament in which the version met the bots of its game.
CREATE TABLE saved_bots (
    player   BLOB    NOT NULL REFERENCES players (id),
    game     TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    version  BIGINT  NOT NULL CHECK (version > 0),
    at_ms    BIGINT  NOT NULL,
    body     TEXT    NOT NULL,
    duel     BLOB,
    PRIMARY KEY (player, game, name, version)
) WITHOUT ROWID;

-- Versions of the WebAssembly modules that players handed in. `report` is what `arena check` says, empty before the analysis.
-- `failure` says as JSON why a version was refused, and `trial` lists the ids of its trial matches. The file `wasm` never
-- changes, but is empty once the version was refused.
CREATE TABLE modules (
    key      INTEGER NOT NULL PRIMARY KEY,
    player   BLOB    NOT NULL REFERENCES players (id),
    game     TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    version  BIGINT  NOT NULL CHECK (version > 0),
    digest   TEXT    NOT NULL,
    at_ms    BIGINT  NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('waiting', 'analysed', 'accepted', 'refused', 'withdrawn')),
    report   TEXT    NOT NULL,
    failure  TEXT,
    trial    TEXT    NOT NULL,
    wasm     BLOB    NOT NULL
);
CREATE UNIQUE INDEX modules_by_name ON modules (player, game, name, version);
CREATE INDEX modules_by_digest ON modules (digest);

-- Deleted accounts whose name must still be removed from matches with a key above `done`.
CREATE TABLE deletions (
    player  BLOB   NOT NULL PRIMARY KEY REFERENCES players (id),
    done    BIGINT NOT NULL
);

-- Rated matches in the order in which their ends were stored. Each side has a player (null for a measured bot) and the rating
-- after the match. `ratings` derives from these rows in this order. `pair` names the two interests, sorted.
CREATE TABLE rated_matches (
    key               INTEGER NOT NULL PRIMARY KEY,
    match_key         BIGINT  UNIQUE REFERENCES matches (key),
    game              TEXT    NOT NULL,
    speed             TEXT    NOT NULL CHECK (speed IN ('clock', 'untimed')),
    at_ms             BIGINT  NOT NULL,
    outcome           TEXT    NOT NULL CHECK (outcome IN ('first', 'second', 'draw')),
    pair              TEXT    NOT NULL,
    first_player      BLOB,
    first_rating      REAL    NOT NULL,
    first_deviation   REAL    NOT NULL,
    second_player     BLOB,
    second_rating     REAL    NOT NULL,
    second_deviation  REAL    NOT NULL
);
CREATE INDEX rated_matches_by_pair ON rated_matches (pair, game, speed, at_ms);
CREATE INDEX rated_matches_by_first ON rated_matches (first_player, game, speed, key) WHERE first_player IS NOT NULL;
CREATE INDEX rated_matches_by_second ON rated_matches (second_player, game, speed, key) WHERE second_player IS NOT NULL;

-- The addresses and networks from which a person or the person's bots came within the last 30 days, as hashes. Matches
-- between players of one address are not rated, and the players of one network count as one opponent.
CREATE TABLE whereabouts (
    player     BLOB    NOT NULL REFERENCES players (id),
    household  BLOB    NOT NULL,
    network    BLOB    NOT NULL,
    seen_ms    BIGINT  NOT NULL,
    PRIMARY KEY (player, household)
) WITHOUT ROWID;
CREATE INDEX whereabouts_by_network ON whereabouts (network, seen_ms);
CREATE INDEX whereabouts_by_time ON whereabouts (seen_ms);

-- Suspicious behaviour of an account, for the operator: number of times and the last time.
CREATE TABLE notices (
    player   BLOB    NOT NULL REFERENCES players (id),
    kind     TEXT    NOT NULL CHECK (kind IN ('key_addresses', 'same_address', 'few_opponents', 'one_network')),
    times    BIGINT  NOT NULL,
    last_ms  BIGINT  NOT NULL,
    PRIMARY KEY (player, kind)
) WITHOUT ROWID;
CREATE INDEX notices_by_time ON notices (last_ms);

-- Measured strength of the server's bots, updated at each start.
CREATE TABLE anchors (
    game       TEXT  NOT NULL,
    bot        TEXT  NOT NULL,
    rating     REAL  NOT NULL,
    deviation  REAL  NOT NULL,
    PRIMARY KEY (game, bot)
);

-- Ratings by player, game and speed. `opponents` counts interests, `people` those that are not bots of the server.
CREATE TABLE ratings (
    player      BLOB   NOT NULL REFERENCES players (id),
    game        TEXT   NOT NULL,
    speed       TEXT   NOT NULL,
    rating      REAL   NOT NULL,
    deviation   REAL   NOT NULL,
    volatility  REAL   NOT NULL,
    matches     BIGINT NOT NULL,
    opponents   BIGINT NOT NULL,
    people      BIGINT NOT NULL,
    last_ms     BIGINT NOT NULL,
    is_settled  BIGINT NOT NULL GENERATED ALWAYS AS (deviation <= 110 AND opponents >= 3) STORED,
    PRIMARY KEY (player, game, speed)
);
CREATE INDEX ratings_by_rank ON ratings (game, speed, is_settled, rating DESC);

-- Wins, draws and losses of a player against each opponent, by the player's seat, updated with each result. `opponent` is a
-- player's id in hexadecimal, or `bot ` followed by a bot's name.
CREATE TABLE meetings (
    player         BLOB   NOT NULL,
    game           TEXT   NOT NULL,
    opponent       TEXT   NOT NULL,
    first_wins     BIGINT NOT NULL,
    first_draws    BIGINT NOT NULL,
    first_losses   BIGINT NOT NULL,
    second_wins    BIGINT NOT NULL,
    second_draws   BIGINT NOT NULL,
    second_losses  BIGINT NOT NULL,
    total          BIGINT NOT NULL GENERATED ALWAYS AS (first_wins + first_draws + first_losses + second_wins
                       + second_draws + second_losses) STORED,
    PRIMARY KEY (player, game, opponent)
);
CREATE INDEX meetings_by_total ON meetings (player, game, total DESC, opponent);

-- Open challenges, and the latest closed ones of each challenger. `body` is the request as JSON. Anyone who knows the id of a
-- challenge without an opponent can accept it.
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

-- The rules by which a player accepts challenges, as JSON.
CREATE TABLE challenge_rules (
    player  BLOB  NOT NULL PRIMARY KEY REFERENCES players (id),
    body    TEXT  NOT NULL
);

CREATE TABLE blocks (
    player   BLOB    NOT NULL REFERENCES players (id),
    blocked  BLOB    NOT NULL REFERENCES players (id),
    at_ms    BIGINT  NOT NULL,
    PRIMARY KEY (player, blocked)
);

-- Matches in which a player accepts no offers.
CREATE TABLE mutes (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    player     BLOB    NOT NULL REFERENCES players (id),
    PRIMARY KEY (match_key, player)
);

-- Reports of players about players, for the operator. `is_guests` is 1 if the reporter was a guest. A reporter has at most
-- one open report about each player.
CREATE TABLE reports (
    key        INTEGER NOT NULL PRIMARY KEY,
    at_ms      BIGINT  NOT NULL,
    reporter   BLOB    NOT NULL REFERENCES players (id),
    reported   BLOB    NOT NULL REFERENCES players (id),
    match_id   BLOB,
    reason     TEXT    NOT NULL,
    is_guests  BIGINT  NOT NULL,
    closed_ms  BIGINT
);
CREATE INDEX reports_by_reporter ON reports (reporter, at_ms);
CREATE INDEX reports_open ON reports (is_guests, key) WHERE closed_ms IS NULL;

-- A ban without `until_ms` is permanent.
CREATE TABLE bans (
    player    BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    reason    TEXT    NOT NULL,
    at_ms     BIGINT  NOT NULL,
    until_ms  BIGINT
);

-- The operator's actions: the proof of authority, the action, its subject and the reason.
CREATE TABLE audit (
    key      INTEGER NOT NULL PRIMARY KEY,
    at_ms    BIGINT  NOT NULL,
    proof    TEXT    NOT NULL,
    action   TEXT    NOT NULL,
    subject  BLOB    NOT NULL,
    detail   TEXT    NOT NULL
);

-- How many players answered the position of a day, and how many of them were right. Days count from 1970-01-01.
CREATE TABLE daily (
    day      INTEGER NOT NULL PRIMARY KEY,
    answers  BIGINT  NOT NULL,
    correct  BIGINT  NOT NULL
);

-- Filled and emptied to test whether writing works again after a failure.
CREATE TABLE probe (
    key     INTEGER NOT NULL PRIMARY KEY,
    filler  BLOB    NOT NULL
);

-- The sum of the CRC-32 of the rows of each table, and the number of transactions under an empty name; see sums.rs.
CREATE TABLE sums (
    name   TEXT    NOT NULL PRIMARY KEY,
    total  BIGINT  NOT NULL
) WITHOUT ROWID;
