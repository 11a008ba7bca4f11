//! The messages between leader and worker.

use arena_cluster::message::{Hello, Leader};
use arena_cluster::signature;
use futures::StreamExt;
use serde_json::json;

use super::server::Nats;
use super::{MIXED, Place};

#[tokio::test]
#[ignore = "needs nats-server: tests/run has it"]
async fn both_sides_reject_another_build() {
    let (place, nats) = (Place::new(MIXED), Nats::start());
    let url = nats.url();
    let client = async_nats::connect(&url).await.unwrap();
    // A worker of another build sends hello to a leader.
    let mut leader = place.tournament("run", &["--nats", &url]);
    let hello = Hello {
        worker: "1".to_owned(),
        name: "old\u{7} one".to_owned(),
        version: "0.0.9".to_owned(),
        signature: "0000000000000000".to_owned(),
        threads: 64,
        slots: 192,
        engines: Vec::new(),
        holds: Vec::new(),
    };
    let said = serde_json::to_vec(&hello).unwrap();
    let answered = loop {
        if let Ok(answer) = client.request("arena.v1.hello", said.clone().into()).await {
            break serde_json::from_slice::<Leader>(&answer.payload).unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(answered.signature, signature());
    leader.says("The worker old one is another build (version 0.0.9, signature 0000000000000000) than this one");
    leader.kill();
    // A leader of another build answers a worker.
    let mut hellos = client.subscribe("arena.v1.hello").await.unwrap();
    client.flush().await.unwrap();
    let mut worker = place.worker(&nats, "worker", &[]);
    let heard = hellos.next().await.unwrap();
    let from: Hello = serde_json::from_slice(&heard.payload).unwrap();
    assert_eq!((from.name.as_str(), from.threads, from.signature.as_str()), ("worker", 1, signature()));
    let other = json!({ "run": "r", "version": "9.9.9", "signature": "ffffffffffffffff" });
    client.publish(heard.reply.unwrap(), other.to_string().into()).await.unwrap();
    client.flush().await.unwrap();
    assert_eq!(worker.wait().code(), Some(1));
    let said = worker.said();
    assert!(said.contains("the leader is another build (version 9.9.9, signature ffffffffffffffff)"), "{said}");
}

/// A tournament with an engine waits for a worker that has it.
#[tokio::test]
#[ignore = "needs nats-server: tests/run has it"]
async fn engines_play_on_workers_that_have_them() {
    let ours = env!("CARGO_BIN_EXE_arena");
    let place = Place::new(
        r#"
        name = "Engines elsewhere"
        game = "tictactoe"
        rounds = 3
        [[entrants]]
        bot = "tictactoe-random"
        [[entrants]]
        name = "engine"
        nodes = 200
        engine = { protocol = "text", command = ["far-away", "engine", "tictactoe", "--bot", "tictactoe-club"] }
        "#,
    );
    let nats = Nats::start();
    let url = nats.url();
    let mut leader = place.tournament("run", &["--nats", &url]);
    let _without = place.worker(&nats, "without", &[]);
    leader.says(&format!(
        "No worker has far-away, and is connected: waiting for `arena worker --nats {url} --engines far-away`."
    ));
    let _with = place.worker(&nats, "with", &["--threads=1", "--engines", &format!("far-away={ours}")]);
    leader.succeeds();
    let records = &place.written("run")[2];
    assert_eq!(records.lines().count(), 6, "{records}");
    assert!(!records.contains("\"crash\""), "{records}");
}
