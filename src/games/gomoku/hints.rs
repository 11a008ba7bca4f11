//! Gomoku's hints: moves that complete a row, points that must be taken, and which moves look promising.

use super::lines::{self, WAYS};
use super::points::Points;
use super::stretches::Promise;
use super::{Gomoku, Point};
use crate::games::{ExactEndgame, Game, MoveOrdering, Symmetry, Tactics};

/// The rank of a move that completes a row; the next is that of a move that stops one.
const ROW: i32 = 400_000;
const STOP: i32 = 200_000;
/// A point far from all stones comes after all that are near.
const FAR: i32 = -100_000;

/// What a stone of the side to move counts for by the stretches that it belongs to: by how many of them then lack one
/// to four stones, and by how many of the open ones then lack none to two.
const LACKING: [i32; 4] = [1_200, 130, 18, 4];
const OPEN: [i32; 3] = [9_000, 600, 30];

fn worth(promise: Promise) -> i32 {
    let lacking = (1..).zip(LACKING).map(|(stones, worth)| worth * i32::from(promise.lacking(stones)));
    let open = (0..).zip(OPEN).map(|(stones, worth)| worth * i32::from(promise.open(stones)));
    lacking.sum::<i32>() + open.sum::<i32>()
}

impl Gomoku {
    /// The empty points where a stone of the side to move makes a four: it then threatens a row.
    fn fours(&self) -> Points {
        let (own, other) = (&self.lines[self.to_move], &self.lines[!self.to_move]);
        let row = u32::from(self.shape().row);
        let mut fours = Points::NONE;
        for way in WAYS {
            for line in lines::all() {
                let (own, other) = (own.line(way, line), other.line(way, line));
                let mut cells = lines::lacking_two(own & !other, !(own | other), row);
                while cells != 0 {
                    fours.insert(lines::point(way, line, cells.trailing_zeros() as usize).index());
                    cells &= cells - 1;
                }
            }
        }
        fours
    }
}

impl Gomoku {
    /// Whether a four on the point does more than spend a threat: it makes two fours at once, or a three in another
    /// line.
    fn leads_on(&self, point: Point) -> bool {
        let (all, alone) = self.survey(point, self.to_move);
        all.lacking(1) > 1
            || alone.into_iter().any(|packed| {
                let mut line = Promise::default();
                line.add(packed);
                line.lacking(1) == 0 && line.lacking(2) > 0
            })
    }
}

impl MoveOrdering for Gomoku {
    /// Rows first, then stopping one, then what makes or stops the longest; where there is nothing, near the centre.
    fn rank(&self, mv: Point) -> i32 {
        let off_centre = self.shape().off_centre(mv);
        if !self.near.has(mv.index()) {
            return FAR - off_centre;
        }
        if self.fives[self.to_move].has(mv.index()) {
            return ROW;
        }
        if self.fives[!self.to_move].has(mv.index()) {
            return STOP;
        }
        let (own, other) = (self.promise(mv, self.to_move), self.promise(mv, !self.to_move));
        (worth(own) + worth(other) / 2).min(STOP - 1) - off_centre
    }

    /// The points near to a stone.
    fn plausible_moves(&self, moves: &mut Vec<Point>) {
        let near = self.empties().and(self.near);
        if near.is_empty() || self.outcome().is_some() {
            self.legal(moves);
        } else {
            near.append_to(moves);
        }
    }
}

impl Tactics for Gomoku {
    /// Completing a row is worth most, then making fours, by how many.
    fn capture_value(&self, mv: Point) -> Option<i32> {
        if self.fives[self.to_move].has(mv.index()) {
            return Some(1_000);
        }
        if self.counts[self.to_move].lacking[2] == 0 || !self.near.has(mv.index()) {
            return None;
        }
        let promise = self.promise(mv, self.to_move);
        let fours = i32::from(promise.lacking(1));
        (fours > 0).then(|| 10 * fours + i32::from(promise.lacking(2)))
    }

    const FINDS_WINS: bool = true;

    fn winning_move(&self) -> Option<Point> {
        self.fives[self.to_move].first()
    }

    /// Where the other side could make a row, every move loses that does not stop it; where it could at two points,
    /// every move loses.
    fn non_losing_moves(&self, moves: &mut Vec<Point>) {
        match self.fives[!self.to_move].first() {
            Some(_) if self.outcome().is_some() || self.fives[!self.to_move].count() > 1 => {}
            Some(only) => moves.push(only),
            None => self.legal(moves),
        }
    }

    /// Fours, which the other side has to answer, where they lead to more.
    fn noisy(&self, moves: &mut Vec<Point>) {
        if self.outcome().is_some() {
            return;
        }
        if let Some(row) = self.winning_move() {
            moves.push(row);
        } else if self.counts[self.to_move].lacking[2] > 0 {
            moves.extend(self.fours().iter().filter(|&four| self.leads_on(four)));
        }
    }

    /// The other side has a four.
    fn in_check(&self) -> bool {
        !self.fives[!self.to_move].is_empty()
    }

    /// Passing is safe to try: having one stone more is never a disadvantage.
    fn after_null_move(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.to_move = !passed.to_move;
        Some(passed)
    }
}

impl ExactEndgame for Gomoku {}

impl Symmetry for Gomoku {
    fn canonical_key(&self) -> u64 {
        (1..self.shape().symmetries()).map(|image| self.key_of_image(image)).fold(self.key(), u64::min)
    }

    fn colour_flipped(&self) -> Option<Self> {
        Some(self.exchanged())
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        (1..self.shape().symmetries()).map(|image| self.image(image)).collect()
    }
}
