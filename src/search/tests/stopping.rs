//! How soon a search notices that it must stop. Counted in nodes between two budget checks and not in time, because a
//! test cannot guarantee times.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde_json::json;

use super::{evaluation, refined};
use crate::trace::NoTrace;
use crate::{Budget, Pruning, SearchOptions, Searcher, Turn};
use arena_games::connect4::ConnectFour;
use arena_games::options::start;
use arena_games::{Game, GameId, Hints, Options, with_game};

/// Each search is stopped after this many budget checks.
const LOOKS: u64 = 40;

/// Searches of every kind, none of which would end in reasonable time.
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

/// Every budget check reads the clock, which sets the stop flag at the last one.
fn check_stop<G: Game + Hints>(options: &Options) {
    let position = start::<G>(options, None).expect("the options are valid");
    for options in searches() {
        let (looks, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let clock = || {
            if looks.fetch_add(1, Relaxed) + 1 == LOOKS {
                stop.store(true, Relaxed);
            }
            Duration::ZERO
        };
        let budget =
            Budget { time: Some(Duration::from_secs(1)), clock: Some(&clock), stop: Some(&stop), ..Budget::UNLIMITED };
        let zero = evaluation::<G>("zero");
        let report = Searcher::new().search(&position, &options, &zero, &budget, 1, &mut NoTrace);
        let case = format!("{}: {options:?}", G::INFO.name);
        if report.stopped {
            // One more check sees the flag. Nodes of a game's own endgame solver are counted when it returns.
            assert!(report.nodes <= (LOOKS + 2) * (128 + G::MAX_SOLVE_NODES), "{} nodes: {case}", report.nodes);
        }
        assert!(report.best.is_some(), "{case}");
    }
}

#[test]
fn every_search_checks_its_stop_flag_every_few_nodes() {
    let sizes = [("gomoku", json!({"size": 19})), ("bones", json!({"heap": 500}))];
    for &id in GameId::ALL {
        with_game!(id, G => check_stop::<G>(&Options::new()));
    }
    for (game, options) in sizes {
        let id: GameId = game.parse().expect("the game exists");
        let options = options.as_object().expect("the options are an object");
        with_game!(id, G => check_stop::<G>(options));
    }
}

/// Another search that waits at every check and holds the processor for two ticks of the clock.
struct Shares {
    clock: AtomicU64,
    turns: AtomicU64,
}

impl Shares {
    fn new() -> Self {
        Self { clock: AtomicU64::new(0), turns: AtomicU64::new(0) }
    }
}

impl Turn for Shares {
    fn may_be_over(&self) -> bool {
        true
    }

    fn give_way(&self, _: Option<Duration>) {
        self.clock.fetch_add(2, Relaxed);
        self.turns.fetch_add(1, Relaxed);
    }

    fn suspended(&self) -> Duration {
        Duration::from_secs(2 * self.turns.load(Relaxed))
    }
}

#[test]
fn yielding_keeps_counts_and_costs_time_but_no_work() {
    let position = start::<ConnectFour>(&Options::new(), None).expect("the initial position is valid");
    let options = SearchOptions { depth: 7, ..refined(Pruning::Pvs) };
    let zero = evaluation::<ConnectFour>("zero");
    let search = |budget: &Budget<'_>| Searcher::new().search(&position, &options, &zero, budget, 1, &mut NoTrace);
    let (alone, shares) = (search(&Budget::UNLIMITED), Shares::new());
    let shared = search(&Budget { turn: Some(&shares), ..Budget::UNLIMITED });
    assert_eq!((shared.nodes, shared.value, shared.best), (alone.nodes, alone.value, alone.best));
    assert!((1..=alone.nodes / 128).contains(&shares.turns.load(Relaxed)), "it checks every 128 nodes");

    let limited = |time: Option<u64>, work: Option<u64>| {
        let (shares, [time, work]) = (Shares::new(), [time, work].map(|limit| limit.map(Duration::from_secs)));
        // The clock ticks once between two checks.
        let clock = || Duration::from_secs(shares.clock.load(Relaxed) + shares.turns.load(Relaxed));
        search(&Budget { time, work, clock: Some(&clock), turn: Some(&shares), ..Budget::UNLIMITED });
        shares.turns.load(Relaxed)
    };
    assert_eq!(limited(Some(15), None), 5, "each turn takes three seconds");
    assert_eq!(limited(None, Some(15)), 15, "each turn takes one second of work");
}
