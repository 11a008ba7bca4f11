//! Real engines other than Stockfish: whole matches against the arena's bots.
//!
//! `tests/run` installs them and runs these tests; plain `cargo test` skips them.

use std::path::Path;

use serde_json::{Value, json};

use crate::arena::arena;

/// An entrant: an engine and its limits.
fn engine(name: &str, protocol: &str, command: &[&str], more: &str) -> String {
    let command = json!(command);
    format!(
        "[[entrants]]\nname = \"{name}\"\n{more}\n[entrants.engine]\nprotocol = \"{protocol}\"\ncommand = {command}\n"
    )
}

/// A time limit per move, with a margin for a busy machine.
fn timed(ms: u32) -> String {
    format!("limits = {{ time_ms = {ms}, margin_ms = 5000 }}")
}

/// Plays a round robin of these entrants and a bot. No entrant may fail, and the records must replay.
fn plays(folder: &Path, game: &str, head: &str, entrants: &[String]) -> Value {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let own = "[[entrants]]\nname = \"Own\"\ndepth = 2\n";
    let text = format!("name = \"Real\"\ngame = \"{game}\"\nseed = 3\n{head}\n{}{own}", entrants.concat());
    std::fs::write(path("t.toml"), text).unwrap();
    let written = ["--json", &path("a.json"), "--records", &path("a.jsonl"), "--log", &path("a.log")];
    let run = arena(&[&["tournament", &path("t.toml"), "--data", &path("data"), "-q"], &written[..]].concat());
    let log = || std::fs::read_to_string(path("a.log")).unwrap_or_default();
    assert_eq!(run.code, 0, "{}\n{}", run.err, log());
    let report: Value = serde_json::from_str(&std::fs::read_to_string(path("a.json")).unwrap()).unwrap();
    for failure in ["crash", "stall", "illegal", "timeout"] {
        assert!(report["ends"].get(failure).is_none(), "{}\n{}", report["ends"], log());
    }
    let verified = arena(&["verify", &path("a.jsonl"), "--tournament", &path("t.toml"), "--json"]).json();
    assert_eq!((&verified["verified"], &verified["differences"]), (&report["matches"], &json!([])), "{verified}");
    report
}

#[test]
#[ignore = "needs engines, which tests/run installs"]
fn fairy_max_and_fairy_stockfish_play_with_xboard() {
    let folder = tempfile::tempdir().unwrap();
    let entrants = [
        engine("Fairy-Max", "xboard", &["fairymax"], "depth = 3"),
        engine("Fairy-Stockfish", "xboard", &["fairy-stockfish"], &timed(50)),
    ];
    let report = plays(
        folder.path(),
        "chess",
        "openings = { random_plies = 4 }\nrounds = 1\nadjudication = { max_plies = 16 }",
        &entrants,
    );
    assert_eq!(report["matches"], 6);
    // With a clock, and from a position.
    let clock = "limits = { clock = { initial_ms = 8000, increment_ms = 50 }, margin_ms = 5000 }";
    let entrants = [
        engine("Fairy-Stockfish", "xboard", &["fairy-stockfish"], clock),
        engine("Ethereal", "uci", &["ethereal-chess"], "depth = 4"),
    ];
    // Fairy-Max has no `setboard`.
    let edits = [engine("Fairy-Max", "xboard", &["fairymax"], "depth = 3")];
    let head = "openings = { positions = [\"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 7\", \
                \"4k3/7p/8/8/8/8/4P3/R3K3 w Q - 0 1\"] }\nrounds = 2\nadjudication = { max_plies = 60 }";
    assert_eq!(plays(folder.path(), "chess", head, &edits)["matches"], 4);
    let head = "openings = { positions = [\"4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1\"] }\nrounds = 1\n\
                adjudication = { max_plies = 60 }";
    assert_eq!(plays(folder.path(), "chess", head, &entrants)["matches"], 6);
}

/// The variants in Fairy-Stockfish's format: upstream has newer built-in ones than Debian's build.
const VARIANTS: &str = "\
[tictactoe]
maxRank = 3
maxFile = 3
immobile = p
startFen = 3/3/3[PPPPPpppp] w - - 0 1
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = draw
immobilityIllegal = false
connectN = 3

[cfour]
maxRank = 6
maxFile = 7
immobile = p
startFen = 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1
pieceDrops = true
dropOnTop = true
doubleStep = false
castling = false
stalemateValue = draw
immobilityIllegal = false
connectN = 4
";

#[test]
#[ignore = "needs engines, which tests/run installs"]
fn fairy_stockfish_plays_other_games_as_variants() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("variants.ini");
    std::fs::write(&file, VARIANTS).unwrap();
    let options = format!("options = {{ VariantPath = {file:?} }}\n");
    let fairy = engine("Fairy", "uci", &["fairy-stockfish"], "depth = 6") + &options;
    let report =
        plays(folder.path(), "connect4", "openings = { random_plies = 4 }\nrounds = 5", std::slice::from_ref(&fairy));
    assert_eq!(report["matches"], 10);
    let placed = "openings = { positions = [\"......./......./......./......./...o.../..xox.. x\"] }\nrounds = 1";
    plays(folder.path(), "connect4", placed, std::slice::from_ref(&fairy));
    let report = plays(folder.path(), "tictactoe", "openings = { random_plies = 1 }\nrounds = 5", &[fairy]);
    assert_eq!(report["matches"], 10);
}

#[test]
#[ignore = "needs engines, which tests/run installs"]
fn fairy_stockfish_plays_twenty_games_of_xiangqi() {
    let folder = tempfile::tempdir().unwrap();
    let fairy = engine("Fairy", "uci", &["fairy-stockfish"], "depth = 2");
    let head = "openings = { random_plies = 4 }\nrounds = 10\nadjudication = { max_plies = 200 }";
    assert_eq!(plays(folder.path(), "xiangqi", head, &[fairy])["matches"], 20);
}
