//! Behaviour while nothing can be stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena_games::GameId;
use arena_play::{EventLog, EventLogError, MatchSetup, NumberedEvent, OnStored};
use arena_store::Store;
use futures::future::BoxFuture;
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use super::Server;
use super::client::{Client, code, status_of, tictactoe};
use crate::arena::arena;

/// A store whose disk can be full.
struct Full {
    store: Store,
    full: Arc<AtomicBool>,
}

impl EventLog for Full {
    fn create(&self, setup: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>> {
        if self.full.load(Ordering::SeqCst) {
            return Box::pin(async { Err(EventLogError("the disk is full".to_owned())) });
        }
        self.store.create(setup)
    }

    fn log(&self, id: Uuid, game: GameId, events: &[NumberedEvent], kept: OnStored) {
        if self.full.load(Ordering::SeqCst) {
            tokio::spawn(async { kept(Err(EventLogError("the disk is full".to_owned()))) });
            return;
        }
        self.store.log(id, game, events, kept);
    }
}

#[tokio::test]
async fn a_full_disk_acknowledges_nothing_and_charges_no_clock() {
    let full = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&full);
    let server = Server::with(
        TempDir::new().unwrap(),
        |_| {},
        |parts| {
            parts.event_log = Box::new(move |store| Arc::new(Full { store, full: switch }));
        },
    )
    .await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut message = tictactoe(json!(["me", "open"]));
    message["clock"] = json!({"initial_ms": 4_000, "increment_ms": 0});
    let id = ann.against(&mut ben, message).await;
    ann.event("started").await;
    ann.plays(&id, 0, "c3").await;
    ben.plays(&id, 1, "c2").await;

    full.store(true, Ordering::SeqCst);
    let unavailable = |answer: serde_json::Value, expected: &str| {
        assert_eq!((status_of(&answer), code(&answer)), (503, expected), "{answer}");
    };
    unavailable(ann.play(&id, 2, "b2").await, "stored_later");
    unavailable(ann.play(&id, 2, "b2").await, "not_stored");
    unavailable(ben.play(&id, 3, "a1").await, "not_stored");
    unavailable(ann.ask(tictactoe(json!(["me", "open"]))).await, "no_storage");
    // Longer than Ben's whole clock.
    tokio::time::sleep(std::time::Duration::from_millis(4_500)).await;
    full.store(false, Ordering::SeqCst);

    let moved = ben.find(|told| told["event"]["ply"] == 2 && told["event"]["kind"] == "moved").await;
    assert_eq!(moved["event"]["move"], "b2", "the pending move must be kept");
    ann.plays(&id, 2, "b2").await;
    ben.plays(&id, 3, "a1").await;
    let moved = ann.find(|told| told["event"]["ply"] == 3 && told["event"]["kind"] == "moved").await;
    assert_eq!(moved["event"]["turn"], "first", "no player may lose on time: {moved}");
}

#[tokio::test]
async fn a_damaged_live_match_does_not_prevent_the_start() {
    let server = Server::start(|_| {}).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let mut ids = Vec::new();
    for _ in 0..4 {
        let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
        ann.event("started").await;
        ids.push(id);
    }
    let token = ann.token.clone();
    let data = server.stop().await;
    let damage = rusqlite::Connection::open(data.path().join("arena.sqlite")).unwrap();
    damage.execute("UPDATE matches SET id = substr(id, 1, 15) WHERE key = 1", []).unwrap();
    damage.execute("UPDATE cards SET body = substr(body, 1, 20) WHERE match_key = 2", []).unwrap();
    damage.execute("UPDATE matches SET game = 'no game' WHERE key = 3", []).unwrap();
    drop(damage);

    let server = Server::with(data, |_| {}, |_| {}).await;
    let mut ann = Client::again(server.running.address, &token).await;
    for damaged in &ids[..3] {
        assert_eq!(ann.ask(json!({"type": "join", "match": damaged})).await["type"], "error");
    }
    ann.ask(json!({"type": "join", "match": ids[3]})).await;
    ann.plays(&ids[3], 0, "b2").await;
    let listed = reqwest::get(server.url("/api/matches")).await.unwrap().text().await.unwrap();
    assert!(listed.contains(&ids[3]), "{listed}");
    let data = server.stop().await;
    let checked = arena(&["data", "check", "--data", data.path().to_str().unwrap()]);
    assert!(checked.code == 1 && (1..=3).all(|key| checked.out.contains(&format!("row {key} of"))), "{checked:?}");
}
