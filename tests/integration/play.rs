//! `arena play`: terminal matches against a bot; `remote` tests it against a server.

mod piped;
mod remote;

use serde_json::{Value, json};

use crate::arena::{arena_reading, refused};

#[test]
fn a_won_heap_beats_the_perfect_bot() {
    // With one bone per turn there is no choice: the first player takes the last of three.
    let options = ["--option", "heap=3", "--option", "most=1", "--bot", "bones-perfect"];
    let run = arena_reading(&[&["play", "bones"], &options[..]].concat(), "1\n1\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("bones-perfect plays ") && run.out.contains("loses in"), "{}", run.out);
    assert!(run.out.ends_with("You win.\n"), "{}", run.out);
}

#[test]
fn a_match_supports_exploring_takebacks_and_resignation() {
    let typed = "help\nz9\nb2\nmoves\nb2\nundo\nundo\na1\nboard\ndraw\n\nresign\n";
    let run = arena_reading(&["play", "tictactoe", "--bot", "tictactoe-perfect", "--seed", "3"], typed);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for words in [
        "You are X; tictactoe-perfect is O.",
        "undo     take back your last move",
        "\"z9\" is not a legal move here",
        "b2 is not legal here (ply 2); legal:",
        "you have no move to take back",
        "depth 9, ",
        "do not negotiate",
        "tictactoe-perfect wins: you resigned.",
    ] {
        assert!(run.out.contains(words), "{words}:\n{}", run.out);
    }
    assert!(
        run.out.contains("3  ·  ·  ·\n2  ·  ·  ·\n1 [X] ·  ·\n   a  b  c\n"),
        "after undo the board is empty again"
    );
}

#[test]
fn accepts_chess_moves_in_coordinates_and_in_san() {
    let run = arena_reading(&["play", "chess", "--bot", "chess-beginner"], "e5\ne4\nundo\ng1f3\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("\"e5\" is not a legal move here; type moves"), "{}", run.out);
    assert_eq!(run.out.matches("chess-beginner plays ").count(), 2, "both moves were answered:\n{}", run.out);
}

#[test]
fn end_of_input_ends_the_match() {
    for typed in ["", "b2\n", "quit\n", "b2\nquit\n"] {
        let run = arena_reading(&["play", "tictactoe"], typed);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{typed:?}");
        assert!(run.out.ends_with("The match is unfinished.\n") || run.out.ends_with("the match is unfinished.\n"));
    }
}

#[test]
fn a_seed_repeats_the_match_and_the_second_seat_lets_the_bot_begin() {
    let play = || arena_reading(&["play", "tictactoe", "--seat", "second", "--seed", "5"], "quit\n").out;
    let timeless =
        |text: String| text.lines().filter(|line| !line.contains(" ms")).map(str::to_owned).collect::<Vec<_>>();
    let first = play();
    assert!(first.contains("You are O") && first.contains("tictactoe-perfect plays"), "{first}");
    assert_eq!(timeless(first), timeless(play()));
}

#[test]
fn survives_hostile_input() {
    let run = arena_reading(&["play", "tictactoe"], &("x".repeat(100_000) + "\n\u{0}\n\u{1b}[2J\nb2\nresign\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("you resigned"));
}

#[test]
fn rejects_wrong_usage() {
    for (arguments, words) in [
        (&["tictactoe", "--bot", "nobody"][..], "there is no bot \"nobody\""),
        (&["tictactoe", "--bot", "bones-perfect"], "plays bones, not tictactoe"),
        (&["tictactoe", "--seat", "third"], "expected first, second or random"),
        (&["tictactoe", "--clock", "3+2"], "--url"),
        (&["tictactoe", "--url", "ws://x", "--clock", "soon"], "as 3+2"),
        (&["tictactoe", "--url", "ftp://x"], "expected ws://HOST:PORT"),
        (&["bones", "--option", "heap=0"], "heap must be between 1 and 1000, got 0"),
    ] {
        refused(&[&["play"], arguments].concat(), words);
    }
}

#[test]
fn a_match_supports_hints_flipping_and_saving() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, record) = (folder.path().join("m.pgn"), folder.path().join("m.jsonl"));
    let typed =
        format!("hint\nflip\nglyphs\ne4\nsave {}\nsave {}\nsave x.pdn\nquit\n", pgn.display(), record.display());
    let run = arena_reading(&["play", "chess", "--bot", "chess-beginner", "--seed", "1"], &typed);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for words in
        [" would play ", "1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖", "chess-beginner plays ", "written to", "or as PGN in .pgn"]
    {
        assert!(run.out.contains(words), "{words}:\n{}", run.out);
    }
    let pgn = std::fs::read_to_string(pgn).unwrap();
    assert!(pgn.contains("[White \"You\"]") && pgn.contains("1. e4 "), "{pgn}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(record).unwrap()).unwrap();
    assert_eq!((&record["moves"][0], &record["seats"][0]["name"]), (&json!("e2e4"), &json!("You")));
    let run = arena_reading(&["play", "tictactoe", "--glyphs"], "");
    assert_eq!(run.code, 2, "{}", run.out);
}
