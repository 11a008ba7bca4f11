//! Parallel search: lazy SMP with deferred moves.
//!
//! The main thread and its helpers all search the whole tree and share the transposition table. To avoid duplicate
//! work, a thread defers a move that another thread is searching, until its value is probably in the table. See
//! Kerrigan, "Simplified ABDADA" (tckerrigan.com, 2016), after Weill, "The ABDADA distributed minimax search
//! algorithm", ICCA Journal 19:1 (1996). A helper that finishes a depth starts the next one. It abandons a depth once
//! the main thread is beyond it.
//!
//! The value is that of a single-threaded search, because a table entry is correct whichever thread stored it. The
//! number of nodes, and the choice between equally good moves and lines, depend on timing.

use std::thread;

use super::node::{Node, SearchContext};
use super::root::{Iteration, depths, in_plies};
use super::searcher::{NodeCounts, Searcher};
use super::shared::SharedSearch;
use super::trace::{NoTrace, Observer, SILENT};
use super::{Budget, Report, SearchOptions};
use arena_games::seed::Rng;
use arena_games::{Evaluation, Game, Hints};

/// Ends the helpers when the main thread finishes or panics.
struct EndOnDrop<'a>(&'a SharedSearch);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Runs [`Searcher::iterative_deepening`] together with the helper threads that the options ask for, or as many as
    /// the system provides. The counts are those of all threads.
    pub(super) fn search_in_threads<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        position: &G,
        (options, evaluation): (&SearchOptions, &E),
        budget: &Budget<'_>,
        order: Vec<(u32, G::Move)>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Report<G::Move> {
        // A WebAssembly module has one thread.
        if options.threads <= 1 || cfg!(target_family = "wasm") {
            let context = SearchContext::new(options, evaluation, budget, None);
            return self.iterative_deepening(position, &context, order, trace);
        }
        let shared = SharedSearch::new();
        let context = SearchContext::new(options, evaluation, budget, Some(&shared));
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.resize_with(usize::from(options.threads) - 1, Self::new);
        let mut report = thread::scope(|scope| {
            let _ends = EndOnDrop(&shared);
            for helper in &mut helpers {
                helper.prepare(self, &context);
                let (context, order) = (&context, order.clone());
                let work = move || helper.run_helper(position, context, order);
                // If the system refuses another thread, the existing threads do the search.
                thread::Builder::new().name("search-helper".to_owned()).spawn_scoped(scope, work).ok();
            }
            self.iterative_deepening(position, &context, order, trace)
        });
        for helper in &mut helpers {
            helper.table = None;
            let NodeCounts { nodes, leaves, cutoffs, pruned, table_hits, tablebase_hits, deepest } = helper.counts;
            report.nodes += nodes;
            report.leaves += leaves;
            report.cutoffs += cutoffs;
            report.pruned += pruned;
            report.table_hits += table_hits;
            report.tablebase_hits += tablebase_hits;
            report.selective_depth = report.selective_depth.max(in_plies(deepest));
        }
        self.helpers = helpers;
        report
    }

    /// Prepares a helper: it shares the table of the `main` searcher and starts from the same path.
    fn prepare<E>(&mut self, main: &mut Self, context: &SearchContext<'_, E>) {
        self.table.clone_from(&main.table);
        self.path.clone_from(&main.path);
        self.tablebases.clone_from(&main.tablebases);
        self.probes_tablebases = main.probes_tablebases;
        self.histories.begin(context.options);
        self.reset_counts(context.budget, true);
        self.rng = Rng::new(main.rng.next_u64());
    }

    /// Runs the main thread's search in a helper until the search is over.
    fn run_helper<E: Evaluation<G>>(
        &mut self,
        position: &G,
        context: &SearchContext<'_, E>,
        mut order: Vec<(u32, G::Move)>,
    ) {
        let mut result = Iteration::unsearched(&order);
        let shared = context.shared.expect("a helper has shared state");
        for depth in depths(position, context.options) {
            if shared.main_is_beyond(depth) {
                continue;
            }
            let context = SearchContext { helper_depth: Some(depth), ..*context };
            let node = Node::root(position, depth, &context);
            let ended =
                self.search_depth(&node, &mut order, &mut result, &mut Observer::<G, SILENT>::new(&mut NoTrace));
            if ended.is_err() && shared.is_over() {
                return;
            }
        }
    }
}
