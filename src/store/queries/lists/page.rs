//! What is asked for in a list of matches, and a page of it.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use super::names::NameStart;
use crate::games::{BySide, GameId, Options};
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
    pub(in crate::store) const fn place(self) -> i64 {
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
    /// With this person in a seat only; of a tournament's matches, with the entrant that it is.
    pub player: Option<Uuid>,
    /// With a bot of this name in a seat only.
    pub bot: Option<String>,
    /// With somebody in a seat whose name there begins so, a person or a bot; where a player or a bot is asked for too, in
    /// the seat opposite.
    pub name: Option<NameStart>,
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
        Self {
            game: None,
            player: None,
            bot: None,
            name: None,
            tournament: None,
            status: None,
            before: None,
            limit: 50,
        }
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

/// The page of rows with their places, of which there is one more than `limit` when another page follows.
pub(in crate::store) fn page<T>(mut rows: Vec<(i64, T)>, limit: u32) -> Page<T> {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|(place, _)| Cursor(*place));
    Page { items: rows.into_iter().map(|(_, item)| item).collect(), next }
}

impl<T> Page<Option<T>> {
    /// The page without the rows that cannot be read.
    pub(in crate::store) fn readable(self) -> Page<T> {
        Page { items: self.items.into_iter().flatten().collect(), next: self.next }
    }
}
