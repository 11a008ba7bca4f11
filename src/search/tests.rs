//! Published counts and values, and equality of every search with plain minimax.

mod equality;
mod lazy_smp;
mod lines;
mod path_draws;
mod repetition;
mod selective;
mod solving;
mod steps;
mod stopping;
mod tablebases;

use serde_json::{Value, json};

use super::trace::{NoTrace, NodeKind, Recorder};
use super::{Budget, Ordering, Pruning, Report, SearchOptions, Searcher, Ties, WIN, win_in};
use arena_games::bones::{Bones, BonesOptions};
use arena_games::connect4::ConnectFour;
use arena_games::gomoku::Gomoku;
use arena_games::tictactoe::TicTacToe;
use arena_games::tree::{Tree, TreeOptions};
use arena_games::{Evaluation, Game, GameMove, Hints, MoveCode, Outcome, Weights, play_all};

/// The options of published counts: natural order, no distance, ties broken by order.
fn plain(pruning: Pruning, depth: u16) -> SearchOptions {
    SearchOptions { depth, pruning, distance: false, ties: Ties::First, ..SearchOptions::default() }
}

fn evaluation<G: Game>(name: &str) -> G::Evaluation {
    G::Evaluation::named(name, &Weights::new()).expect("the evaluation exists")
}

fn run<G: Game + Hints>(position: &G, options: &SearchOptions) -> Report<G::Move> {
    Searcher::new().search(position, options, &evaluation::<G>("zero"), &Budget::UNLIMITED, 1, &mut NoTrace)
}

/// Returns the initial position, on a small board if the game has a choice of sizes.
fn small_start<G: Game>() -> G {
    let options = match G::INFO.name {
        "gomoku" => json!({"size": 4, "row": 3}),
        "hex" => json!({"size": 4, "swap": true}),
        _ => json!({}),
    };
    G::initial(&serde_json::from_value(options).expect("the game has these options")).expect("the options are in range")
}

fn start<G: Game>() -> G {
    G::initial(&G::Options::default()).expect("the default options are valid")
}

fn heap(heap: u32) -> Bones {
    Bones::parse(&BonesOptions::default(), &format!("{heap} first")).expect("the heap is allowed")
}

fn tree(text: &str) -> Tree {
    Tree::parse(&TreeOptions::default(), text).expect("the tree is valid")
}

#[test]
fn plain_minimax_enters_the_published_number_of_tic_tac_toe_positions() {
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
fn bones_tree_has_the_published_size_and_winner() {
    let nodes = [1, 2, 4, 8, 15, 28, 52, 96, 177, 326, 600, 1_104, 2_031];
    for (bones, nodes) in (0..).zip(nodes) {
        let report = run(&heap(bones), &plain(Pruning::None, 12));
        let value = if bones % 4 == 0 { -WIN } else { WIN };
        assert_eq!((report.nodes, report.value), (nodes, value), "heap {bones}");
    }
}

#[test]
fn modulo_evaluation_is_right_at_every_heap_and_depth() {
    let modulo = evaluation::<Bones>("modulo");
    for bones in 1..=40 {
        for depth in 1..=4 {
            let options = plain(Pruning::AlphaBeta, depth);
            let report = Searcher::new().search(&heap(bones), &options, &modulo, &Budget::UNLIMITED, 0, &mut NoTrace);
            assert_eq!(report.value > 0, bones % 4 != 0, "heap {bones} at depth {depth}");
        }
    }
}

/// Searches `text`. Returns the root's value, and the leaves that were entered and pruned, in search order.
fn leaves(text: &str) -> (i32, Vec<i32>, Vec<i32>) {
    let mut recorder = Recorder::new(9, 999);
    let position = tree(text);
    let zero = evaluation::<Tree>("zero");
    let options = plain(Pruning::AlphaBeta, 9);
    let report = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 0, &mut recorder);
    let root = recorder.into_root().expect("the search was completed");
    let payoffs = |kind| {
        let below = root.children.iter().flat_map(|child| &child.children);
        below.filter(|leaf| leaf.kind == kind).filter_map(|leaf| leaf.outcome).map(Outcome::payoff).collect()
    };
    (report.value, payoffs(NodeKind::Leaf), payoffs(NodeKind::Pruned))
}

#[test]
fn textbook_tree_prunes_4_and_6() {
    let (value, entered, pruned) = leaves("[[3,12,8],[2,4,6],[14,5,2]]");
    assert_eq!((value, entered, pruned), (3, vec![3, 12, 8, 2, 14, 5, 2], vec![4, 6]));
    let (value, entered, pruned) = leaves("[[3,12,8],[2,4,6],[2,14,5]]");
    assert_eq!((value, entered, pruned), (3, vec![3, 12, 8, 2, 2], vec![4, 6, 14, 5]));
}

#[test]
fn recorded_tree_has_values_and_windows_of_the_root_side() {
    let mut recorder = Recorder::new(9, 999);
    let options = plain(Pruning::AlphaBeta, 2);
    let zero = evaluation::<Tree>("zero");
    Searcher::new().search(&start::<Tree>(), &options, &zero, &Budget::UNLIMITED, 0, &mut recorder);
    let root = recorder.into_root().expect("the search was completed");
    let [b, c, d] = &root.children[..] else { panic!("three moves") };
    assert_eq!([root.value, b.value, c.value, d.value], [Some(3), Some(3), Some(2), Some(2)]);
    assert_eq!((c.alpha, d.alpha), (3, 3));
    assert_eq!(d.children[1].beta, 14);
}

#[test]
fn best_first_trees_reach_the_theoretical_minimum_of_leaves() {
    // With equal leaves, every order is a best-first order.
    for (branching, depth) in [(2_usize, 6_u16), (3, 4), (5, 3), (7, 2)] {
        let tree = (0..depth).fold(Value::from(1), |node, _| vec![node; branching].into());
        let options = TreeOptions { tree };
        let report = run(&Tree::initial(&options).expect("the tree is valid"), &plain(Pruning::AlphaBeta, depth));
        let minimum = branching.pow(u32::from(depth.div_ceil(2))) + branching.pow(u32::from(depth / 2)) - 1;
        assert_eq!(report.leaves, minimum as u64, "{branching}^{depth}");
        let all = run(&Tree::initial(&options).expect("the tree is valid"), &plain(Pruning::None, depth));
        assert_eq!(all.leaves, branching.pow(u32::from(depth)) as u64);
    }
}

#[test]
fn small_gomoku_boards_have_the_published_values() {
    // From the table of m,n,k-games: columns, rows, length of the winning row, and whether the first side wins.
    for (columns, rows, row, wins) in [(3, 3, 3, false), (4, 3, 3, true), (4, 4, 3, true)] {
        let board = json!({"columns": columns, "rows": rows, "row": row});
        let options = serde_json::from_value(board).expect("gomoku has these options");
        let search = SearchOptions { ordering: vec![Ordering::Static], ..plain(Pruning::AlphaBeta, 16) };
        let report = run(&Gomoku::initial(&options).expect("the options are in range"), &search);
        assert_eq!(report.value, if wins { WIN } else { 0 }, "{row} in a row on {columns} by {rows}");
    }
}

#[test]
fn prefers_quicker_wins_and_slower_losses() {
    let winning = |text| TicTacToe::parse(&start_options::<TicTacToe>(), text).expect("the position is valid");
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
fn finished_game_has_a_value_and_no_move() {
    let report = run(&heap(0), &SearchOptions::default());
    assert_eq!((report.best, report.value, report.nodes), (None, -WIN, 1));
}

#[test]
fn breaks_ties_by_seed_or_by_order() {
    let zero = evaluation::<TicTacToe>("zero");
    let best = |ties, seed| {
        let options = SearchOptions { depth: 1, ties, ..SearchOptions::default() };
        let report =
            Searcher::new().search(&start::<TicTacToe>(), &options, &zero, &Budget::UNLIMITED, seed, &mut NoTrace);
        report.best.expect("the game is not over").to_string()
    };
    let random: std::collections::BTreeSet<String> = (0..200).map(|seed| best(Ties::Random, seed)).collect();
    assert_eq!(random.len(), 9, "every move, including the last, can be chosen: {random:?}");
    assert!((0..20).all(|seed| best(Ties::First, seed) == "a3"));
    assert_eq!(best(Ties::Random, 4), best(Ties::Random, 4));
}

#[test]
fn node_limit_is_exact_and_still_yields_a_move() {
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
fn stop_flag_ends_the_search() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let budget = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
    let zero = evaluation::<TicTacToe>("zero");
    let options = plain(Pruning::None, 9);
    let report = Searcher::new().search(&start::<TicTacToe>(), &options, &zero, &budget, 0, &mut NoTrace);
    assert!(report.stopped && report.nodes < 2_000, "{}", report.nodes);
}

/// All options that keep the value and save nodes.
fn refined(pruning: Pruning) -> SearchOptions {
    let ordering = [Ordering::Table, Ordering::Killers, Ordering::History, Ordering::Counter, Ordering::Static];
    SearchOptions { depth: 9, pruning, ordering: ordering.to_vec(), table_mb: 1, ..SearchOptions::default() }
}

#[test]
fn each_refinement_saves_nodes_in_tic_tac_toe() {
    let nodes = |options: &SearchOptions| run(&start::<TicTacToe>(), options).nodes;
    let plain = plain(Pruning::AlphaBeta, 9);
    let all = nodes(&plain);
    assert!(nodes(&SearchOptions { ordering: vec![Ordering::Killers], ..plain.clone() }) < all);
    assert!(nodes(&SearchOptions { ordering: vec![Ordering::History], ..plain.clone() }) < all);
    assert!(nodes(&SearchOptions { ordering: vec![Ordering::Counter], ..plain.clone() }) < all);
    let table = SearchOptions { table_mb: 1, ..plain };
    let with_table = nodes(&table);
    assert!(with_table < all / 3, "{with_table}");
    assert!(nodes(&SearchOptions { symmetry: true, ..table }) < with_table / 2);
}

#[test]
fn minimax_with_a_table_searches_each_position_once() {
    // 5,478 distinct positions, of which 958 are finished: 626 won by X, 316 by O, 16 drawn.
    let report = run(&start::<TicTacToe>(), &SearchOptions { table_mb: 4, ..plain(Pruning::None, 9) });
    assert_eq!(report.nodes - report.leaves - report.table_hits, 5_478 - 958);
}

#[test]
fn searcher_behaves_like_a_new_one_after_forget() {
    for pruning in [Pruning::None, Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf, Pruning::Bisection] {
        let options = SearchOptions { ordering: vec![Ordering::History, Ordering::Table], ..refined(pruning) };
        let zero = evaluation::<TicTacToe>("zero");
        let mut searcher = Searcher::new();
        let mut search = |forgets: bool| {
            if forgets {
                searcher.forget();
            }
            searcher.search(&start::<TicTacToe>(), &options, &zero, &Budget::UNLIMITED, 5, &mut NoTrace)
        };
        let first = search(false);
        assert!(search(false).nodes < first.nodes, "{pruning}: the table knows the position");
        assert_eq!(search(true), first, "{pruning}");
    }
}

/// Returns the score of a position as in the test sets. A win scores more the earlier it comes, up to 21; a draw scores
/// 0.
fn score(moves: &str, options: &SearchOptions) -> i32 {
    let codes = moves.bytes().map(|column| MoveCode(u32::from(column - b'1')));
    let moves: Vec<_> = codes.map(|code| GameMove::from_code(code).expect("a column")).collect();
    let plies = i32::try_from(moves.len()).expect("at most 42");
    let position = play_all(&start::<ConnectFour>(), moves).expect("the moves are legal");
    let win = win_in::<ConnectFour>(run(&position, options).value).unwrap_or(0);
    win.signum() * (22 - (plies + win.abs() + 1) / 2)
}

#[test]
fn solves_connect_four_to_the_published_scores() {
    // From the test sets of Pascal Pons, blog.gamesolver.org: end, easy.
    let known = [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("71255763773133525731261364622167124446454", 0),
        ("65214673556155731566316327373221417", -1),
        ("52677675164321472411331752454", 0),
        ("3135151421347443544172316522225776773566", 0),
        ("562154564361751726662253737734213275114", 0),
    ];
    for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf, Pruning::Bisection] {
        let solving = SearchOptions { depth: 42, hints: true, symmetry: true, ..refined(pruning) };
        for (moves, value) in known {
            assert_eq!(score(moves, &solving), value, "{moves} by {pruning}");
        }
    }
}
