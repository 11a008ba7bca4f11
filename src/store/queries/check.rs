//! Integrity check of the database, for diagnostics and tests.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde::de::IgnoredAny;
use uuid::Uuid;

use super::ratings::{Folded, folded_ratings};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;

/// Descriptions of faults, each with a query for the ids of affected rows.
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

/// Recomputes the content of [`crate::tables::standings`]: player, name, game, displayed name, wins, draws,
/// losses.
pub(crate) const SUMMED: &str = "WITH counted AS ( \
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

/// The rows of `standings` with the same columns.
const KEPT: &str = "SELECT player, name, game, shown, wins, draws, losses FROM standings";

impl Store {
    /// Reads the whole database and returns all faults, one sentence each. The list is empty if the database is sound.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read at all.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        self.catch_up().await;
        self.read_through(faults).await
    }
}

fn faults(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let integrity: Vec<String> = sql::all(connection, "PRAGMA integrity_check", [], sql::column)?;
    let mut faults: Vec<String> = integrity.into_iter().filter(|line| line != "ok").collect();
    faults.extend(sql::all(connection, "PRAGMA foreign_key_check", [], |row| {
        let (table, row, parent): (String, Option<i64>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let row = row.map_or_else(|| "?".to_owned(), |row| row.to_string());
        Ok(format!("row {row} of {table} refers to a missing row of {parent}"))
    })?);
    for (fault, query) in FAULTS {
        let sentence = |id: Uuid| format!("{fault} {id}");
        faults.extend(sql::all(connection, query, [], |row| Ok(sentence(row.get(0)?)))?);
    }
    for (one, other) in [(SUMMED, KEPT), (KEPT, SUMMED)] {
        let differing = format!("SELECT shown, game FROM (SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other}))");
        faults.extend(sql::all(connection, &differing, [], |row| {
            let (shown, game): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(format!("the tally of {shown} in {game} is wrong"))
        })?);
    }
    faults.extend(sql::all(connection, WRONG_MEETINGS, [], |row| {
        let (player, game): (Uuid, String) = (row.get(0)?, row.get(1)?);
        Ok(format!("the meetings of {player} in {game} are miscounted"))
    })?);
    faults.extend(wrong_ratings(connection)?);
    faults.extend(wrong_values(connection)?);
    Ok(faults)
}

/// Players and games whose meetings contradict the tallies.
const WRONG_MEETINGS: &str = "SELECT standings.player, standings.game FROM standings WHERE player IS NOT NULL AND \
     wins + draws + losses < (SELECT COALESCE(SUM(total), 0) FROM meetings \
     WHERE meetings.player = standings.player AND meetings.game = standings.game) \
     UNION SELECT player, game FROM meetings WHERE NOT EXISTS (SELECT 1 FROM standings \
     WHERE standings.player = meetings.player AND standings.game = meetings.game)";

/// Compares the ratings with those that follow from the rated matches in order.
fn wrong_ratings(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let sorted = |mut rows: Vec<Folded>| {
        rows.sort_by(|a, b| (a.0, &a.1, &a.2).cmp(&(b.0, &b.1, &b.2)));
        rows
    };
    let query = "SELECT player, game, speed, rating, deviation, matches FROM ratings";
    let stored: Vec<Folded> = sql::all(connection, query, [], |row| Ok(row.try_into()?))?;
    let (stored, folded) = (sorted(stored), sorted(folded_ratings(connection)?));
    let mut faults = Vec::new();
    if stored.len() != folded.len() {
        faults.push(format!("expected {} ratings, got {}", stored.len(), folded.len()));
    }
    for (stored, folded) in stored.iter().zip(&folded).filter(|(stored, folded)| stored != folded) {
        faults.push(format!("the rating of {} in {} is {}, but should be {}", stored.0, stored.1, stored.3, folded.3));
    }
    Ok(faults)
}

/// Names of the columns that contain JSON.
const JSON: [&str; 6] = ["body", "files", "failure", "first_seat", "second_seat", "trial"];

/// Names of the other columns that may contain long texts.
const LONG: [&str; 4] = ["detail", "reason", "report", "source"];

/// Maximum length in bytes of names and words, and of the texts in [`JSON`] and [`LONG`].
const LONGEST_WORD: usize = 4 << 10;
const LONGEST_TEXT: usize = 64 << 20;

/// Compares every value of every table with the type of its column. The tables must be those of this program.
pub(crate) fn wrong_values(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
    let mut faults = Vec::new();
    for table in sql::all::<String>(connection, tables, [], sql::column)? {
        let columns = "SELECT name, type FROM pragma_table_info(?1)";
        let columns: Vec<(String, String)> = sql::all(connection, columns, [&table], |row| Ok(row.try_into()?))?;
        let mut number = 0;
        sql::all(connection, &format!("SELECT * FROM {table}"), [], |row| {
            number += 1;
            for (name, kind) in &columns {
                if let Some(problem) = wrong_value(name, kind, row.get_ref(name.as_str())?) {
                    faults.push(format!("{name} in row {number} of {table} {problem}"));
                }
            }
            Ok(())
        })?;
    }
    Ok(faults)
}

fn wrong_value(name: &str, kind: &str, value: ValueRef<'_>) -> Option<String> {
    // SQLite's own check covers NOT NULL constraints.
    match (kind, value) {
        (_, ValueRef::Null) | ("REAL", ValueRef::Real(_)) | ("INTEGER" | "BIGINT", ValueRef::Integer(0..)) => None,
        ("TEXT", ValueRef::Text(text)) if text.len() > longest(name) => {
            Some(format!("has {} bytes, but the limit is {}", text.len(), longest(name)))
        }
        ("TEXT", ValueRef::Text(text)) => match std::str::from_utf8(text) {
            Ok(text) if JSON.contains(&name) => {
                serde_json::from_str::<IgnoredAny>(text).err().map(|error| format!("is not JSON: {error}"))
            }
            Ok(_) => None,
            Err(error) => Some(format!("is not text: {error}")),
        },
        ("BLOB", ValueRef::Blob(bytes)) => {
            let expected = match name {
                "filler" | "wasm" => bytes.len(),
                "hash" | "token_hash" => 32,
                // Digests of one network, or of three.
                "networks" if bytes.len() == 24 => 24,
                "networks" => 8,
                _ => 16,
            };
            (bytes.len() != expected).then(|| format!("has {} bytes instead of {expected}", bytes.len()))
        }
        (_, value) => Some(format!("is {} instead of {kind}", value.data_type())),
    }
}

fn longest(column: &str) -> usize {
    if JSON.contains(&column) || LONG.contains(&column) { LONGEST_TEXT } else { LONGEST_WORD }
}
