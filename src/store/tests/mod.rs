//! The store against a real database in a temporary directory.

mod accounts;
mod backup;
mod crash;
mod daily;
mod damage;
mod event_log;
mod faults;
mod flips;
mod lists;
mod log;
mod networks;
mod opening;
mod ratings;
mod standings;
mod tournaments;
mod unchanged;

use std::path::Path;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use super::{Store, directory};
use arena_games::{BySide, GameId, Options, Side};
use arena_play::{EndReason, Event, EventLog, GameResult, MatchSetup, NumberedEvent, Seat, Verdict};

async fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    (dir, store)
}

/// Returns the `n`th test id.
fn id(n: u64) -> Uuid {
    Uuid::from_u64_pair(7, n)
}

fn person(n: u64) -> Seat {
    Seat::person(id(n), format!("person {n}"))
}

fn bot(name: &str) -> Seat {
    Seat::Bot { name: name.to_owned(), spec: json!({"name": name, "depth": 3}) }
}

fn setup_of(n: u64, game: GameId, first: Seat, second: Seat) -> MatchSetup {
    MatchSetup {
        id: id(n),
        game,
        options: game.complete_options(&Options::new()).unwrap(),
        position: None,
        opening: Vec::new(),
        seats: BySide::new(first, second),
        clock: None,
        rated: false,
        seed: n,
        created_ms: 1_700_000_000_000 + n,
        made_by: None,
        listed: false,
    }
}

fn setup(n: u64) -> MatchSetup {
    setup_of(n, GameId::TicTacToe, person(1), bot("beginner"))
}

fn numbered(from: u64, events: impl IntoIterator<Item = Event>) -> Vec<NumberedEvent> {
    (from..).zip(events).map(|(seq, event)| NumberedEvent { seq, event }).collect()
}

/// Events without any effect on lists.
fn back(from: u64, count: u64) -> Vec<NumberedEvent> {
    numbered(from, (0..count).map(|_| Event::Back { side: Side::First }))
}

fn ended(outcome: Option<GameResult>) -> Event {
    Event::Ended { verdict: Verdict { outcome, by: EndReason::Resignation, detail: None }, clocks: None }
}

async fn keep(store: &Store, setup: &MatchSetup, events: impl IntoIterator<Item = Event>) {
    store.create(setup).await.unwrap();
    store.append(setup.id, setup.game, numbered(1, events)).await.unwrap();
}

/// Opens a connection that bypasses the store.
fn raw(dir: &Path) -> Connection {
    Connection::open(directory::database(dir)).unwrap()
}

/// Runs statements that bypass the store.
fn tamper(dir: &Path, sql: impl AsRef<str>) {
    raw(dir).execute_batch(sql.as_ref()).unwrap();
}
