//! The root of a search: iterations of growing depth, and the moves there.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::alpha_beta::Window;
use super::options::{Ordering, Pruning, SearchOptions, Ties};
use super::ordering::{self, Rank, Scene};
use super::searcher::{Counts, Node, Searcher, Setting, Stopped, Told, WHOLE};
use super::selective::Plan;
use super::table::Table;
use super::trace::{Kind, Trace};
use super::value::{for_parent, is_win};
use super::{Budget, INFINITY, MAX_DEPTH, Report, RootMove};
use crate::games::seed::Rng;
use crate::games::{Evaluation, Game, Hints};

/// What one pass over the root moves found.
pub(super) struct Iteration<M> {
    pub value: i32,
    pub line: Vec<M>,
    /// Each with its index in natural order.
    pub root: Vec<(u32, RootMove<M>)>,
}

impl<M: Copy> Iteration<M> {
    /// Before any search: the first move, of unknown value.
    pub(super) fn unsearched(order: &[(u32, M)]) -> Self {
        Self { value: 0, line: order.iter().take(1).map(|(_, mv)| *mv).collect(), root: Vec::new() }
    }

    /// Becomes `next`; root moves that it did not come to, when it was ended early, keep what was found before.
    fn follow(&mut self, next: Self) {
        let before = std::mem::replace(self, next).root;
        let reached = self.root.len();
        for (natural, root) in before {
            if !self.root[..reached].iter().any(|(other, _)| *other == natural) {
                self.root.push((natural, root));
            }
        }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// Searches `position`. Randomness, where the options ask for it, comes from `seed` alone.
    ///
    /// When the budget runs out, the best move so far is reported, with [`Report::stopped`] set; there always is one
    /// unless the game is over. Its line then may be shorter than the depth.
    pub fn search<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        position: &G,
        options: &SearchOptions,
        evaluation: &E,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut T,
    ) -> Report<G::Move> {
        self.begin(options, budget, seed);
        let mut natural = Vec::new();
        position.legal(&mut natural);
        let order = self.root_order(position, options, natural);
        if options.threads > 1 {
            return self.together(position, (options, evaluation), budget, order, trace);
        }
        let setting = Setting::new(options, evaluation, budget, None);
        self.lead(position, &setting, order, trace)
    }

    /// Searches `position`, alone or at the head of a team, beginning with the root moves in `order`.
    pub(super) fn lead<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        position: &G,
        setting: &Setting<'_, E>,
        mut order: Vec<(u32, G::Move)>,
        trace: &mut T,
    ) -> Report<G::Move> {
        let (options, budget) = (setting.options, setting.budget);
        let root = |depth| Node { position, depth, ply: 0, passed: false, told: Told::Nothing, setting };
        let mut found = Iteration::unsearched(&order);
        let mut depth = 0;
        let mut stopped = false;
        for target in depths(position, options) {
            setting.team.inspect(|team| team.lead_to(target));
            let late = budget.soft.is_some_and(|soft| budget.elapsed() >= soft);
            if late && depth > 0 {
                stopped = true;
                break;
            }
            let node = root(target);
            let unsure = self.unsure;
            stopped = self.deepen(&node, &mut order, &mut found, trace).is_err();
            if stopped {
                break;
            }
            depth = target;
            let decided = is_win::<G>(found.value) && !options.exact_root;
            if self.unsure == unsure || decided {
                break;
            }
        }
        if !stopped && options.whole_line {
            self.complete_line(&root(depth), &mut found);
        }
        self.path.begin(&[]);
        found.root.sort_by_key(|(natural, _)| *natural);
        let Counts { nodes, leaves, cutoffs, pruned, table_hits } = self.counts;
        Report {
            best: found.line.first().copied(),
            value: found.value,
            depth,
            line: found.line,
            root: found.root.into_iter().map(|(_, root)| root).collect(),
            nodes,
            leaves,
            cutoffs,
            pruned,
            table_hits,
            elapsed: budget.elapsed(),
            stopped,
        }
    }

    /// Makes everything ready for a search.
    fn begin(&mut self, options: &SearchOptions, budget: &Budget<'_>, seed: u64) {
        let shape = SearchOptions { depth: 0, ..options.clone() };
        if self.last.as_ref() != Some(&shape) {
            self.memory.clear();
            self.helpers.clear();
            match &mut self.table {
                Some(table) if table.megabytes() == options.table_mb => table.clear(),
                _ => self.table = (options.table_mb > 0).then(|| Table::new(options.table_mb)),
            }
            self.last = Some(shape);
        }
        if let Some(table) = &mut self.table {
            table.grow_older();
        }
        self.memory.begin(options.ordering.contains(&Ordering::Continuation));
        self.drop_moves(0);
        self.restart_counts(budget, options.threads > 1);
        self.rng = Rng::new(seed);
    }

    /// The root moves as they are searched first: in order, or shuffled where chance decides between equal ones.
    /// Each comes with its index in natural order.
    fn root_order(&mut self, position: &G, options: &SearchOptions, natural: Vec<G::Move>) -> Vec<(u32, G::Move)> {
        let wide = options.width.is_none_or(|width| natural.len() <= width.into() || position.in_check());
        if options.ties == Ties::Random && wide {
            let mut order: Vec<_> = (0..).zip(natural).collect();
            self.rng.shuffle(&mut order);
            if options.is_selective() {
                self.promising_first(position, options, &mut order);
            }
            return order;
        }
        // What the last search knew of this position is no reason to prefer one of equal moves.
        let keys: Vec<Ordering> = options.ordering.iter().copied().filter(|key| *key != Ordering::Table).collect();
        let scene = Scene::at_root(position, &self.memory);
        let mut order = natural;
        ordering::rank(&keys, &scene, &order, &mut self.ranks, &mut self.rng);
        ordering::sort(&mut order, &mut self.ranks);
        let mut order: Vec<_> = self.ranks.drain(..).map(Rank::natural).zip(order).collect();
        if let Some(width) = options.width.filter(|_| !wide) {
            order.truncate(width.into());
            if options.ties == Ties::Random {
                self.rng.shuffle(&mut order);
            }
        }
        order
    }

    /// Orders root moves, where later ones may be searched less deep; those of equal rank stay as they are.
    fn promising_first(&mut self, position: &G, options: &SearchOptions, order: &mut [(u32, G::Move)]) {
        let moves: Vec<G::Move> = order.iter().map(|(_, mv)| *mv).collect();
        let scene = Scene::at_root(position, &self.memory);
        ordering::rank(&options.ordering, &scene, &moves, &mut self.ranks, &mut self.rng);
        let ranks: BTreeMap<u32, u128> =
            order.iter().map(|(natural, _)| *natural).zip(self.ranks.drain(..).map(Rank::value)).collect();
        order.sort_by_key(|(natural, _)| Reverse(ranks[natural]));
    }

    /// Searches the root to the node's depth, within the window that is expected where there is one. What is `found`
    /// stays what it was when the budget runs out before there is something better.
    pub(super) fn deepen<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        found: &mut Iteration<G::Move>,
        trace: &mut T,
    ) -> Result<(), Stopped> {
        if node.setting.options.pruning == Pruning::Bisection && !node.setting.options.exact_root {
            return self.bisect(node, order, found, trace);
        }
        let mut width = node.setting.options.aspiration.unwrap_or(INFINITY);
        let mut window = match found.root.is_empty() {
            false if width < INFINITY => (found.value.saturating_sub(width), found.value.saturating_add(width)),
            _ => WHOLE,
        };
        loop {
            let (iteration, ended) = self.iterate(node, order, window, found.value, trace);
            let value = iteration.value;
            let (low, high) = (value <= window.0, value >= window.1);
            if !iteration.line.is_empty() || (ended.is_ok() && !low) {
                found.follow(iteration);
            }
            ended?;
            bring_forward(order, &found.line);
            width = width.saturating_mul(4);
            match (low, high) {
                (true, _) if window.0 > -INFINITY => window.0 = value.saturating_sub(width).max(-INFINITY),
                (_, true) if window.1 < INFINITY => window.1 = value.saturating_add(width),
                _ => return Ok(()),
            }
        }
    }

    /// Searches the root moves in `order` to the node's depth, as far as the budget allows.
    pub(super) fn iterate<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &[(u32, G::Move)],
        (alpha, beta): Window,
        guess: i32,
        trace: &mut T,
    ) -> (Iteration<G::Move>, Result<(), Stopped>) {
        let mut iteration = Iteration { value: -INFINITY, line: Vec::new(), root: Vec::with_capacity(order.len()) };
        trace.enter(None, node.position, alpha, beta);
        match self.settle(node) {
            Err(Stopped) => return (iteration, Err(Stopped)),
            Ok(Some(value)) => {
                trace.leave(value, Kind::Leaf);
                return (Iteration { value, ..iteration }, Ok(()));
            }
            Ok(None) => {}
        }
        let options = node.setting.options;
        let plan = self.plan_at_root(node);
        self.walk(node, None);
        for (place, &(natural, mv)) in order.iter().enumerate() {
            // With the full window for every move its value is exact; otherwise a move that is not better than the
            // best so far only gets an upper bound.
            let alpha = if options.exact_root { -INFINITY } else { alpha.max(iteration.value) };
            let guess = if iteration.root.is_empty() { guess } else { iteration.value };
            let Ok(value) = self.root_move(node, plan, (place, mv), (alpha, beta), guess, trace) else {
                self.drop_moves(0);
                return (iteration, Err(Stopped));
            };
            let exact = (value > alpha && value < beta) || options.pruning == Pruning::None;
            iteration.root.push((natural, RootMove { mv, value, exact, depth: node.depth }));
            if value > iteration.value {
                iteration.value = value;
                iteration.line.clear();
                if value > alpha {
                    self.lines.extend(0, mv);
                    // The lines that null windows leave are those of bounds.
                    let narrow = matches!(options.pruning, Pruning::Mtdf | Pruning::Bisection);
                    let known = if narrow || value >= beta { 1 } else { usize::MAX };
                    iteration.line.extend(self.lines.at(0).iter().take(known));
                }
            }
            if value >= beta {
                break;
            }
        }
        trace.leave(iteration.value, Kind::Inner);
        (iteration, Ok(()))
    }

    /// The value of a root move.
    fn root_move<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        plan: Plan,
        (place, mv): (usize, G::Move),
        window: Window,
        guess: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if node.setting.selective && node.setting.options.pruning != Pruning::Mtdf {
            return self.selected(node, plan, mv, place, window, trace);
        }
        let child = node.after(mv);
        let same = node.same_side(&child);
        let mut below = node.child(&child);
        if node.setting.selective {
            below.depth = Self::depth_below(node, &child);
        }
        match node.setting.options.pruning {
            Pruning::None => Ok(for_parent(self.minimax(&below, Some(mv), trace)?, same)),
            Pruning::AlphaBeta if node.setting.plain => self.plain(&below, mv, same, window, trace),
            Pruning::AlphaBeta | Pruning::Pvs => self.later(&below, mv, same, window, 0, trace),
            Pruning::Mtdf => self.mtdf(&below, mv, same, window, guess, trace),
            Pruning::Bisection => self.halved(&below, mv, same, window, trace),
        }
    }
}

/// The first move of the best line is searched first from now on.
pub(super) fn bring_forward<M: Copy + Eq>(order: &mut [(u32, M)], line: &[M]) {
    if let Some(best) = line.first() {
        let at = order.iter().position(|(_, mv)| mv == best).expect("the best move is one of the root's");
        order[..=at].rotate_right(1);
    }
}

/// The depths that are searched in turn.
pub(super) fn depths<G: Game + Hints>(position: &G, options: &SearchOptions) -> impl Iterator<Item = u16> {
    let first = if options.deepening { 1 } else { options.depth };
    (first..=options.depth).chain(to_the_end(position, options))
}

/// The depth that reaches the end of the game, where so few places are left that it is to be solved.
fn to_the_end<G: Game + Hints>(position: &G, options: &SearchOptions) -> Option<u16> {
    let few = position.empties()? <= options.solve_empties?;
    (few && options.depth < MAX_DEPTH).then_some(MAX_DEPTH)
}
