//! Commands leave a damaged data directory as it is, and foreign files are not restored.

use std::fs;
use std::path::Path;

use super::flips::{copied, filled};
use super::{back, id, setup, store, tamper};
use crate::backup::{BackupError, backup, restore};
use crate::{Store, directory, inspect, log, maintenance, sums};
use arena_play::EventLog;

const WAL: &str = "arena.sqlite-wal";

async fn check(dir: &Path) -> Vec<String> {
    maintenance::check(dir, |_| Ok(())).await.unwrap()
}

/// A data directory as after a kill, and a copy of its data from before.
async fn killed() -> (tempfile::TempDir, tempfile::TempDir) {
    let (dir, store) = filled().await;
    let killed = copied(dir.path());
    drop(store);
    let copies = tempfile::tempdir().unwrap();
    backup(copied(killed.path()).path(), &copies.path().join("good")).unwrap();
    (killed, copies)
}

#[tokio::test]
async fn no_command_changes_a_damaged_write_ahead_log_or_copies_what_is_left() {
    let (killed, copies) = killed().await;
    let sound = fs::read(killed.path().join(WAL)).unwrap();
    let flipped = |place: usize| {
        let mut bytes = sound.clone();
        bytes[place] ^= 4;
        bytes
    };
    let damages =
        [flipped(sound.len() / 2), flipped(2), flipped(25), sound[..sound.len() / 2].to_vec(), vec![0; sound.len()]];
    for (number, damage) in damages.iter().enumerate() {
        let copy = copied(killed.path());
        let (dir, log) = (copy.path(), copy.path().join(WAL));
        fs::write(&log, damage).unwrap();
        // As after a crash of the machine.
        fs::remove_file(dir.join("arena.sqlite-shm")).unwrap();
        let database = fs::read(directory::database(dir)).unwrap();
        let refused = Store::open(dir).await.err().expect("the server must not start").to_string();
        assert!(refused.contains("acknowledged transactions are missing"), "{number}: {refused}");
        let faults = check(dir).await;
        assert!(faults.iter().any(|fault| fault.contains("transactions are missing")), "{number}: {faults:?}");
        let target = copies.path().join("bad");
        let made = backup(dir, &target);
        assert!(matches!(&made, Err(BackupError::Damaged { problem, .. }) if problem.contains("missing")), "{made:?}");
        assert!(!target.exists() && fs::read_dir(copies.path()).unwrap().count() == 1);
        assert!(maintenance::compact(dir).await.is_err());
        inspect(dir).await.version.unwrap();
        assert!(fs::read(&log).unwrap() == *damage, "{number}: the log must stay as it is");
        assert!(fs::read(directory::database(dir)).unwrap() == database, "{number}: so must the database");

        restore(&copies.path().join("good"), dir, true).unwrap();
        let kept_log = fs::read(dir.join("arena.sqlite.before-restore-1-wal")).unwrap();
        assert!(kept_log == *damage, "{number}: the replaced log must be kept as it was");
        assert!(check(dir).await.is_empty());
        // With the sound log in its place, nothing is lost.
        let before = tempfile::tempdir().unwrap();
        fs::copy(dir.join("arena.sqlite.before-restore-1"), directory::database(before.path())).unwrap();
        fs::write(before.path().join(WAL), &sound).unwrap();
        let store = Store::open(before.path()).await.unwrap();
        assert_eq!(store.check().await.unwrap(), [""; 0]);
        assert!(store.account(id(40)).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn write_ahead_log_without_its_database_is_kept() {
    let (killed, copies) = killed().await;
    for keeps_mark in [true, false] {
        let copy = copied(killed.path());
        let (dir, log) = (copy.path(), copy.path().join(WAL));
        let sound = fs::read(&log).unwrap();
        fs::write(directory::database(dir), []).unwrap();
        if !keeps_mark {
            fs::remove_file(dir.join("arena.committed")).unwrap();
        }
        assert!(Store::open(dir).await.err().unwrap().to_string().contains("shows that it held data"));
        assert!(check(dir).await[0].contains("shows that it held data"));
        assert!(matches!(backup(dir, &copies.path().join("bad")), Err(BackupError::Damaged { .. })));
        assert!(fs::read(&log).unwrap() == sound, "the log must stay as it is");
    }
}

#[tokio::test]
async fn damaged_log_of_events_is_kept_and_not_copied() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    let killed = {
        for seq in 1..=20 {
            store.append(id(1), setup(1).game, back(seq, 1)).await.unwrap();
        }
        copied(dir.path())
    };
    drop(store);
    let name = |dir: &Path| {
        let names = fs::read_dir(dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.strip_prefix("arena.log-").is_some_and(|rest| rest != "next")).max().unwrap()
    };
    let name = name(killed.path());
    let sound = fs::read(killed.path().join(&name)).unwrap();
    let used = sound.iter().rposition(|byte| *byte != 0).unwrap();
    let last = sound[..used].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    // In the middle, and in the last line, which nothing follows.
    for place in [last / 2, last, last + 20, used - 12, used - 3, used] {
        let copy = copied(killed.path());
        let mut damage = sound.clone();
        damage[place] ^= 1;
        fs::write(copy.path().join(&name), &damage).unwrap();
        let target = copy.path().join("copy");
        let made = backup(copy.path(), &target);
        assert!(matches!(made, Err(BackupError::Damaged { .. })) && !target.exists(), "{place}: {made:?}");
        assert!(!check(copy.path()).await.is_empty());
        assert!(Store::open(copy.path()).await.is_err());
        assert!(fs::read(copy.path().join(&name)).unwrap() == damage, "the log must stay as it is");
    }
    // Without its last line, and without the whole file.
    let mut torn = sound.clone();
    torn[used - 20..].fill(0);
    for damage in [Some(&torn), None] {
        let copy = copied(killed.path());
        let (file, target) = (copy.path().join(&name), copy.path().join("copy"));
        fs::remove_file(&file).unwrap();
        damage.map(|bytes| fs::write(&file, bytes)).transpose().unwrap();
        let made = backup(copy.path(), &target);
        assert!(matches!(&made, Err(BackupError::Damaged { problem, .. }) if problem.contains(&name)), "{made:?}");
        assert!(check(copy.path()).await.iter().any(|fault| fault.contains("were acknowledged")));
        assert!(Store::open(copy.path()).await.err().unwrap().to_string().contains("were acknowledged"));
        assert_eq!(fs::read(&file).ok().as_ref(), damage, "the log must stay as it is");
    }
    // A line without its end was never acknowledged, if the mark does not count it.
    fs::write(killed.path().join(&name), torn).unwrap();
    fs::remove_file(killed.path().join(log::MARK)).unwrap();
    Store::open(killed.path()).await.unwrap();
}

#[tokio::test]
async fn a_copy_can_be_restored_twice() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = copies.path().join("copy");
    let (source, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    store.close().await.unwrap();
    backup(source.path(), &copy).unwrap();
    for _ in 0..2 {
        restore(&copy, dir.path(), true).unwrap();
        let store = Store::open(dir.path()).await.unwrap();
        assert_eq!(store.events(id(1)).await.unwrap(), []);
        store.append(id(1), setup(1).game, back(1, 3)).await.unwrap();
        // As after a kill.
        let killed = copied(dir.path());
        drop(store);
        assert!(check(killed.path()).await.is_empty());
    }
}

#[tokio::test]
async fn database_with_changed_rows_is_neither_copied_nor_restored() {
    let (killed, copies) = killed().await;
    let change = "UPDATE players SET created_ms = 6 WHERE name = 'name 3'";
    tamper(killed.path(), change);
    let made = backup(killed.path(), &copies.path().join("bad"));
    assert!(matches!(&made, Err(BackupError::Damaged { problem, .. }) if problem.contains("players")), "{made:?}");
    assert_eq!(fs::read_dir(copies.path()).unwrap().count(), 1);

    let good = copies.path().join("good");
    rusqlite::Connection::open(&good).unwrap().execute_batch(change).unwrap();
    let refused = restore(&good, &copies.path().join("data"), false).unwrap_err().to_string();
    assert!(refused.contains("the rows of players do not match their checksum"), "{refused}");
}

#[tokio::test]
async fn restore_and_server_reject_a_schema_with_a_foreign_object() {
    let (_killed, copies) = killed().await;
    let trigger = "AFTER INSERT ON players BEGIN DELETE FROM tokens; END";
    let by_force = format!(
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) \
         VALUES ('trigger', 'sqlite_stat1', 'players', 0, 'CREATE TRIGGER sqlite_stat1 {trigger}')"
    );
    let changes = [
        (format!("CREATE TRIGGER t {trigger}"), "the trigger \"t\""),
        (format!("CREATE TRIGGER sqlitexstat1 {trigger}"), "the trigger \"sqlitexstat1\""),
        (by_force, "the trigger \"sqlite_stat1\""),
        ("CREATE TABLE extra (c)".to_owned(), "the table \"extra\""),
        (format!("CREATE TABLE {} (c)", "x".repeat(900_000)), "the table \"xxx"),
        ("DROP INDEX matches_by_tail".to_owned(), "the index matches_by_tail is missing"),
        ("CREATE INDEX extra ON players (name)".to_owned(), "the index \"extra\""),
        ("ALTER TABLE players ADD COLUMN extra".to_owned(), "the table players is missing or differs"),
        ("DROP TABLE blocks; CREATE VIEW blocks AS SELECT 1 AS player".to_owned(), "the table blocks is missing"),
        ("CREATE VIEW extra AS SELECT 1".to_owned(), "the view \"extra\""),
    ];
    for (change, part) in changes {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("used")).unwrap();
        let database = directory::database(&folder.path().join("used"));
        fs::copy(copies.path().join("good"), &database).unwrap();
        rusqlite::Connection::open(&database).unwrap().execute_batch(&change).unwrap();
        let data = folder.path().join("data");
        let refused = restore(&database, &data, false).unwrap_err().to_string();
        assert!(refused.contains(part) && refused.len() < 1_000, "{refused}");
        assert!(!directory::database(&data).exists());
        let used = database.parent().unwrap();
        let faults = check(used).await;
        assert!(faults.iter().any(|fault| fault.contains(part)), "{faults:?}");
        let refused = Store::open(used).await.err().expect("the server must not start").to_string();
        assert!(refused.contains(part), "{refused}");
        assert!(backup(used, &folder.path().join("copy")).is_err());
    }
}

#[tokio::test]
async fn restore_rejects_long_names_and_the_file_of_a_server() {
    let (killed, copies) = killed().await;
    let good = copies.path().join("good");
    let beside = restore(&directory::database(killed.path()), &copies.path().join("data"), false);
    assert!(beside.unwrap_err().to_string().contains("a write-ahead log is beside it"));
    let connection = rusqlite::Connection::open(&good).unwrap();
    sums::keep(&connection).unwrap();
    connection.execute("UPDATE players SET name = ?1 WHERE name = 'name 3'", ["x".repeat(10 << 20)]).unwrap();
    drop(connection);
    let refused = restore(&good, &copies.path().join("data"), false).unwrap_err().to_string();
    assert!(refused.contains("has 10485760 bytes"), "{refused}");
}
