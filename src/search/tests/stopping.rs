//! How soon a search notices that it must stop, counted in what it does between two looks; never in time, which a test
//! cannot promise.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde_json::json;

use super::{evaluation, refined};
use crate::games::catalog::{Visitor, start};
use crate::games::{Game, GameId, Hints, Options};
use crate::search::trace::NoTrace;
use crate::search::{Budget, Pruning, SearchOptions, Searcher};

/// Each search is stopped after so many looks.
const LOOKS: u64 = 40;

/// Searches of every kind, none of which would end for ages.
fn searches() -> Vec<SearchOptions> {
    let refined = SearchOptions { depth: 200, hints: true, symmetry: true, ..refined(Pruning::Pvs) };
    let selective =
        SearchOptions { quiescence: true, null_move: true, lmr: true, futility: Some(50), ..refined.clone() };
    vec![
        SearchOptions { depth: 200, pruning: Pruning::None, ..SearchOptions::default() },
        SearchOptions { depth: 200, deepening: true, ..SearchOptions::default() },
        SearchOptions { pruning: Pruning::Mtdf, ..refined.clone() },
        SearchOptions { depth: 1, solve_empties: Some(250), ..refined.clone() },
        SearchOptions { deepening: true, extensions: true, ..selective.clone() },
        selective,
        refined,
    ]
}

struct Stopped(Options);

impl Visitor for Stopped {
    type Output = ();

    /// The clock is asked at every look: it sets the stop flag at the last one.
    fn visit<G: Game + Hints>(self) {
        let position = start::<G>(&self.0, None).expect("the options are right");
        for options in searches() {
            let (looks, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let clock = || {
                if looks.fetch_add(1, Relaxed) + 1 == LOOKS {
                    stop.store(true, Relaxed);
                }
                Duration::ZERO
            };
            let budget = Budget {
                time: Some(Duration::from_secs(1)),
                clock: Some(&clock),
                stop: Some(&stop),
                ..Budget::UNLIMITED
            };
            let zero = evaluation::<G>("zero");
            let report = Searcher::new().search(&position, &options, &zero, &budget, 1, &mut NoTrace);
            let case = format!("{}: {options:?}", G::INFO.name);
            if report.stopped {
                // It looks once more to see the flag; what a game plays out at once counts when it is done.
                assert!(report.nodes <= (LOOKS + 2) * (128 + G::MAX_SOLVE_NODES), "{} nodes: {case}", report.nodes);
            }
            assert!(report.best.is_some(), "{case}");
        }
    }
}

#[test]
fn every_search_looks_at_its_stop_flag_every_few_nodes() {
    let sizes = [("gomoku", json!({"size": 19})), ("bones", json!({"heap": 500}))];
    for &id in GameId::ALL {
        id.visit(Stopped(Options::new()));
    }
    for (game, options) in sizes {
        let id: GameId = game.parse().expect("it is a game");
        id.visit(Stopped(options.as_object().cloned().expect("an object")));
    }
}
