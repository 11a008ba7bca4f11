//! Tables in games with draws that depend on the path to a position: by repetition, and by a counter of quiet moves.
//! Every search with a table finds the value of alpha-beta without a table.

use super::evaluation;
use crate::searcher::Fault;
use crate::trace::NoTrace;
use crate::{Budget, Ordering, Pruning, SearchOptions, Searcher, Ties};
use arena_games::checkers::Checkers;
use arena_games::chess::Chess;
use arena_games::seed::Rng;
use arena_games::xiangqi::Xiangqi;
use arena_games::{Game, Hints};

fn position<G: Game>(text: &str) -> G {
    G::parse(&G::Options::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Searches the position to the given depths in turn, with each kind of pruning and one table for all depths. Returns
/// the number of values that differ from alpha-beta without a table.
fn differences<G: Game + Hints>(text: &str, evaluation_name: &str, depths: &[u16], fault: Option<Fault>) -> usize {
    let (position, judge) = (position::<G>(text), evaluation::<G>(evaluation_name));
    let value = |searcher: &mut Searcher<G>, options: &SearchOptions| {
        searcher.search(&position, options, &judge, &Budget::UNLIMITED, 0, &mut NoTrace).value
    };
    let base = SearchOptions { ties: Ties::First, ordering: vec![Ordering::Static], ..SearchOptions::default() };
    let plain = |&depth: &u16| value(&mut Searcher::new(), &SearchOptions { depth, ..base.clone() });
    let expected: Vec<i32> = depths.iter().map(plain).collect();
    let mut wrong = 0;
    for (pruning, table_mb, deepening) in [
        (Pruning::AlphaBeta, 1, false),
        (Pruning::Pvs, 16, false),
        (Pruning::Pvs, 1, true),
        (Pruning::Mtdf, 1, false),
        (Pruning::Bisection, 1, false),
    ] {
        let ordering = vec![Ordering::Table, Ordering::Killers, Ordering::History, Ordering::Static];
        let mut searcher = Searcher::new();
        searcher.fault = fault;
        for (&depth, &expected) in depths.iter().zip(&expected) {
            let options =
                SearchOptions { depth, pruning, table_mb, deepening, ordering: ordering.clone(), ..base.clone() };
            let result = value(&mut searcher, &options);
            assert!(fault.is_some() || result == expected, "{text}: {result}, not {expected}: {options:?}");
            wrong += usize::from(result != expected);
        }
    }
    wrong
}

/// Generates draughts endings with a few kings, in PDN, at various distances from the draw by count.
fn king_endings(number: usize) -> impl Iterator<Item = String> {
    let mut rng = Rng::new(17);
    std::iter::repeat_with(move || {
        let mut squares: Vec<u32> = (1..=32).collect();
        rng.shuffle(&mut squares);
        let (white, black) = (1 + rng.below(2), 1 + rng.below(2));
        let kings = |squares: &[u32]| squares.iter().map(|at| format!("K{at}")).collect::<Vec<_>>().join(",");
        let side = ["B", "W"][rng.below(2)];
        let quiet = [0, 60, 70, 72, 74, 76][rng.below(6)];
        let (white, black) = (kings(&squares[..white]), kings(&squares[white..white + black]));
        format!("{side}:W{white}:B{black}:H{quiet}")
    })
    .take(number)
}

#[test]
fn king_endings_have_the_same_value_with_a_table() {
    for ending in king_endings(60) {
        differences::<Checkers>(&ending, "advanced", &[4, 5, 7, 8], None);
    }
}

/// Positions that a table ignoring the path gets wrong at these depths. In the first a king is caught with the help of
/// repetitions; in the second a mate comes just before the fifty-move limit.
const KNOWN: (&str, u16, &str, u16) = ("B:WK25:BK27,K9:H70", 10, "8/8/2R5/8/4K3/8/8/6k1 w - - 94 100", 6);

#[test]
fn known_positions_have_the_same_value_with_a_table() {
    let (checkers, depth, chess, near_the_limit) = KNOWN;
    differences::<Checkers>(checkers, "advanced", &[depth - 2, depth], None);
    differences::<Chess>(chess, "material", &[near_the_limit - 2, near_the_limit], None);
    differences::<Chess>("5k2/8/8/8/5K2/8/8/1Q6 w - - 92 100", "material", &[4, 6], None);
    differences::<Chess>("7k/8/8/8/8/8/r5PP/6K1 b - - 0 1", "material", &[4, 5], None);
}

/// In the last two, checks extend the limit, so that positions with as many counted plies differ.
#[test]
fn lost_repetitions_have_the_same_value_with_a_table() {
    for (text, depths) in [
        ("4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1", &[4_u16, 6][..]),
        ("3k5/9/9/1n7/9/9/9/9/9/R4K3 w - - 0 1", &[4, 5]),
        ("3k5/9/9/9/R8/3r5/9/9/9/3R1K3 w - - 0 1", &[4]),
        ("4k4/R8/9/9/9/9/9/9/9/3K5 w - - 116 1", &[4, 6]),
        ("9/9/5k3/9/1c7/2N6/9/4K4/9/9 w - - 117 1", &[4, 5]),
    ] {
        differences::<Xiangqi>(text, "material", depths, None);
    }
}

#[test]
fn detects_a_table_that_ignores_the_path() {
    let (checkers, depth, chess, near_the_limit) = KNOWN;
    let ignores = Some(Fault::IgnoresPath);
    assert!(differences::<Checkers>(checkers, "advanced", &[depth], ignores) > 0);
    assert!(differences::<Chess>(chess, "material", &[near_the_limit], ignores) > 0);
}
