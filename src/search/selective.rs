//! Searching some moves less deep than others, some deeper and some not at all: what is given up of certainty is won in
//! depth. Each of these can change the value, so all are off unless asked for.
//!
//! Null move: Donninger, "Null move and deep search", ICCA Journal 16:3 (1993). Late-move reduction: as in Fruit and
//! Glaurung; Romstad, "An introduction to late move reductions" (2006). Futility: Heinz, "Extended futility pruning",
//! ICCA Journal 21:2 (1998). A bounded width: Shannon's type B, "Programming a computer for playing chess",
//! Philosophical Magazine 41 (1950). Quiescence with standing pat: Beal, "A generalised quiescence search algorithm",
//! Artificial Intelligence 43 (1990).

use super::alpha_beta::Window;
use super::hints::win_after;
use super::ordering::{self, Rank};
use super::searcher::{Entered, Node, Searcher, Stopped, Told, guess};
use super::trace::NoTrace;
use super::value::{for_parent, is_decided};
use super::{INFINITY, MAX_DEPTH};
use crate::games::{Evaluation, Game, Hints};

/// Quiescence goes no further beyond the horizon, in plies.
const MAX_QUIET_PLIES: u16 = 24;
/// Moves are reduced from this place in the order on, and no nearer to the horizon than so many plies.
const FIRST_LATE: usize = 3;
const LEAST_LATE_DEPTH: u16 = 3;
/// Passing is tried no nearer to the horizon.
const LEAST_NULL_DEPTH: u16 = 3;
/// Futility is judged no farther from the horizon.
const MOST_FUTILE_DEPTH: u16 = 2;

/// What may be done with the moves of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plan {
    /// Late quiet moves are searched less deep.
    reduces: bool,
    /// Quiet moves are not searched: they are worth hardly more than this, which is too little.
    pub futile: Option<i32>,
}

impl Plan {
    /// By how many plies the quiet move at `place` in the order is searched less deep.
    pub(super) fn reduction(self, depth: u16, place: usize) -> u16 {
        if !self.reduces || place < FIRST_LATE || depth < LEAST_LATE_DEPTH {
            return 0;
        }
        let more = u16::from(place >= 4 * FIRST_LATE) + u16::from(depth >= 4 * LEAST_LATE_DEPTH);
        (1 + more).min(depth - 2)
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// What the switches allow at a node, or its value where passing shows that it is good enough already.
    pub(super) fn plan<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        (alpha, beta): Window,
    ) -> Result<Result<Plan, i32>, Stopped> {
        let options = node.setting.options;
        if node.position.in_check() {
            return Ok(Ok(Plan::default()));
        }
        let narrow = alpha > -INFINITY && alpha + 1 == beta && !is_decided(alpha) && !is_decided(beta);
        let mut plan = Plan { reduces: options.lmr, futile: None };
        if !narrow || !(options.null_move || options.futility.is_some()) {
            return Ok(Ok(plan));
        }
        let value = guess(node.setting.evaluation, node.position, node.position.to_move());
        if options.null_move
            && !node.passed
            && node.depth >= LEAST_NULL_DEPTH
            && value >= beta
            && let Some(value) = self.pass(node, beta)?
        {
            return Ok(Err(value));
        }
        if let Some(margin) = options.futility.filter(|_| node.depth <= MOST_FUTILE_DEPTH) {
            let hoped = value.saturating_add(margin.saturating_mul(node.depth.into()));
            plan.futile = (hoped <= alpha).then_some(hoped);
        }
        Ok(Ok(plan))
    }

    /// Whether the node is worth `beta` even if its side passes: its value then.
    fn pass<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>, beta: i32) -> Result<Option<i32>, Stopped> {
        let Some(child) = node.position.passed() else { return Ok(None) };
        let reduction = 2 + node.depth / 4;
        let below = Node { depth: node.depth.saturating_sub(1 + reduction), passed: true, ..node.child(&child) };
        let same = node.same_side(&child);
        let window = if same { (beta - 1, beta) } else { (-beta, 1 - beta) };
        let value = for_parent(self.alpha_beta(&below, None, window, &mut NoTrace)?, same);
        // A win found after passing is no proof of one.
        Ok((value >= beta).then(|| if is_decided(value) { beta } else { value }))
    }

    /// Where those of the moves from `base` on end that are searched at all.
    pub(super) fn end_of_width<E>(&mut self, node: &Node<'_, G, E>, base: usize) -> usize {
        let all = self.moves.len();
        match node.setting.options.width.map(usize::from) {
            Some(width) if !node.position.in_check() => {
                // What is left out may be better, whatever is found.
                self.unsure += 1;
                all.min(base + width)
            }
            _ => all,
        }
    }

    /// How deep a child is searched: a ply less, or no less where it is to answer a check.
    pub(super) fn depth_below<E>(node: &Node<'_, G, E>, child: &G) -> u16 {
        let room = node.ply + usize::from(node.depth)
            < usize::from(MAX_DEPTH).min(2 * usize::from(node.setting.options.depth));
        let extended = node.setting.options.extensions && room && child.in_check();
        node.depth - u16::from(!extended)
    }

    /// The value of a node at the horizon, whose guess is `guessed`, when the moves that change much are played out.
    pub(super) fn quiesce<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        guessed: i32,
        (mut alpha, beta): Window,
        plies: u16,
    ) -> Result<i32, Stopped> {
        let hints = G::TELLS_WINS && node.setting.options.hints;
        if hints && let Some(value) = self.shortcut(node, (alpha, beta)) {
            return Ok(value);
        }
        let forced = node.position.in_check();
        let mut best = if forced { -INFINITY } else { guessed };
        if plies == MAX_QUIET_PLIES || best >= beta {
            return Ok(guessed);
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        let ranked = self.ranks.len();
        if forced && hints {
            node.position.candidates(&mut self.moves);
            if self.moves.len() == base {
                return Ok(-win_after(node, 2));
            }
        } else if forced {
            node.position.legal(&mut self.moves);
        } else {
            node.position.noisy(&mut self.moves);
        }
        let values = self.moves[base..].iter().zip(0..).map(|(&mv, natural)| {
            let value = node
                .position
                .capture_value(mv)
                .map_or(0, |value| u64::from(value.saturating_add(1 << 16).cast_unsigned()));
            Rank { value, natural }
        });
        self.ranks.extend(values);
        for index in base..self.moves.len() {
            let rank = ranked + index - base;
            ordering::pick(&mut self.moves[index..], &mut self.ranks[rank..]);
            let child = node.after(self.moves[index]);
            let same = node.same_side(&child);
            let (ply, told) = (node.ply + 1, Told::Nothing);
            let below = Node { position: &child, depth: 0, ply, passed: false, told, setting: node.setting };
            let window = if same { (alpha, beta) } else { (-beta, -alpha) };
            let value = match self.enter(&below)? {
                Entered::Finished(value) => value,
                Entered::Horizon(guessed) => self.quiesce(&below, guessed, window, plies + 1)?,
                Entered::Open => unreachable!("at depth 0 a node is finished or at the horizon"),
            };
            best = best.max(for_parent(value, same));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        self.ranks.truncate(ranked);
        Ok(best)
    }
}
