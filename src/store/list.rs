//! Lists of matches, the newest first, page by page.

use std::fmt;
use std::str::FromStr;

use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{QueryBuilder, Row};
use uuid::Uuid;

use super::matches::{from_word, parse_setup};
use super::writes::unsigned;
use super::{Store, StoreError};
use crate::games::{BySide, GameId, Options, Side};
use crate::play::{ClockSetting, Seat, Verdict};

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchStatus {
    /// A seat is still open.
    Open,
    /// It is being played.
    Live,
    /// It is over.
    Finished,
}

impl MatchStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Open, Self::Live, Self::Finished];

    /// The name on the wire: `open`, `live` or `finished`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Finished => "finished",
        }
    }
}

/// The text is no status of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match's status is open, live or finished")]
pub struct BadStatus;

impl FromStr for MatchStatus {
    type Err = BadStatus;

    fn from_str(name: &str) -> Result<Self, BadStatus> {
        Self::ALL.into_iter().find(|status| status.name() == name).ok_or(BadStatus)
    }
}

/// A place in a list of matches. Its text may be handed out; it means the same for as long as the database lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(i64);

impl Cursor {
    /// The number that it stands for, which the list is ordered by.
    pub(super) const fn place(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is no cursor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cursor is the text that came as `next` with the page before")]
pub struct BadCursor;

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        text.parse().map(Self).map_err(|_| BadCursor)
    }
}

/// Which matches to list.
#[derive(Clone, Debug)]
pub struct MatchFilter {
    /// Of this game only.
    pub game: Option<GameId>,
    /// With this person in a seat only. No match of a tournament has one.
    pub player: Option<Uuid>,
    /// With a bot of this name in a seat only.
    pub bot: Option<String>,
    /// The matches of this tournament. Without it, those that belong to none.
    pub tournament: Option<Uuid>,
    /// Of this status only. Of a tournament's matches only finished ones are stored.
    pub status: Option<MatchStatus>,
    /// Older than this place only: [`Page::next`] of the page before.
    pub before: Option<Cursor>,
    /// How many at most.
    pub limit: u32,
}

impl Default for MatchFilter {
    /// The fifty newest.
    fn default() -> Self {
        Self { game: None, player: None, bot: None, tournament: None, status: None, before: None, limit: 50 }
    }
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Where the next one begins, unless this is the last.
    pub next: Option<Cursor>,
}

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// The match.
    pub id: Uuid,
    /// The game.
    pub game: GameId,
    /// All of the game's options.
    pub options: Options,
    /// Who sits where now. An entrant of a tournament is a bot, and its spec null when it has none.
    pub seats: BySide<Seat>,
    /// Where it stands.
    pub status: MatchStatus,
    /// How many moves have been made, those of the opening included.
    pub plies: u64,
    /// The clock; none for unlimited time.
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was made, in Unix milliseconds; for a tournament's match, when the tournament was.
    pub created_ms: u64,
    /// When its end was stored, in Unix milliseconds; unknown for a tournament's match.
    pub finished_ms: Option<u64>,
    /// How it ended, once it has.
    pub verdict: Option<Verdict>,
}

/// How many plies a row of `matches` has by its events: those after its last move or takeback, or else those of its opening.
/// It is kept in the row once the match is over; to write it with every move would change a page for each.
macro_rules! plies {
    () => {
        "COALESCE((SELECT json_extract(body, '$.ply') + (kind = 'moved') FROM events \
         WHERE match_key = matches.key AND kind IN ('moved', 'taken_back') ORDER BY seq DESC LIMIT 1), plies)"
    };
}
pub(super) use plies;

impl Store {
    /// The matches that the filter admits, the newest first. The pages stay what they are when matches are added.
    ///
    /// # Errors
    /// When the database or a match in it cannot be read.
    pub async fn matches(&self, filter: &MatchFilter) -> Result<Page<MatchRow>, StoreError> {
        if let Some(tournament) = filter.tournament {
            return self.matches_of_tournament(tournament, filter).await;
        }
        // The keys come out of indexes alone; only what is on the page is then read.
        let mut query =
            QueryBuilder::new("SELECT matches.key, id, game, status, CASE status WHEN 'finished' THEN plies ELSE ");
        query.push(plies!());
        query.push(
            " END AS plies, finished_ms, outcome, ended_by, detail, \
             body, first_seat, second_seat FROM (",
        );
        push_keys(&mut query, filter);
        query.push(
            ") AS picked JOIN matches ON matches.key = picked.key JOIN cards ON cards.match_key = picked.key \
             ORDER BY picked.key DESC",
        );
        let rows = query.build().fetch_all(&mut *self.list_reader().await?).await?;
        page(rows, filter.limit, |row| Ok((row.try_get(0)?, match_row(row)?)))
    }
}

/// The keys of the page and one more, which tells whether there is another.
///
/// An index holds matches in the order of their keys only where all of its columns are given. So a filter that leaves
/// the game or the status open is asked once for each of them, and the answers, a page each at most, are merged: that
/// costs the same however many matches somebody has played.
pub(super) fn push_keys(query: &mut QueryBuilder<Sqlite>, filter: &MatchFilter) {
    let sides: &[Option<Side>] = match (filter.player, &filter.bot) {
        (None, None) => &[None],
        _ => &[Some(Side::First), Some(Side::Second)],
    };
    let is_wide = filter.game.is_none() && sides == [None];
    let games: Vec<Option<GameId>> = match filter.game {
        None if !is_wide => GameId::ALL.iter().copied().map(Some).collect(),
        game => vec![game],
    };
    let statuses: Vec<Option<MatchStatus>> = match filter.status {
        None if !is_wide => MatchStatus::ALL.map(Some).to_vec(),
        status => vec![status],
    };
    let mut is_first = true;
    for side in sides {
        for game in &games {
            for status in &statuses {
                query.push(if is_first { "" } else { " UNION " });
                is_first = false;
                push_keys_of(query, filter, *side, *game, *status);
            }
        }
    }
    push_end(query, filter);
}

/// The keys of matches of one game and status, with whoever is asked for on one side.
fn push_keys_of(
    query: &mut QueryBuilder<Sqlite>,
    filter: &MatchFilter,
    side: Option<Side>,
    game: Option<GameId>,
    status: Option<MatchStatus>,
) {
    query.push("SELECT key FROM (SELECT key FROM matches WHERE TRUE");
    if let Some(game) = game {
        query.push(" AND game = ").push_bind(game.name());
    }
    if let Some(status) = status {
        query.push(" AND status = ").push_bind(status.name());
    }
    if let Some(side) = side {
        if let Some(id) = filter.player {
            query.push(format_args!(" AND {} = ", columns(side).0)).push_bind(id);
        }
        if let Some(bot) = &filter.bot {
            // One who is asked for along with a person sits opposite.
            let (player, name) = columns(if filter.player.is_some() { !side } else { side });
            query.push(format_args!(" AND {player} IS NULL AND {name} = ")).push_bind(bot);
        }
    }
    if let Some(Cursor(key)) = filter.before {
        query.push(" AND key < ").push_bind(key);
    }
    push_end(query, filter);
    query.push(")");
}

/// The columns of player and name of a side.
const fn columns(side: Side) -> (&'static str, &'static str) {
    match side {
        Side::First => ("first_player", "first_name"),
        Side::Second => ("second_player", "second_name"),
    }
}

fn push_end(query: &mut QueryBuilder<Sqlite>, filter: &MatchFilter) {
    query.push(" ORDER BY key DESC LIMIT ").push_bind(i64::from(filter.limit) + 1);
}

/// The page of `rows`, of which there is one more than `limit` when another page follows.
pub(super) fn page<T>(
    mut rows: Vec<SqliteRow>,
    limit: u32,
    read: impl Fn(&SqliteRow) -> Result<(i64, T), StoreError>,
) -> Result<Page<T>, StoreError> {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let mut next = None;
    let mut items = Vec::with_capacity(rows.len());
    for row in &rows {
        let (key, item) = read(row)?;
        next = more.then_some(Cursor(key));
        items.push(item);
    }
    Ok(Page { items, next })
}

fn match_row(row: &SqliteRow) -> Result<MatchRow, StoreError> {
    let id: Uuid = row.try_get("id")?;
    let what = || format!("match {id}");
    let mut setup = parse_setup(id, row.try_get("body")?)?;
    for (seat, column) in [(&mut setup.seats.first, "first_seat"), (&mut setup.seats.second, "second_seat")] {
        if let Some(taken) = row.try_get::<Option<&str>, _>(column)? {
            *seat = serde_json::from_str(taken).map_err(|error| StoreError::unreadable(what(), error))?;
        }
    }
    let ended_by: Option<String> = row.try_get("ended_by")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    let verdict = match ended_by {
        None => None,
        Some(by) => Some(Verdict {
            outcome: outcome.map(|outcome| from_word(outcome, what)).transpose()?,
            by: from_word(by, what)?,
            detail: row.try_get("detail")?,
        }),
    };
    let status: &str = row.try_get("status")?;
    let finished_ms: Option<i64> = row.try_get("finished_ms")?;
    Ok(MatchRow {
        id,
        game: setup.game,
        options: setup.options,
        seats: setup.seats,
        status: status.parse().map_err(|error| StoreError::unreadable(what(), error))?,
        plies: unsigned(row.try_get("plies")?, "a match's plies")?,
        clock: setup.clock,
        rated: setup.rated,
        created_ms: setup.created_ms,
        finished_ms: finished_ms.map(|ms| unsigned(ms, "a match's finished_ms")).transpose()?,
        verdict,
    })
}
