//! How much memory a search holds from one move to the next, so that the bots' pool can bound what all searches hold
//! together.

use super::options::{Ordering, SearchOptions};
use crate::games::PIECE_TO_SLOTS;

/// What a thread's killers, history, counter moves, lines and lists of moves take, in bytes: an upper bound for every
/// game.
const HISTORIES: u64 = 256 << 10;

/// What the history of moves that follow others takes, in bytes.
const CONTINUATIONS: u64 = (4 * PIECE_TO_SLOTS * PIECE_TO_SLOTS * size_of::<i16>()) as u64;

impl SearchOptions {
    /// The most that a searcher without a table holds, in bytes, whatever its other options are.
    pub const MOST_WITHOUT_TABLE: u64 = HISTORIES + CONTINUATIONS;

    /// What a searcher with these options holds, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        let continuations = if self.ordering.contains(&Ordering::Continuation) { CONTINUATIONS } else { 0 };
        let table = u64::from(self.table_size()) << 20;
        table + u64::from(self.threads) * (HISTORIES + continuations)
    }

    /// Whether a searcher carries something from one move of a match to the next that changes what it finds: a table,
    /// or a history.
    #[must_use]
    pub fn remembers(&self) -> bool {
        let learns = |key: &Ordering| matches!(key, Ordering::History | Ordering::Counter | Ordering::Continuation);
        self.table_mb > 0 || self.ordering.iter().any(learns)
    }

    /// The size in MiB that a table really has: the largest power of two up to the one that was asked for.
    #[must_use]
    pub const fn table_size(&self) -> u32 {
        if self.table_mb == 0 { 0 } else { 1 << self.table_mb.ilog2() }
    }

    /// The same search with a table of another size. With size 0, the switches that need a table are left out too:
    /// symmetry, the order by the table's moves, and more than one thread.
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
    use crate::games::catalog::Visitor;
    use crate::games::{Evaluation, Game, GameId, Hints, Weights};
    use crate::search::trace::NoTrace;
    use crate::search::{Budget, Searcher};

    /// What a searcher holds after a search with these options.
    struct Held<'a>(&'a SearchOptions);

    impl Visitor for Held<'_> {
        type Output = u64;
        fn visit<G: Game + Hints>(self) -> u64 {
            let start = G::initial(&G::Options::default()).expect("the defaults are right");
            let zero = G::Evaluation::named("zero", &Weights::new()).expect("every game has it");
            let mut searcher = Searcher::<G>::new();
            searcher.search(
                &start,
                self.0,
                &zero,
                &Budget { nodes: Some(2_000), ..Budget::UNLIMITED },
                1,
                &mut NoTrace,
            );
            let lists = (searcher.moves.capacity() * size_of::<G::Move>()) + searcher.ranks.capacity() * 16;
            (searcher.histories.bytes() + lists) as u64
        }
    }

    #[test]
    fn no_game_holds_more_than_is_said() {
        for ordering in [vec![], vec![Ordering::Killers, Ordering::History, Ordering::Counter, Ordering::Continuation]]
        {
            let options = SearchOptions { ordering, depth: 6, deepening: true, ..SearchOptions::default() };
            let said = options.memory_bytes();
            for game in GameId::ALL {
                let held = game.visit(Held(&options));
                assert!(held <= said, "{game}: {held} of {said}");
            }
        }
    }

    #[test]
    fn a_smaller_table_leaves_the_rest_of_the_search_as_it_is() {
        let ordering = vec![Ordering::Table, Ordering::Killers];
        let whole = SearchOptions { table_mb: 100, threads: 2, symmetry: true, ordering, ..SearchOptions::default() };
        assert_eq!(whole.table_size(), 64);
        assert_eq!(whole.with_table(32), SearchOptions { table_mb: 32, ..whole.clone() });
        let none = whole.with_table(0);
        assert_eq!((none.table_mb, none.threads, none.symmetry), (0, 1, false));
        assert_eq!((none.ordering.as_slice(), none.memory_bytes()), (&[Ordering::Killers][..], HISTORIES));
        assert!(whole.remembers() && !none.remembers());
    }
}
