//! One opening, and the order in which openings are played.

use arena_games::MoveCode;
use arena_games::seed::Rng;

/// The moves that are played before the seats take over.
pub type OpeningMoves = Box<[MoveCode]>;

/// The most plies of an opening.
pub const MAX_PLIES: usize = 100;

/// The start of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    pub name: Option<String>,
    /// The position; `None` for the game's own start.
    pub position: Option<String>,
    /// The moves from there before the seats take over.
    pub moves: OpeningMoves,
}

impl Opening {
    /// Creates the opening that plays these moves from the game's own start.
    #[must_use]
    pub fn of_moves(moves: OpeningMoves) -> Self {
        Self { name: None, position: None, moves }
    }
}

/// The order in which openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As listed, over and over.
    #[default]
    Sequential,
    /// Shuffled by the seed, and shuffled again when all have been played.
    Random,
}

/// Which unit of a tournament has its own opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "OpeningsPer"))]
pub enum Per {
    /// A round: all its encounters have the same opening, so no entrant has an easier one than another.
    #[default]
    Round,
    /// An encounter: the same number of matches covers more openings.
    Encounter,
}

/// The turns 0, 1, 2, ….
pub(super) fn in_order(count: usize) -> Vec<u32> {
    (0..count).map(|place| u32::try_from(place).expect("a list of openings is bounded")).collect()
}

/// Returns the openings of `rounds` rounds in random order, shuffled again each time all have been used.
pub(super) fn shuffled(count: usize, rounds: usize, seed: u64) -> Vec<u32> {
    let mut chosen = Vec::with_capacity(rounds);
    let mut order = in_order(count);
    let mut rng = Rng::new(seed);
    while chosen.len() < rounds && count > 0 {
        rng.shuffle(&mut order);
        chosen.extend(order.iter().take(rounds - chosen.len()));
    }
    chosen
}
