//! What is stored of a player besides the account, the ratings and the matches.

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::challenges::{ChallengeRow, challenge};
use super::peace::{ReportRow, report};
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::sql;

/// What a player has said and done beside playing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnData {
    /// Matches in which no offers are taken, the newest first.
    pub mutes: Vec<Uuid>,
    /// Reports of others, the newest first.
    pub reports: Vec<ReportRow>,
    /// Challenges that the player made, or that were made to the player, the newest first.
    pub challenges: Vec<ChallengeRow>,
    /// Tournaments that the player has entered, each with its name and the one that the player has there.
    pub tournaments: Vec<(Uuid, String, String)>,
    /// Tournaments of bots that the player has composed, the newest first, each with its name and its file.
    pub composed: Vec<(Uuid, String, String)>,
}

/// Rows of each kind; nobody has more.
const MOST: i64 = 100_000;

impl Store {
    /// What a player has said and done beside playing.
    ///
    /// # Errors
    /// When the database or a row in it cannot be read.
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
