-- The last six bytes of a match's id are random in every kind of id that is made here: eight characters stand for them
-- where clients know no longer ids.
CREATE INDEX matches_by_tail ON matches (substr(id, 11));
