//! The rules, on two bitboards: the discs of the side to move and those of the opponent.

use std::borrow::Cow;

use super::flips::{flips, mobility};
use super::{NAME, Reversi, ReversiEvaluation, Turn, endgame, notation, ranking, stability};
use crate::conventions::{BenchCase, Conventions};
use crate::hints::images_of_a_square;
use crate::placed;
use crate::seed::mix;
use crate::{
    BySide, Diagram, ExactEndgame, Game, GameError, GameInfo, Grid, MoveOrdering, NoOptions, Outcome, Pieces, Scoring,
    Side, Symmetry, Tactics, encoding, letters,
};

/// The initial position: black on d5 and e4, white on d4 and e5.
const START: BySide<u64> = BySide::new(1 << 35 | 1 << 28, 1 << 27 | 1 << 36);

impl Game for Reversi {
    type Move = Turn;
    type Options = NoOptions;
    type Evaluation = ReversiEvaluation;

    const INFO: GameInfo = GameInfo {
        name: NAME,
        title: "Reversi",
        about: "Enclose the opponent's discs to flip them; whoever has more in the end wins.",
        sides: BySide::new("Black", "White"),
        options: &[],
    };
    const PIECES: Option<Pieces> = Some(Pieces { letters: &["x", "o"], turn: true });
    const CONVENTIONS: Conventions<Self> = Conventions {
        bench: &[BenchCase::random(0, 5), BenchCase::random(20, 5)],
        refinements: &[BenchCase::random(0, 8), BenchCase::random(12, 8), BenchCase::random(30, 8)],
        engines: super::engines::PLAY,
        ..Conventions::NONE
    };
    const SCORING: Scoring = Scoring::Margin;
    const PASS: Option<Turn> = Some(Turn::PASS);

    fn initial(_: &NoOptions) -> Result<Self, GameError> {
        Ok(Self::of(&START, Side::First))
    }

    fn parse(_: &NoOptions, text: &str) -> Result<Self, GameError> {
        notation::parse(text).map_err(|problem| GameError::Position { game: Self::INFO.name, problem })
    }

    fn notation(&self) -> String {
        notation::write(self)
    }

    fn written(board: &Grid, to_move: Side) -> String {
        format!("{} {}", placed::rows(board), if to_move == Side::First { 'X' } else { 'O' })
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal(&self, moves: &mut Vec<Turn>) {
        if self.must_pass() {
            moves.push(Turn::PASS);
        }
        let mut rest = self.moves;
        while rest != 0 {
            moves.push(Turn(rest.trailing_zeros().to_le_bytes()[0]));
            rest &= rest - 1;
        }
    }

    fn count_legal(&self) -> usize {
        match self.moves {
            0 => usize::from(self.must_pass()),
            moves => moves.count_ones() as usize,
        }
    }

    fn is_legal(&self, mv: Turn) -> bool {
        match mv.square() {
            Some(square) => self.moves & square != 0,
            None => self.must_pass(),
        }
    }

    /// Other programs write a pass in several ways.
    fn read_move(&self, text: &str) -> Option<Turn> {
        let passes = ["pass", "pa", "ps", "p", "-", "--", "@@", "@@@@", "0000"]
            .iter()
            .any(|pass| pass.eq_ignore_ascii_case(text));
        let mv = if passes { Some(Turn::PASS) } else { text.parse().ok() };
        mv.filter(|mv| self.is_legal(*mv))
    }

    fn play(&mut self, mv: Turn) {
        let (flipped, square) = match mv.square() {
            Some(square) => (flips(self.own, self.other, mv.0.into()), square),
            None => (0, 0),
        };
        (self.own, self.other) = (self.other ^ flipped, self.own | flipped | square);
        self.moves = mobility(self.own, self.other);
        self.to_move = !self.to_move;
    }

    /// The disc difference, with the empty squares counted for the winner.
    fn outcome(&self) -> Option<Outcome> {
        if self.moves != 0 || self.must_pass() {
            return None;
        }
        let difference = self.own.count_ones().cast_signed() - self.other.count_ones().cast_signed();
        let margin = difference + difference.signum() * self.empties().cast_signed();
        Some(Outcome::payoff_of(margin * self.to_move.sign()))
    }

    fn key(&self) -> u64 {
        mix(self.own ^ mix(self.other)) ^ u64::from(self.to_move == Side::Second)
    }

    fn cells(&self) -> Vec<u8> {
        let cell = |index: u8| match self.disc(1 << index) {
            Some('X') => b'x',
            Some(_) => b'o',
            None => 0,
        };
        (0..64).map(cell).collect()
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        let [first, second] = Side::BOTH.map(|side| self.discs(side).to_le_bytes());
        encoding::put_rows(first.into_iter().zip(second), 8, bytes);
        bytes.push(encoding::side(self.to_move));
    }

    fn marked(&self, last: Turn) -> Vec<Cow<'static, str>> {
        vec![last.name().into()]
    }

    fn diagram(&self, last: Option<Turn>) -> Diagram {
        Diagram::Grid {
            grid: Grid {
                columns: 8,
                rows: 8,
                cells: letters(&self.cells()),
                last: last.map(|last| self.marked(last)).unwrap_or_default(),
            },
            points: (0..64).map(|index| Turn(index).name().into()).collect(),
            line: Vec::new(),
            check: None,
        }
    }
}

impl MoveOrdering for Reversi {
    fn rank(&self, mv: Turn) -> i32 {
        mv.square().map_or(0, |_| ranking::rank(self.own, self.other, mv.0.into()))
    }

    fn cheap_rank(&self, mv: Turn) -> i32 {
        mv.square().map_or(0, |_| ranking::cheap_rank(self.own, self.other, mv.0.into()))
    }
}

impl Tactics for Reversi {}

impl ExactEndgame for Reversi {
    fn payoff_upper_bound(&self, side: Side, enough: i32) -> Option<i32> {
        stability::payoff_upper_bound(self.discs(side), self.discs(!side), enough)
    }

    const ENDGAME_EMPTIES: u32 = 12;

    fn empties(&self) -> Option<u32> {
        Some((self.own | self.other).count_zeros())
    }

    /// A pass may precede each disc, but no pass follows another.
    fn max_plies_left(&self) -> Option<u32> {
        Some(2 * (self.own | self.other).count_zeros())
    }

    const MAX_SOLVE_NODES: u64 = endgame::MOST_NODES;

    fn solve_endgame(&self, window: (i32, i32), nodes: &mut u64) -> Option<i32> {
        let few = (self.own | self.other).count_zeros() <= endgame::FEW;
        few.then(|| endgame::play_out(self.own, self.other, self.moves, window, nodes))
    }
}

impl Symmetry for Reversi {
    fn colour_flipped(&self) -> Option<Self> {
        Some(Self { to_move: !self.to_move, ..self.clone() })
    }

    fn canonical_key(&self) -> u64 {
        let mut least = u64::MAX;
        let mut position = self.clone();
        for _ in 0..4 {
            least = least.min(position.key()).min(position.moved(u64::swap_bytes).key());
            position = position.moved(|board| transposed(board).swap_bytes());
        }
        least
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        let turned = |position: &Self| position.moved(|board| transposed(board).swap_bytes());
        images_of_a_square(self, self.moved(u64::swap_bytes), turned)
    }
}

/// Exchanges rows and columns: swaps blocks of four, two and one squares across the diagonal.
const fn transposed(board: u64) -> u64 {
    const fn exchange(board: u64, mask: u64, distance: u32) -> u64 {
        let different = (board ^ board >> distance) & mask;
        board ^ different ^ different << distance
    }
    let board = exchange(board, 0x0000_0000_f0f0_f0f0, 28);
    let board = exchange(board, 0x0000_cccc_0000_cccc, 14);
    exchange(board, 0x00aa_00aa_00aa_00aa, 7)
}
