//! Evaluations of unfinished positions of tic-tac-toe.

use super::TicTacToe;
use super::rules::LINES;
use crate::evaluation::evaluations;
use crate::{Game, Side};

evaluations! {
    /// Evaluations of tic-tac-toe positions.
    pub enum TicTacToeEvaluation for TicTacToe {
        /// Counts the lines still open to each side, and a threat that the side to move can carry out.
        Lines: Lines => Lines = "lines", antisymmetric: true,
        "open lines of each side, by their stones; a threat of the side to move is as good as won" {
            one = 2, "an open line with one stone";
            two = 8, "an open line with two stones";
            win = 200, "a line that the side to move completes at once";
            centre = 3, "holding the centre";
        }
        /// The evaluation of popular introductions to minimax. It is asymmetric: O's threat counts before X's.
        Classic: Classic => Classic = "classic", antisymmetric: false,
        "the textbook's: −50 where O has two in an open line, else 50 where X has, else 1" {
            two = 50, "two in an open line";
            quiet = 1, "no such line";
        }
    }
}

impl Lines {
    fn evaluate(&self, position: &TicTacToe) -> i32 {
        let value = |side: Side| {
            let threat = if side == position.to_move() { self.win } else { self.two };
            let held = if position.stones(side) & 0b000_010_000 == 0 { 0 } else { self.centre };
            held + open_lines(position, side, 1) * self.one + open_lines(position, side, 2) * threat
        };
        value(Side::First) - value(Side::Second)
    }
}

impl Classic {
    fn evaluate(&self, position: &TicTacToe) -> i32 {
        if open_lines(position, Side::Second, 2) > 0 {
            -self.two
        } else if open_lines(position, Side::First, 2) > 0 {
            self.two
        } else {
            self.quiet
        }
    }
}

/// Returns the number of lines with exactly this many stones of `side` and none of the opponent.
fn open_lines(position: &TicTacToe, side: Side, stones: u32) -> i32 {
    let (own, other) = (position.stones(side), position.stones(!side));
    let open = |line: &&u16| *line & other == 0 && (*line & own).count_ones() == stones;
    LINES.iter().filter(open).fold(0, |lines, _| lines + 1)
}
