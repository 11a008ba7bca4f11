//! The events of a match. The state of a match is a fold over them.
//!
//! The match, its watchers and the store share one type. In memory a move is a [`MoveCode`]. In a database it is the
//! game's own text, so that other programs can read a stored match, and move codes can change.

use serde::{Deserialize, Serialize};

use arena_games::{MoveCode, Side};

use super::{Readings, Seat, Verdict};

/// How to read values that decide the game, for clients that format values themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ValueScale {
    /// A value beyond this is a win. A value below its negation is a loss.
    pub decided_beyond: i32,
    /// The base of wins that are scored by distance: a win in n plies has this value minus n. `None` for other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<i32>,
    /// The base of wins that are scored by margin: a win by n has this value plus n. `None` for other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
}

/// The kind of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To end the match in a draw.
    Draw,
    /// To take back the last move of the offering side.
    Takeback,
    /// To play again with exchanged seats. Possible only after the end.
    Rematch,
}

/// The source of a bot's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ThoughtSource {
    /// A search.
    Search,
    /// The opening book.
    Book,
    /// A random choice, as configured for beginners' bots.
    Random,
    /// No choice: a bot that plays at random had only this legal move.
    Forced,
}

/// A shortage of search memory compared with the bot's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TableLoss {
    /// The results of the bot's earlier searches of this match, its table and history, were lost.
    Lost,
    /// The table was smaller than configured.
    Smaller,
}

/// A bot's thoughts about its move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought<M = MoveCode> {
    /// The source of the move.
    pub from: ThoughtSource,
    /// The value for the bot's own side. `None` for a book move, a random or forced move, or an engine that sent no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The number of plies to the win (positive) or loss (negative), if the search found one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// The last depth in plies that was searched completely.
    pub depth: u16,
    /// The number of positions entered.
    pub nodes: u64,
    /// The principal variation, beginning with the move.
    pub line: Vec<M>,
    /// The elapsed time in milliseconds.
    pub ms: u64,
    /// The shortage of search memory, if any. In that case the bot's configuration alone does not explain the move.
    /// [`TableLoss::Lost`] takes precedence if the table was also smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLoss>,
    /// The size of the table in MiB if it was smaller than configured. 0 if there was no table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

impl<M> Thought<M> {
    /// Converts the moves with `of`.
    ///
    /// # Errors
    /// Returns the first error of `of`.
    pub fn try_map<N, E>(self, of: impl FnMut(M) -> Result<N, E>) -> Result<Thought<N>, E> {
        let Self { from, value, win_in, depth, nodes, line, ms, table, table_mb } = self;
        let line = line.into_iter().map(of).collect::<Result<_, E>>()?;
        Ok(Thought { from, value, win_in, depth, nodes, line, ms, table, table_mb })
    }
}

/// An event of a match. Clock readings are durations in milliseconds, never instants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event<M = MoveCode> {
    /// An open or reserved seat was taken.
    Seated {
        /// The side of the seat.
        side: Side,
        /// The new holder of the seat.
        seat: Seat,
    },
    /// All seats are taken. The clock of the side to move starts.
    Started {
        /// The clock readings, if the match has a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// The thoughts of a bot about its next move.
    Thought {
        /// The bot's side.
        side: Side,
        /// The ply of the move.
        ply: usize,
        /// The thoughts.
        #[serde(flatten)]
        thought: Box<Thought<M>>,
    },
    /// A move was made.
    Moved {
        /// The ply of the move, from 0.
        ply: usize,
        /// The side that moved.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: M,
        /// The clock readings after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// A side made an offer.
    Offered {
        /// The offering side.
        side: Side,
        /// The kind of offer.
        what: OfferKind,
    },
    /// A side answered an offer of the other side.
    Answered {
        /// The answering side.
        side: Side,
        /// The kind of offer.
        what: OfferKind,
        /// Whether the offer was accepted.
        accept: bool,
    },
    /// Moves were taken back.
    TakenBack {
        /// The side that asked for it.
        side: Side,
        /// The number of moves left.
        ply: usize,
        /// The clock readings at that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// The connection of a side was lost. Its seat is held for a while.
    Away {
        /// The side.
        side: Side,
        /// Time for which the seat is held, in milliseconds.
        grace_ms: u64,
    },
    /// A side has reconnected.
    Back {
        /// The side.
        side: Side,
    },
    /// The match is over. Only offers of a rematch and their answers can follow.
    Ended {
        /// The verdict.
        verdict: Verdict,
        /// The clock readings at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
}

impl<M> Event<M> {
    /// Converts the moves with `of`.
    ///
    /// # Errors
    /// Returns the first error of `of`.
    pub fn try_map<N, E>(self, mut of: impl FnMut(M) -> Result<N, E>) -> Result<Event<N>, E> {
        Ok(match self {
            Self::Thought { side, ply, thought } => {
                Event::Thought { side, ply, thought: Box::new(thought.try_map(of)?) }
            }
            Self::Moved { ply, side, mv, clocks } => Event::Moved { ply, side, mv: of(mv)?, clocks },
            Self::Seated { side, seat } => Event::Seated { side, seat },
            Self::Started { clocks } => Event::Started { clocks },
            Self::Offered { side, what } => Event::Offered { side, what },
            Self::Answered { side, what, accept } => Event::Answered { side, what, accept },
            Self::TakenBack { side, ply, clocks } => Event::TakenBack { side, ply, clocks },
            Self::Away { side, grace_ms } => Event::Away { side, grace_ms },
            Self::Back { side } => Event::Back { side },
            Self::Ended { verdict, clocks } => Event::Ended { verdict, clocks },
        })
    }
}

/// An event and its number within the match. Numbers start at 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedEvent {
    /// The number.
    pub seq: u64,
    /// The event.
    pub event: Event,
}
