//! Random combinations of the switches that keep the value, compared with plain minimax.

use proptest::prelude::*;
use serde_json::Value;

use super::{evaluation, plain, small_start};
use crate::searcher::Fault;
use crate::table::TranspositionTable;
use crate::trace::NoTrace;
use crate::value::terminal_value;
use crate::{Budget, MAX_DEPTH, Ordering, Pruning, Report, SearchOptions, Searcher, Ties};
use arena_games::perft::perft;
use arena_games::seed::Rng;
use arena_games::tictactoe::TicTacToe;
use arena_games::tree::{Tree, TreeOptions};
use arena_games::{Evaluation, Game, GameId, Hints, with_game};

/// The depth of a search is limited so that its tree has at most this many paths.
const PATHS: u64 = 3_100;

/// Returns a random combination of the switches that keep the value, including pruning and move order.
pub(super) fn sample(rng: &mut Rng) -> SearchOptions {
    let mut coin = || rng.below(2) == 1;
    let (distance, deepening, exact_root, symmetry) = (coin(), coin(), coin(), coin());
    let table = coin();
    let ties = Ties::ALL[rng.below(Ties::ALL.len())];
    let pruning = Pruning::ALL[rng.below(Pruning::ALL.len())];
    let mut ordering = Ordering::ALL.to_vec();
    rng.shuffle(&mut ordering);
    ordering.truncate(rng.below(6));
    let hints = rng.below(2) == 1;
    let aspiration = [None, Some(1), Some(3), Some(40)][rng.below(4)];
    let table_mb = u32::from(table);
    let options =
        SearchOptions { pruning, ordering, deepening, distance, exact_root, ties, ..SearchOptions::default() };
    SearchOptions { table_mb, symmetry, aspiration, hints, ..options }
}

/// Returns a searcher with a tiny table that keeps losing entries, or with a table of the size in the options.
pub(super) fn searcher<G: Game + Hints>(rng: &mut Rng) -> Searcher<G> {
    let mut searcher = Searcher::new();
    if rng.below(2) == 1 {
        searcher.table = Some(TranspositionTable::of(4, 1));
    }
    searcher
}

/// Compares random combinations of switches with plain minimax at depths 1 to `deepest` and back. Each combination uses
/// one searcher, which keeps its state between depths. Returns the number of wrong values, which is 0 without a
/// `fault`.
pub(super) fn check<G: Game + Hints, E: Evaluation<G>>(
    position: &G,
    evaluation: &E,
    deepest: u16,
    seed: u64,
    fault: Option<Fault>,
) -> usize {
    let mut rng = Rng::new(seed);
    let mut wrong = 0;
    let mut expected = Vec::new();
    for distance in [false, true] {
        expected.push(
            (1..=deepest)
                .map(|depth| {
                    let options = SearchOptions { distance, ..plain(Pruning::None, depth) };
                    Searcher::new().search(position, &options, evaluation, &Budget::UNLIMITED, 0, &mut NoTrace)
                })
                .collect::<Vec<_>>(),
        );
    }
    for _ in 0..6 {
        let sampled = sample(&mut rng);
        let mut searcher = searcher(&mut rng);
        searcher.fault = fault;
        for depth in (1..=deepest).chain((1..deepest).rev()) {
            let options = SearchOptions { depth, ..sampled.clone() };
            let depths = &expected[usize::from(options.distance)];
            let expected = &depths[usize::from(depth) - 1];
            let report = searcher.search(position, &options, evaluation, &Budget::UNLIMITED, seed, &mut NoTrace);
            if fault.is_some() {
                wrong += usize::from(report.value != expected.value);
                continue;
            }
            let case = format!("{options:?} on {position:?}");
            assert_eq!(report.value, expected.value, "{case}");
            // Deepening may end early if a greater depth cannot change the value.
            let shallower = usize::from(report.depth).checked_sub(1).map_or(expected, |index| &depths[index]);
            check_root(&report, shallower, options.exact_root, &case);
            check_line(position, &report, evaluation, &options, &case);
        }
    }
    wrong
}

fn check_root<M: Copy + Eq + std::fmt::Debug>(report: &Report<M>, expected: &Report<M>, exact_root: bool, case: &str) {
    assert_eq!(report.root.len(), expected.root.len(), "{case}");
    for (actual, right) in report.root.iter().zip(&expected.root) {
        assert_eq!(actual.mv, right.mv, "{case}");
        assert!(actual.exact || !exact_root, "{case}");
        assert!(if actual.exact { actual.value == right.value } else { actual.value >= right.value }, "{case}");
    }
    if let Some(best) = report.best {
        let chosen = expected.root.iter().find(|root| root.mv == best).expect("the best move is legal");
        assert_eq!(chosen.value, expected.value, "{case}");
    }
}

/// Checks that the line is legal, extends to the full depth or the end of the game, and reaches the value.
fn check_line<G: Game + Hints, E: Evaluation<G>>(
    position: &G,
    report: &Report<G::Move>,
    evaluation: &E,
    options: &SearchOptions,
    case: &str,
) {
    assert_eq!(report.line.first().copied(), report.best, "{case}");
    let end = arena_games::play_all(position, report.line.iter().copied()).expect("the line is legal");
    let plies = report.line.len();
    let before = (0..plies).rev().filter(|_| G::REPETITION.is_some()).find(|length| {
        let earlier = arena_games::play_all(position, report.line[..*length].iter().copied());
        earlier.expect("the line is legal").key() == end.key()
    });
    let repeated = before.map(|length| end.repeated(&report.line[length..]));
    let reached = match end.outcome().or(repeated) {
        Some(outcome) => terminal_value::<G>(outcome, position.to_move(), plies, options.distance),
        None => {
            assert_eq!(plies, usize::from(report.depth), "{case}");
            evaluation.evaluate(&end) * position.to_move().sign()
        }
    };
    assert_eq!(reached, report.value, "{case}");
}

/// Checks random positions of every game.
fn check_random_positions<G: Game + Hints>(fault: Option<Fault>) -> usize {
    // Games with many moves get fewer positions and less depth.
    let seeds = if perft(&small_start::<G>(), 4) > PATHS { 6 } else { 40 };
    let mut wrong = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let mut position = small_start::<G>();
        let longest = [6, 60][rng.below(2)];
        for _ in 0..rng.below(longest) {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(moves[rng.below(moves.len())]);
            }
        }
        let deepest = (2..=5).take_while(|&depth| perft(&position, depth.into()) <= PATHS).last().unwrap_or(1);
        for info in G::Evaluation::ALL {
            wrong += check(&position, &evaluation::<G>(info.name), deepest, seed, fault);
        }
    }
    wrong
}

#[test]
fn every_search_equals_plain_minimax() {
    for &id in GameId::ALL {
        with_game!(id, G => check_random_positions::<G>(None));
    }
}

#[test]
fn detects_a_table_that_accepts_deeper_values() {
    assert!(check_random_positions::<TicTacToe>(Some(Fault::DeeperEntries)) > 0);
}

/// Checks positions with few empty places, which are searched to the end of the game.
fn check_endgames<G: Game + Hints>() -> usize {
    let mut checked = 0;
    // Most random matches end long before the board is full.
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let mut position = small_start::<G>();
        let wanted = 3 + u32::try_from(rng.below(4)).expect("at most 6");
        if checked == 8 {
            break;
        }
        while position.outcome().is_none() && position.empties().is_some_and(|empties| empties > wanted) {
            let moves = position.moves();
            position.play(moves[rng.below(moves.len())]);
        }
        let Some(empties) = position.empties().filter(|_| position.outcome().is_none()) else { continue };
        checked += 1;
        let evaluation = evaluation::<G>(G::Evaluation::ALL[0].name);
        for _ in 0..6 {
            let options = SearchOptions { depth: 1, solve_empties: Some(empties), ..sample(&mut rng) };
            let to_the_end = SearchOptions { distance: options.distance, ..plain(Pruning::None, MAX_DEPTH) };
            let mut value = |options: &SearchOptions| {
                let mut searcher = searcher(&mut rng);
                searcher.search(&position, options, &evaluation, &Budget::UNLIMITED, seed, &mut NoTrace).value
            };
            assert_eq!(value(&options), value(&to_the_end), "{options:?} on {position:?}");
        }
    }
    checked
}

#[test]
fn solved_endgames_equal_plain_minimax_to_the_end() {
    let checked: Vec<usize> = GameId::ALL.iter().map(|&id| with_game!(id, G => check_endgames::<G>())).collect();
    assert!(checked.iter().filter(|&&positions| positions == 8).count() >= 2, "positions by game: {checked:?}");
}

pub(super) fn random_tree() -> impl Strategy<Value = Value> {
    let leaf = (-9_i32..=9).prop_map(Value::from);
    leaf.prop_recursive(5, 120, 4, |inner| prop::collection::vec(inner, 1..=4).prop_map(Value::from))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_search_equals_plain_minimax_on_random_trees(tree in random_tree(), seed: u64) {
        let position = Tree::initial(&TreeOptions { tree }).expect("the tree is valid");
        check(&position, &evaluation::<Tree>("mean"), 6, seed, None);
    }
}
