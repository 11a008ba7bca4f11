//! The subprotocol, changes instead of whole positions, and complete snapshots.

use serde_json::{Value, json};

use super::Server;
use super::client::{Client, tictactoe};

#[tokio::test]
async fn moves_arrive_as_changes_with_and_without_a_subprotocol() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let mut ann = server.player("Ann").await;
    let mut ben = Client::try_connect(address, &[("sec-websocket-protocol", "chat, arena.v1")]).await.unwrap();
    ben.ask(json!({"type": "hello", "name": "Ben"})).await;
    let mut clara = Client::try_connect(address, &[]).await.unwrap();
    clara.ask(json!({"type": "hello", "name": "Clara"})).await;
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    clara.ask(json!({"type": "watch", "match": id})).await;
    ann.plays(&id, 0, "b2").await;
    let changed = json!({"cells": [[4, "x"]], "last": ["b2"]});
    for (reader, legal) in [(&mut ann, None), (&mut ben, Some(8)), (&mut clara, None)] {
        let event = reader.event("moved").await["event"].clone();
        assert_eq!((&event["changed"], &event["turn"]), (&changed, &json!("second")), "{event}");
        assert!(event.get("diagram").is_none(), "{event}");
        assert_eq!(event["legal"].as_array().map(Vec::len), legal, "{event}");
    }
    // Missed events arrive in the same form.
    ben.ask(json!({"type": "leave", "match": id})).await;
    ben.ask(json!({"type": "join", "match": id, "since": 2})).await;
    assert_eq!(ben.event("moved").await["event"]["changed"], changed);
}

#[tokio::test]
async fn snapshot_equals_the_state_after_all_events() {
    let server = Server::start(|settings| settings.matches.grace_ms = 600_000).await;
    let mut ann = server.player("Ann").await;
    let mut ben = server.player("Ben").await;
    let mut timed = tictactoe(json!(["me", {"player": ben.id}]));
    timed["clock"] = json!({"initial_ms": 60_000, "increment_ms": 1_000});
    let id = ann.ask(timed).await["match"].as_str().expect("the match is created").to_owned();
    let opened = ann.find(|told| told["type"] == "snapshot").await["state"].clone();
    assert_eq!(opened["clocks"]["increment_ms"], 1_000, "the settings are known before the start: {opened}");
    ben.ask(json!({"type": "join", "match": id})).await;
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a3").await;
    ann.ask(json!({"type": "offer", "match": id, "what": "draw"})).await;
    let mut cells: Vec<Value> = opened["diagram"]["cells"].as_array().unwrap().clone();
    for _ in 0..2 {
        let event = ann.event("moved").await["event"].clone();
        for change in event["changed"]["cells"].as_array().unwrap() {
            cells[usize::try_from(change[0].as_u64().unwrap()).unwrap()] = change[1].clone();
        }
    }
    drop(ben);
    ann.event("away").await;
    let mut eve = server.player("Eve").await;
    let told = eve.ask(json!({"type": "watch", "match": id})).await;
    let state = &told["state"];
    assert_eq!(state["diagram"]["cells"], json!(cells));
    assert_eq!(state["diagram"]["last"], json!(["a3"]));
    assert_eq!((&state["ply"], &state["moves"], &state["turn"]), (&json!(2), &json!(["b2", "a3"]), &json!("first")));
    assert_eq!(state["offers"], json!({"draw": "first"}));
    let away = &state["seats"][1];
    assert_eq!(away["away"], true);
    let left = away["grace_ms"].as_u64().expect("the rest of the grace time");
    assert!((1..=600_000).contains(&left), "{left}");
    assert!(state["seats"][0].get("grace_ms").is_none(), "{state}");
    assert_eq!(state["clocks"]["running"], "first");
}
