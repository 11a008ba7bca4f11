//! Evaluations of unfinished positions of chess, in hundredths of a pawn.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::Chess;
use super::squares::placing;
use super::terms::{PASSED, Pair, WHOLE_OPENING, phase, step};
use crate::games::{Evaluation, EvaluationInfo, WeightInfo};

/// How a bot judges a position of chess.
#[derive(Clone, Debug)]
pub enum ChessEvaluation {
    /// Pieces by where they stand, and what they do there.
    Tapered(Box<Tapered>),
    /// Pieces by where they stand.
    Squares(Box<Squares>),
    /// Counts the pieces, in the order of [`Piece::ALL`].
    Material([i32; 5]),
    /// Knows nothing.
    Zero,
}

const fn weight(name: &'static str, about: &'static str, default: i32) -> WeightInfo {
    WeightInfo { name, about, default }
}

/// The weights of `tapered`; the first [`PLACED`] of them are those of `squares`.
const TAPERED: &[WeightInfo] = &[
    weight("pawn", "a pawn in the opening", 82),
    weight("knight", "a knight in the opening", 337),
    weight("bishop", "a bishop in the opening", 365),
    weight("rook", "a rook in the opening", 477),
    weight("queen", "a queen in the opening", 1_025),
    weight("pawn_end", "a pawn in the ending", 94),
    weight("knight_end", "a knight in the ending", 281),
    weight("bishop_end", "a bishop in the ending", 297),
    weight("rook_end", "a rook in the ending", 512),
    weight("queen_end", "a queen in the ending", 936),
    weight("squares", "where the pieces stand, in hundredths", 100),
    weight("mobility", "where they can go, in hundredths", 100),
    weight("passed", "passed pawns, in hundredths", 100),
    weight("doubled", "a pawn behind another", -9),
    weight("isolated", "a pawn without neighbours", -10),
    weight("pair", "two bishops", 34),
    weight("open", "a rook on a file without own pawns; twice that without any", 12),
    weight("shield", "a pawn in front of the own king, in the opening", 9),
    weight("siege", "each attack on a square next to the other king, in the opening", 6),
    weight("tempo", "having the move", 12),
];
/// How many weights there are for pieces and where they stand.
const PLACED: usize = 11;

impl Evaluation<Chess> for ChessEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "tapered",
            about: "pieces by square, mobility, pawns and the king's safety, between opening and ending by material",
            weights: TAPERED,
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "squares",
            about: "pieces by square, between opening and ending by material",
            weights: TAPERED.split_at(PLACED).0,
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "material",
            about: "counts the pieces",
            weights: &[
                weight("pawn", "a pawn", 100),
                weight("knight", "a knight", 310),
                weight("bishop", "a bishop", 330),
                weight("rook", "a rook", 500),
                weight("queen", "a queen", 950),
            ],
            antisymmetric: true,
        },
        EvaluationInfo::ZERO,
    ];

    fn new(index: usize, weights: &[i32]) -> Self {
        match (index, weights) {
            (0 | 1, &[p, n, b, r, q, p_end, n_end, b_end, r_end, q_end, squares, ref rest @ ..]) => {
                let worth = [(p, p_end), (n, n_end), (b, b_end), (r, r_end), (q, q_end), (0, 0)];
                let placed = placed(worth.map(|(opening, ending)| Pair::new(opening, ending)), squares);
                match Tapered::new(&placed, rest) {
                    Some(weights) => Self::Tapered(Box::new(weights)),
                    None => Self::Squares(Box::new(Squares(placed))),
                }
            }
            (2, &[p, n, b, r, q]) => Self::Material([p, n, b, r, q]),
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Chess) -> i32 {
        match self {
            Self::Tapered(weights) => weights.evaluate(&position.board),
            Self::Squares(squares) => {
                let side = |color| on_squares(&squares.0, &position.board, color);
                blend(&position.board, side(Color::White) - side(Color::Black))
            }
            Self::Material(worth) => {
                let count = |color, piece| length(position.board.colored_pieces(color, piece));
                let pieces = Piece::ALL.into_iter().zip(worth);
                pieces.map(|(piece, worth)| worth * (count(Color::White, piece) - count(Color::Black, piece))).sum()
            }
            Self::Zero => 0,
        }
    }
}

/// What a white piece is worth on each square.
type Placed = [[Pair; Square::NUM]; Piece::NUM];

fn placed(worth: [Pair; Piece::NUM], squares: i32) -> Placed {
    Piece::ALL.map(|piece| Square::ALL.map(|square| worth[piece as usize] + placing(piece, square).percent(squares)))
}

/// What all that `color` has is worth by where it stands.
fn on_squares(placed: &Placed, board: &Board, color: Color) -> Pair {
    let own = board.colors(color);
    let worth = |piece: Piece| {
        let squares = (own & board.pieces(piece)).into_iter();
        squares.map(move |square| placed[piece as usize][square.relative_to(color) as usize]).sum()
    };
    Piece::ALL.into_iter().map(worth).sum()
}

/// Between opening and ending by the material left.
fn blend(board: &Board, Pair { opening, ending }: Pair) -> i32 {
    let left: i32 = Piece::ALL.into_iter().map(|piece| phase(piece) * length(board.pieces(piece))).sum();
    let left = left.min(WHOLE_OPENING);
    (opening * left + ending * (WHOLE_OPENING - left)) / WHOLE_OPENING
}

/// The weights of [`ChessEvaluation::Squares`], made ready for use.
#[derive(Clone, Debug)]
pub struct Squares(Placed);

/// The weights of [`ChessEvaluation::Tapered`], made ready for use.
#[derive(Clone, Debug)]
pub struct Tapered {
    placed: Placed,
    /// What one more square to go to is worth to each piece.
    step: [Pair; Piece::NUM],
    passed: [Pair; Rank::NUM],
    doubled: i32,
    isolated: i32,
    pair: i32,
    open: i32,
    shield: i32,
    siege: i32,
    tempo: i32,
}

impl Tapered {
    fn new(placed: &Placed, rest: &[i32]) -> Option<Self> {
        let &[mobility, passed, doubled, isolated, pair, open, shield, siege, tempo] = rest else {
            return None;
        };
        Some(Self {
            placed: *placed,
            step: Piece::ALL.map(|piece| step(piece).percent(mobility)),
            passed: PASSED.map(|value| value.percent(passed)),
            doubled,
            isolated,
            pair,
            open,
            shield,
            siege,
            tempo,
        })
    }

    fn evaluate(&self, board: &Board) -> i32 {
        let tempo = if board.side_to_move() == Color::White { self.tempo } else { -self.tempo };
        blend(board, self.side(board, Color::White) - self.side(board, Color::Black)) + tempo
    }

    /// What all that `color` has is worth to it.
    fn side(&self, board: &Board, color: Color) -> Pair {
        let mut value = self.pawns(board, color) + self.shield(board, color);
        if board.colored_pieces(color, Piece::Bishop).len() > 1 {
            value += Pair::new(self.pair, self.pair);
        }
        let (own, occupied) = (board.colors(color), board.occupied());
        let other_king = board.king(!color);
        let ring = get_king_moves(other_king) | other_king.bitboard();
        let siege = Pair::new(self.siege, 0);
        for piece in Piece::ALL {
            for square in own & board.pieces(piece) {
                value += self.placed[piece as usize][square.relative_to(color) as usize];
                let reach = match piece {
                    Piece::Pawn | Piece::King => continue,
                    Piece::Knight => get_knight_moves(square),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Rook => get_rook_moves(square, occupied),
                    Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                };
                value += self.step[piece as usize] * length(reach & !own) + siege * length(reach & ring);
                if piece == Piece::Rook {
                    value += self.file(board, color, square.file());
                }
            }
        }
        value
    }

    /// A rook's file.
    fn file(&self, board: &Board, color: Color, file: File) -> Pair {
        let pawns = board.pieces(Piece::Pawn) & file.bitboard();
        let times = i32::from((pawns & board.colors(color)).is_empty()) * (1 + i32::from(pawns.is_empty()));
        Pair::new(self.open, self.open) * times
    }

    /// The pawns that stand on the two ranks in front of the king, on its own file and those beside it.
    fn shield(&self, board: &Board, color: Color) -> Pair {
        let king = board.king(color);
        let file = king.file().bitboard() | king.file().adjacent();
        let rank = king.relative_to(color).rank() as usize;
        let ahead = Rank::ALL.into_iter().skip(rank + 1).take(2);
        let ahead = ahead.fold(BitBoard::EMPTY, |all, rank| all | rank.relative_to(color).bitboard());
        Pair::new(self.shield, 0) * length(board.colored_pieces(color, Piece::Pawn) & file & ahead)
    }

    /// How the pawns stand to each other and to the other side's.
    fn pawns(&self, board: &Board, color: Color) -> Pair {
        let own = board.colored_pieces(color, Piece::Pawn);
        let others = board.colored_pieces(!color, Piece::Pawn);
        let one = |square: Square| {
            let (file, beside) = (square.file().bitboard(), square.file().adjacent());
            let ahead = ahead(square, color);
            let mut flaws = 0;
            if !(own & file & ahead).is_empty() {
                flaws += self.doubled;
            }
            if (own & beside).is_empty() {
                flaws += self.isolated;
            }
            let passed = (others & (file | beside) & ahead).is_empty() && (own & file & ahead).is_empty();
            let came = square.relative_to(color).rank() as usize;
            Pair::new(flaws, flaws) + if passed { self.passed[came] } else { Pair::default() }
        };
        own.into_iter().map(one).sum()
    }
}

/// All squares on the ranks that lie before `square` for `color`.
fn ahead(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    match color {
        Color::White if rank == 7 => BitBoard::EMPTY,
        Color::White => BitBoard(u64::MAX << (8 * (rank + 1))),
        Color::Black => BitBoard((1 << (8 * rank)) - 1),
    }
}

fn length(set: BitBoard) -> i32 {
    set.len().cast_signed()
}
