//! A disk that is full and a database that is locked: no answer is a lie, and the store recovers by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use sqlx::Connection as _;

use super::{back, id, numbered, raw, setup};
use crate::games::Side;
use crate::play::{Event, EventLog, NumberedEvent, Seat};
use crate::store::Store;
use crate::store::directory::{Writing, database};
use crate::store::writer::Connect;

/// Connections to a database that may not outgrow a number of pages.
struct Limited {
    writing: Writing,
    pages: Arc<AtomicU32>,
}

impl Connect for Limited {
    fn connect(&self) -> rusqlite::Result<rusqlite::Connection> {
        let connection = self.writing.open()?;
        let pages = self.pages.load(Ordering::SeqCst);
        connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
        Ok(connection)
    }
}

/// An event of a few kilobytes.
fn bulky(seq: u64) -> Vec<NumberedEvent> {
    let seat = Seat::Bot { name: "bulky".to_owned(), spec: json!("x".repeat(3000)) };
    numbered(seq, [Event::Seated { side: Side::First, seat }])
}

async fn until_healthy(store: &Store) {
    let healthy = async {
        while store.health().is_err() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), healthy).await.expect("it was to recover by itself");
}

#[tokio::test]
async fn a_full_disk_is_reported_and_outlived() {
    let dir = tempfile::tempdir().unwrap();
    let writing = Writing::new(database(dir.path()), Duration::from_secs(5));
    let pages = Arc::new(AtomicU32::new(200));
    let connect = Limited { writing, pages: pages.clone() };
    let store = Store::open_with(dir.path(), connect, Duration::from_millis(2)).await.unwrap();
    store.create(&setup(1)).await.unwrap();
    store.create(&setup(2)).await.unwrap();

    let mut answered = 0;
    let sentence = loop {
        match store.append(id(1), setup(1).game, bulky(answered + 1)).await {
            Ok(()) => answered += 1,
            Err(error) => break error.to_string(),
        }
        assert!(answered < 1000, "200 pages were to be enough for less");
    };
    assert!(sentence.contains("full"), "{sentence}");
    assert!(answered > 10, "there was room for {answered} only");
    let health = store.health().unwrap_err();
    assert!(health.contains("full"), "{health}");
    // Everybody who waits is told.
    let waiting = join_all([
        store.append(id(1), setup(1).game, bulky(answered + 1)),
        store.append(id(2), setup(2).game, back(1, 1)),
    ]);
    assert!(waiting.await.iter().all(Result::is_err));
    // Reading goes on.
    assert_eq!(store.events(id(1)).await.unwrap().len() as u64, answered);

    pages.store(100_000, Ordering::SeqCst);
    until_healthy(&store).await;
    store.append(id(1), setup(1).game, bulky(answered + 1)).await.unwrap();
    store.append(id(2), setup(2).game, back(1, 1)).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap().len() as u64, answered + 1);
    assert_eq!(store.events(id(2)).await.unwrap(), back(1, 1));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_locked_database_is_reported_and_the_next_write_finds_it_open() {
    let dir = tempfile::tempdir().unwrap();
    let writing = Writing::new(database(dir.path()), Duration::from_millis(1));
    // So long that only a write can find out.
    let store = Store::open_with(dir.path(), writing, Duration::from_secs(100_000)).await.unwrap();
    store.create(&setup(1)).await.unwrap();
    store.append(id(1), setup(1).game, back(1, 2)).await.unwrap();

    let mut other = raw(dir.path()).await;
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    for _ in 0..2 {
        let sentence = store.append(id(1), setup(1).game, back(3, 1)).await.unwrap_err().to_string();
        assert!(sentence.contains("locked"), "{sentence}");
        assert!(store.health().unwrap_err().contains("locked"));
    }
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 2));

    lock.rollback().await.unwrap();
    store.append(id(1), setup(1).game, back(3, 1)).await.unwrap();
    assert_eq!(store.health(), Ok(()));
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 3));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}
