//! Null-window search to the end of the game, for games whose moves are bits of a word
//! ([`ExactEndgame::BIT_MOVES`](arena_games::ExactEndgame)). It needs no move list, no stack and no horizon.
//!
//! It uses the same bounds, order and table as the general loop in `move_loop.rs`, at less than half the cost per node.
//! It skips the table lookup for positions that are as quick to search as to look up.

use std::ops::ControlFlow;

use super::INFINITY;
use super::hints::win_value;
use super::node::{KnownOutcome, Node};
use super::options::Ordering;
use super::searcher::{Searcher, Stopped};
use super::table::NO_MOVE;
use super::trace::Observer;
use arena_games::{Game, Hints, Scoring};

/// The greatest number of moves in a position of such a game.
const MAX_MOVES: usize = 8;
/// With fewer plies left to the end of the game, a position is searched without a lookup. A lookup mostly waits for
/// memory, so searching is as quick.
const MIN_TABLE_PLIES: u32 = 7;
/// Added to ranks to make all of them positive.
const RANK_BIAS: i32 = 1 << 20;

impl<G: Game + Hints> Searcher<G> {
    /// Searches a null window from `alpha` if the game's moves are bits and the search reaches the end of the game.
    /// Returns `None` if the general search has to find the value.
    pub(super) fn search_bit_moves<E, const LISTENS: bool>(
        &mut self,
        node: &Node<'_, G, E>,
        alpha: i32,
        observer: &Observer<'_, G, LISTENS>,
    ) -> Option<Result<i32, Stopped>> {
        const { assert!(!G::BIT_MOVES || (G::FINDS_WINS && G::REPETITION.is_none())) };
        let options = node.context.options;
        let applies = G::BIT_MOVES
            && matches!(G::SCORING, Scoring::WinLoss)
            && !observer.listens()
            && options.hints
            && options.ordering == [Ordering::Static]
            && node.position.max_plies_left().is_some_and(|left| left > 2 && left <= node.depth.into());
        let unknown = node.known_outcome != KnownOutcome::NoImmediateWin;
        if !applies || unknown && (node.position.outcome().is_some() || node.position.winning_move().is_some()) {
            return None;
        }
        self.pv.clear(node.ply);
        Some(self.search_bits(node, node.position.bits_memo(), alpha))
    }

    /// Returns the value of a position, or a bound of it outside the window from `alpha` to `alpha + 1`. The game must
    /// not be over, and no move may win at once. `memo` is what the game caches along with the position.
    fn search_bits<E>(&mut self, node: &Node<'_, G, E>, memo: u64, alpha: i32) -> Result<i32, Stopped> {
        if self.counts.nodes >= self.next_check {
            self.check(node.context)?;
        }
        self.counts.nodes += 1;
        let moves = match self.bits_cutoff(node, memo, alpha) {
            ControlFlow::Continue(moves) => moves,
            ControlFlow::Break(value) => return Ok(value),
        };
        // Positions with a forced move or close to the end are searched without a lookup.
        let several = moves & (moves - 1) != 0;
        let looks_up = several && node.position.max_plies_left().is_some_and(|left| left >= MIN_TABLE_PLIES);
        if !looks_up {
            return self.search_ranked_bits(node, moves, alpha).map(|(value, _)| value);
        }
        let probe = self.tt_probe(node);
        if let Some(value) = self.tt_cutoff(node, &probe, alpha, alpha + 1) {
            return Ok(value);
        }
        let known =
            if self.looks_up_moves(node, &probe) { self.enhanced_bits_cutoff(node, moves, alpha) } else { None };
        let (value, mv) = match known {
            Some(known) => known,
            None => self.search_ranked_bits(node, moves, alpha)?,
        };
        self.tt_store(node, &probe, value, mv, (alpha, alpha + 1));
        Ok(value)
    }

    /// Searches `moves`. Returns the value and the natural index of the move that beats `alpha`, or [`NO_MOVE`].
    #[inline(always)]
    fn search_ranked_bits<E>(&mut self, node: &Node<'_, G, E>, moves: u64, alpha: i32) -> Result<(i32, u16), Stopped> {
        let mut left = RankedBits::of(node.position, moves);
        let mut best = -INFINITY;
        while let Some((natural, mv, memo)) = left.next() {
            let child = node.position.child_by_bit(mv);
            let value = -self.search_bits(&node.child(&child, None), memo, -alpha - 1)?;
            if value > alpha {
                self.counts.cutoffs += u64::from(left.count > 0);
                self.counts.pruned += u64::from(left.count);
                return Ok((value, natural));
            }
            best = best.max(value);
        }
        Ok((best, NO_MOVE))
    }

    /// Returns the moves that do not lose at once. Breaks with the node's value, or a bound of it outside the window,
    /// if no search is needed. Equivalent to [`Searcher::probe_hints`].
    #[inline(always)]
    fn bits_cutoff<E>(&self, node: &Node<'_, G, E>, memo: u64, alpha: i32) -> ControlFlow<i32, u64> {
        // The value, for the winner, of a win after this many plies.
        let (now, ply) = (win_value(node, 0), i32::from(node.context.options.distance));
        let win = |plies: i32| now - plies * ply;
        if win(3) <= alpha {
            return ControlFlow::Break(win(3));
        }
        if -win(2) > alpha {
            return ControlFlow::Break(-win(2));
        }
        let moves = node.position.non_losing_bits(memo);
        if moves == 0 {
            return ControlFlow::Break(-win(2));
        }
        if -win(4) > alpha {
            return ControlFlow::Break(-win(4));
        }
        if node.position.max_plies_left().is_some_and(|left| left < 3) {
            return ControlFlow::Break(0);
        }
        // The window is decided if the side that would have to win can no longer win.
        let side = node.position.to_move();
        let cannot_win = |side| node.position.payoff_upper_bound(side, 0).is_some_and(|payoff| payoff <= 0);
        if if alpha >= 0 { cannot_win(side) } else { cannot_win(!side) } {
            return ControlFlow::Break(0);
        }
        ControlFlow::Continue(moves)
    }

    /// Does what [`Searcher::enhanced_tt_cutoff`] does: returns a value from the table that beats `alpha`, and the
    /// natural index of its move.
    #[inline(never)]
    fn enhanced_bits_cutoff<E>(&mut self, node: &Node<'_, G, E>, moves: u64, alpha: i32) -> Option<(i32, u16)> {
        let mut rest = moves;
        for natural in 0.. {
            let mv = rest & rest.wrapping_neg();
            if mv == 0 {
                return None;
            }
            rest ^= mv;
            let child = node.position.child_by_bit(mv);
            let below = node.child(&child, None);
            let probe = self.tt_probe(&below);
            let value = self.tt_cutoff_value(&below, &probe, -alpha - 1, -alpha).map(|value| -value);
            if let Some(value) = value.filter(|&value| value > alpha) {
                self.count_tt_hit(&probe);
                return Some((value, natural));
            }
        }
        None
    }
}

/// A set of moves from which the highest-ranked is taken first. Natural order decides between equal ranks.
struct RankedBits {
    moves: u64,
    /// For each move its rank, then 63 minus its bit number, so that one comparison covers both. 0 once the move is
    /// taken.
    ranks: [u32; MAX_MOVES],
    /// For each move the memo of the position after it.
    memos: [u64; MAX_MOVES],
    /// The number of moves left.
    count: u32,
}

impl RankedBits {
    #[inline(always)]
    fn of<G: Game + Hints>(position: &G, moves: u64) -> Self {
        let (mut ranks, mut memos) = ([0; MAX_MOVES], [0; MAX_MOVES]);
        let (mut rest, mut count) = (moves, 0);
        while rest != 0 {
            let mv = rest & rest.wrapping_neg();
            rest ^= mv;
            let (rank, memo) = position.rank_bit(mv);
            let at = count % MAX_MOVES;
            ranks[at] = (rank + RANK_BIAS).cast_unsigned() << 6 | (63 - mv.trailing_zeros());
            memos[at] = memo;
            count += 1;
        }
        Self { moves, ranks, memos, count: moves.count_ones() }
    }

    /// Takes out the next move. Returns its natural index, the move, and the memo of the position after it.
    #[inline(always)]
    fn next(&mut self) -> Option<(u16, u64, u64)> {
        self.count = self.count.checked_sub(1)?;
        let highest = self.ranks.iter().fold(0, |highest, &rank| rank.max(highest));
        let mv = 1_u64 << (63 - (highest & 63));
        let natural = (self.moves & (mv - 1)).count_ones() % MAX_MOVES as u32;
        self.ranks[natural as usize] = 0;
        Some((natural as u16, mv, self.memos[natural as usize]))
    }
}
