//! Questions with known answers, and rejected questions.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::{AnalysisAnswer, Question, QuestionError, analyse, written_moves};
use crate::{Roster, TurnLimits};

static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(None).expect("the shipped bots are valid"));

fn ask(body: Value) -> Result<AnalysisAnswer, QuestionError> {
    let question = Question::from_json(body, &ROSTER)?;
    Ok(analyse(&question, TurnLimits::default())?)
}

fn answer(body: Value) -> Value {
    ask(body).expect("the question is valid").to_json().expect("an answer serializes to JSON")
}

fn refusal(body: Value) -> String {
    ask(body).expect_err("the question is invalid").to_string()
}

#[test]
fn textbook_tree_has_value_3_and_prunes_4_and_6() {
    let reply = answer(json!({"game": "tree", "position": "[[3,12,8],[2,4,6],[14,5,2]]", "tree_depth": 2}));
    assert_eq!((&reply["value"], &reply["best"], &reply["line"]), (&json!(3), &json!("0"), &json!(["0", "0"])));
    assert_eq!((&reply["nodes"], &reply["leaves"], &reply["pruned"]), (&json!(11), &json!(7), &json!([4, 6])));
    assert_eq!(reply["tree"]["children"][1]["children"][2]["kind"], "pruned");
    assert_eq!(reply["value_text"], "gets 3");
}

#[test]
fn values_are_for_min_if_min_is_to_move() {
    let reply =
        answer(json!({"game": "tree", "position": "[[3,12,8],[2,4,6],[14,5,2]]", "moves": ["1"], "tree_depth": 2}));
    assert_eq!((&reply["side"], &reply["value"], &reply["best"]), (&json!("second"), &json!(-2), &json!("0")));
    assert_eq!(reply["tree"]["children"][1]["value"], -4);
    assert_eq!(reply["position"], "[2,4,6] second");
}

#[test]
fn published_counts_hold_with_default_ties() {
    let body =
        json!({"game": "tictactoe", "depth": 9, "pruning": "alpha-beta", "ordering": ["natural"], "distance": false});
    let reply = answer(body);
    assert_eq!((&reply["value"], &reply["nodes"]), (&json!(0), &json!(18_297)));
    assert_eq!(reply["settings"]["ties"], "first");
    assert_eq!(reply.get("win_in"), None);
}

#[test]
fn exact_root_values_are_exact_and_others_are_bounds() {
    let moves = json!(["a1", "b1"]);
    let exact = answer(json!({"game": "tictactoe", "moves": moves, "depth": 9, "exact_root": true}));
    let bounds = answer(json!({"game": "tictactoe", "moves": moves, "depth": 9}));
    let root = |reply: &Value| reply["root"].as_array().expect("the value is a list").clone();
    assert!(root(&exact).iter().all(|mv| mv["exact"] == true));
    assert!(root(&bounds).iter().any(|mv| mv["exact"] == false));
    for (exact, bound) in root(&exact).iter().zip(root(&bounds)) {
        assert!(bound["value"].as_i64() >= exact["value"].as_i64(), "{bound} is a bound of {exact}");
    }
    assert_eq!((&exact["value_text"], &exact["win_in"]), (&json!("wins in 5 plies"), &json!(5)));
}

#[test]
fn reports_book_moves_along_with_the_search() {
    let reply = answer(json!({"game": "tictactoe", "book": true, "depth": 2}));
    assert_eq!(reply["book"], json!({"name": "classic", "moves": ["b2"]}));
    assert_eq!(reply["root"].as_array().map(Vec::len), Some(9));
    assert_eq!(answer(json!({"game": "tictactoe", "book": true, "moves": ["a1"]})).get("book"), None);
}

#[test]
fn finished_game_has_a_value_and_no_best_move() {
    let reply = answer(json!({"game": "tictactoe", "moves": "a1 b1 a2 b2 a3"}));
    assert_eq!((reply.get("best"), &reply["value_text"], &reply["win_in"]), (None, &json!("has lost"), &json!(0)));
    assert_eq!((&reply["line"], &reply["root"]), (&json!([]), &json!([])));
    let drawn = answer(json!({"game": "tictactoe", "position": "xox/xxo/oxo"}));
    assert_eq!(drawn["value_text"], "has drawn");
}

#[test]
fn question_overrides_the_switches_of_its_bot() {
    let reply = answer(json!({"game": "tictactoe", "bot": "tictactoe-textbook", "depth": 3}));
    let settings = &reply["settings"];
    assert_eq!((&settings["name"], &settings["pruning"]), (&json!("tictactoe-textbook"), &json!("none")));
    assert_eq!((&settings["depth"], &reply["nodes"]), (&json!(3), &json!(586)));
}

#[test]
fn external_node_limit_ends_the_search() {
    let limits = TurnLimits { nodes: Some(100), ..TurnLimits::default() };
    let search = |deepening: bool| {
        let question = json!({"game": "tictactoe", "depth": 9, "deepening": deepening});
        let question = Question::from_json(question, &ROSTER).expect("the question is valid");
        analyse(&question, limits).expect("the question is valid").analysis
    };
    let full = search(false);
    assert!(full.stopped && full.nodes == 100, "{full:?}");
    assert_eq!((full.depth, full.best), (0, None), "no depth was completed, so nothing is known");
    let shallower = search(true);
    assert!(shallower.stopped && shallower.depth > 0 && shallower.best.is_some(), "{shallower:?}");
}

#[test]
fn branching_factor_is_that_of_a_uniform_tree() {
    let reply = answer(json!({"game": "tree", "pruning": "none", "depth": 2}));
    assert_eq!((&reply["nodes"], &reply["branching"]), (&json!(13), &json!(3.0)));
}

#[test]
fn a_deepening_search_tells_how_its_value_developed() {
    let question = json!({"game": "chess", "depth": 3, "deepening": true});
    let reply = answer(question);
    let depths = reply["depths"].as_array().expect("several depths were searched");
    let last = depths.last().expect("the list is not empty");
    assert_eq!(depths.iter().map(|one| &one["depth"]).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&last["value"], &last["move"], &last["nodes"]), (&reply["value"], &reply["best"], &reply["nodes"]));
    assert_eq!(last["notation"], reply["notation"][0]);
    assert_eq!(answer(json!({"game": "chess", "depth": 2}))["depths"], json!(null));
}

#[test]
fn accepts_move_numbers() {
    let written = written_moves("1. e4 e5 2.Nf3 2... Nc6 3… 4.  12 0");
    assert_eq!(written, ["e4", "e5", "2.Nf3", "Nc6", "12", "0"]);
    for moves in [json!("1. e4 e5 2.Nf3 Nc6"), json!(["1.", "e4", "e5", "2.", "Nf3", "2...", "Nc6"])] {
        let reply = answer(json!({"game": "chess", "moves": moves, "depth": 1}));
        assert_eq!(reply["position"], "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    }
}

#[test]
fn errors_name_the_key_and_the_problem() {
    for (body, words) in [
        (json!([]), "invalid type: sequence"),
        (json!({}), "missing field `game`"),
        (json!({"game": 3}), "game: invalid type: integer `3`, expected a string"),
        (json!({"game": "go"}), "there are tictactoe"),
        (json!({"game": "bones", "options": {"heap": 0}}), "heap must be between 1 and 1000, got 0"),
        (json!({"game": "bones", "options": [1]}), "options: expected an object"),
        (json!({"game": "tictactoe", "depth": 0}), "depth: must be between 1 and 250, got 0"),
        (json!({"game": "tictactoe", "depth": 1000}), "depth: must be between 1 and 250, got 1000"),
        (json!({"game": "tictactoe", "depth": "six"}), "depth: invalid type: string \"six\", expected a whole number"),
        (json!({"game": "tictactoe", "depht": 6}), "unknown field `depht`"),
        (json!({"game": "tictactoe", "colour": "red"}), "unknown field `colour`"),
        (json!({"game": "tictactoe", "name": "me"}), "name: belongs to a bot"),
        (json!({"game": "tictactoe", "moves": ["b2", "b2"]}), "b2 is not legal here (ply 1); legal: a3 b3 c3"),
        (json!({"game": "tictactoe", "moves": ["b2", "z9"]}), "z9 is not legal here (ply 1); legal: a3 b3 c3"),
        (json!({"game": "chess", "moves": "1. e5"}), "e5 is not legal here (ply 0); legal: a3 a4 b3"),
        (json!({"game": "tictactoe", "moves": [3]}), "moves: expected a list"),
        (json!({"game": "tictactoe", "position": "xxx"}), "expected three rows"),
        (json!({"game": "tictactoe", "position": 3}), "position: invalid type: integer `3`, expected a string"),
        (json!({"game": "tictactoe", "bot": "nobody"}), "there is no bot \"nobody\"; there are tictactoe-"),
        (json!({"game": "bones", "bot": "tictactoe-perfect"}), "plays tictactoe, not bones"),
        (json!({"game": "tictactoe", "evaluation": {"name": "lines", "weights": {"three": 1}}}), "no weight \"three\""),
        (json!({"game": "tree", "book": true}), "there is no opening book for tree"),
        (json!({"game": "tictactoe", "tree_depth": -1}), "tree_depth: expected a whole number from 0 to 250"),
        (json!({"game": "tictactoe", "page": {}}), "page: belongs to /api/trace"),
    ] {
        let message = refusal(body.clone());
        assert!(message.contains(words), "{body}: {message}");
    }
}

#[test]
fn rejects_hostile_texts_with_short_messages() {
    let nested = "[".repeat(10_000) + &"]".repeat(10_000);
    assert!(refusal(json!({"game": "tree", "position": nested})).contains("recursion limit exceeded"));
    let huge = format!("[{}1]", "1,".repeat(1 << 20));
    assert!(refusal(json!({"game": "tree", "position": huge})).contains("at most 1048576 bytes"));
    for game in ["tictactoe", "bones"] {
        let message = refusal(json!({"game": game, "position": "x/".repeat(1 << 19)}));
        assert!(message.len() < 300, "{message}");
    }
    let message = refusal(json!({"game": "tictactoe", "moves": ["x".repeat(1 << 20)]}));
    assert!(message.len() < 300, "{message}");
}

#[test]
fn steps_include_small_boards_on_request() {
    let steps = |question: Value| {
        let question = Question::of_steps(question, &ROSTER).expect("the question is valid");
        let answer = analyse(&question, TurnLimits::default()).expect("the analysis succeeds");
        answer.to_json().expect("an answer serializes to JSON")["steps"]["steps"].clone()
    };
    let entered = |steps: &Value| {
        let steps = steps.as_array().expect("the value is a list").iter();
        steps.filter(|step| step["code"] == "enter").map(|step| step.get("cells").cloned()).collect::<Vec<_>>()
    };
    let question = json!({"game": "tictactoe", "moves": ["b2"], "depth": 1, "page": {"boards": true}});
    let boards = entered(&steps(question.clone()));
    assert_eq!(boards[0], Some(json!(["", "", "", "", "x", "", "", "", ""])));
    assert_eq!((boards.len(), boards.iter().all(Option::is_some)), (9, true));
    let mut silent = question;
    silent["page"] = json!({});
    assert!(entered(&steps(silent)).iter().all(Option::is_none));
    let large = entered(&steps(json!({"game": "connect4", "depth": 1, "page": {"boards": true}})));
    assert!(large.iter().all(Option::is_none), "a board of 42 cells is not small");
}

#[test]
fn steps_write_moves_in_the_usual_notation() {
    let question = json!({
        "game": "chess", "position": "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "depth": 2, "deepening": false,
        "page": {"count": 2000},
    });
    let question = Question::of_steps(question, &ROSTER).expect("the question is valid");
    let answer = analyse(&question, TurnLimits::default())
        .expect("the analysis succeeds")
        .to_json()
        .expect("an answer serializes to JSON");
    let steps = answer["steps"]["steps"].as_array().expect("the value is a list");
    let written = |mv: &str, ply: u64| -> Vec<&Value> {
        steps.iter().filter(|step| step["move"] == mv && step["ply"] == ply).map(|step| &step["notation"]).collect()
    };
    let mate = written("b1b8", 1);
    assert!(!mate.is_empty() && mate.iter().all(|notation| **notation == "Rb8#"), "{mate:?}");
    assert!(written("g8f8", 2).iter().all(|notation| **notation == "Kf8"));
    let cut =
        steps.iter().find(|step| step["code"] == "cut" && step["ply"] == 1).expect("there is a cutoff below the root");
    let (moves, notation) = (&cut["pruned"]["moves"], &cut["pruned"]["notation"]);
    assert_eq!(moves.as_array().map(Vec::len), notation.as_array().map(Vec::len), "{cut}");
    assert_ne!(moves, notation);
    let tictactoe = Question::of_steps(json!({"game": "tictactoe", "depth": 2, "page": {}}), &ROSTER)
        .expect("the question is valid");
    let answer = analyse(&tictactoe, TurnLimits::default())
        .expect("the analysis succeeds")
        .to_json()
        .expect("an answer serializes to JSON");
    assert!(!answer["steps"].to_string().contains("notation"), "tic-tac-toe has no other notation");
}

#[test]
fn scale_describes_decided_values() {
    let reply = answer(json!({"game": "tictactoe", "moves": ["a1", "a2", "b1", "b2"], "depth": 3}));
    let scale = &reply["scale"];
    let number = |value: &Value| value.as_i64().expect("the value is a number");
    assert_eq!(number(&scale["win"]) - number(&reply["value"]), number(&reply["win_in"]));
    assert!(number(&reply["value"]) > number(&scale["decided_beyond"]));
    let won = answer(json!({"game": "tictactoe", "depth": 1, "distance": false}));
    assert_eq!(won["scale"].get("win"), None);
    assert_eq!(answer(json!({"game": "tree"})).get("scale"), None, "payoffs have no scale");
    let margin = answer(json!({"game": "reversi", "depth": 1}));
    assert!(number(&margin["scale"]["margin"]) > number(&margin["scale"]["decided_beyond"]));
}
