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
INSERT INTO _sqlx_migrations VALUES(1,'matches players tournaments','2026-11-22 21:14:32',1,X'4bf066bed4dc31bf67472c24d82800bf1f01da0a0e09f75ba7e402b8b9fdaa3872b1d61323108a6f8659701aee581a92',9304585);
INSERT INTO _sqlx_migrations VALUES(2,'tournament plans','2026-11-22 21:14:32',1,X'358d1e1d95893ed6ca7e180a149453444860527f9fc6cbdd45e246bf62427ab0eb7113447f21e2129e61f1f7d16d634d',7979598);
INSERT INTO _sqlx_migrations VALUES(3,'standings','2026-11-22 21:14:32',1,X'3e974b2399d607867b2f033224d554f5542ef65094b439cf9436d9cc6413d120e97dccbbf72d9177fae692424ddddc75',3976144);
INSERT INTO _sqlx_migrations VALUES(4,'tournament states','2026-11-22 21:14:32',1,X'3cbe5a677c2c7f87b8f921277d9a2713c0b4742c281a01ea2d745321e232d854df71fe95d1ee49d2638c0f74059c9851',4646294);
INSERT INTO _sqlx_migrations VALUES(5,'accounts','2026-11-22 21:14:32',1,X'ae6ffe80d7f28e293e17bacadd99d36e72e818c11b306cec84015bb4fb9baecf86c35e41e855bed3d6a4a616f58f9dfa',776198);
INSERT INTO _sqlx_migrations VALUES(6,'ratings','2026-11-22 21:14:32',1,X'1b6aea9ade259e20de319657d0f5401f32e2a98ea4d0cfa1e9be10a21b57a0e31c4f504958a6e045d472af1a60ec76f2',866854);
INSERT INTO _sqlx_migrations VALUES(7,'challenges and peace','2026-11-22 21:14:32',1,X'65981b2dd53a432022dda6c18c3ccdcc92a3dc1180d2c5de8ca555d1bb6e47967f1cc5bb34e0deb8ff0bc3daf0f8d5ae',906002);
CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL
);
INSERT INTO players VALUES(X'1388bfa2345b4f15b1392120a494329c','Ann',X'213709eb6906ad2b235ca93507bfdea148febffe6f627f6359890ea331b6b202',1795382072837);
INSERT INTO players VALUES(X'0eb770f633ba4b60b955736d78c89774','Ben',X'899a1d920c03097071d6ccb61a7ec16dbd3508035cdfacf2d5d7f02b9235f6c4',1795382072867);
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
INSERT INTO matches VALUES(1,X'01a2051c562476e7b29dfeb10e1c4d2c','tictactoe','finished',5,1795382072868,1795382072941,'first','rules',NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(2,X'80d480ac14a250ba9b59553aaa58fbf0','tictactoe','live',0,1795382072968,NULL,NULL,NULL,NULL,X'0eb770f633ba4b60b955736d78c89774','Ben',X'1388bfa2345b4f15b1392120a494329c','Ann');
INSERT INTO matches VALUES(3,X'01a2051c568c75f1861e3fdc6c519f8f','chess','finished',7,1795382072972,1795382073012,'first','rules',NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(4,X'01a2051c56b877e1a413be4763c5f034','checkers','finished',3,1795382073016,1795382073048,'first','resignation',NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(5,X'01a2051c56dc7751843f20fbe1a81341','bones','finished',2,1795382073052,1795382073072,'draw','agreement',NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(6,X'01a2051c56f47361834c36d71abe89ff','gomoku','finished',1,1795382073076,1795382073088,NULL,'aborted','the first side called it off',X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(7,X'01a2051c570477eb8b33dfbfe9b4e698','tictactoe','finished',6,1795382073092,1795382073120,'second','rules',NULL,NULL,'tictactoe-random',NULL,'tictactoe-perfect');
INSERT INTO matches VALUES(8,X'01a2051c5724701baa91816e0997a8a9','bones','finished',11,1795382073124,1795382073184,'first','rules',NULL,NULL,'bones-random',NULL,'bones-random');
INSERT INTO matches VALUES(9,X'01a2051c57697609a15638bddd2b0544','connect4','finished',25,1795382073193,1795382073388,'first','rules',NULL,NULL,'connect4-beginner',NULL,'connect4-random');
INSERT INTO matches VALUES(10,X'01a2051c583570eb8e8be4bebdcd68e7','reversi','finished',60,1795382073397,1795382073860,'first','rules','the first side gets 16',NULL,'reversi-beginner',NULL,'reversi-random');
INSERT INTO matches VALUES(11,X'01a2051c5a0d76f691fc515b0f666ebb','tictactoe','finished',2,1795382073869,1795382073901,'second','resignation',NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',NULL,'mine');
INSERT INTO matches VALUES(12,X'01a2051c5a3472b4bcbe6d634a4edbc0','chess','live',0,1795382073908,NULL,NULL,NULL,NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(13,X'01a2051c5a64772ba1f250cea9c1da63','connect4','live',0,1795382073956,NULL,NULL,NULL,NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',NULL,'connect4-beginner');
INSERT INTO matches VALUES(14,X'01a2051c5a8473d8bf41ea949777d7ca','reversi','live',0,1795382073988,NULL,NULL,NULL,NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',X'0eb770f633ba4b60b955736d78c89774','Ben');
INSERT INTO matches VALUES(15,X'01a2051c5ab07653a62b9844a6dddbf6','tictactoe','open',0,1795382074032,NULL,NULL,NULL,NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',NULL,NULL);
INSERT INTO matches VALUES(16,X'01a2051c5ab97665916a19541c29e776','tictactoe','open',0,1795382074041,NULL,NULL,NULL,NULL,X'1388bfa2345b4f15b1392120a494329c','Ann',NULL,NULL);
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
);
INSERT INTO cards VALUES(1,'{"id":"01a2051c-5624-76e7-b29d-feb10e1c4d2c","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382072868}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(2,'{"id":"80d480ac-14a2-50ba-9b59-553aaa58fbf0","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"},"second":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"}},"rated":false,"seed":7957170412524290,"created_ms":1795382072968}',NULL,NULL);
INSERT INTO cards VALUES(3,'{"id":"01a2051c-568c-75f1-861e-3fdc6c519f8f","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795382072972}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(4,'{"id":"01a2051c-56b8-77e1-a413-be4763c5f034","game":"checkers","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382073016}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(5,'{"id":"01a2051c-56dc-7751-843f-20fbe1a81341","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382073052}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(6,'{"id":"01a2051c-56f4-7361-834c-36d71abe89ff","game":"gomoku","options":{"columns":0,"exact":false,"row":5,"rows":0,"size":9},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382073076}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(7,'{"id":"01a2051c-5704-77eb-8b33-dfbfe9b4e698","game":"tictactoe","options":{},"seats":{"first":{"kind":"bot","name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"tictactoe-perfect","spec":{"about":"Searches to the end of the game: it cannot be beaten.","book":false,"deepening":false,"depth":9,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-perfect","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073092}',NULL,NULL);
INSERT INTO cards VALUES(8,'{"id":"01a2051c-5724-701b-aa91-816e0997a8a9","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073124}',NULL,NULL);
INSERT INTO cards VALUES(9,'{"id":"01a2051c-5769-7609-a156-38bddd2b0544","game":"connect4","options":{},"seats":{"first":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"connect4-random","spec":{"about":"Drops its stones anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073193}',NULL,NULL);
INSERT INTO cards VALUES(10,'{"id":"01a2051c-5835-70eb-8e8b-e4bebdcd68e7","game":"reversi","options":{},"seats":{"first":{"kind":"bot","name":"reversi-beginner","spec":{"about":"Flips as many discs as it can, as everybody does at first.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"discs","weights":{"disc":1}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"reversi-random","spec":{"about":"Puts its discs anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"mobility","weights":{"c_square":-15,"corner":100,"mobility":10,"potential":4,"x_square":-40}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073397}',NULL,NULL);
INSERT INTO cards VALUES(11,'{"id":"01a2051c-5a0d-76f6-91fc-515b0f666ebb","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"bot","name":"mine","spec":{"book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"mine","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073869}',NULL,NULL);
INSERT INTO cards VALUES(12,'{"id":"01a2051c-5a34-72b4-bcbe-6d634a4edbc0","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795382073908}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(13,'{"id":"01a2051c-5a64-772b-a1f2-50cea9c1da63","game":"connect4","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795382073956}',NULL,NULL);
INSERT INTO cards VALUES(14,'{"id":"01a2051c-5a84-73d8-bf41-ea949777d7ca","game":"reversi","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382073988}',NULL,'{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}');
INSERT INTO cards VALUES(15,'{"id":"01a2051c-5ab0-7653-a62b-9844a6dddbf6","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795382074032}',NULL,NULL);
INSERT INTO cards VALUES(16,'{"id":"01a2051c-5ab9-7665-916a-19541c29e776","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"1388bfa2-345b-4f15-b139-2120a494329c","name":"Ann"},"second":{"kind":"reserved","player":"0eb770f6-33ba-4b60-b955-736d78c89774"}},"rated":false,"seed":7,"created_ms":1795382074041}',NULL,NULL);
CREATE TABLE events (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    seq        BIGINT  NOT NULL CHECK (seq > 0),
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, seq)
);
INSERT INTO events VALUES(1,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(1,2,'started','{}');
INSERT INTO events VALUES(1,3,'moved','{"ply":0,"side":"first","move":"b2"}');
INSERT INTO events VALUES(1,4,'moved','{"ply":1,"side":"second","move":"a1"}');
INSERT INTO events VALUES(1,5,'moved','{"ply":2,"side":"first","move":"c1"}');
INSERT INTO events VALUES(1,6,'moved','{"ply":3,"side":"second","move":"b1"}');
INSERT INTO events VALUES(1,7,'moved','{"ply":4,"side":"first","move":"a3"}');
INSERT INTO events VALUES(1,8,'ended','{"verdict":{"outcome":"first","by":"rules"}}');
INSERT INTO events VALUES(1,9,'offered','{"side":"first","what":"rematch"}');
INSERT INTO events VALUES(1,10,'answered','{"side":"second","what":"rematch","accept":true}');
INSERT INTO events VALUES(2,1,'started','{}');
INSERT INTO events VALUES(3,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(3,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(3,3,'moved','{"ply":0,"side":"first","move":"e2e4","clocks":{"first":601997,"second":600000}}');
INSERT INTO events VALUES(3,4,'moved','{"ply":1,"side":"second","move":"e7e5","clocks":{"first":601997,"second":601997}}');
INSERT INTO events VALUES(3,5,'moved','{"ply":2,"side":"first","move":"d1h5","clocks":{"first":603994,"second":601997}}');
INSERT INTO events VALUES(3,6,'moved','{"ply":3,"side":"second","move":"b8c6","clocks":{"first":603994,"second":603992}}');
INSERT INTO events VALUES(3,7,'moved','{"ply":4,"side":"first","move":"f1c4","clocks":{"first":605988,"second":603992}}');
INSERT INTO events VALUES(3,8,'moved','{"ply":5,"side":"second","move":"g8f6","clocks":{"first":605988,"second":605989}}');
INSERT INTO events VALUES(3,9,'moved','{"ply":6,"side":"first","move":"h5f7","clocks":{"first":607985,"second":605989}}');
INSERT INTO events VALUES(3,10,'ended','{"verdict":{"outcome":"first","by":"rules"},"clocks":{"first":607985,"second":605989}}');
INSERT INTO events VALUES(4,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(4,2,'started','{}');
INSERT INTO events VALUES(4,3,'moved','{"ply":0,"side":"first","move":"11-15"}');
INSERT INTO events VALUES(4,4,'moved','{"ply":1,"side":"second","move":"23-19"}');
INSERT INTO events VALUES(4,5,'moved','{"ply":2,"side":"first","move":"8-11"}');
INSERT INTO events VALUES(4,6,'offered','{"side":"first","what":"takeback"}');
INSERT INTO events VALUES(4,7,'answered','{"side":"second","what":"takeback","accept":true}');
INSERT INTO events VALUES(4,8,'taken_back','{"side":"first","ply":2}');
INSERT INTO events VALUES(4,9,'moved','{"ply":2,"side":"first","move":"9-14"}');
INSERT INTO events VALUES(4,10,'ended','{"verdict":{"outcome":"first","by":"resignation"}}');
INSERT INTO events VALUES(5,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(5,2,'started','{}');
INSERT INTO events VALUES(5,3,'moved','{"ply":0,"side":"first","move":"3"}');
INSERT INTO events VALUES(5,4,'moved','{"ply":1,"side":"second","move":"1"}');
INSERT INTO events VALUES(5,5,'offered','{"side":"first","what":"draw"}');
INSERT INTO events VALUES(5,6,'answered','{"side":"second","what":"draw","accept":true}');
INSERT INTO events VALUES(5,7,'ended','{"verdict":{"outcome":"draw","by":"agreement"}}');
INSERT INTO events VALUES(6,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(6,2,'started','{}');
INSERT INTO events VALUES(6,3,'moved','{"ply":0,"side":"first","move":"e5"}');
INSERT INTO events VALUES(6,4,'ended','{"verdict":{"outcome":null,"by":"aborted","detail":"the first side called it off"}}');
INSERT INTO events VALUES(7,1,'started','{}');
INSERT INTO events VALUES(7,2,'thought','{"side":"first","ply":0,"from":"random","value":0,"depth":0,"nodes":0,"line":["a3"],"ms":0}');
INSERT INTO events VALUES(7,3,'moved','{"ply":0,"side":"first","move":"a3"}');
INSERT INTO events VALUES(7,4,'thought','{"side":"second","ply":1,"from":"search","value":0,"depth":9,"nodes":2272,"line":["b2","c3","b3","b1","a1","c1","c2","a2"],"ms":0}');
INSERT INTO events VALUES(7,5,'moved','{"ply":1,"side":"second","move":"b2"}');
INSERT INTO events VALUES(7,6,'thought','{"side":"first","ply":2,"from":"random","value":0,"depth":0,"nodes":0,"line":["c1"],"ms":0}');
INSERT INTO events VALUES(7,7,'moved','{"ply":2,"side":"first","move":"c1"}');
INSERT INTO events VALUES(7,8,'thought','{"side":"second","ply":3,"from":"search","value":0,"depth":9,"nodes":328,"line":["c2","a2","a1","c3","b3","b1"],"ms":0}');
INSERT INTO events VALUES(7,9,'moved','{"ply":3,"side":"second","move":"c2"}');
INSERT INTO events VALUES(7,10,'thought','{"side":"first","ply":4,"from":"random","value":0,"depth":0,"nodes":0,"line":["b3"],"ms":0}');
INSERT INTO events VALUES(7,11,'moved','{"ply":4,"side":"first","move":"b3"}');
INSERT INTO events VALUES(7,12,'thought','{"side":"second","ply":5,"from":"search","value":999999,"win_in":1,"depth":9,"nodes":15,"line":["a2"],"ms":0}');
INSERT INTO events VALUES(7,13,'moved','{"ply":5,"side":"second","move":"a2"}');
INSERT INTO events VALUES(7,14,'ended','{"verdict":{"outcome":"second","by":"rules"}}');
INSERT INTO events VALUES(8,1,'started','{}');
INSERT INTO events VALUES(8,2,'thought','{"side":"first","ply":0,"from":"random","value":0,"depth":0,"nodes":0,"line":["1"],"ms":0}');
INSERT INTO events VALUES(8,3,'moved','{"ply":0,"side":"first","move":"1"}');
INSERT INTO events VALUES(8,4,'thought','{"side":"second","ply":1,"from":"random","value":0,"depth":0,"nodes":0,"line":["2"],"ms":0}');
INSERT INTO events VALUES(8,5,'moved','{"ply":1,"side":"second","move":"2"}');
INSERT INTO events VALUES(8,6,'thought','{"side":"first","ply":2,"from":"random","value":0,"depth":0,"nodes":0,"line":["3"],"ms":0}');
INSERT INTO events VALUES(8,7,'moved','{"ply":2,"side":"first","move":"3"}');
INSERT INTO events VALUES(8,8,'thought','{"side":"second","ply":3,"from":"random","value":0,"depth":0,"nodes":0,"line":["2"],"ms":0}');
INSERT INTO events VALUES(8,9,'moved','{"ply":3,"side":"second","move":"2"}');
INSERT INTO events VALUES(8,10,'thought','{"side":"first","ply":4,"from":"random","value":0,"depth":0,"nodes":0,"line":["1"],"ms":0}');
INSERT INTO events VALUES(8,11,'moved','{"ply":4,"side":"first","move":"1"}');
INSERT INTO events VALUES(8,12,'thought','{"side":"second","ply":5,"from":"random","value":0,"depth":0,"nodes":0,"line":["3"],"ms":0}');
INSERT INTO events VALUES(8,13,'moved','{"ply":5,"side":"second","move":"3"}');
INSERT INTO events VALUES(8,14,'thought','{"side":"first","ply":6,"from":"random","value":0,"depth":0,"nodes":0,"line":["1"],"ms":0}');
INSERT INTO events VALUES(8,15,'moved','{"ply":6,"side":"first","move":"1"}');
INSERT INTO events VALUES(8,16,'thought','{"side":"second","ply":7,"from":"random","value":0,"depth":0,"nodes":0,"line":["1"],"ms":0}');
INSERT INTO events VALUES(8,17,'moved','{"ply":7,"side":"second","move":"1"}');
INSERT INTO events VALUES(8,18,'thought','{"side":"first","ply":8,"from":"random","value":0,"depth":0,"nodes":0,"line":["3"],"ms":0}');
INSERT INTO events VALUES(8,19,'moved','{"ply":8,"side":"first","move":"3"}');
INSERT INTO events VALUES(8,20,'thought','{"side":"second","ply":9,"from":"random","value":0,"depth":0,"nodes":0,"line":["2"],"ms":0}');
INSERT INTO events VALUES(8,21,'moved','{"ply":9,"side":"second","move":"2"}');
INSERT INTO events VALUES(8,22,'thought','{"side":"first","ply":10,"from":"random","value":0,"depth":0,"nodes":0,"line":["2"],"ms":0}');
INSERT INTO events VALUES(8,23,'moved','{"ply":10,"side":"first","move":"2"}');
INSERT INTO events VALUES(8,24,'ended','{"verdict":{"outcome":"first","by":"rules"}}');
INSERT INTO events VALUES(9,1,'started','{}');
INSERT INTO events VALUES(9,2,'thought','{"side":"first","ply":0,"from":"search","value":6,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,3,'moved','{"ply":0,"side":"first","move":"d"}');
INSERT INTO events VALUES(9,4,'thought','{"side":"second","ply":1,"from":"random","value":0,"depth":0,"nodes":0,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,5,'moved','{"ply":1,"side":"second","move":"c"}');
INSERT INTO events VALUES(9,6,'thought','{"side":"first","ply":2,"from":"search","value":8,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,7,'moved','{"ply":2,"side":"first","move":"d"}');
INSERT INTO events VALUES(9,8,'thought','{"side":"second","ply":3,"from":"random","value":0,"depth":0,"nodes":0,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,9,'moved','{"ply":3,"side":"second","move":"d"}');
INSERT INTO events VALUES(9,10,'thought','{"side":"first","ply":4,"from":"search","value":8,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,11,'moved','{"ply":4,"side":"first","move":"d"}');
INSERT INTO events VALUES(9,12,'thought','{"side":"second","ply":5,"from":"random","value":0,"depth":0,"nodes":0,"line":["f"],"ms":0}');
INSERT INTO events VALUES(9,13,'moved','{"ply":5,"side":"second","move":"f"}');
INSERT INTO events VALUES(9,14,'thought','{"side":"first","ply":6,"from":"search","value":12,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,15,'moved','{"ply":6,"side":"first","move":"d"}');
INSERT INTO events VALUES(9,16,'thought','{"side":"second","ply":7,"from":"random","value":0,"depth":0,"nodes":0,"line":["b"],"ms":0}');
INSERT INTO events VALUES(9,17,'moved','{"ply":7,"side":"second","move":"b"}');
INSERT INTO events VALUES(9,18,'thought','{"side":"first","ply":8,"from":"search","value":16,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(9,19,'moved','{"ply":8,"side":"first","move":"d"}');
INSERT INTO events VALUES(9,20,'thought','{"side":"second","ply":9,"from":"random","value":0,"depth":0,"nodes":0,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,21,'moved','{"ply":9,"side":"second","move":"c"}');
INSERT INTO events VALUES(9,22,'thought','{"side":"first","ply":10,"from":"search","value":16,"depth":1,"nodes":7,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,23,'moved','{"ply":10,"side":"first","move":"c"}');
INSERT INTO events VALUES(9,24,'thought','{"side":"second","ply":11,"from":"random","value":0,"depth":0,"nodes":0,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,25,'moved','{"ply":11,"side":"second","move":"e"}');
INSERT INTO events VALUES(9,26,'thought','{"side":"first","ply":12,"from":"random","value":0,"depth":0,"nodes":0,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,27,'moved','{"ply":12,"side":"first","move":"c"}');
INSERT INTO events VALUES(9,28,'thought','{"side":"second","ply":13,"from":"random","value":0,"depth":0,"nodes":0,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,29,'moved','{"ply":13,"side":"second","move":"c"}');
INSERT INTO events VALUES(9,30,'thought','{"side":"first","ply":14,"from":"search","value":16,"depth":1,"nodes":7,"line":["c"],"ms":0}');
INSERT INTO events VALUES(9,31,'moved','{"ply":14,"side":"first","move":"c"}');
INSERT INTO events VALUES(9,32,'thought','{"side":"second","ply":15,"from":"random","value":0,"depth":0,"nodes":0,"line":["b"],"ms":0}');
INSERT INTO events VALUES(9,33,'moved','{"ply":15,"side":"second","move":"b"}');
INSERT INTO events VALUES(9,34,'thought','{"side":"first","ply":16,"from":"search","value":18,"depth":1,"nodes":6,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,35,'moved','{"ply":16,"side":"first","move":"e"}');
INSERT INTO events VALUES(9,36,'thought','{"side":"second","ply":17,"from":"random","value":0,"depth":0,"nodes":0,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,37,'moved','{"ply":17,"side":"second","move":"e"}');
INSERT INTO events VALUES(9,38,'thought','{"side":"first","ply":18,"from":"search","value":18,"depth":1,"nodes":6,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,39,'moved','{"ply":18,"side":"first","move":"e"}');
INSERT INTO events VALUES(9,40,'thought','{"side":"second","ply":19,"from":"random","value":0,"depth":0,"nodes":0,"line":["a"],"ms":0}');
INSERT INTO events VALUES(9,41,'moved','{"ply":19,"side":"second","move":"a"}');
INSERT INTO events VALUES(9,42,'thought','{"side":"first","ply":20,"from":"search","value":22,"depth":1,"nodes":6,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,43,'moved','{"ply":20,"side":"first","move":"e"}');
INSERT INTO events VALUES(9,44,'thought','{"side":"second","ply":21,"from":"random","value":0,"depth":0,"nodes":0,"line":["g"],"ms":0}');
INSERT INTO events VALUES(9,45,'moved','{"ply":21,"side":"second","move":"g"}');
INSERT INTO events VALUES(9,46,'thought','{"side":"first","ply":22,"from":"search","value":26,"depth":1,"nodes":6,"line":["e"],"ms":0}');
INSERT INTO events VALUES(9,47,'moved','{"ply":22,"side":"first","move":"e"}');
INSERT INTO events VALUES(9,48,'thought','{"side":"second","ply":23,"from":"random","value":0,"depth":0,"nodes":0,"line":["g"],"ms":0}');
INSERT INTO events VALUES(9,49,'moved','{"ply":23,"side":"second","move":"g"}');
INSERT INTO events VALUES(9,50,'thought','{"side":"first","ply":24,"from":"random","value":0,"depth":0,"nodes":0,"line":["b"],"ms":0}');
INSERT INTO events VALUES(9,51,'moved','{"ply":24,"side":"first","move":"b"}');
INSERT INTO events VALUES(9,52,'ended','{"verdict":{"outcome":"first","by":"rules"}}');
INSERT INTO events VALUES(10,1,'started','{}');
INSERT INTO events VALUES(10,2,'thought','{"side":"first","ply":0,"from":"search","value":3,"depth":1,"nodes":5,"line":["f5"],"ms":0}');
INSERT INTO events VALUES(10,3,'moved','{"ply":0,"side":"first","move":"f5"}');
INSERT INTO events VALUES(10,4,'thought','{"side":"second","ply":1,"from":"random","value":0,"depth":0,"nodes":0,"line":["d6"],"ms":0}');
INSERT INTO events VALUES(10,5,'moved','{"ply":1,"side":"second","move":"d6"}');
INSERT INTO events VALUES(10,6,'thought','{"side":"first","ply":2,"from":"search","value":3,"depth":1,"nodes":6,"line":["c7"],"ms":0}');
INSERT INTO events VALUES(10,7,'moved','{"ply":2,"side":"first","move":"c7"}');
INSERT INTO events VALUES(10,8,'thought','{"side":"second","ply":3,"from":"random","value":0,"depth":0,"nodes":0,"line":["g5"],"ms":0}');
INSERT INTO events VALUES(10,9,'moved','{"ply":3,"side":"second","move":"g5"}');
INSERT INTO events VALUES(10,10,'thought','{"side":"first","ply":4,"from":"search","value":3,"depth":1,"nodes":7,"line":["d3"],"ms":0}');
INSERT INTO events VALUES(10,11,'moved','{"ply":4,"side":"first","move":"d3"}');
INSERT INTO events VALUES(10,12,'thought','{"side":"second","ply":5,"from":"random","value":0,"depth":0,"nodes":0,"line":["b8"],"ms":0}');
INSERT INTO events VALUES(10,13,'moved','{"ply":5,"side":"second","move":"b8"}');
INSERT INTO events VALUES(10,14,'thought','{"side":"first","ply":6,"from":"search","value":5,"depth":1,"nodes":6,"line":["h5"],"ms":0}');
INSERT INTO events VALUES(10,15,'moved','{"ply":6,"side":"first","move":"h5"}');
INSERT INTO events VALUES(10,16,'thought','{"side":"second","ply":7,"from":"random","value":0,"depth":0,"nodes":0,"line":["d2"],"ms":0}');
INSERT INTO events VALUES(10,17,'moved','{"ply":7,"side":"second","move":"d2"}');
INSERT INTO events VALUES(10,18,'thought','{"side":"first","ply":8,"from":"search","value":1,"depth":1,"nodes":6,"line":["c3"],"ms":0}');
INSERT INTO events VALUES(10,19,'moved','{"ply":8,"side":"first","move":"c3"}');
INSERT INTO events VALUES(10,20,'thought','{"side":"second","ply":9,"from":"random","value":0,"depth":0,"nodes":0,"line":["b4"],"ms":0}');
INSERT INTO events VALUES(10,21,'moved','{"ply":9,"side":"second","move":"b4"}');
INSERT INTO events VALUES(10,22,'thought','{"side":"first","ply":10,"from":"search","value":3,"depth":1,"nodes":7,"line":["d1"],"ms":0}');
INSERT INTO events VALUES(10,23,'moved','{"ply":10,"side":"first","move":"d1"}');
INSERT INTO events VALUES(10,24,'thought','{"side":"second","ply":11,"from":"random","value":0,"depth":0,"nodes":0,"line":["f3"],"ms":0}');
INSERT INTO events VALUES(10,25,'moved','{"ply":11,"side":"second","move":"f3"}');
INSERT INTO events VALUES(10,26,'thought','{"side":"first","ply":12,"from":"random","value":0,"depth":0,"nodes":0,"line":["e3"],"ms":0}');
INSERT INTO events VALUES(10,27,'moved','{"ply":12,"side":"first","move":"e3"}');
INSERT INTO events VALUES(10,28,'thought','{"side":"second","ply":13,"from":"random","value":0,"depth":0,"nodes":0,"line":["f4"],"ms":0}');
INSERT INTO events VALUES(10,29,'moved','{"ply":13,"side":"second","move":"f4"}');
INSERT INTO events VALUES(10,30,'thought','{"side":"first","ply":14,"from":"search","value":5,"depth":1,"nodes":13,"line":["f2"],"ms":0}');
INSERT INTO events VALUES(10,31,'moved','{"ply":14,"side":"first","move":"f2"}');
INSERT INTO events VALUES(10,32,'thought','{"side":"second","ply":15,"from":"random","value":0,"depth":0,"nodes":0,"line":["e2"],"ms":0}');
INSERT INTO events VALUES(10,33,'moved','{"ply":15,"side":"second","move":"e2"}');
INSERT INTO events VALUES(10,34,'thought','{"side":"first","ply":16,"from":"search","value":5,"depth":1,"nodes":9,"line":["c6"],"ms":0}');
INSERT INTO events VALUES(10,35,'moved','{"ply":16,"side":"first","move":"c6"}');
INSERT INTO events VALUES(10,36,'thought','{"side":"second","ply":17,"from":"random","value":0,"depth":0,"nodes":0,"line":["g2"],"ms":0}');
INSERT INTO events VALUES(10,37,'moved','{"ply":17,"side":"second","move":"g2"}');
INSERT INTO events VALUES(10,38,'thought','{"side":"first","ply":18,"from":"search","value":9,"depth":1,"nodes":13,"line":["h2"],"ms":0}');
INSERT INTO events VALUES(10,39,'moved','{"ply":18,"side":"first","move":"h2"}');
INSERT INTO events VALUES(10,40,'thought','{"side":"second","ply":19,"from":"random","value":0,"depth":0,"nodes":0,"line":["c1"],"ms":0}');
INSERT INTO events VALUES(10,41,'moved','{"ply":19,"side":"second","move":"c1"}');
INSERT INTO events VALUES(10,42,'thought','{"side":"first","ply":20,"from":"search","value":11,"depth":1,"nodes":9,"line":["e6"],"ms":0}');
INSERT INTO events VALUES(10,43,'moved','{"ply":20,"side":"first","move":"e6"}');
INSERT INTO events VALUES(10,44,'thought','{"side":"second","ply":21,"from":"random","value":0,"depth":0,"nodes":0,"line":["d7"],"ms":0}');
INSERT INTO events VALUES(10,45,'moved','{"ply":21,"side":"second","move":"d7"}');
INSERT INTO events VALUES(10,46,'thought','{"side":"first","ply":22,"from":"search","value":15,"depth":1,"nodes":10,"line":["d8"],"ms":0}');
INSERT INTO events VALUES(10,47,'moved','{"ply":22,"side":"first","move":"d8"}');
INSERT INTO events VALUES(10,48,'thought','{"side":"second","ply":23,"from":"random","value":0,"depth":0,"nodes":0,"line":["e7"],"ms":0}');
INSERT INTO events VALUES(10,49,'moved','{"ply":23,"side":"second","move":"e7"}');
INSERT INTO events VALUES(10,50,'thought','{"side":"first","ply":24,"from":"random","value":0,"depth":0,"nodes":0,"line":["b6"],"ms":0}');
INSERT INTO events VALUES(10,51,'moved','{"ply":24,"side":"first","move":"b6"}');
INSERT INTO events VALUES(10,52,'thought','{"side":"second","ply":25,"from":"random","value":0,"depth":0,"nodes":0,"line":["g6"],"ms":0}');
INSERT INTO events VALUES(10,53,'moved','{"ply":25,"side":"second","move":"g6"}');
INSERT INTO events VALUES(10,54,'thought','{"side":"first","ply":26,"from":"search","value":19,"depth":1,"nodes":11,"line":["e8"],"ms":0}');
INSERT INTO events VALUES(10,55,'moved','{"ply":26,"side":"first","move":"e8"}');
INSERT INTO events VALUES(10,56,'thought','{"side":"second","ply":27,"from":"random","value":0,"depth":0,"nodes":0,"line":["f6"],"ms":0}');
INSERT INTO events VALUES(10,57,'moved','{"ply":27,"side":"second","move":"f6"}');
INSERT INTO events VALUES(10,58,'thought','{"side":"first","ply":28,"from":"search","value":21,"depth":1,"nodes":11,"line":["f7"],"ms":0}');
INSERT INTO events VALUES(10,59,'moved','{"ply":28,"side":"first","move":"f7"}');
INSERT INTO events VALUES(10,60,'thought','{"side":"second","ply":29,"from":"random","value":0,"depth":0,"nodes":0,"line":["g1"],"ms":0}');
INSERT INTO events VALUES(10,61,'moved','{"ply":29,"side":"second","move":"g1"}');
INSERT INTO events VALUES(10,62,'thought','{"side":"first","ply":30,"from":"search","value":23,"depth":1,"nodes":7,"line":["b2"],"ms":0}');
INSERT INTO events VALUES(10,63,'moved','{"ply":30,"side":"first","move":"b2"}');
INSERT INTO events VALUES(10,64,'thought','{"side":"second","ply":31,"from":"random","value":0,"depth":0,"nodes":0,"line":["a3"],"ms":0}');
INSERT INTO events VALUES(10,65,'moved','{"ply":31,"side":"second","move":"a3"}');
INSERT INTO events VALUES(10,66,'thought','{"side":"first","ply":32,"from":"search","value":23,"depth":1,"nodes":5,"line":["a5"],"ms":0}');
INSERT INTO events VALUES(10,67,'moved','{"ply":32,"side":"first","move":"a5"}');
INSERT INTO events VALUES(10,68,'thought','{"side":"second","ply":33,"from":"random","value":0,"depth":0,"nodes":0,"line":["f8"],"ms":0}');
INSERT INTO events VALUES(10,69,'moved','{"ply":33,"side":"second","move":"f8"}');
INSERT INTO events VALUES(10,70,'thought','{"side":"first","ply":34,"from":"search","value":19,"depth":1,"nodes":7,"line":["g4"],"ms":0}');
INSERT INTO events VALUES(10,71,'moved','{"ply":34,"side":"first","move":"g4"}');
INSERT INTO events VALUES(10,72,'thought','{"side":"second","ply":35,"from":"random","value":0,"depth":0,"nodes":0,"line":["b3"],"ms":0}');
INSERT INTO events VALUES(10,73,'moved','{"ply":35,"side":"second","move":"b3"}');
INSERT INTO events VALUES(10,74,'thought','{"side":"first","ply":36,"from":"search","value":21,"depth":1,"nodes":8,"line":["b1"],"ms":0}');
INSERT INTO events VALUES(10,75,'moved','{"ply":36,"side":"first","move":"b1"}');
INSERT INTO events VALUES(10,76,'thought','{"side":"second","ply":37,"from":"random","value":0,"depth":0,"nodes":0,"line":["c5"],"ms":0}');
INSERT INTO events VALUES(10,77,'moved','{"ply":37,"side":"second","move":"c5"}');
INSERT INTO events VALUES(10,78,'thought','{"side":"first","ply":38,"from":"search","value":19,"depth":1,"nodes":7,"line":["c4"],"ms":0}');
INSERT INTO events VALUES(10,79,'moved','{"ply":38,"side":"first","move":"c4"}');
INSERT INTO events VALUES(10,80,'thought','{"side":"second","ply":39,"from":"random","value":0,"depth":0,"nodes":0,"line":["c2"],"ms":0}');
INSERT INTO events VALUES(10,81,'moved','{"ply":39,"side":"second","move":"c2"}');
INSERT INTO events VALUES(10,82,'thought','{"side":"first","ply":40,"from":"search","value":25,"depth":1,"nodes":7,"line":["e1"],"ms":0}');
INSERT INTO events VALUES(10,83,'moved','{"ply":40,"side":"first","move":"e1"}');
INSERT INTO events VALUES(10,84,'thought','{"side":"second","ply":41,"from":"random","value":0,"depth":0,"nodes":0,"line":["a7"],"ms":0}');
INSERT INTO events VALUES(10,85,'moved','{"ply":41,"side":"second","move":"a7"}');
INSERT INTO events VALUES(10,86,'thought','{"side":"first","ply":42,"from":"search","value":23,"depth":1,"nodes":7,"line":["g7"],"ms":0}');
INSERT INTO events VALUES(10,87,'moved','{"ply":42,"side":"first","move":"g7"}');
INSERT INTO events VALUES(10,88,'thought','{"side":"second","ply":43,"from":"random","value":0,"depth":0,"nodes":0,"line":["a2"],"ms":0}');
INSERT INTO events VALUES(10,89,'moved','{"ply":43,"side":"second","move":"a2"}');
INSERT INTO events VALUES(10,90,'thought','{"side":"first","ply":44,"from":"search","value":23,"depth":1,"nodes":7,"line":["a1"],"ms":0}');
INSERT INTO events VALUES(10,91,'moved','{"ply":44,"side":"first","move":"a1"}');
INSERT INTO events VALUES(10,92,'thought','{"side":"second","ply":45,"from":"random","value":0,"depth":0,"nodes":0,"line":["h4"],"ms":0}');
INSERT INTO events VALUES(10,93,'moved','{"ply":45,"side":"second","move":"h4"}');
INSERT INTO events VALUES(10,94,'thought','{"side":"first","ply":46,"from":"search","value":23,"depth":1,"nodes":8,"line":["g3"],"ms":0}');
INSERT INTO events VALUES(10,95,'moved','{"ply":46,"side":"first","move":"g3"}');
INSERT INTO events VALUES(10,96,'thought','{"side":"second","ply":47,"from":"random","value":0,"depth":0,"nodes":0,"line":["a4"],"ms":0}');
INSERT INTO events VALUES(10,97,'moved','{"ply":47,"side":"second","move":"a4"}');
INSERT INTO events VALUES(10,98,'thought','{"side":"first","ply":48,"from":"search","value":25,"depth":1,"nodes":5,"line":["b5"],"ms":0}');
INSERT INTO events VALUES(10,99,'moved','{"ply":48,"side":"first","move":"b5"}');
INSERT INTO events VALUES(10,100,'thought','{"side":"second","ply":49,"from":"random","value":0,"depth":0,"nodes":0,"line":["b7"],"ms":0}');
INSERT INTO events VALUES(10,101,'moved','{"ply":49,"side":"second","move":"b7"}');
INSERT INTO events VALUES(10,102,'thought','{"side":"first","ply":50,"from":"search","value":29,"depth":1,"nodes":5,"line":["a8"],"ms":0}');
INSERT INTO events VALUES(10,103,'moved','{"ply":50,"side":"first","move":"a8"}');
INSERT INTO events VALUES(10,104,'thought','{"side":"second","ply":51,"from":"random","value":0,"depth":0,"nodes":0,"line":["c8"],"ms":0}');
INSERT INTO events VALUES(10,105,'moved','{"ply":51,"side":"second","move":"c8"}');
INSERT INTO events VALUES(10,106,'thought','{"side":"first","ply":52,"from":"search","value":25,"depth":1,"nodes":4,"line":["g8"],"ms":0}');
INSERT INTO events VALUES(10,107,'moved','{"ply":52,"side":"first","move":"g8"}');
INSERT INTO events VALUES(10,108,'thought','{"side":"second","ply":53,"from":"random","value":0,"depth":0,"nodes":0,"line":["h6"],"ms":0}');
INSERT INTO events VALUES(10,109,'moved','{"ply":53,"side":"second","move":"h6"}');
INSERT INTO events VALUES(10,110,'thought','{"side":"first","ply":54,"from":"search","value":15,"depth":1,"nodes":3,"line":["h7"],"ms":0}');
INSERT INTO events VALUES(10,111,'moved','{"ply":54,"side":"first","move":"h7"}');
INSERT INTO events VALUES(10,112,'thought','{"side":"second","ply":55,"from":"random","value":0,"depth":0,"nodes":0,"line":["h8"],"ms":0}');
INSERT INTO events VALUES(10,113,'moved','{"ply":55,"side":"second","move":"h8"}');
INSERT INTO events VALUES(10,114,'thought','{"side":"first","ply":56,"from":"random","value":0,"depth":0,"nodes":0,"line":["a6"],"ms":0}');
INSERT INTO events VALUES(10,115,'moved','{"ply":56,"side":"first","move":"a6"}');
INSERT INTO events VALUES(10,116,'thought','{"side":"second","ply":57,"from":"random","value":0,"depth":0,"nodes":0,"line":["f1"],"ms":0}');
INSERT INTO events VALUES(10,117,'moved','{"ply":57,"side":"second","move":"f1"}');
INSERT INTO events VALUES(10,118,'thought','{"side":"first","ply":58,"from":"random","value":0,"depth":0,"nodes":0,"line":["h1"],"ms":0}');
INSERT INTO events VALUES(10,119,'moved','{"ply":58,"side":"first","move":"h1"}');
INSERT INTO events VALUES(10,120,'thought','{"side":"second","ply":59,"from":"random","value":0,"depth":0,"nodes":0,"line":["h3"],"ms":0}');
INSERT INTO events VALUES(10,121,'moved','{"ply":59,"side":"second","move":"h3"}');
INSERT INTO events VALUES(10,122,'ended','{"verdict":{"outcome":"first","by":"rules","detail":"the first side gets 16"}}');
INSERT INTO events VALUES(11,1,'started','{}');
INSERT INTO events VALUES(11,2,'moved','{"ply":0,"side":"first","move":"b2"}');
INSERT INTO events VALUES(11,3,'thought','{"side":"second","ply":1,"from":"search","value":-15,"depth":4,"nodes":410,"line":["c1","b3","b1","a1"],"ms":0}');
INSERT INTO events VALUES(11,4,'moved','{"ply":1,"side":"second","move":"c1"}');
INSERT INTO events VALUES(11,5,'ended','{"verdict":{"outcome":"second","by":"resignation"}}');
INSERT INTO events VALUES(12,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(12,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(12,3,'moved','{"ply":0,"side":"first","move":"d2d4","clocks":{"first":601992,"second":600000}}');
INSERT INTO events VALUES(12,4,'moved','{"ply":1,"side":"second","move":"d7d5","clocks":{"first":601992,"second":601993}}');
INSERT INTO events VALUES(12,5,'moved','{"ply":2,"side":"first","move":"c2c4","clocks":{"first":603985,"second":601993}}');
INSERT INTO events VALUES(12,6,'offered','{"side":"second","what":"draw"}');
INSERT INTO events VALUES(13,1,'started','{}');
INSERT INTO events VALUES(13,2,'moved','{"ply":0,"side":"first","move":"d"}');
INSERT INTO events VALUES(13,3,'thought','{"side":"second","ply":1,"from":"search","value":0,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(13,4,'moved','{"ply":1,"side":"second","move":"d"}');
INSERT INTO events VALUES(14,1,'seated','{"side":"second","seat":{"kind":"human","player":"0eb770f6-33ba-4b60-b955-736d78c89774","name":"Ben"}}');
INSERT INTO events VALUES(14,2,'started','{}');
INSERT INTO events VALUES(14,3,'moved','{"ply":0,"side":"first","move":"d3"}');
INSERT INTO events VALUES(14,4,'moved','{"ply":1,"side":"second","move":"c5"}');
INSERT INTO events VALUES(14,5,'offered','{"side":"first","what":"takeback"}');
INSERT INTO events VALUES(14,6,'answered','{"side":"second","what":"takeback","accept":true}');
INSERT INTO events VALUES(14,7,'taken_back','{"side":"first","ply":0}');
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
INSERT INTO tournaments VALUES(1,X'01a2051c5ac875ea97cd36a091f52857','Finished','tictactoe','round-robin',replace('name = "Finished"\ngame = "tictactoe"\nseed = 4\nrounds = 2\n[[entrants]]\nbot = "tictactoe-random"\n[[entrants]]\nbot = "tictactoe-club"\n','\n',char(10)),4,4,1795382074056,NULL,4,'81ad12b7876043d95f8dba16cae3680f66b1c9d1db3c60b33b66dc8665b8288b','{}','finished');
INSERT INTO tournaments VALUES(2,X'01a2051c5b1e7738aae9d3fa1bc3a8de','Paused','connect4','round-robin',replace('name = "Paused"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], ties = ["random"] }\n','\n',char(10)),4,24,1795382074142,NULL,1,'bebd3830d809fc8fd132ae441fb355a62cb3330be71531096496aabec724708b','{}','paused');
INSERT INTO tournaments VALUES(3,X'01a2051c5b33712a99f13ad272b52721','Blocked','connect4','round-robin',replace('name = "Blocked"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], table_mb = [64], ties = ["random"] }\n','\n',char(10)),4,24,1795382074163,'depth=7 table_mb=64 ties=random: table_mb is 64, so that a match may need 129 MiB for its searches, but the tables of all searches share 32 MiB (memory_mb in [bots], less what searches without a table need), and no table of a tournament is made smaller',1,'6a147075758ed10741b8b102e28a970683951c8bf7e9a74bf97047a98a68da3f','{}','blocked');
INSERT INTO tournaments VALUES(4,X'01a2051c5cad7013ada80bc3220b8abe','Interrupted','connect4','round-robin',replace('name = "Interrupted"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], ties = ["random"] }\n','\n',char(10)),4,24,1795382074541,NULL,12,'bb1a73ae466df169a75de389d4806526b5a280599b05410b69c494c4120f98da','{}','running');
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, position)
);
INSERT INTO results VALUES(1,0,X'4f52b4711a715fe4843698f9dae2f4f0','tictactoe-club','tictactoe-random','{"id":"4f52b471-1a71-5fe4-8436-98f9dae2f4f0","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["b2","a2","c1","b1","a3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[401,0,258,0,36],"ms":[0,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(1,1,X'1500c34ad1965a1cbe2f7de4c61125f3','tictactoe-random','tictactoe-club','{"id":"1500c34a-d196-5a1c-be2f-7de4c61125f3","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["c2","b2","a2","a3","b1","c1"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,379,0,188,0,20],"ms":[0,0,0,0,0,0],"values":[null,-3,null,197,null,999999]}');
INSERT INTO results VALUES(1,2,X'fe414d6c7fb55c649bf2ca493b8a2df1','tictactoe-random','tictactoe-club','{"id":"fe414d6c-7fb5-5c64-9bf2-ca493b8a2df1","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["a3","b2","a1","a2","b1","c2"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,371,0,155,0,20],"ms":[0,0,0,0,0,0],"values":[null,-5,null,-5,null,999999]}');
INSERT INTO results VALUES(1,3,X'506130190d515734b2efe354798d5494','tictactoe-club','tictactoe-random','{"id":"50613019-0d51-5734-b2ef-e354798d5494","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1269474720893723,"moves":["b2","b1","a1","c2","c3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[338,0,295,0,53],"ms":[0,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(2,0,X'f49a281537e95a3b9e4ed01fd59092fe','depth=6 ties=random','depth=7 ties=random','{"id":"f49a2815-37e9-5a3b-9e4e-d01fd59092fe","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,23197,105133,32938,124087,32051,154577,38736,146876,22177,134805,21968,146419,9870,59560,15778,60704,9244,13141,3371,9486,2058,3201,1764,1673,1294,721,171,202,106,17,10],"ms":[0,0,0,0,0,2,0,2,0,3,0,3,0,2,0,3,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(3,0,X'424b478c50425da6aea67ff42129a303','depth=6 table_mb=64 ties=random','depth=7 table_mb=64 ties=random','{"id":"424b478c-5042-5da6-aea6-7ff42129a303","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 table_mb=64 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 table_mb=64 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":64,"ties":"random"}},{"name":"depth=7 table_mb=64 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 table_mb=64 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":64,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,13696,42398,17494,44306,17690,51967,20938,57569,13733,52546,13072,51624,6198,27173,10010,27943,4766,7465,2297,6255,1394,2333,1313,1296,1004,517,157,158,90,16,10],"ms":[0,0,0,0,13,45,14,26,13,18,14,19,5,12,5,8,10,4,4,4,2,3,1,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,0,X'2b5d927ab98a5253801afd62a73aa162','depth=6 ties=random','depth=7 ties=random','{"id":"2b5d927a-b98a-5253-801a-fd62a73aa162","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,23197,105133,32938,124087,32051,154577,38736,146876,22177,134805,21968,146419,9870,59560,15778,60704,9244,13141,3371,9486,2058,3201,1764,1673,1294,721,171,202,106,17,10],"ms":[0,0,0,0,0,3,0,6,0,3,1,5,0,3,0,3,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,1,X'8b5781170c10550ebd1281205ae7fd98','depth=7 ties=random','depth=6 ties=random','{"id":"8b578117-0c10-550e-bd12-81205ae7fd98","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1261060776140975,"moves":["g","g","a","g","d","g","g","d","c","b","c","f","c","c","b","f","b","f","f","e","e","e","d","d","c","e","a","b"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,100687,23729,125627,11092,69214,7793,90213,10850,36655,7319,44207,12438,36040,7043,34030,4763,24099,4276,14863,2188,8106,1744,2780,202],"ms":[0,0,0,0,1,0,2,0,2,0,2,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,8,-8,10,-10,8,-8,8,-8,10,-10,12,-12,14,-14,24,-24,-974,974,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,2,X'1b1a6d8c501e5fffa77d16f2b1df2bb3','depth=7 ties=random','random','{"id":"1b1a6d8c-501e-5fff-a77d-16f2b1df2bb3","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7924087492506823,"moves":["g","g","a","g","d","a","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,88737,0,78117,0,19335],"ms":[0,0,0,0,1,0,1,0,0],"values":[null,null,null,null,8,null,16,null,999999]}');
INSERT INTO results VALUES(4,3,X'24dd089f7e5c51069e2b8bce9834255d','random','depth=7 ties=random','{"id":"24dd089f-7e5c-5106-9e2b-8bce9834255d","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":5392867528495074,"moves":["g","g","a","g","d","c","a","d","c","e","b","e","d","g","b","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,106874,0,72035,0,93298,0,60484,0,55197,0,18614],"ms":[0,0,0,0,0,2,0,2,0,3,0,1,0,1,0,0],"values":[null,null,null,null,null,-2,null,2,null,18,null,28,null,26,null,999999]}');
INSERT INTO results VALUES(4,4,X'0dafd910ae21575caef1029378ff41d6','random','depth=6 ties=random','{"id":"0dafd910-ae21-575c-aef1-029378ff41d6","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["g","g","a","g","c","g","c","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,20897,0,33252],"ms":[0,0,0,0,0,0,0,0],"values":[null,null,null,null,null,-4,null,999999]}');
INSERT INTO results VALUES(4,5,X'970d759080365f8bab316cff974876e7','depth=6 ties=random','random','{"id":"970d7590-8036-5f8b-ab31-6cff974876e7","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["g","g","a","g","d","f","d","d","d","g","g","d","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,17564,0,13107,0,13736,0,37303,0,6159,0,1676],"ms":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,null,4,null,10,null,16,null,32,null,999999]}');
INSERT INTO results VALUES(4,6,X'e4b0ecf8f6415668b3dfd474e6448759','depth=7 ties=random','depth=6 ties=random','{"id":"e4b0ecf8-f641-5668-b3df-d474e6448759","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6779117541351718,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","b","b","c","d","c","c","e","g","f","g","a","a","a","g","g","g","a","a","a","f","f","f","f","f","d","d","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,38225,7506,35841,13861,53234,7977,34360,9082,45089,3680,18551,3134,7870,1814,5328,2359,4350,2176,3719,1799,3207,1218,2216,774,593,131,260,129,159,100,95,66,13,6,3,2],"ms":[0,0,0,0,0,0,3,0,2,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,0,0,2,-2,2,-2,2,-2,2,-2,2,-2,4,-4,4,-4,4,-4,2,-2,0,0,-12,12,-12,12,-12,12,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,7,X'01a2b4b6a2f5584a9d8703b8aa1dffec','depth=6 ties=random','depth=7 ties=random','{"id":"01a2b4b6-a2f5-584a-9d87-03b8aa1dffec","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6986280727405359,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","d","c","b","b","e","c","d","d","f","g","c","g","a","a","g","g","a","g","a","a","a","f","f","f","f","f","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,9100,33852,11043,28536,10020,43390,7677,24387,8803,32641,12470,17516,10044,20344,6405,9574,2216,4968,1778,2541,709,1769,670,742,399,263,98,107,83,42,28,16,11,6,3,2],"ms":[0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-4,6,-6,6,-6,4,-4,4,-4,4,-4,2,-2,0,0,0,0,0,0,0,0,12,-12,14,-14,10,-10,10,-10,999993,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,8,X'dbb195fda8e3588da20ac251b16c0c06','random','depth=7 ties=random','{"id":"dbb195fd-a8e3-588d-a20a-c251b16c0c06","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7917181792188743,"moves":["g","d","d","b","d","c","g","a"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,19143,0,3708],"ms":[0,0,0,0,0,0,0,0],"values":[null,null,null,null,null,999997,null,999999]}');
INSERT INTO results VALUES(4,9,X'998255237a7e5b609a2395ec95514d6b','depth=7 ties=random','random','{"id":"99825523-7a7e-5b60-9a23-95ec95514d6b","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":3045468227445491,"moves":["g","d","d","b","c","c","d","e","d","b","d"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,37607,0,31291,0,61005,0,20180],"ms":[0,0,0,0,1,0,0,0,1,0,1],"values":[null,null,null,null,0,null,2,null,22,null,999999]}');
INSERT INTO results VALUES(4,10,X'd88bd4c02ade581aaa4ea57726bab291','depth=6 ties=random','random','{"id":"d88bd4c0-2ade-581a-aa4e-a57726bab291","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["g","d","d","b","c","a","c","e","b","d","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,10987,0,9466,0,6334,0,900],"ms":[0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-4,null,6,null,999997,null,999999]}');
INSERT INTO results VALUES(4,11,X'9ba4c9b39af153d0afa7c78e85f2b4ff','random','depth=6 ties=random','{"id":"9ba4c9b3-9af1-53d0-afa7-c78e85f2b4ff","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1269474720893723,"moves":["g","d","d","b","g","c","b","a"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,6760,0,1121],"ms":[0,0,0,0,0,0,0,0],"values":[null,null,null,null,null,999997,null,999999]}');
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
INSERT INTO standings VALUES(1,'tictactoe',X'1388bfa2345b4f15b1392120a494329c','Ann','Ann',1,0,1);
INSERT INTO standings VALUES(2,'tictactoe',X'0eb770f633ba4b60b955736d78c89774','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(3,'chess',X'1388bfa2345b4f15b1392120a494329c','Ann','Ann',1,0,0);
INSERT INTO standings VALUES(4,'chess',X'0eb770f633ba4b60b955736d78c89774','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(5,'checkers',X'1388bfa2345b4f15b1392120a494329c','Ann','Ann',1,0,0);
INSERT INTO standings VALUES(6,'checkers',X'0eb770f633ba4b60b955736d78c89774','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(7,'bones',X'1388bfa2345b4f15b1392120a494329c','Ann','Ann',0,1,0);
INSERT INTO standings VALUES(8,'bones',X'0eb770f633ba4b60b955736d78c89774','Ben','Ben',0,1,0);
INSERT INTO standings VALUES(9,'tictactoe',NULL,'tictactoe-random','tictactoe-random',0,0,1);
INSERT INTO standings VALUES(10,'tictactoe',NULL,'tictactoe-perfect','tictactoe-perfect',1,0,0);
INSERT INTO standings VALUES(11,'connect4',NULL,'connect4-beginner','connect4-beginner',1,0,0);
INSERT INTO standings VALUES(12,'connect4',NULL,'connect4-random','connect4-random',0,0,1);
INSERT INTO standings VALUES(13,'reversi',NULL,'reversi-beginner','reversi-beginner',1,0,0);
INSERT INTO standings VALUES(14,'reversi',NULL,'reversi-random','reversi-random',0,0,1);
INSERT INTO standings VALUES(15,'tictactoe',NULL,'mine','mine',1,0,0);
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
INSERT INTO meetings VALUES(X'1388bfa2345b4f15b1392120a494329c','tictactoe','0EB770F633BA4B60B955736D78C89774',1,0,0,0,0,0);
INSERT INTO meetings VALUES(X'0eb770f633ba4b60b955736d78c89774','tictactoe','1388BFA2345B4F15B1392120A494329C',0,0,0,0,0,1);
INSERT INTO meetings VALUES(X'1388bfa2345b4f15b1392120a494329c','chess','0EB770F633BA4B60B955736D78C89774',1,0,0,0,0,0);
INSERT INTO meetings VALUES(X'0eb770f633ba4b60b955736d78c89774','chess','1388BFA2345B4F15B1392120A494329C',0,0,0,0,0,1);
INSERT INTO meetings VALUES(X'1388bfa2345b4f15b1392120a494329c','checkers','0EB770F633BA4B60B955736D78C89774',1,0,0,0,0,0);
INSERT INTO meetings VALUES(X'0eb770f633ba4b60b955736d78c89774','checkers','1388BFA2345B4F15B1392120A494329C',0,0,0,0,0,1);
INSERT INTO meetings VALUES(X'1388bfa2345b4f15b1392120a494329c','bones','0EB770F633BA4B60B955736D78C89774',0,1,0,0,0,0);
INSERT INTO meetings VALUES(X'0eb770f633ba4b60b955736d78c89774','bones','1388BFA2345B4F15B1392120A494329C',0,0,0,0,1,0);
INSERT INTO meetings VALUES(X'1388bfa2345b4f15b1392120a494329c','tictactoe','bot mine',0,0,1,0,0,0);
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
COMMIT;
