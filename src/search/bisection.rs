//! Solving by halves: each question tells which half of the values that are left the true one is in.
//!
//! A null window answers with less work than an open one, and less still where the question is about a quick win: so the
//! first questions are about those, on both sides of a draw, and come nearer to it. After C* (Coplan, "A special-purpose
//! machine for an improved search algorithm for deep chess combinations", Advances in Computer Chess 3, 1982), with the
//! order of questions that Pascal Pons explains for connect four (blog.gamesolver.org).

use super::alpha_beta::Window;
use super::root::{Iteration, bring_forward};
use super::searcher::{Node, Searcher, Stopped};
use super::trace::Trace;
use super::value::MARGIN;
use super::{INFINITY, MAX_DEPTH, RootMove, WIN};
use crate::games::{EVALUATION_LIMIT, Evaluation, Game, Hints, Scoring};

impl<G: Game + Hints> Searcher<G> {
    /// Finds the value of the root by halves, and the first move in order that has it. What is `found` stays what it was
    /// when the budget runs out before a move has shown to be better.
    pub(super) fn bisect<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        found: &mut Iteration<G::Move>,
        trace: &mut T,
    ) -> Result<(), Stopped> {
        let scale = Scale::of(node);
        let (mut low, mut high) = if G::SCORING == Scoring::Payoff { (-INFINITY, INFINITY) } else { (-WIN, WIN) };
        let mut best: Option<(u32, G::Move)> = None;
        // Upper bounds of the root moves, in natural order.
        let mut bounds: Vec<(u32, RootMove<G::Move>)> =
            order.iter().map(|&(natural, mv)| (natural, RootMove { mv, value: high, exact: false })).collect();
        bounds.sort_unstable_by_key(|(natural, _)| *natural);
        while low < high {
            let middle = scale.middle(low, high);
            let (asked, ended) = self.iterate(node, order, (middle, middle + 1), low, trace);
            // A question that is left open answers nothing: the first move that is good enough ends it.
            ended?;
            if asked.value > middle {
                low = asked.value;
                bring_forward(order, &asked.line);
                best = asked.line.first().and_then(|_| order.first().copied());
                *found = asked;
            } else {
                high = asked.value;
                for (natural, root) in asked.root {
                    let known = bounds.iter_mut().find(|(other, _)| *other == natural);
                    let bound = known.map(|(_, root)| &mut root.value).expect("every root move has a bound");
                    *bound = root.value.min(*bound);
                }
            }
        }
        let chosen = best.or_else(|| order.first().copied());
        for (natural, root) in &mut bounds {
            root.value = root.value.min(low);
            root.exact = chosen.is_some_and(|(best, _)| best == *natural);
        }
        let line = chosen.map(|(_, mv)| mv).into_iter().collect();
        *found = Iteration { value: low, line, root: bounds };
        Ok(())
    }

    /// As [`Searcher::narrowed`], by halves.
    pub(super) fn halved<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        (alpha, beta): Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        if alpha + 1 == beta {
            return self.narrowed(below, mv, same_side, (alpha, beta), trace);
        }
        let scale = Scale::of(below);
        let (mut low, mut high) = (alpha, beta);
        let mut value = alpha;
        while low < high {
            let middle = scale.middle(low, high);
            value = self.narrowed(below, mv, same_side, (middle, middle + 1), trace)?;
            if value > middle {
                low = value;
            } else {
                high = value;
            }
        }
        Ok(value)
    }
}

/// The values that a node may have, as numbers without the gaps between guesses and wins.
struct Scale {
    /// The greatest guess.
    guess: i32,
    /// The greatest value below all wins.
    below_wins: i32,
    /// The greatest value.
    most: i32,
}

impl Scale {
    /// That of a node: where the search reaches the end of the game there are no guesses.
    fn of<G: Game + Hints, E: Evaluation<G>>(node: &Node<'_, G, E>) -> Self {
        let left = node.position.plies_left().filter(|&left| left <= node.depth.into());
        let below_wins = match G::SCORING {
            Scoring::Payoff => return Self { guess: INFINITY, below_wins: INFINITY, most: INFINITY },
            Scoring::Margin => MARGIN,
            Scoring::WinLoss if !node.setting.options.distance => WIN - 1,
            Scoring::WinLoss => {
                let plies = left.and_then(|left| u16::try_from(left).ok()).unwrap_or(MAX_DEPTH);
                let ply = u16::try_from(node.ply).expect("a search is at most MAX_DEPTH plies deep");
                WIN - 1 - i32::from(ply.saturating_add(plies).min(MAX_DEPTH))
            }
        };
        Self { guess: if left.is_some() { 0 } else { EVALUATION_LIMIT }, below_wins, most: WIN }
    }

    /// A value as its number.
    fn number(&self, value: i32) -> i64 {
        let (size, sign) = (value.abs().min(self.most), i64::from(value.signum()));
        let beyond = (size - self.below_wins).max(0);
        sign * (i64::from(size.min(self.guess)) + i64::from(beyond))
    }

    /// The value with that number.
    fn value(&self, number: i64) -> i32 {
        let size = i32::try_from(number.abs()).unwrap_or(INFINITY).min(self.most);
        let size = if size > self.guess { self.below_wins + (size - self.guess) } else { size };
        if number < 0 { -size } else { size }
    }

    /// A value from `low` on and below `high`, so that it is the best question whether the true one is greater: half way
    /// to a draw from the end that is farther out, or half way between both.
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
