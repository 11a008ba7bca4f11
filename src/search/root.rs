//! The root of a search: iterative deepening, aspiration windows, and the loop over the root moves.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::mode::Plain;
use super::node::{Node, SearchContext};
use super::options::{Ordering, Pruning, SearchOptions, Ties};
use super::ordering::{self, OrderingContext, Rank};
use super::searcher::{NodeCounts, Searcher, Stopped};
use super::selective::Selectivity;
use super::table::TranspositionTable;
use super::trace::{Decided, Observer, SILENT, Trace};
use super::value::{FULL_WINDOW, Window};
use super::value::{for_parent, is_win, table_win};
use super::{Budget, INFINITY, Line, MAX_DEPTH, Report, RootMove};
use arena_games::seed::Rng;
use arena_games::{Evaluation, Game, Hints};

/// The result of one pass over the root moves.
#[derive(Clone)]
pub(super) struct Iteration<M> {
    pub value: i32,
    pub line: Vec<M>,
    /// Each move with its natural index.
    pub root: Vec<(u32, RootMove<M>)>,
}

impl<M: Copy> Iteration<M> {
    /// Returns the state before any search: the first move, with unknown value.
    pub(super) fn unsearched(order: &[(u32, M)]) -> Self {
        Self { value: 0, line: order.iter().take(1).map(|(_, mv)| *mv).collect(), root: Vec::new() }
    }

    /// Resets a discarded iteration, to reuse its memory.
    fn renewed(mut self, moves: usize) -> Self {
        self.line.clear();
        self.root.clear();
        self.root.reserve(moves);
        Self { value: -INFINITY, ..self }
    }

    /// Replaces this iteration by `next`. Root moves that `next` did not reach keep their earlier results.
    fn replace_by(&mut self, next: Self) {
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
    /// Searches `position`. Randomness, if the options use it, comes from `seed` alone.
    ///
    /// If the budget runs out, the best move so far is reported with [`Report::stopped`] set. There always is a best
    /// move unless the game is over. Its line may then be shorter than the depth.
    ///
    /// ```
    /// use arena_games::{Evaluation, Game, GameError, NoOptions, Weights, tictactoe::*};
    /// use arena_search::{Budget, SearchOptions, Searcher, trace::NoTrace};
    ///
    /// let start = TicTacToe::initial(&NoOptions {})?;
    /// let zero = TicTacToeEvaluation::named("zero", &Weights::new())?;
    /// let options = SearchOptions { depth: 3, ..SearchOptions::default() };
    /// let report = Searcher::new().search(&start, &options, &zero, &Budget::UNLIMITED, 1, &mut NoTrace);
    /// assert!(report.best.is_some() && !report.stopped);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn search<E: Evaluation<G>>(
        &mut self,
        position: &G,
        options: &SearchOptions,
        evaluation: &E,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut dyn Trace<G>,
    ) -> Report<G::Move> {
        let mut natural = Vec::with_capacity(16);
        position.legal(&mut natural);
        self.search_among((position, natural), options, evaluation, budget, seed, trace)
    }

    /// Like [`Searcher::search`], but only with these legal moves of `position`, at least one unless the game is over. The
    /// table then stores values of `position` that hold for those moves only.
    pub fn search_among<E: Evaluation<G>>(
        &mut self,
        (position, natural): (&G, Vec<G::Move>),
        options: &SearchOptions,
        evaluation: &E,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut dyn Trace<G>,
    ) -> Report<G::Move> {
        self.begin(options, budget, seed);
        let natural = self.probe_root(position, natural);
        let order = self.root_order(position, options, natural);
        if trace.listens() {
            self.search_in_threads(position, (options, evaluation), budget, order, &mut Observer::<G, true>::new(trace))
        } else {
            self.search_in_threads(
                position,
                (options, evaluation),
                budget,
                order,
                &mut Observer::<G, SILENT>::new(trace),
            )
        }
    }

    /// Searches `position` to growing depths, as the only or the main thread, starting with the root moves in `order`.
    pub(super) fn iterative_deepening<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        position: &G,
        context: &SearchContext<'_, E>,
        mut order: Vec<(u32, G::Move)>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Report<G::Move> {
        let (options, budget) = (context.options, context.budget);
        let root = |depth| Node::root(position, depth, context);
        let lines = usize::from(options.lines).clamp(1, order.len().max(1));
        let mut iterations: Vec<_> = (0..lines).map(|place| Iteration::unsearched(&order[place..])).collect();
        let mut depth = 0;
        let mut stopped = false;
        for target in depths(position, options) {
            context.shared.inspect(|shared| shared.set_main_depth(target));
            let past_soft_limit = budget.soft.is_some_and(|soft| budget.elapsed() >= soft);
            if past_soft_limit && depth > 0 {
                stopped = true;
                break;
            }
            let node = root(target);
            let depth_bound = self.depth_bound;
            // Each line is searched without the best moves of the previous lines, which their searches moved to the
            // front.
            stopped = iterations
                .iter_mut()
                .enumerate()
                .any(|(place, line)| self.search_depth(&node, &mut order[place..], line, trace).is_err());
            if stopped {
                break;
            }
            depth = target;
            trace.deepened(&|| Report {
                table_per_mille: self.table_per_mille(),
                ..self.report(iterations.clone(), depth, context, false)
            });
            let decided = iterations.iter().all(|line| is_win::<G>(line.value)) && !options.exact_root;
            if self.depth_bound == depth_bound || decided {
                break;
            }
        }
        if !stopped && options.whole_line {
            for line in &mut iterations {
                self.complete_pv(&root(depth), line);
            }
        }
        self.path.begin(&[]);
        self.report(iterations, depth, context, stopped)
    }

    /// Builds the report of everything found down to `depth`.
    fn report<E>(
        &self,
        mut iterations: Vec<Iteration<G::Move>>,
        depth: u16,
        context: &SearchContext<'_, E>,
        stopped: bool,
    ) -> Report<G::Move> {
        if let Some(result) = self.root_result {
            let known = table_win(result, 0, context.options.distance);
            // A mate that the search has found is shown as such.
            iterations.iter_mut().filter(|line| !is_win::<G>(line.value)).for_each(|line| line.value = known);
        }
        let lines = if context.options.lines > 1 { ranked(&iterations) } else { Vec::new() };
        // If the searches of several lines found values for the same move, the deepest one counts, then an exact one,
        // then the tightest bound. By cached keys, because a sort of the keys is compiled once for all games.
        let mut root = std::mem::take(&mut iterations[0].root);
        root.extend(iterations.iter_mut().flat_map(|line| line.root.drain(..)));
        root.sort_by_cached_key(|(natural, one)| (*natural, Reverse((one.depth, one.exact, Reverse(one.value)))));
        root.dedup_by_key(|(natural, _)| *natural);
        let best = iterations.swap_remove(0);
        let (value, line) = match lines.first() {
            Some(first) => (first.value, first.moves.clone()),
            None => (best.value, best.line),
        };
        let NodeCounts { nodes, leaves, cutoffs, pruned, table_hits, tablebase_hits, deepest } = self.counts;
        Report {
            best: line.first().copied(),
            value,
            depth,
            selective_depth: in_plies(deepest.max(line.len())),
            line,
            lines,
            root: root.into_iter().map(|(_, one)| one).collect(),
            nodes,
            leaves,
            cutoffs,
            pruned,
            table_hits,
            tablebase_hits,
            table_per_mille: None,
            elapsed: context.budget.elapsed(),
            stopped,
        }
    }

    /// Prepares a search: clears what a search with other options left behind.
    fn begin(&mut self, options: &SearchOptions, budget: &Budget<'_>, seed: u64) {
        // Results stay valid if only the depth changes.
        let same = self.last.as_mut().is_some_and(|last| {
            last.depth = options.depth;
            last == options
        });
        if !same {
            self.last = Some(options.clone());
        }
        if std::mem::take(&mut self.forgets) || !same {
            self.histories.clear();
            self.helpers.clear();
            match &mut self.table {
                Some(table) if table.megabytes() == options.table_mb => table.clear(),
                _ => self.table = (options.table_mb > 0).then(|| TranspositionTable::new(options.table_mb)),
            }
        }
        if let Some(table) = &mut self.table {
            table.advance_age();
        }
        self.histories.begin(options);
        self.pop_moves(0);
        self.reset_counts(budget, options.threads > 1);
        self.rng = Rng::new(seed);
    }

    /// Returns the root moves in the order of the first iteration, each with its natural index. They are shuffled if
    /// ties are broken at random.
    fn root_order(&mut self, position: &G, options: &SearchOptions, natural: Vec<G::Move>) -> Vec<(u32, G::Move)> {
        let wide = options.width.is_none_or(|width| natural.len() <= width.into() || position.in_check());
        if options.ties == Ties::Random && wide {
            let mut order: Vec<_> = (0..).zip(natural).collect();
            self.rng.shuffle(&mut order);
            if options.is_selective() {
                self.order_for_reductions(position, options, &mut order);
            }
            return order;
        }
        // The table's move of an earlier search must not decide between equal moves.
        let others: Vec<Ordering>;
        let keys = if options.ordering.contains(&Ordering::Table) {
            others = options.ordering.iter().copied().filter(|key| *key != Ordering::Table).collect();
            &others
        } else {
            &options.ordering
        };
        let context = OrderingContext::at_root(position, &self.histories);
        let mut order = natural;
        ordering::rank(keys, &context, &order, &mut self.ranks, &mut self.rng);
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

    /// Orders shuffled root moves by rank for searches that reduce later moves. Moves of equal rank keep their order.
    fn order_for_reductions(&mut self, position: &G, options: &SearchOptions, order: &mut [(u32, G::Move)]) {
        let moves: Vec<G::Move> = order.iter().map(|(_, mv)| *mv).collect();
        let context = OrderingContext::at_root(position, &self.histories);
        ordering::rank(&options.ordering, &context, &moves, &mut self.ranks, &mut self.rng);
        let ranks: BTreeMap<u32, u128> =
            order.iter().map(|(natural, _)| *natural).zip(self.ranks.drain(..).map(Rank::value)).collect();
        order.sort_by_cached_key(|(natural, _)| Reverse(ranks[natural]));
    }

    /// Searches the root to the node's depth, with an aspiration window if the options set one. If the budget runs out
    /// before a better result is found, `found` is unchanged.
    pub(super) fn search_depth<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        result: &mut Iteration<G::Move>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<(), Stopped> {
        if node.context.options.pruning == Pruning::Bisection && !node.context.options.exact_root {
            return self.bisect(node, order, result, trace);
        }
        let mut width = node.context.options.aspiration.unwrap_or(INFINITY);
        let mut window = match result.root.is_empty() {
            false if width < INFINITY => (result.value.saturating_sub(width), result.value.saturating_add(width)),
            _ => FULL_WINDOW,
        };
        loop {
            let spare = Iteration::unsearched(&[]);
            let (iteration, ended) = self.search_root_moves(node, order, window, result.value, spare, trace);
            let value = iteration.value;
            let (failed_low, failed_high) = (value <= window.0, value >= window.1);
            if !iteration.line.is_empty() || (ended.is_ok() && !failed_low) {
                result.replace_by(iteration);
            }
            ended?;
            bring_forward(order, &result.line);
            width = width.saturating_mul(4);
            match (failed_low, failed_high) {
                (true, _) if window.0 > -INFINITY => window.0 = value.saturating_sub(width).max(-INFINITY),
                (_, true) if window.1 < INFINITY => window.1 = value.saturating_add(width),
                _ => return Ok(()),
            }
        }
    }

    /// Searches the root moves in `order` to the node's depth, within the budget. The result reuses the
    /// memory of `spare`.
    pub(super) fn search_root_moves<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &[(u32, G::Move)],
        (alpha, beta): Window,
        guess: i32,
        spare: Iteration<G::Move>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> (Iteration<G::Move>, Result<(), Stopped>) {
        let mut iteration = spare.renewed(order.len());
        trace.iteration(node.depth);
        trace.enter(None, node.position, (alpha, beta), node.depth);
        match self.visit_or_evaluate(node) {
            Err(Stopped) => return (iteration, Err(Stopped)),
            Ok(Some((value, decided))) => {
                trace.leave(value, decided);
                return (Iteration { value, ..iteration }, Ok(()));
            }
            Ok(None) => {}
        }
        let options = node.context.options;
        let selectivity = self.root_selectivity(node);
        self.push_continuation(node, None);
        for (place, &(natural, mv)) in order.iter().enumerate() {
            // With the full window every move gets its exact value. Otherwise a move that does not beat the best so far
            // gets only an upper bound.
            let alpha = if options.exact_root { -INFINITY } else { alpha.max(iteration.value) };
            let guess = if iteration.root.is_empty() { guess } else { iteration.value };
            let before = self.counts.nodes;
            let Ok(value) = self.root_move(node, selectivity, (place, mv), (alpha, beta), guess, trace) else {
                self.pop_moves(0);
                return (iteration, Err(Stopped));
            };
            let exact = (value > alpha && value < beta) || options.pruning == Pruning::None;
            iteration
                .root
                .push((natural, RootMove { mv, value, exact, depth: node.depth, nodes: self.counts.nodes - before }));
            if value > iteration.value {
                iteration.value = value;
                iteration.line.clear();
                if value > alpha {
                    trace.raised(mv, value);
                    self.pv.update(0, mv);
                    // The variation of a null window beyond its first move belongs to a bound and proves nothing.
                    let null_windows = matches!(options.pruning, Pruning::Mtdf | Pruning::Bisection);
                    let known = if null_windows || value >= beta { 1 } else { usize::MAX };
                    iteration.line.extend(self.pv.at(0).iter().take(known));
                }
            }
            if value >= beta {
                break;
            }
        }
        trace.leave(iteration.value, Decided::Searched);
        (iteration, Ok(()))
    }

    fn root_move<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        selectivity: Selectivity,
        (place, mv): (usize, G::Move),
        window: Window,
        guess: i32,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        if node.context.selective && node.context.options.pruning != Pruning::Mtdf {
            return self.reduced_child(node, selectivity, mv, place, window, trace);
        }
        let child = node.child_position(mv);
        let same = node.same_side(&child);
        let mut below = node.child(&child, Some(mv));
        if node.context.selective {
            below.depth = Self::child_depth(node, &child);
        }
        match node.context.options.pruning {
            Pruning::None => Ok(for_parent(self.minimax(&below, Some(mv), trace)?, same)),
            Pruning::AlphaBeta if node.context.plain => {
                self.search_below::<Plain, E, LISTENS>(&below, mv, same, window, trace)
            }
            Pruning::AlphaBeta | Pruning::Pvs => self.pvs_child(&below, mv, same, window, 0, trace),
            Pruning::Mtdf => self.mtdf_child(&below, mv, same, window, guess, trace),
            Pruning::Bisection => self.bisect_child(&below, mv, same, window, trace),
        }
    }
}

/// Returns a distance from the root in plies.
pub(super) fn in_plies(distance: usize) -> u16 {
    u16::try_from(distance).unwrap_or(u16::MAX)
}

/// Returns the searched lines, the best first. If a limit ended a depth, two lines may begin with the same move. The
/// deeper one, which comes first, stays.
fn ranked<M: Copy + Eq>(iterations: &[Iteration<M>]) -> Vec<Line<M>> {
    let mut lines: Vec<Line<M>> = Vec::new();
    for Iteration { value, line, root } in iterations {
        let Some(first) = line.first() else { continue };
        let Some((_, of_first)) = root.iter().find(|(_, one)| one.mv == *first) else { continue };
        if lines.iter().all(|other| other.moves.first() != Some(first)) {
            lines.push(Line { value: *value, depth: of_first.depth, moves: line.clone() });
        }
    }
    // Values of different depths are not comparable.
    lines.sort_by_cached_key(|line| (Reverse(line.depth), Reverse(line.value)));
    lines
}

pub(super) fn bring_forward<M: Copy + Eq>(order: &mut [(u32, M)], line: &[M]) {
    if let Some(best) = line.first() {
        let at = order.iter().position(|(_, mv)| mv == best).expect("the best move is one of the root's");
        order[..=at].rotate_right(1);
    }
}

/// Returns the depths of the iterations.
pub(super) fn depths<G: Game + Hints>(position: &G, options: &SearchOptions) -> impl Iterator<Item = u16> {
    let first = if options.deepening { 1 } else { options.depth };
    (first..=options.depth).chain(to_the_end(position, options))
}

/// Returns a depth that reaches the end of the game, if at most `solve_empties` places are empty.
fn to_the_end<G: Game + Hints>(position: &G, options: &SearchOptions) -> Option<u16> {
    let few = position.empties()? <= options.solve_empties?;
    (few && options.depth < MAX_DEPTH).then_some(MAX_DEPTH)
}
