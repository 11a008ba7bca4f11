//! What happens in a match. A match's state is a fold over these.

use crate::games::{MoveCode, Side};

use super::{Readings, Seat, Verdict};

/// What an offer is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema,
)]
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
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ThoughtSource {
    /// A search.
    Search,
    /// The opening book.
    Book,
    /// Chance, as a beginner's bot is set to.
    Random,
}

/// What a search had not of the memory that its bot asks for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum TableLoss {
    /// What the bot's earlier searches of this match had found, its table and its history, was gone.
    Lost,
    /// The table was smaller than the bot's.
    Smaller,
}

/// How the memory of a search was short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// What was missing; lost, where both were.
    pub table: TableLoss,
    /// The size of the table in MiB, where it was smaller than the bot's; 0 for none.
    pub table_mb: Option<u32>,
}

/// What a bot thought before it moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Where the move came from.
    pub from: ThoughtSource,
    /// The value for the bot's own side.
    pub value: i32,
    /// In how many plies the game is won (positive) or lost (negative), when that was seen.
    pub win_in: Option<i32>,
    /// The depth that was searched to the end, in plies.
    pub depth: u16,
    /// Positions entered.
    pub nodes: u64,
    /// The principal variation, the move itself first.
    pub line: Vec<MoveCode>,
    /// Milliseconds it took.
    pub ms: u64,
    /// Where memory was short: the bot's configuration does not explain the move then.
    pub shortage: Option<Shortage>,
}

impl Thought {
    /// The value, where it comes from a search: a book and chance know none.
    #[must_use]
    pub fn searched_value(&self) -> Option<i32> {
        (self.from == ThoughtSource::Search).then_some(self.value)
    }
}

/// Something that happened in a match. Clock readings are in milliseconds; never instants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
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
        clocks: Option<Readings>,
    },
    /// A bot's thoughts about the move that it is about to make.
    Thought {
        /// The bot's side.
        side: Side,
        /// The ply of that move.
        ply: usize,
        /// What it thought.
        thought: Box<Thought>,
    },
    /// A move was made.
    Moved {
        /// Its ply, from 0.
        ply: usize,
        /// Who made it.
        side: Side,
        /// The move.
        mv: MoveCode,
        /// The clocks after it.
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
        clocks: Option<Readings>,
    },
}

/// An event with its number in its match, from 1 without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedEvent {
    /// The number.
    pub seq: u64,
    /// The event.
    pub event: Event,
}
