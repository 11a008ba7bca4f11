//! Two versions of the protocol in one match.

use serde_json::json;

use super::Server;
use super::client::{Client, tictactoe};

#[tokio::test]
async fn each_client_gets_moves_in_its_chosen_version() {
    let server = Server::start(|_| {}).await;
    let address = server.running.address;
    let mut ann = server.player("Ann").await;
    let mut ben = Client::try_connect(address, &[("sec-websocket-protocol", "arena.v1, arena.v2")]).await.unwrap();
    ben.ask(json!({"type": "hello", "name": "Ben"})).await;
    let mut clara = Client::try_connect(address, &[]).await.unwrap();
    clara.ask(json!({"type": "hello", "name": "Clara"})).await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    ben.ask(json!({"type": "join", "match": id})).await;
    clara.ask(json!({"type": "watch", "match": id})).await;
    ann.plays(&id, 0, "b2").await;
    let event = ben.event("moved").await["event"].clone();
    assert_eq!(event["changed"], json!({"cells": [[4, "x"]], "last": ["b2"]}));
    assert!(event.get("diagram").is_none() && event["turn"] == "second", "{event}");
    assert_eq!(event["legal"].as_array().map(Vec::len), Some(8));
    for old in [&mut ann, &mut clara] {
        let event = old.event("moved").await["event"].clone();
        assert_eq!(event["diagram"]["cells"][4], "x", "{event}");
        assert!(event.get("changed").is_none() && event.get("legal").is_none(), "{event}");
    }
    ben.plays(&id, 1, "a1").await;
    let own = ben.event("moved").await["event"].clone();
    assert!(own.get("legal").is_none() && own["changed"]["cells"] == json!([[6, "o"]]), "{own}");
    let event = ann.event("moved").await["event"].clone();
    assert_eq!(event["legal"].as_array().map(Vec::len), Some(7));
    // Missed events arrive in the chosen version too.
    ben.ask(json!({"type": "leave", "match": id})).await;
    ben.ask(json!({"type": "join", "match": id, "since": 2})).await;
    assert_eq!(ben.event("moved").await["event"]["changed"]["cells"], json!([[4, "x"]]));
}
