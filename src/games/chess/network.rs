//! A small neural network, which says by how much the terms of `tapered` misjudge a position.
//!
//! What stands where is seen twice, as each side sees it: every piece on its square adds its row of weights to the
//! layer of either view. What the layer then holds is clipped, squared, weighed and added up: one number for the side to
//! move. This is the plainest form of the networks of Nasu, "Efficiently updatable neural-network-based evaluation
//! functions for computer shogi" (2018), with the squared activation that chess programs of today use; it is small
//! enough to be worked out anew for each position.
//!
//! Its weights were fitted to what the static evaluation of Stockfish 15.1 says about positions of this program's games
//! against itself and a few random moves beyond them, in units of the chance to win; numbers only, no code of it.

use std::sync::LazyLock;

use cozy_chess::{Board, Color, Piece, Square};

/// How many numbers each view adds up.
const WIDTH: usize = 64;
/// One row of weights for each piece of either side on each square.
const ROWS: usize = Color::NUM * Piece::NUM * Square::NUM;
/// What stands for one in the layer, and in the weights behind it.
const LAYER_ONE: i16 = 255;
const OUTPUT_ONE: i64 = 64;
/// Hundredths of a pawn for one at the output, where a chance to win is one over one and e to its negation.
const SCALE: i64 = 174;

type Layer = [i16; WIDTH];

/// The weights: of the layer, row by row; what the layer starts from; then of the output for the view of the side to
/// move and of the other, as 16-bit numbers, little end first; and a last one of 32 bits that is added to the output.
static BYTES: &[u8; 2 * WIDTH * (ROWS + 3) + 4] = include_bytes!("network.bin");

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let (layers, last) = BYTES.split_last_chunk().expect("longer than its last number");
    let mut numbers = layers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut layer = || std::array::from_fn(|_| numbers.next().expect("as long as all layers together"));
    let rows = (0..ROWS).map(|_| layer()).collect();
    Network { rows, start: layer(), output: [layer(), layer()], bias: i32::from_le_bytes(*last) }
});

struct Network {
    rows: Box<[Layer]>,
    start: Layer,
    output: [Layer; 2],
    bias: i32,
}

/// By how much the position is better for White than `tapered` says, in hundredths of a pawn: 0 against a bare king.
pub(super) fn correction(board: &Board) -> i32 {
    // Such positions were not among those that it was fitted to.
    if Color::ALL.into_iter().any(|color| board.colors(color).len() == 1) {
        return 0;
    }
    let network = &*NETWORK;
    let us = board.side_to_move();
    let mut views = [network.start; 2];
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                for (view, side) in views.iter_mut().zip([us, !us]) {
                    let row = &network.rows[row(side, color, piece, square)];
                    view.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                }
            }
        }
    }
    let [own, other] = [0, 1].map(|view| i64::from(weighed(&views[view], &network.output[view])));
    let output = (own + other + i64::from(network.bias)) * SCALE / (i64::from(LAYER_ONE).pow(2) * OUTPUT_ONE);
    let output = i32::try_from(output).expect("small weights make small sums");
    if us == Color::White { output } else { -output }
}

/// What one view adds to the output. Both factors of each product fit into 16 bits, of which a processor multiplies and
/// adds up many pairs at once: no weight of the output is so large that [`LAYER_ONE`] times it does not.
fn weighed(view: &Layer, weights: &Layer) -> i32 {
    let product = |(sum, weight): (&i16, &i16)| {
        let clipped = (*sum).clamp(0, LAYER_ONE);
        i32::from(clipped * weight) * i32::from(clipped)
    };
    view.iter().zip(weights).map(product).sum()
}

/// Where the weights of a piece stand, as `side` sees it.
const fn row(side: Color, color: Color, piece: Piece, square: Square) -> usize {
    let (other, turned) = (side as usize != color as usize, if side as usize == 0 { 0 } else { 56 });
    (other as usize * Piece::NUM + piece as usize) * Square::NUM + (square as usize ^ turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the bytes say, number by number.
    fn plainly(board: &Board) -> i64 {
        let number = |at: usize| i64::from(i16::from_le_bytes([BYTES[2 * at], BYTES[2 * at + 1]]));
        let us = board.side_to_move();
        let mut output = 0;
        for (view, side) in [us, !us].into_iter().enumerate() {
            for column in 0..WIDTH {
                let mut sum = number(ROWS * WIDTH + column);
                for square in board.occupied() {
                    let piece = board.piece_on(square).expect("occupied") as usize;
                    let own = board.colors(side).has(square);
                    let seen = square.relative_to(side) as usize;
                    let row = if own { piece } else { 6 + piece } * 64 + seen;
                    sum += number(row * WIDTH + column);
                }
                output += sum.clamp(0, 255).pow(2) * number((ROWS + 1 + view) * WIDTH + column);
            }
        }
        let last = BYTES.last_chunk().expect("four bytes at least");
        output += i64::from(i32::from_le_bytes(*last));
        let value = output * 174 / (255 * 255 * 64);
        if us == Color::White { value } else { -value }
    }

    #[test]
    fn its_numbers_are_added_up_as_they_stand() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            "8/5pk1/6p1/1p1P4/1Pb5/3r4/6PP/3B2K1 w - - 0 40",
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("the position is right");
            assert_eq!(i64::from(correction(&board)), plainly(&board), "{fen}");
        }
    }

    #[test]
    fn products_fit_into_16_bits() {
        let largest = NETWORK.output.iter().flatten().map(|weight| weight.unsigned_abs()).max();
        assert!(
            largest
                .is_some_and(|largest| i16::try_from(largest).is_ok_and(|most| most.checked_mul(LAYER_ONE).is_some()))
        );
    }

    #[test]
    fn it_has_nothing_to_say_about_a_bare_king() {
        let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("the position is right");
        assert_eq!(correction(&board), 0);
    }
}
