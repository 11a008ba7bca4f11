//! Evaluations of unfinished positions of chess, in hundredths of a pawn.

use cozy_chess::{Board, Color, Piece, Square};

use super::Chess;
use super::bits::length;
use super::network;
use super::squares::placing;
use super::tapered::{Tapered, WHOLE, winnable};
use super::terms::{Pair, WHOLE_OPENING, phase};
use crate::games::{Evaluation, EvaluationInfo, WeightInfo};

/// How a bot judges a position of chess.
#[derive(Clone, Debug)]
pub enum ChessEvaluation {
    /// Pieces by where they stand, and what they do there.
    Tapered(Box<Tapered>),
    /// A network, except against a lone king; how much that and the terms of `tapered` count, in hundredths.
    Network(Box<Tapered>, [i32; 2]),
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

/// The weights of `squares`.
const SQUARES: &[WeightInfo] = &[
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
];

/// The weights of `tapered`: what its groups of terms count, in the order of their groups.
const TAPERED: &[WeightInfo] = &[
    weight("pieces", "pieces and where they stand, in hundredths", 100),
    weight("mobility", "where they can go, in hundredths", 100),
    weight("passed", "passed pawns, in hundredths", 100),
    weight("structure", "how pawns stand to each other, in hundredths", 100),
    weight("shelter", "the pawns of both sides before the kings, in hundredths", 100),
    weight("posts", "good places and good company of pieces, in hundredths", 100),
    weight("threats", "what is attacked, in hundredths", 100),
    weight("tempo", "having the move, in hundredths", 100),
    weight("danger", "attacks on the kings, in hundredths", 100),
];

impl Evaluation<Chess> for ChessEvaluation {
    const ALL: &'static [EvaluationInfo] = &[
        EvaluationInfo {
            name: "tapered",
            about: "pieces by square, mobility, pawns, threats and the king's safety, between opening and ending",
            weights: TAPERED,
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "network",
            about: "a small neural network; tapered against a lone king",
            weights: &[
                weight("terms", "what tapered says, added in hundredths", 0),
                weight("network", "what the network says, in hundredths", 100),
            ],
            antisymmetric: true,
        },
        EvaluationInfo {
            name: "squares",
            about: "pieces by square, between opening and ending by material",
            weights: SQUARES,
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
            (0, groups) => Self::Tapered(Box::new(Tapered::new(groups))),
            (1, &[terms, network]) => {
                let groups: Vec<i32> = TAPERED.iter().map(|group| group.default).collect();
                Self::Network(Box::new(Tapered::new(&groups)), [terms, network])
            }
            (2, &[p, n, b, r, q, p_end, n_end, b_end, r_end, q_end, squares]) => {
                let worth = [(p, p_end), (n, n_end), (b, b_end), (r, r_end), (q, q_end), (0, 0)];
                Self::Squares(Box::new(Squares::new(
                    worth.map(|(opening, ending)| Pair::new(opening, ending)),
                    squares,
                )))
            }
            (3, &[p, n, b, r, q]) => Self::Material([p, n, b, r, q]),
            _ => Self::Zero,
        }
    }

    fn evaluate(&self, position: &Chess) -> i32 {
        match self {
            Self::Tapered(weights) => weights.evaluate(&position.board),
            Self::Network(weights, [terms, network]) => {
                let board = &position.board;
                // A lone king is not what the network was fitted to.
                if Color::ALL.into_iter().any(|color| board.colors(color).len() == 1) {
                    return weights.evaluate(board);
                }
                let terms = if *terms == 0 { 0 } else { weights.evaluate(board) * terms };
                sober(board, (terms + network::judge(board) * network) / 100)
            }
            Self::Squares(squares) => {
                let board = &position.board;
                blend(board, squares.side(board, Color::White) - squares.side(board, Color::Black))
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

/// The value, less the nearer to the ending the position is, where the side that is ahead could hardly win that.
fn sober(board: &Board, value: i32) -> i32 {
    let ending = value * winnable(board, value) / WHOLE;
    blend(board, Pair { opening: value, ending })
}

/// Between opening and ending by the material left.
pub(super) fn blend(board: &Board, Pair { opening, ending }: Pair) -> i32 {
    let left: i32 = Piece::ALL.into_iter().map(|piece| phase(piece) * length(board.pieces(piece))).sum();
    let left = left.min(WHOLE_OPENING);
    (opening * left + ending * (WHOLE_OPENING - left)) / WHOLE_OPENING
}

/// What a white piece is worth on each square.
#[derive(Clone, Debug)]
pub struct Squares([[Pair; Square::NUM]; Piece::NUM]);

impl Squares {
    fn new(worth: [Pair; Piece::NUM], percent: i32) -> Self {
        let worth = |piece| Square::ALL.map(|square| worth[piece as usize] + placing(piece, square).percent(percent));
        Self(Piece::ALL.map(worth))
    }

    /// What all that `color` has is worth by where it stands.
    fn side(&self, board: &Board, color: Color) -> Pair {
        let own = board.colors(color);
        let worth = |piece: Piece| {
            let squares = (own & board.pieces(piece)).into_iter();
            squares.map(move |square| self.0[piece as usize][square.relative_to(color) as usize]).sum()
        };
        Piece::ALL.into_iter().map(worth).sum()
    }
}
