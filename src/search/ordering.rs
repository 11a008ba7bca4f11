//! The order in which moves are searched: each gets a rank, and the best of those left is picked when its turn comes.
//!
//! A node that is cut usually is so by one of its first moves, so nothing is sorted beyond those, unless there are
//! very many.

use std::cmp::Reverse;

use super::MAX_DEPTH;
use super::memory::{MAX_HISTORY, Memory, Past};
use super::options::Ordering;
use super::table::NO_MOVE;
use crate::games::seed::Rng;
use crate::games::{Game, Hints};

/// How early a move is searched, and where the game lists it, which decides between equal ranks: in one number, so that
/// two are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u128);

impl Rank {
    pub(super) const fn new(value: u64, natural: u32) -> Self {
        Self((value as u128) << u32::BITS | !natural as u128)
    }

    /// The place in the game's own order.
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is cut out")]
    pub(super) const fn natural(self) -> u32 {
        !(self.0 as u32)
    }

    /// What the keys say, without that place.
    pub(super) const fn value(self) -> u128 {
        self.0 >> u32::BITS
    }

    /// The same with what one more key says, so many bits wide, below what is there.
    const fn then(self, bits: u32, part: u64) -> Self {
        let natural = self.0 & u32::MAX as u128;
        Self((self.0 ^ natural) << bits | (part as u128) << u32::BITS | natural)
    }
}

/// What the keys look at besides the move.
pub(super) struct Scene<'a, G: Game> {
    pub position: &'a G,
    pub ply: usize,
    /// How many plies are left to search.
    pub depth: u16,
    /// The move that led here.
    pub previous: Option<G::Move>,
    /// The table's move, as its index in natural order.
    pub known: u16,
    pub memory: &'a Memory<G::Move>,
    /// What led here, where it matters.
    pub past: Past,
}

impl<'a, G: Game> Scene<'a, G> {
    /// The root, of which nothing is known yet.
    pub(super) fn at_root(position: &'a G, memory: &'a Memory<G::Move>) -> Self {
        Self { position, ply: 0, depth: MAX_DEPTH, previous: None, known: NO_MOVE, memory, past: Past::default() }
    }
}

/// A list of more moves is sorted at once rather than picked from.
pub(super) const MANY: usize = 256;

/// With fewer plies left to search, a glance at the moves has to do for a static rank.
const LEAST_RANKED: u16 = 4;

/// What a static rank beyond this counts as.
const MAX_RANK: i32 = (1 << 19) - 1;

/// Ranks `moves`, which stand in the game's natural order. The first key fills the highest bits; all that there are
/// fit into 96 bits together.
pub(super) fn rank<G: Game + Hints>(
    keys: &[Ordering],
    scene: &Scene<'_, G>,
    moves: &[G::Move],
    ranks: &mut Vec<Rank>,
    rng: &mut Rng,
) {
    let near = scene.depth < LEAST_RANKED;
    let promise = |mv| biased(if near { scene.position.glance(mv) } else { scene.position.rank(mv) }, MAX_RANK);
    if keys == [Ordering::Static] {
        ranks.extend((0..).zip(moves).map(|(natural, &mv)| Rank::new(promise(mv), natural)));
        return;
    }
    let base = ranks.len();
    ranks.extend((0..).take(moves.len()).map(|natural| Rank::new(0, natural)));
    let ranked = &mut ranks[base..];
    // No two moves are equal in natural order, so nothing after it matters.
    for &key in keys.iter().take_while(|key| **key != Ordering::Natural) {
        let side = scene.position.to_move();
        match key {
            Ordering::Natural => {}
            Ordering::Table => add(ranked, moves, 1, |rank, _| {
                u64::from(rank.natural() == u32::from(scene.known) && scene.known != NO_MOVE)
            }),
            Ordering::Captures => add(ranked, moves, 12, |_, mv| {
                scene.position.capture_value(mv).map_or(0, |value| 1 + biased(value, 2_047))
            }),
            Ordering::Exchange => add(ranked, moves, 1, |_, mv| {
                let loses = scene.position.capture_value(mv).is_some() && !scene.position.exchange_gains(mv, 0);
                u64::from(!loses)
            }),
            Ordering::Killers => add(ranked, moves, 2, |_, mv| scene.memory.killer(scene.ply, mv)),
            Ordering::Counter => {
                add(ranked, moves, 1, |_, mv| u64::from(scene.memory.is_counter(side, scene.previous, mv)));
            }
            Ordering::History => {
                add(ranked, moves, 16, |_, mv| biased(scene.memory.history(side, mv).into(), MAX_HISTORY.into()));
            }
            Ordering::Continuation => add(ranked, moves, 16, |_, mv| {
                let footprint = scene.position.footprint(mv);
                biased(scene.memory.continuation(side, scene.past, mv, footprint) / 2, i32::from(MAX_HISTORY) * 3 / 2)
            }),
            Ordering::Static => add(ranked, moves, 20, |_, mv| promise(mv)),
            Ordering::Random => add(ranked, moves, 11, |_, _| rng.next_u64() >> 53),
        }
    }
}

/// Adds what one key says of the moves, so many bits wide, below what is there.
fn add<M: Copy>(ranks: &mut [Rank], moves: &[M], bits: u32, mut part: impl FnMut(Rank, M) -> u64) {
    for (rank, &mv) in ranks.iter_mut().zip(moves) {
        *rank = rank.then(bits, part(*rank, mv));
    }
}

/// `value`, kept within `limit` and its negation, as a number from 0 on.
#[inline]
fn biased(value: i32, limit: i32) -> u64 {
    u64::from((value.clamp(-limit, limit) + limit).cast_unsigned())
}

/// Sorts both lists by rank.
pub(super) fn sort<M: Copy>(moves: &mut [M], ranks: &mut [Rank]) {
    let mut pairs: Vec<(Rank, M)> = ranks.iter().copied().zip(moves.iter().copied()).collect();
    pairs.sort_unstable_by_key(|(rank, _)| Reverse(*rank));
    for ((rank, mv), (to_rank, to_mv)) in pairs.into_iter().zip(ranks.iter_mut().zip(moves)) {
        (*to_rank, *to_mv) = (rank, mv);
    }
}

/// Brings the first of the best ranks to the front of both lists. Where over [`MANY`] are left, the list was sorted when
/// it was made: to look through all of them for each would take a time that grows with their square.
pub(super) fn pick<M>(moves: &mut [M], ranks: &mut [Rank]) {
    if ranks.len() > MANY {
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
