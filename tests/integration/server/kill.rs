//! The program as a process: killed, restarted, stopped.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

use super::client::{Client, tictactoe};
use super::entered::asks;
use super::process::Process;

#[tokio::test]
async fn a_killed_server_keeps_every_acknowledged_move() {
    let data = TempDir::new().unwrap();
    let process = Process::start(data.path());
    let (mut ann, mut ben) =
        (Client::player(process.address, "Ann").await, Client::player(process.address, "Ben").await);
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    ben.ask(json!({"type": "join", "match": id, "since": 0})).await;
    let bots = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-perfect"}]))).await;
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a1").await;
    ann.plays(&bots, 0, "a1").await;
    ann.plays(&id, 2, "c1").await;
    drop(process);

    let process = Process::start(data.path());
    let (mut ann, mut ben) =
        (Client::again(process.address, &ann.token).await, Client::again(process.address, &ben.token).await);
    let state = ben.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(state["state"]["moves"], json!(["b2", "a1", "c1"]));
    assert_eq!(state["state"]["you"], "second");
    assert_eq!(ann.ask(json!({"type": "join", "match": id})).await["state"]["you"], "first");
    ben.plays(&id, 3, "a2").await;
    ann.plays(&id, 4, "a3").await;
    assert_eq!(ben.event("ended").await["event"]["verdict"], json!({"outcome": "first", "by": "rules"}));
    // The bot continues too, whether or not it had moved.
    let state = ann.ask(json!({"type": "join", "match": bots})).await;
    if state["state"]["ply"] == 1 {
        ann.find(|told| told["match"] == json!(bots) && told["event"]["kind"] == "moved").await;
    }
    assert_eq!(ann.ask(json!({"type": "resign", "match": bots})).await["type"], "ok");
}

/// A tournament whose first match does not end.
const ENDLESS: &str = r#"
name = "Endless"
game = "connect4"
rounds = 1

[[entrants]]
name = "one"
depth = 40

[[entrants]]
name = "other"
depth = 40
"#;

#[tokio::test]
async fn a_killed_server_keeps_the_stop_of_a_tournament() {
    let data = TempDir::new().unwrap();
    let process = Process::start(data.path());
    let address = process.address;
    let token = std::fs::read_to_string(data.path().join("operator.token")).unwrap().trim().to_owned();
    let (status, started) = asks(address, "POST", "/api/tournaments", &token, json!({"toml": ENDLESS})).await;
    assert_eq!(status, 201, "{started}");
    let path = format!("/api/tournaments/{}", started["id"].as_str().unwrap());
    let stop = format!("{path}/stop");
    // The request waits for the last match, which does not end. Its effect is visible, and may not be lost any more.
    let stopping = tokio::spawn(async move { asks(address, "POST", &stop, &token, json!({})).await });
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(60);
    while asks(address, "GET", &path, "", json!(null)).await.1["state"] != "stopped" {
        assert!(tokio::time::Instant::now() < until, "the stop is not stored before the last match ends");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    drop(process);
    stopping.abort();
    let process = Process::start(data.path());
    assert_eq!(asks(process.address, "GET", &path, "", json!(null)).await.1["state"], "stopped");
}

#[cfg(unix)]
#[tokio::test]
async fn a_stopped_server_closes_connections_and_exits_cleanly() {
    let data = TempDir::new().unwrap();
    let mut process = Process::start(data.path());
    let mut ann = Client::player(process.address, "Ann").await;
    ann.create(tictactoe(json!(["me", "open"]))).await;
    let stopped = Command::new("kill").arg(process.child.id().to_string()).status().unwrap();
    assert!(stopped.success());
    let (messages, code) = ann.rest().await;
    assert_eq!(code, Some(1012));
    assert_eq!(messages.last().unwrap()["type"], "bye");
    let status = tokio::task::spawn_blocking(move || process.child.wait().unwrap()).await.unwrap();
    assert_eq!(status.code(), Some(0));
}

#[tokio::test]
async fn rejects_an_address_or_a_data_directory_in_use() {
    let data = TempDir::new().unwrap();
    let process = Process::start(data.path());
    let port = process.address.to_string();
    let other = TempDir::new().unwrap();
    let cases = [
        (vec!["--listen", &port], other.path(), 1, "in use"),
        (vec!["--listen", "127.0.0.1:0"], data.path(), 1, "in use"),
        (vec!["--listen", "127.0.0.1:0", "--config", "/nowhere.toml"], other.path(), 2, "/nowhere.toml"),
    ];
    for (arguments, data, code, part) in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
            .arg("serve")
            .args(&arguments)
            .arg("--data")
            .arg(data)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}
