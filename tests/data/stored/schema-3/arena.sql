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
INSERT INTO _sqlx_migrations VALUES(1,'matches players tournaments','2026-11-22 14:37:50',1,X'4bf066bed4dc31bf67472c24d82800bf1f01da0a0e09f75ba7e402b8b9fdaa3872b1d61323108a6f8659701aee581a92',2473471);
INSERT INTO _sqlx_migrations VALUES(2,'tournament plans','2026-11-22 14:37:50',1,X'358d1e1d95893ed6ca7e180a149453444860527f9fc6cbdd45e246bf62427ab0eb7113447f21e2129e61f1f7d16d634d',1136106);
INSERT INTO _sqlx_migrations VALUES(3,'standings','2026-11-22 14:37:50',1,X'3e974b2399d607867b2f033224d554f5542ef65094b439cf9436d9cc6413d120e97dccbbf72d9177fae692424ddddc75',3614874);
CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL
);
INSERT INTO players VALUES(X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'877da169ce84670acf26d996e76e22416b019318fee01c33cf5a0655d1fb0900',1795358270756);
INSERT INTO players VALUES(X'6a4bd232608b4dd1ba3b8f125de910ce','Ben',X'df088425ab55ee2ec96088feeed59fe04e6ef21a4b7f38e864b9f6deba7bd8ce',1795358270767);
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
INSERT INTO matches VALUES(1,X'01a203b125357364bfd40477a9ed6f1f','tictactoe','finished',5,1795358270773,1795358270809,'first','rules',NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(2,X'41222e162aab57ec8058d52164bb7d05','tictactoe','live',0,1795358270832,NULL,NULL,NULL,NULL,X'6a4bd232608b4dd1ba3b8f125de910ce','Ben',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann');
INSERT INTO matches VALUES(3,X'01a203b1257273ae9d8372eca3b57605','chess','finished',7,1795358270834,1795358270865,'first','rules',NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(4,X'01a203b12595768fbbf3b0c69d4dde89','checkers','finished',3,1795358270869,1795358270897,'first','resignation',NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(5,X'01a203b125b4710f9c270d71abaf7a7f','bones','finished',2,1795358270900,1795358270921,'draw','agreement',NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(6,X'01a203b125cc7115a4274c6755757da6','gomoku','finished',1,1795358270924,1795358270933,NULL,'aborted','the first side called it off',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(7,X'01a203b125d770799d7127850a0a3784','tictactoe','finished',6,1795358270935,1795358270959,'second','rules',NULL,NULL,'tictactoe-random',NULL,'tictactoe-perfect');
INSERT INTO matches VALUES(8,X'01a203b125f475dabde76302a92fe64f','bones','finished',11,1795358270964,1795358270989,'first','rules',NULL,NULL,'bones-random',NULL,'bones-random');
INSERT INTO matches VALUES(9,X'01a203b12611707e87a9eeb583bf4a02','connect4','finished',25,1795358270993,1795358271101,'first','rules',NULL,NULL,'connect4-beginner',NULL,'connect4-random');
INSERT INTO matches VALUES(10,X'01a203b126817567a5cf31245ae6de31','reversi','finished',60,1795358271105,1795358271321,'first','rules','the first side gets 16',NULL,'reversi-beginner',NULL,'reversi-random');
INSERT INTO matches VALUES(11,X'01a203b1275e76fcbd7faab5c0ea98e9','tictactoe','finished',2,1795358271326,1795358271345,'second','resignation',NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',NULL,'mine');
INSERT INTO matches VALUES(12,X'01a203b1277570d89c9f9aab63d0a873','chess','live',0,1795358271349,NULL,NULL,NULL,NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(13,X'01a203b1278d7770939ad44796d923a6','connect4','live',0,1795358271373,NULL,NULL,NULL,NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',NULL,'connect4-beginner');
INSERT INTO matches VALUES(14,X'01a203b12799778e8b73ad6cef257af6','reversi','live',0,1795358271385,NULL,NULL,NULL,NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben');
INSERT INTO matches VALUES(15,X'01a203b127b170adaafce2897d9ac1e8','tictactoe','open',0,1795358271409,NULL,NULL,NULL,NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',NULL,NULL);
INSERT INTO matches VALUES(16,X'01a203b127b5712198302902a21ee983','tictactoe','open',0,1795358271413,NULL,NULL,NULL,NULL,X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann',NULL,NULL);
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
);
INSERT INTO cards VALUES(1,'{"id":"01a203b1-2535-7364-bfd4-0477a9ed6f1f","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":true,"seed":7,"created_ms":1795358270773}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(2,'{"id":"41222e16-2aab-57ec-8058-d52164bb7d05","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"},"second":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"}},"rated":true,"seed":7957170412524290,"created_ms":1795358270832}',NULL,NULL);
INSERT INTO cards VALUES(3,'{"id":"01a203b1-2572-73ae-9d83-72eca3b57605","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795358270834}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(4,'{"id":"01a203b1-2595-768f-bbf3-b0c69d4dde89","game":"checkers","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795358270869}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(5,'{"id":"01a203b1-25b4-710f-9c27-0d71abaf7a7f","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795358270900}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(6,'{"id":"01a203b1-25cc-7115-a427-4c6755757da6","game":"gomoku","options":{"columns":0,"exact":false,"row":5,"rows":0,"size":9},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795358270924}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(7,'{"id":"01a203b1-25d7-7079-9d71-27850a0a3784","game":"tictactoe","options":{},"seats":{"first":{"kind":"bot","name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"tictactoe-perfect","spec":{"about":"Searches to the end of the game: it cannot be beaten.","book":false,"deepening":false,"depth":9,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-perfect","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358270935}',NULL,NULL);
INSERT INTO cards VALUES(8,'{"id":"01a203b1-25f4-75da-bde7-6302a92fe64f","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358270964}',NULL,NULL);
INSERT INTO cards VALUES(9,'{"id":"01a203b1-2611-707e-87a9-eeb583bf4a02","game":"connect4","options":{},"seats":{"first":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"connect4-random","spec":{"about":"Drops its stones anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358270993}',NULL,NULL);
INSERT INTO cards VALUES(10,'{"id":"01a203b1-2681-7567-a5cf-31245ae6de31","game":"reversi","options":{},"seats":{"first":{"kind":"bot","name":"reversi-beginner","spec":{"about":"Flips as many discs as it can, as everybody does at first.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"discs","weights":{"disc":1}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"reversi-random","spec":{"about":"Puts its discs anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"mobility","weights":{"c_square":-15,"corner":100,"mobility":10,"potential":4,"x_square":-40}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358271105}',NULL,NULL);
INSERT INTO cards VALUES(11,'{"id":"01a203b1-275e-76fc-bd7f-aab5c0ea98e9","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"bot","name":"mine","spec":{"book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"mine","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358271326}',NULL,NULL);
INSERT INTO cards VALUES(12,'{"id":"01a203b1-2775-70d8-9c9f-9aab63d0a873","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795358271349}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(13,'{"id":"01a203b1-278d-7770-939a-d44796d923a6","game":"connect4","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795358271373}',NULL,NULL);
INSERT INTO cards VALUES(14,'{"id":"01a203b1-2799-778e-8b73-ad6cef257af6","game":"reversi","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795358271385}',NULL,'{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}');
INSERT INTO cards VALUES(15,'{"id":"01a203b1-27b1-70ad-aafc-e2897d9ac1e8","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795358271409}',NULL,NULL);
INSERT INTO cards VALUES(16,'{"id":"01a203b1-27b5-7121-9830-2902a21ee983","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"e5f083b7-b0a2-43cd-9e4e-826019cfeb9b","name":"Ann"},"second":{"kind":"reserved","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce"}},"rated":false,"seed":7,"created_ms":1795358271413}',NULL,NULL);
CREATE TABLE events (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    seq        BIGINT  NOT NULL CHECK (seq > 0),
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, seq)
);
INSERT INTO events VALUES(1,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
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
INSERT INTO events VALUES(3,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
INSERT INTO events VALUES(3,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(3,3,'moved','{"ply":0,"side":"first","move":"e2e4","clocks":{"first":601993,"second":600000}}');
INSERT INTO events VALUES(3,4,'moved','{"ply":1,"side":"second","move":"e7e5","clocks":{"first":601993,"second":601997}}');
INSERT INTO events VALUES(3,5,'moved','{"ply":2,"side":"first","move":"d1h5","clocks":{"first":603990,"second":601997}}');
INSERT INTO events VALUES(3,6,'moved','{"ply":3,"side":"second","move":"b8c6","clocks":{"first":603990,"second":603996}}');
INSERT INTO events VALUES(3,7,'moved','{"ply":4,"side":"first","move":"f1c4","clocks":{"first":605988,"second":603996}}');
INSERT INTO events VALUES(3,8,'moved','{"ply":5,"side":"second","move":"g8f6","clocks":{"first":605988,"second":605992}}');
INSERT INTO events VALUES(3,9,'moved','{"ply":6,"side":"first","move":"h5f7","clocks":{"first":607985,"second":605992}}');
INSERT INTO events VALUES(3,10,'ended','{"verdict":{"outcome":"first","by":"rules"},"clocks":{"first":607985,"second":605992}}');
INSERT INTO events VALUES(4,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
INSERT INTO events VALUES(4,2,'started','{}');
INSERT INTO events VALUES(4,3,'moved','{"ply":0,"side":"first","move":"11-15"}');
INSERT INTO events VALUES(4,4,'moved','{"ply":1,"side":"second","move":"23-19"}');
INSERT INTO events VALUES(4,5,'moved','{"ply":2,"side":"first","move":"8-11"}');
INSERT INTO events VALUES(4,6,'offered','{"side":"first","what":"takeback"}');
INSERT INTO events VALUES(4,7,'answered','{"side":"second","what":"takeback","accept":true}');
INSERT INTO events VALUES(4,8,'taken_back','{"side":"first","ply":2}');
INSERT INTO events VALUES(4,9,'moved','{"ply":2,"side":"first","move":"9-14"}');
INSERT INTO events VALUES(4,10,'ended','{"verdict":{"outcome":"first","by":"resignation"}}');
INSERT INTO events VALUES(5,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
INSERT INTO events VALUES(5,2,'started','{}');
INSERT INTO events VALUES(5,3,'moved','{"ply":0,"side":"first","move":"3"}');
INSERT INTO events VALUES(5,4,'moved','{"ply":1,"side":"second","move":"1"}');
INSERT INTO events VALUES(5,5,'offered','{"side":"first","what":"draw"}');
INSERT INTO events VALUES(5,6,'answered','{"side":"second","what":"draw","accept":true}');
INSERT INTO events VALUES(5,7,'ended','{"verdict":{"outcome":"draw","by":"agreement"}}');
INSERT INTO events VALUES(6,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
INSERT INTO events VALUES(6,2,'started','{}');
INSERT INTO events VALUES(6,3,'moved','{"ply":0,"side":"first","move":"e5"}');
INSERT INTO events VALUES(6,4,'ended','{"verdict":{"outcome":null,"by":"aborted","detail":"the first side called it off"}}');
INSERT INTO events VALUES(7,1,'started','{}');
INSERT INTO events VALUES(7,2,'thought','{"side":"first","ply":0,"from":"random","value":0,"depth":0,"nodes":0,"line":["a3"],"ms":0}');
INSERT INTO events VALUES(7,3,'moved','{"ply":0,"side":"first","move":"a3"}');
INSERT INTO events VALUES(7,4,'thought','{"side":"second","ply":1,"from":"search","value":0,"depth":9,"nodes":2272,"line":["b2","c3","b3","b1","a1","c1","c2","a2"],"ms":1}');
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
INSERT INTO events VALUES(12,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
INSERT INTO events VALUES(12,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(12,3,'moved','{"ply":0,"side":"first","move":"d2d4","clocks":{"first":601997,"second":600000}}');
INSERT INTO events VALUES(12,4,'moved','{"ply":1,"side":"second","move":"d7d5","clocks":{"first":601997,"second":601997}}');
INSERT INTO events VALUES(12,5,'moved','{"ply":2,"side":"first","move":"c2c4","clocks":{"first":603994,"second":601997}}');
INSERT INTO events VALUES(12,6,'offered','{"side":"second","what":"draw"}');
INSERT INTO events VALUES(13,1,'started','{}');
INSERT INTO events VALUES(13,2,'moved','{"ply":0,"side":"first","move":"d"}');
INSERT INTO events VALUES(13,3,'thought','{"side":"second","ply":1,"from":"search","value":0,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(13,4,'moved','{"ply":1,"side":"second","move":"d"}');
INSERT INTO events VALUES(14,1,'seated','{"side":"second","seat":{"kind":"human","player":"6a4bd232-608b-4dd1-ba3b-8f125de910ce","name":"Ben"}}');
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
    status      TEXT    NOT NULL CHECK (status IN ('running', 'finished', 'stopped', 'failed')),
    detail      TEXT,
    played      BIGINT  NOT NULL DEFAULT 0
, plan_hash TEXT, files TEXT);
INSERT INTO tournaments VALUES(1,X'01a203b127c1766eab0d19f68ac18b69','Finished','tictactoe','round-robin',replace('name = "Finished"\ngame = "tictactoe"\nseed = 4\nrounds = 2\n[[entrants]]\nbot = "tictactoe-random"\n[[entrants]]\nbot = "tictactoe-club"\n','\n',char(10)),4,4,1795358271425,'finished',NULL,4,'81ad12b7876043d95f8dba16cae3680f66b1c9d1db3c60b33b66dc8665b8288b','{}');
INSERT INTO tournaments VALUES(2,X'01a203b1281c7144b09e0b01d44744f3','Paused','connect4','round-robin',replace('name = "Paused"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], ties = ["random"] }\n','\n',char(10)),4,24,1795358271516,'running','paused',1,'bebd3830d809fc8fd132ae441fb355a62cb3330be71531096496aabec724708b','{}');
INSERT INTO tournaments VALUES(3,X'01a203b1282d75c5bd13da947ff9972e','Blocked','connect4','round-robin',replace('name = "Blocked"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], table_mb = [64], ties = ["random"] }\n','\n',char(10)),4,24,1795358271533,'failed','it cannot be gone on with: depth=7 table_mb=64 ties=random: table_mb is 64, so that a match may need 129 MiB for its searches, but all searches of this server share 64 MiB (memory_mb in [bots]), and no table of a tournament is made smaller',1,'6a147075758ed10741b8b102e28a970683951c8bf7e9a74bf97047a98a68da3f','{}');
INSERT INTO tournaments VALUES(4,X'01a203b12b77729f8689a8b591a89e06','Interrupted','connect4','round-robin',replace('name = "Interrupted"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], ties = ["random"] }\n','\n',char(10)),4,24,1795358272375,'running',NULL,11,'bb1a73ae466df169a75de389d4806526b5a280599b05410b69c494c4120f98da','{}');
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, position)
);
INSERT INTO results VALUES(1,0,X'70ca741a81935701b3b3088a5c62d072','tictactoe-club','tictactoe-random','{"id":"70ca741a-8193-5701-b3b3-088a5c62d072","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["b2","a2","c1","b1","a3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[401,0,258,0,36],"ms":[0,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(1,1,X'a8222fcbfe3854d684e25bed312c38d1','tictactoe-random','tictactoe-club','{"id":"a8222fcb-fe38-54d6-84e2-5bed312c38d1","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["c2","b2","a2","a3","b1","c1"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,379,0,188,0,20],"ms":[0,0,0,0,0,0],"values":[null,-3,null,197,null,999999]}');
INSERT INTO results VALUES(1,2,X'85323df745215ac3a9146f962d077a4d','tictactoe-random','tictactoe-club','{"id":"85323df7-4521-5ac3-a914-6f962d077a4d","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["a3","b2","a1","a2","b1","c2"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,371,0,155,0,20],"ms":[0,0,0,0,0,0],"values":[null,-5,null,-5,null,999999]}');
INSERT INTO results VALUES(1,3,X'8e42340aa4b4543ebdf35474cad04a64','tictactoe-club','tictactoe-random','{"id":"8e42340a-a4b4-543e-bdf3-5474cad04a64","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1269474720893723,"moves":["b2","b1","a1","c2","c3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[338,0,295,0,53],"ms":[3,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(2,0,X'46eb981f5379569089d95baf30eab7ad','depth=6 ties=random','depth=7 ties=random','{"id":"46eb981f-5379-5690-89d9-5baf30eab7ad","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,23197,105133,32938,124087,32051,154577,38736,146876,22177,134805,21968,146419,9870,59560,15778,60704,9244,13141,3371,9486,2058,3201,1764,1673,1294,721,171,202,106,17,10],"ms":[0,0,0,0,7,32,12,45,11,54,14,46,7,58,6,55,3,34,5,57,13,17,4,3,0,2,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(3,0,X'38efbd5f8ccf5be4a40c392b1815fa11','depth=6 table_mb=64 ties=random','depth=7 table_mb=64 ties=random','{"id":"38efbd5f-8ccf-5be4-a40c-392b1815fa11","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 table_mb=64 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 table_mb=64 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":64,"ties":"random"}},{"name":"depth=7 table_mb=64 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 table_mb=64 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":64,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,13696,42398,17494,44306,17690,51967,20938,57569,13733,52546,13072,51624,6198,27173,10010,27943,4766,7465,2297,6255,1394,2333,1313,1296,1004,517,157,158,90,16,10],"ms":[0,0,0,0,74,213,71,56,24,53,22,44,15,29,16,28,10,17,8,17,5,3,2,3,2,1,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,0,X'f6fe089ad18c56c5b89071c26b182d0e','depth=6 ties=random','depth=7 ties=random','{"id":"f6fe089a-d18c-56c5-b890-71c26b182d0e","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,23197,105133,32938,124087,32051,154577,38736,146876,22177,134805,21968,146419,9870,59560,15778,60704,9244,13141,3371,9486,2058,3201,1764,1673,1294,721,171,202,106,17,10],"ms":[0,0,0,0,7,32,24,58,12,63,18,82,5,70,10,46,2,18,4,28,9,6,0,2,0,0,8,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,1,X'58294176386d520eb1985e8720f71aac','depth=7 ties=random','depth=6 ties=random','{"id":"58294176-386d-520e-b198-5e8720f71aac","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1261060776140975,"moves":["g","g","a","g","d","g","g","d","c","b","c","f","c","c","b","f","b","f","f","e","e","e","d","d","c","e","a","b"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,100687,23729,125627,11092,69214,7793,90213,10850,36655,7319,44207,12438,36040,7043,34030,4763,24099,4276,14863,2188,8106,1744,2780,202],"ms":[0,0,0,0,50,14,73,3,22,2,40,4,19,3,23,5,14,4,21,1,11,1,4,1,4,2,1,0],"values":[null,null,null,null,8,-8,10,-10,8,-8,8,-8,10,-10,12,-12,14,-14,24,-24,-974,974,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,2,X'167938fa6e335f119b302c6365a7b631','depth=7 ties=random','random','{"id":"167938fa-6e33-5f11-9b30-2c6365a7b631","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7924087492506823,"moves":["g","g","a","g","d","a","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,88737,0,78117,0,19335],"ms":[0,0,0,0,45,0,38,0,10],"values":[null,null,null,null,8,null,16,null,999999]}');
INSERT INTO results VALUES(4,3,X'e479f73bbc9e53838e5e835df07f3290','random','depth=7 ties=random','{"id":"e479f73b-bc9e-5383-8e5e-835df07f3290","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":5392867528495074,"moves":["g","g","a","g","d","c","a","d","c","e","b","e","d","g","b","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,106874,0,72035,0,93298,0,60484,0,55197,0,18614],"ms":[0,0,0,0,0,43,0,27,0,42,0,30,0,13,0,4],"values":[null,null,null,null,null,-2,null,2,null,18,null,28,null,26,null,999999]}');
INSERT INTO results VALUES(4,4,X'5763f270a80d57e8bc7a6b9e9b300785','random','depth=6 ties=random','{"id":"5763f270-a80d-57e8-bc7a-6b9e9b300785","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["g","g","a","g","c","g","c","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,20897,0,33252],"ms":[0,0,0,0,0,5,0,12],"values":[null,null,null,null,null,-4,null,999999]}');
INSERT INTO results VALUES(4,5,X'196c4022b5de5273a63c4834dd666a70','depth=6 ties=random','random','{"id":"196c4022-b5de-5273-a63c-4834dd666a70","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["g","g","a","g","d","f","d","d","d","g","g","d","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,17564,0,13107,0,13736,0,37303,0,6159,0,1676],"ms":[0,0,0,0,4,0,3,0,3,0,9,0,1,0,0],"values":[null,null,null,null,2,null,4,null,10,null,16,null,32,null,999999]}');
INSERT INTO results VALUES(4,6,X'6f151e869b9b53b0affd94d80b0eb074','depth=7 ties=random','depth=6 ties=random','{"id":"6f151e86-9b9b-53b0-affd-94d80b0eb074","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6779117541351718,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","b","b","c","d","c","c","e","g","f","g","a","a","a","g","g","g","a","a","a","f","f","f","f","f","d","d","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,38225,7506,35841,13861,53234,7977,34360,9082,45089,3680,18551,3134,7870,1814,5328,2359,4350,2176,3719,1799,3207,1218,2216,774,593,131,260,129,159,100,95,66,13,6,3,2],"ms":[0,0,0,0,14,6,18,7,30,2,8,2,11,0,4,0,1,0,1,0,1,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,0,0,2,-2,2,-2,2,-2,2,-2,2,-2,4,-4,4,-4,4,-4,2,-2,0,0,-12,12,-12,12,-12,12,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,7,X'd0a5d73787e957e0a573c19b284d85ef','depth=6 ties=random','depth=7 ties=random','{"id":"d0a5d737-87e9-57e0-a573-c19b284d85ef","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6986280727405359,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","d","c","b","b","e","c","d","d","f","g","c","g","a","a","g","g","a","g","a","a","a","f","f","f","f","f","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,9100,33852,11043,28536,10020,43390,7677,24387,8803,32641,12470,17516,10044,20344,6405,9574,2216,4968,1778,2541,709,1769,670,742,399,263,98,107,83,42,28,16,11,6,3,2],"ms":[0,0,0,0,2,9,2,7,2,11,2,6,2,8,3,4,2,5,1,2,0,1,0,1,0,0,0,8,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-4,6,-6,6,-6,4,-4,4,-4,4,-4,2,-2,0,0,0,0,0,0,0,0,12,-12,14,-14,10,-10,10,-10,999993,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(4,8,X'9ce2b6ceda025d42b2e6092985eca620','random','depth=7 ties=random','{"id":"9ce2b6ce-da02-5d42-b2e6-092985eca620","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7917181792188743,"moves":["g","d","d","b","d","c","g","a"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,19143,0,3708],"ms":[0,0,0,0,0,6,0,0],"values":[null,null,null,null,null,999997,null,999999]}');
INSERT INTO results VALUES(4,9,X'3977c7a4639d5885b03ae0c3fb867616','depth=7 ties=random','random','{"id":"3977c7a4-639d-5885-b03a-e0c3fb867616","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":3045468227445491,"moves":["g","d","d","b","c","c","d","e","d","b","d"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,37607,0,31291,0,61005,0,20180],"ms":[0,0,0,0,10,0,8,0,17,0,5],"values":[null,null,null,null,0,null,2,null,22,null,999999]}');
INSERT INTO results VALUES(4,10,X'b244ae1aa97c5345b45cdc6b88ebe7c9','depth=6 ties=random','random','{"id":"b244ae1a-a97c-5345-b45c-dc6b88ebe7c9","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["g","d","d","b","c","a","c","e","b","d","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,10987,0,9466,0,6334,0,900],"ms":[0,0,0,0,7,0,2,0,1,0,0],"values":[null,null,null,null,-4,null,6,null,999997,null,999999]}');
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
INSERT INTO standings VALUES(1,'tictactoe',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann','Ann',1,0,1);
INSERT INTO standings VALUES(2,'tictactoe',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(3,'chess',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann','Ann',1,0,0);
INSERT INTO standings VALUES(4,'chess',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(5,'checkers',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann','Ann',1,0,0);
INSERT INTO standings VALUES(6,'checkers',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben','Ben',0,0,1);
INSERT INTO standings VALUES(7,'bones',X'e5f083b7b0a243cd9e4e826019cfeb9b','Ann','Ann',0,1,0);
INSERT INTO standings VALUES(8,'bones',X'6a4bd232608b4dd1ba3b8f125de910ce','Ben','Ben',0,1,0);
INSERT INTO standings VALUES(9,'tictactoe',NULL,'tictactoe-random','tictactoe-random',0,0,1);
INSERT INTO standings VALUES(10,'tictactoe',NULL,'tictactoe-perfect','tictactoe-perfect',1,0,0);
INSERT INTO standings VALUES(11,'connect4',NULL,'connect4-beginner','connect4-beginner',1,0,0);
INSERT INTO standings VALUES(12,'connect4',NULL,'connect4-random','connect4-random',0,0,1);
INSERT INTO standings VALUES(13,'reversi',NULL,'reversi-beginner','reversi-beginner',1,0,0);
INSERT INTO standings VALUES(14,'reversi',NULL,'reversi-random','reversi-random',0,0,1);
INSERT INTO standings VALUES(15,'tictactoe',NULL,'mine','mine',1,0,0);
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
COMMIT;
