//! The results of tournaments: records, by their places in the schedule.

use sqlx::sqlite::SqliteConnection;
use uuid::Uuid;

use crate::records::Record;
use crate::store::database::Store;
use crate::store::error::StoreError;
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
        let mut connection = self.readers().acquire().await?;
        results_from(&mut connection, tournament, from_index, limit).await
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
        results_from(&mut *self.list_reader().await?, tournament, from_index, limit).await
    }

    /// How many results a tournament has; none when there is no such tournament.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn result_count(&self, tournament: Uuid) -> Result<u64, StoreError> {
        let count: Option<i64> = sqlx::query_scalar("SELECT played FROM tournaments WHERE id = $1")
            .bind(tournament)
            .fetch_optional(self.readers())
            .await?;
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
        let mut connection = self.list_reader().await?;
        // Both come out of the index alone; only the records on the page are read.
        let total: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM results WHERE tournament_key = (SELECT key FROM tournaments WHERE id = $1) \
             AND ((first_name = $2 AND second_name = $3) OR (first_name = $3 AND second_name = $2))",
        )
        .bind(tournament)
        .bind(a)
        .bind(b)
        .fetch_one(&mut *connection)
        .await?;
        let rows: Vec<(String,)> = sqlx::query_as(
            "WITH of AS (SELECT key FROM tournaments WHERE id = $1) \
             SELECT body FROM ( \
               SELECT position FROM results \
               WHERE tournament_key = (SELECT key FROM of) AND first_name = $2 AND second_name = $3 \
               UNION \
               SELECT position FROM results \
               WHERE tournament_key = (SELECT key FROM of) AND first_name = $3 AND second_name = $2 \
               ORDER BY position LIMIT $4 OFFSET $5 \
             ) AS picked JOIN results ON results.position = picked.position \
             WHERE tournament_key = (SELECT key FROM of) ORDER BY picked.position",
        )
        .bind(tournament)
        .bind(a)
        .bind(b)
        .bind(i64::from(limit))
        .bind(i64::try_from(offset).unwrap_or(i64::MAX))
        .fetch_all(&mut *connection)
        .await?;
        let records = rows.iter().map(|(body,)| record(tournament, body)).collect::<Result<_, _>>()?;
        Ok(ResultPage { records, total: unsigned(total, "a count of results")? })
    }

    /// The record of a tournament's match, and the tournament. The same tournament run twice has the same matches
    /// twice: then the newest.
    ///
    /// # Errors
    /// When the database or the record cannot be read.
    pub async fn record_by_match(&self, id: Uuid) -> Result<Option<(Uuid, Record)>, StoreError> {
        let row: Option<(Uuid, String)> = sqlx::query_as(
            "SELECT tournaments.id, body FROM results JOIN tournaments ON tournaments.key = tournament_key \
             WHERE match_id = $1 ORDER BY tournament_key DESC, position LIMIT 1",
        )
        .bind(id)
        .fetch_optional(self.readers())
        .await?;
        row.map(|(tournament, body)| Ok((tournament, record(tournament, &body)?))).transpose()
    }
}

async fn results_from(
    connection: &mut SqliteConnection,
    tournament: Uuid,
    from_index: u64,
    limit: u32,
) -> Result<Vec<(u64, Record)>, StoreError> {
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT position, body FROM results WHERE position >= $2 \
         AND tournament_key = (SELECT key FROM tournaments WHERE id = $1) ORDER BY position LIMIT $3",
    )
    .bind(tournament)
    .bind(i64::try_from(from_index).unwrap_or(i64::MAX))
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|(position, body)| Ok((unsigned(position, "a result's place")?, record(tournament, &body)?)))
        .collect()
}

/// The record in a row.
///
/// # Errors
/// When it is no record.
pub(super) fn record(tournament: Uuid, body: &str) -> Result<Record, StoreError> {
    serde_json::from_str(body)
        .map_err(|error| StoreError::unreadable(format!("a record of tournament {tournament}"), error))
}
