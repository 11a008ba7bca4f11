//! What is stored of a player besides the account, the ratings and the matches.

use uuid::Uuid;

use super::challenges::{self, ChallengeRow};
use super::peace::ReportRow;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::values::unsigned;

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
}

/// Rows of each kind; nobody has more.
const MOST: i64 = 100_000;

impl Store {
    /// What a player has said and done beside playing.
    ///
    /// # Errors
    /// When the database or a row in it cannot be read.
    pub async fn own_data(&self, player: Uuid) -> Result<OwnData, StoreError> {
        type Report = (i64, i64, Uuid, Uuid, Option<Uuid>, String);
        let mut connection = self.readers().acquire().await?;
        let mutes = "SELECT id FROM mutes JOIN matches ON matches.key = match_key WHERE player = $1 \
             ORDER BY match_key DESC LIMIT $2";
        let mutes: Vec<Uuid> = sqlx::query_scalar(mutes).bind(player).bind(MOST).fetch_all(&mut *connection).await?;
        let reports = "SELECT key, at_ms, reporter, reported, match_id, reason FROM reports WHERE reporter = $1 \
             ORDER BY key DESC LIMIT $2";
        let reports: Vec<Report> = sqlx::query_as(reports).bind(player).bind(MOST).fetch_all(&mut *connection).await?;
        let challenges = "SELECT id, body, state, reason FROM challenges WHERE challenger = $1 OR opponent = $1 \
             ORDER BY key DESC LIMIT $2";
        let challenges: Vec<challenges::Columns> =
            sqlx::query_as(challenges).bind(player).bind(MOST).fetch_all(&mut *connection).await?;
        let tournaments = "SELECT tournaments.id, tournaments.name, json_extract(body, '$.seat.name') FROM tournament_log \
             JOIN tournaments ON tournaments.key = tournament_key \
             WHERE json_extract(body, '$.kind') = 'entered' AND json_extract(body, '$.seat.player') = $1 LIMIT $2";
        let tournaments =
            sqlx::query_as(tournaments).bind(player.to_string()).bind(MOST).fetch_all(&mut *connection).await?;
        let report = |(key, at_ms, reporter, reported, match_id, reason): Report| {
            let at_ms = unsigned(at_ms, "a report's at_ms")?;
            Ok(ReportRow { key, at_ms, reporter, reported, match_id, reason })
        };
        Ok(OwnData {
            mutes,
            reports: reports.into_iter().map(report).collect::<Result<_, StoreError>>()?,
            challenges: challenges.into_iter().map(challenges::row).collect::<Result<_, _>>()?,
            tournaments,
        })
    }
}
