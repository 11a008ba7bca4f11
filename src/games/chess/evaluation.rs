//! Evaluations of unfinished chess positions, in hundredths of a pawn.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::Chess;
use super::bits::{ahead, length, one};
use super::network::{self, MODEL};
use super::position::color_of;
use super::squares::placing;
use super::tapered::{Tapered, WHOLE, winnable};
use super::terms::{Pair, WHOLE_OPENING, phase};
use crate::BySide;
use crate::evaluation::{evaluations, turn};

evaluations! {
    /// Evaluations of chess positions.
    pub enum ChessEvaluation for Chess {
        /// Scores pieces by square and activity.
        Tapered: TaperedWeights => Box<Tapered> = "tapered", antisymmetric: true,
        "pieces by square, mobility, pawns, threats and the king's safety, between opening and ending" {
            pieces = 100, "pieces and where they stand, in hundredths";
            mobility = 100, "where they can go, in hundredths";
            passed = 100, "passed pawns, in hundredths";
            structure = 100, "how pawns stand to each other, in hundredths";
            shelter = 100, "the pawns of both sides before the kings, in hundredths";
            posts = 100, "good places and good company of pieces, in hundredths";
            threats = 100, "what is attacked, in hundredths";
            tempo = 100, "having the move, in hundredths";
            danger = 100, "attacks on the kings, in hundredths";
        }
        /// A neural network, except against a lone king.
        Network: NetworkWeights => Box<Network> = "network", antisymmetric: true,
        "a small neural network; tapered against a lone king", needs MODEL {
            terms = 0, "what tapered says, added in hundredths";
            network = 100, "what the network says, in hundredths";
        }
        /// Scores pieces by square.
        Squares: SquaresWeights => Box<Squares> = "squares", antisymmetric: true,
        "pieces by square, between opening and ending by material" {
            pawn = 82, "a pawn in the opening";
            knight = 337, "a knight in the opening";
            bishop = 365, "a bishop in the opening";
            rook = 477, "a rook in the opening";
            queen = 1_025, "a queen in the opening";
            pawn_end = 94, "a pawn in the ending";
            knight_end = 281, "a knight in the ending";
            bishop_end = 297, "a bishop in the ending";
            rook_end = 512, "a rook in the ending";
            queen_end = 936, "a queen in the ending";
            squares = 100, "where the pieces stand, in hundredths";
        }
        /// Counts the pieces.
        Material: Material => Material = "material", antisymmetric: true,
        "counts the pieces" {
            pawn = 100, "a pawn";
            knight = 310, "a knight";
            bishop = 330, "a bishop";
            rook = 500, "a rook";
            queen = 950, "a queen";
        }
    }
    features {
        pawn = |position| pieces(position, Piece::Pawn), "a pawn";
        knight = |position| pieces(position, Piece::Knight), "a knight";
        bishop = |position| pieces(position, Piece::Bishop), "a bishop";
        rook = |position| pieces(position, Piece::Rook), "a rook";
        queen = |position| pieces(position, Piece::Queen), "a queen";
        bishop_pair = |position| pieces(position, Piece::Bishop).map(|bishops| one(bishops > 1)), "two bishops";
        mobility = mobility, "a square to which a knight, a bishop, a rook or a queen could go, pins aside";
        doubled = |position| pawns(position, |at, color, own, _| !(own & at.file().bitboard() & ahead(at, color)).is_empty()),
            "a pawn behind another one of its side";
        isolated = |position| pawns(position, |at, _, own, _| (own & at.file().adjacent()).is_empty()),
            "a pawn without others of its side on adjacent files";
        passed = |position| pawns(position, |at, color, _, other| {
            (other & (at.file().bitboard() | at.file().adjacent()) & ahead(at, color)).is_empty()
        }), "a pawn with no opposing pawn ahead on its file or an adjacent one";
        tempo = turn, "having the move";
    }
}

/// The evaluation `network`.
#[derive(Clone, Debug)]
pub struct Network {
    tapered: Tapered,
    weights: NetworkWeights,
}

impl From<NetworkWeights> for Box<Network> {
    fn from(weights: NetworkWeights) -> Self {
        Self::new(Network { tapered: Tapered::new(&TaperedWeights::default()), weights })
    }
}

impl Network {
    fn evaluate(&self, position: &Chess) -> i32 {
        let board = &position.board;
        // The network was not trained on positions with a lone king.
        if Color::ALL.into_iter().any(|color| board.colors(color).len() == 1) {
            return self.tapered.evaluate(position);
        }
        let NetworkWeights { terms, network } = self.weights;
        let terms = if terms == 0 { 0 } else { self.tapered.evaluate(position) * terms };
        sober(board, (terms + network::judge(board) * network) / 100)
    }
}

impl Material {
    fn evaluate(&self, position: &Chess) -> i32 {
        let worth = [
            (Piece::Pawn, self.pawn),
            (Piece::Knight, self.knight),
            (Piece::Bishop, self.bishop),
            (Piece::Rook, self.rook),
            (Piece::Queen, self.queen),
        ];
        worth.map(|(piece, worth)| worth * pieces(position, piece).difference()).iter().sum()
    }
}

fn pieces(position: &Chess, piece: Piece) -> BySide<i32> {
    BySide::from_fn(|side| length(position.board.colored_pieces(color_of(side), piece)))
}

/// Counts the pawns for which `counts` is true, given their square, their colour, and the pawns of both colours.
fn pawns(position: &Chess, counts: impl Fn(Square, Color, BitBoard, BitBoard) -> bool) -> BySide<i32> {
    let of = |color| position.board.colored_pieces(color, Piece::Pawn);
    BySide::from_fn(color_of).map(|color| {
        let own = of(color);
        own.into_iter().map(|square| one(counts(square, color, own, of(!color)))).sum()
    })
}

fn mobility(position: &Chess) -> BySide<i32> {
    let board = &position.board;
    let occupied = board.occupied();
    BySide::from_fn(color_of).map(|color| {
        let reach = |piece| {
            let from = board.colored_pieces(color, piece).into_iter();
            from.map(move |square| match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            })
        };
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter();
        pieces.flat_map(reach).map(|squares| length(squares & !board.colors(color))).sum()
    })
}

/// Reduces a value if the side that is ahead could hardly win the ending. The reduction grows as the position
/// approaches the ending.
fn sober(board: &Board, value: i32) -> i32 {
    let ending = value * winnable(board, value) / WHOLE;
    blend(board, Pair { opening: value, ending })
}

/// Interpolates between the opening and the ending value by the material left.
pub(super) fn blend(board: &Board, Pair { opening, ending }: Pair) -> i32 {
    let left: i32 = Piece::ALL.into_iter().map(|piece| phase(piece) * length(board.pieces(piece))).sum();
    let left = left.min(WHOLE_OPENING);
    (opening * left + ending * (WHOLE_OPENING - left)) / WHOLE_OPENING
}

/// The value of a white piece on each square.
#[derive(Clone, Debug)]
pub struct Squares([[Pair; Square::NUM]; Piece::NUM]);

impl From<SquaresWeights> for Box<Squares> {
    fn from(weights: SquaresWeights) -> Self {
        let worth = |piece| match piece {
            Piece::Pawn => Pair::new(weights.pawn, weights.pawn_end),
            Piece::Knight => Pair::new(weights.knight, weights.knight_end),
            Piece::Bishop => Pair::new(weights.bishop, weights.bishop_end),
            Piece::Rook => Pair::new(weights.rook, weights.rook_end),
            Piece::Queen => Pair::new(weights.queen, weights.queen_end),
            Piece::King => Pair::new(0, 0),
        };
        let on = |piece| Square::ALL.map(|square| worth(piece) + placing(piece, square).percent(weights.squares));
        Self::new(Squares(Piece::ALL.map(on)))
    }
}

impl Squares {
    fn evaluate(&self, position: &Chess) -> i32 {
        let board = &position.board;
        blend(board, self.side(board, Color::White) - self.side(board, Color::Black))
    }

    /// Returns the total value of the pieces of `color`.
    fn side(&self, board: &Board, color: Color) -> Pair {
        let own = board.colors(color);
        let worth = |piece: Piece| {
            let squares = (own & board.pieces(piece)).into_iter();
            squares.map(move |square| self.0[piece as usize][square.relative_to(color) as usize]).sum()
        };
        Piece::ALL.into_iter().map(worth).sum()
    }
}
