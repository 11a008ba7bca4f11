//! Links are cut between nodes and what they share: whoever can be reached is served, at any node, and whoever cannot is told.

use std::net::SocketAddr;
use std::time::Duration;

use futures::future::try_join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::super::client::{Client, tictactoe};
use super::{Node, Place, back, goodbye, moves, until};
use crate::cluster::proxy::Proxy;

/// The address in a URL.
fn at(url: &str) -> SocketAddr {
    let rest = url.rsplit(['@', '/']).find(|part| part.contains(':')).unwrap_or(url);
    rest.parse().unwrap()
}

/// A node whose links can be cut.
pub(super) struct Linked {
    pub(super) node: Node,
    postgres: Proxy,
    nats: Proxy,
    /// Where the others reach it.
    pub(super) inner: Proxy,
}

/// Where the node of this number listens for the others.
fn inner(number: u8) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, number], 28_000 + u16::try_from(std::process::id() % 20_000).unwrap()))
}

pub(super) async fn linked(place: &Place, number: u8, flags: &[&str]) -> Linked {
    let (database, queue) = (place.postgres.url(), place.nats.url());
    let (postgres, nats) = (at(&database), at(&queue));
    let inner = inner(number);
    let ip = [127, 0, 0, number];
    let links = (Proxy::start(ip, postgres).await, Proxy::start(ip, nats).await, Proxy::start(ip, inner).await);
    let through = |url: &str, from: SocketAddr, to: SocketAddr| url.replace(&from.to_string(), &to.to_string());
    let (inner, inner_at) = (inner.to_string(), links.2.address.to_string());
    let (database, queue) = (through(&database, postgres, links.0.address), through(&queue, nats, links.1.address));
    let flags = [&["--inner", &inner, "--inner-at", &inner_at], flags].concat();
    let node = place.node_with(number, &database, &queue, &flags);
    Linked { node, postgres: links.0, nats: links.1, inner: links.2 }
}

/// Where one of them leads alone: it, and the other.
pub(super) async fn two(place: &Place, numbers: [u8; 2]) -> [Linked; 2] {
    let [one, other] = [linked(place, numbers[0], &[]).await, linked(place, numbers[1], &[]).await];
    let nodes = [&one.node, &other.node];
    until("one leads", &nodes, || nodes.iter().filter(|node| node.leads()).count() == 1).await;
    until("both serve", &nodes, || nodes.iter().all(|node| node.serves())).await;
    if one.node.leads() { [one, other] } else { [other, one] }
}

/// A match of two players, and the moves of it that were acknowledged.
struct Game {
    id: String,
    tokens: [String; 2],
    moves: Vec<&'static str>,
}

impl Game {
    /// One that is made at this node.
    async fn new(node: &Node) -> Self {
        let (mut ann, mut ben) = (Client::player(node.address, "Ann").await, Client::player(node.address, "Ben").await);
        let id = ann.create(tictactoe(json!(["me", "open"]))).await;
        ben.ask(json!({"type": "join", "match": id})).await;
        Self { id, tokens: [ann.token, ben.token], moves: Vec::new() }
    }

    /// The next move, by somebody who comes to this node.
    async fn goes_on(&mut self, node: &Node) {
        let ply = self.moves.len();
        let mut client = back(node.address, &self.tokens[ply % 2]).await;
        let state: Value = client.ask(json!({"type": "join", "match": self.id})).await;
        assert_eq!(moves(&state), &json!(self.moves), "{state}");
        let mv = ["b2", "a1", "c1", "a3", "a2", "c2"][ply];
        client.plays(&self.id, ply, mv).await;
        self.moves.push(mv);
    }
}

/// What somebody is told at the end of a connection: the reason.
async fn told(watcher: &mut Client) -> String {
    let (last, waited) = goodbye(watcher).await;
    assert_eq!(last["type"], "bye", "{last}");
    let reason = last["reason"].as_str().unwrap_or_default().to_owned();
    println!("after {} ms: {reason}", waited.as_millis());
    reason
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn a_node_that_is_cut_off_from_what_nodes_share_serves_on_through_the_others() {
    let place = Place::new();
    let [leader, follower] = two(&place, [11, 12]).await;
    let (mut a, mut b) = (Game::new(&leader.node).await, Game::new(&follower.node).await);

    // The one that follows loses both: what was played there goes on at the other, and it carries there whoever comes to it.
    let mut eve = Client::player(follower.node.address, "Eve").await;
    follower.postgres.cut();
    follower.nats.cut();
    assert!(told(&mut eve).await.contains(&leader.node.address.to_string()));
    let mut eve = back(follower.node.address, &eve.token).await;
    assert_eq!(eve.ask(json!({"type": "watch", "match": b.id})).await["type"], "snapshot");
    b.goes_on(&follower.node).await;
    a.goes_on(&leader.node).await;
    eve.find(|told| told["event"]["kind"] == "moved").await;
    follower.postgres.mend();
    follower.nats.mend();
    let is_again = || follower.node.said().matches("this node follows").count() > 1;
    until("it follows again", &[&follower.node], is_again).await;
    // Neither does the one that leads need NATS.
    leader.nats.cut();
    b.goes_on(&follower.node).await;
    leader.nats.mend();

    // The one that leads loses the database: it says where one goes on, and serves whoever comes to it through the other.
    let nodes = [&leader.node, &follower.node];
    let mut eve = Client::player(leader.node.address, "Eve").await;
    leader.postgres.cut();
    assert!(told(&mut eve).await.contains(&follower.node.address.to_string()));
    a.goes_on(&leader.node).await;
    assert!(follower.node.leads(), "{}", follower.node.said());
    b.goes_on(&follower.node).await;
    // When the database is back it follows, without anybody's help, and leads when it has to.
    leader.postgres.mend();
    until("it follows again", &nodes, || leader.node.said().matches("this node follows").count() > 1).await;
    a.goes_on(&leader.node).await;
    let mut eve = back(leader.node.address, &eve.token).await;
    assert_eq!(eve.ask(json!({"type": "watch", "match": b.id})).await["type"], "snapshot");
    drop(follower);
    a.goes_on(&leader.node).await;
    b.goes_on(&leader.node).await;
    // She notices nothing of it that what she watches is here now.
    eve.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == b.moves.len() - 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn whoever_is_at_a_node_that_cannot_reach_the_leader_is_told_where_to_go() {
    let place = Place::new();
    let [leader, follower] = two(&place, [13, 14]).await;
    let mut game = Game::new(&follower.node).await;
    let mut ann = back(follower.node.address, &game.tokens[0]).await;
    ann.ask(json!({"type": "join", "match": game.id})).await;
    let mut eve = Client::player(follower.node.address, "Eve").await;
    assert_eq!(eve.ask(json!({"type": "subscribe", "topic": "lobby"})).await["type"], "ok");
    leader.inner.cut();
    assert!(told(&mut eve).await.contains(&leader.node.address.to_string()));
    // Who plays at the same node goes on there, and everybody else does at the other, and here when the link is back.
    ann.plays(&game.id, 0, "b2").await;
    game.moves.push("b2");
    game.goes_on(&leader.node).await;
    let refused = Client::try_connect(follower.node.address, &[]).await.err().expect("nobody can carry it");
    assert!(refused.to_string().contains("503"), "{refused}");
    leader.inner.mend();
    game.goes_on(&follower.node).await;
    assert!(leader.node.leads());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn a_node_that_stood_still_answers_nobody_from_what_it_knew() {
    let place = Place::new();
    let [leader, follower] = two(&place, [21, 22]).await;
    let mut waiting = Vec::new();
    for number in 0..20 {
        waiting.push(Client::player(leader.node.address, &format!("number {number}")).await);
    }
    leader.node.signal("-STOP");
    until("the other leads", &[&follower.node], || follower.node.leads()).await;
    // What is asked of the one that stands still is of a match that it cannot know.
    let game = Game::new(&follower.node).await;
    let request =
        format!("GET /api/matches/{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", game.id, leader.node.address);
    let mut asking = Vec::new();
    for client in &mut waiting {
        client.send(&json!({"type": "watch", "match": game.id})).await;
        let mut stream = TcpStream::connect(leader.node.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        asking.push(stream);
    }
    leader.node.signal("-CONT");
    for mut client in waiting {
        let (told, _) = client.rest().await;
        assert_eq!(told.last().map(|last| &last["type"]), Some(&json!("bye")), "{told:?}");
        assert!(told.iter().all(|told| told["type"] != "error"), "{told:?}");
    }
    for mut stream in asking {
        let mut answer = String::new();
        // It may be cut as well.
        stream.read_to_string(&mut answer).await.ok();
        assert!(!answer.starts_with("HTTP/1.1 404"), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn a_node_has_room_for_everybody_who_is_carried_to_it_at_once() {
    let place = Place::new();
    let [leader, _follower] = two(&place, [23, 24]).await;
    // The system takes them meanwhile, as many as the node has asked it to.
    leader.node.signal("-STOP");
    let coming = (0..500).map(|_| TcpStream::connect(inner(leader.node.number)));
    let taken = tokio::time::timeout(Duration::from_secs(30), try_join_all(coming)).await;
    leader.node.signal("-CONT");
    assert!(matches!(taken, Ok(Ok(_))), "{taken:?}");
}
