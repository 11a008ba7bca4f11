//! Nodes that are new, or were away for longer than the log goes back: they take a snapshot and say the same as all others.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tempfile::TempDir;

use super::shared::{GAME, busy, caught_up, open, told};
use super::{back, id, setup};
use crate::play::EventLog;
use crate::store::shared::model::{Kept, Model};
use crate::store::shared::{PutUp, SharedLog, SharedLogError, Snapshots, put_up};
use crate::store::{Store, StoreError};

/// Puts up a snapshot of what a node has, and takes from the log all that it has: up to which change that is.
async fn shortened(log: &Model, store: &Store, dir: &Path, kept: &Arc<Kept>) -> u64 {
    caught_up(store, dir, kept).await;
    let last = kept.changes().len() as u64;
    let PutUp::Done(whole) = put_up(dir, log).await.unwrap() else { panic!("nobody else is about it") };
    assert_eq!(whole.reached, last);
    assert_eq!(put_up(dir, log).await.unwrap(), PutUp::NotNeeded);
    log.passed(last).await.unwrap();
    assert_eq!(log.shorten().await, Ok(last));
    assert_eq!(log.read(0).await, Err(SharedLogError::Shortened));
    last
}

/// Opens the store of a node that first has to take a snapshot up to this change.
async fn open_behind(dir: &Path, log: &Arc<Model>, reached: u64) -> Store {
    let opened = || Store::open_shared(dir, Arc::clone(log) as Arc<dyn SharedLog>);
    assert!(matches!(opened().await, Err(StoreError::LeftBehind { .. })));
    assert_eq!(Store::take_snapshot(dir, &**log).await.unwrap(), reached);
    opened().await.unwrap()
}

/// Whether only what a store has lies in a data directory.
fn is_tidy(dir: &Path) -> bool {
    let known = ["arena.lock", "arena.sqlite", "arena.sqlite-wal", "arena.sqlite-shm"];
    fs::read_dir(dir).unwrap().all(|entry| known.contains(&entry.unwrap().file_name().to_str().unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_new_and_one_that_was_away_take_a_snapshot_and_say_the_same() {
    let (kept, dirs): (Arc<Kept>, [TempDir; 3]) =
        (Arc::default(), std::array::from_fn(|_| tempfile::tempdir().unwrap()));
    let (one, a) = open(dirs[0].path(), &kept, 1).await;
    let (two, b) = open(dirs[1].path(), &kept, 2).await;
    tokio::join!(busy(&a, 10), busy(&b, 20));
    b.close().await.unwrap();
    two.end();
    a.create(&setup(1)).await.unwrap();
    a.append(id(1), GAME, back(1, 1)).await.unwrap();
    let last = shortened(&one, &a, dirs[0].path(), &kept).await;
    a.append(id(1), GAME, back(2, 1)).await.unwrap();

    two.begin_life(3);
    let b = open_behind(dirs[1].path(), &two, last).await;
    let c = open_behind(dirs[2].path(), &Model::new(&kept, 4), last).await;
    // Both go on from there, and may be asked at once.
    b.append(id(1), GAME, back(3, 1)).await.unwrap();
    c.create_player(id(40), "late", [40; 32], 5).await.unwrap();
    c.append(id(1), GAME, back(4, 1)).await.unwrap();
    for (store, dir) in [(&a, &dirs[0]), (&b, &dirs[1]), (&c, &dirs[2])] {
        caught_up(store, dir.path(), &kept).await;
        assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
        assert!(is_tidy(dir.path()));
    }
    let all = [told(dirs[0].path()), told(dirs[1].path()), told(dirs[2].path())];
    assert!(all[0].len() > 400, "{} rows", all[0].len());
    for other in &all[1..] {
        let differs: Vec<_> = all[0].iter().zip(other).filter(|(one, other)| one != other).take(5).collect();
        assert_eq!((all[0].len(), differs), (other.len(), Vec::new()));
    }
    // Whoever comes back to what is still in the log needs none.
    b.close().await.unwrap();
    let b = Store::open_shared(dirs[1].path(), two).await.unwrap();
    assert_eq!(b.events(id(1)).await.unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stood_still_is_told_that_the_log_went_on_without_it() {
    let (kept, dirs): (Arc<Kept>, [TempDir; 2]) =
        (Arc::default(), std::array::from_fn(|_| tempfile::tempdir().unwrap()));
    let (one, a) = open(dirs[0].path(), &kept, 1).await;
    let (two, b) = open(dirs[1].path(), &kept, 2).await;
    b.create(&setup(1)).await.unwrap();
    two.away.store(true, Ordering::Relaxed);
    let waits = {
        let b = b.clone();
        tokio::spawn(async move { b.create(&setup(2)).await })
    };
    two.end();
    a.append(id(1), GAME, back(1, 1)).await.unwrap();
    let last = shortened(&one, &a, dirs[0].path(), &kept).await;
    two.away.store(false, Ordering::Relaxed);
    a.append(id(1), GAME, back(2, 1)).await.unwrap();
    b.left_behind().await;
    assert!(waits.await.unwrap().is_err(), "nobody was told that it is kept");
    assert!(b.create(&setup(3)).await.is_err() && b.health().is_err());
    assert!(b.close().await.is_err());
    two.begin_life(5);
    let b = open_behind(dirs[1].path(), &two, last).await;
    b.append(id(1), GAME, back(3, 1)).await.unwrap();
    assert_eq!(b.events(id(1)).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_is_damaged_is_not_taken_and_one_that_was_half_taken_is_taken_again() {
    let (kept, dirs): (Arc<Kept>, [TempDir; 2]) =
        (Arc::default(), std::array::from_fn(|_| tempfile::tempdir().unwrap()));
    let (one, a) = open(dirs[0].path(), &kept, 1).await;
    let (two, b) = open(dirs[1].path(), &kept, 2).await;
    b.create(&setup(1)).await.unwrap();
    b.close().await.unwrap();
    two.end();
    a.append(id(1), GAME, back(1, 1)).await.unwrap();
    let last = shortened(&one, &a, dirs[0].path(), &kept).await;

    two.begin_life(3);
    kept.damage();
    let before = fs::read(dirs[1].path().join("arena.sqlite")).unwrap();
    let refused = Store::take_snapshot(dirs[1].path(), &*two).await.unwrap_err().to_string();
    assert!(refused.contains("its digest is another one"), "{refused}");
    assert!(fs::read(dirs[1].path().join("arena.sqlite")).unwrap() == before);
    kept.damage();

    // As if it had been killed after the old database was out of the way, with a log that belongs to that one.
    let file = |name: &str| dirs[1].path().join(name);
    fs::rename(file("arena.sqlite"), file("arena.sqlite.old")).unwrap();
    fs::copy(dirs[0].path().join("arena.sqlite-wal"), file("arena.sqlite-wal")).unwrap();
    fs::write(file("arena.sqlite.taking"), "half").unwrap();
    let b = open_behind(dirs[1].path(), &two, last).await;
    assert_eq!(b.events(id(1)).await.unwrap(), back(1, 1));
    assert!(is_tidy(dirs[1].path()));
}
