//! `arena match`: two entrants without a tournament file.

use crate::arena::{arena, arena_reading, refused};

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
        (&["tictactoe-club", "tictactoe-random", "--games", "5"], "are played in pairs"),
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
        refused(&[&["match"], arguments].concat(), words);
    }
    assert!(arena_reading(&["tournament", "-"], "name = 3").err.contains("standard input"));
}

/// Plays two chess matches from a file of openings.
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
    for words in ["line 1: moves: the game is over", "the variant \"Atomic\" is neither", "opening skipped"] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
    let strict = from_openings("book.pgn", pgn.as_bytes(), &["--strict"]);
    assert!(strict.code == 2 && strict.err.contains("the game is over"), "{}", strict.err);
    let lines = from_openings("book.txt", b"e4 e5\nnonsense\n", &["--strict"]);
    assert!(lines.code == 2 && lines.err.contains("line 2"), "{}", lines.err);
    let long = from_openings("long.txt", b"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6\n", &[]);
    assert!(long.code == 2 && long.err.contains("max_plies = 8 leaves nothing to play"), "{}", long.err);
}

/// An engine of tic-tac-toe that notes its folder, its first line and each start.
#[cfg(unix)]
fn noting_engine(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nread -r first\necho \"started in $(pwd): $first\" >&2\nexec {} engine tictactoe\n",
        env!("CARGO_BIN_EXE_arena")
    );
    let path = folder.join("engine.sh");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn engines_run_in_their_folder_and_restart_on_request() {
    let folder = tempfile::tempdir().unwrap();
    noting_engine(folder.path());
    let [dir, errors] = ["", "errors"].map(|name| folder.path().join(name).display().to_string());
    let engine = format!("cmd=./engine.sh,proto=text,initstr=hello there,stderr={errors},tc=inf,st=5,depth=2");
    let play = |more: &[&str]| {
        std::fs::remove_file(&errors).ok();
        let bots = ["match", &engine, "tictactoe-random", "--game", "tictactoe", "--games", "4", "--concurrency", "1"];
        // Without random plies, the engine is needed in every match.
        let flags = ["--quiet", "--random-plies", "0", "--dir", &dir, "--margin", "50"];
        let run = arena(&[&bots[..], &flags, more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let said = std::fs::read_to_string(&errors).unwrap();
        let place = folder.path().canonicalize().unwrap().display().to_string();
        assert!(said.lines().all(|line| line == format!("started in {place}: hello there")), "{said}");
        said.lines().count()
    };
    // Once to check it, and then for the matches.
    assert_eq!(play(&[]), 2);
    assert_eq!(play(&["--restart"]), 5);
}

#[test]
fn errors_speak_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    std::fs::write(&book, "e4 e5\nd4 d5\n").unwrap();
    let book = book.to_str().unwrap();
    let chess = ["chess-club", "chess-random"];
    for (arguments, words) in [
        (
            &["tictactoe-club,depth=999", "tictactoe-random"][..],
            "arena: tictactoe-club,depth=999: depth: must be between 1 and 250, got 999",
        ),
        (
            &["tictactoe-random", "tictactoe-club,evaluation=foo"],
            "tictactoe-club,evaluation=foo: evaluation: there is no",
        ),
        (&["tictactoe-club,depht=1", "tictactoe-random"], "unknown key \"depht\"; known keys: about, args, aspiration"),
        (&["cmd=arena", "chess-random"], "cmd=arena: no limit: give depth=, nodes=, st= or tc="),
        (&["cmd=arena,tc=inf", "chess-random"], "no limit: give depth=, nodes=, st= or tc="),
        (&["chess-club,depth=x", "chess-random"], "arena: chess-club,depth=x: depth=x: invalid type: string \"x\""),
        (&["chess-club,depth=1,depth=2", "chess-random"], "chess-club,depth=1,depth=2: depth: this key is repeated"),
        // Values for both are checked even if both entrants have their own.
        (&["chess-club,depth=1", "chess-club,depth=2", "--each", "tc=-5"], "arena: tc=-5: tc=-5: expected seconds"),
        (&["chess-club,depth=1", "chess-club,depth=2", "--each", "nodes=1e6"], "arena: nodes=1e6: nodes=1e6: invalid"),
        (&["chess-club", "chess-random", "--each", "restart=maybe"], "restart=maybe: expected on, off or auto"),
        (&["cmd=nowhere,depth=1", "chess-random"], "cmd=nowhere,depth=1: cmd: there is no program \"nowhere\""),
        (&["tictactoe-club", "chess-random"], "chess-random plays chess, not tictactoe"),
        (&["tictactoe-club", "tictactoe-random", "--sprt", "5,0"], "--sprt: the first hypothesis"),
        (&["tictactoe-club", "tictactoe-random", "--margin", "5"], "--margin: "),
        (&["tictactoe-club,st=1", "tictactoe-random", "--max-plies", "0"], "--max-plies: "),
        (&["tictactoe-club", "tictactoe-random", "--resign", "0,0"], "--resign: "),
        (&[chess[0], chess[1], "--openings", book, "--plies", "0"], "--plies: must be between"),
        (&[chess[0], chess[1], "--openings", book, "--start", "3"], "--start: must be between 1 and 2, got 3"),
        (&[chess[0], chess[1], "--openings", book, "--start", "2", "--order", "random"], "--start: it counts"),
        (&["tictactoe-club", "tictactoe-random", "--start", "2"], "need --openings"),
    ] {
        let run = arena(&[&["match"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        let tells_of_a_file = ["the match", "line ", "entrant", "margin_ms"].iter().any(|word| run.err.contains(word));
        assert!(run.err.contains(words) && !tells_of_a_file, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn the_same_bot_twice_gets_a_number() {
    let long = format!("tictactoe-club,evaluation=lines:{}", ["one=1"; 60].join(","));
    for (pair, names) in [
        (["tictactoe-random", "tictactoe-random"], ["tictactoe-random", "tictactoe-random #2"]),
        (["tictactoe-club,depth=2", "tictactoe-club,depth=3"], ["tictactoe-club depth=2", "tictactoe-club depth=3"]),
        ([&long, "tictactoe-club"], ["tictactoe-club evaluation=lines:one=1,o…", "tictactoe-club"]),
    ] {
        let run = arena(&["match", pair[0], pair[1], "--games", "2", "--quiet", "--json", "-"]).json();
        let mut found: Vec<_> =
            run["entrants"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        found.sort_by_key(|name| names.iter().position(|known| known == name));
        assert_eq!(found, names);
        assert_eq!(run["name"], names.join(" against "));
    }
}

#[test]
fn plays_the_chosen_openings_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in
        [("book.txt", "a2a3 a7a6\nb2b3 b7b6\nc2c3 c7c6\n"), ("book.pgn", "1. a3 a6 *\n\n1. b3 b6 *\n\n1. c3 c6 *\n")]
    {
        let path = folder.path().join(file);
        std::fs::write(&path, text).unwrap();
        let records = folder.path().join("records.jsonl");
        let bots = ["match", "chess-random", "chess-random", "--games", "6", "--max-plies", "4", "--quiet"];
        let files = ["--openings", path.to_str().unwrap(), "--records", records.to_str().unwrap()];
        let run = arena(&[&bots[..], &files, &["--plies", "1", "--start", "2"]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let text = std::fs::read_to_string(&records).unwrap();
        let first = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["opening"]["moves"].clone();
        let played: Vec<String> = text.lines().map(|line| first(line).to_string()).collect();
        let expected = ["b2b3", "b2b3", "c2c3", "c2c3", "a2a3", "a2a3"].map(|mv| format!("[\"{mv}\"]"));
        assert_eq!(played, expected, "{file}");
    }
}

#[test]
fn entrants_that_differ_by_limits_or_engine_options_have_their_own_names() {
    let program = env!("CARGO_BIN_EXE_arena");
    let engine = |options: &str| {
        format!("engine = {{ protocol = \"text\", command = [{program:?}, \"engine\", \"tictactoe\"]{options} }}")
    };
    let entrants = [
        "bot = \"tictactoe-club\"\nlimits = { depth = 2 }".to_owned(),
        "bot = \"tictactoe-club\"\nlimits = { depth = 1 }".to_owned(),
        // Its own limit of time makes the margin of all entrants meaningful.
        format!("depth = 1\ntime_ms = 5000\n{}", engine("")),
        format!("depth = 1\ntime_ms = 5000\n{}", engine(", options = { Hash = 4 }")),
    ];
    let entrants: String = entrants.map(|entrant| format!("[[entrants]]\n{entrant}\n")).concat();
    let head =
        "name = \"names\"\ngame = \"tictactoe\"\nlimits = { margin_ms = 300 }\nopenings = { random_plies = 2 }\n";
    let run = arena_reading(&["tournament", "-", "--quiet", "--json", "-"], &format!("{head}{entrants}"));
    let report = run.json();
    let mut names: Vec<_> =
        report["entrants"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let club = ["tictactoe-club", "tictactoe-club depth=1"];
    assert_eq!(names[2..], club);
    assert!(names[0].starts_with("arena ") && names[1].ends_with("Hash=4") && names[0] != names[1], "{names:?}");
    let untimed = entrants.replace("time_ms = 5000\n", "");
    let run = arena_reading(&["tournament", "-", "--quiet"], &format!("{head}{untimed}"));
    assert!(run.code == 2 && run.err.contains("margin_ms"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_stop_of_the_process_costs_no_entrant_a_match() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    let folder = tempfile::tempdir().unwrap();
    // The engine goes on while the arena is stopped.
    let engine = format!("cmd={},args=engine connect4 --bot connect4-club,st=0.1", env!("CARGO_BIN_EXE_arena"));
    let bots = ["match", &engine, "depth=30,time_ms=100", "--game", "connect4"];
    // A stop is longer than the margin. On a busy machine an engine may be late by less without any stop.
    let command = [&bots[..], &["--games", "2", "--margin", "1000", "--quiet", "--json", "-"]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(command)
        .current_dir(folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = Pid::from_child(&child);
    let mut stops = 0;
    while stops < 4 {
        sleep(Duration::from_millis(200));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        kill_process(pid, Signal::STOP).unwrap();
        sleep(Duration::from_secs(2));
        kill_process(pid, Signal::CONT).unwrap();
        stops += 1;
    }
    assert!(stops > 0, "the matches ended before the first stop");
    let output = child.wait_with_output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["ends"], serde_json::json!({"rules": 2}), "{}", found["entrants"]);
}
