-- What nodes share: the log of matches, and who owns what.
--
-- Two releases use one schema at a time. So a step only adds, and a program ignores what it does not know; what no release
-- in use needs any more goes in a later step, which raises `schema.least`.

-- The first step that a program must know to use this schema.
CREATE TABLE schema (least bigint NOT NULL);
INSERT INTO schema (least) VALUES (1);

-- The lives of nodes. Whoever looks deletes those that have expired by this server's clock, which ends them for good.
CREATE TABLE lives (
    id uuid PRIMARY KEY,
    expires timestamptz NOT NULL
);

-- Who owns what. A row stays when a match is over, so that its epochs never begin anew.
CREATE TABLE leases (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('match', 'tournament')),
    -- A life; that of none who is in `lives` has ended. NULL: nobody needs it.
    owner uuid,
    epoch bigint NOT NULL CHECK (epoch > 0)
);
CREATE INDEX leases_by_owner ON leases (owner) WHERE owner IS NOT NULL;

-- Matches as they were made: JSON.
CREATE TABLE matches (
    id uuid PRIMARY KEY,
    game text NOT NULL,
    setup text NOT NULL
);

-- What happened in them: JSON, numbered from 1 without a gap. No foreign key: the match is looked up by whoever writes, in
-- the same transaction, and is never deleted.
CREATE TABLE events (
    match uuid NOT NULL,
    seq bigint NOT NULL CHECK (seq > 0),
    -- The ownership under which it was written.
    epoch bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (match, seq)
);
