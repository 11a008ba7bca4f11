//! The searches of the games of the catalogue. Those of a generic function would be compiled again by each crate that
//! calls it.

use super::trace::Trace;
use super::{Budget, Report, SearchOptions, Searcher};
use arena_games::{Game, Hints, for_each_game};

/// A game whose search with its own evaluations is compiled in this crate.
pub trait Searched: Game + Hints {
    /// [`Searcher::search_among`] with an evaluation of the game.
    fn search_among(
        searcher: &mut Searcher<Self>,
        root: (&Self, Vec<Self::Move>),
        options: &SearchOptions,
        evaluation: &Self::Evaluation,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut dyn Trace<Self>,
    ) -> Report<Self::Move>;

    /// [`Searcher::search`] with an evaluation of the game.
    fn search(
        searcher: &mut Searcher<Self>,
        position: &Self,
        options: &SearchOptions,
        evaluation: &Self::Evaluation,
        budget: &Budget<'_>,
        seed: u64,
        trace: &mut dyn Trace<Self>,
    ) -> Report<Self::Move> {
        let mut natural = Vec::with_capacity(16);
        position.legal(&mut natural);
        Self::search_among(searcher, (position, natural), options, evaluation, budget, seed, trace)
    }
}

macro_rules! searched {
    ($game:ty) => {
        impl Searched for $game {
            fn search_among(
                searcher: &mut Searcher<Self>,
                root: (&Self, Vec<Self::Move>),
                options: &SearchOptions,
                evaluation: &Self::Evaluation,
                budget: &Budget<'_>,
                seed: u64,
                trace: &mut dyn Trace<Self>,
            ) -> Report<Self::Move> {
                searcher.search_among(root, options, evaluation, budget, seed, trace)
            }
        }
    };
}

for_each_game!(searched);
