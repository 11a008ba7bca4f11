//! The modules that players handed in, and how their bots have played.

use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use super::lists::matches::match_row_of;
use super::lists::page::{Cursor, MatchRow, Page, page};
use super::tallies::{PlayerTally, tally};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::moderation::AuditEntry;
use crate::tables::modules::{ModuleChange, ModuleLimits, ModuleWrite, NewModule};
use crate::values::{from_word, unsigned};
use crate::writes::Write;
use arena_games::GameId;
use arena_play::glicko::Strength;
use arena_play::{GameResult, ModuleState};

/// A version of a module, without its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleRow {
    pub key: i64,
    /// The player who handed it in.
    pub player: Uuid,
    /// The present name of that player.
    pub owner: String,
    pub game: GameId,
    pub name: String,
    /// Number, starting at 1.
    pub version: u64,
    /// SHA-256 of the file.
    pub digest: String,
    /// Size of the file in bytes; 0 once it was refused.
    pub bytes: u64,
    /// Time when it was handed in, in Unix milliseconds.
    pub at_ms: u64,
    pub state: ModuleState,
    /// What `arena check` says; empty before the analysis.
    pub report: String,
    /// Why it was refused, as JSON.
    pub failure: Option<String>,
    /// The ids of the trial matches, as JSON.
    pub trial: String,
}

/// Filter for lists of modules.
#[derive(Clone, Debug, Default)]
pub struct ModuleFilter {
    /// Only this game.
    pub game: Option<GameId>,
    /// Only modules of this player.
    pub player: Option<Uuid>,
    /// The player who asks, and gets the own modules in every state.
    pub reader: Option<Uuid>,
    /// Only modules before this position: [`Page::next`] of the previous page.
    pub before: Option<Cursor>,
    /// Maximum number of modules.
    pub limit: u32,
}

/// How a bot has played in the matches of the server.
#[derive(Clone, Debug, Default)]
pub struct BotRecord {
    pub tally: PlayerTally,
    /// The strength after the matches against measured bots among the newest ones, and their number.
    pub strength: Option<(Strength, u64)>,
    /// The newest matches that it lost by a failure, newest first.
    pub failures: Vec<MatchRow>,
}

/// The newest matches of a bot that its record looks at.
const NEWEST: u32 = 200;
/// The failures in a record.
const FAILURES: usize = 5;
/// Versions of a module in a list, the newest ones.
const VERSIONS: u32 = 5;

const COLUMNS: &str = "SELECT key, player, players.name, game, modules.name, version, digest, octet_length(wasm), at_ms, \
     state, report, failure, trial FROM modules JOIN players ON players.id = player";

impl Store {
    /// Stores a version of a module, unless it is the newest one already.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a limit is reached or the operator refused this file.
    pub async fn hand_in_module(&self, new: NewModule, limits: ModuleLimits) -> Result<(), StoreError> {
        self.write(Write::Module(Box::new(ModuleWrite::HandIn(new, limits)))).await
    }

    /// Changes the state of a version that waits or is being tested. Any other one stays as it is.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be written.
    pub async fn change_module(&self, key: i64, change: ModuleChange) -> Result<(), StoreError> {
        self.write(Write::Module(Box::new(ModuleWrite::Change { key, change }))).await
    }

    /// Withdraws a module: its accepted versions play no more, and the others are deleted.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the player has no such module.
    pub async fn withdraw_module(&self, player: Uuid, game: GameId, name: String) -> Result<(), StoreError> {
        let game = game.name().to_owned();
        self.write(Write::Module(Box::new(ModuleWrite::Withdraw { player, game, name }))).await
    }

    /// Refuses a file for good, with an entry of the audit log. `failure` is the reason as JSON.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if nobody has handed it in.
    pub async fn refuse_module(&self, digest: String, failure: String, entry: AuditEntry) -> Result<(), StoreError> {
        self.write(Write::Module(Box::new(ModuleWrite::Refuse { digest, failure, entry }))).await
    }

    /// Returns all versions in one of these states, oldest first. Their number is limited.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn modules_in(&self, states: &'static [ModuleState]) -> Result<Vec<ModuleRow>, StoreError> {
        let query = format!("{COLUMNS} ORDER BY key");
        self.read_through(move |connection| {
            let rows = sql::readable(connection, &query, [], module)?;
            Ok(rows.into_iter().filter(|row| states.contains(&row.state)).collect())
        })
        .await
    }

    /// Returns all versions of a player's modules, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn modules_of(&self, player: Uuid) -> Result<Vec<ModuleRow>, StoreError> {
        let query = format!("{COLUMNS} WHERE player = ?1 ORDER BY key");
        self.read_through(move |connection| sql::all(connection, &query, [player], module)).await
    }

    /// Returns the newest version of a player's module, in any state.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn module(&self, player: Uuid, game: GameId, name: &str) -> Result<Option<ModuleRow>, StoreError> {
        let query =
            format!("{COLUMNS} WHERE player = ?1 AND game = ?2 AND modules.name = ?3 ORDER BY version DESC LIMIT 1");
        self.look_up(|connection| sql::first(connection, &query, params![player, game.name(), name], module))
    }

    /// Returns the versions with this digest.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn modules_with(&self, digest: &str) -> Result<Vec<ModuleRow>, StoreError> {
        let query = format!("{COLUMNS} WHERE digest = ?1 ORDER BY key");
        self.look_up(|connection| sql::all(connection, &query, [digest], module))
    }

    /// Returns the file of a version.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn module_file(&self, key: i64) -> Result<Vec<u8>, StoreError> {
        self.read_through(move |connection| sql::value(connection, "SELECT wasm FROM modules WHERE key = ?1", [key]))
            .await
    }

    /// Returns modules with their newest versions, those that were handed in last first. Only the reader's own have
    /// versions that were not accepted.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn modules(&self, filter: &ModuleFilter) -> Result<Page<Vec<ModuleRow>>, StoreError> {
        let ModuleFilter { game, player, reader, before, limit } = filter.clone();
        let query = "SELECT MAX(key), player, game, name FROM modules \
             WHERE (state = 'accepted' OR player IS ?1) AND (?2 IS NULL OR game = ?2) AND (?3 IS NULL OR player = ?3) \
             GROUP BY player, game, name HAVING ?4 IS NULL OR MAX(key) < ?4 ORDER BY 1 DESC LIMIT ?5";
        let versions = format!(
            "{COLUMNS} WHERE player = ?1 AND game = ?2 AND modules.name = ?3 AND (state = 'accepted' OR player IS ?4) \
             ORDER BY version DESC LIMIT {VERSIONS}"
        );
        let rows = self.list(move |connection| {
            let values = params![reader, game.map(GameId::name), player, before.map(Cursor::place), limit + 1];
            let names: Vec<(i64, Uuid, String, String)> =
                sql::all(connection, query, values, |row| Ok(row.try_into()?))?;
            let with_versions = |(key, player, game, name): (i64, Uuid, String, String)| {
                let versions = sql::readable(connection, &versions, params![player, game, name, reader], module)?;
                Ok((key, versions))
            };
            names.into_iter().map(with_versions).collect::<Result<Vec<_>, StoreError>>()
        });
        Ok(page(rows.await?, limit))
    }

    /// Returns how each of these bots has played.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn bot_records(&self, bots: Vec<(GameId, String)>) -> Result<Vec<BotRecord>, StoreError> {
        self.catch_up().await;
        self.list(move |connection| bots.iter().map(|(game, bot)| bot_record(connection, *game, bot)).collect()).await
    }
}

fn bot_record(connection: &Connection, game: GameId, bot: &str) -> Result<BotRecord, StoreError> {
    let of_bot = "SELECT wins, draws, losses FROM standings WHERE player IS NULL AND name = ?1 AND game = ?2";
    let tally = sql::first(connection, of_bot, params![bot, game.name()], |row| tally(row, 0))?.unwrap_or_default();
    let side = |own: &str, other: &str, won: &str| {
        format!(
            "SELECT * FROM (SELECT key, {other}_player, {other}_name, outcome, outcome = '{won}', ended_by \
             FROM matches WHERE {own}_name = ?1 COLLATE NOCASE AND game = ?2 AND status = 'finished' \
             AND {own}_player IS NULL AND outcome IS NOT NULL AND {other}_name <> ?1 ORDER BY key DESC LIMIT {NEWEST})"
        )
    };
    let (first, second) = (side("first", "second", "first"), side("second", "first", "second"));
    let query = format!("{first} UNION ALL {second} ORDER BY 1 DESC LIMIT {NEWEST}");
    type Played = (i64, Option<Uuid>, Option<String>, String, bool, String);
    let played: Vec<Played> = sql::all(connection, &query, params![bot, game.name()], |row| Ok(row.try_into()?))?;
    let measured = "SELECT rating, deviation FROM anchors WHERE game = ?1 AND bot = ?2";
    let (mut strength, mut rated, mut failures) = (Strength::NEW, 0, Vec::new());
    for (key, player, opponent, outcome, won, by) in played.iter().rev() {
        let outcome: GameResult = from_word(outcome, || format!("the match {key}"))?;
        let lost = outcome.winner().is_some() && !won;
        if lost && ["crash", "stall", "illegal", "timeout", "forfeit"].contains(&&**by) {
            failures.push(*key);
        }
        let Some(opponent) = opponent.as_deref().filter(|_| player.is_none()) else { continue };
        let anchor = sql::first(connection, measured, params![game.name(), opponent], |row| {
            Ok(Strength { rating: row.get(0)?, deviation: row.get(1)?, ..Strength::NEW })
        })?;
        if let Some(anchor) = anchor {
            strength = strength.after_match(anchor, outcome.winner().map(|_| *won));
            rated += 1;
        }
    }
    let failures = failures.iter().rev().take(FAILURES).map(|key| match_row_of(connection, *key));
    let failures = failures.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    Ok(BotRecord { tally, strength: (rated > 0).then_some((strength, rated)), failures })
}

fn module(row: &Row<'_>) -> Result<ModuleRow, StoreError> {
    let game = row.get_ref(3)?.as_str()?.parse();
    Ok(ModuleRow {
        key: row.get(0)?,
        player: row.get(1)?,
        owner: row.get(2)?,
        game: game.map_err(|error| StoreError::unreadable("a module", error))?,
        name: row.get(4)?,
        version: unsigned(row.get(5)?, "a module's version")?,
        digest: row.get(6)?,
        bytes: unsigned(row.get(7)?, "a module's size")?,
        at_ms: unsigned(row.get(8)?, "a module's at_ms")?,
        state: from_word(row.get_ref(9)?.as_str()?, || "a module's state".to_owned())?,
        report: row.get(10)?,
        failure: row.get(11)?,
        trial: row.get(12)?,
    })
}
