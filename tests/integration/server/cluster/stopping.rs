//! A node that is asked to stop: what was asked before is done and told, and everything goes on at the others.

use futures::future::join_all;
use serde_json::json;

use super::super::client::{Client, tictactoe};
use super::homes::held;
use super::{Place, back, in_order};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn nobody_who_came_to_other_nodes_notices_that_one_is_asked_to_stop() {
    let place = Place::new();
    let nodes = in_order(vec![place.node(31), place.node(32), place.node(33)]).await;
    let [leader, second, third] = &nodes[..] else { panic!("there are three") };
    let mut ann = Client::player(second.address, "Ann").await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    // She plays on from another node; the match stays where it is.
    let mut ann = back(third.address, &ann.token).await;
    ann.ask(json!({"type": "join", "match": id, "since": 0})).await;
    let mut ben = Client::player(leader.address, "Ben").await;
    ben.ask(json!({"type": "join", "match": id, "since": 0})).await;
    let mut eve = Client::player(third.address, "Eve").await;
    eve.ask(json!({"type": "watch", "match": id, "since": 0})).await;
    ann.plays(&id, 0, "b2").await;
    assert_eq!(held(second).await, 1);

    second.signal("-TERM");
    for (ply, mv) in ["a1", "c1", "a3", "a2", "c3", "c2"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ben } else { &mut ann };
        mover.plays(&id, ply + 1, mv).await;
    }
    for client in [&mut ann, &mut ben, &mut eve] {
        client.event("ended").await;
        let told = client.kept.drain(..).filter(|told| told["type"] == "event");
        let kinds: Vec<String> = told.map(|told| told["event"]["kind"].as_str().unwrap().to_owned()).collect();
        let moves = kinds.iter().filter(|kind| *kind == "moved").count();
        assert!(moves == 7 && !kinds.iter().any(|kind| kind == "away" || kind == "back"), "{kinds:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn all_are_told_what_was_asked_right_before_a_leader_stops() {
    let place = Place::new();
    let nodes = in_order(vec![place.node(34), place.node(35), place.node(36)]).await;
    let [leader, second, third] = &nodes[..] else { panic!("there are three") };
    let made = (0..6).map(|number| async move {
        let mut challenger = Client::player(second.address, &format!("Ann {number}")).await;
        challenger.ask(json!({"type": "subscribe", "topic": "challenges"})).await;
        let opponent = Client::player(third.address, &format!("Ben {number}")).await;
        let body = json!({"type": "challenge", "game": "tictactoe", "opponent": opponent.id});
        let challenge = challenger.ask(body).await["challenge"]["challenge"].clone();
        (challenger, opponent, challenge)
    });
    let mut made = join_all(made).await;
    for (_, opponent, challenge) in &mut made {
        opponent.send(&json!({"type": "accept", "id": 77, "challenge": challenge})).await;
    }
    leader.signal("-TERM");
    for (challenger, opponent, challenge) in &mut made {
        let id = opponent.find(|told| told["re"] == 77).await["match"].clone();
        let accepted = challenger.find(|told| told["challenge"]["state"] == "accepted").await;
        assert_eq!((&accepted["challenge"]["challenge"], &accepted["challenge"]["match"]), (&*challenge, &id));
        assert_eq!(challenger.ask(json!({"type": "join", "match": id})).await["type"], "snapshot");
    }
}
