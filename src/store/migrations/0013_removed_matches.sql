-- Finished matches may be removed after a while. What they counted for stays: in the tallies by what the removed ones
-- brought everybody, here, and in the ratings by the rated matches, which then name no match any more.
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

-- Those that ended first are removed first.
CREATE INDEX matches_by_end ON matches (finished_ms) WHERE finished_ms IS NOT NULL;

-- A column cannot be allowed to be empty, so the table is made anew.
CREATE TABLE rated (
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
INSERT INTO rated SELECT key, match_key, game, speed, at_ms, outcome, pair, first_player, first_rating, first_deviation,
    second_player, second_rating, second_deviation FROM rated_matches;
DROP TABLE rated_matches;
ALTER TABLE rated RENAME TO rated_matches;
CREATE INDEX rated_matches_by_pair ON rated_matches (pair, game, speed, at_ms);
CREATE INDEX rated_matches_by_first ON rated_matches (first_player, game, speed, key) WHERE first_player IS NOT NULL;
CREATE INDEX rated_matches_by_second ON rated_matches (second_player, game, speed, key) WHERE second_player IS NOT NULL;
