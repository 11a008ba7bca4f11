//! The searches against the published counts, and the diagnosis against searches with a mistake.

use proptest::prelude::*;

use arena_bots::{Roster, Source};
use arena_games::seed::Rng;
use arena_games::{GameId, Options, Weights};

use super::diagnose::{Asked, causes};
use super::grade::Sequential;
use super::report::{self, Reader};
use super::search::{Fault, Method, best_moves, exact, faulty, search};
use super::session::Observed;
use super::task::{Check, Equality, Kind, SearchTest};
use super::tree::{Setup, Tree, random_tree};
use super::{Marks, Task, TestMarks};

const SOFT: Method = Method { depth: None, pruning: true, equality: true, hard: false, fault: None };
const MINIMAX: Method = Method { pruning: false, ..SOFT };

fn setup(game: GameId) -> Setup {
    Setup { game, options: Options::new(), evaluation: None, weights: Weights::new(), win: 1 }
}

fn tree(game: GameId, position: Option<&str>) -> Tree {
    Tree::new(game, setup(game).state(position).unwrap(), None)
}

#[test]
fn searches_have_the_published_counts() {
    let nodes = |method, depth| {
        let mut tree = tree(GameId::TicTacToe, None);
        search(&mut tree, Method { depth: Some(depth), ..method }, usize::MAX).unwrap().generated.len() + 1
    };
    let alpha_beta = [10, 26, 96, 206, 1079, 1886, 9092, 12664, 18297];
    for (depth, count) in (1..).zip(alpha_beta) {
        assert_eq!(nodes(SOFT, depth), count, "alpha-beta to depth {depth}");
    }
    for (depth, count) in (1..).zip([10, 82, 586, 3610, 18730]) {
        assert_eq!(nodes(MINIMAX, depth), count, "minimax to depth {depth}");
    }
}

#[test]
fn alpha_beta_visits_seven_of_the_textbooks_nine_leaves() {
    let visited = |position: &str| {
        let mut tree = tree(GameId::Tree, Some(position));
        let run = search(&mut tree, SOFT, 100).unwrap();
        assert_eq!(run.value, 3.0);
        let leaves: Vec<String> = run.leaves.iter().map(|leaf| tree.state_name(*leaf)).collect();
        leaves.join(" ")
    };
    assert_eq!(visited("[[3,12,8],[2,4,6],[14,5,2]]"), "B1 B2 B3 C1 D1 D2 D3");
    assert_eq!(visited("[[3,12,8],[2,4,6],[2,14,5]]"), "B1 B2 B3 C1 D1");
}

proptest! {
    #[test]
    fn pruning_changes_neither_value_nor_first_best_move(seed in any::<u64>()) {
        let text = random_tree(&mut Rng::new(seed), 4, [1, 3], [-3, 3]).to_string();
        let mut tree = tree(GameId::Tree, Some(&text));
        let (value, moves) = exact(&mut tree, None, 10_000).unwrap();
        let best = best_moves(&moves, true);
        let soft = search(&mut tree, SOFT, 10_000).unwrap();
        let hard = search(&mut tree, Method { hard: true, ..SOFT }, 10_000).unwrap();
        prop_assert_eq!(&soft.leaves, &hard.leaves);
        for run in [search(&mut tree, MINIMAX, 10_000).unwrap(), soft, hard] {
            prop_assert_eq!(run.value, value);
            prop_assert_eq!(run.moves[0], best[0]);
        }
    }
}

fn search_test(alpha_beta: bool) -> SearchTest {
    SearchTest {
        alpha_beta,
        checks: vec![Check::Value, Check::Move, Check::Leaves],
        equality: Equality::Cut,
        at_once: false,
        positions: Vec::new(),
        orders: 0,
        play: 0,
    }
}

/// Answers questions as a program would that searches with this method.
fn answered(method: Method, test: &SearchTest) -> Vec<Asked> {
    let mean = Setup { evaluation: Some("mean".to_owned()), ..setup(GameId::Tree) };
    let mut rng = Rng::new(7);
    (0..24)
        .map(|index| {
            let side = if index % 2 == 1 { " second" } else { "" };
            // Some branches end before the depth limit, and some at it.
            let deep = random_tree(&mut rng, 5, [2, 3], [-6, 6]);
            let shallow = random_tree(&mut rng, 2, [2, 3], [-6, 6]);
            let middle = random_tree(&mut rng, 1, [2, 3], [-6, 6]);
            let text = format!("[{deep},{middle},{shallow},{deep}]{side}");
            let mut tree = Tree::new(GameId::Tree, mean.state(Some(&text)).unwrap(), None);
            let run = search(&mut tree, method, 100_000).unwrap();
            let observed = Observed {
                value: Some(run.value),
                action: run.moves.last().copied(),
                valued: run.leaves,
                generated: run.generated,
                ..Observed::default()
            };
            Asked::new(tree, GameId::Tree, observed, test, method.depth).unwrap()
        })
        .collect()
}

#[test]
fn every_mistake_is_named() {
    let mut named = Vec::new();
    for alpha_beta in [false, true] {
        let test = search_test(alpha_beta);
        let depth = Some(4);
        let right = test.methods(depth)[0];
        assert_eq!(causes(&mut answered(right, &test), &test, depth), [""; 0]);
        for method in faulty(right) {
            let text = method.fault.unwrap().text();
            // In a tree, the mean of a leaf is its value.
            if matches!(method.fault, Some(Fault::HorizonFirst | Fault::HeuristicAtEnd)) {
                continue;
            }
            let found = causes(&mut answered(method, &test), &test, depth);
            if found.first() != Some(&text) {
                named.push((alpha_beta, text, found));
            }
        }
    }
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn evaluations_of_finished_games_are_named() {
    let lines = Setup { evaluation: Some("lines".to_owned()), win: 1_000, ..setup(GameId::TicTacToe) };
    let test = search_test(false);
    for (fault, depth) in [(Fault::HorizonFirst, 3), (Fault::HeuristicAtEnd, 4)] {
        let method = Method { depth: Some(depth), fault: Some(fault), ..MINIMAX };
        let answer = |position: &str| {
            let mut tree = Tree::new(GameId::TicTacToe, lines.state(Some(position)).unwrap(), None);
            let run = search(&mut tree, method, 100_000).unwrap();
            let observed = Observed {
                value: Some(run.value),
                action: run.moves.first().copied(),
                valued: run.leaves,
                generated: run.generated,
                ..Observed::default()
            };
            Asked::new(tree, GameId::TicTacToe, observed, &test, Some(depth)).unwrap()
        };
        let mut asked = ["xox/..o/... x", "xxo/oo./x.. x", "xo./xo./... x", "x.o/.x./..o x"].map(answer);
        assert_eq!(causes(&mut asked, &test, Some(depth)).first(), Some(&fault.text()));
    }
}

#[test]
fn other_treatment_of_equal_bounds_is_named() {
    let test = search_test(true);
    let strict = Method { equality: false, ..SOFT };
    assert_eq!(causes(&mut answered(strict, &test), &test, None)[0], "does not cut where α = β");
    let wants_strict = SearchTest { equality: Equality::NoCut, ..search_test(true) };
    let found = causes(&mut answered(SOFT, &wants_strict), &wants_strict, None);
    assert_eq!(found[0], "cuts where α = β, which this task does not want");
    let either = SearchTest { equality: Equality::Either, ..search_test(true) };
    for method in [strict, SOFT, Method { hard: true, ..SOFT }, Method { hard: true, ..strict }] {
        assert!(answered(method, &either).iter().all(|asked| asked.wrong.is_empty()), "{method:?}");
    }
}

#[test]
fn a_cut_child_is_named_with_the_window() {
    let test = search_test(true);
    let mut tree = tree(GameId::Tree, Some("[[3,12,8],[2,4,6],[14,5,2]]"));
    let run = search(&mut tree, MINIMAX, 100).unwrap();
    let observed = Observed {
        value: Some(3.0),
        action: Some(0),
        valued: run.leaves,
        generated: run.generated,
        ..Observed::default()
    };
    let asked = Asked::new(tree, GameId::Tree, observed, &test, None).unwrap();
    assert_eq!(asked.wrong, ["expands node C's second child, which alpha-beta cuts (α = 3, β = 2)"]);
}

fn read(text: &str) -> Result<Task, String> {
    let roster = Roster::load(None).unwrap();
    let none = |name: &str| Err(format!("{name} does not exist"));
    super::read(&Source { file: "task", text }, &roster, &none, None).map_err(|error| error.to_string())
}

#[test]
fn errors_in_tasks_name_line_and_key() {
    let test = |keys: &str| format!("title = \"t\"\n[[tests]]\nname = \"n\"\npoints = 1\n{keys}");
    for (keys, problem) in [
        ("game = \"tree\"\ndepth = 0", "task, line 6: depth: must be at least 1"),
        ("game = \"tree\"\npositions = [\"[[1\"]", "task, line 6: positions: position of tree: expected nested arrays"),
        ("game = \"tree\"\npositions = [\"3\"]", "task, line 6: positions: the game is over in 3"),
        ("game = \"bones\"\nkind = \"beats\"\nbot = \"tictactoe-club\"", "task, line 7: bot: tictactoe-club plays"),
        ("game = \"bones\"\nkind = \"beats\"", "task, line 2: bot: names the opponent"),
        ("game = \"bones\"\ncheck = [\"values\"]", "task, line 6: check"),
    ] {
        let found = read(&test(keys)).unwrap_err();
        assert!(found.starts_with(problem), "{found}");
    }
    let found = read("title = \"t\"\nhandout = [\"a.py\"]\ntests = []").unwrap_err();
    assert_eq!(found, "task: handout: a.py does not exist");
}

#[test]
fn random_trees_depend_on_the_seed_only() {
    let trees = |seed| {
        let text = format!(
            "title = \"t\"\n[[tests]]\nname = \"n\"\npoints = 1\ngame = \"tree\"\n\
             trees = {{ count = 3, seed = {seed}, depth = 2, branching = [2, 3], values = [0, 9] }}"
        );
        match read(&text).unwrap().tests.remove(0).kind {
            Kind::Search(test) => test.positions,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(trees(1), trees(1));
    assert_ne!(trees(1), trees(2));
    assert!(trees(1)[1].as_ref().unwrap().ends_with("second"));
}

#[test]
fn matches_end_once_the_share_is_certain() {
    let games = |results: &[f64]| {
        let mut test = Sequential::new(0.5, 0.7);
        results.iter().cycle().take(1_000).enumerate().find_map(|(game, points)| Some((game + 1, test.add(*points)?)))
    };
    assert_eq!(games(&[1.0]), Some((9, true)));
    assert_eq!(games(&[0.0]), Some((6, false)));
    assert_eq!(games(&[0.5]).map(|(_, enough)| enough), Some(false));
    assert_eq!(games(&[1.0, 1.0, 1.0, 0.0]).map(|(_, enough)| enough), Some(true));
    assert_eq!(Sequential::new(0.8, 1.0).add(0.5), None, "a single draw decides nothing");
}

fn marks() -> Marks {
    let test = |name: &str, score, hidden| TestMarks {
        name: name.to_owned(),
        score,
        points: 4,
        passed: score == 4,
        hidden,
        details: vec!["α < β & more".to_owned()],
        cause: Some("a cause".to_owned()),
    };
    let tests = vec![test("right", 4, false), test("half", 2, false), test("secret", 0, true)];
    Marks { submission: "=cmd, \"x\"".to_owned(), refused: None, tests }
}

#[test]
fn gradescope_has_every_test_with_its_points() {
    let json = report::gradescope(&marks(), Reader::Teacher);
    let points: Vec<_> =
        json["tests"].as_array().unwrap().iter().map(|test| (&test["score"], &test["status"])).collect();
    assert_eq!(
        format!("{points:?}"),
        r#"[(Number(4), String("passed")), (Number(2), String("failed")), (Number(0), String("failed"))]"#
    );
    assert_eq!(json["tests"][1]["output"], "α < β & more\nlikely cause: a cause");
    assert_eq!((&json["tests"][2]["output"], &json["tests"][2]["visibility"]), (&"".into(), &"hidden".into()));
    assert_eq!(json["score"], 6);
}

#[test]
fn classroom50_has_the_names_of_its_runner() {
    let variable = |name: &str| (name == "CLASSROOM").then(|| "cs".to_owned());
    let json = report::classroom50(&marks(), Reader::Student, &variable, "2026-01-02T03:04:05Z");
    assert_eq!(json["schema"], "classroom50/result/v1");
    assert_eq!((&json["classroom"], &json["assignment"]), (&"cs".into(), &"unknown".into()));
    assert_eq!(
        (&json["score"], &json["max-score"], &json["datetime"]),
        (&6.into(), &12.into(), &"2026-01-02T03:04:05Z".into())
    );
    assert_eq!(json["tests"][1]["test-name"], "half");
    assert_eq!(json["tests"][1]["output"], "", "details are hidden");
}

#[test]
fn texts_of_students_are_escaped() {
    let csv = report::csv(&[marks()], Reader::Teacher);
    assert_eq!(csv.lines().nth(1).unwrap(), "\"'=cmd, \"\"x\"\"\",6,12,4,2,0,a cause");
    let xml = report::junit(&[marks()], Reader::Teacher);
    assert!(xml.contains("<testsuite name=\"=cmd, &quot;x&quot;\" tests=\"3\" failures=\"2\">"), "{xml}");
    assert!(xml.contains("α &lt; β &amp; more"), "{xml}");
    let hidden = report::junit(&[marks()], Reader::Student);
    assert!(!hidden.contains("cause"), "{hidden}");
}
