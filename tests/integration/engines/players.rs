//! The player that runs an engine: consecutive matches, and the reasons of failures.

use std::collections::HashSet;
use std::time::Duration;

use arena_bots::engine::{EngineLog, probe};
use arena_bots::{BotSpec, OwnClock, Player, PlayerError, RawBot, TurnLimits, logged_player, make_player};
use arena_games::{GameId, MoveCode, Options};
use arena_play::EndReason;
use serde_json::{Value, json};

use super::fake;

/// An engine of that kind; `more` overrides keys.
fn spec(mode: &str, more: Value) -> BotSpec {
    let mut engine = json!({"protocol": "uci", "command": fake::command(mode)});
    for (key, value) in more.as_object().unwrap() {
        engine[key] = value.clone();
    }
    let raw = json!({"name": mode, "game": "chess", "depth": 4, "engine": engine});
    serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap()
}

fn player(mode: &str, more: Value) -> Box<dyn Player> {
    make_player(&spec(mode, more), &Options::new(), None).unwrap()
}

fn codes(moves: &str) -> Vec<MoveCode> {
    moves.split_whitespace().map(|text| GameId::Chess.parse_move(text).unwrap()).collect()
}

/// Asks for the move after two plies, one of them the engine's.
fn second_move(player: &mut dyn Player) -> Result<String, PlayerError> {
    player.begin(1);
    let first = player.choose(&[], TurnLimits::default())?.unwrap();
    assert_eq!(GameId::Chess.move_text(first.mv), "h2h4");
    let answer = player.choose(&codes("h2h4 a7a6"), TurnLimits::default())?;
    Ok(GameId::Chess.move_text(answer.unwrap().mv))
}

#[test]
fn an_engine_plays_reports_its_search_and_is_kept_between_matches() {
    let mut player = player("good", json!({"options": {"Hash": 8, "skill level": 3, "Style": "very risky"}}));
    for _ in 0..3 {
        assert_eq!(second_move(&mut *player).unwrap(), "h4h5");
    }
    player.begin(2);
    let choice = player.choose(&codes("e2e4"), TurnLimits::default()).unwrap().unwrap();
    let thought = &choice.thought;
    assert_eq!((thought.value, thought.depth, thought.nodes, thought.win_in), (Some(25), 3, 77, None));
    assert_eq!(thought.line, [choice.mv]);
    // Garbage before the answer is ignored.
    assert_eq!(second_move(&mut *self::player("dumb", json!({}))).unwrap(), "h4h5");
}

#[test]
fn each_failure_has_a_reason_and_the_next_match_gets_a_new_process() {
    let faults = [
        ("crashes", EndReason::Crash, "exit status: 3) after printing \"out of ideas\""),
        ("aborts", EndReason::Crash, "SIGABRT"),
        ("babbles", EndReason::Illegal, r#""\u{202e}me" is not a move"#),
        ("resigns", EndReason::Illegal, "\"(none)\""),
        ("floods", EndReason::Crash, "bytes and no answer"),
        ("floods-a-line", EndReason::Crash, "bytes and no answer"),
    ];
    for (mode, by, detail) in faults {
        let mut player = player(mode, json!({}));
        for _ in 0..2 {
            let error = second_move(&mut *player).expect_err(mode);
            assert_eq!(error.by(), by, "{mode}: {error}");
            assert!(error.to_string().contains(detail), "{mode}: {error}");
        }
    }
    // The match checks legality, not the player.
    assert_eq!(second_move(&mut *player("lies", json!({}))).unwrap(), "e2e5");
}

#[test]
fn a_late_engine_gets_stop_and_is_then_killed() {
    for (mode, detail) in [("stalls", "was killed"), ("late", "only when told to stop")] {
        let mut player = player(mode, json!({"stall_ms": 50}));
        for _ in 0..2 {
            player.begin(1);
            let error = player.choose(&[], TurnLimits::default()).expect_err(mode);
            assert_eq!(error.by(), EndReason::Stall, "{error}");
            assert!(error.to_string().contains(detail), "{error}");
        }
        player.begin(1);
        let limits = TurnLimits { time: Some(Duration::from_millis(20)), ..TurnLimits::default() };
        assert_eq!(player.choose(&[], limits).expect_err(mode).by(), EndReason::Timeout);
    }
}

#[test]
fn sends_the_match_and_its_limits() {
    let said = |options: &Options, position, moves: &str, limits| {
        let mut player = make_player(&spec("echoes", json!({})), options, position).unwrap();
        player.begin(1);
        player.choose(&codes(moves), limits).unwrap_err().to_string()
    };
    let none = TurnLimits::default();
    let go = said(&Options::new(), None, "e2e4", TurnLimits { nodes: Some(500), ..none });
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(go.contains(&format!("\"position fen {black} go depth 4 nodes 500\"")), "{go}");
    // Only positions that can still recur are sent as moves.
    let go = said(&Options::new(), None, "e2e4 g8f6 g1f3", none);
    assert!(go.contains(&format!("\"position fen {black} moves g8f6 g1f3 go depth 4\"")), "{go}");
    let go = said(&Options::new(), None, "g1f3 g8f6", none);
    assert!(go.contains("\"position startpos moves g1f3 g8f6 go depth 4\""), "{go}");
    let clock = |remaining, increment| {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        Some(OwnClock { remaining, increment, moves_to_go: None })
    };
    let limits = TurnLimits { clock: clock(9_000, 100), other_clock: clock(7_000, 50), ..none };
    let go = said(&Options::new(), None, "e2e4", limits);
    assert!(go.contains("wtime 7000 winc 50 btime 9000 binc 100"), "{go}");
    let own = clock(9_000, 100).map(|clock| OwnClock { moves_to_go: Some(7), ..clock });
    let go = said(&Options::new(), None, "e2e4", TurnLimits { clock: own, ..limits });
    assert!(go.contains("btime 9000 binc 100 movestogo 7"), "{go}");
    let go = said(&Options::new(), Some(black), "", limits);
    assert!(go.contains(&format!("position fen {black} go depth 4 wtime 7000 winc 50 btime 9000")), "{go}");
    let options = Options::from_iter([("chess960".to_owned(), 0.into())]);
    let go = said(&options, None, "", none);
    assert!(go.contains("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1 go"), "{go}");
}

#[test]
fn an_engine_ponders_until_the_opponents_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let log = EngineLog::open(&file, false).unwrap();
    let mut player =
        logged_player(&spec("ponders", json!({"ponder": true})), &Options::new(), None, Some(&log)).unwrap();
    let clock =
        Some(OwnClock { remaining: Duration::from_secs(60), increment: Duration::from_secs(1), moves_to_go: None });
    let limits = TurnLimits { clock, ..TurnLimits::default() };
    let mut turn = |moves: &str| {
        let choice = player.choose(&codes(moves), limits).unwrap().unwrap();
        GameId::Chess.move_text(choice.mv)
    };
    // The engine expects the greatest move by its text, h7h6, and is right once.
    assert_eq!(
        (turn(""), turn("h2h4 h7h6"), turn("h2h4 h7h6 h4h5 a7a6")),
        ("h2h4".into(), "h4h5".into(), "h1h4".into())
    );
    player.rest();
    player.begin(2);
    player.choose(&codes("e2e4"), TurnLimits::default()).unwrap().unwrap();
    drop(player);
    let said = std::fs::read_to_string(&file).unwrap();
    let told = said.lines().filter_map(|line| line.split_once(">ponders(1): ")).map(|(_, told)| told);
    let told: Vec<&str> = told.filter(|told| ["stop", "ponderhit"].contains(told) || told.starts_with("go")).collect();
    assert!(told[1].starts_with("go ponder depth 4 wtime 6") && told[1].contains(" winc 1000 "), "{told:?}");
    let kinds: Vec<String> = told.iter().map(|told| told.split(" depth").next().unwrap().to_owned()).collect();
    let expected = ["go", "go ponder", "ponderhit", "go ponder", "stop", "go", "go ponder", "stop", "go", "go ponder"];
    assert_eq!(kinds, expected);
    assert!(said.contains("setoption name Ponder value true"), "{said}");
    // It ponders on the position after the expected move.
    assert!(said.contains("position startpos moves h2h4 h7h6") || said.contains("/7p/7P/8/"), "{said}");
    let text = json!({"protocol": "text", "command": ["x"], "ponder": true});
    let raw = json!({"name": "x", "game": "chess", "depth": 4, "engine": text});
    let error = serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap_err();
    assert!(error.problem.to_string().contains("ponder"), "{error}");
    let refused = probe(&spec("plain", json!({"ponder": true})).engine.unwrap(), None).err().unwrap();
    assert!(refused.problem.contains("no option Ponder"), "{refused}");
}

#[test]
fn rejects_an_unusable_engine_with_the_reason() {
    let refused = |mode: &str, more: Value| {
        let engine = spec(mode, more).engine.unwrap();
        probe(&engine, None).err().expect(mode)
    };
    let error = refused("good", json!({"options": {"Hahs": 8}}));
    assert_eq!(error.option.as_deref(), Some("Hahs"));
    assert!(error.problem.contains("it has Hash, Ponder, Skill Level, Style, UCI_Chess960"), "{error}");
    assert!(
        refused("good", json!({"options": {"Hash": 0}}))
            .problem
            .contains("expected a whole number from 1 to 1024, got 0")
    );
    assert!(refused("good", json!({"options": {"Style": "wild"}})).problem.contains("Solid, Very Risky"));
    assert!(refused("mute", json!({"start_ms": 300})).problem.contains("within 300 ms"));
    assert!(refused("gone", json!({})).problem.contains("it exited (exit status: 0)"));
    assert!(
        refused("good", json!({"command": ["/nowhere/engine"]})).problem.contains("no program \"/nowhere/engine\"")
    );
    assert!(refused("good", json!({"command": ["no-such-engine"]})).problem.contains("/usr/games"));
    assert!(refused("good", json!({"command": ["/etc/passwd"]})).problem.contains("is not executable"));
    assert!(refused("good", json!({"command": ["/bin/true"]})).problem.contains("does not speak the protocol \"uci\""));
    let error = probe(&spec("plain", json!({})).engine.unwrap(), GameId::Chess.engine_variants().next()).err().unwrap();
    assert!(error.problem.contains("UCI_Chess960"), "{error}");
    assert_eq!(
        probe(&spec("good", json!({})).engine.unwrap(), GameId::Chess.engine_variants().next()).unwrap().name,
        "Fake 1"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn kills_an_unresponsive_engine_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids").display().to_string();
    let engine = spec("stubborn", json!({"command": fake::command_with("stubborn", &file)})).engine.unwrap();
    assert_eq!(probe(&engine, None).unwrap().name, "Fake 1");
    let pids = std::fs::read_to_string(&file).unwrap();
    let (own, started) = pids.trim().split_once('\n').unwrap();
    assert!(!std::path::Path::new(&format!("/proc/{own}")).exists(), "the process was not reaped");
    assert!(within_seconds(|| !runs(started)), "process {started} still runs");
}

/// The child holds the engine's output in its own session. The stall of a minute is not waited for.
#[cfg(target_os = "linux")]
#[test]
fn notices_an_exit_and_kills_the_engines_child() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids").display().to_string();
    let command = fake::command_with("leaves-a-child", &file);
    let mut player = player("leaves-a-child", json!({"command": command, "stall_ms": 86_400_000}));
    let error = second_move(&mut *player).unwrap_err();
    assert_eq!(error.by(), EndReason::Crash, "{error}");
    assert!(error.to_string().contains("it exited (exit status: 3)"), "{error}");
    let started = std::fs::read_to_string(&file).unwrap();
    assert!(within_seconds(|| !runs(started.trim())), "process {started} still runs");
}

/// True if a process runs. An ended one may not have been reaped yet.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Waits a few seconds for the condition.
#[cfg(target_os = "linux")]
fn within_seconds(mut comes: impl FnMut() -> bool) -> bool {
    (0..2_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        comes()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_outlive_a_killed_arena() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let pids = path("pids").display().to_string();
    let command = serde_json::to_string(&fake::command_with("stubborn", &pids)).unwrap();
    let text = format!(
        "name = \"Killed\"\ngame = \"chess\"\nrounds = 1000000\n[[entrants]]\nbot = \"chess-random\"\n[[entrants]]\n\
         name = \"stubborn\"\ndepth = 1\nengine = {{ protocol = \"uci\", command = {command} }}\n"
    );
    std::fs::write(path("t.toml"), text).unwrap();
    let mut arena = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.args(["tournament", "t.toml", "--quiet", "--concurrency", "1"]).current_dir(folder.path());
    let mut arena = arena.stdout(std::process::Stdio::null()).spawn().unwrap();
    // The first two processes are those of the check before the first match.
    let numbers = || std::fs::read_to_string(&pids).unwrap_or_default();
    assert!(within_seconds(|| numbers().lines().count() >= 4), "no engine was started: {:?}", arena.try_wait());
    arena.kill().unwrap();
    arena.wait().unwrap();
    for pid in numbers().lines() {
        assert!(within_seconds(|| !runs(pid)), "process {pid} still runs");
    }
}

#[test]
fn reads_output_while_an_engine_ponders() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let log = EngineLog::open(&file, false).unwrap();
    let aloud = spec("ponders-aloud", json!({"ponder": true}));
    let mut player = logged_player(&aloud, &Options::new(), None, Some(&log)).unwrap();
    let mut turn = |moves: &str| player.choose(&codes(moves), TurnLimits::default()).unwrap().unwrap();
    turn("");
    // The engine gets no input meanwhile.
    let said = || std::fs::read_to_string(&file).unwrap();
    while !said().contains("thought 15000\n") {
        std::thread::sleep(Duration::from_millis(5));
    }
    // The output at the end of its search is kept, so its move has a value.
    let choice = turn("h2h4 h7h6");
    assert_eq!((GameId::Chess.move_text(choice.mv), choice.thought.nodes), ("h4h5".into(), 77));
    assert_eq!(GameId::Chess.move_text(turn("h2h4 h7h6 h4h5 a7a6").mv), "h1h4");
    drop(player);
    let said = said();
    let told: HashSet<&str> = said.lines().filter_map(|line| Some(line.split_once("string thought ")?.1)).collect();
    for thought in 0..20_000 {
        assert!(told.contains(&*thought.to_string()), "{thought}");
    }
}
