//! Tournaments and their states.

use rusqlite::Row;
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::tournaments::{Charged, NamedFiles, NewTournament, TournamentRow, TournamentState};
use crate::values::{signed, unsigned};
use crate::writes::Write;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Immutable data.
    pub row: TournamentRow,
    pub state: TournamentState,
    /// Number of results.
    pub played: u64,
}

/// Start of a query for tournaments. Each row begins with the key.
macro_rules! select_tournaments {
    ($rest:literal) => {
        concat!(
            "SELECT key, id, name, game, format, source, seed, total, created_ms, plan_hash, player, charged_ms, state, \
             reason, failure, played FROM tournaments",
            $rest
        )
    };
}
pub(super) use select_tournaments;

impl Store {
    /// Stores a tournament as running, with the files that it names. A repeated call with the same tournament does
    /// nothing and keeps its state.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if a different tournament has the id, or a number is too large.
    pub async fn create_tournament(&self, row: TournamentRow, files: NamedFiles) -> Result<(), StoreError> {
        self.write(Write::Tournament(Box::new(NewTournament::new(row, &files)?))).await
    }

    /// Returns the files that a tournament names, as of its start. The map is empty if the tournament does not exist.
    ///
    /// # Errors
    /// [`StoreError`] if the database or the files cannot be read.
    pub async fn tournament_files(&self, id: Uuid) -> Result<NamedFiles, StoreError> {
        let query = "SELECT files FROM tournaments WHERE id = ?1";
        let unreadable = |error| StoreError::unreadable(format!("the files of tournament {id}"), error);
        let read = |row: &Row<'_>| serde_json::from_str(row.get_ref(0)?.as_str()?).map_err(unreadable);
        let files = self.look_up(|connection| sql::first(connection, query, [id], read))?;
        Ok(files.unwrap_or_default())
    }

    /// Returns all tournaments, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a tournament cannot be read.
    pub async fn tournaments(&self) -> Result<Vec<Tournament>, StoreError> {
        let query = select_tournaments!(" ORDER BY key DESC");
        self.read_through(move |connection| sql::readable(connection, query, [], tournament)).await
    }

    /// Returns the bot tournaments of players that were created since this time or are not over.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a tournament cannot be read.
    pub async fn charged_tournaments(&self, since_ms: u64) -> Result<Vec<Tournament>, StoreError> {
        let since = signed(since_ms, "a moment")?;
        let query = select_tournaments!(
            " WHERE player IS NOT NULL AND (created_ms >= ?1 OR state IN ('running', 'paused', 'blocked'))"
        );
        self.read_through(move |connection| sql::readable(connection, query, [since], tournament)).await
    }

    /// Returns a tournament by its id.
    ///
    /// # Errors
    /// [`StoreError`] if the database or the tournament cannot be read.
    pub async fn tournament(&self, id: Uuid) -> Result<Option<Tournament>, StoreError> {
        let query = select_tournaments!(" WHERE id = ?1");
        self.look_up(|connection| sql::first(connection, query, [id], tournament))
    }

    /// Stores the state of a tournament. A tournament that has ended stays ended; see [`TournamentState`].
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the tournament does not exist.
    pub async fn set_tournament_state(&self, tournament: Uuid, state: TournamentState) -> Result<(), StoreError> {
        self.write(Write::State { tournament, state }).await
    }
}

/// Reads a row of [`select_tournaments`].
pub(super) fn tournament(row: &Row<'_>) -> Result<Tournament, StoreError> {
    let id: Uuid = row.get(1)?;
    let what = || format!("tournament {id}");
    let number = |column: &str| unsigned(row.get(column)?, column);
    let player: Option<Uuid> = row.get("player")?;
    let charged_ms: Option<i64> = row.get("charged_ms")?;
    let charged_ms = unsigned(charged_ms.unwrap_or(0), "charged_ms")?;
    let charged = player.map(|player| Charged { player, charged_ms });
    let game = row.get_ref("game")?.as_str()?.parse();
    let failure = row.get_ref("failure")?.as_str_or_null()?;
    let state = TournamentState::read(row.get_ref("state")?.as_str()?, row.get("reason")?, failure);
    Ok(Tournament {
        row: TournamentRow {
            id,
            name: row.get("name")?,
            game: game.map_err(|error| StoreError::unreadable(what(), error))?,
            format: row.get("format")?,
            source_toml: row.get("source")?,
            seed: number("seed")?,
            total: number("total")?,
            created_ms: number("created_ms")?,
            plan_hash: row.get("plan_hash")?,
            by: charged,
        },
        state: state.map_err(|problem| StoreError::unreadable(what(), problem))?,
        played: number("played")?,
    })
}
