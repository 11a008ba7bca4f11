//! The crate's own two examples, written independently: the same representations, operations and evaluation as
//! `examples/connect4.rs` and `examples/ttt.rs` of `minimax` 0.6 (MIT).

use minimax::{Evaluation, Evaluator, Game, Winner};

const COLUMNS: u32 = 7;
const HEIGHT: u32 = 7;
const COLUMN: u64 = 0x3F;

/// Two bitboards, the number of stones, and an incrementally updated hash.
#[derive(Clone)]
pub(crate) struct Four {
    all: u64,
    own: u64,
    moves: u8,
    hash: u64,
}

impl Four {
    pub(crate) const EMPTY: Self = Self { all: 0, own: 0, moves: 0, hash: 0 };
}

pub(crate) struct FourRules;

impl Game for FourRules {
    type S = Four;
    type M = u8;

    fn generate_moves(board: &Four, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let mut all = board.all;
            for column in 0..COLUMNS {
                if all & COLUMN < COLUMN {
                    moves.push(column.to_le_bytes()[0]);
                }
                all >>= HEIGHT;
            }
        }
        winner
    }

    fn get_winner(board: &Four) -> Option<Winner> {
        let stones = board.all ^ board.own;
        let four = |step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        if four(1) || four(HEIGHT) || four(HEIGHT + 1) || four(HEIGHT - 1) {
            return Some(Winner::PlayerJustMoved);
        }
        (board.moves == 42).then_some(Winner::Draw)
    }

    fn apply(board: &mut Four, column: u8) -> Option<Four> {
        let shift = u32::from(column) * HEIGHT;
        let mut after = board.clone();
        let stone = ((after.all >> shift & COLUMN) + 1) << shift;
        after.own ^= after.all;
        after.all |= stone;
        after.moves += 1;
        after.hash ^= HASHES[(stone.trailing_zeros() << 1 | u32::from(after.moves & 1)) as usize];
        Some(after)
    }

    fn zobrist_hash(board: &Four) -> u64 {
        board.hash
    }
}

/// Arbitrary numbers.
static HASHES: [u64; 98] = {
    let mut hashes = [0x9E37_79B9_7F4A_7C15; 98];
    let mut at = 1;
    while at < hashes.len() {
        let mixed = hashes[at - 1] ^ hashes[at - 1] << 13;
        let mixed = mixed ^ mixed >> 7;
        hashes[at] = mixed ^ mixed << 17;
        at += 1;
    }
    hashes
};

/// Returns the points that the example treats as completing four of `stones`. There are more of them than in reality,
/// because two in a row before the point are enough.
pub(crate) fn fourths(stones: u64, all: u64) -> u64 {
    let all = all | (0..COLUMNS).fold(0, |tops, column| tops | (COLUMN + 1) << (column * HEIGHT));
    let along = |step: u32| {
        let pairs = stones & stones >> step;
        let singles = stones >> step & !all | stones << step & !all;
        pairs >> (2 * step) & singles | pairs << (2 * step) & singles
    };
    along(1) | along(HEIGHT) | along(HEIGHT + 1) | along(HEIGHT - 1)
}

#[derive(Clone)]
pub(crate) struct FourJudge;

impl Evaluator for FourJudge {
    type G = FourRules;

    fn evaluate(&self, board: &Four) -> Evaluation {
        let other = board.all ^ board.own;
        let (mut own_fourths, mut other_fourths) = (fourths(board.own, board.all), fourths(other, board.all));
        let mut score = 0;
        for column in 2..5 {
            let stones = |side: u64| (side >> (HEIGHT * column) & COLUMN).count_ones() as Evaluation;
            score += stones(board.own);
            score -= stones(other);
        }
        let mut all = board.all;
        for _ in 0..COLUMNS {
            let next = (all & COLUMN) + 1;
            // The example continues with the next column here without shifting its boards, which ends its count.
            if next > COLUMN {
                continue;
            }
            for (point, worth) in [(next, 10), (next << 1, 5)] {
                if point & own_fourths != 0 {
                    score += worth;
                }
                if point & other_fourths != 0 {
                    score -= worth;
                }
            }
            all >>= HEIGHT;
            own_fourths >>= HEIGHT;
            other_fourths >>= HEIGHT;
        }
        score
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Square {
    Empty,
    X,
    O,
}

/// Nine squares, modified in place, and the side to move.
#[derive(Clone)]
pub(crate) struct Three {
    squares: [Square; 9],
    turn: Square,
}

impl Three {
    pub(crate) const EMPTY: Self = Self { squares: [Square::Empty; 9], turn: Square::X };

    const fn other(&self) -> Square {
        match self.turn {
            Square::Empty => Square::Empty,
            Square::X => Square::O,
            Square::O => Square::X,
        }
    }
}

pub(crate) struct ThreeRules;

impl Game for ThreeRules {
    type S = Three;
    type M = u8;

    fn generate_moves(board: &Three, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend((0..9).filter(|&at| board.squares[usize::from(at)] == Square::Empty));
        }
        winner
    }

    fn get_winner(board: &Three) -> Option<Winner> {
        let (at, last) = (&board.squares, board.other());
        let line = |a: usize, b: usize, c: usize| at[a] == last && at[a] == at[b] && at[b] == at[c];
        let rows = line(0, 1, 2) || line(3, 4, 5) || line(6, 7, 8);
        let columns = || line(0, 3, 6) || line(1, 4, 7) || line(2, 5, 8);
        if rows || columns() || line(0, 4, 8) || line(2, 4, 6) {
            return Some(Winner::PlayerJustMoved);
        }
        at.iter().all(|square| *square != Square::Empty).then_some(Winner::Draw)
    }

    fn apply(board: &mut Three, at: u8) -> Option<Three> {
        board.squares[usize::from(at)] = board.turn;
        board.turn = board.other();
        None
    }

    fn undo(board: &mut Three, at: u8) {
        board.squares[usize::from(at)] = Square::Empty;
        board.turn = board.other();
    }
}

/// The example's evaluation is never called: the game is searched to its end.
pub(crate) struct Blank;

impl Evaluator for Blank {
    type G = ThreeRules;

    fn evaluate(&self, _: &Three) -> Evaluation {
        0
    }
}
