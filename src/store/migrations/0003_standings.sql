-- Wins, draws and losses of everybody in every game, kept up with each result, so that nobody has to sum them over all
-- matches. A person's row has a player, a bot's has none. `name` is the greatest of the names in the seats, `shown` the
-- one to show: a person's present name. Filled here from the matches that are stored.
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

INSERT INTO standings (game, player, name, shown, wins, draws, losses)
SELECT game, player, seated, COALESCE(players.name, seated), wins, draws, losses
FROM (
    SELECT game, player, MAX(name) AS seated,
        SUM(outcome = side) AS wins, SUM(outcome = 'draw') AS draws, SUM(outcome NOT IN (side, 'draw')) AS losses
    FROM (
        SELECT game, first_player AS player, first_name AS name, outcome, 'first' AS side FROM matches
        WHERE outcome IS NOT NULL AND first_name IS NOT NULL
            AND (first_player IS NULL OR second_player IS NULL OR first_player <> second_player)
            AND (first_player IS NOT NULL OR second_player IS NOT NULL OR first_name <> second_name)
        UNION ALL
        SELECT game, second_player, second_name, outcome, 'second' FROM matches
        WHERE outcome IS NOT NULL AND second_name IS NOT NULL
            AND (first_player IS NULL OR second_player IS NULL OR first_player <> second_player)
            AND (first_player IS NOT NULL OR second_player IS NOT NULL OR first_name <> second_name)
    ) AS sides
    GROUP BY game, player, CASE WHEN player IS NULL THEN name END
) AS summed
LEFT JOIN players ON players.id = summed.player;

CREATE UNIQUE INDEX standings_of_player ON standings (player, game) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX standings_of_bot ON standings (name, game) WHERE player IS NULL;
-- The order of a leaderboard.
CREATE INDEX standings_by_rank ON standings (game, points DESC, losses, shown, player);

-- Lists ask for game, status and whoever sits in a seat, or for less; each of these answers in the order of `key`.
DROP INDEX matches_by_game;
DROP INDEX matches_by_first_player;
DROP INDEX matches_by_second_player;
DROP INDEX matches_by_first_name;
DROP INDEX matches_by_second_name;
CREATE INDEX matches_by_game ON matches (game, status);
CREATE INDEX matches_by_first_player ON matches (first_player, game, status) WHERE first_player IS NOT NULL;
CREATE INDEX matches_by_second_player ON matches (second_player, game, status) WHERE second_player IS NOT NULL;
CREATE INDEX matches_by_first_bot ON matches (first_name, game, status) WHERE first_player IS NULL;
CREATE INDEX matches_by_second_bot ON matches (second_name, game, status) WHERE second_player IS NULL;
-- A tournament's matches by one entrant or by two, in the order of the schedule.
DROP INDEX results_by_pair;
CREATE INDEX results_by_first ON results (tournament_key, first_name, position, second_name);
CREATE INDEX results_by_second ON results (tournament_key, second_name, position);
