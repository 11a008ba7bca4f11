//! Several lines of one position.

use super::run;
use crate::games::connect4::ConnectFour;
use crate::games::{Game, NoOptions};
use crate::search::{Pruning, SearchOptions, WIN};

/// Every line's value is that of its first move with the exact root, whatever cuts branches, and the lines come in order.
#[test]
fn several_lines_are_the_best_moves_with_their_exact_values() {
    let start = ConnectFour::parse(&NoOptions {}, "4435").expect("a position");
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
                let root = report.root.iter().find(|root| root.mv == line.moves[0]).expect("it was searched");
                assert_eq!((root.value, root.exact), (line.value, true), "{pruning} {deepening}");
            }
        }
    }
    let over = ConnectFour::parse(&NoOptions {}, "4142434").expect("a position");
    assert!(run(&over, &SearchOptions { lines: 3, ..SearchOptions::default() }).lines.is_empty());
}
