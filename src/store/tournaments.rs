//! Tournaments and the results of their matches.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqliteRow};
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

use super::error::WriteError;
use super::list::{MatchFilter, MatchRow, MatchStatus, Page, page};
use super::writes::{Write, refused, signed, unsigned};
use super::{Store, StoreError};
use crate::games::{BySide, GameId};
use crate::play::Seat;
use crate::records::{Record, SeatRecord};

/// What a tournament is from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The tournament.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// Its format, such as `round-robin`.
    pub format: String,
    /// The file that describes it, whole.
    pub source_toml: String,
    /// What all its random choices come from; below 2^63.
    pub seed: u64,
    /// How many matches it has.
    pub total: u64,
    /// When it was started, in Unix milliseconds.
    pub created_ms: u64,
    /// The digest of its plan; none of those that an earlier version began.
    pub plan_hash: Option<String>,
}

/// The files that a tournament names: by the path written there, what they are called and what stands in them.
type NamedFiles = BTreeMap<String, (String, String)>;

/// A tournament to be stored.
pub(super) struct NewTournament {
    row: TournamentRow,
    files: String,
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
    Failed {
        /// Why, for people.
        reason: String,
    },
    /// A starting server could not go on with it; each start tries again.
    Blocked {
        /// Why, for people.
        reason: String,
    },
}

impl TournamentState {
    /// Whether it goes on, now or after its pause.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// Why it does not go on, where that has a reason.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Failed { reason } | Self::Blocked { reason } => Some(reason),
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
            Self::Failed { .. } => "failed",
            Self::Blocked { .. } => "blocked",
        }
    }

    fn read(word: &str, reason: Option<String>) -> Result<Self, String> {
        let reason = reason.unwrap_or_default();
        Ok(match word {
            "running" => Self::Running,
            "paused" => Self::Paused,
            "finished" => Self::Finished,
            "stopped" => Self::Stopped,
            "failed" => Self::Failed { reason },
            "blocked" => Self::Blocked { reason },
            other => return Err(format!("{other:?} is no state of a tournament")),
        })
    }
}

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

/// A part of the results of a pair of entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultPage {
    /// The records, in the order of the schedule.
    pub records: Vec<Record>,
    /// How many there are in all.
    pub total: u64,
}

/// A result, ready for the database.
pub(super) struct ResultRow {
    position: i64,
    match_id: Uuid,
    names: [String; 2],
    body: String,
}

impl ResultRow {
    fn new(index: u64, record: &Record) -> Result<Self, StoreError> {
        let body = serde_json::to_string(record).map_err(|error| refused(format!("record {}", record.id), error))?;
        let names = record.seats.each_ref().map(|seat| seat.name.clone());
        Ok(Self { position: signed(index, "a result's index")?, match_id: record.id, names, body })
    }
}

const COLUMNS: &str =
    "SELECT id, name, game, format, source, seed, total, created_ms, plan_hash, state, reason, played FROM tournaments";

impl Store {
    /// Stores a tournament, as running, with the files that it names. Storing the same one twice is no error and leaves
    /// its state alone.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when a different tournament has the id, or a number is too large.
    pub async fn create_tournament(&self, row: TournamentRow, files: NamedFiles) -> Result<(), StoreError> {
        let files =
            serde_json::to_string(&files).map_err(|error| refused(format!("the files of {}", row.id), error))?;
        self.write(Write::Tournament(Box::new(NewTournament { row, files }))).await
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

    /// A tournament's matches as lists show matches, the last of the schedule first.
    pub(super) async fn matches_of_tournament(
        &self,
        tournament: Uuid,
        filter: &MatchFilter,
    ) -> Result<Page<MatchRow>, StoreError> {
        let others = filter.player.is_some() || filter.status.is_some_and(|status| status != MatchStatus::Finished);
        if others {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let mut query = QueryBuilder::new(
            "SELECT results.position AS position, body, created_ms FROM tournaments \
             JOIN results ON tournament_key = tournaments.key",
        );
        // Of a bot's matches an index tells the places, for either seat in their order.
        if let Some(bot) = &filter.bot {
            query.push(" JOIN (");
            for (seat, union) in [("first_name", " UNION "), ("second_name", "")] {
                query.push("SELECT position FROM (SELECT position FROM results WHERE tournament_key = ");
                query.push("(SELECT key FROM tournaments WHERE id = ").push_bind(tournament);
                query.push(format_args!(") AND {seat} = ")).push_bind(bot);
                push_end(&mut query, filter);
                query.push(")").push(union);
            }
            query.push(") AS picked ON picked.position = results.position");
        }
        query.push(" WHERE id = ").push_bind(tournament);
        if let Some(game) = filter.game {
            query.push(" AND game = ").push_bind(game.name());
        }
        push_end(&mut query, filter);
        let rows = query.build().fetch_all(&mut *self.list_reader().await?).await?;
        page(rows, filter.limit, |row| {
            let created_ms = unsigned(row.try_get("created_ms")?, "a tournament's created_ms")?;
            Ok((row.try_get("position")?, match_row(record(tournament, row.try_get("body")?)?, created_ms)))
        })
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

/// The places before that of the filter, the last first, and one more than the page holds.
fn push_end(query: &mut QueryBuilder<Sqlite>, filter: &MatchFilter) {
    if let Some(before) = filter.before {
        query.push(" AND position < ").push_bind(before.place());
    }
    query.push(" ORDER BY position DESC LIMIT ").push_bind(i64::from(filter.limit) + 1);
}

fn match_row(record: Record, created_ms: u64) -> MatchRow {
    let seat = |seat: SeatRecord| Seat::Bot { name: seat.name, spec: seat.spec.unwrap_or_default() };
    MatchRow {
        id: record.id,
        game: record.game,
        options: record.options,
        seats: BySide::from(record.seats.map(seat)),
        status: MatchStatus::Finished,
        plies: record.moves.len() as u64,
        clock: None,
        rated: false,
        created_ms,
        finished_ms: None,
        verdict: Some(record.verdict),
    }
}

fn record(tournament: Uuid, body: &str) -> Result<Record, StoreError> {
    serde_json::from_str(body)
        .map_err(|error| StoreError::unreadable(format!("a record of tournament {tournament}"), error))
}

fn tournament(row: &SqliteRow) -> Result<Tournament, StoreError> {
    let id: Uuid = row.try_get("id")?;
    let what = || format!("tournament {id}");
    let number = |column: &str| unsigned(row.try_get(column)?, column);
    let game: &str = row.try_get("game")?;
    let state = TournamentState::read(row.try_get("state")?, row.try_get("reason")?);
    Ok(Tournament {
        row: TournamentRow {
            id,
            name: row.try_get("name")?,
            game: game.parse().map_err(|error| StoreError::unreadable(what(), error))?,
            format: row.try_get("format")?,
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

pub(super) fn insert(connection: &Connection, new: &NewTournament) -> Result<(), WriteError> {
    let NewTournament { row: new, files } = new;
    let (seed, total) = (signed(new.seed, "a tournament's seed")?, signed(new.total, "a tournament's total")?);
    let created_ms = signed(new.created_ms, "a tournament's created_ms")?;
    let (game, source) = (new.game.name(), &new.source_toml);
    let inserted = connection
        .prepare_cached(
            "INSERT INTO tournaments \
             (id, name, game, format, source, seed, total, created_ms, plan_hash, files, state) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'running') ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![new.id, new.name, game, new.format, source, seed, total, created_ms, new.plan_hash, files])?;
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

pub(super) fn set_state(connection: &Connection, id: Uuid, state: &TournamentState) -> Result<(), WriteError> {
    let set = connection
        .prepare_cached("UPDATE tournaments SET state = ?2, reason = ?3 WHERE id = ?1")?
        .execute(params![id, state.word(), state.reason()])?;
    if set == 0 { Err(StoreError::NoSuch { what: "tournament", id }.into()) } else { Ok(()) }
}

pub(super) fn drop_results(connection: &Connection, id: Uuid, from: i64) -> Result<(), WriteError> {
    let key = tournament_key(connection, id)?;
    let dropped = connection
        .prepare_cached("DELETE FROM results WHERE tournament_key = ?1 AND position >= ?2")?
        .execute(params![key, from])?;
    connection
        .prepare_cached("UPDATE tournaments SET played = played - ?2 WHERE key = ?1")?
        .execute(params![key, signed(dropped as u64, "a count of results")?])?;
    Ok(())
}

fn tournament_key(connection: &Connection, id: Uuid) -> Result<i64, WriteError> {
    let key = connection
        .prepare_cached("SELECT key FROM tournaments WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    key.ok_or_else(|| StoreError::NoSuch { what: "tournament", id }.into())
}

pub(super) fn insert_results(connection: &Connection, id: Uuid, rows: &[ResultRow]) -> Result<(), WriteError> {
    let key = tournament_key(connection, id)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO results (tournament_key, position, match_id, first_name, second_name, body) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (tournament_key, position) DO NOTHING",
    )?;
    let mut added = 0;
    for ResultRow { position, match_id, names: [first, second], body } in rows {
        added += insert.execute(params![key, position, match_id, first, second, body])?;
    }
    connection
        .prepare_cached("UPDATE tournaments SET played = played + ?2 WHERE key = ?1")?
        .execute(params![key, signed(added as u64, "a count of results")?])?;
    Ok(())
}
