//! The rules, on two sets of points.
//!
//! Each side's set contains its stones and every cell off the board. A cell in neither set is empty, a cell in both is
//! off the board, and exchanging the sets exchanges the sides.

use std::borrow::Cow;

use super::lines::{self, Lines, WAYS};
use super::points::Points;
use super::shape::{CELLS, GomokuOptions, MAX_SIZE, MIN_SIZE, STEPS, Shape};
use super::stretches::{StretchCounts, StretchGain, Surveyor, reach};
use super::{GomokuEvaluation, NAME, Point, notation};
use crate::conventions::{BenchCase, Conventions};
use crate::seed::mix;
use crate::{BySide, Diagram, Game, GameError, GameInfo, Grid, OptionInfo, OptionKind, Outcome, Pieces, Side, letters};

const SIZES: OptionKind = OptionKind::Integer { min: 0, max: MAX_SIZE as i64, default: 0 };

/// A position of gomoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    /// Each side's stones, and the cells off the board.
    taken: BySide<Points>,
    /// The same sets as lines.
    pub(super) lines: BySide<Lines>,
    /// The empty points where a stone of the side would win.
    pub(super) fives: BySide<Points>,
    /// The stretches that each side can still fill.
    pub(super) counts: BySide<StretchCounts>,
    /// The points at most two away from a stone. Some of them are taken.
    pub(super) near: Points,
    hash: u64,
    shape: Shape,
    /// The number of empty points.
    left: u16,
    pub(super) to_move: Side,
    /// Whether the last move completed a row.
    won: bool,
}

impl Gomoku {
    /// Creates an empty board.
    pub(super) fn empty(shape: Shape) -> Self {
        let (mut off, mut lines) = (Points::ALL, Lines::ALL);
        for point in shape.top_down() {
            off.remove(point.index());
            lines.remove(point);
        }
        Self {
            taken: BySide::new(off, off),
            lines: BySide::new(lines, lines),
            fives: BySide::new(Points::NONE, Points::NONE),
            counts: BySide::from_fn(|_| StretchCounts::empty(shape)),
            near: Points::NONE,
            hash: shape.hash(),
            shape,
            left: u16::from(shape.columns) * u16::from(shape.rows),
            to_move: Side::First,
            won: false,
        }
    }

    /// Creates the position with these stones. The caller must ensure that the rules allow it.
    pub(super) fn of(shape: Shape, stones: impl IntoIterator<Item = (Point, Side)>, to_move: Side) -> Self {
        let mut position = Self { to_move, ..Self::empty(shape) };
        stones.into_iter().for_each(|(point, side)| position.put(point, side));
        position.won = position.stones(!to_move).iter().any(|point| position.completes(point, !to_move));
        position
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the empty points.
    pub(super) fn empties(&self) -> Points {
        Points::ALL.without(self.taken.first.or(self.taken.second))
    }

    /// Returns the stones of a side.
    pub(super) fn stones(&self, side: Side) -> Points {
        self.taken[side].without(self.taken[!side])
    }

    /// Returns the owner of the stone on the cell, if any.
    pub(super) fn stone(&self, index: usize) -> Option<Side> {
        match (self.taken.first.has(index), self.taken.second.has(index)) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }

    pub(super) fn is_empty(&self, index: usize) -> bool {
        index < CELLS && !self.taken.first.has(index) && !self.taken.second.has(index)
    }

    /// Returns the effect of a stone of `side` on the empty point, for all its lines together and for each of them.
    #[inline]
    pub(super) fn survey(&self, point: Point, side: Side) -> (StretchGain, [u64; WAYS.len()]) {
        let surveyor = Surveyor::new(self.shape.row);
        let mut all = StretchGain::default();
        let reach = reach(self.shape.row);
        let (own, other) = (&self.lines[side], &self.lines[!side]);
        let mut alone = [0; WAYS.len()];
        for way in WAYS {
            let place = lines::place(way, point);
            let blocked = other.around(way, place, reach);
            let packed = surveyor.survey(own.around(way, place, reach) & !blocked, blocked);
            all.add(packed);
            alone[way] = packed;
        }
        (all, alone)
    }

    /// Returns the effect of a stone of `side` on the empty point for all its lines.
    #[inline]
    pub(super) fn promise(&self, point: Point, side: Side) -> StretchGain {
        self.survey(point, side).0
    }

    fn put(&mut self, point: Point, side: Side) {
        let (own, by_way) = self.survey(point, side);
        let others = self.promise(point, !side);
        self.counts[side].gain(own);
        self.counts[!side].lose(others);
        self.taken[side].insert(point.index());
        self.lines[side].insert(point);
        self.near.insert_around(point);
        self.hash ^= stone_hash(point, side);
        self.left -= 1;
        Side::BOTH.into_iter().for_each(|side| self.fives[side].remove(point.index()));
        if self.shape.exact {
            // A longer row does not win.
            for five in self.fives[side].iter() {
                if !self.completes(five, side) {
                    self.fives[side].remove(five.index());
                }
            }
        }
        for (way, packed) in WAYS.into_iter().zip(by_way) {
            let mut line = StretchGain::default();
            line.add(packed);
            if line.lacking(1) > 0 {
                self.find_fives(point, side, way);
            }
        }
    }

    /// Records where a stone of `side` wins along the line of its stone on `point`.
    fn find_fives(&mut self, point: Point, side: Side, way: usize) {
        let (line, bit) = lines::place(way, point);
        let far = usize::from(self.shape.row) - 1;
        for at in bit.saturating_sub(far)..=bit + far {
            if at > lines::LAST_BIT || self.taken_on(way, line) >> at & 1 == 1 {
                continue;
            }
            let empty = lines::point(way, line, at);
            if self.completes(empty, side) {
                self.fives[side].insert(empty.index());
            }
        }
    }

    /// Returns the cells of a line that are not empty.
    fn taken_on(&self, way: usize, line: usize) -> u32 {
        self.lines.first.line(way, line) | self.lines.second.line(way, line)
    }

    /// Returns the number of consecutive stones of `side` after the point, and the cell after them, forwards or
    /// backwards.
    fn run(&self, point: Point, side: Side, step: usize, forwards: bool) -> (usize, usize) {
        // A step back beyond the first cell wraps around to an index that is in no set.
        let next = |at: usize| if forwards { at.wrapping_add(step) } else { at.wrapping_sub(step) };
        let mut at = next(point.index());
        let mut stones = 0;
        while self.taken[side].has(at) && !self.taken[!side].has(at) {
            stones += 1;
            at = next(at);
        }
        (stones, at)
    }

    /// Returns the length of the row of `side` through the point in the direction of `step`, if one of its stones is
    /// there.
    fn row_through(&self, point: Point, side: Side, step: usize) -> usize {
        1 + self.run(point, side, step, true).0 + self.run(point, side, step, false).0
    }

    fn is_winning_row(&self, stones: usize) -> bool {
        let row = usize::from(self.shape.row);
        if self.shape.exact { stones == row } else { stones >= row }
    }

    /// Returns whether a stone of `side` on the point completes a winning row.
    pub(super) fn completes(&self, point: Point, side: Side) -> bool {
        STEPS.into_iter().any(|step| self.is_winning_row(self.row_through(point, side, step)))
    }

    /// Applies a symmetry of the board.
    pub(super) fn image(&self, image: usize) -> Self {
        let moved = |(point, side): (Point, Side)| (self.shape.image(point, image), side);
        Self { won: self.won, ..Self::of(self.shape, self.all_stones().map(moved), self.to_move) }
    }

    /// Returns the key of [`Gomoku::image`].
    pub(super) fn key_of_image(&self, image: usize) -> u64 {
        let stones = self.all_stones().map(|(point, side)| stone_hash(self.shape.image(point, image), side));
        key(stones.fold(self.shape.hash(), |hash, stone| hash ^ stone), self.to_move)
    }

    /// Exchanges the stones and the side to move.
    pub(super) fn exchanged(&self) -> Self {
        let exchanged = self.all_stones().map(|(point, side)| (point, !side));
        Self { won: self.won, ..Self::of(self.shape, exchanged, !self.to_move) }
    }

    fn all_stones(&self) -> impl Iterator<Item = (Point, Side)> {
        Side::BOTH.into_iter().flat_map(|side| self.stones(side).iter().map(move |point| (point, side)))
    }
}

fn stone_hash(point: Point, side: Side) -> u64 {
    mix((1 << 32) | u64::from(side == Side::Second) << 16 | point.number() as u64)
}

const fn key(hash: u64, to_move: Side) -> u64 {
    match to_move {
        Side::First => hash,
        Side::Second => !hash,
    }
}

impl Game for Gomoku {
    type Move = Point;
    type Options = GomokuOptions;
    type Evaluation = GomokuEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Gomoku",
        about: "Five in a row, or as many as you choose, on a board of your size.",
        sides: BySide::new("X", "O"),
        options: &[
            OptionInfo {
                name: "size",
                about: "columns and rows of the board",
                kind: OptionKind::Integer { min: MIN_SIZE as i64, max: MAX_SIZE as i64, default: 15 },
            },
            OptionInfo { name: "columns", about: "columns, 0 for as many as size", kind: SIZES },
            OptionInfo { name: "rows", about: "rows, 0 for as many as size", kind: SIZES },
            OptionInfo {
                name: "row",
                about: "how many in a row win",
                kind: OptionKind::Integer { min: MIN_SIZE as i64, max: MAX_SIZE as i64, default: 5 },
            },
            OptionInfo {
                name: "exact",
                about: "whether more than that in a row do not win",
                kind: OptionKind::Boolean { default: false },
            },
        ],
    };
    const PIECES: Option<Pieces> = Pieces::STONES;
    const CONVENTIONS: Conventions<Self> = Conventions {
        bench: &[BenchCase::random(0, 2), BenchCase::random(8, 2)],
        refinements: &[BenchCase::random(2, 3), BenchCase::random(8, 3)],
        engines: super::engines::PLAY,
        ..Conventions::NONE
    };

    fn initial(options: &GomokuOptions) -> Result<Self, GameError> {
        Shape::new(options).map(Self::empty).map_err(|problem| GameError::Options { game: Self::INFO.name, problem })
    }

    fn parse(options: &GomokuOptions, text: &str) -> Result<Self, GameError> {
        let shape = Self::initial(options)?.shape;
        notation::parse(shape, text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<Point>) {
        if !self.won {
            self.empties().for_each(|point| moves.push(point));
        }
    }

    fn count_legal(&self) -> usize {
        if self.won { 0 } else { usize::from(self.left) }
    }

    fn is_legal(&self, mv: Point) -> bool {
        !self.won && self.is_empty(mv.index())
    }

    fn play(&mut self, mv: Point) {
        self.won = self.fives[self.to_move].has(mv.index());
        self.put(mv, self.to_move);
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won { Some(Outcome::win(!self.to_move)) } else { (self.left == 0).then_some(Outcome::DRAW) }
    }

    fn key(&self) -> u64 {
        key(self.hash, self.to_move)
    }

    fn cells(&self) -> Vec<u8> {
        let (columns, rows) = (usize::from(self.shape.columns), usize::from(self.shape.rows));
        let mut cells = vec![0; columns * rows];
        for (side, letter) in [(Side::First, b'x'), (Side::Second, b'o')] {
            self.stones(side).for_each(|point| cells[(rows - 1 - point.row()) * columns + point.column()] = letter);
        }
        cells
    }

    fn marked(&self, last: Point) -> Vec<Cow<'static, str>> {
        vec![last.name().into()]
    }

    fn line(&self) -> Vec<Cow<'static, str>> {
        if !self.won {
            return Vec::new();
        }
        let in_row =
            |point: &Point| self.stone(point.index()) == Some(!self.to_move) && self.completes(*point, !self.to_move);
        self.shape.top_down().filter(in_row).map(|point| point.name().into()).collect()
    }

    fn diagram(&self, last: Option<Point>) -> Diagram {
        Diagram::Grid {
            grid: Grid {
                columns: self.shape.columns.into(),
                rows: self.shape.rows.into(),
                cells: letters(&self.cells()),
                last: last.map(|last| self.marked(last)).unwrap_or_default(),
            },
            points: self.shape.top_down().map(|point| point.name().into()).collect(),
            line: self.line(),
            check: None,
        }
    }
}
