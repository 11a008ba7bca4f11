//! Evaluations of unfinished positions of connect four.

use super::ConnectFour;
use super::rules::{BOARD, BOTTOM, ROWS, column, row};
use crate::games::{BySide, Evaluation, EvaluationInfo, Game, Side, WeightInfo};

/// The points of rows 1, 3 and 5: with neither side forced, they fall to the side that moves on an even number of
/// stones, and the others to the other side (Allis, "A knowledge-based approach of connect-four", 1988).
const ODD_ROWS: u64 = row(0) | row(2) | row(4);
const EVEN_ROWS: u64 = row(1) | row(3) | row(5);

/// How a bot judges a position of connect four.
#[derive(Clone, Debug)]
pub enum ConnectFourEvaluation {
    /// Counts the empty points that would complete four in a line, and who can expect to get them: those that cannot be
    /// played at once, as the other side would answer those, and with none of the other side's below them.
    Threats {
        /// Any such point.
        three: i32,
        /// More for one in a row that falls to its side.
        parity: i32,
        /// The side to move can complete a line.
        win: i32,
        /// The other side can complete a line at two points, and the side to move cannot.
        fork: i32,
        /// Each column nearer to the centre, for each stone.
        centre: i32,
    },
    /// Stones near the centre.
    Centre {
        /// Each column nearer to the centre, for each stone.
        centre: i32,
    },
    /// Knows nothing.
    Zero,
}

impl Evaluation<ConnectFour> for ConnectFourEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "threats",
            about: "points that would complete four later on, most of all in rows that fall to their side",
            weights: &[
                WeightInfo { name: "three", about: "a point that would complete four, later on", default: 4 },
                WeightInfo { name: "parity", about: "more for one in a row that falls to its side", default: 10 },
                WeightInfo { name: "win", about: "the side to move completes four at once", default: 1_000 },
                WeightInfo { name: "fork", about: "the other side does next, at two points", default: 500 },
                WeightInfo { name: "centre", about: "each column nearer to the centre, per stone", default: 2 },
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "centre",
            about: "stones in the columns through which more lines run",
            weights: &[WeightInfo { name: "centre", about: "each column nearer to the centre, per stone", default: 2 }],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0, &[three, parity, win, fork, centre]) => Self::Threats { three, parity, win, fork, centre },
            (1, &[centre]) => Self::Centre { centre },
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &ConnectFour) -> i32 {
        match *self {
            Self::Threats { three, parity, win, fork, centre } => {
                let mover = position.to_move();
                let playable = position.playable();
                // Swapped positions have an odd number of stones on the other side's turn: only the parity counts.
                let odd_side = if position.plies().is_multiple_of(2) { mover } else { !mover };
                let all = BySide::from_fn(|side| position.threats(side));
                let lasting = all.map(|threats| threats & !playable);
                let held = |side: Side| {
                    let threats = lasting[side] & !above(lasting[!side]);
                    let rows = if side == odd_side { ODD_ROWS } else { EVEN_ROWS };
                    three * count(threats) + parity * count(threats & rows)
                };
                let value = held(Side::First) - held(Side::Second) + centre * centrality(position);
                let at_once = |side: Side| count(all[side] & playable);
                let urgent = match (at_once(mover), at_once(!mover)) {
                    (1.., _) => win,
                    (0, 2..) => -fork,
                    _ => 0,
                };
                value + mover.sign() * urgent
            }
            Self::Centre { centre } => centre * centrality(position),
            Self::Zero => 0,
        }
    }
}

/// The points of each column above the lowest of `points` in it.
const fn above(points: u64) -> u64 {
    // With the bit on top of each column set, taking one from every column borrows from none.
    let ended = points | BOTTOM << ROWS;
    BOARD & !(ended ^ (ended - BOTTOM))
}

/// How many columns the first side's stones are nearer to the centre than the second side's, in all.
fn centrality(position: &ConnectFour) -> i32 {
    const NEAR: [u64; 3] =
        [column(3), column(2) | column(3) | column(4), column(1) | column(2) | column(3) | column(4) | column(5)];
    let of = |side| NEAR.iter().map(|near| count(position.stones(side) & near)).sum::<i32>();
    of(Side::First) - of(Side::Second)
}

const fn count(points: u64) -> i32 {
    points.count_ones().cast_signed()
}
