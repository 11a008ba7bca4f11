PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'matches players tournaments','2026-11-23 00:43:15',1,X'4bf066bed4dc31bf67472c24d82800bf1f01da0a0e09f75ba7e402b8b9fdaa3872b1d61323108a6f8659701aee581a92',1104849);
INSERT INTO _sqlx_migrations VALUES(2,'tournament plans','2026-11-23 00:43:15',1,X'358d1e1d95893ed6ca7e180a149453444860527f9fc6cbdd45e246bf62427ab0eb7113447f21e2129e61f1f7d16d634d',580026);
INSERT INTO _sqlx_migrations VALUES(3,'standings','2026-11-23 00:43:15',1,X'3e974b2399d607867b2f033224d554f5542ef65094b439cf9436d9cc6413d120e97dccbbf72d9177fae692424ddddc75',1171398);
INSERT INTO _sqlx_migrations VALUES(4,'tournament states','2026-11-23 00:43:15',1,X'3cbe5a677c2c7f87b8f921277d9a2713c0b4742c281a01ea2d745321e232d854df71fe95d1ee49d2638c0f74059c9851',1489904);
INSERT INTO _sqlx_migrations VALUES(5,'accounts','2026-11-23 00:43:15',1,X'ae6ffe80d7f28e293e17bacadd99d36e72e818c11b306cec84015bb4fb9baecf86c35e41e855bed3d6a4a616f58f9dfa',764060);
INSERT INTO _sqlx_migrations VALUES(6,'ratings','2026-11-23 00:43:15',1,X'1b6aea9ade259e20de319657d0f5401f32e2a98ea4d0cfa1e9be10a21b57a0e31c4f504958a6e045d472af1a60ec76f2',938661);
INSERT INTO _sqlx_migrations VALUES(7,'challenges and peace','2026-11-23 00:43:15',1,X'65981b2dd53a432022dda6c18c3ccdcc92a3dc1180d2c5de8ca555d1bb6e47967f1cc5bb34e0deb8ff0bc3daf0f8d5ae',942206);
INSERT INTO _sqlx_migrations VALUES(8,'event packs','2026-11-23 00:43:15',1,X'108fc1f357ea15d1108e75ba5f54bf56279578cea39f50c85f411df4fe4b4f8c5620f80915eee1cb94fe9ca2e6d5ccf5',631272);
INSERT INTO _sqlx_migrations VALUES(9,'tournament logs','2026-11-23 00:43:15',1,X'c2bf469e71a3dd4a26a3fbedfc75f2b1616bdc0bf5cdfdbcb14f07c9808935d622e80343e2b32bd3d9060603580efae2',367228);
INSERT INTO _sqlx_migrations VALUES(11,'matches by tail','2026-11-23 00:43:15',1,X'bb138d028f9daf2815f0e63e7fd4d4ad8c7e064eb49e7f65fc4f7055a2c954e29c0779c1fb3368dfb527502595a9ae56',332456);
CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL
);
INSERT INTO players VALUES(X'209982fa13b74a1f835ada2ed9c66f85','Ann',X'14a461d770e724212ee9a17e07a92e2da6adaf4b077e93506dd10fdf684ab795',1795394595084);
INSERT INTO players VALUES(X'2baa63107ed04964a127f1516d5df781','Ben',X'ab85156c6e100b915040c70cbecc5c5d632ba297ce680f0f9c569081b5978719',1795394595111);
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
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
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
    reason      TEXT,
    played      BIGINT  NOT NULL DEFAULT 0
, plan_hash TEXT, files TEXT, state TEXT NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'paused', 'finished', 'stopped', 'failed', 'blocked')));
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, position)
);
CREATE TABLE probe (
    key     INTEGER NOT NULL PRIMARY KEY,
    filler  BLOB    NOT NULL
);
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
CREATE TABLE accounts (
    player      BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    owner       BLOB    REFERENCES players (id),
    password    TEXT,
    claimed_ms  BIGINT  NOT NULL,
    deleted_ms  BIGINT
);
CREATE TABLE claimed_names (
    look    TEXT  NOT NULL PRIMARY KEY,
    player  BLOB  NOT NULL REFERENCES players (id)
);
CREATE TABLE tokens (
    key         INTEGER NOT NULL PRIMARY KEY,
    hash        BLOB    NOT NULL UNIQUE,
    player      BLOB    NOT NULL REFERENCES players (id),
    kind        TEXT    NOT NULL CHECK (kind IN ('session', 'key')),
    label       TEXT    NOT NULL,
    created_ms  BIGINT  NOT NULL,
    used_ms     BIGINT
);
CREATE TABLE recovery_codes (
    player  BLOB  NOT NULL REFERENCES players (id),
    hash    BLOB  NOT NULL,
    PRIMARY KEY (player, hash)
);
CREATE TABLE deletions (
    player  BLOB   NOT NULL PRIMARY KEY REFERENCES players (id),
    done    BIGINT NOT NULL
);
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
CREATE TABLE anchors (
    game       TEXT  NOT NULL,
    bot        TEXT  NOT NULL,
    rating     REAL  NOT NULL,
    deviation  REAL  NOT NULL,
    PRIMARY KEY (game, bot)
);
INSERT INTO anchors VALUES('tictactoe','tictactoe-club',1666.8396720000000641,45.0);
INSERT INTO anchors VALUES('tictactoe','tictactoe-perfect',1650.9071280000000569,45.0);
INSERT INTO anchors VALUES('tictactoe','tictactoe-casual',1616.4298750000000381,45.0);
INSERT INTO anchors VALUES('tictactoe','tictactoe-beginner',1324.5849430000000665,45.0);
INSERT INTO anchors VALUES('tictactoe','tictactoe-random',1241.2383820000000014,45.0);
INSERT INTO anchors VALUES('bones','bones-parity',1661.1340000000000145,45.0);
INSERT INTO anchors VALUES('bones','bones-beginner',1171.5794799999998758,45.0);
INSERT INTO anchors VALUES('bones','bones-random',939.78177800000003115,45.0);
INSERT INTO anchors VALUES('tree','tree-alphabeta',1812.0381709999999202,45.0);
INSERT INTO anchors VALUES('tree','tree-average',1513.5215060000000448,45.0);
INSERT INTO anchors VALUES('tree','tree-random',1174.4403230000000349,45.0);
INSERT INTO anchors VALUES('gomoku','gomoku-club',1580.7787869999999657,45.0);
INSERT INTO anchors VALUES('gomoku','gomoku-casual',1404.2924439999999322,45.0);
INSERT INTO anchors VALUES('hex','hex-club',1527.3778769999998985,45.0);
INSERT INTO anchors VALUES('bones','bones-perfect',2227.5047420000000783,51.360016326530612217);
INSERT INTO anchors VALUES('gomoku','gomoku-beginner',1235.1429590000000188,52.11480714285714555);
INSERT INTO anchors VALUES('hex','hex-casual',1363.8178949999999077,53.929806122448979976);
INSERT INTO anchors VALUES('connect4','connect4-club',1601.8147300000000541,59.824965816326532317);
INSERT INTO anchors VALUES('connect4','connect4-casual',1360.4224240000000918,60.025848979591842182);
INSERT INTO anchors VALUES('chess','chess-beginner',1500.0,61.784461224489795939);
INSERT INTO anchors VALUES('connect4','connect4-beginner',1039.6516300000000682,75.178528061224497492);
INSERT INTO anchors VALUES('connect4','connect4-strong',1969.4528159999999844,78.883128061224482507);
INSERT INTO anchors VALUES('reversi','reversi-strong',1774.6525139999998828,95.877785714285707289);
INSERT INTO anchors VALUES('reversi','reversi-club',1195.3891699999999218,96.124372959183673973);
INSERT INTO anchors VALUES('connect4','connect4-random',728.02778699999998934,103.12365969387755626);
INSERT INTO anchors VALUES('reversi','reversi-casual',943.83817199999998593,109.82056683673469876);
INSERT INTO anchors VALUES('checkers','checkers-counter',1615.2247050000000854,115.94311326530612405);
INSERT INTO anchors VALUES('chess','chess-casual',1960.9950249999999414,124.41364081632653437);
INSERT INTO anchors VALUES('chess','chess-random',1039.0049750000000585,124.41364081632653437);
INSERT INTO anchors VALUES('checkers','checkers-club',2138.8516170000002603,134.27179183673467832);
INSERT INTO anchors VALUES('checkers','checkers-casual',1051.4398120000000744,136.81507448979593278);
INSERT INTO anchors VALUES('checkers','checkers-expert',2351.41246000000001,146.08811224489795676);
INSERT INTO anchors VALUES('connect4','connect4-master',2300.6306140000001504,150.0);
INSERT INTO anchors VALUES('reversi','reversi-master',2086.1201449999998659,150.0);
INSERT INTO anchors VALUES('gomoku','gomoku-strong',1779.7858109999999669,150.0);
INSERT INTO anchors VALUES('hex','hex-strong',1608.8042279999999664,150.0);
INSERT INTO anchors VALUES('checkers','checkers-strong',2691.019191999999748,175.94041071428571853);
INSERT INTO anchors VALUES('checkers','checkers-beginner',465.93850900000006731,189.802363265306127);
INSERT INTO anchors VALUES('checkers','checkers-random',186.11370499999998173,211.2614459183673432);
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
CREATE TABLE challenges (
    key         INTEGER NOT NULL PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE,
    challenger  BLOB    NOT NULL REFERENCES players (id),
    opponent    BLOB    REFERENCES players (id),
    body        TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('standing', 'accepted', 'declined', 'withdrawn', 'expired')),
    reason      TEXT
);
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
CREATE TABLE mutes (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    player     BLOB    NOT NULL REFERENCES players (id),
    PRIMARY KEY (match_key, player)
);
CREATE TABLE reports (
    key        INTEGER NOT NULL PRIMARY KEY,
    at_ms      BIGINT  NOT NULL,
    reporter   BLOB    NOT NULL REFERENCES players (id),
    reported   BLOB    NOT NULL REFERENCES players (id),
    match_id   BLOB,
    reason     TEXT    NOT NULL,
    closed_ms  BIGINT
);
CREATE TABLE bans (
    player    BLOB    NOT NULL PRIMARY KEY REFERENCES players (id),
    reason    TEXT    NOT NULL,
    at_ms     BIGINT  NOT NULL,
    until_ms  BIGINT
);
CREATE TABLE audit (
    key      INTEGER NOT NULL PRIMARY KEY,
    at_ms    BIGINT  NOT NULL,
    proof    TEXT    NOT NULL,
    deed     TEXT    NOT NULL,
    subject  BLOB    NOT NULL,
    detail   TEXT    NOT NULL
);
CREATE TABLE packs (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    first_seq  BIGINT  NOT NULL CHECK (first_seq > 0),
    last_seq   BIGINT  NOT NULL CHECK (last_seq >= first_seq),
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, first_seq)
) WITHOUT ROWID;
CREATE TABLE log_of (id BLOB NOT NULL PRIMARY KEY);
INSERT INTO log_of VALUES(X'fe5e5e6ffa58faea268378db5da04b34');
CREATE TABLE tournament_log (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    seq             BIGINT  NOT NULL CHECK (seq >= 0),
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, seq)
);
CREATE INDEX matches_by_status ON matches (status);
CREATE INDEX results_by_match ON results (match_id);
CREATE UNIQUE INDEX standings_of_player ON standings (player, game) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX standings_of_bot ON standings (name, game) WHERE player IS NULL;
CREATE INDEX standings_by_rank ON standings (game, points DESC, losses, shown, player);
CREATE INDEX matches_by_game ON matches (game, status);
CREATE INDEX matches_by_first_player ON matches (first_player, game, status) WHERE first_player IS NOT NULL;
CREATE INDEX matches_by_second_player ON matches (second_player, game, status) WHERE second_player IS NOT NULL;
CREATE INDEX matches_by_first_bot ON matches (first_name, game, status) WHERE first_player IS NULL;
CREATE INDEX matches_by_second_bot ON matches (second_name, game, status) WHERE second_player IS NULL;
CREATE INDEX results_by_first ON results (tournament_key, first_name, position, second_name);
CREATE INDEX results_by_second ON results (tournament_key, second_name, position);
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;
CREATE INDEX claimed_names_by_player ON claimed_names (player);
CREATE INDEX tokens_by_player ON tokens (player, kind, key);
CREATE INDEX rated_matches_by_pair ON rated_matches (pair, game, speed, at_ms);
CREATE INDEX rated_matches_by_first ON rated_matches (first_player, game, speed, key) WHERE first_player IS NOT NULL;
CREATE INDEX rated_matches_by_second ON rated_matches (second_player, game, speed, key) WHERE second_player IS NOT NULL;
CREATE INDEX ratings_by_rank ON ratings (game, speed, is_settled, rating DESC);
CREATE INDEX meetings_by_total ON meetings (player, game, total DESC, opponent);
CREATE INDEX challenges_by_challenger ON challenges (challenger, key);
CREATE INDEX challenges_by_opponent ON challenges (opponent) WHERE opponent IS NOT NULL;
CREATE INDEX challenges_standing ON challenges (key) WHERE state = 'standing';
CREATE INDEX reports_by_reporter ON reports (reporter, at_ms);
CREATE INDEX reports_open ON reports (key) WHERE closed_ms IS NULL;
CREATE INDEX matches_by_tail ON matches (substr(id, 11));
COMMIT;
