//! `arena bench`: the signature depends only on the searches.

use crate::arena::arena;

#[test]
fn signature_and_untimed_fields_are_reproducible() {
    let untimed = || {
        let mut report = arena(&["bench", "--json", "--repeat", "1"]).json();
        let strip = |value: &mut serde_json::Value| {
            let object = value.as_object_mut().unwrap();
            assert!(object.keys().any(|key| key.starts_with("timing")));
            object.retain(|key, _| !key.starts_with("timing"));
        };
        report["searches"].as_array_mut().unwrap().iter_mut().for_each(strip);
        strip(&mut report);
        report
    };
    let report = untimed();
    assert_eq!(report, untimed());
    assert_eq!(report["signature"].as_str().unwrap().len(), 16);
    assert_eq!(report["signatures"], pinned());
    let searches = report["searches"].as_array().unwrap();
    let nodes: u64 = searches.iter().map(|search| search["nodes"].as_u64().unwrap()).sum();
    assert_eq!(report["nodes"].as_u64(), Some(nodes));
    let published = searches.iter().find(|search| search["search"] == "alpha-beta, zero").unwrap();
    assert_eq!((&published["position"], &published["nodes"]), (&"tictactoe, empty board".into(), &18_297.into()));
    // The table ends with the signature.
    let run = arena(&["bench", "--repeat", "1"]);
    let last = run.out.lines().last().unwrap();
    assert_eq!(last, format!("signature {}", report["signature"].as_str().unwrap()));
}

/// Expected results of each game's searches. A changed signature means that a search or an evaluation changed. If that
/// is intended, update it here and state the reason in the changelog.
fn pinned() -> serde_json::Value {
    serde_json::json!({
        "bones": "26b2ebe90f214342",
        "checkers": "5235248ca56057e9",
        "chess": "15186cc1ee959ed6",
        "connect4": "72ed07b1dc5b2719",
        "gomoku": "57f7f2b47c44a7ab",
        "hex": "c79048f232aa4b23",
        "reversi": "39c5a3ecd3398880",
        "tictactoe": "e96703c67440311e",
        "tree": "32dfec79b511a007",
        "xiangqi": "50f256004fa9f439",
    })
}

#[test]
fn refinements_begin_with_plain_alpha_beta() {
    let games = ["--game", "tree", "--game", "bones"];
    let list = arena(&[&["bench", "--refinements", "--json"], &games[..]].concat()).json();
    let list = list.as_array().unwrap();
    assert_eq!((&list[0]["refinement"], &list[0]["keeps_value"]), (&"plain alpha-beta".into(), &true.into()));
    assert!(list.iter().all(|row| row["nodes"].as_u64().unwrap() > 0));
    let run = arena(&[&["bench", "--refinements", "--markdown"], &games[..]].concat());
    assert!(run.out.starts_with("| Nodes | bones (") && run.out.contains("| Time | bones ("), "{}", run.out);
    assert_eq!(arena(&["bench", "--markdown"]).code, 2, "requires --refinements");
}
