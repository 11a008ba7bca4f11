//! Opening, closing and locking a data directory.

use uuid::Uuid;

use super::{back, id, keep, raw, setup, store, tamper};
use crate::{Store, StoreError, directory, inspect, maintenance, schema, sql};
use arena_games::Side;
use arena_play::{Event, EventLog};

#[tokio::test]
async fn rejects_a_directory_in_use_until_it_is_closed() {
    let (dir, store) = store().await;
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::InUse { dir: named } if named == dir.path()), "{refused:?}");
    assert!(refused.to_string().contains(&dir.path().display().to_string()), "{refused}");
    assert!(refused.to_string().contains("in use"), "{refused}");
    store.close().await.unwrap();
    // It works although `store` still exists.
    Store::open(dir.path()).await.unwrap().close().await.unwrap();
}

#[tokio::test]
async fn close_writes_pending_requests_and_rejects_later_ones() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    let (waiting, closed) = tokio::join!(store.append(id(1), setup(1).game, back(1, 5)), store.close());
    waiting.unwrap();
    closed.unwrap();
    store.close().await.unwrap();
    assert!(store.health().is_err());
    assert!(store.append(id(1), setup(1).game, back(6, 1)).await.is_err());
    let log = dir.path().join("arena.sqlite-wal");
    assert!(!log.exists() || log.metadata().unwrap().len() == 0, "the write-ahead log must be checkpointed");

    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 5));
    store.append(id(1), setup(1).game, back(6, 1)).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 6));
}

#[tokio::test]
async fn creates_the_directory_and_its_parents() {
    let dir = tempfile::tempdir().unwrap();
    let deep = dir.path().join("a/b");
    let store = Store::open(&deep).await.unwrap();
    assert!(directory::database(&deep).is_file());
    store.close().await.unwrap();

    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let refused = Store::open(&file).await.err().unwrap();
    assert!(refused.to_string().contains(&file.display().to_string()), "{refused}");
}

#[tokio::test]
async fn rejects_a_database_of_another_version_without_changing_it() {
    let (dir, store) = store().await;
    keep(&store, &setup(1), [Event::Back { side: Side::First }]).await;
    store.close().await.unwrap();
    let path = directory::database(dir.path());
    for found in [schema::VERSION - 1, schema::VERSION + 7] {
        raw(dir.path()).pragma_update(None, "user_version", found).unwrap();
        let before = std::fs::read(&path).unwrap();
        let refused = Store::open(dir.path()).await.err().unwrap();
        assert!(matches!(refused, StoreError::Version { .. }), "{refused:?}");
        let (named, expected) = (dir.path().display(), schema::VERSION);
        assert_eq!(
            refused.to_string(),
            format!(
                "the data directory {named} has database version {found}, but this program needs version {expected}; run \
                 the program that wrote it, or choose another data directory"
            )
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert_eq!(inspect(dir.path()).await.version, Ok(Some(found)));
        assert_eq!(maintenance::check(dir.path(), |_| Ok(())).await.unwrap_err().to_string(), refused.to_string());
    }
    raw(dir.path()).pragma_update(None, "user_version", schema::VERSION).unwrap();
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 1));
}

#[tokio::test]
async fn rejects_a_database_of_another_program_and_files_of_other_types() {
    let dir = tempfile::tempdir().unwrap();
    tamper(dir.path(), "CREATE TABLE recipes (text TEXT)");
    let path = directory::database(dir.path());
    let before = std::fs::read(&path).unwrap();
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Foreign { .. }), "{refused:?}");
    assert!(refused.to_string().contains(&dir.path().display().to_string()), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), before);

    let garbage = "this is not a database, but somebody's notes\n".repeat(200);
    std::fs::write(&path, &garbage).unwrap();
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Open { .. }), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), garbage);
}

#[tokio::test]
async fn creates_the_database_once() {
    let (dir, store) = store().await;
    store.close().await.unwrap();
    let id = || -> Uuid { sql::value(&raw(dir.path()), "SELECT id FROM log_of", []).unwrap() };
    let before = id();
    Store::open(dir.path()).await.unwrap().close().await.unwrap();
    assert_eq!(id(), before);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_a_new_database() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, store) = store().await;
    for name in ["arena.sqlite", "arena.sqlite-wal", "arena.sqlite-shm"] {
        let mode = std::fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    store.close().await.unwrap();
}
