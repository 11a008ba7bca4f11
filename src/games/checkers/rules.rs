//! The rules. Men step and jump forwards, kings in both directions. Captures are mandatory, but the player may choose
//! among them. A side that cannot move loses.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::moves::{BOARD, Direction, dense, king_row, square, squares};
use super::{CheckersEvaluation, CheckersMove, NAME, notation, pdn};
use crate::conventions::{BenchCase, Conventions};
use crate::seed::mix;
use crate::{BySide, Diagram, Game, GameError, GameInfo, Grid, Outcome, Pieces, Side};

/// The game is drawn after this many plies without a capture or a man's move.
pub(super) const QUIET_LIMIT: u8 = 80;

/// The options of English draughts, of which there are none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckersOptions {}

/// A position of English draughts. Black moves first, from the squares 1 to 12 towards 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkers {
    /// All pieces of each side.
    pub(super) pieces: BySide<u64>,
    /// The kings of both sides.
    pub(super) kings: u64,
    pub(super) to_move: Side,
    /// Plies since the last capture or man's move.
    pub(super) quiet: u8,
}

impl Checkers {
    /// Returns the pieces of `side` that may move in `direction`.
    pub(super) const fn able(&self, side: Side, direction: Direction) -> u64 {
        let (own, forwards) = match side {
            Side::First => (self.pieces.first, direction.is_down()),
            Side::Second => (self.pieces.second, !direction.is_down()),
        };
        if forwards { own } else { own & self.kings }
    }

    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.pieces.first | self.pieces.second)
    }

    /// Returns the pieces of `side` that can step in `direction`.
    pub(super) const fn steppers(&self, side: Side, direction: Direction) -> u64 {
        self.able(side, direction) & direction.back(self.empty())
    }

    /// Returns the pieces of `side` that can capture. All captures of a direction are found at once. No mask is needed:
    /// a jump off the board meets no empty square and no opposing piece.
    #[inline]
    pub(super) const fn jumpers(&self, side: Side) -> u64 {
        let (own, other) = self.of(side);
        let empty = self.empty();
        let down = (other & empty >> 4) >> 4 | (other & empty >> 5) >> 5;
        let up = (other & empty << 4) << 4 | (other & empty << 5) << 5;
        self.those_able(side, own, down, up)
    }

    /// Returns the pieces of `side` that can step.
    #[inline]
    pub(super) const fn movers(&self, side: Side) -> u64 {
        let (own, _) = self.of(side);
        let empty = self.empty();
        self.those_able(side, own, empty >> 4 | empty >> 5, empty << 4 | empty << 5)
    }

    /// Returns the pieces among `own` that are on a square of `down` and may move down, or on a square of `up` and may
    /// move up. Men move only forwards, kings in both directions.
    #[inline]
    const fn those_able(&self, side: Side, own: u64, down: u64, up: u64) -> u64 {
        let (forwards, backwards) = match side {
            Side::First => (down, up),
            Side::Second => (up, down),
        };
        own & (forwards | self.kings & backwards)
    }

    /// Returns the pieces of `side` and those of the other side.
    #[inline]
    const fn of(&self, side: Side) -> (u64, u64) {
        match side {
            Side::First => (self.pieces.first, self.pieces.second),
            Side::Second => (self.pieces.second, self.pieces.first),
        }
    }

    /// Calls `found` with each capture by the pieces in `jumpers`.
    fn captures(&self, jumpers: u64, found: &mut impl FnMut(CheckersMove)) {
        for start in squares(jumpers) {
            let capture = Capture { side: self.to_move, king: self.kings & start != 0, empty: self.empty() | start };
            capture.extend(CheckersMove::capture(start), start, self.pieces[!self.to_move], found);
        }
    }
}

/// The constant data of a capture: the side, whether the piece is a king, and the squares on which it can land.
struct Capture {
    side: Side,
    king: bool,
    empty: u64,
}

impl Capture {
    /// Extends the capture `mv`, whose piece is on `at`, by every possible jump over one of `others`, the pieces not
    /// captured yet. Calls `found` with each capture that cannot be extended. Returns whether a jump was possible.
    fn extend(&self, mv: CheckersMove, at: u64, others: u64, found: &mut impl FnMut(CheckersMove)) -> bool {
        let mut goes_on = false;
        for direction in Direction::ALL {
            if !self.king && direction.is_down() != (self.side == Side::First) {
                continue;
            }
            let over = direction.step(at) & others;
            let to = direction.step(over) & self.empty;
            if to == 0 {
                continue;
            }
            goes_on = true;
            let mv = mv.then(direction);
            // A man that reaches the king row ends its move there.
            let crowned = !self.king && to & king_row(self.side) != 0;
            if crowned || !self.extend(mv, to, others ^ over, found) {
                found(mv);
            }
        }
        goes_on
    }
}

impl Game for Checkers {
    type Move = CheckersMove;
    type Options = CheckersOptions;
    type Evaluation = CheckersEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Checkers",
        about: "English draughts: capture or block all of the other side's pieces; captures are mandatory.",
        sides: BySide::new("Black", "White"),
        options: &[],
    };
    const PIECES: Option<Pieces> = Some(Pieces { letters: &["m", "k", "M", "K"], turn: true });
    const CONVENTIONS: Conventions<Self> = Conventions {
        records: Some(pdn::NOTATION),
        bench: &[BenchCase::random(0, 6), BenchCase::random(20, 6)],
        refinements: &[BenchCase::random(0, 9), BenchCase::random(10, 9), BenchCase::random(24, 9)],
        ..Conventions::NONE
    };
    const REPETITION: Option<usize> = Some(3);
    /// Four plies: each side moves a piece there and back.
    const SHORTEST_CYCLE: usize = 4;

    fn initial(_: &CheckersOptions) -> Result<Self, GameError> {
        let (first, second) = (square(13) - 1, !(square(21) - 1));
        Ok(Self { pieces: BySide::new(first & BOARD, second & BOARD), kings: 0, to_move: Side::First, quiet: 0 })
    }

    fn parse(_: &CheckersOptions, text: &str) -> Result<Self, GameError> {
        notation::parse(text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn written(board: &Grid, to_move: Side) -> String {
        notation::of_cells(&board.cells, to_move)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<CheckersMove>) {
        if self.quiet < QUIET_LIMIT {
            self.legal_despite_draw(moves);
        }
    }

    fn legal_despite_draw(&self, moves: &mut Vec<CheckersMove>) {
        let jumpers = self.jumpers(self.to_move);
        if jumpers != 0 {
            return self.captures(jumpers, &mut |mv| moves.push(mv));
        }
        for direction in Direction::ALL {
            let mut steppers = self.steppers(self.to_move, direction);
            while steppers != 0 {
                moves.push(CheckersMove::step(steppers & steppers.wrapping_neg(), direction));
                steppers &= steppers - 1;
            }
        }
    }

    fn count_legal(&self) -> usize {
        if self.quiet < QUIET_LIMIT { self.count_legal_despite_draw() } else { 0 }
    }

    fn count_legal_despite_draw(&self) -> usize {
        let jumpers = self.jumpers(self.to_move);
        let mut count = 0;
        if jumpers != 0 {
            self.captures(jumpers, &mut |_| count += 1);
        } else {
            for direction in Direction::ALL {
                count += self.steppers(self.to_move, direction).count_ones() as usize;
            }
        }
        count
    }

    fn is_legal(&self, mv: CheckersMove) -> bool {
        if self.quiet >= QUIET_LIMIT {
            return false;
        }
        let jumpers = self.jumpers(self.to_move);
        if jumpers == 0 {
            let way = mv.directions().next();
            return mv.jumps() == 0 && way.is_some_and(|way| self.steppers(self.to_move, way) & mv.start() != 0);
        }
        let mut legal = false;
        self.captures(jumpers & mv.start(), &mut |other| legal |= other == mv);
        legal
    }

    fn read_move(&self, text: &str) -> Option<CheckersMove> {
        text.parse().ok().filter(|mv| self.is_legal(*mv)).or_else(|| notation::customary(self, text))
    }

    fn play(&mut self, mv: CheckersMove) {
        let (side, start) = (self.to_move, mv.start());
        let (end, captured) = if mv.jumps() == 0 { (mv.stepped(), 0) } else { mv.walk() };
        let king = self.kings & start != 0;
        // A king's capture may end on its start square.
        self.pieces[side] = self.pieces[side] & !start | end;
        self.pieces[!side] &= !captured;
        self.kings &= !(start | captured);
        if king || end & king_row(side) != 0 {
            self.kings |= end;
        }
        self.quiet = if king && captured == 0 { self.quiet + 1 } else { 0 };
        self.to_move = !side;
    }

    /// A side that cannot move has lost, even after the last quiet ply.
    fn outcome(&self) -> Option<Outcome> {
        if self.movers(self.to_move) == 0 && self.jumpers(self.to_move) == 0 {
            return Some(Outcome::win(!self.to_move));
        }
        (self.quiet >= QUIET_LIMIT).then_some(Outcome::DRAW)
    }

    fn key(&self) -> u64 {
        let side = u64::from(self.to_move == Side::Second);
        let [first, second, kings] = [self.pieces.first, self.pieces.second, self.kings].map(dense);
        mix(mix(first | side << 32) ^ (second | kings << 32))
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.quiet)
    }

    fn plies_to_counter_draw(&self) -> Option<usize> {
        Some(QUIET_LIMIT.saturating_sub(self.quiet).into())
    }

    fn cells(&self) -> Vec<u8> {
        notation::cells(self)
    }

    fn marked(&self, last: CheckersMove) -> Vec<Cow<'static, str>> {
        notation::marked(last)
    }

    fn diagram(&self, last: Option<CheckersMove>) -> Diagram {
        notation::diagram(self, last.map(notation::marked).unwrap_or_default())
    }
}
