//! Matches of the program against itself.

use arena_games::checkers::Checkers;
use arena_games::chess::Chess;
use arena_games::connect4::ConnectFour;
use arena_games::gomoku::Gomoku;
use arena_games::models::Trained;
use arena_games::reversi::Reversi;
use arena_games::seed::{Rng, derive};
use arena_games::{Game, GameMove, Hints, Outcome};
use arena_search::trace::NoTrace;
use arena_search::{Budget, MAX_DEPTH, Ordering, Pruning, Report, SearchOptions, Searcher};

use super::evaluator::Evaluator;
use super::learner::{Learner, NetworkLearner, TableLearner};

/// Positions with at most this many empty places are searched to the end, if the game has empty places.
const SOLVE_EMPTIES: u32 = 12;

/// A game that can be trained.
pub(crate) trait Trainable: Trained + Hints {
    /// The model while it is learned.
    type Learner: Learner<Self>;

    /// The number of moves that a search tries in each position, those that look best. `None` if it tries all of them.
    const WIDTH: Option<u16> = None;
}

impl Trainable for ConnectFour {
    type Learner = TableLearner;
}

impl Trainable for Reversi {
    type Learner = TableLearner;
}

impl Trainable for Gomoku {
    type Learner = TableLearner;

    /// A position has up to 225 moves. A search of all of them would be two plies deep.
    const WIDTH: Option<u16> = Some(12);
}

impl Trainable for Checkers {
    type Learner = TableLearner;
}

impl Trainable for Chess {
    type Learner = NetworkLearner;
}

/// A match in progress.
pub(crate) struct Match<G: Game> {
    pub(crate) position: G,
    /// The keys of the earlier positions and the moves that were played in them.
    pub(crate) history: Vec<(u64, G::Move)>,
}

impl<G: Trainable> Match<G> {
    /// Begins a match with random moves. They are those that the game deems plausible, and do not end the game.
    pub(crate) fn random(plies: usize, rng: &mut Rng) -> Self
    where
        G::Options: Default,
    {
        let start = G::initial(&G::Options::default()).expect("a game has a position with its default options");
        loop {
            let mut begun = Self { position: start.clone(), history: Vec::new() };
            while begun.history.len() < plies && begun.outcome().is_none() {
                let mut moves = Vec::new();
                begun.position.plausible_moves(&mut moves);
                begun.play(moves[rng.below(moves.len())]);
            }
            if begun.outcome().is_none() {
                return begun;
            }
        }
    }

    pub(crate) fn play(&mut self, mv: G::Move) {
        self.history.push((self.position.key(), mv));
        self.position.play(mv);
    }

    /// Returns the moves played so far.
    pub(crate) fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.history.iter().map(|(_, mv)| *mv)
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let repeated = || {
            let earlier = self.history.iter().enumerate().rev().take(self.position.reversible_plies());
            let key = self.position.key();
            let (first, _) = earlier.filter(|(_, (other, _))| *other == key).nth(G::REPETITION? - 2)?;
            let cycle: Vec<G::Move> = self.history[first..].iter().map(|(_, mv)| *mv).collect();
            Some(self.position.repeated(&cycle))
        };
        self.position.outcome().or_else(repeated)
    }
}

/// A player, which keeps its memory between matches.
pub(crate) struct Player<G: Game> {
    searcher: Searcher<G>,
    options: SearchOptions,
    budget: Budget<'static>,
}

impl<G: Trainable> Player<G> {
    pub(crate) fn new(nodes: u64) -> Self {
        let options = SearchOptions {
            depth: MAX_DEPTH,
            deepening: true,
            pruning: Pruning::Pvs,
            ordering: vec![Ordering::Table, Ordering::Captures, Ordering::Killers, Ordering::Static, Ordering::History],
            table_mb: 1,
            hints: true,
            quiescence: true,
            lmr: true,
            solve_empties: Some(SOLVE_EMPTIES),
            width: G::WIDTH,
            whole_line: false,
            ..SearchOptions::default()
        };
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        Self { searcher: Searcher::new(), options, budget }
    }

    /// Forgets everything about earlier matches.
    pub(crate) fn forget(&mut self) {
        self.searcher.forget();
    }

    pub(crate) fn search(&mut self, begun: &Match<G>, evaluator: &Evaluator<G>, seed: u64) -> Report<G::Move> {
        let seed = derive(seed, &[begun.history.len() as u64]);
        self.searcher.with_history(&begun.history);
        self.searcher.search(&begun.position, &self.options, evaluator, &self.budget, seed, &mut NoTrace)
    }
}

/// Returns the move of a report.
///
/// # Panics
/// Panics if the game is over.
pub(crate) fn best<M: GameMove>(report: &Report<M>) -> M {
    report.best.expect("a position that is not over has a move")
}
