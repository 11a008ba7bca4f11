//! The pieces on the board, and what they can capture.

use super::CheckersMove;
use super::moves::{BOARD, Direction, king_row, squares};
use crate::{BySide, Side};

/// The game is drawn after this many plies without a capture or a man's move.
pub(super) const QUIET_LIMIT: u8 = 80;

/// A position of English draughts. Black moves first, from the squares 1 to 12 towards 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// All pieces of each side.
    pub(super) pieces: BySide<u64>,
    /// The kings of both sides.
    pub(super) kings: u64,
    pub(super) to_move: Side,
    /// Plies since the last capture or man's move.
    pub(super) quiet: u8,
}

impl Checkers {
    /// Returns the pieces of `side` that may move in `direction`.
    pub(super) const fn able(&self, side: Side, direction: Direction) -> u64 {
        let (own, forwards) = match side {
            Side::First => (self.pieces.first, direction.is_down()),
            Side::Second => (self.pieces.second, !direction.is_down()),
        };
        if forwards { own } else { own & self.kings }
    }

    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.pieces.first | self.pieces.second)
    }

    /// Returns the pieces of `side` that can step in `direction`.
    pub(super) const fn steppers(&self, side: Side, direction: Direction) -> u64 {
        self.able(side, direction) & direction.back(self.empty())
    }

    /// Returns the pieces of `side` that can capture. All captures of a direction are found at once. No mask is needed:
    /// a jump off the board meets no empty square and no opposing piece.
    #[inline]
    pub(super) const fn jumpers(&self, side: Side) -> u64 {
        let (own, other) = self.of(side);
        let empty = self.empty();
        let down = (other & empty >> 4) >> 4 | (other & empty >> 5) >> 5;
        let up = (other & empty << 4) << 4 | (other & empty << 5) << 5;
        self.those_able(side, own, down, up)
    }

    /// Returns the pieces of `side` that can step.
    #[inline]
    pub(super) const fn movers(&self, side: Side) -> u64 {
        let (own, _) = self.of(side);
        let empty = self.empty();
        self.those_able(side, own, empty >> 4 | empty >> 5, empty << 4 | empty << 5)
    }

    /// Returns the pieces among `own` that are on a square of `down` and may move down, or on a square of `up` and may
    /// move up. Men move only forwards, kings in both directions.
    #[inline]
    const fn those_able(&self, side: Side, own: u64, down: u64, up: u64) -> u64 {
        let (forwards, backwards) = match side {
            Side::First => (down, up),
            Side::Second => (up, down),
        };
        own & (forwards | self.kings & backwards)
    }

    /// Returns the pieces of `side` and those of the other side.
    #[inline]
    const fn of(&self, side: Side) -> (u64, u64) {
        match side {
            Side::First => (self.pieces.first, self.pieces.second),
            Side::Second => (self.pieces.second, self.pieces.first),
        }
    }

    /// Calls `found` with each capture by the pieces in `jumpers`.
    pub(super) fn captures(&self, jumpers: u64, found: &mut impl FnMut(CheckersMove)) {
        for start in squares(jumpers) {
            let capture = Capture { side: self.to_move, king: self.kings & start != 0, empty: self.empty() | start };
            capture.extend(CheckersMove::capture(start), start, self.pieces[!self.to_move], found);
        }
    }
}

/// The constant data of a capture: the side, whether the piece is a king, and the squares on which it can land.
struct Capture {
    side: Side,
    king: bool,
    empty: u64,
}

impl Capture {
    /// Extends the capture `mv`, whose piece is on `at`, by every possible jump over one of `others`, the pieces not
    /// captured yet. Calls `found` with each capture that cannot be extended. Returns whether a jump was possible.
    fn extend(&self, mv: CheckersMove, at: u64, others: u64, found: &mut impl FnMut(CheckersMove)) -> bool {
        let mut goes_on = false;
        for direction in Direction::ALL {
            if !self.king && direction.is_down() != (self.side == Side::First) {
                continue;
            }
            let over = direction.step(at) & others;
            let to = direction.step(over) & self.empty;
            if to == 0 {
                continue;
            }
            goes_on = true;
            let mv = mv.then(direction);
            // A man that reaches the king row ends its move there.
            let crowned = !self.king && to & king_row(self.side) != 0;
            if crowned || !self.extend(mv, to, others ^ over, found) {
                found(mv);
            }
        }
        goes_on
    }
}
