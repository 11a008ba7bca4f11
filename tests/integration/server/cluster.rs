//! Several nodes that show one lobby, as processes, with PostgreSQL and NATS: whatever becomes of a node, no acknowledged move
//! is lost, and matches go on at another one.
//!
//! They need both servers' programs, which `tests/run` installs, and are left out of `cargo test` alone.

mod cuts;
mod homes;
mod shortening;
mod stopping;
mod watching;

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, tictactoe};
use crate::cluster::postgres::Postgres;
use crate::cluster::server::Nats;

/// So long anything here may take, on a machine that has other things to do.
const LONG: Duration = Duration::from_secs(120);

/// A node, killed when this is dropped.
struct Node {
    number: u8,
    address: SocketAddr,
    child: Child,
    said: PathBuf,
}

impl Node {
    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    fn said(&self) -> String {
        std::fs::read_to_string(&self.said).unwrap()
    }

    /// Whether it has begun to serve.
    fn serves(&self) -> bool {
        self.said().contains("this node follows") || self.leads()
    }

    /// Whether what it has said last of it is that it leads.
    fn leads(&self) -> bool {
        let said = self.said();
        let last = |words: &str| said.rfind(words);
        last("this node leads") > last("this node follows").max(last("stopping to lead"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What all nodes share, and a folder for what they have.
struct Place {
    postgres: Postgres,
    nats: Nats,
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { postgres: Postgres::start(), nats: Nats::start(), folder: TempDir::new().unwrap() }
    }

    /// The node of this number, on an address of its own.
    fn node(&self, number: u8) -> Node {
        self.node_with(number, &self.postgres.url(), &self.nats.url(), &[])
    }

    /// The same with servers at these addresses, and flags.
    fn node_with(&self, number: u8, database: &str, nats: &str, flags: &[&str]) -> Node {
        let (data, said) =
            (self.folder.path().join(format!("{number}")), self.folder.path().join(format!("said{number}")));
        let _ = std::fs::remove_file(&said);
        // Where it was before it was killed, so that clients find it there.
        let address =
            SocketAddr::from(([127, 0, 0, number], 8_000 + u16::try_from(std::process::id() % 20_000).unwrap()));
        let child = Command::new(env!("CARGO_BIN_EXE_arena"))
            .current_dir(self.folder.path())
            .args(["serve", "--listen", &address.to_string(), "--database", database, "--nats", nats, "--data"])
            .arg(data)
            .args(flags)
            .env("MALLOC_MMAP_THRESHOLD_", "1048576")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said).unwrap())
            .spawn()
            .unwrap();
        Node { number, address, child, said }
    }
}

async fn until(what: &str, nodes: &[&Node], holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        let said: Vec<String> = nodes.iter().map(|node| node.said()).collect();
        assert!(began.elapsed() < LONG, "{what}: {said:#?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The one that leads, before the others.
async fn in_order(nodes: Vec<Node>) -> Vec<Node> {
    let all: Vec<&Node> = nodes.iter().collect();
    until("one leads", &all, || nodes.iter().filter(|node| node.leads()).count() == 1).await;
    until("all serve", &all, || nodes.iter().all(Node::serves)).await;
    let (mut leader, rest): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(Node::leads);
    leader.extend(rest);
    leader
}

/// The same player once more, at a node that may not be there yet, or may not reach the one that leads.
async fn back(address: SocketAddr, token: &str) -> Client {
    let began = Instant::now();
    loop {
        if let Ok(mut client) = Client::try_connect(address, &[]).await {
            client.send(&json!({"type": "hello", "token": token})).await;
            match client.next().await {
                Ok(welcome) if welcome["type"] == "welcome" => {
                    token.clone_into(&mut client.token);
                    return client;
                }
                Ok(told) => assert_eq!(told["type"], "bye", "{told}"),
                Err(_) => {}
            }
        }
        assert!(began.elapsed() < LONG, "{address} takes nobody");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The nodes with the one in this place killed and started again, in order.
async fn begun_again(place: &Place, mut nodes: Vec<Node>, killed: usize) -> Vec<Node> {
    let number = nodes.remove(killed).number;
    nodes.push(place.node(number));
    let again = &nodes[nodes.len() - 1];
    until("it serves again", &[again], || again.said().contains("this node follows")).await;
    in_order(nodes).await
}

/// Waits for the end of a connection: the last that was said, and how long it took.
async fn goodbye(client: &mut Client) -> (Value, Duration) {
    let began = Instant::now();
    let (messages, _) = client.rest().await;
    (messages.last().cloned().unwrap_or_default(), began.elapsed())
}

fn moves(answer: &Value) -> &Value {
    &answer["state"]["moves"]
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn three_nodes_are_one_lobby_that_outlives_each_of_them() {
    let place = Place::new();
    let nodes = in_order(vec![place.node(2), place.node(3), place.node(4)]).await;
    let [leader, second, third] = &nodes[..] else { panic!("there are three") };
    let home = second.number;
    let (mut ann, mut ben) = (Client::player(second.address, "Ann").await, Client::player(third.address, "Ben").await);
    let mut eve = Client::player(leader.address, "Eve").await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    ben.ask(json!({"type": "join", "match": id, "since": 0})).await;
    eve.ask(json!({"type": "watch", "match": id})).await;
    ann.plays(&id, 0, "b2").await;
    ben.plays(&id, 1, "a1").await;
    for client in [&mut ann, &mut ben, &mut eve] {
        client.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    }

    // The one that leads is killed: a match at another node goes on as if nothing had happened.
    leader.signal("-KILL");
    ann.plays(&id, 2, "c1").await;
    ben.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 2).await;
    let nodes = begun_again(&place, nodes, 0).await;

    // Then the node where they play: who came to another one waits a little for an answer, and notices nothing else.
    let place_of_home = nodes.iter().position(|node| node.number == home).unwrap();
    nodes[place_of_home].signal("-KILL");
    let began = Instant::now();
    ben.plays(&id, 3, "a2").await;
    println!("the node of a match was killed: a move took {} ms", began.elapsed().as_millis());
    ben.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 3).await;
    let told: Vec<u64> = ben.kept.iter().filter_map(|told| told["seq"].as_u64()).collect();
    assert!(told.is_sorted_by(|one, next| one < next), "{told:?}");
    let nodes = begun_again(&place, nodes, place_of_home).await;

    // All are there again; the one that leads now, which has the match, is stopped for a while.
    let [leader, second, _] = &nodes[..] else { panic!("there are three") };
    let mut at_leader = back(leader.address, &ben.token).await;
    at_leader.ask(json!({"type": "join", "match": id})).await;
    let mut ann = back(second.address, &ann.token).await;
    let state = ann.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(moves(&state), &json!(["b2", "a1", "c1", "a2"]), "{state}");
    leader.signal("-STOP");
    let began = Instant::now();
    ann.plays(&id, 4, "c2").await;
    println!("a leader stood still: a move took {} ms", began.elapsed().as_millis());
    // When it is let go again, nothing that it says counts, and it tells where one goes on.
    leader.signal("-CONT");
    let (last, waited) = goodbye(&mut at_leader).await;
    let reason = last["reason"].as_str().unwrap_or_default();
    assert!(last["type"] == "bye" && reason.contains("http://127.0.0."), "{last}");
    println!("let go again, it said goodbye after {} ms", waited.as_millis());
    let mut ben = back(leader.address, &ben.token).await;
    let state = ben.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(moves(&state), &json!(["b2", "a1", "c1", "a2", "c2"]), "{state}");

    // One that is asked to stop hands everything on at once, and whoever came to another one does not notice.
    let all: Vec<&Node> = nodes.iter().collect();
    until("it follows again", &all, || leader.said().matches("this node follows").count() > 1).await;
    let mut ben = back(leader.address, &ben.token).await;
    ben.ask(json!({"type": "join", "match": id})).await;
    let leading = nodes[1..].iter().find(|node| node.leads()).expect("one leads");
    leading.signal("-TERM");
    let began = Instant::now();
    ben.plays(&id, 5, "a3").await;
    ben.event("ended").await;
    println!("a leader was told to stop: a move took {} ms", began.elapsed().as_millis());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn without_its_servers_nothing_is_acknowledged_and_everything_goes_on() {
    let mut place = Place::new();
    let nodes = in_order(vec![place.node(5), place.node(6)]).await;
    let mut ann = Client::player(nodes[1].address, "Ann").await;
    let id = ann.create(tictactoe(json!(["me", {"bot": "tictactoe-random"}]))).await;
    ann.plays(&id, 0, "b2").await;
    // NATS is but a bell.
    place.nats.kill();
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    ann.ask(json!({"type": "leave", "match": id})).await;
    place.postgres.crash();
    // One that starts now waits, and says for what.
    let late = place.node(20);
    let mut ben = Client::connect(nodes[1].address).await;
    ben.send(&json!({"type": "hello", "name": "Ben", "id": 1})).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    until("it says what it waits for", &[&late], || late.said().contains("waiting: the database")).await;
    place.postgres.begin();
    place.nats.begin();
    until("it follows", &[&late], || late.said().contains("this node follows") || late.leads()).await;
    assert_eq!(late.said().matches("waiting").count(), 1, "{}", late.said());
    let all: Vec<&Node> = nodes.iter().collect();
    let leads = || nodes.iter().chain([&late]).any(Node::leads);
    until("one leads again", &all, leads).await;
    let mut ann = back(nodes[0].address, &ann.token).await;
    let state = ann.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(state["state"]["ply"], 2, "{state}");
}
