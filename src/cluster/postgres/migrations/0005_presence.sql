-- Whether a life holds a lock by its own key (hashtextextended(id::text, 0), of the session) for as long as its process has a
-- connection: then it has ended when nobody holds that lock any more. A program of before does not say so.
ALTER TABLE lives ADD COLUMN present boolean NOT NULL DEFAULT false;
