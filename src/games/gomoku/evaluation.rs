//! Evaluations of unfinished positions of gomoku.

use super::Gomoku;
use super::stretches::StretchCounts;
use crate::evaluation::evaluations;
use crate::{BySide, Game, Side};

const ONE: &str = "a stretch that lacks four stones";
const TWO: &str = "a stretch that lacks three stones";
const THREE: &str = "a stretch that lacks two stones";
const FOUR: &str = "a stretch that lacks one stone";
const OPEN_TWO: &str = "two stones that could become an open three";
const OPEN_THREE: &str = "three stones that could become an open four";
const CENTRE: &str = "each half point nearer to the centre";

evaluations! {
    /// Evaluations of gomoku positions.
    pub enum GomokuEvaluation for Gomoku {
        /// Counts the stretches that one side can still fill, open ones separately, and scores which side completes a
        /// row first.
        Shapes: Shapes => Box<Shapes> = "shapes", antisymmetric: true,
        "stretches that one side could still fill, those open at both ends apart, and who comes first" {
            one = 2, ONE;
            two = 8, TWO;
            three = 30, THREE;
            four = 40, FOUR;
            open_two = 14, OPEN_TWO;
            open_three = 60, OPEN_THREE;
            turn_two = 8, "more for each open two of the side to move";
            turn_three = 20, "more for each three of the side to move";
            row = 9_000, "the side to move has a four: it wins at once";
            lost = 8_000, "the other side has two fours, and wins next";
            open_four = 3_000, "the side to move makes an open four, and the other side has no four";
        }
        /// Counts the stretches of points that one side can still fill, by the number of missing stones.
        Lines: Lines => Lines = "lines", antisymmetric: true,
        "stretches of points that one side could still fill, by the stones that they lack" {
            one = 1, ONE;
            two = 4, TWO;
            three = 15, THREE;
            four = 60, FOUR;
            turn = 10, "more for each three of the side to move";
            win = 5_000, "the side to move has a four: it wins at once";
        }
        /// Scores stones near the centre.
        Centre: Centre => Centre = "centre", antisymmetric: true,
        "stones near the centre" {
            centre = 1, CENTRE;
        }
    }
    features {
        one = |position| lacking(position, 4), ONE;
        two = |position| lacking(position, 3), TWO;
        three = |position| lacking(position, 2), THREE;
        four = |position| lacking(position, 1), FOUR;
        open_two = |position| open(position, 2), OPEN_TWO;
        open_three = |position| open(position, 1), OPEN_THREE;
        turn_two = |position| turn(position, &Shapes { turn_two: 1, ..Shapes::NONE }),
            "an open two of the side to move, while neither side has a four or can make an open one";
        turn_three = |position| turn(position, &Shapes { turn_three: 1, ..Shapes::NONE }),
            "a three of the side to move, while neither side has a four or can make an open one";
        row = |position| turn(position, &Shapes { row: 1, ..Shapes::NONE }), "the side is to move and has a four";
        lost = |position| turn(position, &Shapes { lost: -1, ..Shapes::NONE }),
            "the side is to move, has no four, and the other side has two";
        open_four = |position| turn(position, &Shapes { open_four: 1, ..Shapes::NONE }),
            "the side is to move and makes an open four, and neither side has a four";
        centre = centre, CENTRE;
    }
}

/// Returns the features that `shapes` weights, apart from decisive threats, in the order of its weights, as differences
/// between the sides.
pub(super) fn terms(position: &Gomoku) -> [i32; 8] {
    let held = position.counts.as_ref().map(|counts| (counts.lacking.map(i32::from), counts.open.map(i32::from)));
    let lacking = |stones: usize| held.first.0[stones] - held.second.0[stones];
    let open = |stones: usize| held.first.1[stones] - held.second.1[stones];
    let weights = [Shapes { turn_two: 1, ..Shapes::NONE }, Shapes { turn_three: 1, ..Shapes::NONE }];
    let mover = position.to_move();
    let [turn_two, turn_three] = weights.map(|weights| mover.sign() * weights.turn(position, &position.counts[mover]));
    let [four, three, two, one] = [1, 2, 3, 4].map(lacking);
    [one, two, three, four, open(2), open(1), turn_two, turn_three]
}

impl Lines {
    fn evaluate(&self, position: &Gomoku) -> i32 {
        let mover = position.to_move();
        let held = |side: Side| {
            let [_, of_four, of_three, of_two, of_one] = position.counts[side].lacking.map(i32::from);
            self.four * of_four + self.three * of_three + self.two * of_two + self.one * of_one
        };
        let [_, fours, threes, ..] = position.counts[mover].lacking.map(i32::from);
        let urgent = if fours > 0 { self.win } else { self.turn * threes };
        held(Side::First) - held(Side::Second) + mover.sign() * urgent
    }
}

impl Centre {
    fn evaluate(&self, position: &Gomoku) -> i32 {
        self.centre * centre(position).difference()
    }
}

fn lacking(position: &Gomoku, stones: usize) -> BySide<i32> {
    position.counts.as_ref().map(|counts| counts.lacking[stones].into())
}

fn open(position: &Gomoku, stones: usize) -> BySide<i32> {
    position.counts.as_ref().map(|counts| counts.open[stones].into())
}

fn turn(position: &Gomoku, weights: &Shapes) -> BySide<i32> {
    let bonus = |side| if side == position.to_move() { weights.turn(position, &position.counts[side]) } else { 0 };
    BySide::from_fn(bonus)
}

fn centre(position: &Gomoku) -> BySide<i32> {
    let shape = position.shape();
    let far = i32::from(shape.columns) + i32::from(shape.rows);
    BySide::from_fn(|side| position.stones(side).iter().map(|point| far - shape.off_centre(point)).sum())
}

impl Shapes {
    pub(super) fn evaluate(&self, position: &Gomoku) -> i32 {
        let mover = position.to_move();
        let (own, other) = (&position.counts[mover], &position.counts[!mover]);
        let value = self.held(own) - self.held(other) + self.turn(position, own);
        mover.sign() * value
    }

    fn held(&self, counts: &StretchCounts) -> i32 {
        let [_, four, three, two, one] = counts.lacking.map(i32::from);
        let [_, open_three, open_two] = counts.open.map(i32::from);
        self.four * four
            + self.three * three
            + self.two * two
            + self.one * one
            + self.open_three * open_three
            + self.open_two * open_two
    }

    /// Returns the bonus of the side to move, which has the stretches `own`.
    fn turn(&self, position: &Gomoku, own: &StretchCounts) -> i32 {
        self.decisive(position).unwrap_or_else(|| {
            // The side to move must stop a four of the other side.
            let free = position.fives[!position.to_move()].is_empty();
            let bonus = self.turn_three * i32::from(own.lacking[2]) + self.turn_two * i32::from(own.open[2]);
            if free { bonus } else { 0 }
        })
    }

    /// Returns the bonus of the side to move if a threat of either side decides the match.
    fn decisive(&self, position: &Gomoku) -> Option<i32> {
        let mover = position.to_move();
        if !position.fives[mover].is_empty() {
            return Some(self.row);
        }
        match position.fives[!mover].count() {
            0 => (position.counts[mover].open[1] > 0).then_some(self.open_four),
            1 => None,
            _ => Some(-self.lost),
        }
    }

    /// Returns whether a threat of either side decides the match.
    pub(super) fn is_decisive(&self, position: &Gomoku) -> bool {
        self.decisive(position).is_some()
    }
}
