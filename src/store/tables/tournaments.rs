//! The table `tournaments`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::error::{StoreError, WriteError};
use crate::values::signed;
use arena_games::{Diagnostic, GameId};

/// Immutable data of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    pub id: Uuid,
    pub name: String,
    pub game: GameId,
    /// Name of the format.
    pub format: String,
    /// Complete text of the file that describes it.
    pub source_toml: String,
    /// Seed of all random choices, below 2^63.
    pub seed: u64,
    /// Number of matches.
    pub total: u64,
    /// Time of creation, in Unix milliseconds.
    pub created_ms: u64,
    /// Digest of the plan; `None` for a live tournament.
    pub plan_hash: Option<String>,
    /// The player who started it and the charge; `None` if the operator started it.
    pub by: Option<Charged>,
}

/// Charge to the player who started a bot tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    pub player: Uuid,
    /// Estimated processor time in milliseconds.
    pub charged_ms: u64,
}

/// Files that a tournament names. Maps the path in the tournament file to the file's name and content.
pub type NamedFiles = BTreeMap<String, (String, String)>;

pub(crate) struct NewTournament {
    row: TournamentRow,
    files: String,
}

impl NewTournament {
    pub(crate) fn new(row: TournamentRow, files: &NamedFiles) -> Result<Self, StoreError> {
        let unstorable = |error| StoreError::unstorable(format!("the files of {}", row.id), error);
        let files = serde_json::to_string(files).map_err(unstorable)?;
        Ok(Self { row, files })
    }
}

/// State of a tournament. `Finished` and `Failed` are final. `Stopped` is replaced only by these, if the last running
/// matches complete the schedule or fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentState {
    /// In progress, or in progress when the arena stopped.
    Running,
    /// Paused by the operator. It remains paused after a restart.
    Paused,
    /// All matches have been played.
    Finished,
    /// Stopped by the operator or by the player who started it.
    Stopped,
    /// Failed permanently.
    Failed(Diagnostic),
    /// Could not be resumed when the server started. Each start retries.
    Blocked(Diagnostic),
}

/// Parses the columns `reason` and `failure`. The second was `{"failure": NAME, …}` before it was a [`Diagnostic`].
fn read_failure(reason: Option<String>, failure: Option<&str>) -> Result<Diagnostic, String> {
    let (message, failure) = reason.zip(failure).ok_or("the reason is missing")?;
    let values: Value = serde_json::from_str(failure).map_err(|error| error.to_string())?;
    if let Ok(failure) = Diagnostic::deserialize(&values) {
        return Ok(failure);
    }
    let mut args: BTreeMap<Cow<'static, str>, Value> = serde_json::from_value(values).unwrap_or_default();
    let name = args.remove("failure");
    let code = name.as_ref().and_then(Value::as_str).map(|name| Cow::Owned(format!("tournament_{name}")));
    Ok(match code {
        Some(code) => Diagnostic { code, args, message },
        None => Diagnostic::untranslated(&message),
    })
}

impl TournamentState {
    /// Returns true if the tournament is running or paused.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// Returns the failure if the tournament failed or is blocked.
    #[must_use]
    pub const fn failure(&self) -> Option<&Diagnostic> {
        match self {
            Self::Failed(failure) | Self::Blocked(failure) => Some(failure),
            Self::Running | Self::Paused | Self::Finished | Self::Stopped => None,
        }
    }

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

    /// Parses the columns `state`, `reason` and `failure`.
    pub(crate) fn read(word: &str, reason: Option<String>, failure: Option<&str>) -> Result<Self, String> {
        Ok(match word {
            "running" => Self::Running,
            "paused" => Self::Paused,
            "finished" => Self::Finished,
            "stopped" => Self::Stopped,
            "failed" => Self::Failed(read_failure(reason, failure)?),
            "blocked" => Self::Blocked(read_failure(reason, failure)?),
            other => return Err(format!("{other:?} is not a state of a tournament")),
        })
    }
}

pub(crate) fn insert(connection: &Connection, new: &NewTournament) -> Result<(), WriteError> {
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

/// Sets the state, unless the tournament has ended. An end by its last match replaces a stop, but nothing else replaces
/// an end, so that a late pause or stop cannot undo it.
pub(crate) fn set_state(connection: &Connection, id: Uuid, state: &TournamentState) -> Result<(), WriteError> {
    let failure = state.failure();
    let set = connection
        .prepare_cached(
            "UPDATE tournaments SET state = ?2, reason = ?3, failure = ?4 WHERE id = ?1 AND (?2 IN ('finished', 'failed') \
             OR state NOT IN ('finished', 'failed') AND (?2 = 'stopped' OR state != 'stopped'))",
        )?
        .execute(params![
            id,
            state.word(),
            failure.map(|failure| &failure.message),
            failure.map(|failure| serde_json::to_string(failure).unwrap_or_default())
        ])?;
    if set == 0 { key(connection, id).map(drop) } else { Ok(()) }
}

/// Returns the key of a tournament.
pub(super) fn key(connection: &Connection, id: Uuid) -> Result<i64, WriteError> {
    let key = connection
        .prepare_cached("SELECT key FROM tournaments WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    key.ok_or_else(|| StoreError::NoSuch { what: "tournament", id }.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_failures_of_earlier_versions() {
        let problem = json!({"code": "range", "message": "too large"});
        let read = |stored: Value| read_failure(Some("cannot".to_owned()), Some(&stored.to_string())).unwrap();
        let known = read(json!({"failure": "plan", "problem": problem}));
        assert_eq!((&*known.code, &known.args["problem"], &*known.message), ("tournament_plan", &problem, "cannot"));
        assert_eq!(read(json!("cannot")), Diagnostic::untranslated("cannot"));
        assert_eq!(read(serde_json::to_value(&known).unwrap()), known);
        assert!(read_failure(Some("cannot".to_owned()), None).is_err());
    }
}
