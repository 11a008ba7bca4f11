//! Evaluations of unfinished positions of tic-tac-toe.

use super::TicTacToe;
use super::rules::LINES;
use crate::evaluation::evaluations;
use crate::{BySide, Game, Side};

const ONE: &str = "an open line with one stone";
const TWO: &str = "an open line with two stones";
const CENTRE: &str = "holding the centre";

evaluations! {
    /// Evaluations of tic-tac-toe positions.
    pub enum TicTacToeEvaluation for TicTacToe {
        /// Counts the lines still open to each side, and a threat that the side to move can carry out.
        Lines: Lines => Lines = "lines", antisymmetric: true,
        "open lines of each side, by their stones; a threat of the side to move is as good as won" {
            one = 2, ONE;
            two = 8, TWO;
            win = 200, "a line that the side to move completes at once";
            centre = 3, CENTRE;
        }
        /// The evaluation of popular introductions to minimax. It is asymmetric: O's threat counts before X's.
        Classic: Classic => Classic = "classic", antisymmetric: false,
        "the textbook's: −50 where O has two in an open line, else 50 where X has, else 1" {
            two = 50, "two in an open line";
            quiet = 1, "no such line";
        }
    }
    features {
        one = |position| BySide::from_fn(|side| open_lines(position, side, 1)), ONE;
        two = |position| BySide::from_fn(|side| open_lines(position, side, 2)), TWO;
        win = |position| {
            let wins = |side| if side == position.to_move() { open_lines(position, side, 2) } else { 0 };
            BySide::from_fn(wins)
        }, "an open line with two stones, of the side to move";
        centre = centre, CENTRE;
    }
}

impl Lines {
    fn evaluate(&self, position: &TicTacToe) -> i32 {
        let value = |side: Side| {
            let threat = if side == position.to_move() { self.win } else { self.two };
            open_lines(position, side, 1) * self.one + open_lines(position, side, 2) * threat
        };
        value(Side::First) - value(Side::Second) + self.centre * centre(position).difference()
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

fn centre(position: &TicTacToe) -> BySide<i32> {
    BySide::from_fn(|side| i32::from(position.stones(side) & 0b000_010_000 != 0))
}

/// Returns the number of lines with exactly this many stones of `side` and none of the opponent.
fn open_lines(position: &TicTacToe, side: Side, stones: u32) -> i32 {
    let (own, other) = (position.stones(side), position.stones(!side));
    let open = |line: &&u16| *line & other == 0 && (*line & own).count_ones() == stones;
    LINES.iter().filter(open).fold(0, |lines, _| lines + 1)
}
