//! History heuristics: moves that caused cutoffs elsewhere in the tree are searched early here too.
//!
//! Killers: Akl and Newborn, "The principal continuation and the killer heuristic", ACM (1977). History: Schaeffer,
//! "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11 (1989), with values that grow
//! more slowly the greater they are, so that none overflows. Counter moves: Uiterwijk, "The countermove heuristic",
//! ICCA Journal 15:1 (1992). Continuation history, which joins both ideas, is that of Stockfish (2016).

use std::iter;

use super::MAX_DEPTH;
use super::options::{Ordering, SearchOptions};
use crate::games::{GameMove, PIECE_TO_SLOTS, Side};

/// A move's slot is found by this many bits of a hash; two moves with the same bits share one slot.
const BITS: u32 = 12;
const SLOTS: usize = 1 << BITS;
/// No history value is above this or below its negation.
pub(super) const MAX_HISTORY: i16 = 16_384;
/// The bonus of a cutoff is so much times the square of the depth, up to a limit.
const BONUS: i32 = 8;
const MAX_BONUS: i32 = 1_600;

/// The [`piece_to`](crate::games::MoveOrdering::piece_to) of the last two moves, the last one first; none before the
/// root, and for a null move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreviousMoves(pub [Option<usize>; 2]);

impl PreviousMoves {
    /// The slots of the continuation history for a move that does `piece_to` after each of them.
    fn slots(self, side: Side, piece_to: usize) -> [Option<usize>; 2] {
        let [last, before] = self.0;
        let slot = |table: usize, previous| {
            ((2 * side as usize + table) * PIECE_TO_SLOTS + previous) * PIECE_TO_SLOTS + piece_to
        };
        [last.map(|previous| slot(0, previous)), before.map(|previous| slot(1, previous))]
    }
}

const CONTINUATIONS: usize = 4 * PIECE_TO_SLOTS * PIECE_TO_SLOTS;

/// The tables that cutoffs update.
pub(super) struct HistoryTables<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i16>,
    counters: Vec<Option<M>>,
    /// Two tables for each side: the history of a move after the last one, and after the one before that.
    continuations: Vec<i16>,
    /// Whether anything was updated since the last clearing.
    dirty: bool,
}

fn slot<M: GameMove>(side: Side, mv: M) -> usize {
    let code = mv.code().0;
    let hash = (code ^ code >> BITS ^ code >> (2 * BITS)) as usize & (SLOTS - 1);
    hash | usize::from(side == Side::Second) << BITS
}

impl<M: GameMove> HistoryTables<M> {
    pub(super) const fn new() -> Self {
        Self { killers: Vec::new(), history: Vec::new(), counters: Vec::new(), continuations: Vec::new(), dirty: false }
    }

    /// Begins a search: allocates the tables the first time, and forgets the killers, which belong to plies of another
    /// tree. A search that reads none of them pays for none, and the continuation history takes memory only where it is used.
    pub(super) fn begin(&mut self, options: &SearchOptions) {
        if !options.is_selective() && !options.ordering.iter().any(|key| key.needs_history()) {
            return;
        }
        self.killers.clear();
        self.killers.resize(usize::from(MAX_DEPTH) + 1, [None; 2]);
        self.history.resize(2 * SLOTS, 0);
        self.counters.resize(2 * SLOTS, None);
        if options.ordering.contains(&Ordering::Continuation) {
            self.continuations.resize(CONTINUATIONS, 0);
        }
    }

    /// The size of the tables in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let moves = 2 * self.killers.capacity() + self.counters.capacity();
        moves * size_of::<Option<M>>() + (self.history.capacity() + self.continuations.capacity()) * size_of::<i16>()
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        self.history.fill(0);
        self.counters.fill(None);
        self.continuations.fill(0);
    }

    /// 2 for the last move that caused a cutoff at this ply, 1 for the one before, 0 for others.
    pub(super) fn killer(&self, ply: usize, mv: M) -> u64 {
        match self.killers[ply] {
            [Some(first), _] if first == mv => 2,
            [_, Some(second)] if second == mv => 1,
            _ => 0,
        }
    }

    /// Whether `mv` is the last move that caused a cutoff right after `previous`.
    pub(super) fn is_counter(&self, side: Side, previous: Option<M>, mv: M) -> bool {
        previous.is_some_and(|previous| self.counters[slot(side, previous)] == Some(mv))
    }

    pub(super) fn history(&self, side: Side, mv: M) -> i16 {
        self.history[slot(side, mv)]
    }

    /// The sum of the move's history and of its continuation history after each of the last two moves.
    pub(super) fn continuation(&self, side: Side, previous_moves: PreviousMoves, mv: M, piece_to: usize) -> i32 {
        let slots = previous_moves.slots(side, piece_to).into_iter().flatten();
        slots.map(|slot| i32::from(self.continuations[slot])).sum::<i32>() + i32::from(self.history(side, mv))
    }

    /// `mv`, played after `previous`, caused a cutoff `depth` plies above the horizon; `tried` were searched before it.
    pub(super) fn update(&mut self, ply: usize, depth: u16, side: Side, previous: Option<M>, mv: M, tried: &[M]) {
        self.dirty = true;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = previous {
            self.counters[slot(side, previous)] = Some(mv);
        }
        let bonus = bonus(depth);
        add_bonus(&mut self.history[slot(side, mv)], bonus);
        for &mv in tried {
            add_bonus(&mut self.history[slot(side, mv)], -bonus);
        }
    }

    /// As [`HistoryTables::update`], for the continuation history: by the `piece_to` of the move that caused the cutoff
    /// and of the two moves before it.
    pub(super) fn update_continuation(
        &mut self,
        depth: u16,
        side: Side,
        previous_moves: PreviousMoves,
        cutoff: usize,
        tried: impl Iterator<Item = usize>,
    ) {
        let bonus = bonus(depth);
        for (piece_to, bonus) in iter::once((cutoff, bonus)).chain(tried.map(|piece_to| (piece_to, -bonus))) {
            for slot in previous_moves.slots(side, piece_to).into_iter().flatten() {
                add_bonus(&mut self.continuations[slot], bonus);
            }
        }
    }
}

/// What a cutoff so many plies above the horizon adds to the history.
fn bonus(depth: u16) -> i32 {
    (BONUS * i32::from(depth).pow(2)).min(MAX_BONUS)
}

/// Adds `bonus` to a history value, or the less of it the closer the value is to its limit.
fn add_bonus(value: &mut i16, bonus: i32) {
    let decay = i32::from(*value) * bonus.abs() / i32::from(MAX_HISTORY);
    *value = i16::try_from(i32::from(*value) + bonus - decay).expect("the history never leaves its limits");
}
