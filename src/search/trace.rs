//! Observation of a running search: the nodes entered, their windows and values, and the moves pruned.

use serde::Serialize;

use super::Report;
use arena_games::{Game, Outcome, Side};

/// The kind of a node in a searched tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// Its children were searched.
    Inner,
    /// The game is over, or the node is at the horizon.
    Leaf,
    /// Its value came from the transposition table.
    Table,
    /// The node was never searched.
    Pruned,
}

/// How the value of a node was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Its moves were searched.
    Searched,
    /// The game is over. The search also reports draws by repetition this way.
    Over,
    /// The position is repeated. The search never reports this itself; an observer that knows the rules may derive it.
    Repetition,
    /// The evaluation at the horizon.
    Horizon,
    /// The evaluation after captures were played out beyond the horizon.
    Quiescence,
    /// The game's hints, without a search.
    Hints,
    /// The transposition table.
    Table,
    /// A null move: even passing is good enough.
    NullMove,
    /// Futility: the evaluation is so far above the window that no move is expected to bring it back.
    Futility,
}

impl Decided {
    /// Returns how such a node is shown in a tree.
    #[must_use]
    pub const fn kind(self) -> NodeKind {
        match self {
            Self::Searched | Self::Hints | Self::NullMove | Self::Futility => NodeKind::Inner,
            Self::Over | Self::Repetition | Self::Horizon | Self::Quiescence => NodeKind::Leaf,
            Self::Table => NodeKind::Table,
        }
    }
}

/// Why a move is searched a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResearchReason {
    /// A null window showed that it beats the best move so far, and now its value is needed.
    Window,
    /// It beat the best move so far at a reduced depth, and is now searched to the full depth.
    Depth,
}

/// An observer that a search calls for each of its actions. The default methods do nothing.
///
/// Windows and values are from the point of view of the side to move at the node.
pub trait Trace<G: Game> {
    /// Returns whether it observes more than the completed depths. If not, the search calls no method but
    /// [`Trace::deepened`].
    fn listens(&self) -> bool {
        true
    }

    /// Called before the root is searched to this depth in plies.
    fn iteration(&mut self, _depth: u16) {}
    /// Called when a node is entered by `mv`, with its window and depth. `mv` is `None` at the root and after a null
    /// move.
    fn enter(&mut self, _mv: Option<G::Move>, _position: &G, _window: (i32, i32), _depth: u16) {}
    /// Called when the last entered node is left.
    fn leave(&mut self, _value: i32, _decided: Decided) {}
    /// Called when a move at the current node beats the previous ones and narrows the window.
    fn raised(&mut self, _mv: G::Move, _value: i32) {}
    /// Called on a cutoff: a move at the current node, whose position is `at`, is so good that the opponent will avoid
    /// the node. The moves after it are pruned.
    fn cut(&mut self, _mv: G::Move, _value: i32, _pruned: &[G::Move], _at: &G) {}
    /// Called when the depth of a move at the current node is reduced by this many plies.
    fn reduced(&mut self, _mv: G::Move, _plies: u16) {}
    /// Called when a move at the current node is searched again.
    fn again(&mut self, _mv: G::Move, _again: ResearchReason) {}
    /// Called when a move at the current node is skipped because it is unlikely to change the value.
    fn skipped(&mut self, _mv: G::Move) {}
    /// Called when an iteration is complete. `report` builds a report of the results so far. A deeper iteration may
    /// follow.
    fn deepened(&mut self, _report: &dyn Fn() -> Report<G::Move>) {}
}

/// An observer that does nothing.
#[derive(Debug)]
pub struct NoTrace;

impl<G: Game> Trace<G> for NoTrace {
    fn listens(&self) -> bool {
        false
    }
}

/// The parameter of an [`Observer`] that does not listen. A WebAssembly module has one copy of the search for all, because
/// its size matters more than a few per cent of speed.
pub(super) const SILENT: bool = cfg!(target_family = "wasm");

/// What a search calls: passes everything on to a trace that listens, and only the completed depths to another one. A
/// search is compiled once for each value of `LISTENS`. Where it is false, only [`Observer::deepened`] does anything.
pub(super) struct Observer<'a, G: Game, const LISTENS: bool> {
    trace: &'a mut dyn Trace<G>,
    listens: bool,
}

impl<'a, G: Game, const LISTENS: bool> Observer<'a, G, LISTENS> {
    pub(super) fn new(trace: &'a mut dyn Trace<G>) -> Self {
        let listens = trace.listens();
        Self { trace, listens }
    }

    pub(super) const fn listens(&self) -> bool {
        LISTENS && self.listens
    }

    pub(super) fn iteration(&mut self, depth: u16) {
        if self.listens() {
            self.trace.iteration(depth);
        }
    }

    pub(super) fn enter(&mut self, mv: Option<G::Move>, position: &G, window: (i32, i32), depth: u16) {
        if self.listens() {
            self.trace.enter(mv, position, window, depth);
        }
    }

    pub(super) fn leave(&mut self, value: i32, decided: Decided) {
        if self.listens() {
            self.trace.leave(value, decided);
        }
    }

    pub(super) fn raised(&mut self, mv: G::Move, value: i32) {
        if self.listens() {
            self.trace.raised(mv, value);
        }
    }

    pub(super) fn cut(&mut self, mv: G::Move, value: i32, pruned: &[G::Move], at: &G) {
        if self.listens() {
            self.trace.cut(mv, value, pruned, at);
        }
    }

    pub(super) fn reduced(&mut self, mv: G::Move, plies: u16) {
        if self.listens() {
            self.trace.reduced(mv, plies);
        }
    }

    pub(super) fn again(&mut self, mv: G::Move, again: ResearchReason) {
        if self.listens() {
            self.trace.again(mv, again);
        }
    }

    pub(super) fn skipped(&mut self, mv: G::Move) {
        if self.listens() {
            self.trace.skipped(mv);
        }
    }

    pub(super) fn deepened(&mut self, report: &dyn Fn() -> Report<G::Move>) {
        self.trace.deepened(report);
    }
}

/// A node of a recorded tree. Window and value are from the point of view of the side to move at the *root*, so that
/// the maximizing side is the same in the whole tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode<M> {
    /// The move that leads here. `None` at the root.
    pub mv: Option<M>,
    /// The side to move here.
    pub side: Side,
    /// The value found. `None` if the search of the node was not completed.
    pub value: Option<i32>,
    /// The lower end of the window on entry: the value that the side to move at the root has already secured.
    pub alpha: i32,
    /// The upper end of the window on entry: the value that the other side has already secured.
    pub beta: i32,
    /// The kind of node.
    pub kind: NodeKind,
    /// The outcome of the game, if it ended here.
    pub outcome: Option<Outcome>,
    /// The children in search order.
    pub children: Vec<TraceNode<M>>,
    /// The number of descendants that were searched but not recorded.
    pub hidden: u64,
}

/// Records the tree of a search up to a depth and a number of nodes.
#[derive(Debug)]
pub struct Recorder<M> {
    max_ply: usize,
    max_nodes: usize,
    room: usize,
    /// The recorded nodes on the current path, the root first.
    open: Vec<TraceNode<M>>,
    /// The distance in plies between the current node and the last of them.
    beyond: usize,
    root: Option<TraceNode<M>>,
}

impl<M> Recorder<M> {
    /// Creates a recorder of at most `max_nodes` nodes at most `max_ply` plies below the root.
    #[must_use]
    pub const fn new(max_ply: usize, max_nodes: usize) -> Self {
        Self { max_ply, max_nodes, room: 0, open: Vec::new(), beyond: 0, root: None }
    }

    /// Returns the tree of the last completed iteration. If none was completed, returns the first one up to where it
    /// stopped.
    #[must_use]
    pub fn into_root(mut self) -> Option<TraceNode<M>> {
        if self.root.is_some() {
            return self.root;
        }
        while let Some(node) = self.open.pop() {
            self.close(node);
        }
        self.root
    }

    fn close(&mut self, node: TraceNode<M>) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }

    /// Returns whether a child of the current node is to be recorded. If so, counts it against the limit.
    fn take_room(&mut self) -> bool {
        let wanted = self.beyond == 0 && self.open.len() <= self.max_ply && self.room > 0;
        self.room -= usize::from(wanted);
        wanted
    }

    /// Converts the window of a node where `side` is to move to the point of view of the side to move at the root.
    fn for_root(&self, side: Side, alpha: i32, beta: i32) -> (i32, i32) {
        if self.open.first().is_none_or(|root| root.side == side) { (alpha, beta) } else { (-beta, -alpha) }
    }
}

impl<G: Game> Trace<G> for Recorder<G::Move> {
    fn enter(&mut self, mv: Option<G::Move>, position: &G, (alpha, beta): (i32, i32), _depth: u16) {
        if mv.is_none() {
            self.open.clear();
            (self.beyond, self.room) = (0, self.max_nodes);
        }
        if !self.take_room() {
            self.beyond += 1;
            if let Some(node) = self.open.last_mut() {
                node.hidden += 1;
            }
            return;
        }
        let side = position.to_move();
        let (alpha, beta) = self.for_root(side, alpha, beta);
        let outcome = position.outcome();
        let kind = NodeKind::Inner;
        self.open.push(TraceNode {
            mv,
            side,
            value: None,
            alpha,
            beta,
            kind,
            outcome,
            children: Vec::new(),
            hidden: 0,
        });
    }

    fn leave(&mut self, value: i32, decided: Decided) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(mut node) = self.open.pop() {
            let same = self.open.first().is_none_or(|root| root.side == node.side);
            node.value = Some(if same { value } else { -value });
            node.kind = decided.kind();
            self.close(node);
        }
    }

    fn cut(&mut self, _mv: G::Move, _value: i32, pruned: &[G::Move], at: &G) {
        for &mv in pruned {
            self.prune(mv, at);
        }
    }
}

impl<M> Recorder<M> {
    /// Records a move at the current node that was never searched.
    fn prune<G: Game<Move = M>>(&mut self, mv: M, at: &G)
    where
        M: Copy,
    {
        if !self.take_room() {
            return;
        }
        let mut child = at.clone();
        child.play(mv);
        if let Some(parent) = self.open.last_mut() {
            parent.children.push(TraceNode {
                mv: Some(mv),
                side: child.to_move(),
                value: None,
                alpha: parent.alpha,
                beta: parent.beta,
                kind: NodeKind::Pruned,
                outcome: child.outcome(),
                children: Vec::new(),
                hidden: 0,
            });
        }
    }
}
