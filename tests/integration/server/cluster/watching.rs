//! Who watches at another node costs that node and not the one that leads, and is told everything once; who plays there is not
//! charged for a link between nodes.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::client::{Client, tictactoe};
use super::cuts::{Linked, linked, two};
use super::{Node, Place, back, goodbye, until};

/// Limits under which so many who watch are not taken for a flood.
const SETTINGS: &str = include_str!("../../../../benches/help/no_flood.toml");

/// Moves of a whole match, in which nobody wins.
const MOVES: [&str; 9] = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"];

/// One who watches a match, and comes again when the connection ends.
struct Watcher {
    at: SocketAddr,
    client: Client,
    id: String,
    /// The last event of the match that it was told.
    last: u64,
}

impl Watcher {
    async fn new(at: SocketAddr, id: &str, dialect: &str) -> Self {
        let mut client = Client::try_connect(at, &[("sec-websocket-protocol", dialect)]).await.unwrap();
        let welcome = client.ask(json!({"type": "hello", "name": "Eve"})).await;
        welcome["token"].as_str().unwrap().clone_into(&mut client.token);
        let snapshot = client.ask(json!({"type": "watch", "match": id})).await;
        Self { at, client, id: id.to_owned(), last: snapshot["seq"].as_u64().unwrap() }
    }

    /// Is told everything up to this event, each once and in order; how often it had to come again.
    async fn hears(&mut self, seq: u64) -> usize {
        let mut came = 0;
        while self.last < seq {
            match self.client.told().await {
                Ok(told) if told["type"] == "event" => {
                    assert_eq!(told["seq"], self.last + 1, "{told}");
                    self.last += 1;
                }
                Ok(told) => assert!(["ok", "bye"].contains(&told["type"].as_str().unwrap()), "{told}"),
                Err(_) => {
                    came += 1;
                    let token = self.client.token.clone();
                    self.client = back(self.at, &token).await;
                    let watch = json!({"type": "watch", "match": self.id, "since": self.last});
                    self.client.send(&watch).await;
                }
            }
        }
        came
    }
}

/// Makes this move in a match of two; the number of its event.
async fn plays(players: &mut [Client; 2], id: &str, ply: usize) -> u64 {
    players[ply % 2].plays(id, ply, MOVES[ply]).await;
    let is_it = |told: &Value| told["event"]["kind"] == "moved" && told["event"]["ply"] == ply;
    let [one, other] = players;
    one.find(is_it).await;
    other.find(is_it).await["seq"].as_u64().unwrap()
}

/// What this node has sent so far.
async fn sent(node: &Node) -> u64 {
    let metrics = reqwest::get(format!("http://{}/metrics", node.address)).await.unwrap().text().await.unwrap();
    let line = metrics.lines().find_map(|line| line.strip_prefix("arena_messages_out_total ")).unwrap();
    line.parse().unwrap()
}

/// The players once more, at this node.
async fn again(players: &[Client; 2], node: &Node, id: &str) -> [Client; 2] {
    let mut here = [back(node.address, &players[0].token).await, back(node.address, &players[1].token).await];
    for player in &mut here {
        player.ask(json!({"type": "join", "match": id})).await;
    }
    here
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn watchers_cost_their_own_node_and_are_told_everything_once_whatever_breaks() {
    let place = Place::new();
    let settings = place.folder.path().join("settings.toml");
    std::fs::write(&settings, SETTINGS).unwrap();
    let flags = ["--config", settings.to_str().unwrap()];
    let mut nodes = Vec::new();
    for number in [15, 16, 17] {
        nodes.push(linked(&place, number, &flags).await);
    }
    let all: Vec<&Node> = nodes.iter().map(|linked| &linked.node).collect();
    until("one leads", &all, || all.iter().filter(|node| node.leads()).count() == 1).await;
    until("all serve", &all, || all.iter().all(|node| node.serves())).await;
    let (mut leads, follow): (Vec<Linked>, Vec<Linked>) = nodes.into_iter().partition(|linked| linked.node.leads());
    let leader = leads.pop().unwrap();
    let at = follow[0].node.address;

    let (one, other) = (leader.node.address, leader.node.address);
    let mut players = [Client::player(one, "Ann").await, Client::player(other, "Ben").await];
    let id = players[0].create(tictactoe(json!(["me", "open"]))).await;
    players[1].ask(json!({"type": "join", "match": id})).await;
    let mut watchers = Vec::new();
    let mut counted = Vec::new();
    for (plies, all) in [(0..2, 4), (2..4, 50)] {
        while watchers.len() < all {
            let dialect = ["arena.v1", "arena.v2"][watchers.len() % 2];
            watchers.push(Watcher::new(at, &id, dialect).await);
        }
        let before = sent(&leader.node).await;
        let mut last = 0;
        for ply in plies {
            last = plays(&mut players, &id, ply).await;
        }
        for watcher in &mut watchers {
            assert_eq!(watcher.hears(last).await, 0, "nothing has broken");
        }
        counted.push(sent(&leader.node).await - before);
    }
    assert_eq!(counted[0], counted[1], "however many watch");
    println!("{} messages for two moves", counted[0]);

    // Who leaves is told no more; who would sit down and may not goes on watching.
    let mut fickle = watchers.pop().unwrap();
    assert_eq!(fickle.client.ask(json!({"type": "leave", "match": id})).await["type"], "ok");
    assert_eq!(watchers[0].client.ask(json!({"type": "join", "match": id})).await["code"], "seat_taken");
    let fifth = plays(&mut players, &id, 4).await;
    for watcher in &mut watchers {
        assert_eq!(watcher.hears(fifth).await, 0);
    }
    fickle.client.send(&json!({"type": "ping"})).await;
    assert_eq!(fickle.client.told().await.unwrap()["type"], "pong");

    // The link between the nodes is cut: whoever watches hears what was missed when it is back.
    leader.inner.cut();
    let sixth = plays(&mut players, &id, 5).await;
    let (last, waited) = goodbye(&mut watchers[0].client).await;
    assert_eq!(last["type"], "bye", "{last}");
    println!("after {} ms: {last}", waited.as_millis());
    leader.inner.mend();
    for watcher in &mut watchers {
        watcher.hears(sixth).await;
    }

    // The one that leads is killed.
    drop(leader);
    let mut players = again(&players, &follow[1].node, &id).await;
    plays(&mut players, &id, 6).await;
    plays(&mut players, &id, 7).await;
    let last = plays(&mut players, &id, 8).await;
    for watcher in &mut watchers {
        // The end of the match is an event as well.
        assert_eq!(watcher.hears(last + 1).await, 0, "their own node has come again for them");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs and nats-server; tests/run runs it"]
async fn a_link_between_nodes_that_is_cut_is_charged_to_nobody() {
    let place = Place::new();
    let [leader, follower] = two(&place, [18, 19]).await;
    let mut ann = Client::player(follower.node.address, "Ann").await;
    let mut ben = Client::player(leader.node.address, "Ben").await;
    let minutes = 10 * 60_000;
    let clock = json!({"initial_ms": minutes, "increment_ms": 0});
    let mut wanted = tictactoe(json!(["open", "me"]));
    wanted["clock"] = clock;
    let began = Instant::now();
    let id = ben.create(wanted).await;
    ann.ask(json!({"type": "join", "match": id})).await;
    // It is Ann's turn, and the nodes have heard of each other since.
    tokio::time::sleep(Duration::from_secs(1)).await;
    leader.inner.cut();
    let cut = Instant::now();
    assert_eq!(goodbye(&mut ann).await.0["type"], "bye");
    let mut ann = back(leader.node.address, &ann.token).await;
    ann.ask(json!({"type": "join", "match": id})).await;
    let away = cut.elapsed();
    ann.plays(&id, 0, "b2").await;
    let moved = ann.find(|told| told["event"]["kind"] == "moved").await;
    let left = moved["event"]["clocks"]["first"].as_u64().unwrap_or_else(|| panic!("{moved}"));
    let charged = Duration::from_millis(minutes - left);
    // She is credited five seconds at most, which begin when the nodes last heard of each other, shortly before the cut.
    let credited = away.min(Duration::from_secs(4));
    println!("away for {} ms, charged {} ms", away.as_millis(), charged.as_millis());
    assert!(charged <= began.elapsed() - credited, "{charged:?} of {:?}, away for {away:?}", began.elapsed());

    // Nor does a flag fall in the time until the link is known to be cut.
    leader.inner.mend();
    let mut ann = back(follower.node.address, &ann.token).await;
    let mut wanted = tictactoe(json!(["open", "me"]));
    wanted["clock"] = json!({"initial_ms": 2_500, "increment_ms": 0});
    let id = ben.create(wanted).await;
    ann.ask(json!({"type": "join", "match": id})).await;
    tokio::time::sleep(Duration::from_millis(1_700)).await;
    leader.inner.cut();
    assert_eq!(goodbye(&mut ann).await.0["type"], "bye");
    let mut ann = back(leader.node.address, &ann.token).await;
    ann.ask(json!({"type": "join", "match": id})).await;
    ann.plays(&id, 0, "b2").await;
    // One that could be reached loses as ever, wherever it is.
    leader.inner.mend();
    let mut ben = back(follower.node.address, &ben.token).await;
    ben.ask(json!({"type": "join", "match": id})).await;
    let ended = ann.event("ended").await;
    assert_eq!(ended["event"]["verdict"]["by"], "timeout", "{ended}");
}
