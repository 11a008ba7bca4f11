-- How far the life's own count had come in the changes that are gone: what it sends once more and comes late is not a new change.
ALTER TABLE lives ADD COLUMN counted bigint NOT NULL DEFAULT 0;
