//! Solving by halves: each question tells which half of the values that are left the true one is in.
//!
//! A null window answers with less work than an open one, and less still where the question is about a quick win: so the
//! first questions are about those, on both sides of a draw, and come nearer to it. After C* (Coplan, "A special-purpose
//! machine for an improved search algorithm for deep chess combinations", Advances in Computer Chess 3, 1982), with the
//! order of questions that Pascal Pons explains for connect four (blog.gamesolver.org).
//!
//! Where wins have a margin, the first questions are about a value that a quick sketch of the search found likely.

use super::alpha_beta::Window;
use super::options::SearchOptions;
use super::root::{Iteration, bring_forward};
use super::searcher::{Node, Searcher, Setting, Stopped};
use super::trace::{NoTrace, Trace};
use super::value::MARGIN;
use super::{INFINITY, MAX_DEPTH, RootMove, WIN};
use crate::games::{EVALUATION_LIMIT, Evaluation, Game, Hints, Scoring};

/// With fewer plies to the end, a sketch takes about as long as the search itself.
const LEAST_SKETCHED: u16 = 26;
/// So many moves of each position are looked at in one sketch after the other.
const SKETCHES: [u16; 4] = [2, 3, 4, 5];

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
        let likely = self.sketched(node, order)?;
        self.question(node, order, found, likely, trace)
    }

    /// As [`Searcher::bisect`], beginning with questions about the value that is `likely`.
    fn question<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &mut [(u32, G::Move)],
        found: &mut Iteration<G::Move>,
        likely: Option<i32>,
        trace: &mut T,
    ) -> Result<(), Stopped> {
        let scale = Scale::of(node);
        let ends = if G::SCORING == Scoring::Payoff { (-INFINITY, INFINITY) } else { (-WIN, WIN) };
        let (mut low, mut high) = ends;
        let mut aim = likely.map(|value| Aim::at(scale.number(value)));
        let mut best: Option<(u32, G::Move)> = None;
        // Upper bounds of the root moves, in natural order.
        let mut bounds: Vec<(u32, RootMove<G::Move>)> = order
            .iter()
            .map(|&(natural, mv)| (natural, RootMove { mv, value: high, exact: false, depth: node.depth }))
            .collect();
        bounds.sort_unstable_by_key(|(natural, _)| *natural);
        while low < high {
            let known = ((low > ends.0).then(|| scale.number(low)), (high < ends.1).then(|| scale.number(high)));
            let aimed = aim.as_mut().and_then(|aim| aim.next(known));
            let middle = aimed.map_or_else(|| scale.middle(low, high), |aimed| scale.value(aimed).clamp(low, high - 1));
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

    /// What the value is likely to be: that of a search which looks at a few moves of each position only. None where that
    /// would not be worth it.
    ///
    /// No position there has the depth of one in the true search, so that what it leaves in the table counts as a good
    /// order of moves and no more.
    fn sketched<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        order: &[(u32, G::Move)],
    ) -> Result<Option<i32>, Stopped> {
        let plies = node.position.plies_left().and_then(|left| u16::try_from(left).ok());
        let Some(depth) = plies.filter(|plies| node.depth / 2 > *plies && *plies >= LEAST_SKETCHED) else {
            return Ok(None);
        };
        let options = node.setting.options;
        if G::SCORING != Scoring::Margin || node.setting.selective || !options.hints || options.ordering.is_empty() {
            return Ok(None);
        }
        let mut order = order.to_vec();
        let mut found = Iteration::unsearched(&order);
        let mut likely = None;
        let unsure = self.unsure;
        for width in SKETCHES {
            let options = SearchOptions { width: Some(width), ..options.clone() };
            let Setting { evaluation, budget, team, helps_at, .. } = *node.setting;
            let setting = Setting { helps_at, ..Setting::new(&options, evaluation, budget, team) };
            let node = Node { depth, setting: &setting, ..*node };
            self.question(&node, &mut order, &mut found, likely, &mut NoTrace)?;
            likely = Some(found.value);
        }
        // What was left out here makes the true search no less sure.
        self.unsure = unsure;
        Ok(likely)
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

/// Questions that begin where the value is thought to be, and go farther from there until it lies between two of them.
struct Aim {
    /// The guess, as a number of the scale.
    guess: i64,
    /// How far from what is known the next question is.
    step: i64,
}

impl Aim {
    const fn at(guess: i64) -> Self {
        Self { guess, step: 0 }
    }

    /// What the next question is about, where answers have told the least and the greatest that the value can be; none
    /// once both are told.
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
