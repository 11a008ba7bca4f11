//! A view into a running search: the nodes that it enters, their windows and values, and the moves that it prunes.

use serde::Serialize;

use super::Report;
use crate::games::{Game, Outcome, Side};

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// Its children were searched.
    Inner,
    /// The game is over, or the horizon is reached.
    Leaf,
    /// Its value came from the transposition table.
    Table,
    /// It was never searched.
    Pruned,
}

/// How a node came by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Its moves were searched.
    Searched,
    /// The game is over. The search reports draws by repetition in this way too.
    Over,
    /// The position came before. The search itself never reports this; a listener that knows the rules may find it.
    Repetition,
    /// No ply is left: the evaluation.
    Horizon,
    /// No ply is left: the evaluation after captures were played out.
    Quiescence,
    /// What the game knows without searching.
    Hints,
    /// The transposition table.
    Table,
    /// Even passing would be good enough.
    NullMove,
    /// The evaluation is so far above the window that no move is believed to bring it back.
    Futility,
}

impl Decided {
    /// How such a node is shown in a tree.
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
pub enum Again {
    /// A null window showed that it is better than the best so far, and now its value is wanted.
    Window,
    /// It was better than the best so far when searched less deep, and now it is searched to the full depth.
    Depth,
}

/// An observer that a search calls for everything it does. The default methods do nothing and are compiled away.
///
/// Windows and values are from the view of the side to move at the node.
pub trait Trace<G: Game> {
    /// Whether it does anything. Where it does not, a search may take ways on which it would tell nothing.
    const LISTENS: bool = true;

    /// The root is about to be searched so many plies deep.
    fn iteration(&mut self, _depth: u16) {}
    /// A node is entered by `mv` (none at the root, and after a null move), with that window and so many plies left.
    fn enter(&mut self, _mv: Option<G::Move>, _position: &G, _window: (i32, i32), _depth: u16) {}
    /// The node entered last and not yet left is done.
    fn leave(&mut self, _value: i32, _decided: Decided) {}
    /// A move at the present node is better than those before it, and narrows the window.
    fn raised(&mut self, _mv: G::Move, _value: i32) {}
    /// A move at the present node, whose position is `at`, is good enough that the other side will avoid the node: the
    /// moves after it are pruned.
    fn cut(&mut self, _mv: G::Move, _value: i32, _pruned: &[G::Move], _at: &G) {}
    /// A move at the present node is searched so many plies less deep.
    fn reduced(&mut self, _mv: G::Move, _plies: u16) {}
    /// A move at the present node is searched again.
    fn again(&mut self, _mv: G::Move, _again: Again) {}
    /// A move at the present node is not searched, since it can hardly change the value.
    fn skipped(&mut self, _mv: G::Move) {}
    /// A depth was searched to its end; `report` makes what is known now. A greater depth may follow.
    fn deepened(&mut self, _report: impl FnOnce() -> Report<G::Move>) {}
}

/// Observes nothing.
#[derive(Debug)]
pub struct NoTrace;

impl<G: Game> Trace<G> for NoTrace {
    const LISTENS: bool = false;
}

/// A node of a recorded tree. Window and value are from the view of the side to move at the *root*, so that the
/// maximizing side is the same all over the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode<M> {
    /// The move that leads here; none at the root.
    pub mv: Option<M>,
    /// The side to move here.
    pub side: Side,
    /// The value found; none where the search did not come to an end.
    pub value: Option<i32>,
    /// The lower end of the window on entry: the value that the side to move at the root is already sure of.
    pub alpha: i32,
    /// The upper end of the window on entry: the value that the other side is already sure of.
    pub beta: i32,
    /// What became of it.
    pub kind: NodeKind,
    /// How the game ended here, if it did.
    pub outcome: Option<Outcome>,
    /// The nodes below, in the order of the search.
    pub children: Vec<TraceNode<M>>,
    /// How many nodes below were searched but not recorded.
    pub hidden: u64,
}

/// Records the tree of a search down to a depth and up to a number of nodes.
#[derive(Debug)]
pub struct Recorder<M> {
    max_ply: usize,
    max_nodes: usize,
    room: usize,
    /// The recorded nodes on the path that is being searched; the root is the first.
    open: Vec<TraceNode<M>>,
    /// How many plies below the last of them the search is.
    beyond: usize,
    root: Option<TraceNode<M>>,
}

impl<M> Recorder<M> {
    /// Records nodes at most `max_ply` plies below the root, at most `max_nodes` of them.
    #[must_use]
    pub const fn new(max_ply: usize, max_nodes: usize) -> Self {
        Self { max_ply, max_nodes, room: 0, open: Vec::new(), beyond: 0, root: None }
    }

    /// The tree of the last iteration that was completed; where none was, the first one as far as it came.
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

    /// Whether a node below the present one is to be recorded; counts it against the limit if so.
    fn take_room(&mut self) -> bool {
        let wanted = self.beyond == 0 && self.open.len() <= self.max_ply && self.room > 0;
        self.room -= usize::from(wanted);
        wanted
    }

    /// The window of the node `side` is to move at, from the view of the side to move at the root.
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
    /// Records a move at the present node that was never searched.
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
