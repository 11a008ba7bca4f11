//! `arena verify`: accepts records that its bots reproduce, and locates differences.

use serde_json::{Value, json};

use crate::arena::{Run, arena, rook_table};

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

    /// Index of the first record with this bot in that seat.
    fn of(&self, seat: usize, name: &str) -> usize {
        self.records.iter().position(|record| record["seats"][seat]["name"] == name).unwrap()
    }
}

#[test]
fn replays_every_match_of_a_tournament() {
    let records = Records::played();
    let found = records.verify(&["--json"]).json();
    assert_eq!((&found["matches"], &found["verified"], &found["differences"]), (&json!(24), &json!(24), &json!([])));
    let moves: usize = records.records.iter().map(|record| record["moves"].as_array().unwrap().len()).sum();
    let sum = found["moves_by_bots"].as_u64().unwrap() + found["moves_by_rules"].as_u64().unwrap();
    assert_eq!(sum, moves as u64);
    // The opening's ply of each match and the moves of the bot with a clock cannot be repeated.
    assert!(found["moves_by_rules"].as_u64() > Some(24) && found["moves_by_bots"].as_u64() > Some(24));
    assert!(records.verify(&[]).out.contains("24 of 24 matches verified"));
}

#[test]
fn lists_unverifiable_results_and_rechecks_adjudications() {
    let file = "name = \"short\"\ngame = \"connect4\"\nrounds = 4\nadjudication = { max_plies = 12, solver = { empties = 8 }, \
                draw = { after_ply = 4, moves = 2, value = 0 } }\n[openings]\nrandom_plies = 2\n[[entrants]]\ngrid = { depth \
                = [1, 2] }\nties = \"random\"\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("t.toml"), file).unwrap();
    let out = path("records.jsonl");
    let run = arena(&["tournament", &path("t.toml"), "--data", &path("data"), "--records", &out, "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let unknown = arena(&["verify", &out, "--json"]);
    assert_eq!(unknown.code, 3, "{unknown:?}");
    let unknown: Value = serde_json::from_str(&unknown.out).unwrap();
    let unchecked = unknown["verdicts"]["adjudicated_unchecked"].as_u64().unwrap();
    assert!(unchecked > 0 && unknown["verified"] == json!(8), "{unknown}");
    assert_eq!(unknown["unchecked"].as_array().unwrap().len() as u64, unchecked);
    let told = arena(&["verify", &out]);
    assert!(told.out.contains("not checked, it ended by adjudicated-"), "{}", told.out);
    assert!(told.out.contains("adjudicated by rules or tables that are not known here"), "{}", told.out);
    assert!(told.err.contains("--tournament"), "{}", told.err);
    let again = arena(&["verify", &out, "--tournament", &path("t.toml"), "--json"]).json();
    assert_eq!(again["verdicts"]["adjudicated_again"].as_u64(), Some(unchecked), "{again}");
    assert_eq!((&again["verified"], &again["verdicts"]["adjudicated_unchecked"]), (&json!(8), &json!(0)));
    // Other rules of adjudication make another tournament, whose matches have other ids.
    std::fs::write(path("other.toml"), file.replace("max_plies = 12", "max_plies = 6")).unwrap();
    let other = arena(&["verify", &out, "--tournament", &path("other.toml")]);
    assert!(other.code == 1 && other.out.contains("the tournament gives this match the id"), "{other:?}");
}

#[test]
fn adjudications_by_tables_are_checked_with_the_tables() {
    let file = "name = \"tables\"\ngame = \"chess\"\nadjudication = { tablebase = { pieces = 3 } }\nopenings = { file = \
                \"start.fen\" }\n[[entrants]]\nname = \"one\"\ndepth = 2\n[[entrants]]\nname = \"two\"\ndepth = 3\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("t.toml"), file).unwrap();
    // White's rook takes the knight; king and rook against king are in the table.
    std::fs::write(path("start.fen"), "7k/8/8/8/8/5n2/8/K4R2 w - - 0 1\n").unwrap();
    let (tables, out) = (path("tables"), path("records.jsonl"));
    let flags = ["--data", &path("data"), "--records", &out, "--quiet"];
    let run = |more: &[&str]| arena(&[&["tournament", &path("t.toml")], &flags[..], more].concat());
    let without = run(&[]);
    assert!(without.code == 2 && without.err.contains("give their folder with --tb"), "{without:?}");
    let missing = run(&["--tb", &tables]);
    assert!(missing.code == 2 && missing.err.contains("--tb: cannot read the folder of Syzygy tables"), "{missing:?}");
    std::fs::create_dir(&tables).unwrap();
    std::fs::write(folder.path().join("tables/KRvK.rtbw"), rook_table()).unwrap();
    let played = run(&["--tb", &tables]);
    assert_eq!(played.code, 0, "{}", played.err);
    let records = std::fs::read_to_string(&out).unwrap();
    let ended = records.matches("{\"outcome\":\"first\",\"by\":\"adjudicated-tablebase\"}").count();
    assert_eq!((records.lines().count(), ended), (2, 2), "{records}");
    assert_eq!(records.matches("\"moves\":[\"f1f3\"]").count(), 2, "{records}");

    let verify = |more: &[&str]| arena(&[&["verify", &out, "--tournament", &path("t.toml"), "--json"], more].concat());
    let checked = verify(&["--tb", &tables]).json();
    assert_eq!((&checked["verified"], &checked["verdicts"]["adjudicated_again"]), (&json!(2), &json!(2)), "{checked}");
    let unchecked = verify(&[]);
    assert!(unchecked.code == 3 && unchecked.err.contains("--tb"), "{unchecked:?}");
    assert_eq!(serde_json::from_str::<Value>(&unchecked.out).unwrap()["verdicts"]["adjudicated_unchecked"], json!(2));
    std::fs::write(&out, records.replace("\"outcome\":\"first\"", "\"outcome\":\"draw\"")).unwrap();
    assert_eq!(verify(&["--tb", &tables]).code, 1);

    let print = arena(&["match", "chess-club", "chess-casual", "--tb", &tables, "--tb-pieces", "3", "--print"]);
    assert!(print.out.contains("[adjudication.tablebase]\npieces = 3\n"), "{print:?}");
}

#[test]
fn finds_changed_moves_seeds_node_counts_and_verdicts() {
    let mut records = Records::played();
    let at = records.of(0, "tictactoe-perfect");
    // Any legal move that the bot did not choose: one that is not played in this match, or the opponent's answer.
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
    for expected in ["the rules", "it is not over", "is not a move of tictactoe", "node counts", "values, one per move"]
    {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    assert!(run.out.contains("19 of 24 matches verified"), "{}", run.out);
}

#[test]
fn finds_illegal_moves_of_bots_with_clocks() {
    let mut records = Records::played();
    let at = records.of(0, "by the clock");
    let first = records.records[at]["moves"][0].clone();
    records.records[at]["moves"][2] = first;
    let run = records.verify(&[]);
    assert!(run.code == 1 && run.out.contains(&format!("line {}", at + 1)) && run.out.contains("ply 2"), "{run:?}");
}

#[test]
fn repeats_searches_that_a_clock_stopped() {
    let mut records = played(
        r#"
        name = "clocks"
        game = "connect4"
        rounds = 1
        seed = 3
        [openings]
        random_plies = 2
        [limits]
        clock = { initial_ms = 400, increment_ms = 20 }
        [[entrants]]
        name = "table"
        depth = 40
        deepening = true
        pruning = "pvs"
        ordering = ["table", "killers", "history"]
        table_mb = 1
        [[entrants]]
        name = "plain"
        depth = 40
        deepening = true
        "#,
    );
    let found = records.verify(&["--json"]).json();
    let openings = 2 * records.records.len();
    assert_eq!((&found["differences"], &found["moves_by_rules"]), (&json!([]), &json!(openings)), "{found}");
    let value = records.records[0]["values"][4].as_i64().unwrap();
    records.records[0]["values"][4] = json!(value + 1);
    assert_eq!(records.verify(&[]).code, 1);
}

#[test]
fn rejects_files_that_are_not_records() {
    assert_eq!(arena(&["verify", "there-is-none"]).code, 2);
    assert_eq!(arena(&["verify"]).code, 2);
}

#[test]
fn does_not_repeat_moves_marked_as_not_reproducible() {
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
    assert!(records.verify(&[]).out.contains("not reproducible"), "the text must say so");
}

/// Plays this tournament in its own folder.
fn played(file: &str) -> Records {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("t.toml"), file).unwrap();
    let out = path("records.jsonl");
    let run = arena(&["tournament", &path("t.toml"), "--data", &path("data"), "--records", &out, "--quiet"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(out).unwrap();
    Records { records: text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), folder }
}

impl Records {
    /// Verifies the records against this file, by default their own.
    fn audit(&self, file: Option<&str>, flags: &[&str]) -> Run {
        let own = self.folder.path().join("t.toml");
        let other = self.folder.path().join("other.toml");
        if let Some(file) = file {
            std::fs::write(&other, file).unwrap();
        }
        let path = if file.is_some() { other } else { own };
        self.verify(&[&["--tournament", path.to_str().unwrap()], flags].concat())
    }
}

#[test]
fn checks_adjudications_in_games_with_repetition() {
    for game in ["chess", "checkers"] {
        let rules = [
            ("max_plies = 16", "adjudicated-length"),
            ("resign = { moves = 1, value = 30 }, max_plies = 60", "adjudicated-win"),
            ("resign = { moves = 1, value = 30, two_sided = true }, max_plies = 60", "adjudicated-win"),
            ("draw = { after_ply = 6, moves = 1, value = 60 }, max_plies = 60", "adjudicated-draw"),
        ];
        for (rules, reason) in rules {
            let records = played(&format!(
                "name = \"short\"\ngame = \"{game}\"\nrounds = 4\nadjudication = {{ {rules} }}\n[openings]\n\
                 random_plies = 4\n[[entrants]]\ngrid = {{ depth = [1, 2] }}\nties = \"random\"\n"
            ));
            let ended = records.records.iter().filter(|record| record["verdict"]["by"] == reason).count();
            assert!(ended > 0, "{game}, {rules}: no match ended by {reason}");
            let run = records.audit(None, &["--json"]);
            assert_eq!(run.code, 0, "{game}, {rules}: {run:?}");
            assert_eq!(run.json()["verified"], json!(8));
            let two_sided = records.records.iter().find_map(|record| record["verdict"]["detail"].as_str());
            if rules.contains("two_sided") {
                assert!(
                    two_sided.unwrap().starts_with("both sides scored the position at least 30 against the "),
                    "{two_sided:?}"
                );
            }
        }
    }
}

#[test]
fn reports_records_that_differ_from_the_tournament() {
    let original = Records::played();
    let run = original.audit(None, &["--json"]);
    let tournament = json!({"matches": 24, "missing": [], "more_may_be_missing": false});
    assert_eq!((run.code, &run.json()["tournament"]), (0, &tournament), "{run:?}");
    let copied = || {
        let copy = Records { records: original.records.clone(), folder: tempfile::tempdir().unwrap() };
        std::fs::write(copy.folder.path().join("t.toml"), TOURNAMENT).unwrap();
        copy
    };
    let at = original.of(0, "tictactoe-perfect");
    type Change = fn(&mut Vec<Value>, usize);
    let cut = |record: &mut Value| {
        for each_move in ["moves", "nodes", "values"] {
            let list = record[each_move].as_array_mut().unwrap();
            list.truncate(list.len() - 2);
        }
    };
    let changes: [(Change, &str); 16] = [
        (|records, at| records.push(records[at].clone()), "duplicate match, also in line"),
        (|records, _| records.truncate(12), "missing: match 13 of the tournament"),
        (|records, at| drop(records.remove(at)), "1 match is missing"),
        (|records, at| records[at]["id"] = json!(uuid::Uuid::from_u128(7)), "the tournament gives this match the id"),
        (|records, at| records[at]["seats"][0]["name"] = json!("somebody"), "is not in the tournament"),
        (|records, at| records[at]["seats"][0]["spec"]["depth"] = json!(1), "has a different configuration or clock"),
        (|records, at| records[at]["seats"][0]["clock"] = json!({"initial_ms": 1, "increment_ms": 0}), "or clock"),
        (|records, at| records[at]["seed"] = json!(5), "its seed is 5"),
        (|records, at| records[at]["opening"]["moves"] = json!([]), "its opening is not the one"),
        (|records, at| records[at]["verdict"]["detail"] = json!("by luck"), "has the detail \"by luck\""),
        (|records, at| records[at]["values"] = Value::Null, "the record has no value for"),
        (|records, at| records[at]["values"][2] = Value::Null, "the record has no value for"),
        (|records, at| records[at]["values"][0] = json!(3), "a value for a move of the opening"),
        (|records, at| records[at]["late_ms"] = json!(3), "the record has a delay"),
        (
            |records, at| records[at]["not_reproducible"] = json!([{"ply": 0, "side": "first", "table": "smaller"}]),
            "is marked as not reproducible",
        ),
        (|records, at| records[at]["verdict"] = json!({"outcome": null, "by": "aborted"}), "void"),
    ];
    for (change, expected) in changes {
        let mut records = copied();
        change(&mut records.records, at);
        let run = records.audit(None, &[]);
        let told = format!("{}{}", run.out, run.err);
        assert!(run.code == 1 && told.contains(expected), "{expected}: {run:?}");
    }
    // These two bots have no clock and always move, so their actions cannot end a shortened match.
    for by in ["timeout", "crash", "stall", "illegal", "resignation", "agreement", "forfeit", "absence"] {
        for seat in [0, 1] {
            let mut records = copied();
            let names = |record: &Value| [seat, 1 - seat].map(|seat| record["seats"][seat]["name"].clone());
            let pair = [json!("tictactoe-perfect"), json!("tictactoe-random")];
            let at = records.records.iter().position(|record| names(record) == pair).unwrap();
            let record = &mut records.records[at];
            cut(record);
            let outcome = match (by, record["moves"].as_array().unwrap().len() % 2) {
                ("agreement", _) => "draw",
                (_, 0) => "second",
                _ => "first",
            };
            record["verdict"] = json!({"outcome": outcome, "by": by});
            assert_eq!(records.audit(None, &[]).code, 1, "{by}: {}", records.records[at]);
        }
    }
}

#[test]
fn reports_records_of_another_tournament_as_foreign() {
    let records = Records::played();
    let gomoku = TOURNAMENT.replace("\"tictactoe\"", "\"gomoku\"").replace("\"tictactoe-random\"", "\"gomoku-random\"");
    let gomoku = gomoku.replace("\"tictactoe-perfect\"", "\"gomoku-casual\"");
    let run = records.audit(Some(&gomoku), &["--json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &found["verified"], &found["differences"][0]["kind"]), (1, &json!(0), &json!("foreign")));
    assert_eq!(found["tournament"]["missing"].as_array().map(Vec::len), Some(24));
    // Another seed has other matches, unless the command line names it.
    let other = TOURNAMENT.replace("seed = 3", "seed = 4");
    assert_eq!(records.audit(Some(&other), &[]).code, 1);
    assert_eq!(records.audit(Some(&other), &["--seed", "3"]).code, 0);
    let fewer = TOURNAMENT.replace("rounds = 4", "rounds = 3");
    assert_eq!(records.audit(Some(&fewer), &[]).code, 1);
    assert_eq!(records.audit(Some(&fewer), &["--rounds", "4"]).code, 0);
}

#[test]
fn audits_every_format_in_any_order_of_the_file() {
    let formats = [
        ("format = \"gauntlet\"", 3),
        ("format = \"swiss\"", 3),
        ("format = \"knockout\"", 3),
        ("format = \"match\"\n[sprt]\nelo0 = 0\nelo1 = 50\n", 2),
    ];
    for (format, entrants) in formats {
        let bots = ["tictactoe-random", "tictactoe-perfect", "tictactoe-casual"];
        let entrants: String = bots[..entrants].iter().map(|bot| format!("[[entrants]]\nbot = \"{bot}\"\n")).collect();
        let rounds = if format.contains("sprt") { 400 } else { 3 };
        let mut records = played(&format!(
            "name = \"formats\"\ngame = \"tictactoe\"\nrounds = {rounds}\n{format}\n[openings]\nrandom_plies = 1\n{entrants}"
        ));
        records.records.reverse();
        let run = records.audit(None, &[]);
        assert_eq!(run.code, 0, "{format}: {run:?}");
        records.records.pop();
        let run = records.audit(None, &[]);
        assert!(run.code == 1 && run.out.contains("missing: match 1 of the tournament"), "{format}: {run:?}");
    }
}

#[test]
fn reports_duplicates_without_the_tournament() {
    let mut records = Records::played();
    records.records.push(records.records[0].clone());
    let run = records.verify(&[]);
    assert!(run.code == 1 && run.out.contains("line 25, match") && run.out.contains("also in line 1"), "{run:?}");
}
