//! The interface to tables with the exact results of endings, such as the Syzygy tables of chess.

use std::sync::Arc;

use super::node::Node;
use super::searcher::Searcher;
use super::value::table_win;
use arena_games::{Game, Hints};

/// Tables with the exact results of endings.
///
/// Inside the search they decide positions directly after a move that resets the counter of quiet moves. A root in the
/// tables is searched with the best moves alone, and without the tables.
pub trait Tablebases<G: Game>: Send + Sync {
    /// Returns the result of a position in which the counter of quiet moves is zero: 1 if the side to move wins, -1 if
    /// it loses, 0 for a draw. `None` if it is unknown.
    fn result(&self, position: &G) -> Option<i32>;

    /// Returns the moves that keep the result, and that result. `None` if it is unknown. `repeated` tells that a
    /// position since the counter was last zero has occurred twice, so that each move must bring the end nearer.
    fn best_moves(&self, position: &G, repeated: bool) -> Option<(Vec<G::Move>, i32)>;
}

impl<G: Game + Hints> Searcher<G> {
    /// Sets the tables of endings for all further searches.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<dyn Tablebases<G>>>) {
        self.forget();
        self.tablebases = tablebases;
    }

    /// Looks the root up. Returns those of `moves` that keep its result, or all if the tables do not decide.
    pub(super) fn probe_root(&mut self, position: &G, mut moves: Vec<G::Move>) -> Vec<G::Move> {
        self.root_result = None;
        self.path.may_lose = G::LOSING_REPETITIONS && self.path.has_repetition(position);
        self.probes_tablebases = self.tablebases.is_some();
        let Some(tablebases) = &self.tablebases else { return moves };
        let repeated = self.path.has_repetition(position);
        if let Some((best, result)) = tablebases.best_moves(position, repeated)
            && moves.iter().any(|mv| best.contains(mv))
        {
            moves.retain(|mv| best.contains(mv));
            self.root_result = Some(result);
            self.probes_tablebases = false;
            self.counts.tablebase_hits += 1;
        }
        moves
    }

    /// Returns the node's value if the tables have it.
    pub(super) fn probe_tablebases<E>(&mut self, node: &Node<'_, G, E>) -> Option<i32> {
        if node.position.reversible_plies() > 0 {
            return None;
        }
        let result = self.tablebases.as_ref()?.result(node.position)?;
        self.counts.tablebase_hits += 1;
        Some(table_win(result, node.ply, node.context.options.distance))
    }
}
