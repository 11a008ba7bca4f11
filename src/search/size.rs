//! The memory that a search holds between moves. The bots' pool uses these sizes to limit the total memory of all
//! searches.

use super::options::{Ordering, SearchOptions};
use arena_games::PIECE_TO_SLOTS;

/// An upper bound, for every game, of a thread's killers, history, counter moves, lines and move lists in bytes.
const HISTORIES: u64 = 256 << 10;

/// The size of the continuation history in bytes.
const CONTINUATIONS: u64 = (4 * PIECE_TO_SLOTS * PIECE_TO_SLOTS * size_of::<i16>()) as u64;

impl SearchOptions {
    /// The greatest size in bytes of a searcher without a table, whatever its other options.
    pub const MOST_WITHOUT_TABLE: u64 = HISTORIES + CONTINUATIONS;

    /// Returns the size in bytes of a searcher with these options.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        let continuations = if self.ordering.contains(&Ordering::Continuation) { CONTINUATIONS } else { 0 };
        let table = u64::from(self.table_size()) << 20;
        table + u64::from(self.threads) * (HISTORIES + continuations)
    }

    /// Returns whether a searcher keeps state between the moves of a match that changes its results: a table or a
    /// history.
    #[must_use]
    pub fn remembers(&self) -> bool {
        let learns = |key: &Ordering| matches!(key, Ordering::History | Ordering::Counter | Ordering::Continuation);
        self.table_mb > 0 || self.ordering.iter().any(learns)
    }

    /// Returns the actual size of the table in MiB: the largest power of two up to the requested size.
    #[must_use]
    pub const fn table_size(&self) -> u32 {
        if self.table_mb == 0 { 0 } else { 1 << self.table_mb.ilog2() }
    }

    /// Returns the same options with another table size. Size 0 also turns off the switches that need a table:
    /// symmetry, ordering by the table's move, and more than one thread.
    #[must_use]
    pub fn with_table(&self, table_mb: u32) -> Self {
        let mut other = Self { table_mb, ..self.clone() };
        if table_mb == 0 {
            (other.symmetry, other.threads) = (false, 1);
            other.ordering.retain(|key| *key != Ordering::Table);
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::NoTrace;
    use crate::{Budget, Searcher};
    use arena_games::{Evaluation, Game, GameId, Hints, Weights, with_game};

    /// Measures the memory of a searcher after a search with these options.
    fn held<G: Game + Hints>(options: &SearchOptions) -> u64 {
        let start = G::initial(&G::Options::default()).expect("the default options are valid");
        let zero = G::Evaluation::named("zero", &Weights::new()).expect("every game has the zero evaluation");
        let mut searcher = Searcher::<G>::new();
        searcher.search(&start, options, &zero, &Budget { nodes: Some(2_000), ..Budget::UNLIMITED }, 1, &mut NoTrace);
        let lists = (searcher.moves.capacity() * size_of::<G::Move>()) + searcher.ranks.capacity() * 16;
        (searcher.histories.bytes() + lists) as u64
    }

    #[test]
    fn memory_stays_within_the_reported_size_in_every_game() {
        for ordering in [vec![], vec![Ordering::Killers, Ordering::History, Ordering::Counter, Ordering::Continuation]]
        {
            let options = SearchOptions { ordering, depth: 6, deepening: true, ..SearchOptions::default() };
            let declared = options.memory_bytes();
            for game in GameId::ALL {
                let held = with_game!(game, G => held::<G>(&options));
                assert!(held <= declared, "{game}: {held} of {declared}");
            }
        }
    }

    #[test]
    fn with_table_changes_only_what_depends_on_the_table() {
        let ordering = vec![Ordering::Table, Ordering::Killers];
        let options = SearchOptions { table_mb: 100, threads: 2, symmetry: true, ordering, ..SearchOptions::default() };
        assert_eq!(options.table_size(), 64);
        assert_eq!(options.with_table(32), SearchOptions { table_mb: 32, ..options.clone() });
        let none = options.with_table(0);
        assert_eq!((none.table_mb, none.threads, none.symmetry), (0, 1, false));
        assert_eq!((none.ordering.as_slice(), none.memory_bytes()), (&[Ordering::Killers][..], HISTORIES));
        assert!(options.remembers() && !none.remembers());
    }
}
