-- Copies of a node's database beside the log of changes, which then need not be kept from its first change on.
CREATE TABLE snapshots (
    -- It has what the changes up to this one say, and nothing of what comes after.
    reached bigint PRIMARY KEY,
    -- The life that puts it up.
    maker uuid NOT NULL,
    -- NULL until all of it is there.
    parts bigint,
    bytes bigint,
    digest bytea
);

CREATE TABLE snapshot_parts (
    snapshot bigint NOT NULL REFERENCES snapshots ON DELETE CASCADE,
    part bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (snapshot, part)
);

-- Changes up to this one are gone, or about to go. When it first grows, `schema.least` does: a program of before would not notice
-- that changes are missing.
ALTER TABLE head ADD COLUMN cut bigint NOT NULL DEFAULT 0;

-- Up to which change the node's database has everything. NULL: a program of before, which does not say so.
ALTER TABLE lives ADD COLUMN reached bigint;
