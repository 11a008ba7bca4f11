//! Move ordering: each move gets a rank, and the search picks the best remaining move each time.
//!
//! Most cutoffs come with one of the first moves. Moves are therefore picked one at a time (selection sort), and sorted
//! at once only if there are very many.

use std::cmp::Reverse;

use super::MAX_DEPTH;
use super::history::{HistoryTables, MAX_HISTORY, PreviousMoves};
use super::options::Ordering;
use super::table::NO_MOVE;
use arena_games::seed::Rng;
use arena_games::{Game, Hints};

/// The rank of a move; higher ranks are searched earlier. The natural index is stored below the rank and decides
/// between equal ranks, so that one comparison covers both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u128);

impl Rank {
    pub(super) const fn new(value: u64, natural: u32) -> Self {
        Self((value as u128) << u32::BITS | !natural as u128)
    }

    /// Returns the index in natural order, which is the game's own.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is cut out")]
    pub(super) const fn natural(self) -> u32 {
        !(self.0 as u32)
    }

    /// Returns the rank without the natural index.
    pub(super) const fn value(self) -> u128 {
        self.0 >> u32::BITS
    }

    /// Appends the `bits` wide value of the next key below the bits of the previous keys.
    const fn then(self, bits: u32, part: u64) -> Self {
        let natural = self.0 & u32::MAX as u128;
        Self((self.0 ^ natural) << bits | (part as u128) << u32::BITS | natural)
    }
}

/// The inputs of the ordering keys other than the move.
pub(super) struct OrderingContext<'a, G: Game> {
    pub position: &'a G,
    pub ply: usize,
    /// Plies left to search.
    pub depth: u16,
    /// The move that led here.
    pub previous: Option<G::Move>,
    /// The table's move, as its index in natural order.
    pub tt_move: u16,
    pub histories: &'a HistoryTables<G::Move>,
    /// The previous moves on which the continuation history depends.
    pub previous_moves: PreviousMoves,
}

impl<'a, G: Game> OrderingContext<'a, G> {
    /// Creates the context of the root, which has no table move.
    pub(super) fn at_root(position: &'a G, histories: &'a HistoryTables<G::Move>) -> Self {
        Self {
            position,
            ply: 0,
            depth: MAX_DEPTH,
            previous: None,
            tt_move: NO_MOVE,
            histories,
            previous_moves: PreviousMoves::default(),
        }
    }
}

/// Longer lists are sorted at once, because the time of selection grows with the square of the length.
pub(super) const SORT_THRESHOLD: usize = 256;

/// Lists up to this length are sorted in place by selection, which is faster and allocates nothing.
const FEW: usize = 16;

/// With fewer plies left to search, the static rank is [`cheap_rank`](arena_games::MoveOrdering::cheap_rank).
const FULL_RANK_MIN_DEPTH: u16 = 4;

/// Static ranks are clamped to `-MAX_RANK..=MAX_RANK`.
const MAX_RANK: i32 = (1 << 19) - 1;

/// Ranks `moves`, which are in natural order. The first key fills the highest bits. All keys together fit into 96 bits.
pub(super) fn rank<G: Game + Hints>(
    keys: &[Ordering],
    context: &OrderingContext<'_, G>,
    moves: &[G::Move],
    ranks: &mut Vec<Rank>,
    rng: &mut Rng,
) {
    let shallow = context.depth < FULL_RANK_MIN_DEPTH;
    if keys == [Ordering::Static] {
        let ranking = context.position.ranking(shallow);
        let static_rank = |mv| biased(ranking(mv), MAX_RANK);
        ranks.extend((0..).zip(moves).map(|(natural, &mv)| Rank::new(static_rank(mv), natural)));
        return;
    }
    let base = ranks.len();
    ranks.extend((0..).take(moves.len()).map(|natural| Rank::new(0, natural)));
    let ranked = &mut ranks[base..];
    // Natural order never ties, so later keys have no effect.
    for &key in keys.iter().take_while(|key| **key != Ordering::Natural) {
        let side = context.position.to_move();
        match key {
            Ordering::Natural => {}
            Ordering::Table => add(ranked, moves, 1, |rank, _| {
                u64::from(rank.natural() == u32::from(context.tt_move) && context.tt_move != NO_MOVE)
            }),
            Ordering::Captures => add(ranked, moves, 12, |_, mv| {
                context.position.capture_value(mv).map_or(0, |value| 1 + biased(value, 2_047))
            }),
            Ordering::Exchange => add(ranked, moves, 1, |_, mv| {
                let loses = context.position.capture_value(mv).is_some() && !context.position.see_ge(mv, 0);
                u64::from(!loses)
            }),
            Ordering::Killers => add(ranked, moves, 2, |_, mv| context.histories.killer(context.ply, mv)),
            Ordering::Counter => {
                add(ranked, moves, 1, |_, mv| u64::from(context.histories.is_counter(side, context.previous, mv)));
            }
            Ordering::History => {
                add(ranked, moves, 16, |_, mv| biased(context.histories.history(side, mv).into(), MAX_HISTORY.into()));
            }
            Ordering::Continuation => add(ranked, moves, 16, |_, mv| {
                let piece_to = context.position.piece_to(mv);
                biased(
                    context.histories.continuation(side, context.previous_moves, mv, piece_to) / 2,
                    i32::from(MAX_HISTORY) * 3 / 2,
                )
            }),
            Ordering::Static => {
                let ranking = context.position.ranking(shallow);
                add(ranked, moves, 20, |_, mv| biased(ranking(mv), MAX_RANK));
            }
            Ordering::Random => add(ranked, moves, 11, |_, _| rng.next_u64() >> 53),
        }
    }
}

/// Appends the `bits` wide value of one key to the rank of each move.
fn add<M: Copy>(ranks: &mut [Rank], moves: &[M], bits: u32, mut part: impl FnMut(Rank, M) -> u64) {
    for (rank, &mv) in ranks.iter_mut().zip(moves) {
        *rank = rank.then(bits, part(*rank, mv));
    }
}

/// Clamps `value` to `-limit..=limit` and shifts it to start at 0.
#[inline]
fn biased(value: i32, limit: i32) -> u64 {
    u64::from((value.clamp(-limit, limit) + limit).cast_unsigned())
}

/// Sorts moves in natural order by their ranks.
pub(super) fn sort<M: Copy>(moves: &mut [M], ranks: &mut [Rank]) {
    if moves.len() <= FEW {
        return (0..moves.len()).for_each(|index| pick(&mut moves[index..], &mut ranks[index..]));
    }
    // Without the moves, so that the sort is compiled once for all games.
    ranks.sort_unstable_by_key(|rank| Reverse(*rank));
    let natural = moves.to_vec();
    for (rank, mv) in ranks.iter().zip(moves) {
        *mv = natural[rank.natural() as usize];
    }
}

/// Swaps the best rank to the front of both lists. Lists longer than [`SORT_THRESHOLD`] are already sorted. Not inlined,
/// so that its callers are small enough to be inlined: most searches without an order never come here.
#[inline(never)]
pub(super) fn pick<M>(moves: &mut [M], ranks: &mut [Rank]) {
    if ranks.len() > SORT_THRESHOLD {
        return;
    }
    let Some((&first, rest)) = ranks.split_first() else { return };
    let (mut best, mut highest) = (0, first);
    for (at, &rank) in (1..).zip(rest) {
        (best, highest) = if rank > highest { (at, rank) } else { (best, highest) };
    }
    moves.swap(0, best);
    ranks.swap(0, best);
}
