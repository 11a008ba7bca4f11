//! The order in which moves are searched.

use super::Ordering;
use crate::games::seed::Rng;
use crate::games::{Game, Hints};

/// Puts `moves` into order. Later keys only decide where earlier ones are equal.
pub(super) fn order<G: Game + Hints>(keys: &[Ordering], position: &G, moves: &mut [G::Move], rng: &mut Rng) {
    for key in keys.iter().rev() {
        match key {
            Ordering::Natural => {}
            Ordering::Random => rng.shuffle(moves),
            Ordering::Static => by_rank(position, moves),
        }
    }
}

/// A stable insertion sort, best rank first: lists are short, and it needs no memory.
fn by_rank<G: Game + Hints>(position: &G, moves: &mut [G::Move]) {
    for end in 1..moves.len() {
        let mv = moves[end];
        let rank = position.rank(mv);
        let mut at = end;
        while at > 0 && position.rank(moves[at - 1]) < rank {
            moves[at] = moves[at - 1];
            at -= 1;
        }
        moves[at] = mv;
    }
}
