//! `arena analyse`: published counts, the textbook tree, drawings, and errors.

use serde_json::{Value, json};

use crate::arena::{arena, assert_golden, refused};

const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

fn analyse(arguments: &[&str]) -> Value {
    arena(&[&["analyse"], arguments, &["--json"]].concat()).json()
}

#[test]
fn documented_commands_give_the_published_counts_of_tic_tac_toe() {
    let plain = analyse(&["tictactoe", "--depth", "9", "--pruning", "none"]);
    assert_eq!((&plain["value"], &plain["nodes"], &plain["leaves"]), (&json!(0), &json!(549_946), &json!(255_168)));
    let flags = ["tictactoe", "--depth", "9", "--pruning", "alpha-beta", "--ordering", "natural"];
    let pruned = analyse(&[&flags[..], &["--distance", "false"]].concat());
    assert_eq!((&pruned["value"], &pruned["nodes"]), (&json!(0), &json!(18_297)));
    assert_eq!(analyse(&flags)["value"], 0);
}

#[test]
fn exact_root_values_equal_plain_minimax() {
    let moves = ["tictactoe", "--moves", "a1 b1", "--depth", "9"];
    let plain = analyse(&[&moves[..], &["--pruning", "none"]].concat());
    let exact = analyse(&[&moves[..], &["--exact-root"]].concat());
    assert_eq!(plain["root"], exact["root"]);
    assert_eq!((&exact["win_in"], &exact["side"], &exact["moves"]), (&json!(5), &json!("first"), &json!(["a1", "b1"])));
    assert!(exact["nodes"].as_u64() < plain["nodes"].as_u64());
}

#[test]
fn json_has_the_documented_fields() {
    let found = analyse(&["bones", "--option", "heap=6", "--depth", "6"]);
    for field in
        ["game", "position", "moves", "side", "settings", "depth", "value", "win_in", "best", "line", "nodes", "leaves"]
    {
        assert!(found.get(field).is_some(), "{field}");
    }
    for field in ["cutoffs", "table_hits", "ms"] {
        assert!(found[field].is_u64(), "{field}");
    }
    assert_eq!(
        (&found["best"], &found["win_in"], &found["options"]),
        (&json!("2"), &json!(3), &json!({"heap": 6, "most": 3}))
    );
    assert_eq!(found["root"][1], json!({"move": "2", "value": found["value"], "exact": true, "depth": 6}));
}

#[test]
fn draws_the_textbook_tree() {
    let folder = tempfile::tempdir().unwrap();
    for suffix in ["svg", "dot", "json"] {
        let file = folder.path().join(format!("tree.{suffix}"));
        let run = arena(&["analyse", "tree", "--position", TEXTBOOK, "--json", "--tree", file.to_str().unwrap()]);
        let found = run.json();
        assert_eq!((&found["value"], &found["pruned"]), (&json!(3), &json!([4, 6])), "{}", run.err);
        assert_golden(&format!("textbook.{suffix}"), &std::fs::read_to_string(file).unwrap());
    }
}

#[test]
fn steps_of_the_textbook_tree_explain_each_cutoff() {
    let text = arena(&["analyse", "tree", "--position", TEXTBOOK, "--steps"]).out;
    let cut: Vec<&str> = text.lines().filter(|line| line.contains("cut (")).collect();
    let sentence = "β ≤ α: MIN already has 2 here, so MAX will not come: 2 leaves cut (";
    assert!(cut.len() == 1 && cut[0].contains(sentence), "{text}");
    let found = analyse(&["tree", "--position", TEXTBOOK, "--steps", "--steps-from", "3", "--steps-count", "2"]);
    let page = &found["steps"];
    let count = page["steps"].as_array().map(Vec::len);
    assert_eq!((&page["from"], count, &page["next"], &found["value"]), (&json!(3), Some(2), &json!(5), &json!(3)));
}

#[test]
fn draws_the_first_plies_of_tic_tac_toe_and_counts_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.svg");
    let run = arena(&["analyse", "tictactoe", "--depth", "9", "--tree", file.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let picture = std::fs::read_to_string(&file).unwrap();
    assert_eq!(picture.matches("<path class=\"grid\"").count(), 1 + 9 + 72, "one board per node of two plies");
    assert!(run.err.contains("with 82 nodes; ") && run.err.contains("more were searched"), "{}", run.err);
    let flags = ["--depth", "9", "--tree-depth", "2", "--tree", file.to_str().unwrap()];
    let run = arena(&[&["analyse", "tictactoe", "--position", "xo./.x./..o x"], &flags[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert_golden("tictactoe.svg", &std::fs::read_to_string(&file).unwrap());
    let file = folder.path().join("tree.json");
    let run = arena(&["analyse", "tictactoe", "--depth", "3", "--pruning", "none", "--tree", file.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let tree: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((count(&tree), hidden(&tree)), (586, 0));
    let arguments = ["--pruning", "none", "--tree-depth", "1", "--tree", file.to_str().unwrap()];
    assert_eq!(arena(&[&["analyse", "tictactoe", "--depth", "3"], &arguments[..]].concat()).code, 0);
    let tree: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((count(&tree), hidden(&tree)), (10, 576));
}

fn sum(node: &Value, of: fn(&Value) -> u64) -> u64 {
    of(node) + node["children"].as_array().unwrap().iter().map(|child| sum(child, of)).sum::<u64>()
}

fn count(tree: &Value) -> u64 {
    sum(tree, |_| 1)
}

fn hidden(tree: &Value) -> u64 {
    sum(tree, |node| node["hidden"].as_u64().unwrap_or(0))
}

#[test]
fn text_shows_the_board_the_values_and_the_counts() {
    let run = arena(&["analyse", "tictactoe", "--moves", "b2 b1", "--depth", "9", "--book", "true"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let timeless: Vec<String> = run.out.lines().map(without_milliseconds).collect();
    assert_golden("analyse.txt", &(timeless.join("\n") + "\n"));
}

fn without_milliseconds(line: &str) -> String {
    match line.strip_suffix(" ms").and_then(|line| line.rsplit_once(' ')) {
        Some((rest, _)) => format!("{rest} … ms"),
        None => line.to_owned(),
    }
}

#[test]
fn compares_prunings_side_by_side() {
    let list = analyse(&["tictactoe", "--depth", "9", "--distance", "false", "--compare"]);
    let found: Vec<_> =
        list.as_array().unwrap().iter().map(|one| (one["settings"]["pruning"].clone(), one["nodes"].clone())).collect();
    let counts = [("none", 549_946), ("alpha-beta", 18_297), ("pvs", 18_016), ("mtdf", 18_491), ("bisection", 18_492)];
    assert_eq!(found[..5], counts.map(|(pruning, nodes)| (json!(pruning), json!(nodes))));
    let values: Vec<_> = list.as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert!(
        values.len() > 10 && values.iter().all(|value| **value == 0),
        "refinements must not change the value: {values:?}"
    );
    let run = arena(&["analyse", "tictactoe", "--depth", "9", "--compare"]);
    assert!(run.out.contains("549,946") && run.out.contains("Branching"), "{}", run.out);
}

#[test]
fn compares_the_searches_given_by_with() {
    let with = ["--with", "pruning=pvs,ordering=table,killers,table_mb=1", "--with", "bot=tictactoe-beginner,depth=3"];
    let list = analyse(&[&["tictactoe", "--depth", "5", "--compare"], &with[..]].concat());
    let list = list.as_array().unwrap();
    let labels: Vec<_> = list.iter().map(|one| one["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["as given", with[1], with[3]]);
    assert_eq!((&list[1]["settings"]["ordering"], &list[1]["depth"]), (&json!(["table", "killers"]), &json!(5)));
    assert_eq!((&list[2]["depth"], &list[2]["settings"]["name"]), (&json!(3), &json!("tictactoe-beginner")));
    for (with, words) in [
        ("fast", "--with fast: \"fast\" is not a switch"),
        ("pruning=slow", "not a value of pruning; expected one of none"),
        ("symmetry=true", "symmetry=true: symmetry: needs a transposition table"),
        ("depth=1000", "depth: must be between 1 and 250, got 1000"),
        ("bot=nobody", "there is no bot \"nobody\""),
    ] {
        refused(&["analyse", "tictactoe", "--compare", "--with", with], words);
    }
    assert_eq!(arena(&["analyse", "tictactoe", "--with", "depth=1"]).code, 2, "requires --compare");
}

#[test]
fn what_if_values_every_move() {
    let found = analyse(&["tictactoe", "--moves", "a1 b1", "--depth", "9", "--what-if"]);
    assert!(found["root"].as_array().unwrap().iter().all(|root| root["exact"] == true), "{found}");
    let run = arena(&["analyse", "tictactoe", "--moves", "a1 b1", "--depth", "9", "--what-if"]);
    let first = run.out.lines().skip_while(|line| !line.starts_with("Move")).nth(2).unwrap();
    assert!(first.ends_with("best") && !run.out.contains('≤'), "the best move comes first: {}", run.out);
    let found = analyse(&["connect4", "--what-if", "--nodes", "20000"]);
    assert_eq!(found["root"].as_array().unwrap().len(), 7);
    assert_eq!(analyse(&["connect4", "--what-if"])["settings"]["nodes"], 500_000, "--what-if keeps the default limit");
    let found = analyse(&["chess", "--bot", "chess-master", "--what-if", "--nodes", "2000"]);
    assert!(found["settings"].get("aspiration").is_none(), "the bot's aspiration window is removed: {found}");
}

#[test]
fn what_if_marks_values_of_the_previous_depth() {
    let arguments = ["chess", "--moves", "e4 e5 Nf3", "--what-if", "--nodes", "100000"];
    let found = analyse(&arguments);
    let deepest = found["depth"].as_u64().unwrap() + 1;
    let root = found["root"].as_array().unwrap();
    let behind = root.iter().filter(|root| root["depth"].as_u64().unwrap() < deepest).count();
    assert!(0 < behind && behind < root.len(), "the limit must stop the search within a depth: {found}");
    let run = arena(&[&["analyse"][..], &arguments].concat());
    let rows: Vec<&str> =
        run.out.lines().skip_while(|line| !line.starts_with("Move")).skip(2).map(str::trim_end).collect();
    assert!(rows[0].ends_with("best"), "{}", run.out);
    let told = format!("to depth {}", deepest - 1);
    let marks: Vec<bool> = rows.iter().map(|row| row.ends_with(&told)).collect();
    let expected: Vec<bool> = (0..root.len()).map(|place| place >= root.len() - behind).collect();
    assert_eq!(marks, expected, "{}", run.out);
}

#[test]
fn trees_of_every_game_show_windows_cutoffs_and_table_hits() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["tictactoe", "bones", "tree", "connect4", "reversi", "checkers", "chess", "gomoku", "hex"] {
        let refined = ["--ordering", "table,static", "--table-mb", "1", "--pruning", "pvs", "--nodes", "3000"];
        let write = |suffix: &str| {
            let file = folder.path().join(format!("{game}.{suffix}"));
            let flags = ["--tree-depth", "3", "--tree", file.to_str().unwrap()];
            let run = arena(&[&["analyse", game], &refined[..], &flags[..]].concat());
            assert_eq!(run.code, 0, "{game}: {}", run.err);
            std::fs::read_to_string(file).unwrap()
        };
        assert!(write("svg").trim_end().ends_with("</svg>"), "{game}");
        assert!(write("dot").starts_with("digraph"), "{game}");
        let tree: Value = serde_json::from_str(&write("json")).unwrap();
        assert!(count(&tree) > 1 && tree["value"].is_i64(), "{game}: the last complete depth is missing");
        let kinds = |kind: &'static str| all(&tree).iter().filter(|node| node["kind"] == kind).count();
        assert!(kinds("inner") > 0 && (kinds("pruned") > 0 || ["gomoku", "chess", "hex"].contains(&game)), "{game}");
        assert!(
            all(&tree).iter().any(|node| node["alpha"].is_i64() || node["beta"].is_i64()),
            "{game}: no window is shown"
        );
    }
}

fn all(tree: &Value) -> Vec<&Value> {
    let below = tree["children"].as_array().unwrap().iter().flat_map(all);
    std::iter::once(tree).chain(below).collect()
}

#[test]
fn compares_plain_minimax_with_alpha_beta_and_stops_a_huge_count() {
    let run = arena(&["analyse", "tictactoe", "--depth", "9", "--pruning", "none", "--distance", "false"]);
    assert!(run.out.contains("18,297 nodes with alpha-beta, 30.1 times fewer"), "{}", run.out);
    let run = arena(&["analyse", "bones", "--option", "heap=200", "--ordering", "static", "--depth", "26"]);
    assert!(run.out.contains("more than 2,000,000 nodes without pruning"), "{}", run.out);
}

#[test]
fn accepts_chess_moves_in_coordinates_and_in_san() {
    let after = |moves: &str| analyse(&["chess", "--depth", "1", "--moves", moves])["position"].clone();
    assert_eq!(after("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"), after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"));
}

#[test]
fn usage_errors_exit_with_2_and_print_nothing_on_stdout() {
    let nested = "[".repeat(10_000) + &"]".repeat(10_000);
    for (arguments, words) in [
        (&["chequers"][..], "there is no game"),
        (&["tictactoe", "--depth", "0"], "depth: must be between 1 and 250, got 0"),
        (&["tictactoe", "--depth", "1000"], "depth: must be between 1 and 250, got 1000"),
        (&["tictactoe", "--depth", "-1"], "depth: must be between 1 and 250, got -1"),
        (&["tictactoe", "--depth", "six"], "invalid digit"),
        (&["tictactoe", "--pruning", "some"], "not a value of pruning; expected one of none, alpha-beta"),
        (&["tictactoe", "--ordering", "natural,best"], "expected one of natural, random, static"),
        (&["tictactoe", "--ordering", "static,static"], "static is listed twice"),
        (&["tictactoe", "--evaluation", "deep"], "there are lines, classic, zero"),
        (
            &["tictactoe", "--evaluation", "lines:three=1"],
            "no weight \"three\"; its weights are: one, two, win, centre",
        ),
        (&["tictactoe", "--evaluation", "lines:one=much"], "expected a whole number"),
        (&["tictactoe", "--evaluation", "lines:one=99999"], "between −10000 and 10000"),
        (&["tictactoe", "--book", "thick"], "there is no book \"thick\" for tictactoe; there are: classic"),
        (&["tictactoe", "--ties", "middle"], "expected one of random, first"),
        (&["tictactoe", "--bot", "bones-perfect"], "plays bones, not tictactoe"),
        (&["tictactoe", "--moves", "b2 a1 b2"], "b2 is not legal here (ply 2); legal: a3 b3 c3"),
        (&["tictactoe", "--moves", "b2 e4"], "e4 is not legal here (ply 1); legal: a3 b3 c3"),
        (&["tictactoe", "--moves", "a1 b1 a2 b2 a3 b3"], "b3 is not legal here (ply 5); legal: none, the game is over"),
        (&["tictactoe", "--position", "xxxx/.../..."], "expected three rows"),
        (&["tictactoe", "--option", "size=4"], "tictactoe has no options"),
        (&["bones", "--option", "heap"], "expected NAME=VALUE"),
        (&["bones", "--option", "heap=9223372036854775808"], "options of bones: heap: invalid value"),
        (&["bones", "--option", "haep=3"], "unknown field `haep`, expected `heap` or `most`"),
        (&["tree", "--position", &nested], "recursion limit"),
        (&["tree", "--position", "[1, \"two\"]"], "a leaf must be"),
        (&["tictactoe", "--tree", "tree.png"], "must end in .svg, .dot or .json"),
    ] {
        refused(&[&["analyse"], arguments].concat(), words);
    }
}

#[test]
fn an_unwritable_file_exits_with_1() {
    let run = arena(&["analyse", "tictactoe", "--depth", "2", "--tree", "no/such/folder/tree.svg"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("no/such/folder/tree.svg cannot be written"), "{}", run.err);
}

#[test]
fn every_documented_count_equals_the_output_of_its_command() {
    let nodes = |arguments: &[&str]| analyse(arguments)["nodes"].as_u64().unwrap();
    let alpha_beta = [10, 26, 96, 206, 1_079, 1_886, 9_092, 12_664, 18_297];
    let plain = [10, 82, 586, 3_610, 18_730, 73_450, 221_626, 422_074, 549_946];
    for (depth, (pruned, whole)) in (1..).zip(alpha_beta.into_iter().zip(plain)) {
        let depth = i32::to_string(&depth);
        let flags = ["--ordering", "natural", "--distance", "false", "--evaluation", "zero", "--depth", &depth];
        assert_eq!(nodes(&[&["tictactoe"], &flags[..]].concat()), pruned, "depth {depth}");
        assert_eq!(nodes(&["tictactoe", "--pruning", "none", "--depth", &depth]), whole, "depth {depth}");
    }
    let bones = |position: &str| analyse(&["bones", "--position", position, "--depth", "12", "--pruning", "none"]);
    assert_eq!(bones("12 first")["nodes"], 2_031);
    assert_eq!((&bones("6 first")["win_in"], &bones("8 first")["win_in"]), (&json!(3), &json!(-4)));
    let leaves = |position: &str| analyse(&["tree", "--position", position])["leaves"].as_u64();
    assert_eq!((leaves(TEXTBOOK), leaves("[[3,12,8],[2,4,6],[2,14,5]]")), (Some(7), Some(5)));
}

#[test]
fn a_large_game_has_a_default_limit_without_switches() {
    let found = analyse(&["connect4"]);
    assert_eq!(found["settings"]["nodes"], 500_000);
    assert!(found["nodes"].as_u64().unwrap() <= 500_000 && found["depth"].as_u64().unwrap() > 6, "{found}");
    let found = analyse(&["connect4", "--depth", "2"]);
    assert_eq!((&found["depth"], &found["settings"]["pruning"]), (&json!(2), &json!("alpha-beta")));
    assert_eq!(analyse(&["tictactoe"])["depth"], 6);
    let found = analyse(&["connect4", "--nodes", "1000000"]);
    assert_eq!((&found["settings"]["nodes"], &found["settings"]["pruning"]), (&json!(1_000_000), &json!("pvs")));
    let found = analyse(&["reversi", "--time-ms", "50"]);
    assert_eq!((&found["settings"]["time_ms"], &found["settings"]["table_mb"]), (&json!(50), &json!(16)));
    assert!(found["settings"]["nodes"].is_null(), "{found}");
}

#[test]
fn a_search_without_a_complete_depth_has_no_answer() {
    let found = analyse(&["chess", "--nodes", "3"]);
    assert_eq!((&found["stopped"], &found["depth"], &found["line"]), (&json!(true), &json!(0), &json!([])));
    assert!(found.get("best").is_none(), "{found}");
    let run = arena(&["analyse", "chess", "--nodes", "3"]);
    assert!(run.out.contains("before depth 1 was completed") && !run.out.contains("Best move"), "{}", run.out);
}

#[test]
fn multipv_prints_several_lines_with_values() {
    let found = analyse(&["tictactoe", "--moves", "b2 b1", "--depth", "9", "--multipv", "3"]);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["value"], &lines[0]["moves"]), (3, &found["value"], &found["line"]));
    let run = arena(&["analyse", "chess", "--multipv", "2", "--nodes", "20000"]);
    assert!(run.out.contains("\nLine 1     ") && run.out.contains("\nLine 2     "), "{}", run.out);
    assert_eq!(arena(&["analyse", "chess", "--multipv", "2", "--compare"]).code, 2);
}

/// Ends an endless search from outside, as Ctrl-C does.
#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_its_result() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["analyse", "chess", "--deepening", "--depth", "60", "--time-ms", "100000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for a first depth, even on a busy machine. Otherwise the answer is empty, which is valid too.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let id = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut out).unwrap();
    assert!(child.wait().unwrap().success());
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&found["game"], &found["stopped"]), (&json!("chess"), &json!(true)));
}
