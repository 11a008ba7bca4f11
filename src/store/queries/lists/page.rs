//! Filters for lists of matches, and pages.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use super::names::NameStart;
use arena_games::{BySide, GameId, Options};
use arena_play::{ClockSetting, Seat, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchStatus {
    /// A seat is still open.
    Open,
    /// The match is in progress.
    Live,
    /// The match is over.
    Finished,
}

impl MatchStatus {
    /// All statuses.
    pub const ALL: [Self; 3] = [Self::Open, Self::Live, Self::Finished];

    /// Returns the name on the wire: `open`, `live` or `finished`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Finished => "finished",
        }
    }
}

impl FromStr for MatchStatus {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|status| status.name() == name)
            .ok_or("the status of a match must be open, live or finished")
    }
}

/// Position in a list. Its text form can be given to clients and stays valid as long as the database exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(i64);

impl Cursor {
    /// Returns the number by which the list is ordered.
    pub(crate) const fn place(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|_| "a cursor must be the `next` of the previous page")
    }
}

/// Filter for lists of matches.
#[derive(Clone, Debug)]
pub struct MatchFilter {
    /// Only this game.
    pub game: Option<GameId>,
    /// Only matches of this player. In a tournament, only matches of the player's entrant.
    pub player: Option<Uuid>,
    /// Only matches with a bot of this name.
    pub bot: Option<String>,
    /// Only matches in which a seat's name has this prefix. If `player` or `bot` is set too, the prefix applies to the
    /// opponent.
    pub name: Option<NameStart>,
    /// Only matches of this tournament. `None` selects matches outside tournaments.
    pub tournament: Option<Uuid>,
    /// Only matches with this status. Tournament matches are stored only when finished.
    pub status: Option<MatchStatus>,
    /// Only matches before this position: [`Page::next`] of the previous page.
    pub before: Option<Cursor>,
    /// Maximum number of matches.
    pub limit: u32,
}

impl Default for MatchFilter {
    /// Selects the fifty newest.
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

/// Part of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Start of the next page; `None` on the last page.
    pub next: Option<Cursor>,
}

/// A match as shown in lists.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    pub id: Uuid,
    pub game: GameId,
    /// All options of the game.
    pub options: Options,
    /// Current holders of the seats. An entrant of a tournament appears as a bot; its spec is null if it has none.
    pub seats: BySide<Seat>,
    pub status: MatchStatus,
    /// Number of moves, including those of the opening.
    pub plies: u64,
    /// Clock setting; `None` for unlimited time.
    pub clock: Option<ClockSetting>,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// Time of creation, in Unix milliseconds. For a tournament match, that of the tournament.
    pub created_ms: u64,
    /// Time when the end was stored, in Unix milliseconds. `None` for tournament matches.
    pub finished_ms: Option<u64>,
    /// Verdict, once the match has ended.
    pub verdict: Option<Verdict>,
    /// True if its maker listed the match, or both seats are or were taken.
    pub is_public: bool,
}

/// Builds a page from rows with their positions. `rows` has one more than `limit` if there is a next page.
pub(crate) fn page<T>(mut rows: Vec<(i64, T)>, limit: u32) -> Page<T> {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|(place, _)| Cursor(*place));
    Page { items: rows.into_iter().map(|(_, item)| item).collect(), next }
}

impl<T> Page<Option<T>> {
    /// Removes the rows that could not be read.
    pub(crate) fn readable(self) -> Page<T> {
        Page { items: self.items.into_iter().flatten().collect(), next: self.next }
    }
}
