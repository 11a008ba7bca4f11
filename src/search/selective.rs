//! Searching some moves less deep than others, some deeper and some not at all: what is given up of certainty is won in
//! depth. Each of these can change the value, so all are off unless asked for.
//!
//! Null move: Donninger, "Null move and deep search", ICCA Journal 16:3 (1993). Late-move reduction: Romstad, "An
//! introduction to late move reductions" (2006), by the product of the logarithms of depth and place as in Stockfish;
//! internal iterative reduction: Schröder (2021). Futility: Heinz, "Extended futility pruning", ICCA Journal 21:2 (1998); in
//! reverse, and by the number of moves before, as in Stockfish.
//! A bounded width: Shannon's type B, "Programming a computer for playing chess", Philosophical Magazine 41 (1950).

use super::alpha_beta::Window;
use super::memory::MAX_HISTORY;
use super::searcher::{Known, Node, Searcher, Stopped};
use super::team::LEAST_SHARED_DEPTH;
use super::trace::{NoTrace, Trace};
use super::value::{for_parent, is_decided};
use super::{INFINITY, MAX_DEPTH};
use crate::games::{Evaluation, Game, Hints};

/// Moves are reduced from this place in the order on, and no nearer to the horizon than so many plies.
const FIRST_LATE: usize = 2;
const LEAST_LATE_DEPTH: u16 = 3;
/// A position without a known move is searched less deep from so many plies above the horizon on.
const LEAST_UNKNOWN_DEPTH: u16 = 4;
/// Passing is tried no nearer to the horizon.
const LEAST_NULL_DEPTH: u16 = 3;
/// Futility is judged no farther from the horizon.
const MOST_FUTILE_DEPTH: u16 = 7;
/// Stands for the static value of a position in check, which has none.
const NO_GUESS: i32 = i32::MIN;

/// What may be done with the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// How many plies less deep the node is searched.
    pub less: u16,
    /// Late moves are searched less deep.
    reduces: bool,
    /// Whether the window is empty, away from the line of best play.
    narrow: bool,
    /// The side to move stands better than a turn ago.
    improving: bool,
    /// Moves that come late or promise too little are not searched, by this margin a ply from this static value.
    futile: Option<(i32, i32)>,
    /// After so many moves no quiet one is searched.
    pub many: usize,
}

impl Default for Plan {
    /// Every move is searched as deep as asked for.
    fn default() -> Self {
        Self { less: 0, reduces: false, narrow: false, improving: false, futile: None, many: usize::MAX }
    }
}

impl<G: Game + Hints> Searcher<G> {
    /// What the switches allow at a node, or its value where that can be told already.
    pub(super) fn plan<E: Evaluation<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        known: &Known,
        (alpha, beta): Window,
    ) -> Result<Result<Plan, i32>, Stopped> {
        let options = node.setting.options;
        if !(options.null_move || options.lmr || options.futility.is_some()) {
            return Ok(Ok(Plan::default()));
        }
        self.guesses.resize(node.ply + 1, NO_GUESS);
        self.guesses[node.ply] = NO_GUESS;
        if node.position.in_check() {
            return Ok(Ok(Plan::default()));
        }
        let still = node.guess();
        self.guesses[node.ply] = still;
        let before = node.ply.checked_sub(2).map_or(NO_GUESS, |ply| self.guesses[ply]);
        let narrow = alpha > -INFINITY && alpha + 1 == beta;
        let unknown = options.lmr && self.table.is_some() && !known.has_move() && node.depth >= LEAST_UNKNOWN_DEPTH;
        let mut plan =
            Plan { less: unknown.into(), reduces: options.lmr, narrow, improving: still > before, ..Plan::default() };
        if !narrow || is_decided(alpha) || is_decided(beta) {
            return Ok(Ok(plan));
        }
        let value = known.sharpened(still);
        if Self::is_won(node, value, plan.improving, beta) {
            self.unsure += 1;
            return Ok(Err(value));
        }
        if options.null_move
            && !node.passed
            && node.depth >= LEAST_NULL_DEPTH
            && value >= beta
            && let Some(value) = self.pass(node, beta)?
        {
            self.unsure += 1;
            return Ok(Err(value));
        }
        plan.futile = options.futility.filter(|_| node.depth <= MOST_FUTILE_DEPTH).map(|margin| (still, margin));
        if plan.futile.is_some() {
            plan.many = (3 + usize::from(node.depth).pow(2)) >> usize::from(!plan.improving);
        }
        Ok(Ok(plan))
    }

    /// The plan for the root, where nothing is left out.
    pub(super) fn plan_at_root<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>) -> Plan {
        if !node.setting.selective {
            return Plan::default();
        }
        self.guesses.clear();
        let forced = node.position.in_check();
        self.guesses.push(if forced { NO_GUESS } else { node.guess() });
        Plan { reduces: node.setting.options.lmr && !forced, improving: true, ..Plan::default() }
    }

    /// Whether the static `value` is so far above the window, near the horizon, that no move is going to bring it back:
    /// futility in reverse.
    fn is_won<E>(node: &Node<'_, G, E>, value: i32, improving: bool, beta: i32) -> bool {
        node.setting.options.futility.is_some_and(|margin| {
            let plies = i32::from(node.depth) - i32::from(improving);
            node.depth <= MOST_FUTILE_DEPTH && value.saturating_sub(margin.saturating_mul(plies)) >= beta
        })
    }

    /// Whether the node is worth `beta` even if its side passes: its value then.
    fn pass<E: Evaluation<G>>(&mut self, node: &Node<'_, G, E>, beta: i32) -> Result<Option<i32>, Stopped> {
        let Some(child) = node.position.passed() else { return Ok(None) };
        let reduction = 3 + node.depth / 3;
        let below = Node { depth: node.depth.saturating_sub(1 + reduction), passed: true, ..node.child(&child) };
        let same = node.same_side(&child);
        let window = if same { (beta - 1, beta) } else { (-beta, 1 - beta) };
        let value = for_parent(self.alpha_beta(&below, None, window, &mut NoTrace)?, same);
        // A win found after passing is no proof of one.
        Ok((value >= beta).then(|| if is_decided(value) { beta } else { value }))
    }

    /// The value of the move at `place` in the order, for the side that moves: less deep, or not at all, where the plan
    /// says so.
    pub(super) fn selected<E: Evaluation<G>, T: Trace<G>>(
        &mut self,
        node: &Node<'_, G, E>,
        plan: Plan,
        mv: G::Move,
        place: usize,
        window: Window,
        trace: &mut T,
    ) -> Result<i32, Stopped> {
        let quiet = node.position.capture_value(mv).is_none();
        let sure = place > 0 && window.0 > -INFINITY;
        if sure && !is_decided(window.0) && Self::is_futile(node, plan, (mv, quiet), place, window.0) {
            self.unsure += 1;
            return Ok(-INFINITY);
        }
        let child = node.after(mv);
        let same = node.same_side(&child);
        let depth = Self::depth_below(node, &child);
        let below = Node { depth, told: node.told_below(), ..node.child(&child) };
        let team = node.setting.team.filter(|_| node.depth >= LEAST_SHARED_DEPTH);
        team.inspect(|team| team.enter(child.key()));
        let value = if place == 0 {
            self.narrowed(&below, mv, same, window, trace)
        } else {
            let late = sure && !child.in_check() && (quiet || !node.position.exchange_gains(mv, 0));
            let reduction = if late { self.reduction(node, plan, (mv, quiet), place) } else { 0 };
            self.later(&below, mv, same, window, reduction, trace)
        };
        team.inspect(|team| team.leave(child.key()));
        value
    }

    /// Whether the move is not worth searching: so near to the horizon it comes too late in the order, promises too
    /// little, or loses too much.
    fn is_futile<E>(node: &Node<'_, G, E>, plan: Plan, (mv, quiet): (G::Move, bool), place: usize, alpha: i32) -> bool {
        let Some((value, margin)) = plan.futile else { return false };
        let far = |times: i32| margin.saturating_mul(times);
        let depth = i32::from(node.depth);
        let vain = if quiet {
            place >= plan.many
                || value.saturating_add(far(1 + depth)) <= alpha
                || !node.position.exchange_gains(mv, -far(depth) / 2)
        } else {
            !node.position.exchange_gains(mv, -far(5 * depth) / 2)
        };
        vain && !node.position.gives_check(mv)
    }

    /// By how many plies the move at `place` in the order is searched less deep.
    fn reduction<E>(&self, node: &Node<'_, G, E>, plan: Plan, (mv, quiet): (G::Move, bool), place: usize) -> u16 {
        if !plan.reduces || place < FIRST_LATE || node.depth < LEAST_LATE_DEPTH {
            return 0;
        }
        // In 1024ths of a ply.
        let mut plies = 512 + log2(node.depth.into()) * log2(place + 1) / 20;
        plies -= 1024 * i32::from(!plan.narrow);
        plies += 512 * i32::from(!plan.improving);
        if quiet {
            let side = node.position.to_move();
            let (history, most) = if node.setting.continues {
                (self.memory.continuation(side, self.past(node), mv, node.position.footprint(mv)), 1_400)
            } else {
                (self.memory.history(side, mv).into(), 2_048)
            };
            plies -= most * history / i32::from(MAX_HISTORY);
            plies -= 1024 * i32::from(self.memory.killer(node.ply, mv) > 0);
        } else {
            plies -= 1024;
        }
        u16::try_from((plies / 1024).clamp(0, i32::from(node.depth) - 2)).expect("within the depth")
    }

    /// Where those of the moves from `base` on end that are searched at all.
    pub(super) fn end_of_width<E>(&mut self, node: &Node<'_, G, E>, base: usize) -> usize {
        let all = self.moves.len();
        node.width().map_or(all, |width| {
            // What is left out may be better, whatever is found.
            self.unsure += 1;
            all.min(base + width)
        })
    }

    /// How deep a child is searched: a ply less, or no less where it is to answer a check.
    pub(super) fn depth_below<E>(node: &Node<'_, G, E>, child: &G) -> u16 {
        let extended = node.setting.options.extensions && child.in_check() && Self::has_room(node);
        node.depth - u16::from(!extended)
    }

    /// Whether the node may be searched deeper than planned: no line becomes twice as long as asked for.
    fn has_room<E>(node: &Node<'_, G, E>) -> bool {
        node.ply + usize::from(node.depth) < usize::from(MAX_DEPTH).min(2 * usize::from(node.setting.options.depth))
    }
}

/// The logarithm to base 2, in 64ths, a little low between the powers of two.
fn log2(number: usize) -> i32 {
    let whole = number.max(1).ilog2();
    let rest = (number << 6 >> whole) as i32 - 64;
    i32::try_from(whole).expect("at most 63") * 64 + rest
}
