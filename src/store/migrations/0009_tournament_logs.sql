-- What happened in the tournaments that people and programs enter while the server runs: registrations, who came and went,
-- pairings and results, in order. `body` is JSON; the first one has the terms. Of other tournaments there is nothing here.
CREATE TABLE tournament_log (
    tournament_key  BIGINT  NOT NULL REFERENCES tournaments (key),
    seq             BIGINT  NOT NULL CHECK (seq >= 0),
    body            TEXT    NOT NULL,
    PRIMARY KEY (tournament_key, seq)
);
