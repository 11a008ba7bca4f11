//! The operator's page: state of the server, announcements, draining.

use serde_json::{Value, json};

use super::Server;
use super::client::{code, status_of, tictactoe};

async fn post(server: &Server, path: &str, body: Value) -> Value {
    let answer = server.operator_posts(path).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    answer.json().await.unwrap()
}

async fn operations(server: &Server) -> Value {
    let asked = reqwest::Client::new().get(server.url("/api/operator/operations")).bearer_auth(super::TOKEN);
    asked.send().await.unwrap().json().await.unwrap()
}

fn gauge(operations: &Value, gauge: &str) -> Value {
    let gauges = operations["gauges"].as_array().unwrap();
    gauges.iter().find(|told| told["gauge"] == gauge).unwrap_or_else(|| panic!("{gauge} in {operations}")).clone()
}

#[tokio::test]
async fn only_the_operator_reads_operations() {
    let server = Server::start(|settings| settings.limits.connections = 7).await;
    for path in ["operations", "announcement", "drain"] {
        let url = server.url(&format!("/api/operator/{path}"));
        let client = reqwest::Client::new();
        let answer = match path {
            "operations" => client.get(url).send().await,
            _ => client.post(url).json(&json!({"text": "free beer", "drain": true})).send().await,
        };
        assert_eq!(answer.unwrap().status(), 403, "{path}");
    }
    let mut ann = server.player("Ann").await;
    ann.create(tictactoe(json!(["me", "open"]))).await;
    let told = operations(&server).await;
    assert_eq!(gauge(&told, "connections"), json!({"gauge": "connections", "now": 1, "most": 7}));
    assert_eq!(gauge(&told, "matches")["now"], 1);
    assert_eq!(told["busiest"], json!([{"address": "127.0.0.1", "connections": 1}]));
    assert_eq!((&told["draining"], told.get("announcement"), told.get("store_problem")), (&json!(false), None, None));
    server.stop().await;
}

#[tokio::test]
async fn announcements_reach_current_and_later_subscribers() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    ann.ask(json!({"type": "subscribe", "topic": "announcements"})).await;
    let is_news = |told: &Value| told["type"] == "announcement";
    assert_eq!(ann.find(is_news).await, json!({"type": "announcement"}));
    let told = post(&server, "/api/operator/announcement", json!({"text": "  We restart\n at eight. "})).await;
    assert_eq!(told["announcement"], "We restart at eight.");
    assert_eq!(ann.find(is_news).await["text"], "We restart at eight.");
    let mut ben = server.player("Ben").await;
    ben.ask(json!({"type": "subscribe", "topic": "announcements"})).await;
    assert_eq!(ben.find(is_news).await["text"], "We restart at eight.");
    ben.ask(json!({"type": "unsubscribe", "topic": "announcements"})).await;
    post(&server, "/api/operator/announcement", json!({"text": ""})).await;
    assert_eq!(ann.find(is_news).await, json!({"type": "announcement"}));
    // An unsubscribed client gets nothing more: the next message answers this one.
    assert_eq!(ben.ask(json!({"type": "ping"})).await["type"], "pong");
    let long = server.operator_posts("/api/operator/announcement").json(&json!({"text": "x".repeat(301)}));
    assert_eq!(long.send().await.unwrap().status(), 400);
    let log = reqwest::Client::new().get(server.url("/api/operator/log")).bearer_auth(super::TOKEN);
    let log: Value = log.send().await.unwrap().json().await.unwrap();
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|entry| (&entry["action"], &entry["detail"])).collect();
    assert_eq!(actions, [(&json!("announce"), &json!("")), (&json!("announce"), &json!("We restart at eight."))]);
    server.stop().await;
}

#[tokio::test]
async fn a_draining_server_rejects_new_matches_and_continues_running_ones() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-beginner"}]))).await;
    let over = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-beginner"}]))).await;
    assert_eq!(ann.ask(json!({"type": "resign", "match": over})).await["type"], "ok");
    let rematch = json!({"type": "offer", "match": over, "what": "rematch"});
    assert_eq!(post(&server, "/api/operator/drain", json!({"drain": true})).await["draining"], true);
    let ready = || async { reqwest::get(server.url("/readyz")).await.unwrap().status() };
    assert_eq!(ready().await, 503);
    let refused = ann.ask(tictactoe(json!(["me", {"bot": "tictactoe-beginner"}]))).await;
    assert_eq!((status_of(&refused), code(&refused)), (503, "draining"));
    assert_eq!(ann.ask(rematch.clone()).await["code"], "draining");
    ann.plays(&id, 0, "b2").await;
    post(&server, "/api/operator/drain", json!({"drain": false})).await;
    assert_eq!(ready().await, 200);
    assert_eq!(ann.ask(rematch).await["type"], "ok");
    ann.create(tictactoe(json!(["me", "open"]))).await;
    server.stop().await;
}

#[tokio::test]
async fn the_log_has_one_row_for_each_action_with_an_effect() {
    const LONG: &str = "name = \"Long\"\ngame = \"bones\"\nrounds = 20000\n[[entrants]]\nbot = \"bones-random\"\n\
                        [[entrants]]\nbot = \"bones-beginner\"\n";
    let server = Server::start(|_| {}).await;
    let does = async |server: &Server, path: &str, body: Value| {
        let answer = server.operator_posts(path).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}");
        answer.json::<Value>().await.unwrap()
    };
    let started = does(&server, "/api/tournaments", json!({"toml": LONG})).await;
    let path = |end: &str| format!("/api/tournaments/{}/{end}", started["id"].as_str().unwrap());
    for paused in [true, true, false, false, true] {
        does(&server, &path("steer"), json!({"paused": paused})).await;
    }
    for drain in [true, true, false, false] {
        does(&server, "/api/operator/drain", json!({"drain": drain})).await;
    }
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    for _ in 0..2 {
        does(&server, &path("stop"), json!({})).await;
    }
    let log = reqwest::Client::new().get(server.url("/api/operator/log")).bearer_auth(super::TOKEN);
    let log: Value = log.send().await.unwrap().json().await.unwrap();
    let actions: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
    let pauses = ["pause-tournament", "resume-tournament", "pause-tournament"];
    assert_eq!(actions, ["stop-tournament", "undrain", "drain", pauses[2], pauses[1], pauses[0]], "newest first");
    assert_eq!((&log["entries"][0]["subject"], &log["entries"][0]["detail"]), (&started["id"], &json!("Long")));
}
