//! History heuristics: moves that caused cutoffs elsewhere in the tree are searched early here too.
//!
//! Killers: Akl and Newborn, "The principal continuation and the killer heuristic", ACM (1977). History: Schaeffer,
//! "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11 (1989). The greater a history
//! value is, the more slowly it grows, so that none overflows. Counter moves: Uiterwijk, "The countermove heuristic",
//! ICCA Journal 15:1 (1992). Continuation history, which combines both ideas, is that of Stockfish (2016).

use std::iter;

use super::MAX_DEPTH;
use super::options::{Ordering, SearchOptions};
use arena_games::{GameMove, PIECE_TO_SLOTS, Side};

/// The number of hash bits that select a move's slot. Two moves with the same bits share a slot.
const BITS: u32 = 12;
const SLOTS: usize = 1 << BITS;
/// History values are between `-MAX_HISTORY` and `MAX_HISTORY`.
pub(super) const MAX_HISTORY: i16 = 16_384;
/// The bonus of a cutoff is this factor times the square of the depth, limited to `MAX_BONUS`.
const BONUS: i32 = 8;
const MAX_BONUS: i32 = 1_600;

/// The [`piece_to`](arena_games::MoveOrdering::piece_to) of the last two moves, the last one first. `None` before the
/// root and for a null move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreviousMoves(pub [Option<usize>; 2]);

impl PreviousMoves {
    /// Returns, for each previous move, the continuation history slot of a move with this `piece_to`.
    fn slots(self, side: Side, piece_to: usize) -> [Option<usize>; 2] {
        let [last, before] = self.0;
        let slot = |table: usize, previous| {
            ((2 * side as usize + table) * PIECE_TO_SLOTS + previous) * PIECE_TO_SLOTS + piece_to
        };
        [last.map(|previous| slot(0, previous)), before.map(|previous| slot(1, previous))]
    }
}

const CONTINUATIONS: usize = 4 * PIECE_TO_SLOTS * PIECE_TO_SLOTS;

/// The tables that are updated on cutoffs.
pub(super) struct HistoryTables<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i16>,
    counters: Vec<Option<M>>,
    /// Two tables for each side: the history of a move after the last move, and after the move before that.
    continuations: Vec<i16>,
    /// Whether a table was updated since the last `clear`.
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

    /// Begins a search: allocates the tables on first use and clears the killers, whose plies belong to the previous
    /// tree. A search that reads no history allocates nothing. The continuation history is allocated only if it is
    /// used.
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

    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        self.history.fill(0);
        self.counters.fill(None);
        self.continuations.fill(0);
    }

    /// Returns 2 for the last move that caused a cutoff at this ply, 1 for the one before, 0 for others.
    pub(super) fn killer(&self, ply: usize, mv: M) -> u64 {
        match self.killers[ply] {
            [Some(first), _] if first == mv => 2,
            [_, Some(second)] if second == mv => 1,
            _ => 0,
        }
    }

    /// Returns whether `mv` is the last move that caused a cutoff right after `previous`.
    pub(super) fn is_counter(&self, side: Side, previous: Option<M>, mv: M) -> bool {
        previous.is_some_and(|previous| self.counters[slot(side, previous)] == Some(mv))
    }

    pub(super) fn history(&self, side: Side, mv: M) -> i16 {
        self.history[slot(side, mv)]
    }

    /// Returns the sum of the move's history and its continuation history after each of the last two moves.
    pub(super) fn continuation(&self, side: Side, previous_moves: PreviousMoves, mv: M, piece_to: usize) -> i32 {
        let slots = previous_moves.slots(side, piece_to).into_iter().flatten();
        slots.map(|slot| i32::from(self.continuations[slot])).sum::<i32>() + i32::from(self.history(side, mv))
    }

    /// Records that `mv`, played after `previous`, caused a cutoff with `depth` plies left. `tried` were searched
    /// before it.
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

    /// Updates the continuation history in the manner of [`HistoryTables::update`]. `cutoff` and `tried` are `piece_to`
    /// numbers of moves.
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

/// Returns the history bonus of a cutoff with `depth` plies left.
fn bonus(depth: u16) -> i32 {
    (BONUS * i32::from(depth).pow(2)).min(MAX_BONUS)
}

/// Adds `bonus` to a history value. The closer the value is to its limit, the less is added.
fn add_bonus(value: &mut i16, bonus: i32) {
    let decay = i32::from(*value) * bonus.abs() / i32::from(MAX_HISTORY);
    *value = i16::try_from(i32::from(*value) + bonus - decay).expect("the history stays within its limits");
}
