//! The results of tournaments: records, by their places in the schedule.

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use crate::records::Record;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::tables::results::ResultRow;
use crate::store::values::{signed, unsigned};
use crate::store::writes::Write;

/// A part of the results of a pair of entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// The records, in the order of the schedule.
    pub records: Vec<Record>,
    /// How many there are in all.
    pub total: u64,
}

impl Store {
    /// Stores results with their places in the schedule, all or none. Each place keeps the first result that it got:
    /// storing one again is no error and changes nothing.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] when there is no such tournament.
    pub async fn put_results(&self, tournament: Uuid, results: Vec<(u64, Record)>) -> Result<(), StoreError> {
        let rows = results.iter().map(|(index, record)| ResultRow::new(*index, record)).collect::<Result<_, _>>()?;
        self.write(Write::Results { tournament, rows }).await
    }

    /// Takes away the results from the place `from` of the schedule on: the tournament was over before them.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] when there is no such tournament.
    pub async fn drop_results(&self, tournament: Uuid, from: u64) -> Result<(), StoreError> {
        self.write(Write::DropResults { tournament, from: signed(from, "a result's place")? }).await
    }

    /// Up to `limit` results from the place `from_index` on, each with its place, in the order of the schedule.
    ///
    /// # Errors
    /// When the database or a record in it cannot be read.
    pub async fn results(
        &self,
        tournament: Uuid,
        from_index: u64,
        limit: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        self.read_through(move |connection| results_from(connection, tournament, from_index, limit)).await
    }

    /// The same for somebody who lists them: in time, or not at all.
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

    /// How many results a tournament has; none when there is no such tournament.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn result_count(&self, tournament: Uuid) -> Result<u64, StoreError> {
        let query = "SELECT played FROM tournaments WHERE id = ?1";
        let count = self.look_up(|connection| sql::first(connection, query, [tournament], sql::column))?;
        unsigned(count.unwrap_or(0), "a count of results")
    }

    /// The results of two entrants against each other, whoever sat where, in the order of the schedule.
    ///
    /// # Errors
    /// When the database or a record in it cannot be read.
    pub async fn results_of_pair(
        &self,
        tournament: Uuid,
        a: &str,
        b: &str,
        offset: u64,
        limit: u32,
    ) -> Result<ResultPage, StoreError> {
        // Both come out of the index alone; only the records on the page are read.
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

    /// The record of a tournament's match, and the tournament. The same tournament run twice has the same matches
    /// twice: then the newest.
    ///
    /// # Errors
    /// When the database or the record cannot be read.
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

/// The record in a row's column.
///
/// # Errors
/// When it is no record.
pub(super) fn record(tournament: Uuid, row: &Row<'_>, column: usize) -> Result<Record, StoreError> {
    serde_json::from_str(row.get_ref(column)?.as_str()?)
        .map_err(|error| StoreError::unreadable(format!("a record of tournament {tournament}"), error))
}
