//! `arena doctor --engine`: sound engines pass, and each fault is named.

use std::collections::BTreeMap;

use super::fake;
use crate::arena::{Run, arena};

/// Runs the command and returns the state of each check.
fn examined(command: &str, protocol: &str, game: &str) -> (Run, BTreeMap<String, (String, String)>) {
    let run = arena(&["doctor", "--engine", command, "--protocol", protocol, "--game", game, "--json"]);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
    let text = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = found["findings"].as_array().unwrap().iter();
    let states = findings.map(|it| (text(it, "about"), (text(it, "state"), text(it, "text")))).collect();
    (run, states)
}

#[test]
fn our_engine_complies_in_its_protocols() {
    let program = env!("CARGO_BIN_EXE_arena");
    for (arguments, protocol, game, skipped) in [
        ("engine chess --bot chess-expert", "uci", "chess", 0),
        ("engine connect4 --bot connect4-master", "text", "connect4", 1),
        ("engine gomoku", "gomocup", "gomoku", 3),
    ] {
        let (run, states) = examined(&format!("{program} {arguments}"), protocol, game);
        assert_eq!(run.code, 0, "{protocol}: {run:?}");
        let count = |state: &str| states.values().filter(|(it, _)| it == state).count();
        // A note about a late move depends on the machine.
        assert_eq!((count("wrong"), count("-")), (0, skipped), "{protocol}: {states:?}");
        assert!(states["start"].1.contains("identified itself"), "{states:?}");
        assert_eq!(states["later moves"].0, "ok", "{states:?}");
        assert_eq!(states["unknown command"].0, "ok", "{states:?}");
        assert_eq!(states["exit"].0, "ok", "{states:?}");
    }
}

#[test]
fn engines_of_other_protocols_are_examined() {
    for (protocol, game) in [("xboard", "chess"), ("gtp", "reversi")] {
        let (run, states) = examined(&fake::command(protocol).join(" "), protocol, game);
        assert_eq!((states["first move"].0.as_str(), states["later moves"].0.as_str()), ("ok", "ok"), "{run:?}");
        assert_eq!(states["second match"].0, "ok", "{run:?}");
    }
}

#[test]
fn faults_fail_the_check_that_shows_them() {
    for (mode, about, words) in [
        ("gone", "start", "does not speak the protocol"),
        ("stalls", "first move", "no move"),
        ("lies", "later moves", "not"),
        ("crashes", "later moves", "exit"),
        // It answers at once, even where only a command ends the search.
        ("sound", "ready in a search", "bestmove before it was stopped"),
    ] {
        let (run, states) = examined(&fake::command(mode).join(" "), "uci", "chess");
        assert_eq!(run.code, 1, "{mode}: {run:?}");
        let (state, text) = &states[about];
        assert_eq!(state, "wrong", "{mode}: {states:?}");
        assert!(text.contains(words), "{mode}: {text}");
    }
    let (_, states) = examined(&fake::command("no-score").join(" "), "uci", "chess");
    assert_eq!(states["search output"].0, "note", "{states:?}");
    let run = arena(&["doctor", "--engine", "no-such-engine"]);
    assert!(run.code == 1 && run.out.starts_with("wrong") && run.out.contains("no-such-engine"), "{run:?}");
}
