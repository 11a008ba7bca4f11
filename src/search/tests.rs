//! Published counts and values, and the equality of every search with plain minimax.

use proptest::prelude::*;
use serde_json::Value;

use super::trace::{Kind, NoTrace, Recorder};
use super::{Budget, Ordering, Pruning, Report, SearchOptions, Searcher, Ties, WIN, win_in};
use crate::games::bones::{Bones, BonesOptions};
use crate::games::catalog::Visitor;
use crate::games::perft::perft;
use crate::games::seed::Rng;
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::{Tree, TreeOptions};
use crate::games::{Evaluation, Game, GameId, Hints, Outcome, Weights};

/// As published counts have it: reading order, no distance, ties by order.
fn plain(pruning: Pruning, depth: u16) -> SearchOptions {
    SearchOptions { depth, pruning, distance: false, ties: Ties::First, ..SearchOptions::default() }
}

fn evaluation<G: Game>(name: &str) -> G::Evaluation {
    G::Evaluation::named(name, &Weights::new()).expect("the evaluation exists")
}

fn run<G: Game + Hints>(position: &G, options: &SearchOptions) -> Report<G::Move> {
    Searcher::new().search(position, options, &evaluation::<G>("zero"), &Budget::UNLIMITED, 1, &mut NoTrace)
}

fn start<G: Game>() -> G {
    G::initial(&G::Options::default()).expect("the default options are right")
}

fn heap(heap: u32) -> Bones {
    Bones::parse(&BonesOptions::default(), &format!("{heap} first")).expect("the heap is allowed")
}

fn tree(text: &str) -> Tree {
    Tree::parse(&TreeOptions::default(), text).expect("the tree is right")
}

#[test]
fn plain_minimax_enters_every_position_of_tic_tac_toe() {
    let nodes = [10, 82, 586, 3_610, 18_730, 73_450, 221_626, 422_074, 549_946];
    for (depth, nodes) in (1..).zip(nodes) {
        let report = run(&start::<TicTacToe>(), &plain(Pruning::None, depth));
        assert_eq!((report.nodes, report.value), (nodes, 0), "depth {depth}");
    }
}

#[test]
fn alpha_beta_enters_the_published_number_of_positions() {
    let nodes = [10, 26, 96, 206, 1_079, 1_886, 9_092, 12_664, 18_297];
    for (depth, nodes) in (1..).zip(nodes) {
        let report = run(&start::<TicTacToe>(), &plain(Pruning::AlphaBeta, depth));
        assert_eq!((report.nodes, report.value), (nodes, 0), "depth {depth}");
    }
}

#[test]
fn the_whole_tree_of_bones_has_the_published_size_and_winner() {
    let nodes = [1, 2, 4, 8, 15, 28, 52, 96, 177, 326, 600, 1_104, 2_031];
    for (bones, nodes) in (0..).zip(nodes) {
        let report = run(&heap(bones), &plain(Pruning::None, 12));
        let value = if bones % 4 == 0 { -WIN } else { WIN };
        assert_eq!((report.nodes, report.value), (nodes, value), "heap {bones}");
    }
}

#[test]
fn the_modulo_evaluation_is_right_at_every_heap_and_depth() {
    let modulo = evaluation::<Bones>("modulo");
    for bones in 1..=40 {
        for depth in 1..=4 {
            let options = plain(Pruning::AlphaBeta, depth);
            let report = Searcher::new().search(&heap(bones), &options, &modulo, &Budget::UNLIMITED, 0, &mut NoTrace);
            assert_eq!(report.value > 0, bones % 4 != 0, "heap {bones} at depth {depth}");
        }
    }
}

/// The leaves that a search of `text` enters and prunes, in its order, and the root's value.
fn leaves(text: &str) -> (i32, Vec<i32>, Vec<i32>) {
    let mut recorder = Recorder::new(9, 999);
    let position = tree(text);
    let zero = evaluation::<Tree>("zero");
    let options = plain(Pruning::AlphaBeta, 9);
    let report = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 0, &mut recorder);
    let root = recorder.into_root().expect("the search came to its end");
    let payoffs = |kind| {
        let below = root.children.iter().flat_map(|child| &child.children);
        below.filter(|leaf| leaf.kind == kind).filter_map(|leaf| leaf.outcome).map(Outcome::payoff).collect()
    };
    (report.value, payoffs(Kind::Leaf), payoffs(Kind::Pruned))
}

#[test]
fn the_textbook_tree_prunes_4_and_6() {
    let (value, entered, pruned) = leaves("[[3,12,8],[2,4,6],[14,5,2]]");
    assert_eq!((value, entered, pruned), (3, vec![3, 12, 8, 2, 14, 5, 2], vec![4, 6]));
    let (value, entered, pruned) = leaves("[[3,12,8],[2,4,6],[2,14,5]]");
    assert_eq!((value, entered, pruned), (3, vec![3, 12, 8, 2, 2], vec![4, 6, 14, 5]));
}

#[test]
fn a_recorded_tree_shows_values_and_windows_from_the_roots_view() {
    let mut recorder = Recorder::new(9, 999);
    let options = plain(Pruning::AlphaBeta, 2);
    let zero = evaluation::<Tree>("zero");
    Searcher::new().search(&start::<Tree>(), &options, &zero, &Budget::UNLIMITED, 0, &mut recorder);
    let root = recorder.into_root().expect("the search came to its end");
    let [b, c, d] = &root.children[..] else { panic!("three moves") };
    assert_eq!([root.value, b.value, c.value, d.value], [Some(3), Some(3), Some(2), Some(2)]);
    assert_eq!((c.alpha, d.alpha), (3, 3));
    assert_eq!(d.children[1].beta, 14);
}

#[test]
fn best_first_trees_reach_the_theoretical_minimum_of_leaves() {
    // All leaves equal: every order is the best.
    for (branching, depth) in [(2_usize, 6_u16), (3, 4), (5, 3), (7, 2)] {
        let tree = (0..depth).fold(Value::from(1), |node, _| vec![node; branching].into());
        let options = TreeOptions { tree };
        let report = run(&Tree::initial(&options).expect("the tree is right"), &plain(Pruning::AlphaBeta, depth));
        let minimum = branching.pow(u32::from(depth.div_ceil(2))) + branching.pow(u32::from(depth / 2)) - 1;
        assert_eq!(report.leaves, minimum as u64, "{branching}^{depth}");
        let all = run(&Tree::initial(&options).expect("the tree is right"), &plain(Pruning::None, depth));
        assert_eq!(all.leaves, branching.pow(u32::from(depth)) as u64);
    }
}

#[test]
fn a_quicker_win_is_worth_more_and_a_slower_loss_too() {
    let winning = |text| TicTacToe::parse(&start_options::<TicTacToe>(), text).expect("the position is right");
    let options = SearchOptions { depth: 9, ..SearchOptions::default() };
    let report = run(&winning("xx./oo./... x"), &options);
    assert_eq!((win_in::<TicTacToe>(report.value), report.best.map(|mv| mv.to_string())), (Some(1), Some("c3".into())));
    let report = run(&winning("x.o/.o./..x x"), &options);
    assert_eq!(report.line.first().map(ToString::to_string), Some("a1".into()), "the only move that stops a1");
    let report = run(&heap(8), &options);
    assert_eq!(win_in::<Bones>(report.value), Some(-4));
    let report = run(&heap(8), &SearchOptions { distance: false, ..options });
    assert_eq!(report.value, -WIN);
}

fn start_options<G: Game>() -> G::Options {
    G::Options::default()
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let report = run(&heap(0), &SearchOptions::default());
    assert_eq!((report.best, report.value, report.nodes), (None, -WIN, 1));
}

#[test]
fn ties_are_broken_by_the_seed_or_by_order() {
    let zero = evaluation::<TicTacToe>("zero");
    let best = |ties, seed| {
        let options = SearchOptions { depth: 1, ties, ..SearchOptions::default() };
        let report =
            Searcher::new().search(&start::<TicTacToe>(), &options, &zero, &Budget::UNLIMITED, seed, &mut NoTrace);
        report.best.expect("the game is not over").to_string()
    };
    let random: std::collections::BTreeSet<String> = (0..200).map(|seed| best(Ties::Random, seed)).collect();
    assert_eq!(random.len(), 9, "every move, the last one too, can be chosen: {random:?}");
    assert!((0..20).all(|seed| best(Ties::First, seed) == "a3"));
    assert_eq!(best(Ties::Random, 4), best(Ties::Random, 4));
}

#[test]
fn a_node_limit_is_kept_to_the_node_and_still_gives_a_move() {
    let zero = evaluation::<TicTacToe>("zero");
    for nodes in [0, 1, 2, 10, 100, 5_000] {
        for deepening in [false, true] {
            let options = SearchOptions { depth: 9, deepening, ..SearchOptions::default() };
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let report = Searcher::new().search(&start::<TicTacToe>(), &options, &zero, &budget, 3, &mut NoTrace);
            assert_eq!(report.nodes, nodes);
            assert!(report.stopped && report.best.is_some());
        }
    }
}

#[test]
fn a_stop_flag_ends_the_search() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
    let zero = evaluation::<TicTacToe>("zero");
    let options = plain(Pruning::None, 9);
    let report = Searcher::new().search(&start::<TicTacToe>(), &options, &zero, &budget, 0, &mut NoTrace);
    assert!(report.stopped && report.nodes < 2_000, "{}", report.nodes);
}

/// Compares all value-preserving switches with plain minimax in random positions of a game.
struct EqualsMinimax;

impl Visitor for EqualsMinimax {
    type Output = ();

    fn visit<G: Game + Hints>(self) {
        // Plain minimax is run hundreds of times on each position: wide games get fewer of them, and less depth.
        let paths = 3_100;
        let seeds = if perft(&start::<G>(), 4) > paths { 8 } else { 60 };
        for seed in 0..seeds {
            let mut rng = Rng::new(seed);
            let mut position = start::<G>();
            for _ in 0..rng.below(6) {
                let mut moves = Vec::new();
                position.legal(&mut moves);
                if !moves.is_empty() {
                    position.play(moves[rng.below(moves.len())]);
                }
            }
            let deepest = (2..=4).rev().find(|&depth| perft(&position, depth.into()) <= paths).unwrap_or(1);
            for info in G::Evaluation::ALL {
                check(&position, &evaluation::<G>(info.name), deepest, seed);
            }
        }
    }
}

/// Every combination of switches against plain minimax, at depths 1 to `deepest`.
fn check<G: Game + Hints, E: Evaluation<G>>(position: &G, evaluation: &E, deepest: u16, seed: u64) {
    let mut searcher = Searcher::new();
    let mut search = |options: &SearchOptions| {
        searcher.search(position, options, evaluation, &Budget::UNLIMITED, seed, &mut NoTrace)
    };
    for depth in 1..=deepest {
        for distance in [false, true] {
            let plain = SearchOptions { distance, ..plain(Pruning::None, depth) };
            let expected = search(&plain);
            for options in variations(&plain) {
                let report = search(&options);
                let case = format!("{options:?} on {position:?}");
                assert_eq!(report.value, expected.value, "{case}");
                check_root(&report, &expected, options.exact_root, &case);
                check_line(position, &report, evaluation, &options, &case);
            }
        }
    }
}

fn variations(plain: &SearchOptions) -> Vec<SearchOptions> {
    use Ordering::{Natural, Random, Static};
    let mut all = Vec::new();
    for pruning in [Pruning::None, Pruning::AlphaBeta] {
        for ordering in [vec![], vec![Natural], vec![Random], vec![Static], vec![Static, Random]] {
            for (deepening, exact_root) in [(false, false), (true, false), (false, true), (true, true)] {
                for ties in [Ties::First, Ties::Random] {
                    let ordering = ordering.clone();
                    all.push(SearchOptions { pruning, ordering, deepening, exact_root, ties, ..plain.clone() });
                }
            }
        }
    }
    all
}

fn check_root<M: Copy + Eq + std::fmt::Debug>(report: &Report<M>, expected: &Report<M>, exact_root: bool, case: &str) {
    assert_eq!(report.root.len(), expected.root.len(), "{case}");
    for (found, right) in report.root.iter().zip(&expected.root) {
        assert_eq!(found.mv, right.mv, "{case}");
        assert!(found.exact || !exact_root, "{case}");
        assert!(if found.exact { found.value == right.value } else { found.value >= right.value }, "{case}");
    }
    if let Some(best) = report.best {
        let chosen = expected.root.iter().find(|root| root.mv == best).expect("the best move is legal");
        assert_eq!(chosen.value, expected.value, "{case}");
    }
}

/// The line is legal, runs to the full depth or the end, and reaches the value.
fn check_line<G: Game + Hints, E: Evaluation<G>>(
    position: &G,
    report: &Report<G::Move>,
    evaluation: &E,
    options: &SearchOptions,
    case: &str,
) {
    let end = crate::games::play_all(position, report.line.iter().copied()).expect("the line is legal");
    assert_eq!(report.line.first().copied(), report.best, "{case}");
    assert!(end.outcome().is_some() || report.line.len() == usize::from(options.depth), "{case}");
    let reached = match end.outcome() {
        Some(outcome) => super::value::finished::<G>(outcome, position.to_move(), report.line.len(), options.distance),
        None => evaluation.evaluate(&end) * position.to_move().sign(),
    };
    assert_eq!(reached, report.value, "{case}");
}

#[test]
fn every_search_finds_the_value_of_plain_minimax() {
    for &id in GameId::ALL {
        id.visit(EqualsMinimax);
    }
}

fn random_tree() -> impl Strategy<Value = Value> {
    let leaf = (-9_i32..=9).prop_map(Value::from);
    leaf.prop_recursive(5, 120, 4, |inner| prop::collection::vec(inner, 1..=4).prop_map(Value::from))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_search_finds_the_value_of_plain_minimax_on_random_trees(tree in random_tree(), seed: u64) {
        let position = Tree::initial(&TreeOptions { tree }).expect("the tree is right");
        check(&position, &evaluation::<Tree>("mean"), 6, seed);
    }
}
