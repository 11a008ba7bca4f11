//! Solving by bisection: a binary search over the possible values of a position, with null windows.
//!
//! A null window is cheaper to search than an open one, and cheapest if it asks for a quick win. The first windows
//! therefore ask about quick wins of both sides, and later ones move towards a draw. After C* (Coplan, "A
//! special-purpose machine for an improved search algorithm for deep chess combinations", Advances in Computer Chess 3,
//! 1982), with the order of windows that Pascal Pons explains for connect four (blog.gamesolver.org).
//!
//! In games whose wins have a margin, the first windows are placed around the value that a presearch of limited width
//! found.

use super::node::{Node, SearchContext};
use super::options::SearchOptions;
use super::root::{Iteration, bring_forward};
use super::searcher::{Searcher, Stopped};
use super::trace::{NoTrace, Observer, SILENT};
use super::value::MARGIN;
use super::value::Window;
use super::{INFINITY, MAX_DEPTH, RootMove, WIN};
use arena_games::{EVALUATION_LIMIT, Evaluation, Game, Hints, Scoring};

/// With fewer plies to the end of the game, the presearch costs about as much as the search itself.
const MIN_PRESEARCH_PLIES: u16 = 26;
/// The widths of the successive presearches.
const PRESEARCH_WIDTHS: [u16; 4] = [2, 3, 4, 5];

impl<G: Game + Hints> Searcher<G> {
    /// Finds the value of the root by bisection, and the first move in search order that reaches it. If the budget runs
    /// out before a better move is found, `found` is unchanged.
    pub(super) fn bisect<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        result: &mut Iteration<G::Move>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<(), Stopped> {
        let likely = self.presearch(node, order)?;
        self.bisect_from(node, order, result, likely, trace)
    }

    /// Does what [`Searcher::bisect`] does, starting with windows around the value `likely`.
    fn bisect_from<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        result: &mut Iteration<G::Move>,
        likely: Option<i32>,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<(), Stopped> {
        let scale = ValueNumbering::of(node);
        let ends = if G::SCORING == Scoring::Payoff { (-INFINITY, INFINITY) } else { (-WIN, WIN) };
        let (mut low, mut high) = ends;
        let mut gallop = likely.map(|value| GallopingSearch::from(scale.number(value)));
        let mut best: Option<(u32, G::Move)> = None;
        // Upper bounds of the root moves, in natural order.
        let mut bounds: Vec<(u32, RootMove<G::Move>)> = order
            .iter()
            .map(|&(natural, mv)| (natural, RootMove { mv, value: high, exact: false, depth: node.depth, nodes: 0 }))
            .collect();
        bounds.sort_by_cached_key(|(natural, _)| *natural);
        let mut spare = Iteration::unsearched(&[]);
        while low < high {
            let known = ((low > ends.0).then(|| scale.number(low)), (high < ends.1).then(|| scale.number(high)));
            let galloped = gallop.as_mut().and_then(|gallop| gallop.next(known));
            let middle =
                galloped.map_or_else(|| scale.middle(low, high), |number| scale.value(number).clamp(low, high - 1));
            let window = (middle, middle + 1);
            let (mut iteration, ended) = self.search_root_moves(node, order, window, low, spare, trace);
            // A window that the budget cut short proves nothing: a move that was good enough would have ended the
            // window.
            ended?;
            for (natural, root) in &iteration.root {
                let known = bounds.iter_mut().find(|(other, _)| other == natural);
                known.expect("every root move has a bound").1.nodes += root.nodes;
            }
            if iteration.value > middle {
                low = iteration.value;
                bring_forward(order, &iteration.line);
                best = iteration.line.first().and_then(|_| order.first().copied());
                spare = std::mem::replace(result, iteration);
            } else {
                high = iteration.value;
                for (natural, root) in iteration.root.drain(..) {
                    let known = bounds.iter_mut().find(|(other, _)| *other == natural);
                    let bound = known.map(|(_, root)| &mut root.value).expect("every root move has a bound");
                    *bound = root.value.min(*bound);
                }
                spare = iteration;
            }
        }
        let chosen = best.or_else(|| order.first().copied());
        for (natural, root) in &mut bounds {
            root.value = root.value.min(low);
            root.exact = chosen.is_some_and(|(best, _)| best == *natural);
        }
        let line = chosen.map(|(_, mv)| mv).into_iter().collect();
        *result = Iteration { value: low, line, root: bounds };
        Ok(())
    }

    /// Estimates the value with a presearch, which considers only a few moves of each position. Returns `None` if a
    /// presearch would not pay off.
    ///
    /// Positions have other depths in the presearch than in the search itself. Its table entries therefore order moves
    /// but never cause cutoffs.
    fn presearch<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &[(u32, G::Move)],
    ) -> Result<Option<i32>, Stopped> {
        let plies = node.position.max_plies_left().and_then(|left| u16::try_from(left).ok());
        let Some(depth) = plies.filter(|plies| node.depth / 2 > *plies && *plies >= MIN_PRESEARCH_PLIES) else {
            return Ok(None);
        };
        let options = node.context.options;
        if G::SCORING != Scoring::Margin || node.context.selective || !options.hints || options.ordering.is_empty() {
            return Ok(None);
        }
        let mut order = order.to_vec();
        let mut result = Iteration::unsearched(&order);
        let mut likely = None;
        let depth_bound = self.depth_bound;
        for width in PRESEARCH_WIDTHS {
            let options = SearchOptions { width: Some(width), ..options.clone() };
            let SearchContext { evaluation, budget, shared, helper_depth, .. } = *node.context;
            let context = SearchContext { helper_depth, ..SearchContext::new(&options, evaluation, budget, shared) };
            let node = Node { depth, context: &context, ..*node };
            self.bisect_from(&node, &mut order, &mut result, likely, &mut Observer::<G, SILENT>::new(&mut NoTrace))?;
            likely = Some(result.value);
        }
        // The presearch skips moves. That must not mark the values of the search itself as depending on depth.
        self.depth_bound = depth_bound;
        Ok(likely)
    }

    /// Computes the result of [`Searcher::search_child`] by bisection.
    pub(super) fn bisect_child<E: Evaluation<G>, const LISTENS: bool>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut Observer<'_, G, LISTENS>,
    ) -> Result<i32, Stopped> {
        if alpha + 1 == beta {
            return self.search_child(below, mv, same_side, (alpha, beta), trace);
        }
        let scale = ValueNumbering::of(below);
        let (mut low, mut high) = (alpha, beta);
        let mut value = alpha;
        while low < high {
            let middle = scale.middle(low, high);
            value = self.search_child(below, mv, same_side, (middle, middle + 1), trace)?;
            if value > middle {
                low = value;
            } else {
                high = value;
            }
        }
        Ok(value)
    }
}

/// A galloping search: the windows start at a guess, and their distance from it doubles until the value lies between
/// two of them.
struct GallopingSearch {
    /// The guess, as a number on the scale.
    guess: i64,
    /// The distance from the known bound to the next window.
    step: i64,
}

impl GallopingSearch {
    const fn from(guess: i64) -> Self {
        Self { guess, step: 0 }
    }

    /// Returns the number that the next window asks about, or `None` once both bounds are known. `known` holds the
    /// lower and the upper bound proved so far.
    fn next(&mut self, known: (Option<i64>, Option<i64>)) -> Option<i64> {
        self.step = (2 * self.step).max(1);
        match known {
            (None, None) => Some(self.guess - 1),
            (Some(low), None) => Some(low + self.step - 1),
            (None, Some(high)) => Some(high - self.step),
            (Some(_), Some(_)) => None,
        }
    }
}

/// Numbers the possible values of a node consecutively, without the gap between evaluations and wins.
struct ValueNumbering {
    /// The greatest possible evaluation.
    evaluation: i32,
    /// The greatest value below all wins.
    below_wins: i32,
    /// The greatest value.
    most: i32,
}

impl ValueNumbering {
    /// Returns the scale of a node. No value is an evaluation if the search reaches the end of the game.
    fn of<G: Game + Hints, E: Evaluation<G>>(node: &Node<'_, G, E>) -> Self {
        let left = node.position.max_plies_left().filter(|&left| left <= node.depth.into());
        let below_wins = match G::SCORING {
            Scoring::Payoff => return Self { evaluation: INFINITY, below_wins: INFINITY, most: INFINITY },
            Scoring::Margin => MARGIN,
            Scoring::WinLoss if !node.context.options.distance => WIN - 1,
            Scoring::WinLoss => {
                let plies = left.and_then(|left| u16::try_from(left).ok()).unwrap_or(MAX_DEPTH);
                let ply = u16::try_from(node.ply).expect("a search is at most MAX_DEPTH plies deep");
                WIN - 1 - i32::from(ply.saturating_add(plies).min(MAX_DEPTH))
            }
        };
        Self { evaluation: if left.is_some() { 0 } else { EVALUATION_LIMIT }, below_wins, most: WIN }
    }

    /// Returns the number of a value.
    fn number(&self, value: i32) -> i64 {
        let (size, sign) = (value.abs().min(self.most), i64::from(value.signum()));
        let beyond = (size - self.below_wins).max(0);
        sign * (i64::from(size.min(self.evaluation)) + i64::from(beyond))
    }

    /// Returns the value that has this number.
    fn value(&self, number: i64) -> i32 {
        let size = i32::try_from(number.abs()).unwrap_or(INFINITY).min(self.most);
        let size = if size > self.evaluation { self.below_wins + (size - self.evaluation) } else { size };
        if number < 0 { -size } else { size }
    }

    /// Returns the value, in `low..high`, that the next window asks about: half-way between zero and the end farther
    /// from it, or half-way between both ends.
    fn middle(&self, low: i32, high: i32) -> i32 {
        let (lowest, highest) = (self.number(low), self.number(high));
        let half = lowest + (highest - lowest) / 2;
        let number = if half <= 0 && lowest / 2 < half {
            lowest / 2
        } else if half >= 0 && highest / 2 > half {
            highest / 2
        } else {
            half
        };
        self.value(number).clamp(low, high - 1)
    }
}
