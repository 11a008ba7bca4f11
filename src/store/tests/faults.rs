//! A full disk and a locked database: unwritten data is never acknowledged, and the store recovers by itself.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::future::join_all;
use rusqlite::TransactionBehavior;
use serde_json::json;

use super::{back, id, numbered, raw, setup};
use crate::games::Side;
use crate::play::{Event, EventLog, NumberedEvent, Seat};
use crate::store::Store;
use crate::store::directory::{Writing, database};
use crate::store::log::{Disk, SystemDisk};

/// A disk with limited space for logs, in bytes.
#[derive(Clone)]
struct Limited {
    room: Arc<AtomicU64>,
}

impl Limited {
    fn take(&self, bytes: u64) -> io::Result<()> {
        let taken = self.room.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |room| room.checked_sub(bytes));
        taken.map(drop).map_err(|_| io::Error::from_raw_os_error(28))
    }
}

impl Disk for Limited {
    fn create(&self, path: &Path, room: u64) -> io::Result<File> {
        self.take(64)?;
        SystemDisk.create(path, room)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.take(bytes.len() as u64) {
            // Like a real disk, writes a part.
            file.write_all(&bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        SystemDisk.write(file, bytes)
    }
}

/// An event of about 3 kB.
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
    tokio::time::timeout(Duration::from_secs(60), healthy).await.expect("the store recovers by itself");
}

#[tokio::test]
async fn recovers_from_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let writing = Writing::new(database(dir.path()), Duration::from_secs(5));
    let room = Arc::new(AtomicU64::new(100_000));
    let disk = Limited { room: room.clone() };
    let store = Store::open_with(dir.path(), writing, disk, Duration::from_millis(2)).await.unwrap();
    store.create(&setup(1)).await.unwrap();
    store.create(&setup(2)).await.unwrap();

    let mut answered = 0;
    let sentence = loop {
        match store.append(id(1), setup(1).game, bulky(answered + 1)).await {
            Ok(()) => answered += 1,
            Err(error) => break error.to_string(),
        }
        assert!(answered < 1000, "100 kB must not suffice for so many events");
    };
    assert!(sentence.contains("No space left"), "{sentence}");
    assert!(answered > 10, "only {answered} events were written");
    let health = store.health().unwrap_err();
    assert!(health.contains("No space left"), "{health}");
    // All waiting callers receive an error.
    let waiting = join_all([
        store.append(id(1), setup(1).game, bulky(answered + 1)),
        store.append(id(2), setup(2).game, back(1, 1)),
    ]);
    assert!(waiting.await.iter().all(Result::is_err));
    // Reads still work.
    assert_eq!(store.events(id(1)).await.unwrap().len() as u64, answered);

    room.store(100_000_000, Ordering::SeqCst);
    until_healthy(&store).await;
    store.append(id(1), setup(1).game, bulky(answered + 1)).await.unwrap();
    store.append(id(2), setup(2).game, back(1, 1)).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap().len() as u64, answered + 1);
    assert_eq!(store.events(id(2)).await.unwrap(), back(1, 1));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn matches_continue_while_the_database_is_locked() {
    let dir = tempfile::tempdir().unwrap();
    let writing = Writing::new(database(dir.path()), Duration::from_millis(1));
    let store = Store::open_with(dir.path(), writing, SystemDisk, Duration::from_millis(2)).await.unwrap();
    store.create(&setup(1)).await.unwrap();
    store.append(id(1), setup(1).game, back(1, 2)).await.unwrap();

    let mut other = raw(dir.path());
    let lock = other.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    store.append(id(1), setup(1).game, back(3, 1)).await.unwrap();
    let sentence = store.create_player(id(5), "five", [5; 32], 5).await.unwrap_err().to_string();
    assert!(sentence.contains("locked"), "{sentence}");
    assert!(store.health().unwrap_err().contains("locked"));
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 3), "logged events are visible");
    assert_eq!(store.setup(id(1)).await.unwrap(), Some(setup(1)));

    lock.rollback().unwrap();
    until_healthy(&store).await;
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 3));
    assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
}
