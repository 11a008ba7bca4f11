//! Evaluations of unfinished positions of connect four.

use super::ConnectFour;
use super::bitboard::{BOARD, BOTTOM, ROWS, column, row};
use crate::evaluation::evaluations;
use crate::{BySide, Game, Side};

/// The points of rows 1, 3 and 5. If no move is forced, they go to the side that moves when the number of stones is
/// even, and the points of the other rows to the other side (Allis, "A knowledge-based approach of connect-four",
/// 1988).
const ODD_ROWS: u64 = row(0) | row(2) | row(4);
const EVEN_ROWS: u64 = row(1) | row(3) | row(5);

evaluations! {
    /// Evaluations of connect four positions.
    pub enum ConnectFourEvaluation for ConnectFour {
        /// Counts the empty points that would complete four in a line later, and which side can expect to get them.
        /// Points that can be played at once do not count, because the opponent would answer them. Neither do points
        /// above one of the opponent's.
        Threats: Threats => Threats = "threats", antisymmetric: true,
        "points that would complete four later on, most of all in rows that fall to their side" {
            three = 4, "a point that would complete four, later on";
            parity = 10, "more for one in a row that falls to its side";
            win = 1_000, "the side to move completes four at once";
            fork = 500, "the other side does next, at two points";
            centre = 2, "each column nearer to the centre, per stone";
        }
        /// Scores stones near the centre.
        Centre: Centre => Centre = "centre", antisymmetric: true,
        "stones in the columns through which more lines run" {
            centre = 2, "each column nearer to the centre, per stone";
        }
    }
}

impl Threats {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let mover = position.to_move();
        let playable = position.playable();
        // This is not always the first side: with flipped colours, the second side moves when the number of stones is
        // even.
        let odd_side = if position.plies().is_multiple_of(2) { mover } else { !mover };
        let all = BySide::from_fn(|side| position.threats(side));
        let lasting = all.map(|threats| threats & !playable);
        let held = |side: Side| {
            let threats = lasting[side] & !above(lasting[!side]);
            let rows = if side == odd_side { ODD_ROWS } else { EVEN_ROWS };
            self.three * count(threats) + self.parity * count(threats & rows)
        };
        let value = held(Side::First) - held(Side::Second) + self.centre * centrality(position);
        let at_once = |side: Side| count(all[side] & playable);
        let urgent = match (at_once(mover), at_once(!mover)) {
            (1.., _) => self.win,
            (0, 2..) => -self.fork,
            _ => 0,
        };
        value + mover.sign() * urgent
    }
}

impl Centre {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        self.centre * centrality(position)
    }
}

/// Returns the points of each column above the lowest of `points` in it.
const fn above(points: u64) -> u64 {
    // With the bit on top of each column set, subtracting one from every column borrows from no other.
    let ended = points | BOTTOM << ROWS;
    BOARD & !(ended ^ (ended - BOTTOM))
}

/// Returns by how many columns in total the first side's stones are nearer to the centre than the second side's.
fn centrality(position: &ConnectFour) -> i32 {
    const NEAR: [u64; 3] =
        [column(3), column(2) | column(3) | column(4), column(1) | column(2) | column(3) | column(4) | column(5)];
    let of = |side| NEAR.iter().map(|near| count(position.stones(side) & near)).sum::<i32>();
    of(Side::First) - of(Side::Second)
}

const fn count(points: u64) -> i32 {
    points.count_ones().cast_signed()
}
