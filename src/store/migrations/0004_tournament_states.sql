-- Where a tournament stands is one word, and `reason` says, for people, why it failed or is blocked. Before, a pause was a
-- running tournament with the detail `paused`, and one that a starting server could not go on with was a failed one
-- whose detail began with the words below. A column's check cannot be changed, so the column is a new one.
ALTER TABLE tournaments ADD COLUMN state TEXT NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'paused', 'finished', 'stopped', 'failed', 'blocked'));

UPDATE tournaments SET state = CASE
    WHEN status = 'running' AND detail = 'paused' THEN 'paused'
    WHEN status = 'failed' AND detail LIKE 'it cannot be gone on with: %' THEN 'blocked'
    ELSE status
END;

ALTER TABLE tournaments DROP COLUMN status;
ALTER TABLE tournaments RENAME COLUMN detail TO reason;

UPDATE tournaments SET reason = substr(reason, length('it cannot be gone on with: ') + 1) WHERE state = 'blocked';
UPDATE tournaments SET reason = NULL WHERE state NOT IN ('failed', 'blocked');
