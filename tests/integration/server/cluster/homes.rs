//! A match lives at the node where it was made, and is found from every other.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use super::super::client::{Client, code, tictactoe};
use super::{Node, Place, in_order};

async fn get(node: &Node, path: &str) -> reqwest::Response {
    reqwest::get(format!("http://{}{path}", node.address)).await.unwrap()
}

/// How many matches a node has.
pub(super) async fn held(node: &Node) -> u64 {
    let metrics = get(node, "/metrics").await.text().await.unwrap();
    metrics.lines().find_map(|line| line.strip_prefix("arena_matches ")).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn matches_live_where_they_are_made_and_are_found_from_everywhere() {
    let place = Place::new();
    let token = "an operator's token that nobody guesses";
    let settings = place.folder.path().join("settings.toml");
    std::fs::write(&settings, format!("[server]\noperator_token = {token:?}\n")).unwrap();
    let flags = ["--config", settings.to_str().unwrap()];
    let node = |number| place.node_with(number, &place.postgres.url(), &place.nats.url(), &flags);
    let nodes = in_order(vec![node(25), node(26), node(27)]).await;
    let [leader, second, third] = &nodes[..] else { panic!("there are three") };
    let all = [leader, second, third];

    // The list is told by the node that leads, wherever a match lives.
    let mut eve = Client::player(third.address, "Eve").await;
    assert_eq!(eve.ask(json!({"type": "subscribe", "topic": "lobby"})).await["type"], "ok");
    let mut ann = Client::player(second.address, "Ann").await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    let lists = |told: &Value, status: &str| {
        let rows = told["matches"].as_array().into_iter().flatten();
        told["type"] == "lobby" && rows.into_iter().any(|row| row["match"] == id.as_str() && row["status"] == status)
    };
    eve.find(|told| lists(told, "open")).await;
    assert_eq!([held(leader).await, held(second).await, held(third).await], [0, 1, 0]);

    // Ben comes to it from another node, and Eve sees its board, and watches it from a third one.
    let mut ben = Client::player(leader.address, "Ben").await;
    ben.ask(json!({"type": "join", "match": id})).await;
    eve.find(|told| lists(told, "live")).await;
    eve.ask(json!({"type": "subscribe", "topic": "boards", "matches": [id]})).await;
    let is_board =
        |told: &Value, ply: u64| told["type"] == "board" && told["match"] == id.as_str() && told["ply"] == ply;
    eve.find(|told| is_board(told, 0)).await;
    assert_eq!(eve.ask(json!({"type": "watch", "match": id})).await["type"], "snapshot");
    for (ply, mv) in ["b2", "a1", "c1"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        mover.plays(&id, ply, mv).await;
    }
    for client in [&mut ann, &mut ben, &mut eve] {
        client.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 2).await;
    }
    eve.find(|told| is_board(told, 3)).await;
    for node in all {
        let seen: Value = get(node, &format!("/api/matches/{id}")).await.json().await.unwrap();
        assert_eq!((&seen["match"], &seen["plies"]), (&json!(id), &json!(3)), "{seen}");
        let none = get(node, "/api/matches/00000000-0000-8000-8000-000000000000").await;
        assert_eq!(none.status(), 404);
    }

    // The end is in the list of what was played, everywhere, and a rematch is played where the match was.
    assert_eq!(ben.ask(json!({"type": "resign", "match": id})).await["type"], "ok");
    let ended = eve.find(|told| told["event"]["kind"] == "ended").await;
    assert_eq!(ended["event"]["verdict"]["outcome"], "first", "{ended}");
    for node in all {
        let record = get(node, &format!("/api/matches/{id}/record")).await;
        assert_eq!(record.status(), 200, "{record:?}");
    }
    ann.ask(json!({"type": "offer", "match": id, "what": "rematch"})).await;
    ben.find(|told| told["event"]["kind"] == "offered").await;
    ben.ask(json!({"type": "answer", "match": id, "what": "rematch", "accept": true})).await;
    let again = ann.find(|told| told["event"]["kind"] == "answered").await["event"]["match"].clone();
    for (client, moves) in [(&mut ben, Some("a1")), (&mut ann, None)] {
        let joined = client.ask(json!({"type": "join", "match": again})).await;
        assert_eq!(joined["type"], "snapshot", "{joined}");
        if let Some(mv) = moves {
            client.plays(again.as_str().unwrap(), 0, mv).await;
        }
    }

    // The operator sees all of them, from any.
    let operations = || async {
        let request = reqwest::Client::new().get(format!("http://{}/api/operator/operations", third.address));
        request.bearer_auth(token).send().await.unwrap().json::<Value>().await.unwrap()
    };
    let matches = |view: &Value| {
        let gauges = view["gauges"].as_array().unwrap();
        gauges.iter().find(|row| row["gauge"] == "matches").unwrap()["now"].clone()
    };
    let view = operations().await;
    let others = view["others"].as_array().unwrap();
    assert!(others.len() == 2 && others.iter().all(|node| node["up_ms"].is_u64()), "{view}");
    let mut live: Vec<Value> = others.iter().map(matches).collect();
    live.sort_by_key(Value::as_u64);
    assert_eq!((matches(&view), live), (json!(0), vec![json!(0), json!(1)]), "{view}");

    // What the operator asks of one node holds for all.
    let drain = |drain: bool| {
        let request = reqwest::Client::new().post(format!("http://{}/api/operator/drain", third.address));
        request.bearer_auth(token).json(&json!({"drain": drain})).send()
    };
    assert_eq!(drain(true).await.unwrap().status(), 200);
    for node in all {
        let mut somebody = Client::player(node.address, "somebody").await;
        let refused = somebody.ask(tictactoe(json!(["me", "open"]))).await;
        let message = refused["message"].as_str().unwrap_or_default();
        assert!(code(&refused) == "unavailable" && message.contains("no new matches"), "{refused}");
    }
    assert_eq!(drain(false).await.unwrap().status(), 200);
    ann.create(tictactoe(json!(["me", "open"]))).await;
}

/// What the lobby's messages come to.
#[derive(Default)]
struct Lobby(BTreeMap<String, String>);

impl Lobby {
    /// Is told more until the match has this status, or is gone where that is none.
    async fn until(&mut self, client: &mut Client, id: &str, status: Option<&str>) {
        while self.0.get(id).map(String::as_str) != status {
            let told = client.find(|told| told["type"] == "lobby").await;
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            for row in told["matches"].as_array().unwrap() {
                self.0.insert(text(&row["match"]), text(&row["status"]));
            }
            for id in told["gone"].as_array().unwrap() {
                self.0.remove(id.as_str().unwrap());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn whoever_has_to_do_with_a_leader_that_dies_has_all_of_it_again_with_the_next() {
    let place = Place::new();
    let mut nodes = in_order(vec![place.node(28), place.node(29), place.node(30)]).await;
    let leader = nodes.remove(0);
    let [second, third] = &nodes[..] else { panic!("there are two") };
    let mut ann = Client::player(third.address, "Ann").await;
    let mut eve = Client::player(second.address, "Eve").await;
    let mut lobby = Lobby::default();
    assert_eq!(eve.ask(json!({"type": "subscribe", "topic": "lobby"})).await["type"], "ok");
    let [open, given_up] = [ann.create(tictactoe(json!(["me", "open"]))).await, {
        let bot = json!({"bot": "tictactoe-random"});
        ann.create(tictactoe(json!(["me", bot]))).await
    }];
    lobby.until(&mut eve, &open, Some("open")).await;
    lobby.until(&mut eve, &given_up, Some("live")).await;
    let wish = json!({"type": "pair", "game": "connect4"});
    assert_eq!(eve.ask(wish.clone()).await["type"], "ok");

    leader.signal("-KILL");
    let began = Instant::now();
    ann.ask(json!({"type": "resign", "match": given_up})).await;
    // Her node says for her that she wants it still.
    assert_eq!(ann.ask(wish).await["type"], "ok");
    let paired = eve.find(|told| told["type"] == "paired").await["match"].clone();
    println!("a leader was killed: paired after {} ms", began.elapsed().as_millis());
    assert_eq!(ann.find(|told| told["type"] == "paired").await["match"], paired);
    let paired = paired.as_str().unwrap();
    for player in [&mut ann, &mut eve] {
        assert_eq!(player.ask(json!({"type": "join", "match": paired})).await["type"], "snapshot");
    }
    lobby.until(&mut eve, paired, Some("live")).await;
    lobby.until(&mut eve, &given_up, None).await;
    lobby.until(&mut eve, &open, Some("open")).await;
    assert_eq!(eve.ask(json!({"type": "unsubscribe", "topic": "lobby"})).await["type"], "ok");
}
