//! The Bot API of lichess.org where its clients are not enough for a test: exports, phrases and limits.

use reqwest::header::ACCEPT;
use serde_json::{Value, json};

use super::Server;
use super::client::{Client, code};

async fn export(server: &Server, id: &str, query: &str, accept: &str) -> String {
    let url = server.url(&format!("/game/export/{id}{query}"));
    reqwest::Client::new().get(url).header(ACCEPT, accept).send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn exports_have_dates_ratings_and_clocks() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.person("Ann").await, server.person("Ben").await);
    let clock = json!({"initial_ms": 600_000, "increment_ms": 2_000});
    let wanted = json!({"type": "create", "game": "chess", "seats": ["me", "open"], "rated": true, "clock": clock});
    let id = ann.against(&mut ben, wanted).await;
    ann.plays(&id, 0, "e2e4").await;
    ben.plays(&id, 1, "e7e5").await;
    ben.ask(json!({"type": "resign", "match": id})).await;
    ann.event("ended").await;
    let json: Value = serde_json::from_str(&export(&server, &id, "", "application/json").await).unwrap();
    assert!(json["lastMoveAt"].as_u64() >= json["createdAt"].as_u64(), "{json}");
    assert_eq!(json["clocks"], json!([60_000, 60_000]), "first moves take no time");
    let change = json["players"]["white"]["ratingDiff"].as_i64().expect("the match counted");
    assert_eq!((&json["players"]["white"]["rating"], change > 0), (&json!(1500), true), "{json}");
    let pgn = export(&server, &id, "", "application/x-chess-pgn").await;
    for part in ["[Date \"20", "[WhiteElo \"1500\"]", "[BlackRatingDiff \"-", "{[%clk 0:10:00.000]}"] {
        assert!(pgn.contains(part), "{part} is missing in {pgn}");
    }
    let bare = export(&server, &id, "?clocks=false&evals=false&opening=true", "application/x-chess-pgn").await;
    assert!(!bare.contains("%clk"), "{bare}");
    // An unknown opening is written as lichess writes it.
    assert!(bare.contains("[ECO \"?\"]\n[Opening \"?\"]") && !pgn.contains("Opening"), "{bare}");
    let bare = export(&server, &id, "?clocks=false", "application/json").await;
    assert!(!bare.contains("\"clocks\""), "{bare}");
    let view: Value = reqwest::get(server.url(&format!("/api/matches/{id}"))).await.unwrap().json().await.unwrap();
    let after = json!([{"before": 1500, "after": 1500 + change}, {"before": 1500, "after": 1500 - change}]);
    assert_eq!(view["ratings"], after);
}

#[tokio::test]
async fn streams_tell_proxies_not_to_buffer_them() {
    let server = Server::start(|_| {}).await;
    let ann = server.person("Ann").await;
    let stream = reqwest::Client::new().get(server.url("/api/stream/event")).bearer_auth(&ann.token);
    let response = stream.send().await.unwrap();
    assert_eq!((response.status().as_u16(), &response.headers()["x-accel-buffering"]), (200, &"no".parse().unwrap()));
}

#[tokio::test]
async fn set_phrases_reach_an_opponent_who_has_not_muted_them() {
    let server = Server::start(|_| {}).await;
    let (mut ann, ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut hearing = Client::connect(server.running.address).await;
    hearing.ask(json!({"type": "hello", "token": ben.token, "capabilities": ["said"]})).await;
    let id = ann.against(&mut hearing, json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"]})).await;
    let say = |phrase: &str| json!({"type": "say", "match": id, "phrase": phrase});
    assert_eq!(ann.ask(say("good_game")).await["type"], "ok");
    let said = hearing.find(|told| told["type"] == "said").await;
    assert_eq!(
        (&said["phrase"], &said["text"], &said["name"]),
        (&json!("good_game"), &json!("Good game"), &json!("Ann"))
    );
    let again = ann.ask(say("thanks")).await;
    assert_eq!(code(&again), "rate_limited");
    assert!(again["retry_after_ms"].as_u64().is_some_and(|wait| wait <= 3_000), "{again}");
    assert_eq!(code(&ann.ask(say("buy my book")).await), "bad_message");
    let mut eve = server.player("Eve").await;
    eve.ask(json!({"type": "watch", "match": id})).await;
    assert_eq!(code(&eve.ask(say("thanks")).await), "not_seated");
    let url = server.url(&format!("/api/matches/{id}/mute"));
    let muted = reqwest::Client::new().post(url).bearer_auth(&ben.token).json(&json!({"muted": true}));
    assert_eq!(muted.send().await.unwrap().status(), 200);
    let mut other = Client::again(server.running.address, &ann.token).await;
    other.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(other.ask(say("one_moment")).await["type"], "ok");
    // The answer to a later request shows that nothing was said before it.
    let pong = hearing.ask(json!({"type": "ping"})).await;
    assert_eq!((&pong["type"], hearing.kept.iter().any(|told| told["type"] == "said")), (&json!("pong"), false));
}
