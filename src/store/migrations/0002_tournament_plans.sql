-- What a tournament rests on besides its own file: the digest of what it was worked out to, with the bots as they were
-- then, and the files of openings that it names, by path, as JSON. Nothing for tournaments of earlier versions.
ALTER TABLE tournaments ADD COLUMN plan_hash TEXT;
ALTER TABLE tournaments ADD COLUMN files TEXT;
