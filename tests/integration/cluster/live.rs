//! Searches of a live server at workers.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena_bots::Roster;
use arena_bots::remote::Workers;
use arena_cluster::live::{LIVE_HELLO, LiveHello, Refusal, ToWorker, task_subject};
use arena_cluster::{LiveWorkers, signature};
use arena_modules::ModuleFiles;
use async_nats::{Client as NatsClient, Message, Subscriber};
use futures::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::server::Nats;
use super::{LONG, Place};
use crate::modules::write_modules;
use crate::server::Server;

/// Starts a server whose searches may go to the workers at `nats`. Bots of clients have ten seconds for a move.
async fn server(nats: &Nats) -> Server {
    let workers = LiveWorkers::connect(&nats.url()).await.unwrap();
    let change = |settings: &mut arena_server::settings::Settings| settings.bots.custom_ms = 10_000;
    Server::with(TempDir::new().unwrap(), change, |parts| parts.workers = Some(workers)).await
}

async fn until(server: &Server, name: &str, value: u64) {
    let began = Instant::now();
    while server.metric(name).await != value {
        assert!(began.elapsed() < LONG, "{name} is {}, not {value}", server.metric(name).await);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn analysis(server: &Server, body: &Value) -> impl Future<Output = reqwest::Result<reqwest::Response>> + use<> {
    reqwest::Client::new()
        .post(server.url("/api/analyse"))
        .header("content-type", "application/json")
        .body(body.to_string())
        .send()
}

fn with_table() -> Value {
    json!({
        "name": "table", "depth": 6, "pruning": "alpha-beta", "ordering": ["table", "static"], "table_mb": 1, "ties": "first",
    })
}

/// Plays the first moves of a match against a bot. Returns the bot's moves and thoughts.
async fn first_moves(server: &Server, bot: &Value) -> Vec<Value> {
    let mut ann = server.player("Ann").await;
    let id = ann.create(json!({"type": "create", "game": "connect4", "seats": ["me", {"bot": bot}]})).await;
    let mut found = Vec::new();
    for (turn, column) in ["d", "d", "e", "c"].into_iter().enumerate() {
        ann.plays(&id, 2 * turn, column).await;
        let moved = |told: &Value| told["event"]["kind"] == "moved" && told["event"]["ply"] == 2 * turn + 1;
        let told = ann.find(moved).await;
        found.push(told["event"]["move"].clone());
    }
    let record = reqwest::get(server.url(&format!("/api/matches/{id}/events"))).await.unwrap();
    let record: Value = serde_json::from_str(&record.text().await.unwrap()).unwrap();
    fn thoughts(value: &Value, found: &mut Vec<Value>) {
        match value {
            Value::Object(map) => {
                if let Some(nodes) = map.get("nodes") {
                    found.push(json!([nodes, map.get("depth"), map.get("value"), map.get("line"), map.get("table")]));
                }
                map.values().for_each(|value| thoughts(value, found));
            }
            Value::Array(all) => all.iter().for_each(|value| thoughts(value, found)),
            _ => {}
        }
    }
    let before = found.len();
    thoughts(&record, &mut found);
    assert!(found.len() >= before + 4, "{record}");
    found
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn a_worker_searches_like_the_server() {
    let (place, nats) = (Place::new(""), Nats::start());
    let alone = Server::start(|_| {}).await;
    let expected = first_moves(&alone, &with_table()).await;
    let server = server(&nats).await;
    let _worker = place.worker(&nats, "worker", &["--threads=2"]);
    until(&server, "search_worker_slots", 2).await;
    assert_eq!(first_moves(&server, &with_table()).await, expected);
    assert_eq!(server.metric("searches_by_workers_total").await, 4);
    // An analysis with a tree and steps.
    let question = json!({"game": "connect4", "moves": ["d", "d"], "depth": 4, "tree_depth": 2});
    let mut found = Vec::new();
    for server in [&alone, &server] {
        let answer = analysis(server, &question).await.unwrap();
        assert_eq!(answer.status(), 200);
        let mut answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        answer["ms"] = 0.into();
        found.push(answer);
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(server.metric("searches_by_workers_total").await, 5);
    assert_eq!(server.metric("searches_fallen_back_total").await, 0);
    server.stop().await;
}

/// Starts a server with two bots that have modules.
async fn server_with_modules(folder: &Path, workers: Option<Arc<dyn Workers>>) -> Server {
    let bots = folder.join("bots");
    std::fs::create_dir_all(&bots).unwrap();
    write_modules(&bots);
    let text = "[[bot]]\nname = \"mine\"\ngame = \"connect4\"\ndepth = 4\ntable_mb = 1\nties = \"first\"\n\
                evaluation = { wasm = \"centre.wasm\" }\n\
                [[bot]]\nname = \"trap\"\ngame = \"connect4\"\nmodule = { wasm = \"traps.wasm\" }\n";
    std::fs::write(bots.join("mine.toml"), text).unwrap();
    let files = Arc::new(ModuleFiles::within(vec![bots]));
    let roster = Roster::load_with(Some(folder), Some(files)).unwrap();
    Server::with(TempDir::new().unwrap(), |_| {}, |parts| (parts.workers, parts.roster) = (workers, roster)).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn a_worker_searches_with_the_module_of_the_server() {
    let (place, nats, folder) = (Place::new(""), Nats::start(), TempDir::new().unwrap());
    let alone = server_with_modules(folder.path(), None).await;
    let expected = first_moves(&alone, &json!("mine")).await;
    let server = server_with_modules(folder.path(), Some(LiveWorkers::connect(&nats.url()).await.unwrap())).await;
    let _worker = place.worker(&nats, "worker", &["--threads=1"]);
    until(&server, "search_worker_slots", 1).await;
    assert_eq!(first_moves(&server, &json!("mine")).await, expected);
    assert_eq!(server.metric("searches_by_workers_total").await, 4);
    let question = json!({"game": "connect4", "moves": ["d"], "bot": "mine"});
    assert_eq!(analysis(&server, &question).await.unwrap().status(), 200);
    assert_eq!(server.metric("searches_by_workers_total").await, 5);
    // A failure at the worker decides the match, and the search is not repeated.
    let mut ben = server.player("Ben").await;
    let id = ben.create(json!({"type": "create", "game": "connect4", "seats": ["me", {"bot": "trap"}]})).await;
    ben.plays(&id, 0, "d").await;
    let ended = ben.find(|told| told["event"]["kind"] == "ended").await;
    assert!(ended.to_string().contains("its module trapped in choose"), "{ended}");
    assert_eq!(server.metric("searches_by_workers_total").await, 6);
    assert_eq!(server.metric("searches_fallen_back_total").await, 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn a_bot_moves_although_its_worker_is_killed_during_the_search() {
    let (place, nats) = (Place::new(""), Nats::start());
    let server = server(&nats).await;
    let mut worker = place.worker(&nats, "worker", &["--only=live", "--threads=1"]);
    until(&server, "search_worker_slots", 1).await;
    let mut ann = server.player("Ann").await;
    let bot = json!({"name": "slow", "depth": 40, "time_ms": 5_000});
    let id = ann.create(json!({"type": "create", "game": "connect4", "seats": ["me", {"bot": bot}]})).await;
    ann.plays(&id, 0, "d").await;
    until(&server, "searches_running", 1).await;
    worker.kill();
    until(&server, "searches_fallen_back_total", 1).await;
    ann.find(|told| told["event"]["kind"] == "moved" && told["event"]["ply"] == 1).await;
    assert_eq!(server.metric("searches_by_workers_total").await, 0);
    until(&server, "search_worker_slots", 0).await;
    server.stop().await;
}

/// A worker that the test plays itself.
struct Fake {
    client: NatsClient,
    tasks: Subscriber,
    hello: LiveHello,
}

impl Fake {
    async fn new(nats: &Nats, signature: &str) -> Self {
        let client = async_nats::connect(&nats.url()).await.unwrap();
        let hello = LiveHello {
            worker: "fake".to_owned(),
            name: "fake\u{7} one".to_owned(),
            version: "0.0.9".to_owned(),
            signature: signature.to_owned(),
            slots: 1,
        };
        let tasks = client.subscribe(task_subject("fake")).await.unwrap();
        client.flush().await.unwrap();
        Self { client, tasks, hello }
    }

    fn hello(&self) -> Vec<u8> {
        serde_json::to_vec(&self.hello).unwrap()
    }

    /// Says hello until the server gives it searches.
    async fn join(&self, server: &Server) {
        while server.metric("search_worker_slots").await == 0 {
            self.client.publish(LIVE_HELLO, self.hello().into()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Returns the next message of a server.
    async fn next(&mut self) -> (ToWorker, Message) {
        let message = tokio::time::timeout(LONG, self.tasks.next()).await.unwrap().unwrap();
        (serde_json::from_slice(&message.payload).unwrap(), message)
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn a_cancelled_search_is_cancelled_at_its_worker() {
    let nats = Nats::start();
    let server = server(&nats).await;
    let mut fake = Fake::new(&nats, signature()).await;
    fake.join(&server).await;
    let client = tokio::spawn(analysis(&server, &json!({"game": "connect4", "depth": 30})));
    let (task, message) = fake.next().await;
    assert!(matches!(task, ToWorker::Do(_)), "{task:?}");
    client.abort();
    let reply = message.reply.unwrap();
    let (order, _) = fake.next().await;
    assert!(matches!(&order, ToWorker::Cancel(of) if *of == reply.as_str()), "{order:?}");
    assert_eq!(server.metric("searches_by_workers_total").await, 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn the_server_makes_a_search_that_its_worker_refuses() {
    let nats = Nats::start();
    let server = server(&nats).await;
    let mut fake = Fake::new(&nats, signature()).await;
    fake.join(&server).await;
    let answer = tokio::spawn(analysis(&server, &json!({"game": "tictactoe", "depth": 9, "pruning": "none"})));
    let (_, message) = fake.next().await;
    fake.client.publish(message.reply.unwrap(), "!all places are taken".into()).await.unwrap();
    let answer: Value = serde_json::from_str(&answer.await.unwrap().unwrap().text().await.unwrap()).unwrap();
    assert_eq!(answer["nodes"], 549_946, "{answer}");
    assert_eq!(server.metric("searches_fallen_back_total").await, 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs nats-server: tests/run has it"]
async fn server_and_worker_reject_another_build() {
    let (place, nats) = (Place::new(""), Nats::start());
    let server = server(&nats).await;
    let fake = Fake::new(&nats, "0000000000000000").await;
    let refusal = loop {
        // The server may not have subscribed yet.
        if let Ok(answer) = fake.client.request(LIVE_HELLO, fake.hello().into()).await {
            break serde_json::from_slice::<Refusal>(&answer.payload).unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(refusal.signature, signature());
    assert_eq!(server.metric("search_worker_slots").await, 0);
    server.stop().await;
    let mut hellos = fake.client.subscribe(LIVE_HELLO).await.unwrap();
    fake.client.flush().await.unwrap();
    let mut worker = place.worker(&nats, "worker", &[]);
    let heard = hellos.next().await.unwrap();
    let other = json!({ "version": "9.9.9", "signature": "ffffffffffffffff" });
    fake.client.publish(heard.reply.unwrap(), other.to_string().into()).await.unwrap();
    assert_eq!(worker.wait().code(), Some(1));
    let said = worker.said();
    assert!(said.contains("the server is another build (version 9.9.9, signature ffffffffffffffff)"), "{said}");
}
