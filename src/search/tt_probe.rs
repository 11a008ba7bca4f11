//! The interface between the search and its transposition table: probes, cutoffs and stores.
//!
//! A key identifies the position and not the path to it. A value may depend on the path, because of draws by repetition
//! and by a counter of quiet moves that the key does not cover (the graph history interaction: Campbell, "The
//! graph-history interaction: on ignoring position history", ACM 1985). A value is therefore stored, and causes a
//! cutoff, only if no such draw can occur within the plies that were searched. Otherwise the table keeps only the best
//! move. If the counter can end the game within these plies, it becomes a part of the key instead. Searches that change the value anyway ignore repetition here.

use super::INFINITY;
use super::node::Node;
#[cfg(test)]
use super::searcher::Fault;
use super::searcher::Searcher;
use super::table::{Bound, Entry, NO_MOVE};
use super::value::{for_parent, from_table, is_decided, to_table};
use arena_games::seed::mix;
use arena_games::{Game, Hints};

/// With fewer nodes searched, the table holds hardly any entries that would cause a cutoff. Searches in tests are
/// small, so the limit is 1 there.
const MIN_NODES_FOR_ETC: u64 = if cfg!(test) { 1 } else { 1 << 16 };

/// The result of probing the table for a node.
pub(super) struct TtProbe {
    key: u64,
    /// Whether the position is the canonical one of all that are symmetric to it.
    is_canonical: bool,
    is_endgame: bool,
    entry: Option<Entry>,
    /// The greatest depth at which a value does not depend on the path to the node.
    path_free_depth: u16,
    /// [`Searcher::depth_bound`] when the node was probed.
    depth_bound: u64,
    /// [`Searcher::lost_repetitions`] when the node was probed.
    lost_repetitions: u64,
}

impl TtProbe {
    /// Returns the best move found earlier, as its index in natural order, or [`NO_MOVE`].
    pub(super) fn mv(&self) -> u16 {
        self.entry.filter(|entry| entry.is_canonical == self.is_canonical).map_or(NO_MOVE, |entry| entry.mv)
    }

    pub(super) fn has_move(&self) -> bool {
        self.mv() != NO_MOVE
    }

    /// Returns whether the position belongs to the table's endgame partition.
    pub(super) const fn is_endgame(&self) -> bool {
        self.is_endgame
    }

    /// Returns the static evaluation, or the stored value if its bound makes it the better estimate.
    pub(super) fn refine(&self, static_eval: i32) -> i32 {
        match self.entry {
            Some(entry) if is_decided(entry.value) => static_eval,
            Some(Entry { bound: Bound::Lower, value, .. }) => static_eval.max(value),
            Some(Entry { bound: Bound::Upper, value, .. }) => static_eval.min(value),
            Some(Entry { bound: Bound::Exact, value, .. }) => value,
            None => static_eval,
        }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Probes the table for the node.
    #[inline]
    pub(super) fn tt_probe<E>(&self, node: &Node<'_, G, E>) -> TtProbe {
        let (mut key, mut is_canonical, mut entry) = (0, true, None);
        let is_endgame =
            G::ENDGAME_EMPTIES > 0 && node.position.empties().is_some_and(|empties| empties <= G::ENDGAME_EMPTIES);
        if let Some(table) = &self.table {
            key = node.position.key();
            if node.context.options.symmetry {
                let own = std::mem::replace(&mut key, node.position.canonical_key());
                is_canonical = own == key;
            }
            let counter = self.counter_key(node);
            entry = table.probe(key ^ counter, node.depth, is_endgame);
            if counter != 0 && entry.is_none() {
                // Only the move of another counter is of use.
                let other = table.probe(key, node.depth, is_endgame);
                entry = other.map(|other| Entry { value: -INFINITY, bound: Bound::Lower, ..other });
            }
            key ^= counter;
        }
        let path_free_depth = if self.table.is_some() { self.path_free_depth(node) } else { 0 };
        TtProbe {
            key,
            is_canonical,
            is_endgame,
            entry,
            path_free_depth,
            depth_bound: self.depth_bound,
            lost_repetitions: self.lost_repetitions,
        }
    }

    /// Returns a part of the node's key that depends on the counter of quiet moves, or 0 if the counter cannot end the
    /// game within the node's depth. Values are then stored and found for each counter separately.
    #[inline]
    fn counter_key<E>(&self, node: &Node<'_, G, E>) -> u64 {
        #[cfg(test)]
        if self.fault == Some(Fault::IgnoresPath) {
            return 0;
        }
        let near = node.position.plies_to_counter_draw().filter(|plies| *plies <= node.depth.into());
        near.map_or(0, |_| mix(node.position.counter_state().wrapping_add(1)))
    }

    /// Returns the greatest depth to which the node can be searched without a draw that depends on the path to it.
    #[inline]
    fn path_free_depth<E>(&self, node: &Node<'_, G, E>) -> u16 {
        #[cfg(test)]
        if self.fault == Some(Fault::IgnoresPath) {
            return u16::MAX;
        }
        // A key with the counter belongs to one counter only.
        // The table does not know that a third repetition may lose.
        if G::LOSING_REPETITIONS && self.path.may_lose && node.ply <= G::SHORTEST_CYCLE {
            return 0;
        }
        let counter = node.position.plies_to_counter_draw().filter(|_| self.counter_key(node) == 0);
        let mut plies = counter.map_or(usize::MAX, |plies| plies.saturating_sub(1));
        if G::REPETITION.is_some() && node.context.keeps_value {
            // The more earlier positions can be repeated, the sooner a repetition can occur.
            let back = node.position.reversible_plies().min(self.path.before(node.ply));
            if back > 0 {
                plies = plies.min(G::SHORTEST_CYCLE.saturating_sub(back + 1));
            }
        }
        u16::try_from(plies).unwrap_or(u16::MAX)
    }

    /// Returns the node's value if the table alone decides it, and counts the hit.
    #[inline]
    pub(super) fn tt_cutoff<E>(
        &mut self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let value = self.tt_cutoff_value(node, probe, alpha, beta)?;
        self.count_tt_hit(probe);
        Some(value)
    }

    /// Counts a node whose value was taken from the table.
    #[inline]
    pub(super) fn count_tt_hit(&mut self, probe: &TtProbe) {
        self.depth_bound += u64::from(probe.entry.is_some_and(|entry| !entry.proven));
        self.counts.table_hits += 1;
    }

    /// Returns the value from the table if it equals the result of a search of the node, or decides the node as well.
    ///
    /// A value of another depth is not accepted unless it is proven by a tree no deeper than this search. A selective
    /// search searches the moves of one node to several depths anyway, so it also accepts values of deeper searches.
    #[inline]
    pub(super) fn tt_cutoff_value<E>(
        &self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let entry = probe.entry?;
        let depth = u16::from(entry.depth);
        let holds = depth == node.depth
            || (entry.proven && depth < node.depth)
            || (node.context.selective && depth > node.depth);
        // A selective search sees more on the principal variation than elsewhere, so it always searches that.
        let holds = holds && (!node.context.selective || node.depth == 0 || alpha + 1 == beta);
        #[cfg(test)]
        let holds = holds || (self.fault == Some(Fault::DeeperEntries) && depth > node.depth);
        let holds = holds && depth <= probe.path_free_depth;
        let value = from_table::<G>(entry.value, node.ply, node.context.options.distance);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (holds && decides).then_some(value)
    }

    /// Returns whether all moves of the node are looked up before one is searched.
    #[inline]
    pub(super) fn looks_up_moves<E>(&self, node: &Node<'_, G, E>, probe: &TtProbe) -> bool {
        let early = G::ENDGAME_EMPTIES == 0 || probe.is_endgame() || self.counts.nodes < MIN_NODES_FOR_ETC;
        !early && node.position.max_plies_left().is_some_and(|left| left <= node.depth.into())
    }

    /// Returns a move that beats `alpha` according to the table, and its value, before any move is searched: enhanced
    /// transposition cutoffs (Schaeffer and Plaat, "New advances in alpha-beta searching", ACM 1996). Used only while a
    /// game is solved and far from its end, where the probes take less time than they save.
    #[inline]
    pub(super) fn enhanced_tt_cutoff<E>(
        &mut self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        base: usize,
        alpha: i32,
    ) -> Option<(usize, i32)> {
        if !self.looks_up_moves(node, probe) {
            return None;
        }
        for index in base..self.moves.len() {
            let mv = self.moves[index];
            let child = node.child_position(mv);
            let (same, below) = (node.same_side(&child), node.child(&child, Some(mv)));
            let probe = self.tt_probe(&below);
            let limit = if same { alpha } else { -alpha - 1 };
            let value = self.tt_cutoff_value(&below, &probe, limit, limit + 1);
            if let Some(value) = value.map(|value| for_parent(value, same)).filter(|&value| value > alpha) {
                self.count_tt_hit(&probe);
                return Some((index, value));
            }
        }
        None
    }

    /// Stores the result of a search of the node with the window from `alpha` to `beta`. If the value depends on the
    /// path to the node, only the best move is stored.
    #[inline]
    pub(super) fn tt_store<E>(
        &self,
        node: &Node<'_, G, E>,
        probe: &TtProbe,
        value: i32,
        mv: u16,
        (alpha, beta): (i32, i32),
    ) {
        let Some(table) = &self.table else { return };
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // If every move failed low, keep the move that was known before.
        let mv = if mv == NO_MOVE { probe.mv() } else { mv };
        // A win or loss by repetition belongs to the path.
        let by_repetition = is_decided(value) && self.lost_repetitions != probe.lost_repetitions;
        let (value, bound) = if node.depth <= probe.path_free_depth && !by_repetition {
            (to_table::<G>(value, node.ply, node.context.options.distance), bound)
        } else {
            // A bound that holds for every value, so that only the move is stored.
            (-INFINITY, Bound::Lower)
        };
        let entry = Entry {
            value,
            mv,
            depth: u8::try_from(node.depth).expect("a search is at most MAX_DEPTH plies deep"),
            bound,
            proven: self.depth_bound == probe.depth_bound,
            is_canonical: probe.is_canonical,
        };
        table.store(probe.key, entry, probe.is_endgame);
    }
}
