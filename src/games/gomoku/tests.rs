//! Counts, rows in every direction, options, notation, and rejected inputs.

use serde_json::json;

use super::evaluation::GomokuEvaluation;
use super::{Gomoku, GomokuOptions, Point};
use crate::conformance::conforms;
use crate::perft::perft;
use crate::seed::Rng;
use crate::{Diagram, Evaluation, Game, GameMove, MoveOrdering, Outcome, Side, Tactics, Weights, play_all};

fn options(json: serde_json::Value) -> GomokuOptions {
    serde_json::from_value(json).expect("the options exist")
}

fn start(json: serde_json::Value) -> Gomoku {
    Gomoku::initial(&options(json)).expect("the options are valid")
}

fn played(start: &Gomoku, moves: &str) -> Gomoku {
    let moves = moves.split_whitespace().map(|text| text.parse::<Point>().expect("the text is a point"));
    play_all(start, moves).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn other_sizes_conform_too() {
    for other in [
        json!({"size": 3, "row": 3}),
        json!({"size": 20}),
        json!({"columns": 5, "rows": 4, "row": 4}),
        json!({"columns": 3, "rows": 20, "row": 3, "exact": true}),
    ] {
        conforms::<Gomoku>(&options(other));
    }
}

#[test]
fn three_by_three_matches_the_counts_of_tic_tac_toe() {
    let counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&start(json!({"size": 3, "row": 3})), depth), count, "depth {depth}");
    }
}

#[test]
fn all_empty_points_are_moves() {
    for (depth, count) in (0..).zip([1, 225, 225 * 224, 225 * 224 * 223]) {
        assert_eq!(perft(&start(json!({})), depth), count, "depth {depth}");
    }
}

#[test]
fn five_in_each_direction_wins() {
    for (moves, line) in [
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1", "a1 b1 c1 d1 e1"),
        ("o15 a2 o14 b2 o13 c2 o12 d2 o11", "o15 o14 o13 o12 o11"),
        ("a1 a2 b2 b3 c3 c4 e5 d6 d4", "e5 d4 c3 b2 a1"),
        ("a15 a2 b14 b2 d12 c2 e11 d2 c13", "a15 b14 c13 d12 e11"),
    ] {
        let position = played(&start(json!({})), moves);
        assert_eq!(position.outcome(), Some(Outcome::win(Side::First)), "{moves}");
        let Diagram::Grid { line: drawn, points, .. } = position.diagram(None) else {
            panic!("the diagram is not a grid")
        };
        assert_eq!(drawn.join(" "), line);
        assert_eq!((&*points[0], &*points[224]), ("a15", "o1"));
    }
}

#[test]
fn rows_do_not_wrap_around_the_edge() {
    // Four at the right edge and the first of the next row. With 20 columns, only one cell separates them.
    let position = played(&start(json!({"size": 20})), "q1 a9 r1 c9 s1 e9 t1 g9 a2");
    assert_eq!(position.outcome(), None);
    let position = played(&start(json!({"size": 20})), "q1 a9 r1 c9 s1 e9 t1 g9 a3");
    assert_eq!(position.outcome(), None);
}

#[test]
fn six_win_unless_exact() {
    let moves = "a1 a9 b1 c9 c1 e9 e1 g9 f1 i9 d1";
    assert_eq!(played(&start(json!({})), moves).outcome(), Some(Outcome::win(Side::First)));
    let exact = played(&start(json!({"exact": true})), moves);
    assert_eq!(exact.outcome(), None);
    // Five downwards win, even with an end of the six among them.
    let position = played(&exact, "k9 a2 m9 a3 o9 a4 b9 a5");
    assert_eq!(position.outcome(), Some(Outcome::win(Side::First)));
}

#[test]
fn rejects_options_out_of_range_by_name() {
    for (json, reason) in [
        (json!({"size": 1000}), "size must be between 3 and 20, got 1000"),
        (json!({"size": 2}), "got 2"),
        (json!({"columns": 21}), "columns must be between 3 and 20, or 0 for the value of size, got 21"),
        (json!({"rows": 1}), "rows must be between"),
        (json!({"row": 2}), "row must be between 3 and 15, got 2"),
        (json!({"size": 4}), "row must be between 3 and 4, got 5"),
        (json!({"columns": 3, "rows": 4}), "row must be between 3 and 4, got 5"),
    ] {
        let error = Gomoku::initial(&options(json)).expect_err(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
    for unreadable in [json!({"size": -1}), json!({"size": 1_u64 << 40}), json!({"exact": 1}), json!({"sise": 3})] {
        assert!(serde_json::from_value::<GomokuOptions>(unreadable.clone()).is_err(), "{unreadable}");
    }
}

#[test]
fn points_have_one_text_each() {
    let texts: Vec<String> =
        (0..500).filter_map(|code| Point::from_code(crate::MoveCode(code))).map(|point| point.to_string()).collect();
    assert_eq!((texts.len(), texts[0].as_str(), texts[399].as_str()), (400, "a1", "t20"));
    for wrong in ["", "a", "a0", "a01", "a21", "u1", "A1", "a+1", "ä1", "a1 "] {
        assert!(wrong.parse::<Point>().is_err(), "{wrong:?}");
    }
}

#[test]
fn rejects_invalid_positions_with_a_reason() {
    let small = options(json!({"columns": 5, "rows": 4, "row": 3}));
    for (text, reason) in [
        ("", "got 1 rows, expected 4 rows of 5"),
        (&*"x".repeat(1_000), "bytes long, got 1000"),
        ("...../...../...../....", "row 1 must have 5 points, got 4"),
        ("...../...../...../....q", "the letter on e1 must be one of x, o, ., got 'q'"),
        ("...../...../...../...xx", "got 2 and 0"),
        ("...../...../...../...xo o", "x must be to move"),
        ("...../...../ooo../xxx..", "x and o both have 3"),
        ("...../...../o.o../xxx.o", "x is to move but already has 3"),
        ("xxx../o.o../o.o.o/..xxx", "no single move of x"),
        ("...../...../o.o../xxx..", ""),
        ("x.x../.o.o./x.x../o.o.. x", ""),
    ] {
        match Gomoku::parse(&small, text) {
            Ok(position) => assert!(reason.is_empty() && position.notation().starts_with(&text[..23]), "{text}"),
            Err(error) => assert!(!reason.is_empty() && error.to_string().contains(reason), "{text}: {error}"),
        }
    }
}

/// Counts stretches point by point.
fn stretches_by_walking(position: &Gomoku, options: &GomokuOptions, side: Side, lacking: usize) -> i32 {
    let (columns, rows, length) =
        (options.columns.cast_signed(), options.rows.cast_signed(), options.row.cast_signed());
    let mut found = 0;
    for (across, up) in [(1, 0), (1, 1), (0, 1), (-1, 1)] {
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let cells: Vec<(i32, i32)> = (0..length).map(|n| (column + n * across, row + n * up)).collect();
            if cells.iter().any(|(column, row)| !(0..columns).contains(column) || !(0..rows).contains(row)) {
                continue;
            }
            let stone = |&(column, row): &(i32, i32)| {
                position.stone(Point::of(column.unsigned_abs() as usize, row.unsigned_abs() as usize).index())
            };
            let free = cells.iter().filter(|cell| stone(cell).is_none()).count();
            found += i32::from(cells.iter().all(|cell| stone(cell) != Some(!side)) && free == lacking);
        }
    }
    found
}

/// Counts open stretches point by point: one point shorter than a row, between two empty ones.
fn open_by_walking(position: &Gomoku, options: &GomokuOptions, side: Side, lacking: usize) -> i32 {
    let (columns, rows, length) =
        (options.columns.cast_signed(), options.rows.cast_signed(), options.row.cast_signed());
    let mut found = 0;
    for (across, up) in [(1, 0), (1, 1), (0, 1), (-1, 1)] {
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let stone = |n: i32| {
                let (column, row) = (column + n * across, row + n * up);
                let on = (0..columns).contains(&column) && (0..rows).contains(&row);
                on.then(|| {
                    position.stone(Point::of(column.unsigned_abs() as usize, row.unsigned_abs() as usize).index())
                })
            };
            let inside = || (1..length).map(stone);
            let fits = [0, length].map(stone) == [Some(None); 2] && inside().all(|cell| cell != Some(Some(!side)));
            found += i32::from(fits && inside().filter(|cell| *cell == Some(None)).count() == lacking);
        }
    }
    found
}

#[test]
fn lines_evaluation_matches_a_direct_count() {
    let weight = |name: &str| {
        let all =
            ["one", "two", "three", "four", "turn", "win"].map(|other| (other.to_owned(), i32::from(other == name)));
        GomokuEvaluation::named("lines", &Weights::from(all)).expect("the evaluation has these weights")
    };
    let options = options(json!({"columns": 9, "rows": 7, "row": 5}));
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut position = Gomoku::initial(&options).expect("the options are valid");
        for _ in 0..rng.below(40) {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(moves[rng.below(moves.len())]);
            }
        }
        for (name, lacking) in [("four", 1), ("three", 2), ("two", 3)] {
            let count = |side| stretches_by_walking(&position, &options, side, lacking);
            let expected = count(Side::First) - count(Side::Second);
            assert_eq!(weight(name).evaluate(&position), expected, "{name} in {}", position.notation());
        }
    }
}

/// Random positions of various boards and rules, with rows of tabled and greater lengths.
fn random_positions() -> impl Iterator<Item = (GomokuOptions, Gomoku)> {
    let shapes = [
        json!({"size": 3, "row": 3}),
        json!({"columns": 7, "rows": 5, "row": 4}),
        json!({"size": 9}),
        json!({"size": 8, "exact": true}),
        json!({"size": 20, "row": 6}),
        json!({"columns": 20, "rows": 3, "row": 3, "exact": true}),
    ];
    shapes.into_iter().flat_map(|shape| {
        (0..30).map(move |seed| {
            let options = options(shape.clone());
            let mut rng = Rng::new(seed);
            let mut position = Gomoku::initial(&options).expect("the options are valid");
            for _ in 0..rng.below(60) {
                let mut moves = position.moves();
                // Few points, so that long rows are frequent.
                moves.truncate(24);
                if !moves.is_empty() {
                    position.play(moves[rng.below(moves.len())]);
                }
            }
            let options = GomokuOptions {
                columns: position.shape().columns.into(),
                rows: position.shape().rows.into(),
                ..options
            };
            (options, position)
        })
    })
}

#[test]
fn incremental_counts_match_a_direct_count() {
    for (options, position) in random_positions() {
        let text = position.notation();
        for side in Side::BOTH {
            let counts = position.counts[side];
            for lacking in 1..counts.lacking.len() {
                let walked = stretches_by_walking(&position, &options, side, lacking);
                assert_eq!(i32::from(counts.lacking[lacking]), walked, "{side} lacking {lacking} in {text}");
            }
            for lacking in 0..counts.open.len() {
                let walked = open_by_walking(&position, &options, side, lacking);
                assert_eq!(i32::from(counts.open[lacking]), walked, "{side} open, lacking {lacking} in {text}");
            }
            let wins = |point: &Point| position.is_empty(point.index()) && position.completes(*point, side);
            let fives: Vec<Point> = position.shape().top_down().filter(wins).collect();
            assert_eq!(position.fives[side].count() as usize, fives.len(), "{side} in {text}");
            assert!(fives.iter().all(|point| position.fives[side].has(point.index())), "{side} in {text}");
        }
    }
}

#[test]
fn noisy_moves_are_fours_and_include_all_double_fours() {
    for (_, position) in random_positions().filter(|(_, position)| position.outcome().is_none()) {
        let (mut noisy, mut legal) = (Vec::new(), Vec::new());
        position.noisy(&mut noisy);
        position.legal(&mut legal);
        if let Some(row) = position.winning_move() {
            assert_eq!(noisy, [row]);
            continue;
        }
        legal.retain(|&mv| position.capture_value(mv).is_some());
        assert!(noisy.iter().all(|mv| legal.contains(mv)), "in {}", position.notation());
        legal.retain(|&mv| position.promise(mv, position.to_move()).lacking(1) > 1);
        assert!(legal.iter().all(|mv| noisy.contains(mv)), "in {}", position.notation());
    }
}

#[test]
fn fours_must_be_stopped() {
    let position = played(&start(json!({})), "c3 b3 d3 a12 e3 o2 f3");
    let mut kept = Vec::new();
    position.non_losing_moves(&mut kept);
    assert_eq!((position.in_check(), kept.iter().map(ToString::to_string).collect()), (true, vec!["g3".to_owned()]));
    assert_eq!(position.winning_move(), None);
    let wins = played(&position, "o15").winning_move().map(|mv| mv.to_string());
    assert_eq!(wins, Some("g3".to_owned()));
    let open = played(&start(json!({})), "c3 a9 d3 a12 e3 o2 f3");
    kept.clear();
    open.non_losing_moves(&mut kept);
    assert!(open.in_check() && kept.is_empty(), "{kept:?}");
}

#[test]
fn winning_and_saving_moves_rank_first() {
    let first = |moves: &str| {
        let position = played(&start(json!({})), moves);
        let legal = position.moves();
        legal.into_iter().max_by_key(|&mv| position.rank(mv)).expect("the game is not over").to_string()
    };
    assert_eq!(first(""), "h8");
    assert_eq!(
        first("c3 a9 d3 a12 e3 o2 f3 m14"),
        "g3",
        "g3 completes five; so would b3, but it is nearer to the edge"
    );
    assert_eq!(first("c3 g9 d3 i9 e3 b3 f3"), "g3", "o must stop five");
}
