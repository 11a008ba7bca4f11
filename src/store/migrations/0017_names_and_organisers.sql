-- Matches are found by the beginning of a name in either seat, in any case of ASCII letters. The same index answers for bots,
-- which had one of their own.
DROP INDEX matches_by_first_bot;
DROP INDEX matches_by_second_bot;
CREATE INDEX matches_by_first_name ON matches (first_name COLLATE NOCASE, game, status) WHERE first_name IS NOT NULL;
CREATE INDEX matches_by_second_name ON matches (second_name COLLATE NOCASE, game, status) WHERE second_name IS NOT NULL;

-- The player who had a tournament of bots played, none where the operator did; and what was charged for it at its
-- beginning, in milliseconds of processor time.
ALTER TABLE tournaments ADD COLUMN player BLOB;
ALTER TABLE tournaments ADD COLUMN charged_ms BIGINT;
CREATE INDEX tournaments_by_player ON tournaments (player, created_ms) WHERE player IS NOT NULL;
