//! What the search can know about a position without playing moves.

use super::bitboard::{BOARD, COLUMNS, HEIGHT, ROWS, column, completions, has_four, mirror, point};
use super::rules::list;
use super::{Column, ConnectFour};
use crate::{ExactEndgame, MoveOrdering, Side, Symmetry, Tactics};

/// For each point, the distance of its column from the centre.
static OFF_CENTRE: [i32; 64] = {
    let mut columns = [0; 64];
    let mut point = 0;
    while point < columns.len() {
        columns[point] = (point as i32 / HEIGHT as i32 - COLUMNS as i32 / 2).abs();
        point += 1;
    }
    columns
};

/// Returns the rank of a stone on this point, after which its side could complete four at the points `completed`.
#[inline]
fn rank(completed: u64, stone: u64) -> i32 {
    completed.count_ones().cast_signed() * i32::from(COLUMNS) - OFF_CENTRE[stone.trailing_zeros() as usize % 64]
}

impl MoveOrdering for ConnectFour {
    /// Prefers the move that makes the most winning points for its side, then the move nearest to the centre, where
    /// more lines run through a column.
    #[inline]
    fn rank(&self, mv: Column) -> i32 {
        let stone = (self.stones + point(mv.0, 0)) & column(mv.0);
        rank(completions(self.own | stone) & BOARD & !self.stones, stone)
    }
}

impl Tactics for ConnectFour {
    const FINDS_WINS: bool = true;

    #[inline]
    fn winning_move(&self) -> Option<Column> {
        let wins = completions(self.own) & self.playable();
        (wins != 0).then(|| Column::of(wins.trailing_zeros()))
    }

    /// Stops the opponent's four if there is one, and does not enable another.
    #[inline]
    fn non_losing_moves(&self, moves: &mut Vec<Column>) {
        list(self.sound(self.bits_memo()), moves);
    }
}

impl ExactEndgame for ConnectFour {
    const ENDGAME_EMPTIES: u32 = 12;

    #[inline]
    fn empties(&self) -> Option<u32> {
        Some(u32::from(COLUMNS) * u32::from(ROWS) - self.plies())
    }

    #[inline]
    fn max_plies_left(&self) -> Option<u32> {
        self.empties()
    }

    const BIT_MOVES: bool = true;

    /// The winning points of the side that moved last. Some of them may be taken.
    #[inline]
    fn bits_memo(&self) -> u64 {
        completions(self.own ^ self.stones) & BOARD
    }

    #[inline]
    fn non_losing_bits(&self, memo: u64) -> u64 {
        self.sound(memo)
    }

    #[inline]
    fn rank_bit(&self, mv: u64) -> (i32, u64) {
        let completed = completions(self.own | mv) & BOARD & !self.stones;
        (rank(completed, mv), completed)
    }

    #[inline]
    fn child_by_bit(&self, mv: u64) -> Self {
        Self { own: self.own ^ self.stones, stones: self.stones | mv, to_move: !self.to_move }
    }

    /// A side that would have no four even with all the empty points cannot win.
    #[inline]
    fn payoff_upper_bound(&self, side: Side, enough: i32) -> Option<i32> {
        (enough >= 0 && !has_four(self.stones(side) | BOARD & !self.stones)).then_some(0)
    }
}

impl Symmetry for ConnectFour {
    fn canonical_key(&self) -> u64 {
        self.key_of(self.sum().min(mirror(self.sum())))
    }

    fn colour_flipped(&self) -> Option<Self> {
        Some(Self { to_move: !self.to_move, ..self.clone() })
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        vec![self.mirrored()]
    }
}
