//! Null windows: the question whether a value is greater than a limit, which most of a search consists of. It needs no
//! line of best play, and what it settles without searching a move takes no call.

use super::INFINITY;
use super::searcher::{Known, Node, Searcher, Stopped};
use super::table::NO_MOVE;
use super::trace::{Kind, Trace};
use super::value::for_parent;
use crate::games::{Evaluation, Game, Hints};

/// A search that has seen fewer nodes finds hardly anything in its table that would cut. Those of the tests are small.
const LEAST_SEEN: u64 = if cfg!(test) { 1 } else { 1 << 16 };

impl<G: Game + Hints> Searcher<G> {
    /// As [`Searcher::narrowed`] with the window from `alpha` to the next value, where the setting
    /// [scouts](super::searcher::Setting::scouts).
    #[inline(always)]
    pub(super) fn scout<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        below: &Node<'_, G, E>,
        mv: G::Move,
        same_side: bool,
        alpha: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let alpha = if same_side { alpha } else { -alpha - 1 };
        trace.enter(Some(mv), below.position, alpha, alpha + 1);
        let base = self.moves.len();
        let value = match self.settle(below)? {
            Some(value) => {
                trace.leave(value, Kind::Leaf);
                value
            }
            None => {
                let hints = below.setting.options.hints;
                let told = if hints { self.ask(below, (alpha, alpha + 1)) } else { None };
                match told {
                    Some(value) => {
                        trace.leave(value, Kind::Inner);
                        value
                    }
                    None => self.scout_moves(below, mv, base, alpha, trace)?,
                }
            }
        };
        Ok(for_parent(value, same_side))
    }

    /// The same for an open node, whose moves stand on the stack from `base` on where the hints told them.
    fn scout_moves<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        mv: G::Move,
        base: usize,
        alpha: i32,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let window = (alpha, alpha + 1);
        let known = self.look_up(node);
        if let Some(value) = self.cut_by_table(node, &known, window.0, window.1) {
            self.moves.truncate(base);
            trace.leave(value, Kind::Table);
            return Ok(value);
        }
        if self.moves.len() == base {
            node.position.open_moves(&mut self.moves);
        }
        if let Some((index, value)) = self.cut_below(node, &known, base, alpha) {
            let chosen = u16::try_from(index - base).unwrap_or(NO_MOVE);
            self.moves.truncate(base);
            self.keep(node, &known, value, chosen, window);
            trace.leave(value, Kind::Table);
            return Ok(value);
        }
        self.rank_moves(node, Some(mv), known.mv(), base);
        let told = node.told_below();
        let (mut best, mut chosen) = (-INFINITY, NO_MOVE);
        for index in base..self.moves.len() {
            let next = self.pick(node, index);
            let child = node.after(next);
            let below = Node { told, ..node.child(&child) };
            let value = self.scout(&below, next, node.same_side(&child), alpha, trace)?;
            best = best.max(value);
            if value > alpha {
                chosen = self.natural(node, base, index);
                self.cut(node, Some(mv), base, index, trace);
                break;
            }
        }
        self.drop_moves(base);
        self.keep(node, &known, best, chosen, window);
        trace.leave(best, Kind::Inner);
        Ok(best)
    }

    /// A move that the table knows to be good enough, and its value, before any is searched: enhanced transposition
    /// cut-offs (Schaeffer and Plaat, "New advances in alpha-beta searching", ACM 1996). Only asked while a game is solved
    /// and far from its end, where looking at all moves takes less time than it spares.
    #[inline]
    fn cut_below<E>(&mut self, node: &Node<'_, G, E>, known: &Known, base: usize, alpha: i32) -> Option<(usize, i32)> {
        if G::NEAR_END == 0 || known.is_near() || self.counts.nodes < LEAST_SEEN {
            return None;
        }
        node.position.plies_left().filter(|&left| left <= node.depth.into())?;
        for index in base..self.moves.len() {
            let child = node.after(self.moves[index]);
            let (same, below) = (node.same_side(&child), node.child(&child));
            let known = self.look_up(&below);
            let limit = if same { alpha } else { -alpha - 1 };
            let told = self.told_by_table(&below, &known, limit, limit + 1);
            if let Some(value) = told.map(|value| for_parent(value, same)).filter(|&value| value > alpha) {
                self.count_hit(&known);
                return Some((index, value));
            }
        }
        None
    }
}
