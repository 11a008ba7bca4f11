//! Evaluations of unfinished positions of English draughts.
//!
//! The terms are those of Samuel's program ("Some studies in machine learning using the game of checkers", 1959): piece
//! advantage, advancement, back row, centre, mobility, and exchanging when ahead.

use super::Checkers;
use super::moves::{BOARD, Direction, king_row, square, squares};
use super::patterns::{MODEL, TABLES};
use crate::evaluation::{evaluations, turn};
use crate::{BySide, Game, Side};

/// The squares 10, 11, 14, 15, 18, 19, 22 and 23.
const CENTRE: u64 =
    square(10) | square(11) | square(14) | square(15) | square(18) | square(19) | square(22) | square(23);
/// The bridge squares of each side. Two men there keep four rows of opposing men from being crowned.
const BRIDGE: BySide<u64> = BySide::new(square(1) | square(3), square(30) | square(32));

/// The double corners, where a king is hard to catch.
const DOUBLE_CORNERS: u64 = square(1) | square(5) | square(28) | square(32);
/// The squares of the first side's back row and of every second row from there.
const EVERY_OTHER_ROW: u64 = 0xf | 0xf << 9 | 0xf << 18 | 0xf << 27;
/// The opposition counts if each side has at most this many pieces. With more pieces it still changes too often.
const MOST_OPPOSED: i32 = 6;

const MAN: &str = "a man";
const KING: &str = "a king";
const ADVANCE: &str = "each row that a man has come";
const BACK: &str = "a man on the own back row while the other side has men";
const MOBILITY: &str = "each step that could be made";
const TEMPO: &str = "having the move";
const CROWNING: &str = "a man that can step onto the last row";
const TRAPPED: &str = "a king that cannot step";
const CENTRE_ABOUT: &str = "a piece on one of the eight squares in the middle";
const BRIDGE_ABOUT: &str = "both men that guard the back row best";

evaluations! {
    /// Evaluations of positions of English draughts.
    pub enum CheckersEvaluation for Checkers {
        /// Counts the pieces and scores their placement.
        Advanced: Advanced => Box<Advanced> = "advanced", antisymmetric: true,
        "men and kings, how far men have come, back row, centre, mobility, and exchanging when ahead" {
            man = 100, MAN;
            king = 140, KING;
            advance = 3, ADVANCE;
            back = 6, BACK;
            bridge = 8, BRIDGE_ABOUT;
            centre = 4, CENTRE_ABOUT;
            mobility = 2, MOBILITY;
            trade = 200, "being ahead, in shares of all the material left";
            chase = 2, "a king's nearness to the pieces of a weaker side";
            tempo = 3, TEMPO;
            crowning = 25, CROWNING;
            trapped = -25, TRAPPED;
            opposition = 6, "the side to move keeps the last word, with few pieces and as many on both sides";
            corner = 40, "the weaker side has a king in a double corner: of a hundred shares so many are lost";
        }
        /// Sums trained tables.
        Patterns: Patterns => Patterns = "patterns", antisymmetric: true,
        "trained tables of the men on groups of eight squares, kings, and advanced", needs MODEL {
            tables = 100, "what the tables say, in hundredths";
        }
        /// Counts the pieces.
        Men: Men => Men = "men", antisymmetric: true,
        "men and kings" {
            man = 100, MAN;
            king = 140, KING;
        }
    }
    features {
        man = |position| material(position, 1, 0), MAN;
        king = |position| material(position, 0, 1), KING;
        advance = |position| stance(position, &Advanced { advance: 1, ..Advanced::NONE }), ADVANCE;
        back = |position| stance(position, &Advanced { back: 1, ..Advanced::NONE }), BACK;
        bridge = |position| stance(position, &Advanced { bridge: 1, ..Advanced::NONE }), BRIDGE_ABOUT;
        centre = |position| stance(position, &Advanced { centre: 1, ..Advanced::NONE }), CENTRE_ABOUT;
        mobility = |position| stance(position, &Advanced { mobility: 1, ..Advanced::NONE }), MOBILITY;
        tempo = turn, TEMPO;
        crowning = |position| stance(position, &Advanced { crowning: 1, ..Advanced::NONE }), CROWNING;
        trapped = |position| stance(position, &Advanced { trapped: 1, ..Advanced::NONE }), TRAPPED;
    }
}

impl Patterns {
    fn evaluate(&self, position: &Checkers) -> i32 {
        TABLES.weighted(position, self.tables)
    }
}

impl Men {
    fn evaluate(&self, position: &Checkers) -> i32 {
        material(position, self.man, self.king).difference()
    }
}

impl Advanced {
    pub(super) fn evaluate(&self, position: &Checkers) -> i32 {
        let material = material(position, self.man, self.king);
        let ahead = material.first - material.second;
        let whole = (material.first.abs() + material.second.abs()).max(1);
        let value = ahead + ahead * self.trade / whole + self.stance(position, Side::First)
            - self.stance(position, Side::Second)
            + position.to_move().sign() * (self.tempo + self.opposition(position));
        let stronger = match ahead.signum() {
            0 => return value,
            1 => Side::First,
            _ => Side::Second,
        };
        let value = value + stronger.sign() * self.chase(position, stronger);
        let safe = position.pieces[!stronger] & position.kings & DOUBLE_CORNERS != 0;
        let close = count(position.pieces[stronger]) - count(position.pieces[!stronger]) < 2;
        if safe && close { value - value * self.corner / 100 } else { value }
    }

    /// Returns the score of the opposition for the side to move. A side with the opposition can stop the opponent's
    /// pieces in the ending. The side to move has it if an odd number of all pieces is on the files that begin in its
    /// own back row.
    fn opposition(&self, position: &Checkers) -> i32 {
        let BySide { first, second } = position.pieces;
        let system = if position.to_move() == Side::First { EVERY_OTHER_ROW } else { BOARD & !EVERY_OTHER_ROW };
        match (count(first), count(second)) {
            (own, others) if own != others || own > MOST_OPPOSED => 0,
            _ if count((first | second) & system) % 2 == 1 => self.opposition,
            _ => -self.opposition,
        }
    }

    /// Returns the score of the placement of a side's pieces.
    fn stance(&self, position: &Checkers, side: Side) -> i32 {
        let men = position.pieces[side] & !position.kings;
        let others = position.pieces[!side] & !position.kings;
        let forwards = if side == Side::First { men << 4 | men << 5 } else { men >> 4 | men >> 5 };
        let kings = position.pieces[side] & position.kings;
        let mut value = self.crowning * count(forwards & king_row(side) & position.empty());
        if kings != 0 {
            value += self.trapped * count(kings & !position.movers(side));
        }
        value += self.advance * rows(men, side) + self.centre * count(position.pieces[side] & CENTRE);
        if others != 0 {
            value += self.back * count(men & king_row(!side));
            value += if men & BRIDGE[side] == BRIDGE[side] { self.bridge } else { 0 };
        }
        let steps = Direction::ALL.into_iter().map(|direction| count(position.steppers(side, direction)));
        value + self.mobility * steps.sum::<i32>()
    }

    /// Returns a score that grows as the kings of the stronger side approach the opponent's pieces.
    fn chase(&self, position: &Checkers, side: Side) -> i32 {
        let near = |king: u64| {
            let distances = squares(position.pieces[!side]).map(|piece| distance(king, piece));
            7 - distances.min().unwrap_or(7)
        };
        self.chase * squares(position.pieces[side] & position.kings).map(near).sum::<i32>()
    }
}

fn stance(position: &Checkers, weights: &Advanced) -> BySide<i32> {
    BySide::from_fn(|side| weights.stance(position, side))
}

fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Returns the value of each side's pieces.
fn material(position: &Checkers, man: i32, king: i32) -> BySide<i32> {
    position.pieces.map(|own| man * count(own & !position.kings) + king * count(own & position.kings))
}

/// Returns the total number of rows that the men of `side` have advanced.
fn rows(men: u64, side: Side) -> i32 {
    // A row has four bits, and a bit without a square follows every second row.
    let down: i32 = (1..8).map(|row| row * count(men & (0b1111 << (4 * row + row / 2)))).sum();
    if side == Side::First { down } else { 7 * count(men) - down }
}

/// Returns the number of king steps from one square to the other on an empty board.
fn distance(from: u64, to: u64) -> i32 {
    let place = |square: u64| {
        let bit = square.trailing_zeros().cast_signed();
        let index = bit - bit / 9;
        let row = index / 4;
        (row, index % 4 * 2 + (row + 1) % 2)
    };
    let ((row, column), (other_row, other_column)) = (place(from), place(to));
    (row - other_row).abs().max((column - other_column).abs())
}
