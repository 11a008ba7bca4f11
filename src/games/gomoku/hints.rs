//! The hints of gomoku: moves that complete a row, points that must be taken, and promising moves.

use super::lines::{self, WAYS};
use super::points::Points;
use super::stretches::StretchGain;
use super::{Gomoku, Point};
use crate::{ExactEndgame, Game, MoveOrdering, Symmetry, Tactics};

/// The rank of a move that completes a row, and of a move that stops one.
const ROW: i32 = 400_000;
const STOP: i32 = 200_000;
/// The rank of a point far from all stones, below all ranks of near points.
const FAR: i32 = -100_000;

/// The worth of a stone of the side to move: by how many of its stretches then lack one to four stones, and by how many
/// of its open stretches then lack none to two.
const LACKING: [i32; 4] = [1_200, 130, 18, 4];
const OPEN: [i32; 3] = [9_000, 600, 30];

fn worth(promise: StretchGain) -> i32 {
    let lacking = (1..).zip(LACKING).map(|(stones, worth)| worth * i32::from(promise.lacking(stones)));
    let open = (0..).zip(OPEN).map(|(stones, worth)| worth * i32::from(promise.open(stones)));
    lacking.sum::<i32>() + open.sum::<i32>()
}

impl Gomoku {
    /// Returns the empty points where a stone of the side to move makes a four, which threatens a row.
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
    /// Returns whether a four on the point does more than use up a threat: it makes two fours at once, or a three in
    /// another line.
    fn leads_on(&self, point: Point) -> bool {
        let (all, alone) = self.survey(point, self.to_move);
        all.lacking(1) > 1
            || alone.into_iter().any(|packed| {
                let mut line = StretchGain::default();
                line.add(packed);
                line.lacking(1) == 0 && line.lacking(2) > 0
            })
    }
}

impl MoveOrdering for Gomoku {
    /// Prefers completing a row, then stopping one, then making or stopping the longest stretches. Otherwise prefers
    /// the centre.
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

    /// Returns the points near a stone.
    fn plausible_moves(&self, moves: &mut Vec<Point>) {
        let near = self.empties().and(self.near);
        if near.is_empty() || self.outcome().is_some() {
            self.legal(moves);
        } else {
            near.for_each(|point| moves.push(point));
        }
    }
}

impl Tactics for Gomoku {
    /// Completing a row has the greatest value, then making fours, by their number.
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

    /// Holds for every option: only a row ends a game before the board is full.
    const FINDS_WINS: bool = true;

    fn winning_move(&self) -> Option<Point> {
        self.fives[self.to_move].first()
    }

    /// If the opponent threatens a row, every move that does not stop it loses. If there are two such points, every
    /// move loses.
    fn non_losing_moves(&self, moves: &mut Vec<Point>) {
        match self.fives[!self.to_move].first() {
            Some(_) if self.outcome().is_some() || self.fives[!self.to_move].count() > 1 => {}
            Some(only) => moves.push(only),
            None => self.legal(moves),
        }
    }

    /// Fours that lead to further threats. The opponent must answer them.
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

    /// A four of the opponent counts as a check.
    fn in_check(&self) -> bool {
        !self.fives[!self.to_move].is_empty()
    }

    /// A null move is safe, because an extra stone is never a disadvantage.
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
