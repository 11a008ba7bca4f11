//! Observes a running search for an analysis: records the tree, the leaves that were never visited, and a page of
//! steps.

use super::findings::DepthValue;
use arena_games::Game;
use arena_search::Report;
use arena_search::steps::Steps;
use arena_search::trace::{Decided, Recorder, ResearchReason, Trace};

/// The trace of an analysis. Parts that the question does not request are `None`.
pub(super) struct Watch<'a, G: Game> {
    pub recorder: Option<Recorder<G::Move>>,
    pub leaves: Option<Leaves>,
    pub steps: Option<Steps<G>>,
    /// The findings after each completed depth.
    pub depths: Vec<DepthValue>,
    /// Called after every completed depth.
    pub deepened: Deepened<'a, G>,
}

/// Describes the report of a search after each depth.
pub(super) type Deepened<'a, G> = Box<dyn FnMut(&Report<<G as Game>::Move>) -> Option<DepthValue> + 'a>;

/// The payoffs of the leaves below pruned moves, for the side to move at the root.
pub(super) struct Leaves {
    sign: i32,
    most: usize,
    values: Vec<i32>,
}

impl Leaves {
    /// Creates an empty list for a search of `root`, limited to `most` leaves.
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
        let moves = position.moves();
        for mv in moves {
            let mut child = position.clone();
            child.play(mv);
            self.add(&child);
        }
    }
}

impl<G: Game> Trace<G> for Watch<'_, G> {
    fn listens(&self) -> bool {
        self.recorder.is_some() || self.leaves.is_some() || self.steps.is_some()
    }

    fn iteration(&mut self, depth: u16) {
        if let Some(steps) = &mut self.steps {
            Trace::<G>::iteration(steps, depth);
        }
    }

    fn enter(&mut self, mv: Option<G::Move>, position: &G, window: (i32, i32), depth: u16) {
        if let Some(leaves) = self.leaves.as_mut().filter(|_| mv.is_none()) {
            // A new iteration starts at the root.
            leaves.values.clear();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(mv, position, window, depth);
        }
        if let Some(steps) = &mut self.steps {
            steps.enter(mv, position, window, depth);
        }
    }

    fn leave(&mut self, value: i32, decided: Decided) {
        if let Some(recorder) = &mut self.recorder {
            Trace::<G>::leave(recorder, value, decided);
        }
        if let Some(steps) = &mut self.steps {
            Trace::<G>::leave(steps, value, decided);
        }
    }

    fn raised(&mut self, mv: G::Move, value: i32) {
        if let Some(steps) = &mut self.steps {
            Trace::<G>::raised(steps, mv, value);
        }
    }

    fn cut(&mut self, mv: G::Move, value: i32, pruned: &[G::Move], at: &G) {
        if let Some(leaves) = &mut self.leaves {
            for &mv in pruned {
                let mut child = at.clone();
                child.play(mv);
                leaves.add(&child);
            }
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.cut(mv, value, pruned, at);
        }
        if let Some(steps) = &mut self.steps {
            steps.cut(mv, value, pruned, at);
        }
    }

    fn reduced(&mut self, mv: G::Move, plies: u16) {
        if let Some(steps) = &mut self.steps {
            Trace::<G>::reduced(steps, mv, plies);
        }
    }

    fn again(&mut self, mv: G::Move, again: ResearchReason) {
        if let Some(steps) = &mut self.steps {
            Trace::<G>::again(steps, mv, again);
        }
    }

    fn skipped(&mut self, mv: G::Move) {
        if let Some(steps) = &mut self.steps {
            Trace::<G>::skipped(steps, mv);
        }
    }

    fn deepened(&mut self, report: &dyn Fn() -> Report<G::Move>) {
        self.depths.extend((self.deepened)(&report()));
    }
}
