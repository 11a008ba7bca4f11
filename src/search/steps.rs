//! A search as an ordered list of steps, for stepping through it. [`Steps`] observes a search and keeps one page of
//! that list, so that its size is limited however long the search is.

use super::INFINITY;
use super::trace::{Decided, ResearchReason, Trace};
use arena_games::{Conventions, Diagram, Game, Side};

/// Selects which steps are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFilter<M> {
    /// The iteration depth whose steps are kept. `None` for all depths.
    pub depth: Option<u16>,
    /// The moves from the root to a node. Only steps at and below that node are kept.
    pub below: Vec<M>,
    /// The greatest distance in plies below that node.
    pub plies: usize,
    /// The number of the first step to keep, among those that pass the filter, counted from 0.
    pub from: u64,
    /// The greatest number of steps.
    pub count: usize,
    /// Whether entered positions are included.
    pub boards: bool,
}

/// A step of a search. Values and windows are for the side to move at the root, MAX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The number of the node. All entered nodes are numbered over all iterations, including those whose steps are not
    /// kept.
    pub node: u64,
    /// The number of plies below the root.
    pub ply: usize,
    /// The side to move at the node.
    pub side: Side,
    /// The window at the node before the step: the values that MAX and MIN have already secured, infinite if there is
    /// none yet.
    pub window: (i32, i32),
    /// The kind of step.
    pub what: StepKind<M>,
    /// The moves of the step in the usual notation: the step's own move, then the pruned ones. Empty if there are no
    /// moves, or if the game has no notation except the canonical move texts.
    pub notation: Vec<String>,
    /// The entered position, if requested.
    pub board: Option<Box<Diagram>>,
}

/// The kind of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind<M> {
    /// The root is searched to this depth, in a new iteration or in the same one with another window.
    Iteration(u16),
    /// The node is entered by this move (`None` at the root) with this many plies left to the horizon.
    Enter(Option<M>, u16),
    /// The move is better than the previous ones and narrows the window to its value.
    Raise(M, i32),
    /// A cutoff: the move, its value, the pruned moves, and how many of these would have led to leaves. The move is so
    /// good that the opponent will avoid the node.
    Cut(M, i32, Vec<M>, usize),
    /// The move is searched with its depth reduced by this many plies.
    Reduce(M, u16),
    /// The move is searched again.
    Research(M, ResearchReason),
    /// The move is skipped because it is unlikely to change the value.
    Skip(M),
    /// The node is left with this value, decided in this way.
    Leave(i32, Decided),
}

/// A node on the current path.
#[derive(Debug)]
struct Open<G> {
    number: u64,
    side: Side,
    /// The window, from the root's point of view.
    window: (i32, i32),
    /// Plies left to the horizon.
    left: u16,
    /// Whether the game is over here.
    over: bool,
    /// Whether the steps of this node are kept.
    recorded: bool,
    /// The number of moves of [`StepFilter::below`] that match the path. `None` if the path deviates.
    matched: Option<usize>,
    /// The position, if moves are written in the usual notation.
    position: Option<G>,
}

/// Observes a search and keeps the selected steps.
#[derive(Debug)]
pub struct Steps<G: Game> {
    filter: StepFilter<G::Move>,
    /// The depth of the current iteration.
    depth: u16,
    /// The number of entered nodes.
    entered: u64,
    /// The number of steps that passed the filter, not counting the page limits.
    total: u64,
    open: Vec<Open<G>>,
    steps: Vec<Step<G::Move>>,
}

impl<G: Game> Steps<G> {
    /// Creates an observer that keeps the steps that pass the filter.
    #[must_use]
    pub const fn new(filter: StepFilter<G::Move>) -> Self {
        Self { filter, depth: 0, entered: 0, total: 0, open: Vec::new(), steps: Vec::new() }
    }

    /// Returns the kept steps, and how many passed the filter regardless of `from` and `count`.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Step<G::Move>>, u64) {
        (self.steps, self.total)
    }

    fn wants_depth(&self) -> bool {
        self.filter.depth.is_none_or(|depth| depth == self.depth)
    }

    /// Converts a value at the current node to the point of view of the side to move at the root.
    fn for_root(&self, value: i32) -> i32 {
        let (Some(root), Some(node)) = (self.open.first(), self.open.last()) else { return value };
        if root.side == node.side { value } else { -value }
    }

    /// Records a step at the current node if it passes the filter.
    fn step(&mut self, what: impl FnOnce(&Self) -> StepKind<G::Move>) {
        let Some(node) = self.open.last().filter(|node| node.recorded) else { return };
        let number = self.total;
        if number >= self.filter.from && self.steps.len() < self.filter.count {
            let (node, side, window, ply) = (node.number, node.side, node.window, self.open.len() - 1);
            let what = what(self);
            let notation = self.notation(&what);
            self.steps.push(Step { node, ply, side, window, what, notation, board: None });
        }
        self.total += 1;
    }
}

impl<G: Game> Steps<G> {
    /// Returns the moves of a step at the current node in the usual notation, if the game has one.
    fn notation(&self, what: &StepKind<G::Move>) -> Vec<String> {
        let (mv, others) = match what {
            StepKind::Iteration(_) | StepKind::Enter(None, _) | StepKind::Leave(..) => return Vec::new(),
            StepKind::Enter(Some(mv), _)
            | StepKind::Raise(mv, _)
            | StepKind::Reduce(mv, _)
            | StepKind::Research(mv, _)
            | StepKind::Skip(mv) => (mv, &[][..]),
            StepKind::Cut(mv, _, pruned, _) => (mv, &pruned[..]),
        };
        // The move that enters a node was played at the node above it.
        let above = usize::from(matches!(what, StepKind::Enter(..)));
        let at = self.open.len().checked_sub(1 + above).and_then(|at| self.open[at].position.as_ref());
        let write = |mv: &G::Move| at.and_then(|at| Conventions::notation(at, *mv));
        std::iter::once(mv).chain(others).map_while(write).collect()
    }
}

impl<G: Game> Trace<G> for Steps<G> {
    fn iteration(&mut self, depth: u16) {
        self.depth = depth;
        self.open.clear();
    }

    fn enter(&mut self, mv: Option<G::Move>, position: &G, (alpha, beta): (i32, i32), left: u16) {
        let side = position.to_move();
        let number = self.entered;
        self.entered += 1;
        let ply = self.open.len();
        let matched = match (self.open.last(), mv) {
            (None, _) => Some(0),
            (Some(above), Some(mv)) => above.matched.and_then(|matched| match self.filter.below.get(matched) {
                Some(wanted) => (*wanted == mv).then_some(matched + 1),
                None => Some(matched),
            }),
            (Some(_), None) => None,
        };
        let start = self.filter.below.len();
        let recorded = matched == Some(start) && ply <= start.saturating_add(self.filter.plies) && self.wants_depth();
        let same = self.open.first().is_none_or(|root| root.side == side);
        let window = if same { (alpha, beta) } else { (-beta, -alpha) };
        let over = position.outcome().is_some();
        let written = matched.is_some() && G::CONVENTIONS.write_move.is_some();
        let own = written.then(|| position.clone());
        self.open.push(Open { number, side, window, left, over, recorded, matched, position: own });
        if mv.is_none() && ply == 0 {
            let depth = self.depth;
            self.step(|_| StepKind::Iteration(depth));
        }
        self.step(|_| StepKind::Enter(mv, left));
        if self.filter.boards
            && let Some(step) = self.steps.last_mut().filter(|step| step.node == number)
            && matches!(step.what, StepKind::Enter(..))
        {
            step.board = Some(Box::new(position.diagram(mv)));
        }
    }

    fn raised(&mut self, mv: G::Move, value: i32) {
        self.step(|steps| StepKind::Raise(mv, steps.for_root(value)));
        let value = self.for_root(value);
        let Some(root) = self.open.first().map(|root| root.side) else { return };
        if let Some(node) = self.open.last_mut() {
            let end = if node.side == root { &mut node.window.0 } else { &mut node.window.1 };
            *end = value;
        }
    }

    fn cut(&mut self, mv: G::Move, value: i32, pruned: &[G::Move], at: &G) {
        let last_ply = self.open.last().is_some_and(|node| node.left <= 1);
        self.step(|steps| {
            let ends = |mv: &&G::Move| {
                let mut child = at.clone();
                child.play(**mv);
                last_ply || child.outcome().is_some()
            };
            StepKind::Cut(mv, steps.for_root(value), pruned.to_vec(), pruned.iter().filter(ends).count())
        });
    }

    fn reduced(&mut self, mv: G::Move, plies: u16) {
        self.step(|_| StepKind::Reduce(mv, plies));
    }

    fn again(&mut self, mv: G::Move, again: ResearchReason) {
        self.step(|_| StepKind::Research(mv, again));
    }

    fn skipped(&mut self, mv: G::Move) {
        self.step(|_| StepKind::Skip(mv));
    }

    fn leave(&mut self, value: i32, decided: Decided) {
        // The search reports draws by repetition as `Over`, so check whether the position itself is over.
        let over = self.open.last().is_some_and(|node| node.over);
        let decided = if decided == Decided::Over && !over { Decided::Repetition } else { decided };
        self.step(|steps| StepKind::Leave(steps.for_root(value), decided));
        self.open.pop();
    }
}

/// Returns an end of a window, or `None` if it is infinite.
#[must_use]
pub const fn finite(end: i32) -> Option<i32> {
    if end == -INFINITY || end == INFINITY { None } else { Some(end) }
}
