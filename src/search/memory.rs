//! What a search learns about moves, whatever the position: the moves that cut elsewhere are tried early here.
//!
//! Killers: Akl and Newborn, "The principal continuation and the killer heuristic", ACM (1977). History: Schaeffer,
//! "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11 (1989), with values that shrink
//! as they grow, so that none overflows. Counter moves: Uiterwijk, "The countermove heuristic", ICCA Journal 15:1 (1992). Continuation
//! history, which is both at once, is that of Stockfish (2016).

use std::iter;

use super::MAX_DEPTH;
use crate::games::{FOOTPRINTS, GameMove, Side};

/// Moves are told apart by this many bits of a hash; two that share them share what is learnt.
const BITS: u32 = 12;
const SLOTS: usize = 1 << BITS;
/// No history is above this or below its negation.
pub(super) const MAX_HISTORY: i16 = 16_384;
/// What a cut is worth to the history, times the square of the depth, and at most.
const WEIGHT: i32 = 8;
const MAX_WEIGHT: i32 = 1_600;

/// The footprints of the last two moves; none where there was none, or only a pass that the rules do not know.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past(pub [Option<usize>; 2]);

impl Past {
    /// Where the history of the move with `footprint` stands after each of them.
    fn places(self, side: Side, footprint: usize) -> [Option<usize>; 2] {
        let [last, before] = self.0;
        let place = |tables: usize, past| ((2 * side as usize + tables) * FOOTPRINTS + past) * FOOTPRINTS + footprint;
        [last.map(|past| place(0, past)), before.map(|past| place(1, past))]
    }
}

const CONTINUATIONS: usize = 4 * FOOTPRINTS * FOOTPRINTS;

/// The history of a search.
pub(super) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i16>,
    counters: Vec<Option<M>>,
    /// The history of moves that follow others, by their footprints.
    continuations: Vec<i16>,
    /// Whether anything was learnt since it was forgotten last.
    learnt: bool,
}

fn slot<M: GameMove>(side: Side, mv: M) -> usize {
    let code = mv.code().0;
    let hash = (code ^ code >> BITS ^ code >> (2 * BITS)) as usize & (SLOTS - 1);
    hash | usize::from(side == Side::Second) << BITS
}

impl<M: GameMove> Memory<M> {
    pub(super) const fn new() -> Self {
        Self {
            killers: Vec::new(),
            history: Vec::new(),
            counters: Vec::new(),
            continuations: Vec::new(),
            learnt: false,
        }
    }

    /// Makes room, the first time; a new search keeps the history, but knows its killers not yet. Whether it `continues`
    /// says whether it learns what follows what.
    pub(super) fn begin(&mut self, continues: bool) {
        self.killers.clear();
        self.killers.resize(usize::from(MAX_DEPTH) + 1, [None; 2]);
        self.history.resize(2 * SLOTS, 0);
        self.counters.resize(2 * SLOTS, None);
        if continues {
            self.continuations.resize(CONTINUATIONS, 0);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.learnt) {
            return;
        }
        self.history.fill(0);
        self.counters.fill(None);
        self.continuations.fill(0);
    }

    /// 2 for the move that cut last at this ply, 1 for the one before, 0 for others.
    pub(super) fn killer(&self, ply: usize, mv: M) -> u64 {
        match self.killers[ply] {
            [Some(first), _] if first == mv => 2,
            [_, Some(second)] if second == mv => 1,
            _ => 0,
        }
    }

    /// Whether `mv` cut when it last answered `previous`, a move of the other side or of the same.
    pub(super) fn is_counter(&self, side: Side, previous: Option<M>, mv: M) -> bool {
        previous.is_some_and(|previous| self.counters[slot(side, previous)] == Some(mv))
    }

    pub(super) fn history(&self, side: Side, mv: M) -> i16 {
        self.history[slot(side, mv)]
    }

    /// The history of the move, and that of its `footprint` after either of the last two moves: the sum of the three.
    pub(super) fn continuation(&self, side: Side, past: Past, mv: M, footprint: usize) -> i32 {
        let after = past.places(side, footprint).into_iter().flatten();
        after.map(|place| i32::from(self.continuations[place])).sum::<i32>() + i32::from(self.history(side, mv))
    }

    /// As [`Memory::learn`], by the footprints of the move that cut and of those that `failed`.
    pub(super) fn learn_continuation(
        &mut self,
        depth: u16,
        side: Side,
        past: Past,
        cut: usize,
        failed: impl Iterator<Item = usize>,
    ) {
        let weight = weight(depth);
        for (footprint, weight) in iter::once((cut, weight)).chain(failed.map(|footprint| (footprint, -weight))) {
            for place in past.places(side, footprint).into_iter().flatten() {
                adjust(&mut self.continuations[place], weight);
            }
        }
    }

    /// `mv` cut, `depth` plies above the horizon, in answer to `previous`; `failed` were tried before it.
    pub(super) fn learn(&mut self, ply: usize, depth: u16, side: Side, previous: Option<M>, mv: M, failed: &[M]) {
        self.learnt = true;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[slot(side, previous)] = Some(mv);
        }
        let weight = weight(depth);
        adjust(&mut self.history[slot(side, mv)], weight);
        for &mv in failed {
            adjust(&mut self.history[slot(side, mv)], -weight);
        }
    }
}

/// What a cut so many plies above the horizon is worth to the history.
fn weight(depth: u16) -> i32 {
    (WEIGHT * i32::from(depth).pow(2)).min(MAX_WEIGHT)
}

/// Moves what is `held` in a history by `weight`, less the closer it already is to its limit.
fn adjust(held: &mut i16, weight: i32) {
    let shrunk = i32::from(*held) * weight.abs() / i32::from(MAX_HISTORY);
    *held = i16::try_from(i32::from(*held) + weight - shrunk).expect("the history never leaves its limits");
}
