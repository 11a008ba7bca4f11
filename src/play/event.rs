//! What happens in a match. A match's state is a fold over these.
//!
//! One type serves the match, its followers and the store: in the program a move is a [`MoveCode`], in a database it is
//! the game's own text, so that a stored match can be read without this program and survives a change of the codes.

use serde::{Deserialize, Serialize};

use crate::games::{MoveCode, Side};

use super::{Readings, Seat, Verdict};

/// What an offer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// To end the match in a draw.
    Draw,
    /// To take back the offering side's last move.
    Takeback,
    /// To play again with seats exchanged; after the end only.
    Rematch,
}

/// Where a bot's move came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ThoughtSource {
    /// A search.
    Search,
    /// The opening book.
    Book,
    /// Chance, as a beginner's bot is set to.
    Random,
}

/// What a search lacked of the memory that its bot asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TableLoss {
    /// What the bot's earlier searches of this match had found, its table and its history, was gone.
    Lost,
    /// The table was smaller than the bot's.
    Smaller,
}

/// What a bot thought before it moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought<M = MoveCode> {
    /// Where the move came from.
    pub from: ThoughtSource,
    /// The value for the bot's own side.
    pub value: i32,
    /// In how many plies the game is won (positive) or lost (negative), when that was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
    /// The depth that was searched to the end, in plies.
    pub depth: u16,
    /// Positions entered.
    pub nodes: u64,
    /// The principal variation, the move itself first.
    pub line: Vec<M>,
    /// Milliseconds it took.
    pub ms: u64,
    /// What was missing of the memory that the bot asks for, if anything; the bot's configuration alone then does not
    /// explain the move. [`TableLoss::Lost`] also where both were missing: the earlier findings and a part of the
    /// table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLoss>,
    /// The size of the table in MiB, where it was smaller than the bot's; 0 for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u32>,
}

impl<M> Thought<M> {
    /// The value, where it comes from a search: moves from a book or by chance have none.
    #[must_use]
    pub fn searched_value(&self) -> Option<i32> {
        (self.from == ThoughtSource::Search).then_some(self.value)
    }

    /// The same with other moves.
    ///
    /// # Errors
    /// The first that `of` gives.
    pub fn try_map<N, E>(self, of: impl FnMut(M) -> Result<N, E>) -> Result<Thought<N>, E> {
        let Self { from, value, win_in, depth, nodes, line, ms, table, table_mb } = self;
        let line = line.into_iter().map(of).collect::<Result<_, E>>()?;
        Ok(Thought { from, value, win_in, depth, nodes, line, ms, table, table_mb })
    }
}

/// Something that happened in a match. Clock readings are in milliseconds; never instants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event<M = MoveCode> {
    /// An open or reserved seat was taken.
    Seated {
        /// Which.
        side: Side,
        /// By whom.
        seat: Seat,
    },
    /// All seats are taken: the clock of the side to move runs.
    Started {
        /// The clocks, when there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// A bot's thoughts about the move that it is about to make.
    Thought {
        /// The bot's side.
        side: Side,
        /// The ply of that move.
        ply: usize,
        /// What it thought.
        #[serde(flatten)]
        thought: Box<Thought<M>>,
    },
    /// A move was made.
    Moved {
        /// Its ply, from 0.
        ply: usize,
        /// Who made it.
        side: Side,
        /// The move.
        #[serde(rename = "move")]
        mv: M,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// A side offered something.
    Offered {
        /// Who.
        side: Side,
        /// What.
        what: OfferKind,
    },
    /// The other side answered an offer.
    Answered {
        /// Who answered.
        side: Side,
        /// To what.
        what: OfferKind,
        /// Whether it agreed.
        accept: bool,
    },
    /// Moves were taken back.
    TakenBack {
        /// Who had asked for it.
        side: Side,
        /// How many moves are left.
        ply: usize,
        /// The clocks at that moment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
    /// A side's connection was lost; its seat is held for a while.
    Away {
        /// Whose.
        side: Side,
        /// For how many milliseconds it is held.
        grace_ms: u64,
    },
    /// A side is back.
    Back {
        /// Who.
        side: Side,
    },
    /// The match is over. Only offers of a rematch can follow.
    Ended {
        /// How.
        verdict: Verdict,
        /// The clocks at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Readings>,
    },
}

impl<M> Event<M> {
    /// The same with other moves.
    ///
    /// # Errors
    /// The first that `of` gives.
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

/// An event with its number in its match, from 1 without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedEvent {
    /// The number.
    pub seq: u64,
    /// The event.
    pub event: Event,
}
