//! A small neural network that evaluates a position from its piece placement.
//!
//! Each side has a view of the board, mirrored if necessary so that its king is on the left half. In each view, every
//! piece on its square adds a row of weights to the sums of a layer. The choice of the row also depends on the part of
//! the board that the king is in. The sums of both layers are clipped, squared, weighted and added to one number for
//! the side to move. The weights of this second step depend on the number of pieces. This is the plain form of the
//! networks of Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi" (2018), with
//! the squared activation that current chess programs use.
//!
//! As in [`crate::networks`], each thread keeps the sums of its last layers and applies the difference.
//!
//! The weights were fitted to the evaluations of Stockfish 15.1, in units of winning probability, for 162 million
//! positions: games of this program against itself, positions of its searches, and positions a few random moves away.
//! Only numbers were used, no code.

use std::array;
use std::cell::RefCell;
use std::sync::LazyLock;

use crate::models::{Model, contained};
use crate::networks::{LAYER_ONE, OUTPUT_ONE, Pieces, Sums, weighed};
use cozy_chess::{Board, Color, File, Piece, Rank, Square};

/// The number of sums of a view's layer.
const WIDTH: usize = 256;
/// One row of weights for each king part, colour, piece and square.
const ROWS: usize = PARTS * Color::NUM * Piece::NUM * Square::NUM;
/// The parts of the board that a king may be in: the edge of the first rank, its middle, the second rank, and beyond.
const PARTS: usize = 4;
/// The number of stages by piece count, each with its own output weights.
const STAGES: usize = 8;
/// Hundredths of a pawn per output of 1. The winning probability is the logistic function of the output.
const SCALE: i64 = 220;
/// The number of sums that are updated together.
const BLOCK: usize = 64;

type Layer = [i16; WIDTH];

/// The weights as little-endian 16-bit numbers: the rows of the layer, its initial sums, and the output weights of each
/// stage for the view of the side to move and for the other. A 32-bit bias of the output for each stage follows.
pub(crate) static MODEL: Model = Model::new(contained!("network.bin.gz"));

const BYTES: usize = 2 * WIDTH * (ROWS + 1 + 2 * STAGES) + 4 * STAGES;

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let bytes =
        MODEL.bytes().filter(|bytes| bytes.len() == BYTES).expect("the evaluation is refused without its model");
    let (layers, biases) = bytes.split_at(BYTES - 4 * STAGES);
    let mut numbers = layers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut layer = || array::from_fn(|_| numbers.next().expect("the file contains all layers"));
    let rows = (0..ROWS).map(|_| layer()).collect();
    let start = layer();
    let output = array::from_fn(|_| [layer(), layer()]);
    let bias = array::from_fn(|stage| {
        let bytes = biases[4 * stage..].first_chunk().expect("four bytes for each stage");
        i32::from_le_bytes(*bytes)
    });
    Network { rows, start, output, bias }
});

struct Network {
    rows: Box<[Layer]>,
    start: Layer,
    output: [[Layer; 2]; STAGES],
    bias: [i32; STAGES],
}

/// One side's view parameters.
#[derive(Clone, Copy)]
pub(super) struct Perspective {
    side: Color,
    /// Whether left and right are mirrored.
    turned: bool,
    /// The part of the board that its king is in.
    part: usize,
}

thread_local! {
    /// The last sums of each view.
    static VIEWS: RefCell<[Sums<WIDTH>; PERSPECTIVES]> = RefCell::new(array::from_fn(|_| Sums::new(NETWORK.start)));
}

/// Evaluates the position for White, in hundredths of a pawn.
pub(super) fn judge(board: &Board) -> i32 {
    let network = &*NETWORK;
    let us = board.side_to_move();
    let stage = ((board.occupied().len() as usize - 2) * STAGES / 31).min(STAGES - 1);
    let pieces = pieces(board);
    let [own, other] = VIEWS.with_borrow_mut(|views| {
        [us, !us].map(|side| {
            let view = Perspective::of(board, side);
            let row = |kind, cell| view.row(kind, cell);
            let sums = views[view.number()].follow::<BLOCK>(&pieces, &network.rows, row);
            i64::from(weighed(sums, &network.output[stage][usize::from(side != us)]))
        })
    });
    let output = own + other + i64::from(network.bias[stage]);
    let value = output * SCALE / (i64::from(LAYER_ONE).pow(2) * i64::from(OUTPUT_ONE));
    let value = i32::try_from(value).expect("small weights make small sums");
    if us == Color::White { value } else { -value }
}

/// The number of perspectives.
const PERSPECTIVES: usize = 2 * Color::NUM * PARTS;

/// Returns the squares of the pieces, those of White first.
pub(super) fn pieces(board: &Board) -> Pieces {
    array::from_fn(|kind| {
        let (color, piece) = (Color::index(kind / Piece::NUM), Piece::index(kind % Piece::NUM));
        board.colored_pieces(color, piece).0
    })
}

impl Perspective {
    pub(super) fn of(board: &Board, side: Color) -> Self {
        let king = board.king(side);
        let turned = king.file() > File::D;
        let edge = matches!(king.file(), File::A | File::B | File::G | File::H);
        let part = match king.rank().relative_to(side) {
            Rank::First if edge => 0,
            Rank::First => 1,
            Rank::Second => 2,
            _ => 3,
        };
        Self { side, turned, part }
    }

    /// Returns the view that does not depend on the part of the board.
    pub(super) const fn anywhere(self) -> Self {
        Self { part: 0, ..self }
    }

    pub(super) const fn number(self) -> usize {
        (self.part * 2 + self.turned as usize) * Color::NUM + self.side as usize
    }

    /// Returns the view with this number.
    pub(super) const fn numbered(number: usize) -> Self {
        let side = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        Self { side, turned: number / Color::NUM % 2 == 1, part: number / Color::NUM / 2 }
    }

    /// Returns the row of the weights of a piece of this kind on a square.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer rows")]
    pub(super) const fn row(self, kind: usize, square: usize) -> u16 {
        let side = self.side as usize;
        let (other, piece) = ((kind / Piece::NUM) ^ side, kind % Piece::NUM);
        let seen = square ^ if side == 0 { 0 } else { 56 } ^ if self.turned { 7 } else { 0 };
        (((self.part * Color::NUM + other) * Piece::NUM + piece) * Square::NUM + seen) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A direct implementation that reads the bytes number by number.
    fn plainly(board: &Board) -> i64 {
        let bytes = MODEL.bytes().expect("the program contains it");
        let number = |at: usize| i64::from(i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]));
        let us = board.side_to_move();
        let stage = ((board.occupied().len() as usize - 2) * 8 / 31).min(7);
        let mut output = 0;
        for (view, side) in [us, !us].into_iter().enumerate() {
            let king = board.king(side).relative_to(side) as usize;
            let mirror = if king % 8 > 3 { 7 } else { 0 };
            let part = [if (king ^ mirror) % 8 < 2 { 0 } else { 1 }, 2, 3, 3, 3, 3, 3, 3][king / 8];
            for column in 0..WIDTH {
                let mut sum = number(ROWS * WIDTH + column);
                for square in board.occupied() {
                    let piece = board.piece_on(square).expect("the square is occupied") as usize;
                    let own = board.colors(side).has(square);
                    let seen = square.relative_to(side) as usize ^ mirror;
                    let row = part * 768 + if own { piece } else { 6 + piece } * 64 + seen;
                    sum += number(row * WIDTH + column);
                }
                output += sum.clamp(0, 255).pow(2) * number((ROWS + 1 + 2 * stage + view) * WIDTH + column);
            }
        }
        let last = bytes.last_chunk::<32>().expect("four bytes for each stage");
        output += i64::from(i32::from_le_bytes(*last[4 * stage..].first_chunk().expect("four bytes")));
        let value = output * SCALE / (255 * 255 * 64);
        if us == Color::White { value } else { -value }
    }

    /// Each position is built from the difference to the previous one.
    #[test]
    fn incremental_update_equals_direct_computation() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            "8/5pk1/6p1/1p1P4/1Pb5/3r4/6PP/3B2K1 w - - 0 40",
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
            "2kr3r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/2KR3R b - - 0 15",
        ];
        for fen in positions.iter().chain(positions.iter().rev()) {
            let board: Board = fen.parse().expect("the position is valid");
            assert_eq!(i64::from(judge(&board)), plainly(&board), "{fen}");
        }
    }

    #[test]
    fn value_is_symmetric_between_left_and_right() {
        let value = |fen: &str| judge(&fen.parse().expect("the position is valid"));
        assert_eq!(value("4k3/2p5/8/8/3N4/8/5P2/1K6 w - - 0 1"), value("3k4/5p2/8/8/4N3/8/2P5/6K1 w - - 0 1"));
    }

    #[test]
    fn products_and_sums_do_not_overflow() {
        let numbers = NETWORK.output.iter().flatten().flatten();
        let most = numbers.map(|weight| weight.unsigned_abs()).max().expect("there are weights");
        assert!(i16::try_from(most).is_ok_and(|most| most.checked_mul(LAYER_ONE).is_some()));
        let one = i32::from(LAYER_ONE);
        assert!((i32::from(most) * one * one).checked_mul(WIDTH as i32).is_some());
    }
}
