//! Drawings of trees with known content.

use serde_json::json;

use super::layout::{Size, place};
use super::{Reading, SearchedTree, TreeNode, ValueStyle, dot, grouped, signed, svg};
use arena_games::bones::Bones;
use arena_games::tictactoe::TicTacToe;
use arena_games::tree::Tree;
use arena_games::{Evaluation, Game, Hints, Weights};
use arena_search::trace::Recorder;
use arena_search::{Budget, SearchOptions, Searcher, Ties, WIN};

fn searched<G: Game + Hints>(text: &str, depth: u16, plies: usize) -> SearchedTree {
    let position = G::parse(&G::Options::default(), text).expect("the position is valid");
    let options = SearchOptions { depth, ties: Ties::First, ..SearchOptions::default() };
    let evaluation = G::Evaluation::named("zero", &Weights::new()).expect("every game has the zero evaluation");
    let mut recorder = Recorder::new(plies, 10_000);
    let report = Searcher::new().search(&position, &options, &evaluation, &Budget::UNLIMITED, 0, &mut recorder);
    let style = ValueStyle::of::<G>(&options);
    let node = recorder.into_root().expect("the search was completed");
    let root = TreeNode::read(&position, &node, Reading { line: &report.line, style, drawn: true });
    let (title, description) = ("Title <&>".to_owned(), "Description <&>".to_owned());
    SearchedTree { root, title, description, sides: G::INFO.sides, style, windows: true }
}

fn textbook() -> SearchedTree {
    searched::<Tree>("[[3,12,8],[2,4,6],[14,5,2]]", 2, 9)
}

#[test]
fn textbook_tree_json_has_values_windows_and_pruned_leaves() {
    let tree = serde_json::to_value(&textbook().root).expect("a tree serializes to JSON");
    let leaf = |index: u32, value: i32, beta: Option<i32>| json!({"move": index.to_string(), "value": value, "alpha": 3, "beta": beta, "side": "first", "kind": "leaf", "children": []});
    let cut = |index: u32, payoff: i32| json!({"move": index.to_string(), "payoff": payoff, "alpha": 3, "beta": null, "side": "first", "kind": "pruned", "children": []});
    assert_eq!((&tree["value"], &tree["kind"], &tree["alpha"]), (&json!(3), &json!("inner"), &json!(null)));
    assert_eq!(tree["children"][1]["children"], json!([leaf(0, 2, None), cut(1, 4), cut(2, 6)]));
    assert_eq!(tree["children"][2]["children"], json!([leaf(0, 14, None), leaf(1, 5, Some(14)), leaf(2, 2, Some(5))]));
    let bounds: Vec<_> = (0..3).map(|index| tree["children"][index]["bound"].as_str()).collect();
    assert_eq!(bounds, [None, Some("upper"), None], "only C was cut");
    let chosen = |node: &serde_json::Value| node["chosen"] == json!(true);
    assert!(chosen(&tree) && chosen(&tree["children"][0]) && chosen(&tree["children"][0]["children"][0]));
    assert!(!chosen(&tree["children"][1]) && !chosen(&tree["children"][0]["children"][1]));
}

#[test]
fn counts_nodes_below_the_recorded_depth() {
    let full = searched::<TicTacToe>("xo./.x./..o x", 9, 9).root;
    assert_eq!(full.hidden_below(), 0);
    let top = searched::<TicTacToe>("xo./.x./..o x", 9, 2).root;
    let pruned = |node: &TreeNode| {
        fn count(node: &TreeNode) -> usize {
            usize::from(node.is_pruned()) + node.children.iter().map(count).sum::<usize>()
        }
        count(node)
    };
    assert_eq!((top.size() - pruned(&top)) as u64 + top.hidden_below(), (full.size() - pruned(&full)) as u64);
}

#[test]
fn svg_has_a_shape_for_every_node_and_a_mark_for_every_cutoff() {
    let picture = svg(&textbook());
    let count = |what: &str| picture.matches(what).count();
    assert_eq!(count("<path class=\"max\""), 1, "the root");
    assert_eq!(count("<path class=\"min\""), 3, "three moves of MAX");
    assert_eq!(count("<rect class=\"leaf\""), 9, "nine leaves, including pruned ones");
    assert_eq!(count("class=\"edge"), 12);
    assert_eq!((count("class=\"edge pick\""), count("class=\"edge cut\"")), (2, 2), "the chosen line and the cuts");
    assert_eq!(count("class=\"mark\""), 4, "two strokes per cutoff");
    assert_eq!(count("[3, ∞]"), 2, "the windows of C and D");
    assert!(picture.contains("<title id=\"tree-title\">Title &lt;&amp;&gt;</title>"), "{picture}");
    assert!(picture.contains("<desc id=\"tree-description\">Description &lt;&amp;&gt;</desc>"));
    assert!(picture.contains("prefers-color-scheme:dark"));
}

#[test]
fn svg_draws_small_boards() {
    let tree = searched::<TicTacToe>("xo./.x./..o x", 9, 2);
    let picture = svg(&tree);
    assert_eq!(picture.matches("<path class=\"grid\"").count(), tree.root.size());
    assert!(picture.contains("MAX · X") && picture.contains("MIN · O") && picture.contains("win 3"));
    assert!(picture.contains("⋮"), "hidden nodes are indicated");
}

#[test]
fn svg_draws_heaps_with_bones_and_value() {
    let picture = svg(&searched::<Bones>("5 first", 9, 9));
    assert!(picture.contains(">win 3<") && picture.contains(">5<") && picture.contains("[W3, ∞]"), "{picture}");
}

#[test]
fn neighbours_never_overlap_and_parents_are_centred_over_children() {
    let tree = searched::<TicTacToe>("x../.o./... x", 4, 3);
    let layout = place(&tree.root, &|node| {
        let half = if node.is_pruned() { 5.0 } else { 20.0 };
        Size { left: half, right: half + 7.0, height: 10.0 }
    });
    assert_eq!(layout.nodes.len(), tree.root.size());
    for depth in 0..layout.rows.len() {
        let row: Vec<_> = layout.nodes.iter().filter(|placed| placed.depth == depth).collect();
        for pair in row.windows(2) {
            assert!(pair[0].x + pair[0].size.right <= pair[1].x - pair[1].size.left + 1e-6, "row {depth}");
        }
        assert!(row.iter().all(|placed| placed.x - placed.size.left >= -1e-6));
        assert!(row.iter().all(|placed| placed.x + placed.size.right <= layout.width + 1e-6));
    }
    for (index, placed) in layout.nodes.iter().enumerate() {
        let children: Vec<f64> =
            layout.nodes.iter().filter(|child| child.parent == Some(index)).map(|child| child.x).collect();
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            assert!((placed.x - f64::midpoint(*first, *last)).abs() < 1e-6);
        }
    }
}

#[test]
fn dot_has_a_statement_for_every_node_and_edge() {
    let text = dot(&textbook());
    assert_eq!(text.lines().filter(|line| line.contains("shape=")).count(), 13);
    assert_eq!(text.lines().filter(|line| line.contains("->")).count(), 12);
    assert_eq!(text.lines().filter(|line| line.contains("->") && line.contains("dashed")).count(), 2);
    assert!(text.contains("shape=triangle") && text.contains("shape=invtriangle"));
    assert!(text.contains("label=\"2\\n[3, ∞]\""), "{text}");
}

#[test]
fn formats_values() {
    let style = ValueStyle::of::<TicTacToe>(&SearchOptions::default());
    assert_eq!((style.short(WIN - 5), style.short(4 - WIN)), ("win 5".into(), "loss 4".into()));
    assert_eq!((style.sentence(WIN - 1), style.sentence(2 - WIN)), ("wins in 1 ply".into(), "loses in 2 plies".into()));
    assert_eq!((style.short(12), style.short(-3), style.win_in(4 - WIN)), ("+12".into(), "−3".into(), Some(-4)));
    let plain = ValueStyle::of::<TicTacToe>(&SearchOptions { distance: false, ..SearchOptions::default() });
    assert_eq!((plain.sentence(WIN), plain.shortest(-WIN), plain.win_in(WIN)), ("wins".into(), "L".into(), None));
    let payoff = ValueStyle::of::<Tree>(&SearchOptions::default());
    assert_eq!((payoff.sentence(-7), payoff.short(900_000)), ("gets −7".into(), "900000".into()));
    assert_eq!(
        (signed(0), grouped(549_946), grouped(999), grouped(1_000)),
        ("0".into(), "549,946".into(), "999".into(), "1,000".into())
    );
}
