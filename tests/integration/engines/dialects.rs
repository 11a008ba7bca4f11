//! Engines with other protocols: whole matches, and the reasons of failures.

use std::collections::BTreeMap;
use std::time::Duration;

use arena_bots::engine::probe;
use arena_bots::{FileError, RawBot, Roster, Source, TurnLimits, make_player};
use arena_games::{GameId, Options};
use arena_play::EndReason;
use arena_tournament::Plan;
use arena_tournament::plan::Engines;
use arena_tournament::plan::file::{Overrides, read};
use serde_json::{Value, json};

use super::fake;
use super::tournaments::report;

/// Plans a tournament between engines of one protocol and a bot.
fn planned(game: &str, protocol: &str, modes: &[&str], head: &str) -> Result<Plan, FileError> {
    let mut text = format!("name = \"Dialects\"\ngame = \"{game}\"\nseed = 5\n{head}\n");
    for mode in modes {
        let command = serde_json::to_string(&fake::command(mode)).unwrap();
        text += &format!(
            "[[entrants]]\nname = \"{mode}\"\ntime_ms = 5000\nengine = {{ protocol = \"{protocol}\", command = {command} }}\n"
        );
    }
    text += "[[entrants]]\nname = \"own\"\ndepth = 1\n";
    let overrides = Overrides { engines: Engines::Probed, ..Overrides::default() };
    let source = Source { file: "t.toml", text: &text };
    read(&source, &Roster::load(None).unwrap(), overrides).map(|file| file.plan)
}

/// Plays such a tournament and returns the end reasons.
fn ends(game: &str, protocol: &str, modes: &[&str], head: &str) -> BTreeMap<EndReason, u64> {
    let plan = planned(game, protocol, modes, head).unwrap_or_else(|error| panic!("{error}"));
    let report = report(&plan);
    assert_eq!(report.void, 0);
    report.ends.iter().map(|(reason, count)| (*reason, *count)).collect()
}

fn only(reason: EndReason, count: u64) -> BTreeMap<EndReason, u64> {
    BTreeMap::from([(reason, count)])
}

#[test]
fn every_protocol_plays_whole_matches() {
    let random = "rounds = 2\nopenings = { random_plies = 3 }";
    assert_eq!(ends("reversi", "gtp", &["gtp", "gtp-again"], random), only(EndReason::Rules, 12));
    let small = format!("{random}\noptions = {{ columns = 8, rows = 7 }}");
    assert_eq!(ends("gomoku", "gomocup", &["gomocup", "gomocup-again"], &small), only(EndReason::Rules, 12));
    let short = format!("{random}\nadjudication = {{ max_plies = 40 }}");
    let ended = ends("xiangqi", "ucci", &["ucci", "ucci-seconds"], &short);
    assert_eq!(ended.values().sum::<u64>(), 12, "{ended:?}");
    assert!(ended.keys().all(|reason| [EndReason::Rules, EndReason::AdjudicatedLength].contains(reason)), "{ended:?}");
    let ended = ends("chess", "xboard", &["xboard", "xboard-first"], &short);
    let sound = [EndReason::Rules, EndReason::AdjudicatedLength];
    assert!(ended.keys().all(|reason| sound.contains(reason)), "{ended:?}");
    // From positions, if the protocol supports them.
    let placed = "rounds = 1\noptions = { columns = 5, rows = 5 }\nopenings = { positions = [\"...../..x../...../...../....o x\"] }";
    assert_eq!(ends("gomoku", "gomocup", &["gomocup"], placed), only(EndReason::Rules, 2));
    let placed = "rounds = 1\nadjudication = { max_plies = 20 }\nopenings = { positions = [\"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"] }";
    for mode in ["xboard", "xboard-edits"] {
        let ended = ends("chess", "xboard", &[mode], placed);
        assert!(ended.keys().all(|reason| sound.contains(reason)), "{mode}: {ended:?}");
    }
}

#[test]
fn openings_that_an_engine_cannot_be_given_are_refused_before_the_first_match() {
    let refused = |game: &str, protocol: &str, mode: &str, head: &str| match planned(game, protocol, &[mode], head) {
        Ok(_) => panic!("{mode} was accepted: {head}"),
        Err(error) => error.problem.to_string(),
    };
    let openings = |list: &str| format!("rounds = 1\nopenings = {{ positions = [{list}] }}");
    // The right to castle follows from the places of king and rook in edit mode.
    let castling = openings("\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\", \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"");
    let problem = refused("chess", "xboard", "xboard-edits", &castling);
    assert!(problem.contains("4K2R w - -") && problem.contains("setboard"), "{problem}");
    let passing = openings("\"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"");
    assert!(refused("chess", "xboard", "xboard-edits", &passing).contains("en passant"));
    assert!(planned("chess", "xboard", &["xboard"], &passing).is_ok(), "setboard has all positions");
    let shuffled = "rounds = 1\noptions = { chess960 = 1 }";
    assert!(refused("chess", "xboard", "xboard", shuffled).contains("fischerandom"));
    let reversi = openings("\"XO------XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O\"");
    assert!(refused("reversi", "gtp", "gtp", &reversi).contains("initial position"));
    let four = "rounds = 1\noptions = { row = 4, columns = 8, rows = 8 }";
    assert!(refused("gomoku", "gomocup", "gomocup", four).contains("five in a row win"));
}

/// The result of an engine's second turn after the other side's moves in `replies`.
fn second_turn(game: GameId, protocol: &str, mode: &str, replies: &[&str]) -> (EndReason, String) {
    let engine = json!({"protocol": protocol, "command": fake::command(mode), "stall_ms": 300});
    let raw = json!({"name": mode, "game": game, "engine": engine});
    let spec = serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap();
    let mut player = make_player(&spec, &Options::new(), None).unwrap();
    player.begin(1);
    let mut moves = Vec::new();
    for reply in replies {
        moves.push(player.choose(&moves, TurnLimits::default()).unwrap().unwrap().mv);
        moves.push(game.parse_move(reply).unwrap());
    }
    match player.choose(&moves, TurnLimits::default()) {
        Ok(choice) => (EndReason::Rules, game.move_text(choice.unwrap().mv)),
        Err(error) => (error.by(), error.to_string()),
    }
}

#[test]
fn every_protocol_reports_the_reason_of_a_failure() {
    let cases = [
        (GameId::Chess, "xboard", "xboard-resigns", "a7a6", EndReason::Resignation, "it resigned"),
        (GameId::Chess, "xboard", "xboard-claims", "a7a6", EndReason::Illegal, "instead of a move"),
        (GameId::Chess, "xboard", "xboard-stalls", "a7a6", EndReason::Stall, "was killed"),
        (GameId::Gomoku, "gomocup", "gomocup-lies", "h8", EndReason::Rules, "a15"),
        (GameId::Gomoku, "gomocup", "gomocup-fails", "h8", EndReason::Crash, "out of ideas"),
        (GameId::Reversi, "gtp", "gtp-resigns", "f6", EndReason::Resignation, "it resigned"),
        (GameId::Xiangqi, "ucci", "ucci-resigns", "a6a5", EndReason::Resignation, "it resigned"),
        (GameId::Xiangqi, "ucci", "ucci-none", "a6a5", EndReason::Resignation, "it resigned"),
    ];
    for (game, protocol, mode, reply, by, detail) in cases {
        let (reason, said) = second_turn(game, protocol, mode, &[reply]);
        assert!(reason == by && said.contains(detail), "{mode}: {reason:?} {said}");
    }
    let (reason, said) = second_turn(GameId::Gomoku, "gomocup", "gomocup-refuses", &[]);
    assert!(reason == EndReason::Crash && said.contains("ERROR too large"), "{said}");
}

#[test]
fn discards_a_second_answer() {
    let cases = [
        (GameId::Chess, "uci", ["good", "twice"], "a7a6"),
        (GameId::Chess, "text", ["good", "twice"], "a7a6"),
        (GameId::Chess, "xboard", ["xboard", "xboard-twice"], "a7a6"),
        (GameId::Chess, "xboard", ["xboard-first", "xboard-first-twice"], "a7a6"),
        (GameId::Gomoku, "gomocup", ["gomocup", "gomocup-twice"], "h8"),
        (GameId::Reversi, "gtp", ["gtp", "gtp-twice"], "f6"),
    ];
    for (game, protocol, modes, reply) in cases {
        let [once, twice] = modes.map(|mode| second_turn(game, protocol, mode, &[reply]));
        assert_eq!(once.0, EndReason::Rules, "{modes:?}: {}", once.1);
        assert_eq!(twice, once, "{modes:?}");
    }
}

#[test]
fn quotes_a_malformed_answer() {
    let cases = [
        (GameId::Chess, "uci", "near-miss", "a7a6", "its line \"BestMove h4h5\" is not an answer"),
        (GameId::Gomoku, "gomocup", "gomocup-misses", "h8", "its line \"5 5\" is not an answer"),
    ];
    for (game, protocol, mode, reply, quoted) in cases {
        let (reason, said) = second_turn(game, protocol, mode, &[reply]);
        assert!(reason == EndReason::Stall && said.contains(quoted), "{mode}: {reason:?} {said}");
    }
}

#[test]
fn accepts_loose_gomocup_output_and_complaints_about_info() {
    for mode in ["gomocup-loose", "gomocup-returns", "gomocup-grumbles"] {
        let (reason, said) = second_turn(GameId::Gomoku, "gomocup", mode, &["h8"]);
        assert_eq!((reason, said.as_str()), (EndReason::Rules, "b15"), "{mode}");
    }
}

/// An engine without values is neither adjudicated nor recorded as even.
#[test]
fn a_missing_value_stays_unknown() {
    let adjudication = "rounds = 1\nadjudication = { draw = { after_ply = 0, moves = 2, value = 20 }, max_plies = 6 }";
    let command = serde_json::to_string(&fake::command("no-score")).unwrap();
    let entrant = |name: &str| {
        format!("[[entrants]]\nname = \"{name}\"\ndepth = 1\nengine = {{ protocol = \"uci\", command = {command} }}\n")
    };
    let text = format!("name = \"Silent\"\ngame = \"chess\"\n{adjudication}\n{}{}", entrant("a"), entrant("b"));
    let source = Source { file: "t.toml", text: &text };
    let overrides = Overrides { engines: Engines::Probed, ..Overrides::default() };
    let read = read(&source, &Roster::load(None).unwrap(), overrides);
    let plan = read.unwrap_or_else(|error| panic!("{error}")).plan;
    let ends: BTreeMap<_, _> = report(&plan).ends.iter().map(|(reason, count)| (*reason, *count)).collect();
    assert_eq!(ends, only(EndReason::AdjudicatedLength, 2));
    let engine = json!({"protocol": "uci", "command": fake::command("no-score")});
    let raw = json!({"name": "x", "game": "chess", "depth": 1, "engine": engine});
    let spec = serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap();
    let mut player = make_player(&spec, &Options::new(), None).unwrap();
    player.begin(1);
    let thought = player.choose(&[], TurnLimits::default()).unwrap().unwrap().thought;
    assert_eq!(thought.value, None);
}

#[test]
fn rejects_limits_that_a_protocol_lacks_before_the_first_match() {
    let refused = |game: &str, more: Value, protocol: &str| {
        let mut raw = json!({"name": "x", "game": game, "engine": {"protocol": protocol, "command": ["x"]}});
        for (key, value) in more.as_object().unwrap() {
            raw[key] = value.clone();
        }
        serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap_err().problem.to_string()
    };
    assert!(
        refused("gomoku", json!({"depth": 3}), "gomocup").contains("cannot limit an engine by depth: give it time_ms")
    );
    assert!(refused("chess", json!({"nodes": 3}), "xboard").contains("cannot limit an engine by nodes"));
    assert!(refused("reversi", json!({"time_ms": 1500}), "gtp").contains("whole seconds"));
    assert!(
        refused("gomoku", json!({}), "uci")
            .contains("is for tictactoe, connect4, reversi, chess, xiangqi, not for gomoku")
    );
    let spec = |protocol: &str, mode: &str, options: Value| {
        let engine =
            json!({"protocol": protocol, "command": fake::command(mode), "options": options, "start_ms": 5000});
        let game = if protocol == "gtp" { "reversi" } else { "chess" };
        let raw = json!({"name": "x", "game": game, "engine": engine});
        serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap().engine.unwrap()
    };
    assert_eq!(
        probe(&spec("xboard", "xboard", json!({"Hash": 8, "style": "very risky"})), None).unwrap().name,
        "Fake X"
    );
    assert_eq!(probe(&spec("gtp", "gtp", json!({})), None).unwrap().name, "Fake 3");
    let error = probe(&spec("xboard", "xboard", json!({"Threads": 2})), None).err().unwrap();
    assert!(error.problem.contains("no such option; it has Style"), "{error}");
    let error = probe(&spec("gtp", "gtp", json!({"level": 2})), None).err().unwrap();
    assert!(error.problem.contains("as an argument"), "{error}");
}

#[test]
fn sends_the_time_of_a_move_and_starts_a_second_match_afresh() {
    let engine = json!({"protocol": "xboard", "command": fake::command("xboard")});
    let raw = json!({"name": "x", "game": "chess", "engine": engine});
    let spec = serde_json::from_value::<RawBot>(raw).unwrap().check_entrant(&[]).unwrap();
    let mut player = make_player(&spec, &Options::new(), None).unwrap();
    let limits = TurnLimits { time: Some(Duration::from_secs(20)), ..TurnLimits::default() };
    for _ in 0..2 {
        player.begin(1);
        let choice = player.choose(&[], limits).unwrap().unwrap();
        assert_eq!(GameId::Chess.move_text(choice.mv), "h2h4");
        assert_eq!((choice.thought.value, choice.thought.depth, choice.thought.nodes), (Some(25), 3, 77));
    }
}
