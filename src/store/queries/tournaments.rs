//! Tournaments as they stand.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::tables::tournaments::{NamedFiles, NewTournament, TournamentRow, TournamentState};
use crate::store::values::{from_word, unsigned};
use crate::store::writes::Write;

/// A tournament as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// What it is.
    pub row: TournamentRow,
    /// How it stands.
    pub state: TournamentState,
    /// How many results it has.
    pub played: u64,
}

const COLUMNS: &str = "SELECT id, name, game, format, source, seed, total, created_ms, plan_hash, state, reason, failure, played FROM tournaments";

impl Store {
    /// Stores a tournament, as running, with the files that it names. Storing the same one twice is no error and leaves
    /// its state alone.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when a different tournament has the id, or a number is too large.
    pub async fn create_tournament(&self, row: TournamentRow, files: NamedFiles) -> Result<(), StoreError> {
        self.write(Write::Tournament(Box::new(NewTournament::new(row, &files)?))).await
    }

    /// The files that a tournament names, as they were when it began; none where they were not kept.
    ///
    /// # Errors
    /// When the database or the files in it cannot be read.
    pub async fn tournament_files(&self, id: Uuid) -> Result<Option<NamedFiles>, StoreError> {
        let files: Option<Option<String>> = sqlx::query_scalar("SELECT files FROM tournaments WHERE id = $1")
            .bind(id)
            .fetch_optional(self.readers())
            .await?;
        let read = |text: String| serde_json::from_str(&text);
        let unreadable = |error| StoreError::unreadable(format!("the files of tournament {id}"), error);
        files.flatten().map(read).transpose().map_err(unreadable)
    }

    /// All tournaments, the newest first.
    ///
    /// # Errors
    /// When the database or a tournament in it cannot be read.
    pub async fn tournaments(&self) -> Result<Vec<Tournament>, StoreError> {
        let mut query = QueryBuilder::new(COLUMNS);
        let rows = query.push(" ORDER BY key DESC").build().fetch_all(self.readers()).await?;
        rows.iter().map(tournament).collect()
    }

    /// One tournament.
    ///
    /// # Errors
    /// When the database or the tournament cannot be read.
    pub async fn tournament(&self, id: Uuid) -> Result<Option<Tournament>, StoreError> {
        let mut query = QueryBuilder::new(COLUMNS);
        let row = query.push(" WHERE id = ").push_bind(id).build().fetch_optional(self.readers()).await?;
        row.as_ref().map(tournament).transpose()
    }

    /// Notes how a tournament stands.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] when there is no such tournament.
    pub async fn set_tournament_state(&self, tournament: Uuid, state: TournamentState) -> Result<(), StoreError> {
        self.write(Write::State { tournament, state }).await
    }
}

fn tournament(row: &SqliteRow) -> Result<Tournament, StoreError> {
    let id: Uuid = row.try_get("id")?;
    let what = || format!("tournament {id}");
    let number = |column: &str| unsigned(row.try_get(column)?, column);
    let game: &str = row.try_get("game")?;
    let state = TournamentState::read(row.try_get("state")?, row.try_get("reason")?, row.try_get("failure")?);
    Ok(Tournament {
        row: TournamentRow {
            id,
            name: row.try_get("name")?,
            game: game.parse().map_err(|error| StoreError::unreadable(what(), error))?,
            format: from_word(row.try_get("format")?, what)?,
            source_toml: row.try_get("source")?,
            seed: number("seed")?,
            total: number("total")?,
            created_ms: number("created_ms")?,
            plan_hash: row.try_get("plan_hash")?,
        },
        state: state.map_err(|problem| StoreError::unreadable(what(), problem))?,
        played: number("played")?,
    })
}
