//! `arena match`: two contestants without a file.

use crate::arena::{arena, arena_reading};

#[test]
fn plays_two_bots_without_a_file() {
    let run = arena(&["match", "tictactoe-club", "tictactoe-random", "--games", "20", "--quiet", "--json", "-"]);
    let found = run.json();
    assert_eq!((found["matches"].as_u64(), found["format"].as_str()), (Some(20), Some("match")));
    let run =
        arena(&["match", "tictactoe-club,depth=1", "tictactoe-club", "--sprt", "-20,0", "--games", "60", "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("LLR") || run.out.contains("ratio"), "{}", run.out);
}

#[test]
fn print_gives_the_file_of_the_same_tournament() {
    let wanted = ["match", "depth=2", "depth=1,evaluation=zero", "--game", "tictactoe", "--each", "ordering=static"];
    let limits = ["--games", "8", "--random-plies", "2", "--max-plies", "8"];
    let command = [&wanted[..], &limits[..]].concat();
    let printed = arena(&[&command[..], &["--print"]].concat());
    assert_eq!(printed.code, 0, "{}", printed.err);
    let from_file = arena_reading(&["tournament", "-", "--quiet", "--json", "-"], &printed.out).json();
    let direct = arena(&[&command[..], &["--quiet", "--json", "-"]].concat()).json();
    assert_eq!(from_file, direct);
}

#[test]
fn rejects_wrong_arguments_before_the_first_match() {
    for (arguments, words) in [
        (&["tictactoe-club", "nobody"][..], "there is no bot \"nobody\""),
        (&["depth=1", "depth=2"], "give --game"),
        (&["tictactoe-club", "tictactoe-random", "--games", "5"], "come in pairs"),
        (&["tictactoe-club", "tictactoe-random", "--sprt", "5"], "expected 0,5"),
        (&["tictactoe-club", "tictactoe-random", "--openings", "none.pgn"], "none.pgn cannot be read"),
        (
            &[
                "chess-club",
                "chess-random",
                "--openings",
                concat!(env!("CARGO_MANIFEST_DIR"), "/config/openings/chessy.txt"),
            ],
            "no such file. Did you mean chess.txt?",
        ),
        (&["cmd=stokfish,depth=1", "chess-random"], "there is no program \"stokfish\""),
        (&["tictactoe-club,depht=1", "tictactoe-random"], "depht"),
        (&["cmd=no-such-engine,depth=1", "chess-random"], "no-such-engine"),
        (&["tictactoe-club", "chess-random"], "chess"),
    ] {
        let run = arena(&[&["match"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
    }
    assert!(arena_reading(&["tournament", "-"], "name = 3").err.contains("the standard input"));
}

/// Plays two matches of chess from a file of openings.
fn from_openings(file: &str, bytes: &[u8], more: &[&str]) -> crate::arena::Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap();
    let bots = ["match", "chess-random", "chess-random,seed=2", "--games", "2", "--max-plies", "8", "--quiet"];
    arena(&[&bots[..], &["--openings", path, "--json", "-"], more].concat())
}

#[test]
fn reads_windows_1252_openings_with_a_notice() {
    let run = from_openings("latin.pgn", b"[White \"M\xFCller\"]\n[Opening \"Gr\xFCnfeld\"]\n\n1. d4 Nf6 *\n", &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("latin.pgn: 2 lines are not UTF-8 and are read as Windows-1252"), "{}", run.err);
    assert!(run.out.contains("Grünfeld") && !run.out.contains('\u{FFFD}'), "{}", run.out);
}

#[test]
fn skips_wrong_openings_or_rejects_them_with_strict() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let pgn = format!("1. {shuffle} *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. d4 *\n");
    let run = from_openings("book.pgn", pgn.as_bytes(), &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["line 1: moves: the game is over", "the variant \"Atomic\" is neither", "this opening is left out"] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
    let strict = from_openings("book.pgn", pgn.as_bytes(), &["--strict"]);
    assert!(strict.code == 2 && strict.err.contains("the game is over"), "{}", strict.err);
    let lines = from_openings("book.txt", b"e4 e5\nnonsense\n", &["--strict"]);
    assert!(lines.code == 2 && lines.err.contains("line 2"), "{}", lines.err);
    let long = from_openings("long.txt", b"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6\n", &[]);
    assert!(long.code == 2 && long.err.contains("max_plies = 8 leaves nothing to play"), "{}", long.err);
}
