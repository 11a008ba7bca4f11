//! Results of tournaments: match records by their position in the schedule.

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::results::ResultRow;
use crate::values::{signed, unsigned};
use crate::writes::Write;
use arena_records::Record;

/// A page of the results between two entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// Records in schedule order.
    pub records: Vec<Record>,
    /// Total number of results between the two.
    pub total: u64,
}

/// A result with the times of its match.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedResult {
    /// Position in the schedule.
    pub position: u64,
    pub record: Record,
    /// Beginning of the match in Unix milliseconds, if its moves were timed.
    pub began_ms: Option<u64>,
    /// Time when its result was stored, in Unix milliseconds.
    pub ended_ms: u64,
}

impl Store {
    /// Stores results with their positions in the schedule, all or none. A position that already has a result keeps it.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the tournament does not exist.
    pub async fn put_results(&self, tournament: Uuid, results: Vec<(u64, Record)>) -> Result<(), StoreError> {
        let rows = results.iter().map(|(index, record)| ResultRow::new(*index, record)).collect::<Result<_, _>>()?;
        self.write(Write::Results { tournament, rows }).await
    }

    /// Removes the results from position `from` on, because the tournament was decided before them.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the tournament does not exist.
    pub async fn drop_results(&self, tournament: Uuid, from: u64) -> Result<(), StoreError> {
        self.write(Write::DropResults { tournament, from: signed(from, "a result's place")? }).await
    }

    /// Returns up to `limit` results from position `from_index` on, with their positions, in schedule order.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a record cannot be read.
    pub async fn results(
        &self,
        tournament: Uuid,
        from_index: u64,
        limit: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        self.read_through(move |connection| results_from(connection, tournament, from_index, limit)).await
    }

    /// Like [`Store::results`], but with the time limit for lists.
    ///
    /// # Errors
    /// As [`Store::results`], and [`StoreError::NotInTime`].
    pub async fn list_results(
        &self,
        tournament: Uuid,
        from_index: u64,
        limit: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        self.list(move |connection| results_from(connection, tournament, from_index, limit)).await
    }

    /// Returns up to `limit` results from position `from` on, in schedule order, with their positions and times; only
    /// those of the entrant `of`, if it is given.
    ///
    /// # Errors
    /// As [`Store::list_results`].
    pub async fn timed_results(
        &self,
        tournament: Uuid,
        from: u64,
        limit: u32,
        of: Option<String>,
    ) -> Result<Vec<TimedResult>, StoreError> {
        let query = "SELECT position, body, began_ms, ended_ms FROM results WHERE position >= ?2 \
             AND tournament_key = (SELECT key FROM tournaments WHERE id = ?1) \
             AND (?4 IS NULL OR ?4 IN (first_name, second_name)) ORDER BY position LIMIT ?3";
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        self.list(move |connection| {
            sql::all(connection, query, params![tournament, from, limit, of], |row| {
                let began: Option<i64> = row.get(2)?;
                Ok(TimedResult {
                    position: unsigned(row.get(0)?, "a result's place")?,
                    record: record(tournament, row, 1)?,
                    began_ms: began.map(|ms| unsigned(ms, "the beginning of a match")).transpose()?,
                    ended_ms: unsigned(row.get(3)?, "the end of a match")?,
                })
            })
        })
        .await
    }

    /// Returns the number of results of a tournament; 0 if the tournament does not exist.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn result_count(&self, tournament: Uuid) -> Result<u64, StoreError> {
        let query = "SELECT played FROM tournaments WHERE id = ?1";
        let count = self.look_up(|connection| sql::first(connection, query, [tournament], sql::column))?;
        unsigned(count.unwrap_or(0), "a count of results")
    }

    /// Returns the results of two entrants against each other, in either seat order, in schedule order.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a record cannot be read.
    pub async fn results_of_pair(
        &self,
        tournament: Uuid,
        a: &str,
        b: &str,
        offset: u64,
        limit: u32,
    ) -> Result<ResultPage, StoreError> {
        // An index covers the count and the positions. Only the records on the page are read.
        let total = "SELECT COUNT(*) FROM results WHERE tournament_key = (SELECT key FROM tournaments WHERE id = ?1) \
             AND ((first_name = ?2 AND second_name = ?3) OR (first_name = ?3 AND second_name = ?2))";
        let page = "WITH of AS (SELECT key FROM tournaments WHERE id = ?1) \
             SELECT body FROM ( \
               SELECT position FROM results \
               WHERE tournament_key = (SELECT key FROM of) AND first_name = ?2 AND second_name = ?3 \
               UNION \
               SELECT position FROM results \
               WHERE tournament_key = (SELECT key FROM of) AND first_name = ?3 AND second_name = ?2 \
               ORDER BY position LIMIT ?4 OFFSET ?5 \
             ) AS picked JOIN results ON results.position = picked.position \
             WHERE tournament_key = (SELECT key FROM of) ORDER BY picked.position";
        let (a, b) = (a.to_owned(), b.to_owned());
        let offset = i64::try_from(offset).unwrap_or(i64::MAX);
        self.list(move |connection| {
            let total = unsigned(sql::value(connection, total, params![tournament, a, b])?, "a count of results")?;
            let values = params![tournament, a, b, limit, offset];
            let records = sql::all(connection, page, values, |row| record(tournament, row, 0))?;
            Ok(ResultPage { records, total })
        })
        .await
    }

    /// Returns the record of a tournament match and its tournament. If the same tournament was run twice, returns the
    /// newest one.
    ///
    /// # Errors
    /// [`StoreError`] if the database or the record cannot be read.
    pub async fn record_by_match(&self, id: Uuid) -> Result<Option<(Uuid, Record)>, StoreError> {
        let query = "SELECT tournaments.id, body FROM results JOIN tournaments ON tournaments.key = tournament_key \
             WHERE match_id = ?1 ORDER BY tournament_key DESC, position LIMIT 1";
        self.look_up(|connection| {
            sql::first(connection, query, [id], |row| {
                let tournament = row.get(0)?;
                Ok((tournament, record(tournament, row, 1)?))
            })
        })
    }
}

fn results_from(
    connection: &Connection,
    tournament: Uuid,
    from_index: u64,
    limit: u32,
) -> Result<Vec<(u64, Record)>, StoreError> {
    let query = "SELECT position, body FROM results WHERE position >= ?2 \
         AND tournament_key = (SELECT key FROM tournaments WHERE id = ?1) ORDER BY position LIMIT ?3";
    let from = i64::try_from(from_index).unwrap_or(i64::MAX);
    sql::all(connection, query, params![tournament, from, limit], |row| {
        Ok((unsigned(row.get(0)?, "a result's place")?, record(tournament, row, 1)?))
    })
}

/// Parses the record in a column of a row.
///
/// # Errors
/// [`StoreError`] if it is not a record.
pub(super) fn record(tournament: Uuid, row: &Row<'_>, column: usize) -> Result<Record, StoreError> {
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| StoreError::unreadable(format!("a record of tournament {tournament}"), error))
}
