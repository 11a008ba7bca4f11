//! A search as the ordered list of what it does, for stepping through it: [`Steps`] listens to a search and keeps one
//! page of that list, so that its size is bounded however long the search is.

use super::INFINITY;
use super::trace::{Again, Decided, Trace};
use crate::games::{Conventions, Diagram, Game, Side};

/// Which steps are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFilter<M> {
    /// Only those of this depth of iterative deepening; none for those of all depths.
    pub depth: Option<u16>,
    /// Only those at and below the node that these moves lead to from the root.
    pub below: Vec<M>,
    /// Only those of nodes at most so many plies below that node.
    pub plies: usize,
    /// Of these, those from this number on, counted from 0.
    pub from: u64,
    /// At most so many.
    pub count: usize,
    /// Whether the positions that are entered are told, too.
    pub boards: bool,
}

/// Something that a search did. Values and windows are from the view of the side to move at the root, MAX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The node's number: nodes are numbered as they are entered, over all iterations, those that are left out too.
    pub node: u64,
    /// How many plies below the root the node is.
    pub ply: usize,
    /// The side to move at the node.
    pub side: Side,
    /// The window at the node before the step: the values that MAX and MIN are already sure of, infinite where there is
    /// none yet.
    pub window: (i32, i32),
    /// What was done.
    pub what: What<M>,
    /// The moves of the step as people write them, the one that it is about before those that are cut; empty where there
    /// are none, and where people write moves by their own texts.
    pub notation: Vec<String>,
    /// The position that is entered, where that was asked for.
    pub board: Option<Box<Diagram>>,
}

/// What a step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<M> {
    /// The root is searched to this depth: a new iteration, or the same with another window.
    Iteration(u16),
    /// The node is entered by this move, none at the root, with so many plies left to the horizon.
    Enter(Option<M>, u16),
    /// The move is better than those before it, and the window narrower by its value.
    Raise(M, i32),
    /// A cutoff: by this value the move is so good that the other side will avoid the node. These other moves are not
    /// searched, and so many of them would have ended the game.
    Cut(M, i32, Vec<M>, usize),
    /// The move is searched so many plies less deep.
    Reduce(M, u16),
    /// The move is searched again.
    Again(M, Again),
    /// The move is not searched: it can hardly change the value.
    Skip(M),
    /// The node is left with this value, found in that way.
    Leave(i32, Decided),
}

/// A node on the path that is being searched.
#[derive(Debug)]
struct Open<G> {
    number: u64,
    side: Side,
    /// From the root's view.
    window: (i32, i32),
    /// Plies left to the horizon.
    left: u16,
    /// Whether the game is over here.
    over: bool,
    /// Whether its steps are kept.
    kept: bool,
    /// How many of the moves of [`StepFilter::below`] lead here; none where the path has left them.
    matched: Option<usize>,
    /// The position, where moves are written by it.
    position: Option<G>,
}

/// Listens to a search and keeps the steps that were asked for.
#[derive(Debug)]
pub struct Steps<G: Game> {
    filter: StepFilter<G::Move>,
    /// The depth of the present iteration.
    depth: u16,
    /// How many nodes were entered.
    entered: u64,
    /// How many steps passed the filter, before those from `from` on were taken.
    total: u64,
    open: Vec<Open<G>>,
    kept: Vec<Step<G::Move>>,
}

impl<G: Game> Steps<G> {
    /// Keeps the steps that the filter lets through.
    #[must_use]
    pub const fn new(filter: StepFilter<G::Move>) -> Self {
        Self { filter, depth: 0, entered: 0, total: 0, open: Vec::new(), kept: Vec::new() }
    }

    /// The steps that were kept, and how many passed the filter, `from` and `count` left aside.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Step<G::Move>>, u64) {
        (self.kept, self.total)
    }

    fn wants_depth(&self) -> bool {
        self.filter.depth.is_none_or(|depth| depth == self.depth)
    }

    /// A value at the present node, as the side to move at the root sees it.
    fn for_root(&self, value: i32) -> i32 {
        let (Some(root), Some(node)) = (self.open.first(), self.open.last()) else { return value };
        if root.side == node.side { value } else { -value }
    }

    /// Takes a step at the present node, if it is one of those that were asked for.
    fn step(&mut self, what: impl FnOnce(&Self) -> What<G::Move>) {
        let Some(node) = self.open.last().filter(|node| node.kept) else { return };
        let number = self.total;
        if number >= self.filter.from && self.kept.len() < self.filter.count {
            let (node, side, window, ply) = (node.number, node.side, node.window, self.open.len() - 1);
            let what = what(self);
            let notation = self.notation(&what);
            self.kept.push(Step { node, ply, side, window, what, notation, board: None });
        }
        self.total += 1;
    }
}

impl<G: Game> Steps<G> {
    /// The moves of a step at the present node as people write them, where that is not by their own texts.
    fn notation(&self, what: &What<G::Move>) -> Vec<String> {
        let (mv, others) = match what {
            What::Iteration(_) | What::Enter(None, _) | What::Leave(..) => return Vec::new(),
            What::Enter(Some(mv), _)
            | What::Raise(mv, _)
            | What::Reduce(mv, _)
            | What::Again(mv, _)
            | What::Skip(mv) => (mv, &[][..]),
            What::Cut(mv, _, pruned, _) => (mv, &pruned[..]),
        };
        // Who enters a node has moved at the one above it.
        let above = usize::from(matches!(what, What::Enter(..)));
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
        let kept = matched == Some(start) && ply <= start.saturating_add(self.filter.plies) && self.wants_depth();
        let same = self.open.first().is_none_or(|root| root.side == side);
        let window = if same { (alpha, beta) } else { (-beta, -alpha) };
        let over = position.outcome().is_some();
        let written = matched.is_some() && G::CONVENTIONS.write_move.is_some();
        let own = written.then(|| position.clone());
        self.open.push(Open { number, side, window, left, over, kept, matched, position: own });
        if mv.is_none() && ply == 0 {
            let depth = self.depth;
            self.step(|_| What::Iteration(depth));
        }
        self.step(|_| What::Enter(mv, left));
        if self.filter.boards
            && let Some(step) = self.kept.last_mut().filter(|step| step.node == number)
            && matches!(step.what, What::Enter(..))
        {
            step.board = Some(Box::new(position.diagram(mv)));
        }
    }

    fn raised(&mut self, mv: G::Move, value: i32) {
        self.step(|steps| What::Raise(mv, steps.for_root(value)));
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
            What::Cut(mv, steps.for_root(value), pruned.to_vec(), pruned.iter().filter(ends).count())
        });
    }

    fn reduced(&mut self, mv: G::Move, plies: u16) {
        self.step(|_| What::Reduce(mv, plies));
    }

    fn again(&mut self, mv: G::Move, again: Again) {
        self.step(|_| What::Again(mv, again));
    }

    fn skipped(&mut self, mv: G::Move) {
        self.step(|_| What::Skip(mv));
    }

    fn leave(&mut self, value: i32, decided: Decided) {
        // A leaf that was entered is over by the rules or by repetition: only the position shows which.
        let over = self.open.last().is_some_and(|node| node.over);
        let decided = if decided == Decided::Over && !over { Decided::Repetition } else { decided };
        self.step(|steps| What::Leave(steps.for_root(value), decided));
        self.open.pop();
    }
}

/// An end of a window, where it is no infinity.
#[must_use]
pub const fn finite(end: i32) -> Option<i32> {
    if end == -INFINITY || end == INFINITY { None } else { Some(end) }
}
