//! Perft: the number of paths of a given length from a position. The standard test of a move generator.

use super::Game;

/// Counts the paths of exactly `depth` plies from `position` by the moves alone, as published tables do. Games that end
/// earlier do not count. Games that are only drawn, by a counter or insufficient material, continue.
///
/// ```
/// use arena_games::{GameError, Options, chess::Chess, options, perft};
///
/// let start: Chess = options::start(&Options::new(), None)?;
/// assert_eq!(perft::perft(&start, 3), 8_902);
/// # Ok::<(), GameError>(())
/// ```
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count::<G, ByMoves>(position, depth, &mut Vec::new())
}

/// Counts paths by the rules of a match, where a draw ends the path. Repetitions are ignored.
#[must_use]
pub fn perft_of_match<G: Game>(position: &G, depth: u32) -> u64 {
    count::<G, ByMatch>(position, depth, &mut Vec::new())
}

/// Splits [`perft`] of `depth` by the first move, in the game's natural order. Empty at depth 0.
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    divided::<G, ByMoves>(position, depth)
}

/// Splits [`perft_of_match`] by the first move.
#[must_use]
pub fn divide_of_match<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    divided::<G, ByMatch>(position, depth)
}

/// The moves that continue a path.
trait Rules {
    fn moves<G: Game>(position: &G, moves: &mut Vec<G::Move>);
    fn count<G: Game>(position: &G) -> usize;
}

struct ByMoves;
struct ByMatch;

impl Rules for ByMoves {
    fn moves<G: Game>(position: &G, moves: &mut Vec<G::Move>) {
        position.legal_despite_draw(moves);
    }

    fn count<G: Game>(position: &G) -> usize {
        position.count_legal_despite_draw()
    }
}

impl Rules for ByMatch {
    fn moves<G: Game>(position: &G, moves: &mut Vec<G::Move>) {
        position.legal(moves);
    }

    fn count<G: Game>(position: &G) -> usize {
        position.count_legal()
    }
}

fn divided<G: Game, R: Rules>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth == 0 {
        return Vec::new();
    }
    R::moves(position, &mut moves);
    let after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        count::<G, R>(&child, depth - 1, &mut Vec::new())
    };
    moves.into_iter().map(|mv| (mv, after(mv))).collect()
}

/// `moves` is a stack shared by all levels, so that counting does not allocate.
fn count<G: Game, R: Rules>(position: &G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => return 1,
        1 => return R::count(position) as u64,
        _ => {}
    }
    let base = moves.len();
    R::moves(position, moves);
    let mut total = 0;
    for index in base..moves.len() {
        let mut child = position.clone();
        child.play(moves[index]);
        total += count::<G, R>(&child, depth - 1, moves);
    }
    moves.truncate(base);
    total
}
