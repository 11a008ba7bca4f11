-- Events by the pack: those of a match that were written into the database together, in order, as a JSON array of
-- {"kind":{…}}; moves are text. A match that is over is one pack, but for what came after its end.
CREATE TABLE packs (
    match_key  BIGINT  NOT NULL REFERENCES matches (key),
    first_seq  BIGINT  NOT NULL CHECK (first_seq > 0),
    last_seq   BIGINT  NOT NULL CHECK (last_seq >= first_seq),
    body       TEXT    NOT NULL,
    PRIMARY KEY (match_key, first_seq)
) WITHOUT ROWID;

-- Plies are kept for matches that are not over as well.
UPDATE matches SET plies = COALESCE(
    (SELECT json_extract(body, '$.ply') + (kind = 'moved') FROM events
     WHERE match_key = matches.key AND kind IN ('moved', 'taken_back') ORDER BY seq DESC LIMIT 1), plies)
WHERE status <> 'finished';

INSERT INTO packs (match_key, first_seq, last_seq, body)
SELECT match_key, MIN(seq), MAX(seq), json_group_array(json_object(kind, json(body)) ORDER BY seq)
FROM events GROUP BY match_key;

DROP TABLE events;

-- What the log of the data directory says that it belongs to.
CREATE TABLE log_of (id BLOB NOT NULL PRIMARY KEY);
INSERT INTO log_of (id) VALUES (randomblob(16));
