//! Deserted matches: they become dormant, are restored by a returning player, and expire.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Client, tictactoe};
use super::{Server, settings};

/// Returns the number of dormant matches from `/metrics`.
async fn dormant(server: &Server) -> String {
    let text = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("arena_matches_dormant "));
    line.expect("the metric exists").to_owned()
}

async fn until_dormant(server: &Server, count: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while dormant(server).await != count {
        assert!(Instant::now() < until, "{} are dormant, not {count}", dormant(server).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_deserted_match_is_dormant_until_a_player_returns() {
    let server = Server::start(|settings| settings.matches.grace_ms = 50).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    ann.plays(&id, 0, "b2").await;
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    let token = ann.token.clone();
    drop(ann);
    until_dormant(&server, "1").await;
    let mut ann = Client::again(server.running.address, &token).await;
    let told = ann.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(dormant(&server).await, "0");
    let state = &told["state"];
    assert_eq!((&state["status"], &state["ply"]), (&json!("live"), &json!(2)), "{told}");
    ann.plays(&id, 2, state["legal"][0].as_str().unwrap()).await;
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 3).await;
}

#[tokio::test]
async fn a_dormant_match_expires_like_a_running_one() {
    let server = Server::start(settings!(matches.grace_ms = 20, matches.move_ms = 1_000)).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    drop(ann);
    until_dormant(&server, "1").await;
    // The server checks every few seconds.
    until_dormant(&server, "0").await;
    let mut ann = server.player("Ann").await;
    let told = ann.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(told["state"]["verdict"]["by"], "aborted", "{told}");
}
