//! Logs of live tournaments. The caller defines the entries, which are stored as JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::records::Record;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;
use crate::store::tables::live::LiveWrite;
use crate::store::tables::results::ResultRow;
use crate::store::tables::tournaments::{NamedFiles, NewTournament, TournamentRow};
use crate::store::values::signed;
use crate::store::writes::Write;

impl Store {
    /// Stores a live tournament as running, with the first entries of its log.
    ///
    /// # Errors
    /// [`StoreError::Refused`] if a different tournament has the id, or a number is too large.
    pub async fn open_live(&self, row: TournamentRow, entries: &[impl Serialize]) -> Result<(), StoreError> {
        let (tournament, new) = (row.id, Some(Box::new(NewTournament::new(row, &NamedFiles::new())?)));
        let entries = bodies(tournament, entries)?;
        self.write(Write::Live(Box::new(LiveWrite { tournament, new, from: 0, entries, results: Vec::new() }))).await
    }

    /// Appends entries to a tournament's log, starting at number `from`, and stores results with their positions.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be written. In this case nothing is written.
    pub async fn append_live(
        &self,
        tournament: Uuid,
        from: u64,
        entries: &[impl Serialize],
        results: &[(u64, Record)],
    ) -> Result<(), StoreError> {
        let from = signed(from, "an entry's number")?;
        let entries = bodies(tournament, entries)?;
        let results = results.iter().map(|(place, record)| ResultRow::new(*place, record)).collect::<Result<_, _>>()?;
        self.write(Write::Live(Box::new(LiveWrite { tournament, new: None, from, entries, results }))).await
    }

    /// Returns the log of a tournament. It is empty if the tournament is not live.
    ///
    /// # Errors
    /// [`StoreError`] if the database or an entry cannot be read.
    pub async fn live_log<E>(&self, tournament: Uuid) -> Result<Vec<E>, StoreError>
    where
        E: DeserializeOwned + Send + 'static,
    {
        let query = "SELECT body FROM tournament_log \
             WHERE tournament_key = (SELECT key FROM tournaments WHERE id = ?1) ORDER BY seq";
        let unreadable = move |error| StoreError::unreadable(format!("the log of tournament {tournament}"), error);
        self.read_through(move |connection| {
            sql::all(connection, query, [tournament], |row| {
                serde_json::from_str(row.get_ref(0)?.as_str()?).map_err(unreadable)
            })
        })
        .await
    }

    /// Returns whether a tournament is live, that is, has a log.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn is_live(&self, tournament: Uuid) -> Result<bool, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM tournament_log \
             WHERE tournament_key = (SELECT key FROM tournaments WHERE id = ?1))";
        self.look_up(|connection| sql::value(connection, query, [tournament]))
    }

    /// Returns all live tournaments, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn live_tournaments(&self) -> Result<Vec<Uuid>, StoreError> {
        let query = "SELECT id FROM tournaments JOIN tournament_log ON tournament_key = key WHERE seq = 0 ORDER BY key";
        self.read_through(move |connection| sql::readable(connection, query, [], sql::column)).await
    }
}

fn bodies(tournament: Uuid, entries: &[impl Serialize]) -> Result<Vec<String>, StoreError> {
    let unstorable = |error| StoreError::unstorable(format!("the log of tournament {tournament}"), error);
    entries.iter().map(|entry| serde_json::to_string(entry).map_err(unstorable)).collect()
}
