//! The log that nodes share is kept short, whatever is killed; a node that is new and one that was away have everything
//! nonetheless.

use serde_json::json;
use sqlx::{Connection, PgConnection};

use super::super::client::{Client, tictactoe};
use super::{Node, Place, back, in_order, moves, until};

/// So many changes make a snapshot.
const AFTER: &[&str] = &["--snapshot-after", "40"];

/// Two players at one node.
struct Pair([Client; 2]);

impl Pair {
    async fn back(&self, node: &Node) -> Self {
        let [ann, ben] = &self.0;
        Self([back(node.address, &ann.token).await, back(node.address, &ben.token).await])
    }

    /// Matches that they play: three moves each, all acknowledged.
    async fn play(&mut self, count: usize) -> Vec<String> {
        let [ann, ben] = &mut self.0;
        let mut matches = Vec::new();
        for _ in 0..count {
            let id = ann.create(tictactoe(json!(["me", "open"]))).await;
            ben.ask(json!({"type": "join", "match": id})).await;
            ann.plays(&id, 0, "b2").await;
            ben.plays(&id, 1, "a1").await;
            ann.plays(&id, 2, "c1").await;
            assert_eq!(ben.ask(json!({"type": "resign", "match": id})).await["type"], "ok");
            for client in [&mut *ann, &mut *ben] {
                client.ask(json!({"type": "leave", "match": id})).await;
            }
            matches.push(id);
        }
        matches
    }
}

/// Waits until the database says so.
async fn until_says(place: &Place, sql: &'static str, at_least: i64) -> i64 {
    let mut connection = PgConnection::connect(&place.postgres.url()).await.unwrap();
    let began = std::time::Instant::now();
    loop {
        let said: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        if said >= at_least {
            return said;
        }
        assert!(began.elapsed() < super::LONG, "{sql}: {said} and not {at_least}");
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn a_log_that_is_shortened_lacks_nothing_for_who_is_new_or_was_away() {
    let place = Place::new();
    let node = |number| place.node_with(number, &place.postgres.url(), &place.nats.url(), AFTER);
    let mut nodes = in_order(vec![node(7), node(8), node(9)]).await;
    let at = nodes[0].address;
    let mut pair = Pair([Client::player(at, "Ann").await, Client::player(at, "Ben").await]);
    let mut all = pair.play(3).await;
    // One goes away before the first snapshot.
    let away = nodes.pop().unwrap();
    let number = away.number;
    drop(away);
    let last = until_says(&place, "SELECT last FROM head", 1).await;
    all.extend(pair.play(20).await);
    // Who leads is killed as soon as a snapshot is begun, whoever makes it.
    until_says(&place, "SELECT count(*) FROM snapshots", 1).await;
    let killed = nodes.remove(0);
    let killed_number = killed.number;
    drop(killed);
    let survivor = nodes.pop().unwrap();
    until("another one leads", &[&survivor], || survivor.leads()).await;
    let mut pair = pair.back(&survivor).await;
    all.extend(pair.play(20).await);
    let cut = until_says(&place, "SELECT cut FROM head", last + 1).await;
    until_says(&place, "SELECT (SELECT last FROM head) - count(*) FROM changes", last + 1).await;
    println!("the log was shortened up to change {cut}; {last} were there when a node went away");

    // The one that was away, the one that was killed, and one that is new.
    let others = [node(number), node(killed_number), node(10)];
    let took = |node: &Node| node.said().contains("this node has taken the snapshot up to change");
    for other in &others {
        until("it follows", &[other, &survivor], || other.said().contains("this node follows")).await;
    }
    assert!(took(&others[0]) && took(&others[2]), "{} {}", others[0].said(), others[2].said());
    // Each of them knows everything: the others end until each has led.
    let mut left = vec![survivor];
    left.extend(others);
    while !left.is_empty() {
        let nodes = in_order(left).await;
        pair = pair.back(&nodes[0]).await;
        // One player may not ask for so much at once.
        for some in all.chunks(20) {
            let mut eve = Client::player(nodes[0].address, "Eve").await;
            for id in some {
                let state = eve.ask(json!({"type": "watch", "match": id})).await;
                assert_eq!(moves(&state), &json!(["b2", "a1", "c1"]), "{state}");
            }
        }
        all.extend(pair.play(2).await);
        left = nodes.into_iter().skip(1).collect();
    }
    println!("{} matches were there at each of four nodes", all.len());
}
