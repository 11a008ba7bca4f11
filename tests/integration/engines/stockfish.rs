//! Whole matches of a real engine, recorded, read back and verified.
//!
//! `tests/run` installs Stockfish and runs these tests; plain `cargo test` skips them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::arena::arena;

/// The path of Stockfish: `STOCKFISH`, or the usual places.
fn stockfish() -> String {
    let folders = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let folders: Vec<PathBuf> = [folders, vec!["/usr/games".into(), "/usr/local/games".into()]].concat();
    let named = std::env::var_os("STOCKFISH").map(PathBuf::from);
    let found = named.into_iter().chain(folders.iter().map(|folder| folder.join("stockfish"))).find(|it| it.is_file());
    let found = found.expect("Stockfish is missing: apt-get install stockfish, or set STOCKFISH to its path");
    found.display().to_string()
}

/// The records of matches between two kinds of Stockfish and a bot, from this start.
fn played(folder: &Path, start: &str) -> Vec<Value> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let engine = |name: &str, options: &str| {
        let program = json!(stockfish());
        format!(
            "[[entrants]]\nname = \"{name}\"\ndepth = 1\nengine = {{ protocol = \"uci\", command = [{program}], options = \
             {{ Threads = 1, {options} }} }}\n"
        )
    };
    let text = format!(
        "name = \"Real\"\ngame = \"chess\"\n{start}\nrounds = 1\nseed = 7\n{}{}\
         [[entrants]]\nname = \"Own\"\ndepth = 1\n",
        engine("Fish", "Hash = 16, \"Skill Level\" = 20"),
        engine("Minnow", "Hash = 1, \"skill level\" = 0, UCI_ShowWDL = true, \"Clear Hash\" = true")
    );
    std::fs::write(path("t.toml"), text).unwrap();
    let written = ["--json", &path("a.json"), "--records", &path("a.jsonl"), "--pgn", &path("a.pgn")];
    let run = arena(&[&["tournament", &path("t.toml"), "--data", &path("data"), "-q"], &written[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let report: Value = serde_json::from_str(&read("a.json")).unwrap();
    for failure in ["crash", "stall", "illegal", "timeout"] {
        assert!(report["ends"].get(failure).is_none(), "{}", report["ends"]);
    }
    assert_eq!((&report["matches"], &report["void"], &report["reproducible"]), (&json!(6), &json!(0), &json!(false)));

    let verified = arena(&["verify", &path("a.jsonl"), "--tournament", &path("t.toml"), "--json"]).json();
    assert_eq!((&verified["verified"], &verified["differences"]), (&json!(6), &json!([])), "{verified}");
    assert!(verified["moves_by_bots"].as_u64() > Some(0) && verified["moves_by_rules"].as_u64() > Some(0));

    let [by_record, by_game] =
        ["a.jsonl", "a.pgn"].map(|name| arena(&["stats", "--records", &path(name), "--json"]).json());
    for key in ["matches", "pairs", "ends"] {
        assert_eq!(by_record[key], by_game[key], "{key}");
    }
    assert_eq!(by_record["pairs"].as_array().unwrap().len(), 3);
    read("a.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
#[ignore = "needs Stockfish, which tests/run installs"]
fn stockfish_plays_itself_and_our_bots() {
    let folder = tempfile::tempdir().unwrap();
    let records = played(folder.path(), "openings = { random_plies = 4 }");
    let of = |name: &str| records.iter().filter(|it| it["seats"].to_string().contains(&format!("\"{name}\""))).count();
    assert_eq!((of("Fish"), of("Minnow"), of("Own")), (4, 4, 4));
    // Each move has a value and a node count.
    let fish = records.iter().find(|it| it["seats"][0]["name"] == "Fish").unwrap();
    let (nodes, values) = (fish["nodes"].as_array().unwrap(), fish["values"].as_array().unwrap());
    assert!(nodes[4].as_u64() > Some(0) && values[4].is_i64(), "{fish}");
}

#[test]
#[ignore = "needs Stockfish, which tests/run installs"]
fn stockfish_agrees_on_castling_in_chess960() {
    let folder = tempfile::tempdir().unwrap();
    // White has no other move: the king castles to its own square, and only the rook moves.
    let start = "openings = { positions = [\"4kr2/8/8/8/8/7p/7P/6KR w H - 0 1\"] }";
    let records = played(folder.path(), &format!("options = {{ chess960 = 518 }}\n{start}"));
    for record in &records {
        assert!(record["moves"][0] == "g1h1" && record["moves"].as_array().unwrap().len() > 1, "{record}");
    }
    let games = std::fs::read_to_string(folder.path().join("a.pgn")).unwrap();
    assert_eq!((games.matches("[Variant \"Chess960\"]").count(), games.matches("1. O-O ").count()), (6, 6), "{games}");
}
