//! Parallel searches.

use std::sync::atomic::AtomicBool;

use super::{evaluation, plain, refined, run, small_start, start};
use crate::trace::NoTrace;
use crate::{Budget, Pruning, SearchOptions, Searcher};
use arena_games::connect4::ConnectFour;
use arena_games::tictactoe::TicTacToe;
use arena_games::{Game, GameId, Hints, with_game};

/// Each thread checks the budget at least once in this many of its own nodes.
const PATIENCE: u64 = 128;

fn check_every_pruning<G: Game + Hints>() {
    let position = small_start::<G>();
    let expected = run(&position, &SearchOptions { distance: true, ..plain(Pruning::AlphaBeta, 4) }).value;
    for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf] {
        for (threads, deepening) in [(2, false), (3, true)] {
            let options = SearchOptions { depth: 4, threads, deepening, ..refined(pruning) };
            let report = run(&position, &options);
            assert_eq!(report.value, expected, "{}: {options:?}", G::INFO.name);
            assert_eq!((report.best, report.stopped), (report.line.first().copied(), false));
        }
    }
}

#[test]
fn several_threads_find_the_value_of_a_single_thread() {
    for &id in GameId::ALL {
        with_game!(id, G => check_every_pruning::<G>());
    }
}

#[test]
fn counts_and_limits_the_nodes_of_all_threads() {
    let options = SearchOptions { depth: 30, threads: 4, deepening: true, ..refined(Pruning::Pvs) };
    let zero = evaluation::<ConnectFour>("zero");
    for nodes in [0, 1_000, 20_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let report = Searcher::new().search(&start::<ConnectFour>(), &options, &zero, &budget, 3, &mut NoTrace);
        assert!(report.stopped && report.best.is_some());
        assert!((nodes..=nodes + 4 * 2 * PATIENCE).contains(&report.nodes), "{} of {nodes}", report.nodes);
    }
}

#[test]
fn stop_flag_ends_all_threads() {
    let stop = AtomicBool::new(true);
    let budget = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
    let options = SearchOptions { depth: 40, threads: 3, ..refined(Pruning::AlphaBeta) };
    let zero = evaluation::<ConnectFour>("zero");
    let report = Searcher::new().search(&start::<ConnectFour>(), &options, &zero, &budget, 0, &mut NoTrace);
    assert!(report.stopped && report.nodes <= 3 * 2 * PATIENCE, "{}", report.nodes);
}

#[test]
fn helpers_do_not_affect_a_later_single_threaded_search() {
    let (alone, together) = (refined(Pruning::Pvs), SearchOptions { threads: 3, ..refined(Pruning::Pvs) });
    let mut searcher = Searcher::new();
    let zero = evaluation::<TicTacToe>("zero");
    let mut search = |options: &SearchOptions| {
        searcher.search(&start::<TicTacToe>(), options, &zero, &Budget::UNLIMITED, 5, &mut NoTrace)
    };
    let first = search(&alone);
    search(&together);
    assert_eq!(search(&alone), first, "a change of options clears the state");
}
