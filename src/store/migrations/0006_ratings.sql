-- Rated matches in the order in which their ends were stored. Of each side: a player or a measured bot, whose interest it
-- played in, and what it came to. Ratings follow from these rows in this order. `pair` is both interests, sorted.
CREATE TABLE rated_matches (
    key               INTEGER NOT NULL PRIMARY KEY,
    match_key         BIGINT  NOT NULL UNIQUE REFERENCES matches (key),
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

-- How strong the bots of the server were measured to be, as of the last start.
CREATE TABLE anchors (
    game       TEXT  NOT NULL,
    bot        TEXT  NOT NULL,
    rating     REAL  NOT NULL,
    deviation  REAL  NOT NULL,
    PRIMARY KEY (game, bot)
);

-- What everybody's rated matches came to. `opponents` counts interests.
CREATE TABLE ratings (
    player      BLOB   NOT NULL REFERENCES players (id),
    game        TEXT   NOT NULL,
    speed       TEXT   NOT NULL,
    rating      REAL   NOT NULL,
    deviation   REAL   NOT NULL,
    volatility  REAL   NOT NULL,
    matches     BIGINT NOT NULL,
    opponents   BIGINT NOT NULL,
    last_ms     BIGINT NOT NULL,
    is_settled  BIGINT NOT NULL GENERATED ALWAYS AS (deviation <= 110 AND opponents >= 3) STORED,
    PRIMARY KEY (player, game, speed)
);
CREATE INDEX ratings_by_rank ON ratings (game, speed, is_settled, rating DESC);

-- Wins, draws and losses of a player against each other one, by the seat of the player, kept up with each result.
-- `opponent` is a player's id in hexadecimal digits, or `bot ` and a bot's name.
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

INSERT INTO meetings (player, game, opponent, first_wins, first_draws, first_losses,
    second_wins, second_draws, second_losses)
SELECT player, game, opponent,
    SUM(side = 'first' AND outcome = 'first'), SUM(side = 'first' AND outcome = 'draw'),
    SUM(side = 'first' AND outcome = 'second'), SUM(side = 'second' AND outcome = 'second'),
    SUM(side = 'second' AND outcome = 'draw'), SUM(side = 'second' AND outcome = 'first')
FROM (
    SELECT first_player AS player, game, outcome, 'first' AS side,
        CASE WHEN second_player IS NULL THEN 'bot ' || second_name ELSE hex(second_player) END AS opponent
    FROM matches WHERE outcome IS NOT NULL AND first_player IS NOT NULL AND second_name IS NOT NULL
        AND first_player IS NOT second_player
    UNION ALL
    SELECT second_player, game, outcome, 'second',
        CASE WHEN first_player IS NULL THEN 'bot ' || first_name ELSE hex(first_player) END
    FROM matches WHERE outcome IS NOT NULL AND second_player IS NOT NULL AND first_name IS NOT NULL
        AND first_player IS NOT second_player
) AS sides
GROUP BY player, game, opponent;
