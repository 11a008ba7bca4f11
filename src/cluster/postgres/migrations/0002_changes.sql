-- What all nodes do, in one order. Whoever appends holds the only row of `head` until its changes are committed, so that a
-- number is never seen before those below it.
CREATE TABLE head (
    -- What the log calls itself.
    id uuid NOT NULL,
    last bigint NOT NULL
);
INSERT INTO head (id, last) VALUES (gen_random_uuid(), 0);

CREATE TABLE changes (
    number bigint PRIMARY KEY,
    -- The life that appended it, and its number by that life's own count.
    writer uuid NOT NULL,
    own bigint NOT NULL,
    body text NOT NULL,
    UNIQUE (writer, own)
);

-- Where the other nodes reach one, and where clients do.
ALTER TABLE lives ADD COLUMN inner_address text, ADD COLUMN address text;

ALTER TABLE leases DROP CONSTRAINT leases_kind_check;
