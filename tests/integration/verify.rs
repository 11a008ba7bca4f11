//! `arena verify`: records are what their bots play, or it says where not.

use serde_json::{Value, json};

use crate::arena::{Run, arena};

const TOURNAMENT: &str = r#"
    name = "to verify"
    game = "tictactoe"
    rounds = 4
    seed = 3
    [openings]
    random_plies = 1
    [[entrants]]
    bot = "tictactoe-random"
    [[entrants]]
    bot = "tictactoe-perfect"
    [[entrants]]
    name = "by the clock"
    depth = 2
    time_ms = 1000
"#;

struct Records {
    folder: tempfile::TempDir,
    records: Vec<Value>,
}

impl Records {
    fn played() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(path("t.toml"), TOURNAMENT).unwrap();
        let (file, data, out) = (path("t.toml"), path("data"), path("records.jsonl"));
        let run = arena(&["tournament", &file, "--data", &data, "--records", &out, "--quiet"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let text = std::fs::read_to_string(out).unwrap();
        let records = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { folder, records }
    }

    fn verify(&self, flags: &[&str]) -> Run {
        let path = self.folder.path().join("verify.jsonl");
        std::fs::write(&path, self.records.iter().map(|record| format!("{record}\n")).collect::<String>()).unwrap();
        arena(&[&["verify", path.to_str().unwrap()], flags].concat())
    }

    /// The number of the first record in which this bot sits in that seat.
    fn of(&self, seat: usize, name: &str) -> usize {
        self.records.iter().position(|record| record["seats"][seat]["name"] == name).unwrap()
    }
}

#[test]
fn every_match_of_a_tournament_is_played_again() {
    let records = Records::played();
    let found = records.verify(&["--json"]).json();
    assert_eq!((&found["matches"], &found["verified"], &found["differences"]), (&json!(24), &json!(24), &json!([])));
    let moves: usize = records.records.iter().map(|record| record["moves"].as_array().unwrap().len()).sum();
    let sum = found["moves_by_bots"].as_u64().unwrap() + found["moves_by_rules"].as_u64().unwrap();
    assert_eq!(sum, moves as u64);
    // The opening's ply of each match and the moves of the bot with a clock are nobody's to repeat.
    assert!(found["moves_by_rules"].as_u64() > Some(24) && found["moves_by_bots"].as_u64() > Some(24));
    assert!(records.verify(&[]).out.contains("24 of 24 matches verified"));
}

#[test]
fn what_cannot_be_vouched_for_is_said_and_adjudications_are_judged_again() {
    let file = "name = \"short\"\ngame = \"connect4\"\nrounds = 4\nadjudication = { max_plies = 12, solver = { empties = 8 }, \
                draw = { after_ply = 4, moves = 2, value = 0 } }\n[openings]\nrandom_plies = 2\n[[entrants]]\ngrid = { depth \
                = [1, 2] }\nties = \"random\"\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("t.toml"), file).unwrap();
    let out = path("records.jsonl");
    let run = arena(&["tournament", &path("t.toml"), "--data", &path("data"), "--records", &out, "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let unknown = arena(&["verify", &out, "--json"]).json();
    let unchecked = unknown["verdicts"]["adjudicated_unchecked"].as_u64().unwrap();
    assert!(unchecked > 0 && unknown["verified"] == json!(8), "{unknown}");
    assert!(arena(&["verify", &out]).out.contains("adjudicated by rules that are not known here"));
    let again = arena(&["verify", &out, "--tournament", &path("t.toml"), "--json"]).json();
    assert_eq!(again["verdicts"]["adjudicated_again"].as_u64(), Some(unchecked), "{again}");
    assert_eq!((&again["verified"], &again["verdicts"]["adjudicated_unchecked"]), (&json!(8), &json!(0)));
    // By other rules they would have ended elsewhere.
    std::fs::write(path("other.toml"), file.replace("max_plies = 12", "max_plies = 6")).unwrap();
    let other = arena(&["verify", &out, "--tournament", &path("other.toml")]);
    assert!(other.code == 1 && other.out.contains("by the tournament's rules of adjudication"), "{other:?}");
}

#[test]
fn another_move_seed_node_count_or_verdict_is_found() {
    let mut records = Records::played();
    let at = records.of(0, "tictactoe-perfect");
    // Any legal move that the bot did not choose: one that nobody plays in this match, or the opponent's answer.
    let record = &mut records.records[at];
    let played: Vec<String> =
        record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().into()).collect();
    let mut points = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"].into_iter();
    let other = points.find(|point| !played[..=2].iter().any(|mv| mv == point)).unwrap();
    record["moves"][2] = json!(other);
    let changed = records.verify(&["--json"]);
    assert_eq!(changed.code, 1);
    let found: Value = serde_json::from_str(&changed.out).unwrap();
    assert_eq!((&found["differences"][0]["line"], &found["differences"][0]["ply"]), (&json!(at + 1), &json!(2)));
    let what = found["differences"][0]["difference"].as_str().unwrap();
    assert!(what.contains(&format!("the record has {other}, the replay {}", played[2])), "{what}");

    let mut records = Records::played();
    let at = records.of(1, "tictactoe-perfect");
    let ply = records.records[at]["nodes"].as_array().unwrap().iter().position(|nodes| *nodes != 0).unwrap();
    records.records[at]["nodes"][ply] = json!(1_000_000);
    let run = records.verify(&[]);
    assert!(run.code == 1 && run.out.contains("nodes") && run.err.contains("1 of 24"), "{run:?}");

    let mut records = Records::played();
    records.records[0]["verdict"]["outcome"] = json!(null);
    for each_move in ["moves", "nodes", "values"] {
        records.records[1][each_move].as_array_mut().unwrap().pop();
    }
    records.records[2]["moves"][1] = json!("z9");
    records.records[3]["nodes"].as_array_mut().unwrap().push(json!(0));
    records.records[4]["values"].as_array_mut().unwrap().push(json!(0));
    let run = records.verify(&[]);
    assert_eq!(run.code, 1);
    for expected in ["the rules", "the match goes on", "is no move of tictactoe", "counts of nodes", "values for"] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    assert!(run.out.contains("19 of 24 matches verified"), "{}", run.out);
}

#[test]
fn an_illegal_move_of_a_bot_with_a_clock_is_found_by_the_rules() {
    let mut records = Records::played();
    let at = records.of(0, "by the clock");
    let first = records.records[at]["moves"][0].clone();
    records.records[at]["moves"][2] = first;
    let run = records.verify(&[]);
    assert!(run.code == 1 && run.out.contains(&format!("line {}", at + 1)) && run.out.contains("ply 2"), "{run:?}");
}

#[test]
fn what_is_no_file_of_records_is_refused() {
    assert_eq!(arena(&["verify", "there-is-none"]).code, 2);
    assert_eq!(arena(&["verify"]).code, 2);
}

#[test]
fn moves_that_a_record_marks_are_not_made_again() {
    let mut records = Records::played();
    let at = records.of(0, "tictactoe-perfect");
    let record = &mut records.records[at];
    let bots: Vec<usize> = (2..record["moves"].as_array().unwrap().len()).step_by(2).collect();
    bots.iter().for_each(|ply| record["nodes"][ply] = json!(1_000_000));
    assert_eq!(records.verify(&[]).code, 1);
    records.records[at]["not_reproducible"] = json!([{"ply": 2, "side": "first", "table": "smaller", "table_mb": 4}]);
    let found = records.verify(&["--json"]).json();
    assert_eq!((&found["verified"], &found["matches_not_reproducible"]), (&json!(24), &json!(1)));
    assert_eq!(found["moves_not_reproducible"], bots.len());
    assert!(records.verify(&[]).out.contains("not reproducible"), "a sentence says so");
}
