//! The rules. Men step and jump forwards, kings in both directions. Captures are mandatory, but the player may choose
//! among them. A side that cannot move loses.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::moves::{BOARD, Direction, dense, king_row, square};
use super::position::{Checkers, QUIET_LIMIT};
use super::{CheckersEvaluation, CheckersMove, NAME, notation, pdn};
use crate::conventions::{BenchCase, Conventions};
use crate::seed::mix;
use crate::{BySide, Diagram, Game, GameError, GameInfo, Grid, Outcome, Pieces, Side};

/// The options of English draughts, of which there are none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckersOptions {}

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
