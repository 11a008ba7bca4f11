//! The hints of checkers: captures and crownings first, and captures as tactics.

use super::moves::{king_row, turned};
use super::{Checkers, CheckersMove};
use crate::{ExactEndgame, Game, MoveOrdering, Symmetry, Tactics};

impl MoveOrdering for Checkers {
    /// Prefers captures by the number of captured pieces, then crownings, then moves that leave no gap in the own back
    /// row.
    fn rank(&self, mv: CheckersMove) -> i32 {
        let (end, captured) = if mv.jumps() == 0 { (mv.stepped(), 0) } else { mv.walk() };
        let count = |set: u64| i32::try_from(set.count_ones()).unwrap_or(0);
        let man = mv.start() & !self.kings;
        let crowned = man != 0 && end & king_row(self.to_move) != 0;
        let opens = man & king_row(!self.to_move) != 0;
        10 * (count(captured) + count(captured & self.kings)) + 5 * i32::from(crowned) - i32::from(opens)
    }
}

impl Tactics for Checkers {
    /// Counts captured men as 2 and kings as 3.
    fn capture_value(&self, mv: CheckersMove) -> Option<i32> {
        if mv.jumps() == 0 {
            return None;
        }
        let (_, captured) = mv.walk();
        let count = |set: u64| i32::try_from(set.count_ones()).unwrap_or(0);
        Some(2 * count(captured) + count(captured & self.kings))
    }

    /// All legal moves are captures if any capture is possible.
    fn noisy(&self, moves: &mut Vec<CheckersMove>) {
        if self.in_check() {
            self.legal(moves);
        }
    }

    /// A mandatory capture counts as a check.
    fn in_check(&self) -> bool {
        self.jumpers(self.to_move) != 0
    }
}

impl ExactEndgame for Checkers {}

impl Symmetry for Checkers {
    fn colour_flipped(&self) -> Option<Self> {
        Some(Self {
            pieces: self.pieces.exchanged().map(turned),
            kings: turned(self.kings),
            to_move: !self.to_move,
            quiet: self.quiet,
        })
    }
}
