//! Whether the database is sound: for diagnostics and tests.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::ratings::Folded;
use crate::store::database::Store;
use crate::store::error::StoreError;

/// What must not be found, and the ids where it is.
const FAULTS: [(&str, &str); 5] = [
    (
        "events are missing in match",
        "SELECT id FROM matches JOIN packs ON match_key = key GROUP BY key HAVING MIN(first_seq) <> 1 \
         OR MAX(last_seq) <> SUM(last_seq - first_seq + 1) \
         OR MAX(json_array_length(body) <> last_seq - first_seq + 1) <> 0",
    ),
    (
        "there is no setup of match",
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM cards WHERE match_key = key)",
    ),
    (
        "the status contradicts the events in match",
        "SELECT id FROM matches WHERE (status = 'finished') \
         <> EXISTS (SELECT 1 FROM packs, json_each(body) AS event \
         WHERE match_key = matches.key AND json_type(event.value, '$.ended') IS NOT NULL)",
    ),
    (
        "the moves are miscounted in match",
        "SELECT id FROM matches JOIN ( \
           SELECT match_key, json_extract(event.value, '$.moved.ply') AS moved, \
           json_extract(event.value, '$.taken_back.ply') AS back, MAX(1000000 * first_seq + event.key) \
           FROM packs, json_each(body) AS event \
           WHERE json_type(event.value, '$.moved') IS NOT NULL OR json_type(event.value, '$.taken_back') IS NOT NULL \
           GROUP BY match_key \
         ) ON match_key = matches.key WHERE plies <> COALESCE(moved + 1, back)",
    ),
    (
        "the results are miscounted in tournament",
        "SELECT id FROM tournaments WHERE played <> (SELECT COUNT(*) FROM results WHERE tournament_key = key)",
    ),
];

/// What [`crate::store::tables::standings`] keeps up, summed anew: player, name, game, name to show, wins, draws, losses.
pub(in crate::store) const SUMMED: &str = "WITH counted AS ( \
       SELECT * FROM matches WHERE outcome IS NOT NULL \
       AND (first_player IS NULL OR second_player IS NULL OR first_player <> second_player) \
       AND (first_player IS NOT NULL OR second_player IS NOT NULL OR first_name <> second_name) \
     ), sides AS ( \
       SELECT game, first_player AS player, first_name AS name, outcome = 'first' AS wins, outcome = 'draw' AS draws, \
       outcome = 'second' AS losses FROM counted \
       UNION ALL \
       SELECT game, second_player, second_name, outcome = 'second', outcome = 'draw', outcome = 'first' FROM counted \
       UNION ALL \
       SELECT game, player, name, wins, draws, losses FROM removed \
     ), sums AS ( \
       SELECT game, player, MAX(name) AS name, SUM(wins) AS wins, SUM(draws) AS draws, SUM(losses) AS losses \
       FROM sides WHERE name IS NOT NULL GROUP BY game, player, CASE WHEN player IS NULL THEN name END \
     ) \
     SELECT player, sums.name AS name, game, COALESCE(players.name, sums.name) AS shown, wins, draws, losses \
     FROM sums LEFT JOIN players ON players.id = sums.player";

/// The rows of `standings` in the same shape.
const KEPT: &str = "SELECT player, name, game, shown, wins, draws, losses FROM standings";

impl Store {
    /// Everything that is wrong with the database, one sentence each; empty when it is sound. Reads all of it.
    ///
    /// # Errors
    /// When the database cannot be read at all.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        self.catch_up().await;
        let mut faults = Vec::new();
        let integrity: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(self.readers()).await?;
        faults.extend(integrity.into_iter().filter(|line| line != "ok"));

        let dangling: Vec<(String, Option<i64>, String, i64)> =
            sqlx::query_as("PRAGMA foreign_key_check").fetch_all(self.readers()).await?;
        faults.extend(dangling.into_iter().map(|(table, row, parent, _)| {
            let row = row.map_or_else(|| "?".to_owned(), |row| row.to_string());
            format!("row {row} of {table} refers to a row of {parent} that is not there")
        }));

        for (fault, query) in FAULTS {
            let ids: Vec<Uuid> = sqlx::query_scalar(query).fetch_all(self.readers()).await?;
            faults.extend(ids.into_iter().map(|id| format!("{fault} {id}")));
        }
        for (one, other) in [(SUMMED, KEPT), (KEPT, SUMMED)] {
            let differing = format!("SELECT shown, game FROM (SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other}))");
            let rows: Vec<(String, String)> =
                sqlx::query_as(AssertSqlSafe(differing)).fetch_all(self.readers()).await?;
            faults.extend(rows.into_iter().map(|(shown, game)| format!("the tally of {shown} in {game} is wrong")));
        }
        for (shown, game) in self.wrong_meetings().await? {
            faults.push(format!("the meetings of {shown} in {game} are miscounted"));
        }
        faults.extend(self.wrong_ratings().await?);
        Ok(faults)
    }

    /// Players and games whose meetings are not what the matches sum to.
    async fn wrong_meetings(&self) -> Result<Vec<(Uuid, String)>, StoreError> {
        let wrong = "SELECT standings.player, standings.game FROM standings WHERE player IS NOT NULL AND \
             wins + draws + losses < (SELECT COALESCE(SUM(total), 0) FROM meetings \
             WHERE meetings.player = standings.player AND meetings.game = standings.game) \
             UNION SELECT player, game FROM meetings WHERE NOT EXISTS (SELECT 1 FROM standings \
             WHERE standings.player = meetings.player AND standings.game = meetings.game)";
        Ok(sqlx::query_as(wrong).fetch_all(self.readers()).await?)
    }

    /// What is wrong with ratings: they are what the rated matches come to in their order.
    async fn wrong_ratings(&self) -> Result<Vec<String>, StoreError> {
        let sorted = |mut rows: Vec<Folded>| {
            rows.sort_by(|a, b| (a.0, &a.1, &a.2).cmp(&(b.0, &b.1, &b.2)));
            rows
        };
        let kept: Vec<Folded> = sqlx::query_as("SELECT player, game, speed, rating, deviation, matches FROM ratings")
            .fetch_all(self.readers())
            .await?;
        let (kept, folded) = (sorted(kept), sorted(self.folded_ratings().await?));
        let mut faults = Vec::new();
        if kept.len() != folded.len() {
            faults.push(format!("there are {} ratings, but there should be {}", kept.len(), folded.len()));
        }
        for (kept, folded) in kept.iter().zip(&folded).filter(|(kept, folded)| kept != folded) {
            faults.push(format!("the rating of {} in {} is {}, but should be {}", kept.0, kept.1, kept.3, folded.3));
        }
        Ok(faults)
    }
}
