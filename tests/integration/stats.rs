//! `arena stats`: statistics from counts and from records.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::arena::{arena, refused};

/// The figure rounded to this many decimals, as text.
fn digits(figures: &Value, key: &str, digits: usize) -> String {
    format!("{:.digits$}", figures[key].as_f64().unwrap_or_else(|| panic!("{key} in {figures}")))
}

/// A file of records with these seats and results. Moves differ unless `moves` repeats.
pub(crate) fn records(lines: &[(&str, &str, &str, &str)]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    let line = |(number, &(first, second, outcome, moves)): (u128, &(&str, &str, &str, &str))| {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let spec = |name: &str| json!({"name": name, "game": "tictactoe", "ties": "first"});
        json!({
            "id": uuid::Uuid::from_u128(number),
            "game": "tictactoe",
            "options": {},
            "opening": {"moves": []},
            "seats": [{"name": first, "spec": spec(first)}, {"name": second, "spec": spec(second)}],
            "seed": 1,
            "moves": moves,
            "verdict": {"outcome": outcome, "by": "resignation"},
            "nodes": vec![0; moves.len()],
        })
        .to_string()
            + "\n"
    };
    std::fs::write(&path, (0..).zip(lines).map(line).collect::<String>()).unwrap();
    (folder, path)
}

#[test]
fn match_figures_agree_with_fastchess() {
    let found = arena(&["stats", "--wdl", "136,111,96", "--json"]).json();
    let figures = [("elo", "40.70"), ("elo_error", "30.43"), ("nelo", "49.77"), ("nelo_error", "36.77")];
    for (key, expected) in figures {
        assert_eq!(digits(&found, key, 2), expected);
    }
    assert_eq!((digits(&found, "los", 4), digits(&found, "draw_ratio", 6)), ("0.9960".into(), "0.323615".into()));
    for key in ["pairs_ratio", "llr", "lower", "upper", "accepted"] {
        assert!(found[key].is_null() && found["reasons"][key].is_string(), "{key}");
    }
}

#[test]
fn encounter_figures_and_test_agree_with_fastchess() {
    let sprt = |counts: &str| arena(&["stats", "--pentanomial", counts, "--sprt", "0,2", "--json"]).json();
    let found = sprt("34,54,63,64,75");
    let figures = [("elo", "55.58"), ("elo_error", "27.65"), ("nelo", "57.94"), ("nelo_error", "28.28")];
    for (key, expected) in figures {
        assert_eq!(digits(&found, key, 2), expected);
    }
    assert_eq!((digits(&found, "llr", 4), digits(&found, "pairs_ratio", 6)), ("0.5349".into(), "1.579545".into()));
    assert!(found["accepted"].is_null() && found["reasons"]["accepted"].is_string());
    let found = sprt("379,10170,21828,10640,343");
    assert_eq!((digits(&found, "llr", 4), &found["accepted"]), ("2.9455".into(), &json!("h1")));
    assert_eq!((digits(&found, "lower", 4), digits(&found, "upper", 4)), ("-2.9444".into(), "2.9444".into()));
    let text = arena(&["stats", "--pentanomial", "379,10170,21828,10640,343", "--sprt", "0,2"]);
    assert!(text.out.contains("+1.59 ±1.21") && text.out.contains("H1 accepted"), "{}", text.out);
}

#[test]
fn sprt_accepts_negative_numbers_and_every_model() {
    let llr = |model: &str| {
        let sprt = ["stats", "--wdl", "10871,20431,10650", "--sprt", "-1.75,0.25", "--model", model, "--json"];
        digits(&arena(&sprt).json(), "llr", 2)
    };
    assert_eq!(llr("normalized"), "2.30");
    assert!(llr("logistic") != llr("bayesian"));
}

#[test]
fn no_figure_is_infinite_or_nan() {
    let odd = ["0,0,0", "5,0,0", "0,0,5", "0,5,0", "1,0,0", "1,0,1"];
    for counts in odd {
        for model in ["normalized", "logistic", "bayesian"] {
            let run = |last: &[&str]| {
                let mut arguments = vec!["stats", "--wdl", counts, "--sprt", "0,10", "--model", model];
                arguments.extend(last);
                arena(&arguments)
            };
            let found = run(&["--json"]).json();
            for (key, value) in found.as_object().unwrap() {
                let missing = value.is_null() && key != "score";
                assert!(!missing || found["reasons"][key].is_string(), "{counts} {key}: {found}");
            }
            let text = run(&[]).out.to_lowercase();
            assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
        }
    }
    let won = arena(&["stats", "--wdl", "10,0,0", "--json"]).json();
    assert_eq!(won["reasons"]["elo"], "all won");
    assert!((won["bounds"]["elo"]["at_least"].as_f64().unwrap() - 182.7).abs() < 0.1, "{won}");
}

#[test]
fn rejects_wrong_usage_with_a_suggestion() {
    let cases: [(&[&str], &str); 16] = [
        (&["--wdl", "1,2"], "3 whole numbers"),
        (&["--wdl=-1,2,3"], "3 whole numbers"),
        (&["--pentanomial", "1,2,3"], "5 whole numbers"),
        (&["--wdl", "1,2,9999999999999999999"], "counts must be at most"),
        (&["--wdl", "1,2,3", "--sprt", "2,0"], "must be below the second"),
        (&["--wdl", "1,2,3", "--sprt", "0"], "as 0,2"),
        (&["--wdl", "1,2,3", "--sprt", "0,nan"], "as 0,2"),
        (&["--wdl", "1,2,3", "--sprt", "0,2", "--alpha", "0"], "alpha must be above 0 and below 1"),
        (&["--pentanomial", "1,2,3,4,5", "--sprt", "0,2", "--model", "bayesian"], "--wdl"),
        (&["--wdl", "1,2,3", "--for", "x"], "--for"),
        (&["--wdl", "1,2,3", "--for", "x", "--against", "y"], "--against"),
        (&["--pentanomial", "1,2,3,4,5", "--least", "2"], "--least"),
        (&["--wdl", "1,2,3", "--versions"], "--versions"),
        (&["--wdl", "1,2,3", "--strict"], "--strict"),
        (&["--records", "there-is-none.jsonl"], "cannot be read"),
        (&["--records", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.tmol")], "no such file. Did you mean Cargo.toml?"),
    ];
    for (arguments, expected) in cases {
        refused(&[&["stats"], arguments].concat(), expected);
    }
    assert_eq!(arena(&["stats"]).code, 2);
    assert_eq!(arena(&["stats", "--wdl", "1,1,1", "--pentanomial", "1,1,1,1,1"]).code, 2);
}

#[test]
fn records_of_two_count_encounters_and_exclude_repeats_from_errors() {
    let encounter = [("a", "b", "first", "a1"), ("b", "a", "draw", "a1")];
    let (_folder, once) = records(&encounter);
    let (_other, thrice) = records(&[encounter, encounter, encounter].concat());
    let other = [("a", "b", "second", "b1"), ("b", "a", "second", "c1")];
    let (_third, mixed) = records(&[&encounter[..], &encounter, &other].concat());
    let stats = |path: &PathBuf| arena(&["stats", "--json", "--records", path.to_str().unwrap()]).json();
    let found = stats(&once);
    assert_eq!(found["pentanomial"], json!([0, 0, 0, 1, 0]));
    assert_eq!((&found["matches"], &found["repeats"]), (&json!(2), &json!(0)));
    let found = stats(&thrice);
    assert_eq!((&found["matches"], &found["repeats"], &found["distinct"]), (&json!(6), &json!(4), &json!(2)));
    assert_eq!(found["pentanomial"], json!([0, 0, 0, 3, 0]));
    // Values from [0, 0, 1, 2, 0], errors from [0, 0, 1, 1, 0].
    let (found, few) = (stats(&mixed), arena(&["stats", "--pentanomial", "0,0,1,1,0", "--json"]).json());
    let all = arena(&["stats", "--pentanomial", "0,0,1,2,0", "--json"]).json();
    assert_eq!((&found["elo"], &found["nelo"]), (&all["elo"], &all["nelo"]));
    assert_eq!((&found["elo_error"], &found["nelo_error"]), (&few["elo_error"], &few["nelo_error"]));
    let names: Vec<_> = found["entrants"].as_array().unwrap().iter().map(|row| row["name"].as_str()).collect();
    assert_eq!(names, [Some("a"), Some("b")]);
}

#[test]
fn rates_a_field_jointly() {
    let moves = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let mut lines = Vec::new();
    for (number, mv) in moves.into_iter().enumerate() {
        lines.push(("a", "b", if number % 3 == 0 { "second" } else { "first" }, mv));
        lines.push(("b", "a", if number % 4 == 0 { "draw" } else { "second" }, mv));
        lines.push(("b", "c", if number % 2 == 0 { "second" } else { "first" }, mv));
        lines.push(("d", "c", "first", mv));
    }
    let (_folder, path) = records(&lines);
    let path = path.to_str().unwrap();
    let found = arena(&["stats", "--json", "--records", path, "--anchor", "b=1500"]).json();
    let row = |name: &str| found["entrants"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert!(row("a")["rating"].as_f64() > Some(1_500.0));
    assert_eq!((&row("b")["rating"], &row("b")["rating_error"]), (&json!(1500.0), &json!(0.0)));
    assert!(row("d")["rating"].is_null() && row("d")["rating_bound"]["at_least"].is_number());
    assert_eq!(row("d")["reasons"]["rating"], "all won");
    assert_eq!(found["pairs"].as_array().unwrap().len(), 3);
    assert!(found["elo"].is_null() && found["reasons"]["elo"].is_string());
    let text = arena(&["stats", "--records", path]).out;
    assert!(
        text.contains("Likelihood that the row is stronger") && text.contains('≥') && !text.contains("NaN"),
        "{text}"
    );
    refused(&["stats", "--records", path, "--anchor", "nobody=0"], "the entrants are a, b, c, d");
}

#[test]
fn rejects_files_that_are_not_records_with_the_line() {
    let (folder, path) = records(&[("a", "b", "first", "a1"), ("a", "a", "first", "a1")]);
    let run = arena(&["stats", "--records", path.to_str().unwrap()]);
    assert!(run.code == 2 && run.err.contains("line 2") && run.err.contains("both seats"), "{}", run.err);
    for (text, expected) in [("\n\n", "no record found"), ("\n{\"id\": 1}\n", "line 2"), ("[1,", "line 1")] {
        let path = folder.path().join("wrong.jsonl");
        std::fs::write(&path, text).unwrap();
        refused(&["stats", "--records", path.to_str().unwrap()], expected);
    }
}

#[test]
fn reads_games_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let game = |round: &str, white: &str, result: &str, fen: &str| {
        let fen = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
        let black = if white == "A" { "B" } else { "A" };
        format!(
            "[Event \"Fastchess Tournament\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Result \"{result}\"]\n{fen}[Termination \"normal\"]\n\n1. e4 {{+0.31/8 0.005s}} e5 {{book}} {result}\n\n"
        )
    };
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let (path, odd) = (folder.path().join("games.pgn"), folder.path().join("games.txt"));
    let stats = |path: &std::path::Path| arena(&["stats", "--records", path.to_str().unwrap(), "--json"]);
    // Two at a time: the encounters of rounds 1 and 2 finish interleaved.
    let whole = [game("1", "A", "1-0", fen), game("2.1", "A", "1-0", ""), game("1", "B", "1/2-1/2", fen)].concat()
        + &game("2.2", "B", "0-1", "");
    std::fs::write(&path, &whole).unwrap();
    std::fs::write(&odd, &whole).unwrap();
    for path in [&path, &odd] {
        let found = stats(path).json();
        assert_eq!((&found["matches"], &found["void"], &found["repeats"]), (&json!(4), &json!(0), &json!(0)));
        assert_eq!(found["pairs"][0]["wdl"], json!([3, 1, 0]));
        assert_eq!(found["pairs"][0]["pentanomial"], json!([0, 0, 0, 1, 1]), "{found}");
    }
    // Without a round, a position makes an encounter of two consecutive games; the usual start does not.
    let loose = [("A", "1-0", fen), ("B", "1-0", fen), ("A", "1-0", ""), ("B", "*", ""), ("B", "0-1", "")];
    std::fs::write(&path, loose.map(|(white, result, fen)| game("?", white, result, fen)).concat()).unwrap();
    let found = stats(&path).json();
    assert_eq!((&found["matches"], &found["void"]), (&json!(4), &json!(1)));
    assert_eq!(found["pairs"][0]["pentanomial"], json!([0, 0, 1, 0, 0]), "{found}");
    std::fs::write(&path, whole + "[White \"A\"]\n\n1. e4 1-0\n").unwrap();
    let named = stats(&path);
    assert!(named.err.contains("games.pgn, line ") && named.err.contains("the tag Black is missing"), "{}", named.err);
    let found = named.json();
    assert_eq!((&found["matches"], &found["skipped"]), (&json!(4), &json!(1)));
    std::fs::write(&path, "[White \"A\"]\n\n1. e4 1-0\n").unwrap();
    assert!(stats(&path).code == 2 && stats(&path).err.contains("no game found"));
}

#[test]
fn distinguishes_names_in_windows_1252() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.pgn");
    let game = |white: &[u8], black: &[u8]| {
        [b"[White \"", white, b"\"]\n[Black \"", black, b"\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"].concat()
    };
    let (mueller, moeller) = (&b"M\xFCller"[..], &b"M\xF6ller"[..]);
    // The last game comes from a file in UTF-8.
    let games = [game(mueller, moeller), game(moeller, b"Ann"), game("Müller".as_bytes(), b"Ann")].concat();
    std::fs::write(&path, games).unwrap();
    let run = arena(&["stats", "--records", path.to_str().unwrap(), "--json"]);
    assert!(run.err.contains("latin.pgn: 3 lines are not UTF-8 and are read as Windows-1252"), "{}", run.err);
    let found = run.json();
    assert_eq!(found["matches"], json!(3), "{found}");
    assert!(run.out.contains("Müller") && run.out.contains("Möller") && !run.out.contains('\u{FFFD}'), "{}", run.out);
    std::fs::write(&path, b"[White \"A\"]\n\n1. e4 1-0\n").unwrap();
    refused(&["stats", "--records", path.to_str().unwrap(), "--strict"], "the tag Black is missing");
}

#[test]
fn reads_the_formats_of_each_manager() {
    // As fastchess 1.8 writes them, with all comments, a stalled engine and an interrupted game.
    let fastchess = "[Event \"Fastchess Tournament\"]\n[Site \"?\"]\n[Date \"2024.09.14\"]\n[Round \"1\"]\n[White \"New\"]\n\
        [Black \"Old\"]\n[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[GameDuration \"00:00:25\"]\n\
        [GameEndTime \"2024-09-14T22:52:56.517 +0000\"]\n[PlyCount \"3\"]\n[SetUp \"1\"]\n[Termination \"time forfeit\"]\n\
        [TimeControl \"3.37+0.03\"]\n\n1. e4 {+0.60 10/0 189 246501} Kd7 {-0.62/12, 1.321s, n=246501, pv=\"e8d7 e1d2\"}\n\
        2. Kd2 {+M15/9 0.002s, Old loses on time} 1-0\n\n\
        [Event \"Fastchess Tournament\"]\n[Round \"1\"]\n[White \"Old\"]\n[Black \"New\"]\n[Result \"0-1\"]\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n[Termination \"stalled connection\"]\n\n\
        1. e4 {book} Kd7 {+0.00/1 0.000s, Old's connection stalls} 0-1\n\n\
        [Event \"Fastchess Tournament\"]\n[Round \"2\"]\n[White \"New\"]\n[Black \"Old\"]\n[Result \"*\"]\n\
        [Termination \"unterminated\"]\n\n*\n\n";
    // As cutechess 1.3 writes them: no FEN for the usual start, the reason in the last comment.
    let cutechess = "[Event \"My Tournament\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"New\"]\n\
        [Black \"Old\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[GameDuration \"00:00:01\"]\n[Opening \"King's pawn game\"]\n\
        [PlyCount \"3\"]\n[TimeControl \"10+0.1\"]\n\n1. e4 {+0.15/12 0.52s} e5 {book}\n\
        2. Nf3 {+M7/15 0.010s, Black resigns} 1-0\n\n\
        [Event \"My Tournament\"]\n[Round \"1\"]\n[White \"Old\"]\n[Black \"New\"]\n[Result \"1/2-1/2\"]\n\
        [Termination \"adjudication\"]\n\n1. e4 {0.00/1 0s} e5 $6 (1... c5 {-0.3/2 0s}) {0.00/1 0s, Draw by adjudication} 1/2-1/2\n\n\
        [Event \"My Tournament\"]\n[Round \"2\"]\n[White \"New\"]\n[Black \"Old\"]\n[Result \"0-1\"]\n\
        [Termination \"rules infraction\"]\n\n1. d4 {-M2/3 0s, White makes an illegal move: e1e9} 0-1\n\n\
        [Event \"My Tournament\"]\n[Round \"2\"]\n[White \"Old\"]\n[Black \"New\"]\n[Result \"1-0\"]\n\
        [Termination \"abandoned\"]\n\n{Black disconnects} 1-0\n\n";
    // As c-chess-cli writes them: one round, a FEN for every game, values in hundredths, plain reasons.
    let c_chess_cli = "[Round \"1.1\"]\n[White \"New\"]\n[Black \"Old\"]\n[Result \"0-1\"]\n[Termination \"checkmate\"]\n\
        [FEN \"1nbqkbnr/rppppppp/8/p7/P5P1/8/1PPPPP1P/RNBQKBNR w KQk - 1 3\"]\n[PlyCount \"2\"]\n\n\
        3. f3 {31/1 8ms} e5 {-M3/1 2ms} 0-1\n\n\
        [Round \"1.3\"]\n[White \"New\"]\n[Black \"Old\"]\n[Result \"1/2-1/2\"]\n[Termination \"3-fold repetition\"]\n\
        [FEN \"rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 2\"]\n[PlyCount \"1\"]\n\n2... e5 {0/1 0ms} 1/2-1/2\n\n\
        [Round \"1.2\"]\n[White \"Old\"]\n[Black \"New\"]\n[Result \"0-1\"]\n[Termination \"rules infraction\"]\n\
        [FEN \"1nbqkbnr/rppppppp/8/p7/P5P1/8/1PPPPP1P/RNBQKBNR w KQk - 1 3\"]\n[PlyCount \"1\"]\n\n3. e4 {12/1 0ms} 0-1\n\n\
        [Round \"1.4\"]\n[White \"Old\"]\n[Black \"New\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\
        [FEN \"rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 2\"]\n[PlyCount \"0\"]\n\n0-1\n\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let all = [
        (fastchess, "New", [2, 0, 0], [0, 0, 0, 0, 1], 1, json!({"timeout": 1, "stall": 1})),
        (
            cutechess,
            "Old",
            [2, 1, 1],
            [0, 1, 0, 0, 1],
            0,
            json!({"rules": 1, "adjudicated-draw": 1, "illegal": 1, "crash": 1}),
        ),
        (c_chess_cli, "New", [2, 1, 1], [0, 0, 1, 1, 0], 0, json!({"rules": 2, "illegal": 1, "timeout": 1})),
    ];
    for (text, best, wdl, pentanomial, void, ends) in all {
        std::fs::write(&path, text).unwrap();
        let found = arena(&["stats", "--records", path.to_str().unwrap(), "--json"]).json();
        let pair = &found["pairs"][0];
        assert_eq!((&pair["a"], &pair["wdl"]), (&json!(best), &json!(wdl)), "{found}");
        assert_eq!((&pair["pentanomial"], &found["void"], &found["ends"]), (&json!(pentanomial), &json!(void), &ends));
    }
    let text = arena(&["stats", "--pentanomial", "0,0,7,0,0"]).out;
    assert!(text.contains("Elo          0.00") && !text.contains("-0.00"), "{text}");
}

#[test]
fn reads_draughts_in_both_conventions_and_names_bad_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pdn");
    let game = |black: &str, white: &str, result: &str, moves: &str| {
        format!("[Black \"{black}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n{moves} {result}\n\n")
    };
    // A complete game: White takes the last piece with the double jump 25x9, and White's number is first.
    let ended = game("Ben", "Ann", "1-0", "[FEN \"W:W25:B22,14\"]\n\n1... 25x9");
    let resigned = game("Ann", "Ben", "0-1", "\n1. 10x14 23-19");
    let bad = game("Ann", "Ben", "0-1", "\n1. 10-15 1-5");
    let shown = |text: &str, more: &[&str]| {
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let run = arena(&[&["stats", "--records", path, "--json"], more].concat());
        let found = run.json();
        let ann =
            found["entrants"].as_array().unwrap().iter().find(|it| it["name"] == "Ann").unwrap()["points"].clone();
        (ann.as_f64().unwrap(), found["first_number"].as_str().unwrap().to_owned(), found["skipped"].clone())
    };
    assert_eq!(shown(&format!("{resigned}{ended}{bad}"), &[]), (2.0, "white".to_owned(), json!(1)));
    assert_eq!(shown(&resigned, &[]), (0.0, "black".to_owned(), json!(0)));
    assert_eq!(shown(&resigned, &["--first-number", "white"]), (1.0, "white".to_owned(), json!(0)));
}

#[test]
fn counts_a_duplicate_record_once() {
    let (_folder, path) = records(&[("a", "b", "first", "b2"), ("b", "a", "second", "a1")]);
    let figures = || arena(&["stats", "--records", path.to_str().unwrap(), "--json"]);
    let once = figures();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.repeat(2)).unwrap();
    let twice = figures();
    assert_eq!(once.out, twice.out);
    assert!(once.err.is_empty() && twice.err.contains("2 duplicate records skipped"), "{}", twice.err);
}

/// Reverses the lines of a file.
fn reversed(path: &std::path::Path) {
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text.lines().rev().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn sprt_tests_the_same_side_in_any_order_of_the_file() {
    // "a" wins three of four; its first match is written last.
    let lines = [
        ("b", "a", "second", "a1"),
        ("a", "b", "first", "b1"),
        ("b", "a", "draw", "c1"),
        ("a", "b", "first", "a2"),
        ("b", "a", "first", "a3"),
        ("a", "b", "first", "c3"),
    ];
    let (_folder, path) = records(&lines);
    let stats = |more: &[&str]| {
        arena(
            &[&["stats", "--records", path.to_str().unwrap(), "--sprt", "0,10", "--model", "bayesian"], more].concat(),
        )
    };
    let before = (stats(&["--json"]).json(), stats(&["--json", "--for", "b"]).json(), stats(&[]).out);
    reversed(&path);
    let after = (stats(&["--json"]).json(), stats(&["--json", "--for", "b"]).json(), stats(&[]).out);
    assert_eq!(before, after);
    let (found, turned, text) = before;
    assert_eq!((&found["a"], &found["b"], &found["wdl"]), (&json!("a"), &json!("b"), &json!([4, 1, 1])));
    assert_eq!((&turned["a"], &turned["b"], &turned["wdl"]), (&json!("b"), &json!("a"), &json!([1, 1, 4])));
    assert_eq!((&turned["pairs"][0]["a"], &turned["pairs"][0]["wdl"]), (&json!("b"), &json!([1, 1, 4])));
    assert!(found["llr"].as_f64() > Some(0.0) && turned["llr"].as_f64() < Some(0.0), "{found} {turned}");
    assert!(text.contains("Elo of a against b"), "{text}");
    assert!(stats(&["--for", "b"]).out.contains("Elo of b against a"));
    let unknown = stats(&["--for", "c"]);
    assert!(unknown.code == 2 && unknown.err.contains("--for: no entrant \"c\""), "{}", unknown.err);
}

#[test]
fn bayesian_test_says_that_errors_are_clustered_by_opening() {
    const SENTENCE: &str = "the errors and LOS are clustered by opening, the LLR is not";
    let (_folder, path) = records(&[
        ("b", "a", "second", "a1"),
        ("a", "b", "first", "b1"),
        ("b", "a", "draw", "c1"),
        ("a", "b", "first", "b2 a2"),
        ("b", "a", "first", "b2 a3"),
        ("a", "b", "first", "b2 c3"),
    ]);
    let stats = |more: &[&str]| {
        let all = [&["stats", "--records", path.to_str().unwrap(), "--sprt", "0,10", "--model", "bayesian"], more];
        arena(&all.concat())
    };
    assert!(stats(&["--json"]).json()["openings"].is_null() && !stats(&[]).out.contains(SENTENCE), "one opening");
    let text = std::fs::read_to_string(&path).unwrap();
    let with_openings = text.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if record["moves"][0] == "b2" {
            record["opening"]["moves"] = json!(["b2"]);
        }
        format!("{record}\n")
    });
    std::fs::write(&path, with_openings.collect::<String>()).unwrap();
    let text = stats(&[]).out;
    assert_eq!(stats(&["--json"]).json()["openings"], 2);
    assert!(text.contains(&format!("Openings    2; {SENTENCE}")), "{text}");
}

#[test]
fn names_games_with_two_results_or_twice_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let game = |round: u8, tag: &str, last: &str| {
        format!("[Round \"{round}\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"{tag}\"]\n\n1. e4 {last}\n\n")
    };
    let games = [game(1, "1-0", "1-0"), game(2, "1-0", "0-1"), game(1, "1-0", "1-0")].concat();
    std::fs::write(&path, &games).unwrap();
    let stats = |more: &[&str]| arena(&[&["stats", "--records", path.to_str().unwrap()], more].concat());
    let found = stats(&["--json"]);
    assert_eq!((&found.json()["wdl"], &found.json()["contradictions"]), (&json!([2, 0, 0]), &json!(1)), "{found:?}");
    let told = "line 8: the tag Result says 1-0, but the moves end with 0-1; the tag counts";
    assert!(found.err.contains(told) && found.err.contains("1 duplicate game skipped"), "{}", found.err);
    let strict = stats(&["--strict"]);
    assert!(strict.code == 2 && strict.err.contains(told), "{strict:?}");
    // Other programs end lines with CR alone. A comment to the end of the line hides only that line.
    std::fs::write(&path, (game(1, "1-0", "; a comment\n1-0") + &game(2, "0-1", "0-1")).replace('\n', "\r")).unwrap();
    let found = stats(&["--strict", "--json"]);
    assert_eq!(found.json()["wdl"], json!([1, 0, 1]), "{found:?}");
}

#[test]
fn sprt_in_a_field_needs_both_sides() {
    let (_folder, path) = records(&[
        ("a", "b", "first", "a1"),
        ("b", "c", "first", "b1"),
        ("c", "a", "first", "c1"),
        ("c", "b", "draw", "a2"),
    ]);
    let stats =
        |more: &[&str]| arena(&[&["stats", "--records", path.to_str().unwrap(), "--sprt", "0,10"], more].concat());
    let unnamed = stats(&[]);
    assert!(unnamed.code == 2 && unnamed.err.contains("name them with --for and --against"), "{unnamed:?}");
    assert!(stats(&["--for", "c"]).err.contains("name the other with --against"));
    assert!(stats(&["--for", "c", "--against", "c"]).err.contains("is also the entrant of --for"));
    let found = stats(&["--for", "c", "--against", "b", "--json"]).json();
    assert_eq!((&found["a"], &found["b"], &found["wdl"]), (&json!("c"), &json!("b"), &json!([0, 1, 1])));
    assert!(stats(&["--for", "c", "--against", "b"]).out.contains("Elo of c against b"));
}

#[test]
fn anchors_keep_their_ratings_and_least_lists_entrants_apart() {
    let moves = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    let mut lines = Vec::new();
    for (number, mv) in moves.into_iter().enumerate() {
        lines.push(("a", "b", if number % 3 == 0 { "second" } else { "first" }, mv));
        lines.push(("b", "c", if number % 2 == 0 { "second" } else { "first" }, mv));
    }
    lines.push(("d", "c", "first", "a1"));
    lines.push(("d", "c", "second", "b1"));
    let (_folder, path) = records(&lines);
    let stats = |more: &[&str]| arena(&[&["stats", "--records", path.to_str().unwrap()], more].concat());
    let found = stats(&["--json", "--anchor", "a=2000", "--anchor", "c=1800"]).json();
    let row = |name: &str| found["entrants"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    for (name, rating) in [("a", 2000.0), ("c", 1800.0)] {
        assert_eq!((&row(name)["rating"], &row(name)["rating_error"]), (&json!(rating), &json!(0.0)), "{found}");
    }
    // "b" lost more to "a" than it won, and scored like "c".
    let b = row("b")["rating"].as_f64().unwrap();
    assert!((1_750.0..1_950.0).contains(&b) && row("b")["rating_error"].as_f64() > Some(50.0), "{found}");
    assert!(stats(&["--anchor", "a=1", "--anchor", "a=2"]).err.contains("is repeated"));
    // Another anchor at its estimated value changes nothing.
    let one = stats(&["--json", "--anchor", "a=2000"]).json();
    let place = |found: &Value, name: &str| {
        let rows = found["entrants"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["rating"].as_f64().unwrap()
    };
    let second = format!("c={}", place(&one, "c"));
    let two = stats(&["--json", "--anchor", "a=2000", "--anchor", &second]).json();
    for name in ["b", "d"] {
        assert!((place(&one, name) - place(&two, name)).abs() < 1e-3, "{one} {two}");
    }
    let few = stats(&["--json", "--least", "5"]).json();
    assert_eq!((&few["apart"], &few["entrants"][3]["name"]), (&json!(["d"]), &json!("d")));
    let text = stats(&["--least", "5"]).out;
    assert!(text.contains("Fewer than 5 matches\n"), "{text}");
}

#[test]
fn does_not_rate_players_without_a_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let game = |white: &str, black: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n")
    };
    let stats = |more: &[&str]| arena(&[&["stats", "--records", path.to_str().unwrap()], more].concat());
    std::fs::write(&path, game("C", "A", "*") + &game("A", "B", "1-0") + &game("B", "A", "1-0")).unwrap();
    let found = stats(&["--json"]).json();
    assert_eq!((&found["unfinished_only"], &found["void"]), (&json!(["C"]), &json!(1)));
    assert_eq!((found["entrants"].as_array().unwrap().len(), &found["wdl"]), (2, &json!([1, 0, 1])));
    assert!(stats(&[]).out.contains("Not rated, without a finished match: C."), "{}", stats(&[]).out);
    std::fs::write(&path, game("A", "B", "*")).unwrap();
    let found = stats(&["--json"]).json();
    assert_eq!((&found["entrants"], &found["unfinished_only"]), (&json!([]), &json!(["A", "B"])));
    assert_eq!(stats(&[]).code, 0);
}
