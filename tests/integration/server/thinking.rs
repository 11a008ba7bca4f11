//! What a bot thinks while it thinks: who may see it, and that it agrees with the final thought.

use serde_json::{Value, json};

use super::client::{Client, code};
use super::{Server, settings};

/// A bot whose search completes many depths and then goes on until its limit of nodes.
fn deep(nodes: u64) -> Value {
    json!({"bot": {"name": "deep", "depth": 40, "deepening": true, "pruning": "alpha-beta", "nodes": nodes}})
}

fn connect4(seats: &Value) -> Value {
    json!({"type": "create", "game": "connect4", "seats": seats, "seed": 1})
}

async fn server() -> Server {
    Server::start(settings!(bots.threads = 1, bots.nodes = 1 << 40, bots.custom_ms = 600_000, bots.time_ms = 600_000))
        .await
}

async fn subscribe(client: &mut Client, id: &str) -> Value {
    client.ask(json!({"type": "subscribe", "topic": format!("thinking:{id}")})).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_sees_the_search_grow_before_the_move() {
    let server = server().await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(connect4(&json!(["me", deep(1 << 40)]))).await;
    assert_eq!(subscribe(&mut ann, &id).await["type"], "ok");
    ann.plays(&id, 0, "d").await;
    let mut depths = Vec::new();
    for _ in 0..2 {
        let told = ann.find(|told| told["type"] == "thinking").await;
        let (thought, moves) = (&told["thought"], told["moves"].as_array().expect("a list"));
        assert_eq!((&told["match"], &thought["ply"], &thought["side"]), (&json!(id), &json!(1), &json!("second")));
        assert_eq!(moves[0]["move"], thought["line"][0], "{told}");
        assert_eq!((&moves[0]["value"], &moves[0]["exact"]), (&thought["value"], &json!(true)), "{told}");
        let nodes: u64 = moves.iter().map(|one| one["nodes"].as_u64().expect("a number")).sum();
        assert!(nodes > 0 && nodes <= thought["nodes"].as_u64().expect("a number"), "{told}");
        assert!(moves.len() == 7 && moves[1..].is_sorted_by_key(|one| -one["value"].as_i64().unwrap()), "{told}");
        depths.push(thought["depth"].as_u64().expect("a number"));
    }
    assert!(depths.is_sorted() && depths[0] < depths[1], "{depths:?}");
    let topic = json!({"type": "unsubscribe", "topic": format!("thinking:{id}")});
    assert_eq!(ann.ask(topic).await["type"], "ok");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watched_search_has_the_same_nodes_and_line() {
    let server = server().await;
    let mut ann = server.player("Ann").await;
    let mut found = Vec::new();
    for watched in [false, true] {
        let id = ann.create(connect4(&json!(["me", deep(300_000)]))).await;
        if watched {
            subscribe(&mut ann, &id).await;
        }
        ann.plays(&id, 0, "d").await;
        let told = ann.find(|told| told["match"] == json!(id) && told["event"]["kind"] == "thought").await;
        let thought = &told["event"];
        found.push(["nodes", "depth", "value", "line"].map(|field| thought[field].clone()));
    }
    assert_eq!(found[0], found[1]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thinking_helps_nobody_in_a_rated_match() {
    let server = server().await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut wanted =
        json!({"type": "create", "game": "connect4", "seats": ["me", {"bot": "connect4-club"}], "rated": true});
    wanted["clock"] = json!({"initial_ms": 600_000, "increment_ms": 0});
    let free = ann.create(connect4(&json!(["me", deep(1 << 40)]))).await;
    let others = ben.create(json!({"type": "create", "game": "chess", "seats": ["me", "open"]})).await;
    let rated = ann.create(wanted).await;
    for client in [&mut ann, &mut ben] {
        assert_eq!(code(&subscribe(client, &rated).await), "rated_thinking", "also for watchers");
        assert_eq!(code(&subscribe(client, &others).await), "no_bot_thinks");
    }
    // Ann could look at the same position in another match.
    assert_eq!(code(&subscribe(&mut ann, &free).await), "thinking_while_rated");
    assert_eq!(subscribe(&mut ben, &free).await["type"], "ok");
    ann.ask(json!({"type": "resign", "match": rated})).await;
    ann.find(|told| told["match"] == json!(rated) && told["event"]["kind"] == "ended").await;
    assert_eq!(subscribe(&mut ann, &free).await["type"], "ok");
    // A standing subscription pauses during a rated match.
    let mut again = json!({"type": "create", "game": "connect4", "seats": ["me", "open"], "rated": true});
    again["clock"] = json!({"initial_ms": 600_000, "increment_ms": 0});
    ann.against(&mut ben, again).await;
    let mut clara = server.player("Clara").await;
    subscribe(&mut clara, &free).await;
    ann.plays(&free, 0, "d").await;
    clara.find(|told| told["type"] == "thinking").await;
    for client in [&mut ann, &mut ben] {
        client.ask(json!({"type": "ping"})).await;
        assert!(client.kept.iter().all(|told| told["type"] != "thinking"), "{:?}", client.kept);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_line_of_a_bot_is_withheld_until_a_rated_match_is_over() {
    let server = server().await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut wanted =
        json!({"type": "create", "game": "connect4", "seats": ["me", {"bot": "connect4-club"}], "rated": true});
    wanted["clock"] = json!({"initial_ms": 600_000, "increment_ms": 0});
    let id = ann.create(wanted).await;
    ben.ask(json!({"type": "watch", "match": id})).await;
    ann.plays(&id, 0, "d").await;
    let is_withheld = |thought: &Value| {
        assert_eq!((&thought["ply"], &thought["side"]), (&json!(1), &json!("second")), "{thought}");
        thought["line"] == json!([]) && ["value", "win_in", "notation"].iter().all(|field| thought.get(field).is_none())
    };
    for client in [&mut ann, &mut ben] {
        let told = client.find(|told| told["match"] == json!(id) && told["event"]["kind"] == "thought").await;
        assert!(is_withheld(&told["event"]), "{told}");
    }
    let events = async || {
        let url = server.url(&format!("/api/matches/{id}/events"));
        let read: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        let thought = read["events"].as_array().unwrap().iter().find(|it| it["event"]["kind"] == "thought").cloned();
        thought.map(|it| it["event"].clone())
    };
    let joined = ann.ask(json!({"type": "join", "match": id})).await;
    assert!(is_withheld(&joined["state"]["thoughts"][0]), "{joined}");
    assert!(events().await.is_some_and(|thought| is_withheld(&thought)));
    let record = async || -> Value {
        let url = server.url(&format!("/api/matches/{id}/record?live=true"));
        reqwest::get(url).await.unwrap().json().await.unwrap()
    };
    let so_far = record().await;
    assert_eq!(so_far["moves"].as_array().map(Vec::len), Some(2), "{so_far}");
    assert!(so_far.get("values").is_none(), "{so_far}");
    ann.ask(json!({"type": "resign", "match": id})).await;
    ann.find(|told| told["match"] == json!(id) && told["event"]["kind"] == "ended").await;
    let joined = ann.ask(json!({"type": "join", "match": id})).await;
    assert!(!is_withheld(&joined["state"]["thoughts"][0]), "{joined}");
    assert!(events().await.is_some_and(|thought| !is_withheld(&thought)));
    assert!(record().await["values"][1].is_i64());
    server.stop().await;
}
