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
    arena_store::backup::backup(server.data.path(), &server.data.path().join("copy.sqlite")).unwrap();
    let text = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let mut declared = declared(&text);
    // Only a server with TLS has this one; a test of TLS reads it.
    declared.insert("arena_certificate_expiry_timestamp_seconds".to_owned());
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

/// The value of a metric in an output of `/metrics`.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("there is no {name} in\n{text}")).parse().unwrap()
}

#[tokio::test]
async fn metrics_tell_responses_reports_disk_backup_and_start() {
    let server = Server::start(|_| {}).await;
    let metrics = async || reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let before = metrics().await;
    assert_eq!(reqwest::get(server.url("/api/games")).await.unwrap().status(), 200);
    for _ in 0..3 {
        assert_eq!(reqwest::get(server.url("/api/nothing")).await.unwrap().status(), 404);
    }
    let after = metrics().await;
    let more = |class: &str| {
        let name = format!("arena_responses_total{{class=\"{class}\"}}");
        value(&after, &name) - value(&before, &name)
    };
    // The first request for the metrics was counted after its answer was written.
    assert_eq!(["2xx", "4xx", "5xx"].map(more), [2.0, 3.0, 0.0]);
    assert!(value(&after, "arena_data_free_bytes") > 0.0);
    assert!(value(&after, "process_start_time_seconds") > 1.6e9);
    assert!(!after.contains("arena_last_backup") && !after.contains("arena_certificate_expiry"), "there are none");

    let (ann, eve) = (server.player("Ann").await, server.player("Eve").await);
    assert!((value(&after, "arena_open_reports")).abs() < 1e-9);
    let report = reqwest::Client::new().post(server.url("/api/reports")).bearer_auth(&ann.token);
    let report = report.json(&json!({"player": eve.id, "reason": "rude"})).send().await.unwrap();
    assert_eq!(report.status(), 200);
    let copy = server.data.path().join("copy.sqlite");
    arena_store::backup::backup(server.data.path(), &copy).unwrap();
    let told = metrics().await;
    assert!((value(&told, "arena_open_reports") - 1.0).abs() < 1e-9);
    assert!(value(&told, "arena_last_backup_timestamp_seconds") >= value(&told, "process_start_time_seconds").floor());
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
    let value = |name: &str| value(&text, name);
    assert!((value("arena_answer_seconds_count") - 1.0).abs() < 1e-9, "only the move was a request to a match");
    assert!(value("arena_answer_seconds_sum") > 0.0);
    // At least the match, its start and the move; the player is not logged.
    assert!(value("arena_store_queue_seconds_count") >= 3.0);
    let groups = value("arena_store_commit_seconds_count") + value("arena_store_database_seconds_count");
    assert!((groups - value("arena_store_commits_total")).abs() < 1e-9);
    assert!((value("arena_store_group_requests_sum") - value("arena_store_requests_total")).abs() < 1e-9);
    server.stop().await;
}

#[tokio::test]
async fn only_the_operator_and_the_listed_addresses_read_the_metrics() {
    let server = Server::start(|settings| settings.server.trusted_proxies = vec!["127.0.0.3".parse().unwrap()]).await;
    let status = async |from: [u8; 4], forwarded: &str, token: &str| {
        let http = reqwest::Client::builder().local_address(Some(from.into())).build().unwrap();
        let mut request = http.get(server.url("/metrics"));
        if !forwarded.is_empty() {
            request = request.header("X-Forwarded-For", forwarded);
        }
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        if status == 403 {
            let refused: serde_json::Value = answer.json().await.unwrap();
            assert_eq!(refused["code"], "metrics_private", "{refused}");
        }
        status
    };
    let (local, other, proxy) = ([127, 0, 0, 1], [127, 0, 0, 2], [127, 0, 0, 3]);
    assert_eq!(status(local, "", "").await, 200);
    assert_eq!(status(other, "", "").await, 403);
    assert_eq!(status(other, "", super::TOKEN).await, 200);
    assert_eq!(status(local, "127.0.0.1", "").await, 403, "a proxy that is not trusted");
    assert_eq!(status(other, "127.0.0.1", "").await, 403, "a header of anybody");
    assert_eq!(status(proxy, "203.0.113.1", "").await, 403);
    assert_eq!(status(proxy, "127.0.0.1", "").await, 200);
}
