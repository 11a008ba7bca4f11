//! Backups of a database in use, and restoring them.

use std::fs;
use std::path::PathBuf;

use super::{back, id, setup, store};
use crate::backup::{BackupError, backup, restore};
use crate::{Store, StoreError, directory};
use arena_play::EventLog;

#[tokio::test]
async fn backup_of_a_store_in_use_contains_all_acknowledged_writes() {
    let (dir, store) = store().await;
    let copies = tempfile::tempdir().unwrap();
    for n in 1..=3 {
        store.create(&setup(n)).await.unwrap();
        store.append(id(n), setup(n).game, back(1, n)).await.unwrap();
        let copy = copies.path().join(format!("{n}.sqlite"));
        let contents = backup(dir.path(), &copy).unwrap();
        assert_eq!((contents.matches, contents.bytes), (n, fs::metadata(&copy).unwrap().len()));
        assert!(matches!(backup(dir.path(), &copy), Err(BackupError::Exists(_))));
    }
    // Writing continues as before.
    store.append(id(1), setup(1).game, back(2, 1)).await.unwrap();
    for n in 1..=3 {
        let data = copies.path().join(format!("data {n}"));
        let (contents, before) = restore(&copies.path().join(format!("{n}.sqlite")), &data, false).unwrap();
        assert_eq!((contents.matches, before), (n, None));
        let restored = Store::open(&data).await.unwrap();
        assert_eq!(restored.check().await.unwrap(), [] as [&str; 0]);
        for match_number in 1..=n {
            assert_eq!(restored.events(id(match_number)).await.unwrap(), back(1, match_number));
        }
        // The restored database accepts writes.
        restored.append(id(1), setup(1).game, back(2, 1)).await.unwrap();
    }
    assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 6, "no temporary files remain");
}

#[tokio::test]
async fn restore_keeps_the_existing_database_and_rejects_one_in_use() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy");
    backup(dir.path(), &copy).unwrap();
    store.create(&setup(2)).await.unwrap();
    let in_use = restore(&copy, dir.path(), true);
    assert!(matches!(in_use, Err(BackupError::Directory(StoreError::InUse { .. }))), "{in_use:?}");
    // Simulates a kill: the write-ahead log remains.
    drop(store);
    assert!(matches!(restore(&copy, dir.path(), false), Err(BackupError::Occupied(_))));
    // An aborted restore leaves the existing database, which has the second match.
    let hindrance = dir.path().join("arena.log-1.before-restore-1");
    fs::create_dir(&hindrance).unwrap();
    fs::write(hindrance.join("full"), "").unwrap();
    assert!(matches!(restore(&copy, dir.path(), true), Err(BackupError::NotWritten { .. })));
    let store = Store::open(dir.path()).await.unwrap();
    assert!(store.setup(id(2)).await.unwrap().is_some());
    store.create(&setup(3)).await.unwrap();
    drop(store);
    fs::remove_dir_all(hindrance).unwrap();
    // A write-ahead log left by a killed restore must not be applied to another database.
    let left = dir.path().join("arena.sqlite.before-restore-2-wal");
    fs::write(&left, "of another restore").unwrap();
    let (_, before) = restore(&copy, dir.path(), true).unwrap();
    let before: PathBuf = before.unwrap();
    assert!(before.ends_with("arena.sqlite.before-restore-2") && !left.exists(), "{before:?}");
    let store = Store::open(dir.path()).await.unwrap();
    assert!(store.setup(id(2)).await.unwrap().is_none(), "it was created after the backup");
    drop(store);
    let other = tempfile::tempdir().unwrap();
    backup_of_file(&before, &other.path().join("old"));
    let (contents, _) = restore(&other.path().join("old"), &other.path().join("data"), false).unwrap();
    assert_eq!(contents.matches, 3);
}

/// Copies a database file, including its write-ahead log.
fn backup_of_file(path: &std::path::Path, to: &std::path::Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute("VACUUM INTO ?1", [to.to_str().unwrap()]).unwrap();
}

#[tokio::test]
async fn restore_rejects_files_that_are_not_complete_backups() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    let copies = tempfile::tempdir().unwrap();
    let data = copies.path().join("data");
    let refused = |name: &str, part: &str| {
        let error = restore(&copies.path().join(name), &data, false).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(part), "{error}");
        assert!(!directory::database(&data).exists());
    };
    refused("absent", "No such file");
    fs::write(copies.path().join("text"), "not a database, but a text that is long enough to be one").unwrap();
    refused("text", "not a database");
    rusqlite::Connection::open(copies.path().join("other")).unwrap().execute_batch("CREATE TABLE t (c)").unwrap();
    refused("other", "not a database of the arena");
    backup(dir.path(), &copies.path().join("whole")).unwrap();
    let newer = copies.path().join("newer");
    fs::copy(copies.path().join("whole"), &newer).unwrap();
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    refused("newer", "database version 99, but this program needs version 1");
    let torn = fs::read(copies.path().join("whole")).unwrap();
    fs::write(copies.path().join("torn"), &torn[..torn.len() / 2]).unwrap();
    refused("torn", "");
    let nothing = backup(&copies.path().join("nowhere"), &copies.path().join("copy"));
    assert!(matches!(nothing, Err(BackupError::NoDatabase(_))));
    assert!(!copies.path().join("copy").exists());
}
