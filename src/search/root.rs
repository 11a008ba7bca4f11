//! The root of a search: what is the same for every way of pruning.

use super::trace::{Kind, Trace};
use super::value::{finished, for_parent};
use super::{Budget, INFINITY, Pruning, Report, RootMove, SearchOptions, Ties, ordering};
use crate::games::seed::Rng;
use crate::games::{EVALUATION_LIMIT, Evaluation, Game, Hints, Side};

/// The budget ran out; everything on the way up returns at once.
pub(super) struct Stopped;

/// Searches positions of one game. Keeps its memory from one search to the next, so that none allocates once warm.
pub struct Searcher<G: Game> {
    pub(super) moves: Vec<G::Move>,
    pub(super) lines: Lines<G::Move>,
    pub(super) cutoffs: u64,
    pub(super) pruned: u64,
    nodes: u64,
    leaves: u64,
    next_check: u64,
    rng: Rng,
}

/// What stays the same at all nodes of one search.
pub(super) struct Setting<'a, E> {
    pub options: &'a SearchOptions,
    pub evaluation: &'a E,
    pub budget: &'a Budget<'a>,
}

/// A node to be searched.
pub(super) struct Node<'a, G: Game, E> {
    pub position: &'a G,
    pub depth: u16,
    pub ply: usize,
    pub setting: &'a Setting<'a, E>,
}

impl<'a, G: Game, E> Node<'a, G, E> {
    pub(super) fn after(&self, mv: G::Move) -> G {
        let mut child = self.position.clone();
        child.play(mv);
        child
    }

    pub(super) fn same_side(&self, child: &G) -> bool {
        child.to_move() == self.position.to_move()
    }

    pub(super) const fn child(&self, position: &'a G) -> Self {
        Node { position, depth: self.depth - 1, ply: self.ply + 1, setting: self.setting }
    }
}

/// The best line found below each ply of the path that is being searched.
pub(super) struct Lines<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Forgets the line from `ply` on.
    fn clear(&mut self, ply: usize) {
        if self.by_ply.len() <= ply + 1 {
            self.by_ply.resize_with(ply + 2, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// The line at `ply` becomes `mv` and then the line below.
    pub(super) fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    fn at(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}

impl<G: Game + Hints> Default for Searcher<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// A searcher that has seen nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: Vec::new(),
            lines: Lines::new(),
            cutoffs: 0,
            pruned: 0,
            nodes: 0,
            leaves: 0,
            next_check: 0,
            rng: Rng::new(0),
        }
    }

    /// Searches `position`. Randomness, where the options ask for it, comes from `seed` alone.
    ///
    /// When the budget runs out, the best move so far is reported, with [`Report::stopped`] set; there always is one
    /// unless the game is over.
    pub fn search<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        position: &G,
        options: &SearchOptions,
        evaluation: &E,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut T,
    ) -> Report<G::Move> {
        self.moves.clear();
        (self.nodes, self.leaves, self.cutoffs, self.pruned) = (0, 0, 0, 0);
        self.next_check = budget.next_check(0);
        self.rng = Rng::new(seed);
        let setting = Setting { options, evaluation, budget };
        let mut natural = Vec::new();
        position.legal(&mut natural);
        let mut order = natural.clone();
        ordering::order(&options.ordering, position, &mut order, &mut self.rng);
        if options.ties == Ties::Random {
            self.rng.shuffle(&mut order);
        }
        let mut found = Iteration::unsearched(&order);
        let mut depth = 0;
        let first = if options.deepening { 1 } else { options.depth };
        let mut stopped = false;
        for target in first..=options.depth {
            let node = Node { position, depth: target, ply: 0, setting: &setting };
            let (iteration, complete) = self.iterate(&node, &order, trace);
            if complete || !iteration.root.is_empty() {
                found = iteration;
            }
            stopped = !complete;
            if stopped {
                break;
            }
            depth = target;
            if let Some(best) = found.line.first() {
                let at = order.iter().position(|mv| mv == best).expect("the best move is one of the root's");
                order[..=at].rotate_right(1);
            }
        }
        found.root.sort_by_key(|root| natural.iter().position(|mv| *mv == root.mv));
        Report {
            best: found.line.first().copied(),
            value: found.value,
            depth,
            line: found.line,
            root: found.root,
            nodes: self.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            pruned: self.pruned,
            elapsed: budget.elapsed(),
            stopped,
        }
    }

    /// Searches the root moves in `order` to the node's depth, as far as the budget allows.
    fn iterate<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &[G::Move],
        trace: &mut T,
    ) -> (Iteration<G::Move>, bool) {
        let mut iteration = Iteration { value: -INFINITY, line: Vec::new(), root: Vec::new() };
        trace.enter(None, node.position, -INFINITY, INFINITY);
        match self.enter(node) {
            Err(Stopped) => return (iteration, false),
            Ok(Some(value)) => {
                trace.leave(value, Kind::Leaf);
                return (Iteration { value, ..iteration }, true);
            }
            Ok(None) => {}
        }
        for &mv in order {
            let child = node.after(mv);
            let same = node.same_side(&child);
            // With the full window for every move its value is exact; otherwise a move that is not better than the
            // best so far only gets an upper bound.
            let alpha = if node.setting.options.exact_root { -INFINITY } else { iteration.value };
            let below = node.child(&child);
            let value = match node.setting.options.pruning {
                Pruning::None => self.minimax(&below, Some(mv), trace),
                Pruning::AlphaBeta => {
                    let (low, high) = if same { (alpha, INFINITY) } else { (-INFINITY, -alpha) };
                    self.alpha_beta(&below, Some(mv), low, high, trace)
                }
            };
            let Ok(value) = value else {
                self.moves.clear();
                return (iteration, false);
            };
            let value = for_parent(value, same);
            let exact = value > alpha || node.setting.options.pruning == Pruning::None;
            iteration.root.push(RootMove { mv, value, exact });
            if value > iteration.value {
                iteration.value = value;
                self.lines.extend(0, mv);
                iteration.line.clear();
                iteration.line.extend_from_slice(self.lines.at(0));
            }
        }
        trace.leave(iteration.value, Kind::Inner);
        (iteration, true)
    }

    /// Counts the node; gives its value when it is finished or at the horizon.
    pub(super) fn enter<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>) -> Result<Option<i32>, Stopped> {
        if self.nodes >= self.next_check {
            if node.setting.budget.spent(self.nodes) {
                return Err(Stopped);
            }
            self.next_check = node.setting.budget.next_check(self.nodes);
        }
        self.nodes += 1;
        self.lines.clear(node.ply);
        let side = node.position.to_move();
        let value = match node.position.outcome() {
            Some(outcome) => finished::<G>(outcome, side, node.ply, node.setting.options.distance),
            None if node.depth == 0 => guess(node.setting.evaluation, node.position, side),
            None => return Ok(None),
        };
        self.leaves += 1;
        Ok(Some(value))
    }

    /// Puts the node's moves, ordered, on top of the stack of moves, and says where they begin.
    pub(super) fn list_moves<E>(&mut self, node: &Node<'_, G, E>) -> usize {
        let base = self.moves.len();
        node.position.legal(&mut self.moves);
        ordering::order(&node.setting.options.ordering, node.position, &mut self.moves[base..], &mut self.rng);
        base
    }
}

/// The evaluation for `side`, kept out of the range of wins.
fn guess<G: Game, E: Evaluation<G>>(evaluation: &E, position: &G, side: Side) -> i32 {
    evaluation.evaluate(position).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) * side.sign()
}

/// What one pass over the root moves found.
struct Iteration<M> {
    value: i32,
    line: Vec<M>,
    root: Vec<RootMove<M>>,
}

impl<M: Copy> Iteration<M> {
    /// Before any search: the first move, of unknown value.
    fn unsearched(order: &[M]) -> Self {
        Self { value: 0, line: order.iter().take(1).copied().collect(), root: Vec::new() }
    }
}
