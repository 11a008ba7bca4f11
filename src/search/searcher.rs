//! The searcher: the state that is kept between nodes and between searches. Also visits nodes: counts them and checks
//! the budget.

use std::sync::Arc;

use super::budget::Budget;
use super::history::HistoryTables;
use super::node::{KnownOutcome, Node, NodeState, SearchContext};
use super::options::SearchOptions;
use super::ordering::Rank;
use super::path::Path;
use super::pv::PvTable;
use super::table::TranspositionTable;
use super::tablebases::Tablebases;
use super::trace::Decided;
use super::value::terminal_value;
use arena_games::seed::Rng;
use arena_games::{Evaluation, Game, Hints, Outcome};

/// The budget ran out. All callers return at once.
pub(super) struct Stopped;

/// Searches positions of one game. It keeps its memory between searches, so that no search allocates once warm.
///
/// The transposition table, the history and the counter moves survive a search. They are cleared if the next search has
/// other options. Call [`Searcher::forget`] before a search with another evaluation.
pub struct Searcher<G: Game> {
    /// The move stack: the moves of the nodes on the current path, those of the deepest node on top.
    pub(super) moves: Vec<G::Move>,
    /// The ranks of the moves if the options ask for an order.
    pub(super) ranks: Vec<Rank>,
    pub(super) pv: PvTable<G::Move>,
    pub(super) path: Path<G::Move>,
    pub(super) histories: HistoryTables<G::Move>,
    pub(super) table: Option<TranspositionTable>,
    /// Tables of endings.
    pub(super) tablebases: Option<Arc<dyn Tablebases<G>>>,
    /// Whether this search looks positions up in them.
    pub(super) probes_tablebases: bool,
    /// The result of the root for the side to move, if they have it.
    pub(super) root_result: Option<i32>,
    pub(super) counts: NodeCounts,
    /// The static evaluations of the positions on the current path. Used only by selective searches.
    pub(super) static_evals: Vec<i32>,
    /// The [`piece_to`](arena_games::MoveOrdering::piece_to) of the moves on the current path. Used only if the order
    /// needs it.
    pub(super) continuation_stack: Vec<Option<usize>>,
    /// Counts values that depend on the depth of the search or on the path. A deeper search, or one on another path,
    /// might find a different value. A node's value is proven if this count did not change below it.
    pub(super) depth_bound: u64,
    /// Counts positions that a repetition has decided for one side.
    pub(super) lost_repetitions: u64,
    /// The node count of the next budget check.
    pub(super) next_check: u64,
    pub(super) rng: Rng,
    /// The number of this thread's nodes that are included in the shared count.
    reported_nodes: u64,
    /// The searchers of the helper threads, if the options ask for several threads.
    pub(super) helpers: Vec<Self>,
    /// The options of the last search.
    pub(super) last: Option<SearchOptions>,
    /// Whether the next search must start from an empty state, whatever its options.
    pub(super) forgets: bool,
    /// A deliberate fault of the table, to show that the tests detect it.
    #[cfg(test)]
    pub(super) fault: Option<Fault>,
}

/// A deliberate fault of the table.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It accepts the values of deeper searches.
    DeeperEntries,
    /// It ignores that values depend on the path to the position.
    IgnoresPath,
}

/// The counts of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounts {
    pub nodes: u64,
    pub leaves: u64,
    pub cutoffs: u64,
    pub pruned: u64,
    pub table_hits: u64,
    pub tablebase_hits: u64,
    /// The greatest distance of a leaf from the root, in plies.
    pub deepest: usize,
}

impl<G: Game + Hints> Default for Searcher<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Creates a searcher with an empty state.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: Vec::new(),
            ranks: Vec::new(),
            pv: PvTable::new(),
            path: Path::new(),
            histories: HistoryTables::new(),
            table: None,
            tablebases: None,
            probes_tablebases: false,
            root_result: None,
            counts: NodeCounts {
                nodes: 0,
                leaves: 0,
                cutoffs: 0,
                pruned: 0,
                table_hits: 0,
                tablebase_hits: 0,
                deepest: 0,
            },
            static_evals: Vec::new(),
            continuation_stack: Vec::new(),
            depth_bound: 0,
            lost_repetitions: 0,
            next_check: 0,
            reported_nodes: 0,
            helpers: Vec::new(),
            rng: Rng::new(0),
            last: None,
            forgets: false,
            #[cfg(test)]
            fault: None,
        }
    }

    /// Clears the state but keeps the allocated memory. The next search behaves as that of a new searcher.
    pub fn forget(&mut self) {
        self.forgets = true;
        self.helpers.clear();
        self.path.begin(&[]);
    }

    /// Sets the keys of the positions that led to the next search's position, the earliest first, and the move played in
    /// each. Applies to that search only, and matters only for games with [`Game::REPETITION`].
    pub fn with_history(&mut self, history: &[(u64, G::Move)]) -> &mut Self {
        self.path.begin(history);
        self
    }

    /// Returns the share of the transposition table that the last search has filled, in thousandths. `None` without a
    /// table.
    #[must_use]
    pub fn table_per_mille(&self) -> Option<u16> {
        self.table.as_ref().map(TranspositionTable::per_mille)
    }

    /// Visits the node. Returns its value and the reason if the game is over or the node is at the horizon.
    #[inline(always)]
    pub(super) fn visit_or_evaluate<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
    ) -> Result<Option<(i32, Decided)>, Stopped> {
        Ok(match self.visit_node(node)? {
            NodeState::Terminal(value) => Some((value, Decided::Over)),
            NodeState::Horizon => Some((node.static_eval(), Decided::Horizon)),
            NodeState::Interior => None,
        })
    }

    /// Counts the node and returns its state.
    #[inline(always)]
    pub(super) fn visit_node<E>(&mut self, node: &Node<'_, G, E>) -> Result<NodeState, Stopped> {
        if self.counts.nodes >= self.next_check {
            self.check(node.context)?;
        }
        self.counts.nodes += 1;
        self.pv.clear(node.ply);
        let side = node.position.to_move();
        let not_over =
            node.known_outcome != KnownOutcome::Unknown && node.position.empties().is_some_and(|empties| empties > 0);
        let state = match if not_over { None } else { node.position.outcome() } {
            Some(outcome) => {
                // A lower counter in the same position would not end the game.
                let by_counter = node.position.plies_to_counter_draw() == Some(0);
                #[cfg(test)]
                let by_counter = by_counter && self.fault != Some(Fault::IgnoresPath);
                self.depth_bound += u64::from(by_counter);
                NodeState::Terminal(terminal_value::<G>(outcome, side, node.ply, node.context.options.distance))
            }
            None => {
                let repeated = self.path.push(node.position, node.mv, node.ply);
                if repeated.is_none() && node.depth > 0 {
                    return Ok(NodeState::Interior);
                }
                self.depth_bound += 1;
                repeated.map_or(NodeState::Horizon, |outcome| {
                    self.lost_repetitions += u64::from(outcome != Outcome::DRAW);
                    NodeState::Terminal(terminal_value::<G>(outcome, side, node.ply, node.context.options.distance))
                })
            }
        };
        self.counts.leaves += 1;
        self.counts.deepest = self.counts.deepest.max(node.ply);
        Ok(state)
    }

    /// Stops the search if the budget is spent or another thread has ended the search.
    #[cold]
    pub(super) fn check<E>(&mut self, context: &SearchContext<'_, E>) -> Result<(), Stopped> {
        context.budget.give_way();
        let nodes = self.counts.nodes;
        self.next_check = context.budget.next_check(nodes, context.shared.is_some());
        let Some(shared) = context.shared else {
            return if context.budget.spent(nodes) { Err(Stopped) } else { Ok(()) };
        };
        let all = shared.add_nodes(nodes - std::mem::replace(&mut self.reported_nodes, nodes));
        if context.budget.spent(all) {
            shared.end();
        }
        let overtaken = context.helper_depth.is_some_and(|depth| shared.main_is_beyond(depth));
        if shared.is_over() || overtaken { Err(Stopped) } else { Ok(()) }
    }

    /// Resets all counts for a new search.
    pub(super) fn reset_counts(&mut self, budget: &Budget<'_>, several_threads: bool) {
        self.counts = NodeCounts::default();
        (self.depth_bound, self.reported_nodes) = (0, 0);
        self.next_check = budget.next_check(0, several_threads);
    }
}
