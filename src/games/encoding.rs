//! Positions as bytes, for evaluations and bots outside of this program.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{EVALUATION_LIMIT, Game, Side};

/// An evaluation outside of this program. It sees a position only as bytes.
pub trait ByteEvaluation: Debug + Send + Sync {
    /// Returns the value for the side to move. `encode` appends the bytes of the position, as [`Game::encode`] does.
    ///
    /// An evaluation that fails returns 0 from then on and tells the owner of the search, which stops it.
    fn evaluate(&self, encode: &dyn Fn(&mut Vec<u8>)) -> i32;
}

/// A [`ByteEvaluation`] as an evaluation of the game `G`.
#[derive(Clone, Debug)]
pub struct EncodedEvaluation(pub(crate) Arc<dyn ByteEvaluation>);

impl EncodedEvaluation {
    /// Returns the value for the first side.
    pub fn evaluate<G: Game>(&self, position: &G) -> i32 {
        let value = self.0.evaluate(&|bytes| position.encode(bytes));
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * position.to_move().sign()
    }
}

/// The numbers of the pieces of a game.
struct PieceNumbers<G>(PhantomData<G>);

impl<G: Game> PieceNumbers<G> {
    /// The number of each letter: its place in [`Game::PIECES`], from 1.
    const OF_LETTER: [u8; 256] = {
        let mut numbers = [0; 256];
        if let Some(pieces) = G::PIECES {
            let mut place = 0;
            while place < pieces.letters.len() {
                numbers[pieces.letters[place].as_bytes()[0] as usize] = place as u8 + 1;
                place += 1;
            }
        }
        numbers
    };
}

/// Appends the cells and the side to move, which all games have in common, and the plies to a draw by a counter.
pub(crate) fn encode<G: Game>(position: &G, bytes: &mut Vec<u8>) {
    bytes.extend(position.cells().into_iter().map(|letter| PieceNumbers::<G>::OF_LETTER[usize::from(letter)]));
    bytes.push(position.to_move() as u8);
    if let Some(plies) = position.plies_to_counter_draw() {
        bytes.push(u8::try_from(plies).unwrap_or(u8::MAX));
    }
}

/// Appends eight cells for each row, from the lowest byte of the sets: 1 for a stone of the first side, 2 for one of the
/// second, and 0 for an empty cell.
pub(crate) fn put_rows(rows: impl Iterator<Item = (u8, u8)>, columns: usize, bytes: &mut Vec<u8>) {
    for (first, second) in rows {
        let cells = spread(first) | spread(second) << 1;
        bytes.extend_from_slice(&cells.to_le_bytes()[..columns]);
    }
}

/// Moves each bit of `set` to a byte of its own.
const fn spread(set: u8) -> u64 {
    // Copies of the set in each byte, of which each byte keeps another bit.
    let bits = (set as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    // A byte that is not 0 sets its highest bit.
    (((bits + 0x7f7f_7f7f_7f7f_7f7f) | bits) >> 7) & 0x0101_0101_0101_0101
}

/// Returns the side's number in an encoded position.
pub(crate) const fn side(side: Side) -> u8 {
    side as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::start;
    use crate::seed::Rng;
    use crate::{GameId, Options};

    #[test]
    fn spread_moves_each_bit_to_its_byte() {
        for set in 0..=255_u8 {
            let expected: Vec<u8> = (0..8).map(|bit| set >> bit & 1).collect();
            assert_eq!(spread(set).to_le_bytes()[..], expected, "{set}");
        }
    }

    /// Plays at random and compares the bytes with the diagram of each position.
    fn agrees_with_the_diagram<G: Game>() {
        let mut rng = Rng::new(3);
        let mut position = start::<G>(&Options::new(), None).expect("the initial position is valid");
        let mut length = None;
        loop {
            let (mut plain, mut bytes) = (Vec::new(), Vec::new());
            encode(&position, &mut plain);
            position.encode(&mut bytes);
            assert!(bytes.starts_with(&plain[..=position.cells().len()]), "{}: {bytes:?}", position.notation());
            assert_eq!(*length.get_or_insert(bytes.len()), bytes.len(), "the length is fixed");
            let letters: Vec<_> = G::PIECES.iter().flat_map(|pieces| pieces.letters).collect();
            for (cell, byte) in position.cells().into_iter().zip(&bytes) {
                let number = letters.iter().position(|letter| letter.as_bytes() == [cell]).map_or(0, |place| place + 1);
                assert_eq!(usize::from(*byte), number, "{}", position.notation());
            }
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len())]);
        }
    }

    #[test]
    fn the_bytes_of_a_position_are_those_of_its_diagram_in_every_game() {
        for game in GameId::ALL {
            with_game!(game, G => agrees_with_the_diagram::<G>());
        }
    }
}
