//! Perft: how many paths of exactly so many plies lead from a position. The standard check of a move generator.

use super::Game;

/// The number of paths of exactly `depth` plies from `position`; games that end earlier do not count.
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// [`perft`] of `depth` split by the first move, in the game's natural order; empty at depth 0.
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth == 0 {
        return Vec::new();
    }
    position.legal(&mut moves);
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        perft(&child, depth - 1)
    };
    moves.into_iter().map(|mv| (mv, after(mv))).collect()
}

/// `moves` is a stack that all levels share, so that counting does not allocate.
fn count<G: Game>(position: &G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_legal() as u64,
        _ => {}
    }
    let base = moves.len();
    position.legal(moves);
    let mut total = 0;
    for index in base..moves.len() {
        let mut child = position.clone();
        child.play(moves[index]);
        total += count(&child, depth - 1, moves);
    }
    moves.truncate(base);
    total
}
