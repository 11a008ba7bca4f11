//! Positions: the pieces, the counters of the rules, and the key.

use serde::{Deserialize, Serialize};

use super::XiangqiMove;
use super::board::{Attackers, Kind, Pieces};
use crate::seed::mix;
use crate::{BySide, Side};

/// The limit of plies without a capture, by default and at most.
pub(super) const QUIET: u16 = 120;
pub(super) const MOST_QUIET: u16 = 1_000;
/// The rules on repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruleset {
    /// The rules of the Asian Xiangqi Federation as Fairy-Stockfish reads them: perpetual check and perpetual chase lose.
    #[default]
    Axf,
    /// Perpetual check loses; any other repetition is a draw.
    Simple,
}

impl Ruleset {
    pub(super) const NAMES: &[&str] = &["axf", "simple"];
}

/// The options of xiangqi.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct XiangqiOptions {
    /// The rules on repetition.
    pub rules: Ruleset,
    /// The game is drawn after this many plies without a capture.
    pub quiet: u16,
}

impl Default for XiangqiOptions {
    fn default() -> Self {
        Self { rules: Ruleset::Axf, quiet: QUIET }
    }
}

/// A position of xiangqi. Red is the first side.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    pub(super) pieces: Pieces,
    pub(super) to_move: Side,
    /// Whether the side to move is in check.
    pub(super) check: bool,
    pub(super) rules: Ruleset,
    pub(super) limit: u16,
    /// Plies since the last capture.
    pub(super) plies: u16,
    /// Checks that each side has given in these plies.
    pub(super) checks: BySide<u16>,
    /// The number of the next move of both sides, as in a FEN.
    pub(super) number: u16,
    pub(super) key: u64,
}

/// Equality by the rules: the move number is ignored.
impl PartialEq for Xiangqi {
    fn eq(&self, other: &Self) -> bool {
        let counters = |position: &Self| (position.rules, position.limit, position.plies, position.checks);
        self.pieces == other.pieces && self.to_move == other.to_move && counters(self) == counters(other)
    }
}

impl Eq for Xiangqi {}

/// Zobrist's numbers of each side's pieces by kind and point, and of Black to move.
static KEYS: [[[u64; 90]; 8]; 2] = {
    let mut keys = [[[0; 90]; 8]; 2];
    let mut number = 0;
    while number < 2 * 8 * 90 {
        keys[number / 720][number / 90 % 8][number % 90] = mix(0x7869_616e_6771_6900 + number as u64);
        number += 1;
    }
    keys
};
const BLACK_KEY: u64 = mix(0x7869_616e_6771_69ff << 4);

impl Xiangqi {
    /// Creates a position with these pieces, which must include a general of each side.
    pub(super) fn new(pieces: Pieces, to_move: Side, options: &XiangqiOptions) -> Self {
        let mut key = if to_move == Side::Second { BLACK_KEY } else { 0 };
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let own = super::board::points(pieces.own(side, kind));
                key ^= own.fold(0, |key, point| key ^ KEYS[side as usize][kind as usize][point.index()]);
            }
        }
        let mut position = Self {
            pieces,
            to_move,
            check: false,
            rules: options.rules,
            limit: options.quiet,
            plies: 0,
            checks: BySide::default(),
            number: 1,
            key,
        };
        position.check = position.is_attacked(to_move);
        position
    }

    /// Returns whether a side's general is attacked or faces the other one.
    pub(super) fn is_attacked(&self, side: Side) -> bool {
        Attackers::new(&self.pieces, !side).of(self.pieces.general(side), self.pieces.occupied()) != 0
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: XiangqiMove) {
        let (side, XiangqiMove { from, to }) = (self.to_move, mv);
        let (moved, taken) = (self.pieces.number_at(from), self.pieces.number_at(to));
        let keys = &KEYS[side as usize][moved];
        self.key ^= keys[from.index()] ^ keys[to.index()] ^ BLACK_KEY;
        self.plies = self.plies.saturating_add(1);
        if taken != 0 {
            self.key ^= KEYS[!side as usize][taken][to.index()];
            (self.plies, self.checks) = (0, BySide::default());
        }
        self.pieces.shift(side, from, to);
        self.to_move = !side;
        self.number = self.number.saturating_add(u16::from(side == Side::Second));
        self.check = self.is_attacked(!side);
        if self.check && taken == 0 {
            self.checks[side] = self.checks[side].saturating_add(1);
        }
    }

    /// Returns the position with the sides and the turn exchanged, on a board seen from the other end.
    pub(super) fn turned(&self) -> Self {
        self.with_pieces(self.pieces.turned(), !self.to_move, self.checks.exchanged())
    }

    /// Returns the position with the wings exchanged.
    pub(super) fn mirrored(&self) -> Self {
        self.with_pieces(self.pieces.mirrored(), self.to_move, self.checks)
    }

    fn with_pieces(&self, pieces: Pieces, to_move: Side, checks: BySide<u16>) -> Self {
        let options = XiangqiOptions { rules: self.rules, quiet: self.limit };
        Self { plies: self.plies, checks, number: self.number, ..Self::new(pieces, to_move, &options) }
    }

    /// Returns the position after a null move, which counts as a move that cannot be taken back.
    pub(super) fn passed(&self) -> Self {
        Self { to_move: !self.to_move, check: false, plies: 0, key: self.key ^ BLACK_KEY, ..self.clone() }
    }
}
