//! Several lines of one position.

use super::run;
use crate::{Pruning, SearchOptions, WIN};
use arena_games::connect4::ConnectFour;
use arena_games::{Game, NoOptions};

/// The value of each line is the exact value of its first move, with every kind of pruning, and the lines are in order.
#[test]
fn lines_are_the_best_moves_with_exact_values() {
    let start = ConnectFour::parse(&NoOptions {}, "4435").expect("the position is valid");
    for pruning in [Pruning::None, Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf, Pruning::Bisection] {
        let options = SearchOptions { depth: 5, pruning, ..SearchOptions::default() };
        let mut exact: Vec<i32> = run(&start, &SearchOptions { exact_root: true, ..options.clone() })
            .root
            .iter()
            .map(|root| root.value)
            .collect();
        exact.sort_by_key(|value| std::cmp::Reverse(*value));
        for deepening in [false, true] {
            let report = run(&start, &SearchOptions { lines: 4, deepening, table_mb: 1, ..options.clone() });
            let values: Vec<i32> = report.lines.iter().map(|line| line.value).collect();
            assert_eq!(values, exact[..4], "{pruning} {deepening}");
            let firsts: std::collections::BTreeSet<_> =
                report.lines.iter().map(|line| line.moves[0].to_string()).collect();
            assert_eq!(firsts.len(), 4, "{pruning} {deepening}");
            assert!(report.lines.iter().all(|line| line.moves.len() == 5 || line.value.abs() > WIN / 2), "{report:?}");
            assert_eq!((report.value, report.best), (values[0], report.lines[0].moves.first().copied()));
            for line in &report.lines {
                let root = report
                    .root
                    .iter()
                    .find(|root| root.mv == line.moves[0])
                    .expect("the first move of a line was searched");
                assert_eq!((root.value, root.exact), (line.value, true), "{pruning} {deepening}");
            }
        }
    }
    let over = ConnectFour::parse(&NoOptions {}, "4142434").expect("the position is valid");
    assert!(run(&over, &SearchOptions { lines: 3, ..SearchOptions::default() }).lines.is_empty());
}
