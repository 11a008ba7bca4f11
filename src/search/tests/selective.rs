//! The switches that change the value on purpose: what they find, how many nodes they save, and that the line stays
//! legal.

use super::{evaluation, small_start, start};
use crate::trace::NoTrace;
use crate::{Budget, MAX_DEPTH, Ordering, Pruning, Report, SearchOptions, Searcher, Ties, win_in};
use arena_games::chess::Chess;
use arena_games::connect4::ConnectFour;
use arena_games::gomoku::Gomoku;
use arena_games::seed::Rng;
use arena_games::{Evaluation, ExactEndgame, Game, GameId, GameMove, Hints, MoveCode, play_all, with_game};

fn search(fen: &str, evaluation_name: &str, options: &SearchOptions) -> Report<<Chess as Game>::Move> {
    let position = Chess::parse(&<Chess as Game>::Options::default(), fen).expect("the position is valid");
    let evaluation = evaluation::<Chess>(evaluation_name);
    Searcher::new().search(&position, options, &evaluation, &Budget::UNLIMITED, 0, &mut NoTrace)
}

fn best(fen: &str, evaluation_name: &str, options: &SearchOptions) -> String {
    search(fen, evaluation_name, options).best.expect("the game is not over").to_string()
}

fn shallow(depth: u16) -> SearchOptions {
    SearchOptions { depth, ties: Ties::First, ordering: vec![Ordering::Captures], ..SearchOptions::default() }
}

#[test]
fn quiescence_finds_that_the_pawn_is_defended() {
    let fen = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
    let plain = shallow(1);
    assert_eq!(best(fen, "material", &plain), "d2d6");
    for pruning in [Pruning::AlphaBeta, Pruning::Pvs, Pruning::Mtdf] {
        let quiet = SearchOptions { quiescence: true, pruning, ..plain.clone() };
        assert_ne!(best(fen, "material", &quiet), "d2d6", "{pruning}");
    }
}

#[test]
fn quiescence_searches_all_answers_to_a_check() {
    // Black is mated at the horizon. Standing pat there would hide it.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let report = search(fen, "material", &SearchOptions { quiescence: true, ..shallow(1) });
    assert_eq!((win_in::<Chess>(report.value), report.best.map(|mv| mv.to_string())), (Some(1), Some("d1d8".into())));
}

#[test]
fn each_selective_switch_saves_nodes_and_still_finds_a_mate() {
    let ordering = vec![Ordering::Table, Ordering::Captures, Ordering::Killers, Ordering::History];
    let base =
        SearchOptions { pruning: Pruning::Pvs, table_mb: 4, deepening: true, ordering, quiescence: true, ..shallow(4) };
    let middle = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";
    // Win At Chess 1, by Fred Reinfeld: a mate in two.
    let mate = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let plain = search(middle, "material", &base).nodes;
    for (name, options) in [
        ("null move", SearchOptions { null_move: true, ..base.clone() }),
        ("lmr", SearchOptions { lmr: true, ..base.clone() }),
        ("futility", SearchOptions { futility: Some(50), ..base.clone() }),
    ] {
        let nodes = search(middle, "material", &options).nodes;
        assert!(nodes < plain, "{name}: {nodes} of {plain}");
        // This close to the horizon, futility pruning skips the quiet moves after a sacrifice.
        if options.futility.is_none() {
            assert_eq!(best(mate, "material", &options), "g3g6", "{name}");
        }
    }
}

#[test]
fn check_extensions_find_a_deeper_mate() {
    let fen = "8/7k/R7/1R6/8/8/8/6K1 w - - 0 1";
    for (extensions, mate) in [(false, None), (true, Some(3))] {
        let report = search(fen, "material", &SearchOptions { extensions, ..shallow(2) });
        assert_eq!(win_in::<Chess>(report.value), mate);
    }
}

#[test]
fn limited_width_saves_nodes_and_searches_all_answers_to_a_check() {
    let base = SearchOptions { ordering: vec![Ordering::Captures], ..shallow(3) };
    let middle = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";
    let narrow = SearchOptions { width: Some(5), ..base.clone() };
    let report = search(middle, "material", &SearchOptions { exact_root: true, ..narrow.clone() });
    assert_eq!(report.root.len(), 5);
    assert!(search(middle, "material", &narrow).nodes < search(middle, "material", &base).nodes);
    let one = SearchOptions { width: Some(1), exact_root: true, ..base };
    assert_eq!(search(middle, "material", &one).root.len(), 1);
    assert_eq!(search("4k3/8/8/8/4R3/8/8/6K1 b - - 0 1", "material", &one).root.len(), 4);
}

fn gomoku(moves: &str, options: &SearchOptions) -> (Option<i32>, String) {
    let moves = moves.split_whitespace().map(|mv| mv.parse().expect("a point"));
    let position = play_all(&start::<Gomoku>(), moves).expect("the moves are legal");
    let shapes = evaluation::<Gomoku>("shapes");
    let report = Searcher::new().search(&position, options, &shapes, &Budget::UNLIMITED, 0, &mut NoTrace);
    (win_in::<Gomoku>(report.value), report.best.expect("the game is not over").to_string())
}

#[test]
fn quiescence_follows_fours_to_the_end() {
    // The four in the row must be answered. It gives the column an open three, and the next move makes an open four.
    let moves = "c8 b8 d8 a1 e8 o1 f9 o15 f10 a15";
    let options = SearchOptions { ordering: vec![Ordering::Static], hints: true, width: Some(8), ..shallow(1) };
    assert_eq!(gomoku(moves, &options).0, None);
    assert_eq!(gomoku(moves, &SearchOptions { quiescence: true, ..options }), (Some(5), "f8".to_owned()));
}

#[test]
fn first_gomoku_stone_is_near_the_centre() {
    for depth in 1..=4 {
        let options = SearchOptions { ordering: vec![Ordering::Static], width: Some(10), ..shallow(depth) };
        let (_, first) = gomoku("", &options);
        let (column, row) = first.split_at(1);
        assert!(("e"..="k").contains(&column) && (5..=11).contains(&row.parse::<u32>().expect("a row")), "{first}");
    }
}

#[test]
fn solves_positions_with_few_empty_places() {
    // From the test sets of Pascal Pons: the other side wins with the last but one of all stones.
    let text = "2252576253462244111563365343671351441";
    let mut position = start::<ConnectFour>();
    for column in text.bytes() {
        position.play(GameMove::from_code(MoveCode(u32::from(column - b'1'))).expect("a column"));
    }
    let empties = position.empties().expect("connect four counts empty places");
    let value = |solve_empties| {
        let options = SearchOptions { depth: 1, solve_empties, ..SearchOptions::default() };
        let zero = evaluation::<ConnectFour>("zero");
        let report = Searcher::new().search(&position, &options, &zero, &Budget::UNLIMITED, 0, &mut NoTrace);
        (win_in::<ConnectFour>(report.value), report.depth)
    };
    assert_eq!(value(Some(empties - 1)), (None, 1));
    assert_eq!(value(Some(empties)), (Some(-4), MAX_DEPTH));
}

/// Checks random combinations of switches on random positions of every game.
fn check_legality<G: Game + Hints>() {
    let mut rng = Rng::new(7);
    let mut searcher = Searcher::new();
    for _ in 0..16 {
        let mut position = small_start::<G>();
        for _ in 0..rng.below(40) {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(moves[rng.below(moves.len())]);
            }
        }
        let mut coin = || rng.below(2) == 1;
        let options = SearchOptions {
            depth: 5,
            table_mb: 1,
            deepening: true,
            quiescence: coin(),
            null_move: coin(),
            lmr: coin(),
            futility: coin().then_some(50),
            extensions: coin(),
            width: coin().then_some(4),
            aspiration: coin().then_some(20),
            ordering: if coin() {
                vec![Ordering::Table, Ordering::Exchange, Ordering::Captures, Ordering::History]
            } else {
                Vec::new()
            },
            pruning: if coin() { Pruning::Pvs } else { Pruning::AlphaBeta },
            ..SearchOptions::default()
        };
        let guess = evaluation::<G>(G::Evaluation::ALL[0].name);
        let budget = Budget { nodes: Some(1_500), ..Budget::UNLIMITED };
        let report = searcher.search(&position, &options, &guess, &budget, 1, &mut NoTrace);
        assert!(report.nodes <= 1_500);
        assert_eq!(report.best.is_none(), position.outcome().is_some(), "{options:?} on {position:?}");
        assert!(play_all(&position, report.line.iter().copied()).is_ok(), "{options:?} on {position:?}");
    }
}

#[test]
fn line_is_legal_with_every_combination_of_switches() {
    for &id in GameId::ALL {
        with_game!(id, G => check_legality::<G>());
    }
}
