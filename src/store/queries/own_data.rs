//! Data stored about a player, apart from the account, the ratings and the matches.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::challenges::{ChallengeRow, challenge};
use super::moderation::{ReportRow, report};
use crate::database::Store;
use crate::error::StoreError;
use crate::sql;

/// Data about a player for the export, apart from the account, the ratings and the matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnData {
    /// Matches in which the player has muted offers, newest first.
    pub mutes: Vec<Uuid>,
    /// Reports by the player, newest first.
    pub reports: Vec<ReportRow>,
    /// Challenges by or to the player, newest first.
    pub challenges: Vec<ChallengeRow>,
    /// Tournaments that the player has entered: id, name, and the name of the entrant.
    pub tournaments: Vec<(Uuid, String, String)>,
    /// Bot tournaments that the player has started, newest first: id, name and source file.
    pub composed: Vec<(Uuid, String, String)>,
}

/// Maximum number of rows of each kind. No player reaches it.
const MOST: i64 = 100_000;

impl Store {
    /// Returns the data for the export of a player.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a row in it cannot be read.
    pub async fn own_data(&self, player: Uuid) -> Result<OwnData, StoreError> {
        self.read_through(move |connection| own_data(connection, player)).await
    }
}

fn own_data(connection: &Connection, player: Uuid) -> Result<OwnData, StoreError> {
    let values = params![player, MOST];
    let mutes = "SELECT id FROM mutes JOIN matches ON matches.key = match_key WHERE player = ?1 \
         ORDER BY match_key DESC LIMIT ?2";
    let reports = "SELECT key, at_ms, reporter, reported, match_id, reason, is_guests FROM reports WHERE reporter = ?1 \
         ORDER BY key DESC LIMIT ?2";
    let challenges = "SELECT id, body, state, reason, 0 FROM challenges WHERE challenger = ?1 OR opponent = ?1 \
         ORDER BY key DESC LIMIT ?2";
    let tournaments = "SELECT tournaments.id, tournaments.name, json_extract(body, '$.seat.name') FROM tournament_log \
         JOIN tournaments ON tournaments.key = tournament_key \
         WHERE json_extract(body, '$.kind') = 'entered' AND json_extract(body, '$.seat.player') = ?1 LIMIT ?2";
    let composed = "SELECT id, name, source FROM tournaments WHERE player = ?1 ORDER BY key DESC LIMIT ?2";
    Ok(OwnData {
        mutes: sql::all(connection, mutes, values, sql::column)?,
        reports: sql::all(connection, reports, values, report)?,
        challenges: sql::all(connection, challenges, values, challenge)?,
        tournaments: sql::all(connection, tournaments, params![player.to_string(), MOST], |row| Ok(row.try_into()?))?,
        composed: sql::all(connection, composed, values, |row| Ok(row.try_into()?))?,
    })
}
