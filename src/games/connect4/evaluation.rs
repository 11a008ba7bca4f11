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

const THREE: &str = "a point that would complete four, later on";
const CENTRE: &str = "each column nearer to the centre, per stone";

evaluations! {
    /// Evaluations of connect four positions.
    pub enum ConnectFourEvaluation for ConnectFour {
        /// Counts the empty points that would complete four in a line later, and which side can expect to get them.
        /// Points that can be played at once do not count, because the opponent would answer them. Neither do points
        /// above one of the opponent's.
        Threats: Threats => Threats = "threats", antisymmetric: true,
        "points that would complete four later on, most of all in rows that fall to their side" {
            three = 4, THREE;
            parity = 10, "more for one in a row that falls to its side";
            win = 1_000, "the side to move completes four at once";
            fork = 500, "the other side does next, at two points";
            centre = 2, CENTRE;
        }
        /// Scores stones near the centre.
        Centre: Centre => Centre = "centre", antisymmetric: true,
        "stones in the columns through which more lines run" {
            centre = 2, CENTRE;
        }
    }
    features {
        three = |position| lasting(position, threats(position)).map(count), THREE;
        parity = |position| falling(position, lasting(position, threats(position))).map(count),
            "a point that would complete four, later on, in a row that falls to its side";
        win = |position| urgent(position, threats(position)).0, "the side is to move and completes four at once";
        fork = |position| urgent(position, threats(position)).1,
            "the side completes four next, at two points, and the other side cannot do so first";
        centre = centrality, CENTRE;
    }
}

impl Threats {
    pub(super) fn evaluate(&self, position: &ConnectFour) -> i32 {
        let all = threats(position);
        let lasting = lasting(position, all);
        let falling = falling(position, lasting);
        let (win, fork) = urgent(position, all);
        let held = |side: Side| self.three * count(lasting[side]) + self.parity * count(falling[side]);
        held(Side::First) - held(Side::Second)
            + self.centre * centrality(position).difference()
            + self.win * win.difference()
            + self.fork * fork.difference()
    }
}

/// Returns the features, in the order of their declaration, as differences between the sides.
pub(super) fn terms(position: &ConnectFour) -> [i32; 5] {
    let all = threats(position);
    let lasting = lasting(position, all);
    let falling = falling(position, lasting);
    let (win, fork) = urgent(position, all);
    [lasting.map(count), falling.map(count), win, fork, centrality(position)].map(BySide::difference)
}

/// Returns whether a side completes four at once, or can do so next at two points.
pub(super) fn is_decisive(position: &ConnectFour) -> bool {
    let (win, fork) = urgent(position, threats(position));
    win.difference() != 0 || fork.difference() != 0
}

impl Centre {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        self.centre * centrality(position).difference()
    }
}

fn threats(position: &ConnectFour) -> BySide<u64> {
    BySide::from_fn(|side| position.threats(side))
}

/// Returns those of each side's threats that cannot be played at once and are not above one of the opponent's.
fn lasting(position: &ConnectFour, all: BySide<u64>) -> BySide<u64> {
    let later = all.map(|threats| threats & !position.playable());
    BySide::from_fn(|side| later[side] & !above(later[!side]))
}

/// Returns those of each side's points that are in a row that falls to it.
fn falling(position: &ConnectFour, points: BySide<u64>) -> BySide<u64> {
    let mover = position.to_move();
    // This is not always the first side: with flipped colours, the second side moves when the number of stones is even.
    let odd_side = if position.plies().is_multiple_of(2) { mover } else { !mover };
    BySide::from_fn(|side| points[side] & if side == odd_side { ODD_ROWS } else { EVEN_ROWS })
}

/// Returns which side completes four at once, and which can do so next at two points without being stopped.
fn urgent(position: &ConnectFour, all: BySide<u64>) -> (BySide<i32>, BySide<i32>) {
    let mover = position.to_move();
    let at_once = |side: Side| count(all[side] & position.playable());
    let wins = at_once(mover) > 0;
    let forked = !wins && at_once(!mover) > 1;
    let of = |side: Side, holds: bool| BySide::from_fn(|one| i32::from(holds && one == side));
    (of(mover, wins), of(!mover, forked))
}

/// Returns the points of each column above the lowest of `points` in it.
const fn above(points: u64) -> u64 {
    // With the bit on top of each column set, subtracting one from every column borrows from no other.
    let ended = points | BOTTOM << ROWS;
    BOARD & !(ended ^ (ended - BOTTOM))
}

/// Returns by how many columns in total each side's stones are near the centre.
fn centrality(position: &ConnectFour) -> BySide<i32> {
    const NEAR: [u64; 3] =
        [column(3), column(2) | column(3) | column(4), column(1) | column(2) | column(3) | column(4) | column(5)];
    BySide::from_fn(|side| NEAR.iter().map(|near| count(position.stones(side) & near)).sum())
}

const fn count(points: u64) -> i32 {
    points.count_ones().cast_signed()
}
