//! `arena perft`: published counts by moves alone, and positions from `--json`.

use serde_json::Value;

use crate::arena::arena;

fn total(arguments: &[&str]) -> u64 {
    arena(&[&["perft"], arguments, &["--json"]].concat()).json()["total"].as_u64().unwrap()
}

#[test]
fn dead_positions_continue_without_match_rules() {
    let dead = ["chess", "6", "--position", "8/8/8/8/8/K7/P7/k7 w - - 0 1"];
    assert_eq!(total(&dead), 6_249);
    assert!(total(&[&dead[..], &["--match-rules"]].concat()) < 6_249);
    assert_eq!(total(&["tictactoe", "7"]), 148_176);
}

#[test]
fn accepts_printed_positions() {
    for game in ["tictactoe", "bones", "connect4", "reversi", "gomoku", "hex", "checkers", "chess"] {
        let started = arena(&["perft", game, "2", "--position", "startpos", "--json"]).json();
        let printed = started["position"].as_str().unwrap();
        let again = arena(&["perft", game, "2", "--position", printed, "--json"]).json();
        assert_eq!(again, started, "{game}");
        let analysed = arena(&["analyse", game, "--depth", "1", "--position", printed, "--json"]).json();
        assert_eq!(analysed["position"], Value::from(printed), "{game}");
    }
}
