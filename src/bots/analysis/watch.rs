//! What an analysis keeps of a running search: the tree, and the leaves that were never visited.

use crate::games::Game;
use crate::search::Report;
use crate::search::trace::{NodeKind, Recorder, Trace};

/// Keeps what was asked for.
pub(super) struct Watch<'a, G: Game> {
    pub recorder: Option<Recorder<G::Move>>,
    pub leaves: Option<Leaves>,
    /// Told of every depth that was searched to its end.
    pub deepened: Option<Deepened<'a, G>>,
}

/// Takes what a search knows after each depth.
pub(super) type Deepened<'a, G> = Box<dyn FnMut(&Report<<G as Game>::Move>) + 'a>;

/// The payoffs, for the side to move at the root, of the leaves below pruned moves.
pub(super) struct Leaves {
    sign: i32,
    most: usize,
    values: Vec<i32>,
}

impl Leaves {
    /// At most so many are kept, of a search of `root`.
    pub(super) fn new<G: Game>(root: &G, most: usize) -> Self {
        Self { sign: root.to_move().sign(), most, values: Vec::new() }
    }

    pub(super) fn into_values(self) -> Vec<i32> {
        self.values
    }

    /// Adds the leaves at and below `position`, from left to right.
    fn add<G: Game>(&mut self, position: &G) {
        if self.values.len() >= self.most {
            return;
        }
        if let Some(outcome) = position.outcome() {
            self.values.push(outcome.payoff() * self.sign);
            return;
        }
        let mut moves = Vec::new();
        position.legal(&mut moves);
        for mv in moves {
            let mut child = position.clone();
            child.play(mv);
            self.add(&child);
        }
    }
}

impl<G: Game> Watch<'_, G> {
    /// Whether nothing was asked for.
    pub(super) const fn is_idle(&self) -> bool {
        self.recorder.is_none() && self.leaves.is_none() && self.deepened.is_none()
    }
}

impl<G: Game> Trace<G> for Watch<'_, G> {
    fn enter(&mut self, mv: Option<G::Move>, position: &G, alpha: i32, beta: i32) {
        if let Some(leaves) = self.leaves.as_mut().filter(|_| mv.is_none()) {
            // A new iteration begins at the root.
            leaves.values.clear();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(mv, position, alpha, beta);
        }
    }

    fn leave(&mut self, value: i32, kind: NodeKind) {
        if let Some(recorder) = &mut self.recorder {
            Trace::<G>::leave(recorder, value, kind);
        }
    }

    fn pruned(&mut self, mv: G::Move, at: &G) {
        if let Some(leaves) = &mut self.leaves {
            let mut child = at.clone();
            child.play(mv);
            leaves.add(&child);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.pruned(mv, at);
        }
    }

    fn deepened(&mut self, report: impl FnOnce() -> Report<G::Move>) {
        if let Some(deepened) = &mut self.deepened {
            deepened(&report());
        }
    }
}
