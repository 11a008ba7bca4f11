//! The lobby under load: a viewer's traffic is limited, and no viewer is disconnected.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, code, listed, status_of, tictactoe};
use super::{Server, settings};

/// The bytes sent to a viewer within `time`; `each` gets every message.
async fn told_within(client: &mut Client, time: Duration, mut each: impl FnMut(&Value)) -> usize {
    let until = Instant::now() + time;
    let mut bytes = 0;
    while let Ok(message) = tokio::time::timeout(until.saturating_duration_since(Instant::now()), client.next()).await {
        let message = message.expect("the viewer stays connected");
        bytes += message.to_string().len();
        each(&message);
    }
    bytes
}

fn verbose(depth: u32) -> Value {
    json!({"name": "n".repeat(80), "about": "a".repeat(500), "game": "tictactoe", "depth": depth})
}

#[tokio::test]
async fn rejects_long_texts_with_field_and_limit() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let mut spec = verbose(1);
    spec["about"] = "a".repeat(12_000).into();
    let refused = ann.ask(tictactoe(json!(["me", {"bot": spec}]))).await;
    assert_eq!(status_of(&refused), 422);
    assert_eq!(refused["message"], "about may have at most 500 characters, got 12000");
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    let refused = ann.play(&id, 0, &"x".repeat(5_000)).await;
    assert_eq!(status_of(&refused), 400);
    assert!(refused["message"].as_str().unwrap().contains("move may have at most 128 bytes, got 5000"));
    let long = reqwest::get(server.url(&format!("/api/matches?bot={}", "x".repeat(400)))).await.unwrap();
    assert_eq!(long.status(), 400);
    let long: Value = long.json().await.unwrap();
    assert!(long["message"].as_str().unwrap().contains("bot may have at most 320 bytes, got 400"), "{long}");
}

#[tokio::test]
async fn many_matches_with_long_texts_disconnect_no_viewer() {
    let server = Server::start(settings!(limits.messages = 1_000_000, limits.matches_per_player = 1_000)).await;
    let mut before = server.player("Before").await;
    before.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    let mut ann = server.player("Ann").await;
    let mut newest = String::new();
    for _ in 0..300 {
        let seats = json!([{"bot": verbose(1)}, "open"]);
        let created = ann.ask(listed(tictactoe(seats))).await;
        created["match"].as_str().expect("the match was created").clone_into(&mut newest);
        ann.ask(json!({"type": "leave", "match": newest})).await;
    }
    let mut after = server.player("After").await;
    after.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    let first = after.find(|told| told["type"] == "lobby").await;
    assert!(first.to_string().len() <= 16_384 + 100, "{} bytes", first.to_string().len());
    let shown = first["matches"].as_array().unwrap();
    assert_eq!(shown[0]["match"], json!(newest), "the newest match must come first");
    assert!(shown.len() >= 10, "{} matches", shown.len());
    assert_eq!(first["more"].as_u64().unwrap() as usize + shown.len(), 300);
    let bot = &shown[0]["seats"][0];
    assert_eq!((&bot["kind"], &bot["name"]), (&json!("bot"), &json!("n".repeat(80))));
    assert_eq!(bot["spec"], json!({"name": "n".repeat(80), "game": "tictactoe"}));
    assert_eq!(bot["digest"].as_str().unwrap().len(), 16);
    // A list has the rest in pages; a single match has the whole configuration.
    let page: Value =
        reqwest::get(server.url("/api/matches?status=open&limit=100")).await.unwrap().json().await.unwrap();
    assert_eq!((page["matches"].as_array().unwrap().len(), page["next"].is_string()), (100, true));
    assert_eq!(page["matches"][0]["seats"][0]["digest"], bot["digest"]);
    let whole: Value = reqwest::get(server.url(&format!("/api/matches/{newest}"))).await.unwrap().json().await.unwrap();
    assert_eq!(whole["seats"][0]["spec"]["about"], json!("a".repeat(500)));
    assert_eq!(before.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn a_viewers_traffic_is_limited_and_ends_with_the_current_state() {
    const BYTES: usize = 2_048;
    let server = Server::start(settings!(
        limits.viewer_bytes = BYTES,
        limits.messages = 1_000_000,
        limits.matches_per_player = 1_000
    ))
    .await;
    let mut eve = server.player("Eve").await;
    eve.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    let mut ann = server.player("Ann").await;
    let (mut gone, mut live) = (Vec::new(), Vec::new());
    let began = Instant::now();
    for n in 0..60 {
        let id = ann.create(listed(tictactoe(json!(["me", "open"])))).await;
        if n % 3 == 0 {
            live.push(id);
        } else {
            ann.ask(json!({"type": "abort", "match": id})).await;
            gone.push(id);
        }
        // Resubscribing repeatedly stays within the same bytes.
        for kind in ["unsubscribe", "subscribe"] {
            eve.send(&json!({"type": kind, "topic": "lobby"})).await;
        }
    }
    let mut known = std::collections::BTreeSet::new();
    let mut fold = |told: &Value| {
        // A new subscription gets the whole state, without the matches that ended in between.
        if told["type"] == "ok" {
            known.clear();
        }
        if told["type"] == "lobby" {
            for summary in told["matches"].as_array().unwrap() {
                known.insert(summary["match"].as_str().unwrap().to_owned());
            }
            for id in told["gone"].as_array().unwrap() {
                known.remove(id.as_str().unwrap());
            }
        }
    };
    let mut lobby_bytes = 0;
    told_within(&mut eve, Duration::from_secs(6), |told| {
        fold(told);
        lobby_bytes += if told["type"] == "lobby" { told.to_string().len() } else { 0 };
    })
    .await;
    let seconds = began.elapsed().as_secs_f64();
    // The burst, the rate, and a last message that may exceed the limit.
    let most = BYTES as f64 * (seconds + 2.0);
    assert!((lobby_bytes as f64) < most, "{lobby_bytes} bytes in {seconds:.1} s");
    for id in &gone {
        assert!(!known.contains(id), "{id} no longer exists");
    }
    assert!(live.iter().any(|id| known.contains(id)), "none of the newest matches was sent");
}

#[tokio::test]
async fn merges_moves_in_the_lobby() {
    let server = Server::start(|settings| settings.limits.messages = 1_000).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    let mut eve = server.player("Eve").await;
    eve.ask(json!({"type": "subscribe", "topic": "lobby"})).await;
    eve.find(|told| told["type"] == "lobby").await;
    for (ply, mv) in ["a1", "b1", "c1", "a2"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        mover.plays(&id, ply, mv).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let mut rows = 0;
    told_within(&mut eve, Duration::from_millis(700), |told| {
        rows += told["matches"].as_array().map_or(0, Vec::len);
    })
    .await;
    assert!(rows <= 1, "{rows} rows for four moves");
    ann.ask(json!({"type": "resign", "match": id})).await;
    eve.find(|told| told["gone"].as_array().is_some_and(|gone| gone.contains(&json!(id)))).await;
}

#[tokio::test]
async fn sends_boards_in_view_once_a_second() {
    let server = Server::start(|settings| settings.limits.boards = 2).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
        ids.push(id);
    }
    let mut eve = server.player("Eve").await;
    let look = |ids: &[String]| json!({"type": "subscribe", "topic": "boards", "matches": ids});
    assert_eq!(status_of(&eve.ask(look(&ids)).await), 429);
    let unknown = eve.ask(look(&[uuid::Uuid::nil().to_string()])).await;
    assert_eq!(code(&unknown), "no_such_match");
    assert_eq!(eve.ask(look(&ids[..2])).await["type"], "ok");
    for id in &ids[..2] {
        let board = eve.find(|told| told["type"] == "board" && told["match"] == json!(id)).await;
        assert_eq!((&board["status"], &board["ply"], &board["turn"]), (&json!("live"), &json!(0), &json!("first")));
        assert_eq!(board["diagram"]["columns"], 3);
    }
    // However fast the moves are, each second has one board, and the last position arrives.
    for (ply, mv) in ["a1", "b1", "c1", "a2"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        mover.plays(&ids[0], ply, mv).await;
        mover.event("moved").await;
    }
    let mut told = Vec::new();
    told_within(&mut eve, Duration::from_millis(2_600), |message| {
        if message["type"] == "board" {
            told.push(message.clone());
        }
    })
    .await;
    assert!((1..=3).contains(&told.len()), "{} boards", told.len());
    let last = told.last().unwrap();
    assert_eq!((&last["match"], &last["ply"]), (&json!(ids[0]), &json!(4)));
    // A new list replaces the first.
    eve.ask(look(&ids[2..])).await;
    eve.find(|told| told["type"] == "board" && told["match"] == json!(ids[2])).await;
    ann.ask(json!({"type": "resign", "match": ids[0]})).await;
    ann.ask(json!({"type": "resign", "match": ids[2]})).await;
    let over = eve.find(|told| told["type"] == "board" && told["status"] == "finished").await;
    assert_eq!(over["match"], json!(ids[2]));
    assert_eq!(eve.ask(json!({"type": "unsubscribe", "topic": "boards"})).await["type"], "ok");
}
