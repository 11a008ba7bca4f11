//! The table `tournaments`.

use std::collections::BTreeMap;
use std::fmt::Display;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::games::GameId;
use crate::store::error::{StoreError, WriteError};
use crate::store::values::signed;

/// What a tournament is from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The tournament.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// The name of its format.
    pub format: String,
    /// The file that describes it, whole.
    pub source_toml: String,
    /// What all its random choices come from; below 2^63.
    pub seed: u64,
    /// How many matches it has.
    pub total: u64,
    /// When it was started, in Unix milliseconds.
    pub created_ms: u64,
    /// The digest of its plan; none if people and programs enter it while the server runs.
    pub plan_hash: Option<String>,
    /// The player who had it played, and what for that was charged; none where the operator did.
    pub by: Option<Charged>,
}

/// A player who had a tournament of bots played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    /// Who.
    pub player: Uuid,
    /// The processor time that it was reckoned to take, in milliseconds.
    pub charged_ms: u64,
}

/// The files that a tournament names: by the path written there, what they are called and what stands in them.
pub type NamedFiles = BTreeMap<String, (String, String)>;

/// A tournament to be stored.
pub(in crate::store) struct NewTournament {
    row: TournamentRow,
    files: String,
}

impl NewTournament {
    pub(in crate::store) fn new(row: TournamentRow, files: &NamedFiles) -> Result<Self, StoreError> {
        let unstorable = |error| StoreError::unstorable(format!("the files of {}", row.id), error);
        let files = serde_json::to_string(files).map_err(unstorable)?;
        Ok(Self { row, files })
    }
}

/// How a tournament stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentState {
    /// It is being played, or was when the arena stopped.
    Running,
    /// The operator has paused it; a pause outlasts a restart.
    Paused,
    /// All of it has been played.
    Finished,
    /// The operator stopped it.
    Stopped,
    /// It could not be played on.
    Failed(FailureRow),
    /// A starting server could not go on with it; each start tries again.
    Blocked(FailureRow),
}

/// Why a tournament does not go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureRow {
    /// The English message.
    pub reason: String,
    /// The same as a value of the caller.
    pub values: Value,
}

impl FailureRow {
    fn new(failure: impl Serialize + Display) -> Self {
        Self { reason: failure.to_string(), values: serde_json::to_value(failure).unwrap_or_default() }
    }
}

impl TournamentState {
    /// The tournament could not be played on, for this reason.
    #[must_use]
    pub fn failed(failure: impl Serialize + Display) -> Self {
        Self::Failed(FailureRow::new(failure))
    }

    /// A starting server could not go on with the tournament, for this reason.
    #[must_use]
    pub fn blocked(failure: impl Serialize + Display) -> Self {
        Self::Blocked(FailureRow::new(failure))
    }

    /// Whether it goes on, now or after its pause.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// Why it does not go on, if it failed or is blocked.
    #[must_use]
    pub const fn failure(&self) -> Option<&FailureRow> {
        match self {
            Self::Failed(failure) | Self::Blocked(failure) => Some(failure),
            Self::Running | Self::Paused | Self::Finished | Self::Stopped => None,
        }
    }

    /// The word that the database has for it.
    const fn word(&self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Finished => "finished",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
            Self::Blocked(_) => "blocked",
        }
    }

    /// Reads the columns `state`, `reason` and `failure`.
    pub(in crate::store) fn read(word: &str, reason: Option<String>, failure: Option<&str>) -> Result<Self, String> {
        let failure = || {
            let (reason, failure) = reason.zip(failure).ok_or("the reason is missing")?;
            let values = serde_json::from_str(failure).map_err(|error| error.to_string())?;
            Ok::<_, String>(FailureRow { reason, values })
        };
        Ok(match word {
            "running" => Self::Running,
            "paused" => Self::Paused,
            "finished" => Self::Finished,
            "stopped" => Self::Stopped,
            "failed" => Self::Failed(failure()?),
            "blocked" => Self::Blocked(failure()?),
            other => return Err(format!("{other:?} is no state of a tournament")),
        })
    }
}

pub(in crate::store) fn insert(connection: &Connection, new: &NewTournament) -> Result<(), WriteError> {
    let NewTournament { row: new, files } = new;
    let (seed, total) = (signed(new.seed, "a tournament's seed")?, signed(new.total, "a tournament's total")?);
    let created_ms = signed(new.created_ms, "a tournament's created_ms")?;
    let player = new.by.map(|by| by.player);
    let charged_ms = new.by.map(|by| signed(by.charged_ms, "what a tournament takes")).transpose()?;
    let (game, source) = (new.game.name(), &new.source_toml);
    let inserted = connection
        .prepare_cached(
            "INSERT INTO tournaments \
             (id, name, game, format, source, seed, total, created_ms, plan_hash, files, player, charged_ms, state) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 'running') ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![
            new.id,
            new.name,
            game,
            new.format,
            source,
            seed,
            total,
            created_ms,
            new.plan_hash,
            files,
            player,
            charged_ms
        ])?;
    if inserted == 1 {
        return Ok(());
    }
    let is_same = connection
        .prepare_cached(
            "SELECT 1 FROM tournaments WHERE id = ?1 AND name = ?2 AND game = ?3 AND format = ?4 AND source = ?5 \
             AND seed = ?6 AND total = ?7 AND created_ms = ?8 AND plan_hash IS ?9",
        )?
        .exists(params![new.id, new.name, game, new.format, source, seed, total, created_ms, new.plan_hash])?;
    if is_same {
        return Ok(());
    }
    Err(StoreError::Refused(format!("another tournament is already stored under the id {}", new.id)).into())
}

pub(in crate::store) fn set_state(
    connection: &Connection,
    id: Uuid,
    state: &TournamentState,
) -> Result<(), WriteError> {
    let failure = state.failure();
    let set = connection
        .prepare_cached("UPDATE tournaments SET state = ?2, reason = ?3, failure = ?4 WHERE id = ?1")?
        .execute(params![
            id,
            state.word(),
            failure.map(|failure| &failure.reason),
            failure.map(|failure| failure.values.to_string())
        ])?;
    if set == 0 { Err(StoreError::NoSuch { what: "tournament", id }.into()) } else { Ok(()) }
}

/// The key that the results of a tournament refer to.
pub(super) fn key(connection: &Connection, id: Uuid) -> Result<i64, WriteError> {
    let key = connection
        .prepare_cached("SELECT key FROM tournaments WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    key.ok_or_else(|| StoreError::NoSuch { what: "tournament", id }.into())
}
