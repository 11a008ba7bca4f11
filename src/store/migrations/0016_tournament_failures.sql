-- Why a tournament failed or is blocked, with its values, as JSON: `reason` says it in English. None for what was stored
-- before.
ALTER TABLE tournaments ADD COLUMN failure TEXT;
