//! The hints of Hex: winning moves, cells that must be taken, and promising moves.

use super::{Hex, HexMove};
use crate::{ExactEndgame, Game, MoveOrdering, Side, Symmetry, Tactics};

/// The six neighbours of a cell in circular order, as steps down and to the right.
const AROUND: [(isize, isize); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// A stone on the second cell of an own bridge whose first cell the opponent has taken; the same for the opponent's
/// bridge.
const SAVE: i32 = 4_000;
const CUT: i32 = 3_000;
/// A stone between two own connected stones, or in a bridge of the opponent.
const FILL: i32 = -600;
const INTRUDE: i32 = -150;
/// A bridge to an own stone or edge; a stone where the opponent would make a bridge.
const BRIDGE: i32 = 120;
const BLOCK: i32 = 90;
/// Each stone that a side lacks more on a path through the cell.
const STEP: i32 = 200;
/// For each neighbour.
const OWN: i32 = 20;
const OTHER: i32 = 30;

/// The holder of a cell, from the point of view of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Nobody,
    Own,
    Other,
}

impl Hex {
    /// Returns the holder of the cell, or of the edge beyond the board.
    fn holder(&self, row: isize, column: isize, side: Side) -> Holder {
        let on_board = |at: isize| usize::try_from(at).ok().filter(|at| *at < self.shape.size);
        let holder = match (on_board(row), on_board(column)) {
            (Some(row), Some(column)) => self.stone(HexMove::cell(row, column)),
            (None, _) => Some(Side::First),
            (_, None) => Some(Side::Second),
        };
        match holder {
            None => Holder::Nobody,
            Some(held) if held == side => Holder::Own,
            Some(_) => Holder::Other,
        }
    }
}

impl MoveOrdering for Hex {
    /// Ranks by the surroundings of the cell: broken or saved bridges first, then made or stopped bridges. On an empty
    /// board, prefers the centre.
    fn rank(&self, mv: HexMove) -> i32 {
        if mv == HexMove::SWAP {
            return 0;
        }
        let (row, column) = (mv.row().cast_signed(), mv.column().cast_signed());
        let side = self.to_move();
        let round = AROUND.map(|(down, right)| self.holder(row + down, column + right, side));
        let mut rank = 0;
        for at in 0..6 {
            let (here, next, after) = (round[at], round[(at + 1) % 6], round[(at + 2) % 6]);
            rank += match (here, next, after) {
                (Holder::Own, Holder::Other, Holder::Own) => SAVE,
                (Holder::Other, Holder::Own, Holder::Other) => CUT,
                (Holder::Own, Holder::Nobody, Holder::Own) => FILL,
                (Holder::Other, Holder::Nobody, Holder::Other) => INTRUDE,
                _ => 0,
            };
            rank += match here {
                Holder::Own => OWN,
                Holder::Other => OTHER,
                Holder::Nobody if next == Holder::Nobody => {
                    let ((down, right), (then_down, then_right)) = (AROUND[at], AROUND[(at + 1) % 6]);
                    match self.holder(row + down + then_down, column + right + then_right, side) {
                        Holder::Own => BRIDGE,
                        Holder::Other => BLOCK,
                        Holder::Nobody => 0,
                    }
                }
                Holder::Nobody => 0,
            };
        }
        let centre = self.shape.size.cast_signed() - 1;
        let off = (2 * row - centre).abs() + (2 * column - centre).abs() + (2 * (row + column) - 2 * centre).abs();
        rank - 4 * i32::try_from(off).expect("a distance on the board is small")
    }

    /// Ranks by the two-distances through the cell for both sides, then by its surroundings. A broken or saved bridge
    /// comes before both.
    fn ranking(&self, _near_horizon: bool) -> impl Fn(HexMove) -> i32 {
        let [first, second] = Side::BOTH.map(|side| self.distances_through(side));
        move |mv| {
            let through = if mv == HexMove::SWAP { 0 } else { first[mv.number()] + second[mv.number()] };
            self.rank(mv) - STEP * through
        }
    }

    fn piece_to(&self, mv: HexMove) -> usize {
        mv.number()
    }
}

impl Tactics for Hex {
    const FINDS_WINS: bool = true;

    fn winning_move(&self) -> Option<HexMove> {
        if self.outcome().is_some() { None } else { self.wins(self.to_move()).first() }
    }

    /// If the opponent threatens to connect, every other move loses. If there are two such cells, every move loses.
    fn non_losing_moves(&self, moves: &mut Vec<HexMove>) {
        let wins = self.wins(!self.to_move());
        match wins.first() {
            None => self.legal(moves),
            Some(_) if self.outcome().is_some() || wins.count() > 1 => {}
            Some(only) => moves.push(only),
        }
    }

    /// Quiescence plays no moves, because a stone captures nothing.
    fn noisy(&self, _moves: &mut Vec<HexMove>) {}

    /// A threat of the opponent to connect counts as a check.
    fn in_check(&self) -> bool {
        !self.wins(!self.to_move()).is_empty()
    }

    /// A null move is safe, because an extra stone is never a disadvantage, except while the first stone can be taken
    /// over.
    fn after_null_move(&self) -> Option<Self> {
        (!self.shape.swap || self.stones_placed() > 1).then(|| self.passed())
    }
}

impl ExactEndgame for Hex {
    fn empties(&self) -> Option<u32> {
        self.max_plies_left()
    }

    fn max_plies_left(&self) -> Option<u32> {
        Some(self.longest_rest())
    }
}

impl Symmetry for Hex {
    fn canonical_key(&self) -> u64 {
        self.key().min(self.turned_key())
    }

    /// Mirrors the board, which exchanges the edges. The right to swap has no counterpart for the other side.
    fn colour_flipped(&self) -> Option<Self> {
        (!self.shape.swap || self.stones_placed() > 1).then(|| self.exchanged())
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        vec![self.turned()]
    }
}
