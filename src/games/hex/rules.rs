//! The rules, on sets of cells. Each side's stones connected with each of its edges are tracked. A stone wins if it is
//! connected with both.
//!
//! X, the first side, connects top and bottom; O connects left and right.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::moves::MAX_SIZE;
use super::{HexEvaluation, HexMove, NAME, notation};
use crate::conventions::{BenchCase, Conventions};
use crate::seed::mix;
use crate::{
    BySide, Diagnostic, Diagram, Game, GameError, GameInfo, Grid, OptionInfo, OptionKind, Outcome, Pieces, Side,
    encoding, letters,
};

/// The least number of rows and columns.
const MIN_SIZE: usize = 3;

/// The options of Hex.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HexOptions {
    /// The number of rows and columns.
    pub size: u32,
    /// Whether the second side may take over the first stone instead of answering it.
    pub swap: bool,
}

impl Default for HexOptions {
    fn default() -> Self {
        Self { size: 11, swap: false }
    }
}

/// The validated options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) size: usize,
    pub(super) swap: bool,
}

impl Shape {
    /// Iterates over all cells, row by row from the top.
    pub(super) fn cells(self) -> impl Iterator<Item = HexMove> {
        Cells::board(self.size).iter()
    }

    /// Returns where half a turn of the board moves a cell. The edges stay with their sides.
    pub(super) const fn turned(self, cell: HexMove) -> HexMove {
        HexMove::cell(self.size - 1 - cell.row(), self.size - 1 - cell.column())
    }

    /// Returns the cells at an edge of a side: at the top or left for 0, at the bottom or right for 1.
    pub(super) fn edge(self, side: Side, edge: usize) -> Cells {
        let line = edge * (self.size - 1);
        match side {
            Side::First => Cells::row(line, self.size),
            Side::Second => Cells::column(line, self.size),
        }
    }

    const fn hash(self) -> u64 {
        mix((self.size as u64) << 1 | self.swap as u64)
    }
}

/// Returns where the reflection that exchanges the sides' edges moves a cell.
pub(super) const fn mirrored(cell: HexMove) -> HexMove {
    HexMove::cell(cell.column(), cell.row())
}

/// A position of Hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    pub(super) shape: Shape,
    stones: BySide<Cells>,
    /// Each side's stones that are connected with each of its edges.
    linked: BySide<[Cells; 2]>,
    hash: u64,
    /// The hash of the board after half a turn.
    turned_hash: u64,
    /// The number of empty cells.
    left: u16,
    to_move: Side,
    /// Whether the last stone connected its side's edges.
    won: bool,
}

impl Hex {
    /// An empty board.
    pub(super) fn empty(shape: Shape) -> Self {
        Self {
            shape,
            stones: BySide::new(Cells::NONE, Cells::NONE),
            linked: BySide::new([Cells::NONE; 2], [Cells::NONE; 2]),
            hash: shape.hash(),
            turned_hash: shape.hash(),
            left: u16::try_from(shape.size * shape.size).expect("the board size is small"),
            to_move: Side::First,
            won: false,
        }
    }

    /// Creates the position with these stones. The caller must ensure that the rules allow it.
    pub(super) fn of(shape: Shape, stones: impl IntoIterator<Item = (HexMove, Side)>, to_move: Side) -> Self {
        let mut position = Self { to_move, ..Self::empty(shape) };
        stones.into_iter().for_each(|(cell, side)| position.put(cell, side));
        position
    }

    /// Returns the stones of a side.
    pub(super) const fn stones(&self, side: Side) -> &Cells {
        match side {
            Side::First => &self.stones.first,
            Side::Second => &self.stones.second,
        }
    }

    pub(super) fn empties(&self) -> Cells {
        Cells::board(self.shape.size).without(&self.stones.first.or(&self.stones.second))
    }

    pub(super) fn stone(&self, cell: HexMove) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones[side].has(cell))
    }

    pub(super) fn all_stones(&self) -> impl Iterator<Item = (HexMove, Side)> {
        Side::BOTH.into_iter().flat_map(|side| self.stones[side].iter().map(move |cell| (cell, side)))
    }

    /// Returns the cells, empty or not, on which a stone of the side would be connected with its edge.
    pub(super) fn at_edge(&self, side: Side, edge: usize) -> Cells {
        self.shape.edge(side, edge).or(&self.linked[side][edge].neighbours())
    }

    /// Returns the empty cells where a stone of the side would win.
    pub(super) fn wins(&self, side: Side) -> Cells {
        self.empties().and(&self.at_edge(side, 0)).and(&self.at_edge(side, 1))
    }

    /// Returns whether the side to move may take over the first stone.
    pub(super) fn can_swap(&self) -> bool {
        self.shape.swap && self.to_move == Side::Second && self.stones_placed() == 1
    }

    pub(super) fn stones_placed(&self) -> usize {
        self.shape.size * self.shape.size - usize::from(self.left)
    }

    /// Returns the greatest number of plies until the end of the game.
    pub(super) fn longest_rest(&self) -> u32 {
        let swap_to_come = self.shape.swap && (self.stones_placed() == 0 || self.can_swap());
        if self.won { 0 } else { u32::from(self.left) + u32::from(swap_to_come) }
    }

    fn put(&mut self, cell: HexMove, side: Side) {
        self.stones[side].insert(cell);
        self.left -= 1;
        self.hash ^= stone_hash(cell, side);
        self.turned_hash ^= stone_hash(self.shape.turned(cell), side);
        for edge in 0..2 {
            if self.at_edge(side, edge).has(cell) {
                let fresh = self.stones[side].without(&self.linked[side][edge]);
                let linked = self.linked[side][edge].or(&Cells::one(cell).flood(&fresh));
                self.linked[side][edge] = linked;
            }
        }
        self.won |= self.linked[side][0].has(cell) && self.linked[side][1].has(cell);
    }

    /// Returns the position after half a turn of the board.
    pub(super) fn turned(&self) -> Self {
        let turned = self.all_stones().map(|(cell, side)| (self.shape.turned(cell), side));
        Self::of(self.shape, turned, self.to_move)
    }

    /// Returns the position with exchanged sides on the mirrored board.
    pub(super) fn exchanged(&self) -> Self {
        Self::of(self.shape, self.all_stones().map(|(cell, side)| (mirrored(cell), !side)), !self.to_move)
    }

    /// Returns the position with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self { to_move: !self.to_move, ..self.clone() }
    }

    pub(super) const fn turned_key(&self) -> u64 {
        key(self.turned_hash, self.to_move)
    }

    /// Returns a shortest chain of the winner's stones from edge to edge.
    fn chain(&self) -> Cells {
        let side = !self.to_move;
        let within = self.linked[side][0].and(&self.linked[side][1]);
        let mut layers = vec![within.and(&self.shape.edge(side, 0))];
        while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
            if last.meets(&self.shape.edge(side, 1)) {
                break;
            }
            let before = layers.iter().fold(Cells::NONE, |all, layer| all.or(layer));
            layers.push(last.neighbours().and(&within).without(&before));
        }
        let mut next = layers.pop().and_then(|last| last.and(&self.shape.edge(side, 1)).first());
        let mut chain = Cells::NONE;
        while let Some(cell) = next {
            chain.insert(cell);
            next = layers.pop().and_then(|layer| layer.and(&Cells::one(cell).neighbours()).first());
        }
        chain
    }
}

fn stone_hash(cell: HexMove, side: Side) -> u64 {
    mix((1 << 32) | u64::from(side == Side::Second) << 16 | cell.number() as u64)
}

const fn key(hash: u64, to_move: Side) -> u64 {
    match to_move {
        Side::First => hash,
        Side::Second => !hash,
    }
}

impl Game for Hex {
    type Move = HexMove;
    type Options = HexOptions;
    type Evaluation = HexEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Hex",
        about: "X connects top and bottom, O left and right: one of them must succeed.",
        sides: BySide::new("X", "O"),
        options: &[
            OptionInfo {
                name: "size",
                about: "rows and columns of the board",
                kind: OptionKind::Integer { min: MIN_SIZE as i64, max: MAX_SIZE as i64, default: 11 },
            },
            OptionInfo {
                name: "swap",
                about: "whether the second side may take the first stone over, mirrored, instead of answering it",
                kind: OptionKind::Boolean { default: false },
            },
        ],
    };
    const PIECES: Option<Pieces> = Pieces::STONES;
    const CONVENTIONS: Conventions<Self> = Conventions {
        hexagons: true,
        bench: &[BenchCase::random(0, 2), BenchCase::random(20, 2)],
        refinements: &[BenchCase::random(4, 2), BenchCase::random(40, 3)],
        ..Conventions::NONE
    };

    fn initial(options: &HexOptions) -> Result<Self, GameError> {
        let size = usize::try_from(options.size).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or_else(|| GameError::Options {
            game: Self::INFO.name,
            problem: Diagnostic::option_range("size", options.size, MIN_SIZE, MAX_SIZE),
        })?;
        Ok(Self::empty(Shape { size, swap: options.swap }))
    }

    fn parse(options: &HexOptions, text: &str) -> Result<Self, GameError> {
        let shape = Self::initial(options)?.shape;
        notation::parse(shape, text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<HexMove>) {
        if self.won {
            return;
        }
        self.empties().for_each(|cell| moves.push(cell));
        if self.can_swap() {
            moves.push(HexMove::SWAP);
        }
    }

    fn count_legal(&self) -> usize {
        if self.won { 0 } else { usize::from(self.left) + usize::from(self.can_swap()) }
    }

    fn is_legal(&self, mv: HexMove) -> bool {
        if mv == HexMove::SWAP {
            return self.can_swap();
        }
        let within = mv.row() < self.shape.size && mv.column() < self.shape.size;
        !self.won && within && self.stone(mv).is_none()
    }

    /// GTP calls this kind of swap `swap-pieces`.
    fn read_move(&self, text: &str) -> Option<HexMove> {
        let mv = if text.eq_ignore_ascii_case("swap-pieces") { Some(HexMove::SWAP) } else { text.parse().ok() };
        mv.filter(|mv| self.is_legal(*mv))
    }

    fn play(&mut self, mv: HexMove) {
        if mv == HexMove::SWAP {
            let only = self.stones.first.first().expect("only the first stone is swapped");
            *self = Self::of(self.shape, [(mirrored(only), Side::Second)], Side::First);
            return;
        }
        self.put(mv, self.to_move);
        self.to_move = !self.to_move;
    }

    /// A full board always connects one side, so nothing else ends the game.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::win(!self.to_move))
    }

    fn key(&self) -> u64 {
        key(self.hash, self.to_move)
    }

    fn cells(&self) -> Vec<u8> {
        let size = self.shape.size;
        let mut cells = vec![0; size * size];
        for (side, letter) in [(Side::First, b'x'), (Side::Second, b'o')] {
            self.stones[side].for_each(|cell| cells[cell.row() * size + cell.column()] = letter);
        }
        cells
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        encoding::encode(self, bytes);
        bytes.push(self.can_swap().into());
    }

    fn marked(&self, last: HexMove) -> Vec<Cow<'static, str>> {
        // After a swap, the only stone is the one that was taken over.
        let shown = if last == HexMove::SWAP { self.all_stones().next().map(|(cell, _)| cell) } else { Some(last) };
        shown.iter().map(|cell| cell.name().into()).collect()
    }

    fn line(&self) -> Vec<Cow<'static, str>> {
        if self.won { self.chain().iter().map(|cell| cell.name().into()).collect() } else { Vec::new() }
    }

    fn diagram(&self, last: Option<HexMove>) -> Diagram {
        let size = u32::try_from(self.shape.size).expect("the board size is small");
        Diagram::Grid {
            grid: Grid {
                columns: size,
                rows: size,
                cells: letters(&self.cells()),
                last: last.map(|last| self.marked(last)).unwrap_or_default(),
            },
            points: self.shape.cells().map(|cell| cell.name().into()).collect(),
            line: self.line(),
            check: None,
        }
    }
}
