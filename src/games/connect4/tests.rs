//! Published counts, notation, and rejected inputs.

use super::{Column, ConnectFour, ConnectFourEvaluation};
use crate::perft::perft;
use crate::{Diagram, Evaluation, Game, NoOptions, Outcome, Side, Weights};

fn position(text: &str) -> ConnectFour {
    ConnectFour::parse(&NoOptions {}, text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn perft_matches_the_published_counts() {
    // From the crate `minimax` (edre/minimax-rs), OpenSpiel and markus7800/Connect4-Strong-Solver.
    let counts = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&ConnectFour::EMPTY, depth), count, "depth {depth}");
    }
}

#[test]
fn a_model_leaves_positions_to_the_hand_written_evaluation_that_a_threat_decides() {
    use crate::models::Trained;
    // Nobody threatens; the side to move completes four at once; the other side does next, at one point or at two.
    let cases = [("4455", None), ("112233", Some(1_000)), ("11223", None), ("22334", Some(500))];
    for (text, least) in cases {
        let (position, decided) = (position(text), position(text).decided());
        assert_eq!(decided.is_some(), least.is_some(), "{text}");
        if let (Some(value), Some(least)) = (decided, least) {
            assert_eq!(value, position.base(), "{text}");
            assert!(value > least / 2, "{text}: {value}");
        }
    }
}

#[test]
fn distinct_positions_match_the_published_counts_and_have_distinct_keys() {
    // OEIS A212693.
    let mut level = vec![ConnectFour::EMPTY];
    for count in [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859] {
        assert_eq!(level.len(), count);
        let keys: std::collections::HashSet<u64> = level.iter().map(Game::key).collect();
        assert_eq!(keys.len(), count, "the key is exact");
        let mut next = std::collections::HashMap::new();
        let mut moves = Vec::new();
        for position in &level {
            moves.clear();
            position.legal(&mut moves);
            for &mv in &moves {
                let mut child = position.clone();
                child.play(mv);
                next.insert(child.notation(), child);
            }
        }
        level = next.into_values().collect();
    }
}

#[test]
fn parses_columns_as_digits_or_letters() {
    assert_eq!(position("443"), position("ddc"));
    assert_eq!(position("4 4 3"), position("DDC"));
    assert_eq!(position("443").notation(), "......./......./......./......./...o.../..xx... o");
    assert_eq!(position("443"), position("......./......./......./......./...o.../..xx..."));
}

#[test]
fn four_in_each_direction_wins() {
    for (moves, line) in [
        ("1212121", "a4 a3 a2 a1"),
        ("1122334", "a1 b1 c1 d1"),
        ("7766554", "d1 e1 f1 g1"),
        ("12233434474", "d4 c3 b2 a1"),
        ("76655454414", "d4 e3 f2 g1"),
    ] {
        let position = position(moves);
        assert_eq!(position.outcome(), Some(Outcome::win(Side::First)), "{moves}");
        let Diagram::Grid { line: drawn, .. } = position.diagram(None) else { panic!("the diagram is not a grid") };
        assert_eq!(drawn.join(" "), line, "{moves}");
    }
}

#[test]
fn lines_do_not_wrap_around_the_edge() {
    // Three on top of a column and one at the bottom of the next; three at the right edge and one at the left.
    for text in ["x....../x....../x....../o....../o....../oxx..o. o", "5566771"] {
        assert_eq!(position(text).outcome(), None, "{text}");
    }
}

#[test]
fn diagram_marks_the_last_stone() {
    let Diagram::Grid { grid, points, .. } = position("443").diagram("c".parse::<Column>().ok()) else {
        panic!("the diagram is not a grid")
    };
    assert_eq!((grid.columns, grid.rows, grid.last), (7, 6, vec!["c1".into()]));
    assert_eq!((&*points[0], &*points[41]), ("a6", "g1"));
    assert_eq!((&*grid.cells[37], &*grid.cells[38], &*grid.cells[31]), ("x", "x", "o"));
}

#[test]
fn rejects_invalid_positions_with_a_reason() {
    const EMPTY: &str = "......./......./......./......./";
    for (text, reason) in [
        (String::new(), "six rows"),
        ("x".repeat(300), "six rows"),
        ("448".to_owned(), "move 3: '8'"),
        ("1111111".to_owned(), "move 7: the column a is full"),
        ("12121213".to_owned(), "over after 7 moves"),
        (format!("{EMPTY}......."), "got 5 rows"),
        (format!("{EMPTY}......./......"), "row 1 must have 7 points, got 6"),
        (format!("{EMPTY}......./......z"), "letter on g1"),
        (format!("{EMPTY}...x.../......."), "d2 has nothing below it: d1"),
        (format!("{EMPTY}......./..xx..."), "got 2 and 0"),
        (format!("{EMPTY}......./..xo..."), ""),
        (format!("{EMPTY}......./..xo... o"), "x must be to move"),
        (format!("{EMPTY}oooo.../xxxx..."), "x and o both have 4"),
        (format!("{EMPTY}ooo..../xxxx..o"), "x is to move but already has 4"),
        ("......./......./......./xxxx.../oooxo../xxxxoo. o".to_owned(), "got 9 and 6"),
        ("......./......./x.....o/xxxx.oo/ooox.oo/xxxxoox o".to_owned(), "no single move of x"),
    ] {
        match ConnectFour::parse(&NoOptions {}, &text) {
            Ok(_) => assert_eq!(reason, "", "{text}"),
            Err(error) => assert!(!reason.is_empty() && error.to_string().contains(reason), "{text}: {error}"),
        }
    }
}

#[test]
fn threats_are_points_that_complete_four() {
    // x is on c1, d1 and e1, so b1 and f1 complete four. o is on c2 and d2, with no threat yet.
    let position = position("33445");
    assert_eq!(position.threats(Side::First), 1 << 7 | 1 << 35);
    assert_eq!(position.threats(Side::Second), 0);
    let threats = ConnectFourEvaluation::named("threats", &Weights::new()).expect("the evaluation exists");
    assert!(threats.evaluate(&position) >= 500, "o can stop only one of the two");
}
