-- Which tournaments a player has entered: for those who take their data away, and for those who delete their account.
CREATE INDEX tournament_log_by_player ON tournament_log (json_extract(body, '$.seat.player'))
    WHERE json_extract(body, '$.kind') = 'entered';
