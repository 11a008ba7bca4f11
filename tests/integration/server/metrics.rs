//! `/metrics`, and the dashboard and alerts for it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use super::Server;

/// The metrics declared in an output of `/metrics`, with the names of their parts.
fn declared(text: &str) -> BTreeSet<String> {
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    types
        .flat_map(|(name, kind)| {
            let parts: &[&str] = if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            parts.iter().map(move |part| format!("{name}{part}"))
        })
        .collect()
}

/// The names of the arena's and the process's metrics in a text.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.filter(|word| word.starts_with("arena_") || word.starts_with("process_")).map(str::to_owned).collect()
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    let server = Server::start(|_| {}).await;
    let text = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let declared = declared(&text);
    for file in ["config/grafana/arena.json", "config/prometheus/arena.rules.yml"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let named = named(&text);
        assert!(named.len() > 5, "{file} names {named:?} only");
        let missing: Vec<_> = named.difference(&declared).collect();
        assert!(missing.is_empty(), "{file} names {missing:?}, which /metrics has not");
    }
    let board = include_str!("../../../config/grafana/arena.json");
    let board: serde_json::Value = serde_json::from_str(board).unwrap();
    assert!(board["panels"].as_array().is_some_and(|panels| panels.len() > 10));
    server.stop().await;
}

#[tokio::test]
async fn histograms_count_moves_and_writes() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let seats = json!(["me", {"bot": "tictactoe-beginner"}]);
    let created = ann.ask(json!({"type": "create", "game": "tictactoe", "seats": seats})).await;
    let id = created["match"].clone();
    let done = ann.ask(json!({"type": "move", "match": id, "ply": 0, "move": "b2"})).await;
    assert_eq!(done["type"], "ok", "{done}");
    // Waits until everything is in the database, so that values do not change while they are read.
    let text = loop {
        let text = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
        if text.contains("arena_store_waiting_bytes 0\n") {
            break text;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("there is no {name} in\n{text}")).parse().unwrap()
    };
    assert!((value("arena_answer_seconds_count") - 1.0).abs() < 1e-9, "the move alone was asked of a match");
    assert!(value("arena_answer_seconds_sum") > 0.0);
    // At least the match, its start and the move; the player is not logged.
    assert!(value("arena_store_queue_seconds_count") >= 3.0);
    let groups = value("arena_store_commit_seconds_count") + value("arena_store_database_seconds_count");
    assert!((groups - value("arena_store_commits_total")).abs() < 1e-9);
    assert!((value("arena_store_group_requests_sum") - value("arena_store_requests_total")).abs() < 1e-9);
    server.stop().await;
}
