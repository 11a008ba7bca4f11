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
INSERT INTO _sqlx_migrations VALUES(1,'matches players tournaments','2026-11-22 06:55:44',1,X'4bf066bed4dc31bf67472c24d82800bf1f01da0a0e09f75ba7e402b8b9fdaa3872b1d61323108a6f8659701aee581a92',17141954);
INSERT INTO _sqlx_migrations VALUES(2,'tournament plans','2026-11-22 06:55:44',1,X'358d1e1d95893ed6ca7e180a149453444860527f9fc6cbdd45e246bf62427ab0eb7113447f21e2129e61f1f7d16d634d',992700);
CREATE TABLE players (
    id          BLOB    NOT NULL PRIMARY KEY,
    name        TEXT    NOT NULL,
    token_hash  BLOB    NOT NULL UNIQUE,
    created_ms  BIGINT  NOT NULL
);
INSERT INTO players VALUES(X'937457e509654c078961cd6f73a37043','Ann',X'920b354e61f240b29139ea116dad61c7b00563da8cd0965c1c94340244237589',1795330544734);
INSERT INTO players VALUES(X'3c446c39191641b48263f0dbfed30b65','Ben',X'd7c06f2cd95bb41379e0e63bb1a4d6a8e225a6431542d02071e7f563793e128e',1795330544782);
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
INSERT INTO matches VALUES(1,X'01a2020a1493777db69134a636ed7c5c','tictactoe','finished',5,1795330544787,1795330544847,'first','rules',NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(2,X'd0c5f31955965d7b99f2163440597236','tictactoe','live',0,1795330544874,NULL,NULL,NULL,NULL,X'3c446c39191641b48263f0dbfed30b65','Ben',X'937457e509654c078961cd6f73a37043','Ann');
INSERT INTO matches VALUES(3,X'01a2020a14f1731eb3be5a94b99718a1','chess','finished',7,1795330544881,1795330544929,'first','rules',NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(4,X'01a2020a152775bcbeede7584032c905','checkers','finished',3,1795330544935,1795330544973,'first','resignation',NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(5,X'01a2020a15577028a83799207f4760c4','bones','finished',2,1795330544983,1795330545012,'draw','agreement',NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(6,X'01a2020a157470d1abcb9045c23e734d','gomoku','finished',1,1795330545012,1795330545015,NULL,'aborted','the first side called it off',X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(7,X'01a2020a1578761396a0a3fbf4c34704','tictactoe','finished',6,1795330545016,1795330545027,'second','rules',NULL,NULL,'tictactoe-random',NULL,'tictactoe-perfect');
INSERT INTO matches VALUES(8,X'01a2020a158377bc9ea42452530aa27d','bones','finished',11,1795330545027,1795330545035,'first','rules',NULL,NULL,'bones-random',NULL,'bones-random');
INSERT INTO matches VALUES(9,X'01a2020a158f72c7aeab2d1edd75ebba','connect4','finished',25,1795330545039,1795330545074,'first','rules',NULL,NULL,'connect4-beginner',NULL,'connect4-random');
INSERT INTO matches VALUES(10,X'01a2020a15b374a8973b9220be7a0b35','reversi','finished',60,1795330545075,1795330545166,'first','rules','the first side gets 16',NULL,'reversi-beginner',NULL,'reversi-random');
INSERT INTO matches VALUES(11,X'01a2020a160f73f68be0619e15dc983e','tictactoe','finished',2,1795330545167,1795330545171,'second','resignation',NULL,X'937457e509654c078961cd6f73a37043','Ann',NULL,'mine');
INSERT INTO matches VALUES(12,X'01a2020a1613763b9a03f246da9d1a55','chess','live',3,1795330545171,NULL,NULL,NULL,NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(13,X'01a2020a161b73c68e8f36fb555626d7','connect4','live',2,1795330545179,NULL,NULL,NULL,NULL,X'937457e509654c078961cd6f73a37043','Ann',NULL,'connect4-beginner');
INSERT INTO matches VALUES(14,X'01a2020a1621749c9e6bf6ba0338b364','reversi','live',0,1795330545185,NULL,NULL,NULL,NULL,X'937457e509654c078961cd6f73a37043','Ann',X'3c446c39191641b48263f0dbfed30b65','Ben');
INSERT INTO matches VALUES(15,X'01a2020a162670bda01b7f55ebb9fc61','tictactoe','open',0,1795330545190,NULL,NULL,NULL,NULL,X'937457e509654c078961cd6f73a37043','Ann',NULL,NULL);
INSERT INTO matches VALUES(16,X'01a2020a162e779d8a68f05a5c87d935','tictactoe','open',0,1795330545198,NULL,NULL,NULL,NULL,X'937457e509654c078961cd6f73a37043','Ann',NULL,NULL);
CREATE TABLE cards (
    match_key    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    body         TEXT    NOT NULL,
    first_seat   TEXT,
    second_seat  TEXT
);
INSERT INTO cards VALUES(1,'{"id":"01a2020a-1493-777d-b691-34a636ed7c5c","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":true,"seed":7,"created_ms":1795330544787}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(2,'{"id":"d0c5f319-5596-5d7b-99f2-163440597236","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"},"second":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"}},"rated":true,"seed":7957170412524290,"created_ms":1795330544874}',NULL,NULL);
INSERT INTO cards VALUES(3,'{"id":"01a2020a-14f1-731e-b3be-5a94b99718a1","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795330544881}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(4,'{"id":"01a2020a-1527-75bc-beed-e7584032c905","game":"checkers","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795330544935}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(5,'{"id":"01a2020a-1557-7028-a837-99207f4760c4","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795330544983}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(6,'{"id":"01a2020a-1574-70d1-abcb-9045c23e734d","game":"gomoku","options":{"columns":0,"exact":false,"row":5,"rows":0,"size":9},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795330545012}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(7,'{"id":"01a2020a-1578-7613-96a0-a3fbf4c34704","game":"tictactoe","options":{},"seats":{"first":{"kind":"bot","name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"tictactoe-perfect","spec":{"about":"Searches to the end of the game: it cannot be beaten.","book":false,"deepening":false,"depth":9,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-perfect","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545016}',NULL,NULL);
INSERT INTO cards VALUES(8,'{"id":"01a2020a-1583-77bc-9ea4-2452530aa27d","game":"bones","options":{"heap":21,"most":3},"seats":{"first":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"bones-random","spec":{"about":"Takes at random.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"modulo","weights":{"won":100}},"exact_root":false,"extensions":false,"game":"bones","hints":false,"lmr":false,"name":"bones-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545027}',NULL,NULL);
INSERT INTO cards VALUES(9,'{"id":"01a2020a-158f-72c7-aeab-2d1edd75ebba","game":"connect4","options":{},"seats":{"first":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"connect4-random","spec":{"about":"Drops its stones anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545039}',NULL,NULL);
INSERT INTO cards VALUES(10,'{"id":"01a2020a-15b3-74a8-973b-9220be7a0b35","game":"reversi","options":{},"seats":{"first":{"kind":"bot","name":"reversi-beginner","spec":{"about":"Flips as many discs as it can, as everybody does at first.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"discs","weights":{"disc":1}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},"second":{"kind":"bot","name":"reversi-random","spec":{"about":"Puts its discs anywhere.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"mobility","weights":{"c_square":-15,"corner":100,"mobility":10,"potential":4,"x_square":-40}},"exact_root":false,"extensions":false,"game":"reversi","hints":false,"lmr":false,"name":"reversi-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545075}',NULL,NULL);
INSERT INTO cards VALUES(11,'{"id":"01a2020a-160f-73f6-8be0-619e15dc983e","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"bot","name":"mine","spec":{"book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"mine","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545167}',NULL,NULL);
INSERT INTO cards VALUES(12,'{"id":"01a2020a-1613-763b-9a03-f246da9d1a55","game":"chess","options":{"chess960":518},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"clock":{"initial_ms":600000,"increment_ms":2000},"rated":false,"seed":7,"created_ms":1795330545171}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(13,'{"id":"01a2020a-161b-73c6-8e8f-36fb555626d7","game":"connect4","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"bot","name":"connect4-beginner","spec":{"about":"Takes a win on the move, unless it is dreaming.","book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"centre","weights":{"centre":2}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"connect4-beginner","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.2,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}},"rated":false,"seed":7,"created_ms":1795330545179}',NULL,NULL);
INSERT INTO cards VALUES(14,'{"id":"01a2020a-1621-749c-9e6b-f6ba0338b364","game":"reversi","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795330545185}',NULL,'{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}');
INSERT INTO cards VALUES(15,'{"id":"01a2020a-1626-70bd-a01b-7f55ebb9fc61","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"open"}},"rated":false,"seed":7,"created_ms":1795330545190}',NULL,NULL);
INSERT INTO cards VALUES(16,'{"id":"01a2020a-162e-779d-8a68-f05a5c87d935","game":"tictactoe","options":{},"seats":{"first":{"kind":"human","player":"937457e5-0965-4c07-8961-cd6f73a37043","name":"Ann"},"second":{"kind":"reserved","player":"3c446c39-1916-41b4-8263-f0dbfed30b65"}},"rated":false,"seed":7,"created_ms":1795330545198}',NULL,NULL);
CREATE TABLE events (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    seq        BIGINT  NOT NULL CHECK (seq > 0),
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, seq)
);
INSERT INTO events VALUES(1,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
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
INSERT INTO events VALUES(3,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
INSERT INTO events VALUES(3,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(3,3,'moved','{"ply":0,"side":"first","move":"e2e4","clocks":{"first":601999,"second":600000}}');
INSERT INTO events VALUES(3,4,'moved','{"ply":1,"side":"second","move":"e7e5","clocks":{"first":601999,"second":601998}}');
INSERT INTO events VALUES(3,5,'moved','{"ply":2,"side":"first","move":"d1h5","clocks":{"first":603995,"second":601998}}');
INSERT INTO events VALUES(3,6,'moved','{"ply":3,"side":"second","move":"b8c6","clocks":{"first":603995,"second":603995}}');
INSERT INTO events VALUES(3,7,'moved','{"ply":4,"side":"first","move":"f1c4","clocks":{"first":605994,"second":603995}}');
INSERT INTO events VALUES(3,8,'moved','{"ply":5,"side":"second","move":"g8f6","clocks":{"first":605994,"second":605995}}');
INSERT INTO events VALUES(3,9,'moved','{"ply":6,"side":"first","move":"h5f7","clocks":{"first":607987,"second":605995}}');
INSERT INTO events VALUES(3,10,'ended','{"verdict":{"outcome":"first","by":"rules"},"clocks":{"first":607987,"second":605995}}');
INSERT INTO events VALUES(4,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
INSERT INTO events VALUES(4,2,'started','{}');
INSERT INTO events VALUES(4,3,'moved','{"ply":0,"side":"first","move":"11-15"}');
INSERT INTO events VALUES(4,4,'moved','{"ply":1,"side":"second","move":"23-19"}');
INSERT INTO events VALUES(4,5,'moved','{"ply":2,"side":"first","move":"8-11"}');
INSERT INTO events VALUES(4,6,'offered','{"side":"first","what":"takeback"}');
INSERT INTO events VALUES(4,7,'answered','{"side":"second","what":"takeback","accept":true}');
INSERT INTO events VALUES(4,8,'taken_back','{"side":"first","ply":2}');
INSERT INTO events VALUES(4,9,'moved','{"ply":2,"side":"first","move":"9-14"}');
INSERT INTO events VALUES(4,10,'ended','{"verdict":{"outcome":"first","by":"resignation"}}');
INSERT INTO events VALUES(5,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
INSERT INTO events VALUES(5,2,'started','{}');
INSERT INTO events VALUES(5,3,'moved','{"ply":0,"side":"first","move":"3"}');
INSERT INTO events VALUES(5,4,'moved','{"ply":1,"side":"second","move":"1"}');
INSERT INTO events VALUES(5,5,'offered','{"side":"first","what":"draw"}');
INSERT INTO events VALUES(5,6,'answered','{"side":"second","what":"draw","accept":true}');
INSERT INTO events VALUES(5,7,'ended','{"verdict":{"outcome":"draw","by":"agreement"}}');
INSERT INTO events VALUES(6,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
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
INSERT INTO events VALUES(12,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
INSERT INTO events VALUES(12,2,'started','{"clocks":{"first":600000,"second":600000}}');
INSERT INTO events VALUES(12,3,'moved','{"ply":0,"side":"first","move":"d2d4","clocks":{"first":601998,"second":600000}}');
INSERT INTO events VALUES(12,4,'moved','{"ply":1,"side":"second","move":"d7d5","clocks":{"first":601998,"second":601999}}');
INSERT INTO events VALUES(12,5,'moved','{"ply":2,"side":"first","move":"c2c4","clocks":{"first":603998,"second":601999}}');
INSERT INTO events VALUES(12,6,'offered','{"side":"second","what":"draw"}');
INSERT INTO events VALUES(13,1,'started','{}');
INSERT INTO events VALUES(13,2,'moved','{"ply":0,"side":"first","move":"d"}');
INSERT INTO events VALUES(13,3,'thought','{"side":"second","ply":1,"from":"search","value":0,"depth":1,"nodes":8,"line":["d"],"ms":0}');
INSERT INTO events VALUES(13,4,'moved','{"ply":1,"side":"second","move":"d"}');
INSERT INTO events VALUES(14,1,'seated','{"side":"second","seat":{"kind":"human","player":"3c446c39-1916-41b4-8263-f0dbfed30b65","name":"Ben"}}');
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
INSERT INTO tournaments VALUES(1,X'01a2020a163a769682de178f86926b45','Finished','tictactoe','round-robin',replace('name = "Finished"\ngame = "tictactoe"\nseed = 4\nrounds = 2\n[[entrants]]\nbot = "tictactoe-random"\n[[entrants]]\nbot = "tictactoe-club"\n','\n',char(10)),4,4,1795330545210,'finished',NULL,4,'81ad12b7876043d95f8dba16cae3680f66b1c9d1db3c60b33b66dc8665b8288b','{}');
INSERT INTO tournaments VALUES(2,X'01a2020a169470fa8017029ed7cfd0ce','Interrupted','connect4','round-robin',replace('name = "Interrupted"\ngame = "connect4"\nseed = 4\nrounds = 4\nconcurrency = 1\n[openings]\nrandom_plies = 4\n[[entrants]]\nname = "random"\ndepth = 1\nrandom_move = 1.0\n[[entrants]]\ngrid = { depth = [6, 7], ties = ["random"] }\n','\n',char(10)),4,24,1795330545300,'running',NULL,13,'bb1a73ae466df169a75de389d4806526b5a280599b05410b69c494c4120f98da','{}');
CREATE TABLE results (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    position        BIGINT  NOT NULL CHECK (position >= 0),
    match_id        BLOB    NOT NULL,
    first_name      TEXT    NOT NULL,
    second_name     TEXT    NOT NULL,
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, position)
);
INSERT INTO results VALUES(1,0,X'0681b5b892a75cf9abcc310d40485715','tictactoe-club','tictactoe-random','{"id":"0681b5b8-92a7-5cf9-abcc-310d40485715","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["b2","a2","c1","b1","a3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[401,0,258,0,36],"ms":[0,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(1,1,X'1c3e5647a13354bf9032a38fc920c0e8','tictactoe-random','tictactoe-club','{"id":"1c3e5647-a133-54bf-9032-a38fc920c0e8","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["c2","b2","a2","a3","b1","c1"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,379,0,188,0,20],"ms":[0,0,0,0,0,0],"values":[null,-3,null,197,null,999999]}');
INSERT INTO results VALUES(1,2,X'518692d7714a539390d996ceae706bc9','tictactoe-random','tictactoe-club','{"id":"518692d7-714a-5393-90d9-96ceae706bc9","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["a3","b2","a1","a2","b1","c2"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,371,0,155,0,20],"ms":[0,0,0,0,0,0],"values":[null,-5,null,-5,null,999999]}');
INSERT INTO results VALUES(1,3,X'c3cabe1a51475fa09df5c8c8261c03c9','tictactoe-club','tictactoe-random','{"id":"c3cabe1a-5147-5fa0-9df5-c8c8261c03c9","game":"tictactoe","options":{},"opening":{"moves":[]},"seats":[{"name":"tictactoe-club","spec":{"about":"Four plies deep with an eye for open lines.","book":false,"deepening":false,"depth":4,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-club","null_move":false,"ordering":["static"],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"tictactoe-random","spec":{"about":"Moves at random: anybody''s first opponent.","book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"lines","weights":{"centre":3,"one":2,"two":8,"win":200}},"exact_root":false,"extensions":false,"game":"tictactoe","hints":false,"lmr":false,"name":"tictactoe-random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1269474720893723,"moves":["b2","b1","a1","c2","c3"],"verdict":{"outcome":"first","by":"rules"},"nodes":[338,0,295,0,53],"ms":[0,0,0,0,0],"values":[3,null,197,null,999999]}');
INSERT INTO results VALUES(2,0,X'bf0c48c2279654578cc4373b31ea399c','depth=6 ties=random','depth=7 ties=random','{"id":"bf0c48c2-2796-5457-8cc4-373b31ea399c","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8871116230535488,"moves":["g","g","a","g","d","c","c","d","e","f","f","f","f","c","c","g","g","e","d","d","d","f","a","d","b","c","c","a","f","g","a","a","a","e","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,23197,105133,32938,124087,32051,154577,38736,146876,22177,134805,21968,146419,9870,59560,15778,60704,9244,13141,3371,9486,2058,3201,1764,1673,1294,721,171,202,106,17,10],"ms":[0,0,0,0,0,1,0,2,0,2,1,3,0,2,1,2,0,2,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,2,-2,2,2,-2,0,0,0,0,0,0,-4,4,-12,12,-14,14,-16,16,-16,16,-16,16,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(2,1,X'e4349c7839af52dfbd2815aaa5653d0d','depth=7 ties=random','depth=6 ties=random','{"id":"e4349c78-39af-52df-bd28-15aaa5653d0d","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1261060776140975,"moves":["g","g","a","g","d","g","g","d","c","b","c","f","c","c","b","f","b","f","f","e","e","e","d","d","c","e","a","b"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,100687,23729,125627,11092,69214,7793,90213,10850,36655,7319,44207,12438,36040,7043,34030,4763,24099,4276,14863,2188,8106,1744,2780,202],"ms":[0,0,0,0,2,0,3,0,2,0,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,8,-8,10,-10,8,-8,8,-8,10,-10,12,-12,14,-14,24,-24,-974,974,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(2,2,X'5aae896b8f325a5fb1881ccd92d013cb','depth=7 ties=random','random','{"id":"5aae896b-8f32-5a5f-b188-1ccd92d013cb","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7924087492506823,"moves":["g","g","a","g","d","a","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,88737,0,78117,0,19335],"ms":[0,0,0,0,3,0,1,0,0],"values":[null,null,null,null,8,null,16,null,999999]}');
INSERT INTO results VALUES(2,3,X'e259a6da81f55cd2b85329d7d0582890','random','depth=7 ties=random','{"id":"e259a6da-81f5-5cd2-b853-29d7d0582890","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":5392867528495074,"moves":["g","g","a","g","d","c","a","d","c","e","b","e","d","g","b","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,106874,0,72035,0,93298,0,60484,0,55197,0,18614],"ms":[0,0,0,0,0,1,0,1,0,7,0,1,0,0,0,0],"values":[null,null,null,null,null,-2,null,2,null,18,null,28,null,26,null,999999]}');
INSERT INTO results VALUES(2,4,X'4ae7f704e4205a8b970a6dd8e9aaa45d','random','depth=6 ties=random','{"id":"4ae7f704-e420-5a8b-970a-6dd8e9aaa45d","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8238711825417368,"moves":["g","g","a","g","c","g","c","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,20897,0,33252],"ms":[0,0,0,0,0,0,0,0],"values":[null,null,null,null,null,-4,null,999999]}');
INSERT INTO results VALUES(2,5,X'7e25e87aeeac57e086dc82db37e26fdc','depth=6 ties=random','random','{"id":"7e25e87a-eeac-57e0-86dc-82db37e26fdc","game":"connect4","options":{},"opening":{"moves":["g","g","a","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":8196806087422805,"moves":["g","g","a","g","d","f","d","d","d","g","g","d","c","e","b"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,17564,0,13107,0,13736,0,37303,0,6159,0,1676],"ms":[0,0,0,0,0,0,0,0,0,0,2,0,0,0,0],"values":[null,null,null,null,2,null,4,null,10,null,16,null,32,null,999999]}');
INSERT INTO results VALUES(2,6,X'e191c4f89cb959d6bb93b1f9f1a031b8','depth=7 ties=random','depth=6 ties=random','{"id":"e191c4f8-9cb9-59d6-bb93-b1f9f1a031b8","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6779117541351718,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","b","b","c","d","c","c","e","g","f","g","a","a","a","g","g","g","a","a","a","f","f","f","f","f","d","d","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,38225,7506,35841,13861,53234,7977,34360,9082,45089,3680,18551,3134,7870,1814,5328,2359,4350,2176,3719,1799,3207,1218,2216,774,593,131,260,129,159,100,95,66,13,6,3,2],"ms":[0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,0,0,2,-2,2,-2,2,-2,2,-2,2,-2,4,-4,4,-4,4,-4,2,-2,0,0,-12,12,-12,12,-12,12,-990,990,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(2,7,X'f37e481d9c7d52b5b6a70a48dff0e313','depth=6 ties=random','depth=7 ties=random','{"id":"f37e481d-9c7d-52b5-b6a7-0a48dff0e313","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":6986280727405359,"moves":["g","d","d","b","c","b","b","d","b","c","c","e","d","c","b","b","e","c","d","d","f","g","c","g","a","a","g","g","a","g","a","a","a","f","f","f","f","f","e","e"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,9100,33852,11043,28536,10020,43390,7677,24387,8803,32641,12470,17516,10044,20344,6405,9574,2216,4968,1778,2541,709,1769,670,742,399,263,98,107,83,42,28,16,11,6,3,2],"ms":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-4,6,-6,6,-6,4,-4,4,-4,4,-4,2,-2,0,0,0,0,0,0,0,0,12,-12,14,-14,10,-10,10,-10,999993,-999994,999995,-999996,999997,-999998,999999]}');
INSERT INTO results VALUES(2,8,X'9c63a75575535f6ba0b2a864a9fa5570','random','depth=7 ties=random','{"id":"9c63a755-7553-5f6b-a0b2-a864a9fa5570","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":7917181792188743,"moves":["g","d","d","b","d","c","g","a"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,19143,0,3708],"ms":[0,0,0,0,0,1,0,0],"values":[null,null,null,null,null,999997,null,999999]}');
INSERT INTO results VALUES(2,9,X'614ba46f220a5cce8a0d3e23ccda5ff8','depth=7 ties=random','random','{"id":"614ba46f-220a-5cce-8a0d-3e23ccda5ff8","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":3045468227445491,"moves":["g","d","d","b","c","c","d","e","d","b","d"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,37607,0,31291,0,61005,0,20180],"ms":[0,0,0,0,1,0,0,0,1,0,2],"values":[null,null,null,null,0,null,2,null,22,null,999999]}');
INSERT INTO results VALUES(2,10,X'0aadd654f25b5ad888ecac459ca2dab3','depth=6 ties=random','random','{"id":"0aadd654-f25b-5ad8-88ec-ac459ca2dab3","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1077685019151458,"moves":["g","d","d","b","c","a","c","e","b","d","e"],"verdict":{"outcome":"first","by":"rules"},"nodes":[0,0,0,0,10987,0,9466,0,6334,0,900],"ms":[0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-4,null,6,null,999997,null,999999]}');
INSERT INTO results VALUES(2,11,X'8361d467256954ef91f726dd6929c34c','random','depth=6 ties=random','{"id":"8361d467-2569-54ef-91f7-26dd6929c34c","game":"connect4","options":{},"opening":{"moves":["g","d","d","b"]},"seats":[{"name":"random","spec":{"book":false,"deepening":false,"depth":1,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":1.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":1269474720893723,"moves":["g","d","d","b","g","c","b","a"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,0,6760,0,1121],"ms":[0,0,0,0,0,0,0,0],"values":[null,null,null,null,null,999997,null,999999]}');
INSERT INTO results VALUES(2,12,X'f213cf110df75d239ba893a38ad8c5fc','depth=6 ties=random','depth=7 ties=random','{"id":"f213cf11-0df7-5d23-9ba8-93a38ad8c5fc","game":"connect4","options":{},"opening":{"moves":["f","d","g","g"]},"seats":[{"name":"depth=6 ties=random","spec":{"book":false,"deepening":false,"depth":6,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=6 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}},{"name":"depth=7 ties=random","spec":{"book":false,"deepening":false,"depth":7,"distance":true,"evaluation":{"name":"threats","weights":{"centre":2,"fork":500,"parity":10,"three":4,"win":1000}},"exact_root":false,"extensions":false,"game":"connect4","hints":false,"lmr":false,"name":"depth=7 ties=random","null_move":false,"ordering":[],"pruning":"alpha-beta","quiescence":false,"random_move":0.0,"seed":0,"symmetry":false,"table_mb":0,"ties":"random"}}],"seed":3071849871565265,"moves":["f","d","g","g","d","c","b","c","d","d","e","c","c","e","a","e","c","e","e","d","d","e","c","f","f","f","b","a","b","b","b","f","f","b","a","a","a","a","g","g"],"verdict":{"outcome":"second","by":"rules"},"nodes":[0,0,0,0,19675,53025,9423,39848,8524,45268,10458,21460,5552,15435,8378,49685,15905,48178,8372,41888,10913,21899,3363,4339,1443,5622,1126,3008,1090,1920,937,1338,430,181,49,36,15,10,3,2],"ms":[0,0,0,0,0,0,0,0,0,3,0,0,0,1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"values":[null,null,null,null,-6,4,-4,4,-4,4,-4,14,-14,14,-14,16,-16,20,-20,20,-20,20,-20,20,-20,16,-16,14,-14,14,-14,18,-18,999993,-999994,999995,-999996,999997,-999998,999999]}');
CREATE TABLE probe (
    key     INTEGER NOT NULL PRIMARY KEY,
    filler  BLOB    NOT NULL
);
CREATE INDEX matches_by_game ON matches (game);
CREATE INDEX matches_by_status ON matches (status);
CREATE INDEX matches_by_first_player ON matches (first_player);
CREATE INDEX matches_by_second_player ON matches (second_player);
CREATE INDEX matches_by_first_name ON matches (first_name);
CREATE INDEX matches_by_second_name ON matches (second_name);
CREATE INDEX results_by_match ON results (match_id);
CREATE INDEX results_by_pair ON results (tournament_key, first_name, second_name);
COMMIT;
