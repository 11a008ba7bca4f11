//! Limits and adjudication of built-in bots: rejections, ends of matches, and reproducibility.

use arena_play::EndReason;
use serde_json::json;

use super::{file, plan, played};

#[track_caller]
fn refused(table: &str, key: &str, parts: &[&str]) {
    let text = format!(
        "name = \"wrong\"\ngame = \"tictactoe\"\n{table}\n[[entrants]]\nbot = \"tictactoe-random\"\n[[entrants]]\nname \
         = \"x\"\ndepth = 2\n"
    );
    let error = file(&text).err().unwrap_or_else(|| panic!("this was accepted:\n{text}"));
    assert_eq!((error.line, error.key.as_deref()), (Some(4), Some(key)), "{error}");
    for part in parts {
        assert!(error.problem.to_string().contains(part), "{part:?} is not in: {error}");
    }
}

#[test]
fn rejects_wrong_limits_with_line_and_key() {
    refused("[limits]\ndepth = -1", "depth", &["must be between 1 and 250, got -1"]);
    refused("[limits]\nnodes = 0", "nodes", &["must be between 1 and"]);
    refused("[limits]\ntime_ms = -5", "time_ms", &["must be between 1 and"]);
    refused("[limits]\ntime = 5", "time", &["unknown field"]);
    refused("[limits]\nmargin_ms = 5", "margin_ms", &["needs a time limit"]);
    refused("[limits]\nclock = { initial_ms = 0 }", "clock", &["must be between 1 and"]);
    refused("[limits]\nclock = { initial_ms = 1000, increment_ms = -1 }", "clock", &["must be between 0 and"]);
    refused(
        "[limits]\nclock = { initial_ms = 1000, moves = 0 }",
        "clock",
        &["moves must be between 1 and 1000, got 0"],
    );
    refused("[limits]\nclock = { initial_ms = 1000, delay_ms = -1 }", "clock", &["must be between 0 and"]);
    let both = "[limits]\nclock = { initial_ms = 1000, per_move = true, delay_ms = 1 }";
    refused(both, "clock", &["a clock with per_move cannot have"]);
    refused("[limits]\nclock = 60", "clock", &["or { moves = 40, initial_ms = 60000 }"]);
    refused("[limits]\nclock = { initial_ms = 1000 }\ntime_ms = 10", "clock", &["not both"]);
}

#[test]
fn rejects_wrong_adjudication_with_line_and_key() {
    refused("[adjudication]\nmax_plies = 0", "max_plies", &["at least 1"]);
    refused("[adjudication]\nmax_plies = -3", "max_plies", &["-3"]);
    refused("[adjudication]\ndraw = { moves = 0, value = 10 }", "draw", &["moves must be at least 1"]);
    refused("[adjudication]\nresign = { moves = 3, value = 0 }", "resign", &["at least 1"]);
    refused("[adjudication]\nresign = { moves = 3, values = 9 }", "resign.values", &["unknown field"]);
    refused("[adjudication]\nsolver = { empties = 64 }", "solver", &["empties must be between 1 and 30, got 64"]);
    refused(
        "[adjudication]\ntablebase = { pieces = 5 }",
        "tablebase",
        &["only chess has tables of endings, not tictactoe"],
    );
    let pieces = "name = \"c\"\ngame = \"chess\"\n[adjudication]\ntablebase = { pieces = 8 }\n[[entrants]]\nbot = \
                  \"chess-random\"\n[[entrants]]\nname = \"x\"\ndepth = 1\n";
    let error = file(pieces).err().unwrap();
    assert_eq!((error.line, error.problem.to_string().as_str()), (Some(4), "pieces must be between 3 and 7, got 8"));
    let chess = "name = \"c\"\ngame = \"chess\"\n[adjudication]\nsolver = { empties = 5 }\n[[entrants]]\nbot = \
                 \"chess-random\"\n[[entrants]]\nname = \"x\"\ndepth = 1\n";
    let error = file(chess).err().unwrap().to_string();
    assert!(
        error.contains("line 4") && error.contains("chess cannot be solved exactly; these games can: tictactoe, bones"),
        "{error}"
    );
}

const SOLVED: &str = r#"
    name = "solved"
    game = "tictactoe"
    rounds = 10
    openings = { random_plies = 1 }
    adjudication = { solver = { empties = 5 } }
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    name = "deep"
    depth = 9
    limits = { depth = 2 }
"#;

#[test]
fn the_solver_ends_matches_identically_at_any_concurrency() {
    let plan = plan(SOLVED);
    assert_eq!(plan.entrants[1].spec.search.depth, 2, "the stricter limit must apply");
    assert!(plan.is_reproducible());
    let (report, written, _) = played(&plan, 1);
    assert_eq!(report.ends.get(&EndReason::AdjudicatedSolved), Some(&20));
    let records: Vec<serde_json::Value> =
        written.records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for record in &records {
        assert_eq!(record["moves"].as_array().unwrap().len(), 4, "five empty cells are solved");
        let values = record["values"].as_array().unwrap();
        assert_eq!((values.len(), &values[0]), (4, &serde_json::Value::Null), "an opening's move has no value");
    }
    assert_eq!(played(&plan, 2).1.records, written.records);
}

#[test]
fn values_and_length_end_matches_separately() {
    let chess = |rule: &str| {
        plan(&format!(
            "name = \"c\"\ngame = \"chess\"\nrounds = 2\nopenings = {{ random_plies = 2 }}\nadjudication = {{ {rule} \
             }}\n[[entrants]]\nname = \"a\"\ndepth = 1\n[[entrants]]\nname = \"b\"\ndepth = 2\n"
        ))
    };
    let ends = |rule: &str| played(&chess(rule), 2).0.ends;
    assert_eq!(ends("max_plies = 9").get(&EndReason::AdjudicatedLength), Some(&4));
    assert_eq!(ends("draw = { moves = 2, value = 100000 }").get(&EndReason::AdjudicatedDraw), Some(&4));
    let plan = chess("resign = { moves = 1, value = 1 }, max_plies = 60");
    let (report, written, _) = played(&plan, 1);
    let resigned = report.ends[&EndReason::AdjudicatedWin];
    assert!(resigned > 0 && written.records.matches("adjudicated-win").count() as u64 == resigned);
}

#[test]
fn built_in_bots_obey_their_clocks() {
    let plan = plan(
        r#"
        name = "clocks"
        game = "tictactoe"
        rounds = 2
        limits = { clock = { initial_ms = 60000, increment_ms = 1, delay_ms = 500 } }
        [[entrants]]
        bot = "tictactoe-random"
        [[entrants]]
        name = "unhurried"
        depth = 1
        limits = { clock = { initial_ms = 86400000, per_move = true } }
        [[entrants]]
        name = "patient"
        depth = 9
        limits = { clock = { initial_ms = 30000, moves = 2 } }
        "#,
    );
    assert!(!plan.is_reproducible());
    let (report, written, _) = played(&plan, 1);
    assert_eq!(report.ends.get(&EndReason::Rules), Some(&12));
    let limits = serde_json::to_string(&report.conditions).unwrap();
    assert!(limits.contains("a clock of 60 s and 1 ms a move, after a delay of 500 ms"), "{limits}");
    assert!(limits.contains("86,400 s for each move"), "{limits}");
    assert!(limits.contains("a clock of 30 s for each 2 moves and 0 ms a move"), "{limits}");
    let records = written.records.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let seats: Vec<_> = records.flat_map(|record| record["seats"].as_array().unwrap().clone()).collect();
    for (initial_ms, key, value) in
        [(30_000, "moves", json!(2)), (60_000, "delay_ms", json!(500)), (86_400_000, "per_move", json!(true))]
    {
        let found = seats.iter().any(|seat| seat["clock"]["initial_ms"] == initial_ms && seat["clock"][key] == value);
        assert!(found, "no clock of {initial_ms} ms with {key}");
    }
}
