//! Tournaments whose matches depend on results, on the server: to their end, and the same after restarts on the way.

use std::time::Duration;

use reqwest::Client;
use serde_json::{Value, json};

use super::Server;
use crate::tournament::{FORMAT_FIELD, format_file, format_pair};

/// A tournament in each format that is not known before it is played.
fn formats() -> [String; 3] {
    let test = "[sprt]\nelo0 = 0.0\nelo1 = 20.0\n";
    [
        format_file("format = \"swiss\"\nrounds = 120\n") + FORMAT_FIELD,
        format_file("format = \"knockout\"\nrounds = 40\nknockout = { third_place = true }\n") + FORMAT_FIELD,
        format_file(&format!("format = \"match\"\nrounds = 4000\n{test}")) + &format_pair(),
    ]
}

async fn get(server: &Server, path: &str) -> Value {
    reqwest::get(server.url(path)).await.unwrap().json().await.unwrap()
}

/// Starts a tournament; gives its path.
async fn begun(server: &Server, toml: &str) -> String {
    let request = Client::new().post(server.url("/api/tournaments")).json(&json!({"toml": toml}));
    let response = request.send().await.unwrap();
    let status = response.status();
    let started: Value = response.json().await.unwrap();
    assert_eq!(status, 201, "{started}");
    format!("/api/tournaments/{}", started["id"].as_str().unwrap())
}

/// Waits until what is told of a tournament is as wished.
async fn until(server: &Server, path: &str, wished: impl Fn(&Value) -> bool) -> Value {
    let end = tokio::time::Instant::now() + Duration::from_secs(60);
    loop {
        let told = get(server, path).await;
        if wished(&told) {
            return told;
        }
        assert!(tokio::time::Instant::now() < end, "it does not get there: {told}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The report of a finished tournament, which agrees with its summary and its records. What hangs on the tournament's
/// id and the clock is left out.
async fn report(server: &Server, path: &str) -> Value {
    let told = until(server, path, |told| told["status"] != "running").await;
    assert_eq!(told["status"], "finished", "{told}");
    let report = get(server, &format!("{path}/crosstable")).await;
    for count in [&told["played"], &told["total"], &report["scheduled"]] {
        assert_eq!(*count, report["matches"], "{told}");
    }
    let lines = reqwest::get(server.url(&format!("{path}/records.jsonl"))).await.unwrap().text().await.unwrap();
    assert_eq!(report["matches"], lines.lines().count(), "what was played beyond the end is dropped");
    assert_eq!(report["entrants"][0]["name"], told["leader"]);
    report
}

#[tokio::test]
async fn every_format_ends_with_the_same_report_after_restarts() {
    let mut server = Server::start(|_| {}).await;
    for toml in formats() {
        let path = begun(&server, &toml).await;
        let calm = report(&server, &path).await;
        let own = ["swiss", "knockout", "test"].into_iter().filter(|key| calm.get(key).is_some());
        assert_eq!(own.count(), 1, "{calm}");
        let path = begun(&server, &toml).await;
        let mut played = 0;
        for _ in 0..2 {
            let told = until(&server, &path, |told| told["played"].as_u64() > Some(played)).await;
            assert_eq!(told["status"], "running", "{told}");
            server = Server::with(server.stop().await, |_| {}, |_| {}).await;
            played = get(&server, &path).await["played"].as_u64().unwrap();
        }
        assert_eq!(report(&server, &path).await, calm);
        // Read again from what is stored, it is the same.
        server = Server::with(server.stop().await, |_| {}, |_| {}).await;
        assert_eq!(report(&server, &path).await, calm);
    }
}

#[tokio::test]
async fn a_stopped_swiss_tournament_keeps_the_table_of_what_was_played() {
    let server = Server::start(|_| {}).await;
    let path = begun(&server, &formats()[0].replace("rounds = 120", "rounds = 2000")).await;
    until(&server, &path, |told| told["played"].as_u64() > Some(10)).await;
    let stop = Client::new().post(server.url(&format!("{path}/stop"))).json(&json!({}));
    let told: Value = stop.send().await.unwrap().json().await.unwrap();
    assert_eq!(told["status"], "stopped", "{told}");
    assert!(told["played"].as_u64() < told["total"].as_u64(), "{told}");
    let table = get(&server, &format!("{path}/crosstable")).await;
    assert_eq!(table["matches"], told["played"], "{told}");
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    let again = get(&server, &format!("{path}/crosstable")).await;
    assert_eq!((&again["matches"], &again["swiss"]), (&table["matches"], &table["swiss"]));
}
