//! Flipped bits: `data check` reports them, or they change nothing.

use std::path::Path;

use rusqlite::types::Value;

use super::accounts::{claim, token};
use super::tournaments::{files, row};
use super::{back, ended, id, keep, person, raw, setup, setup_of, store, tamper};
use crate::accounts::{Change, TokenKind};
use crate::{Store, maintenance};
use arena_games::GameId;
use arena_games::seed::derive;
use arena_play::{EventLog, GameResult};

/// A data directory with rows of many kinds.
pub(super) async fn filled() -> (tempfile::TempDir, Store) {
    let (dir, store) = store().await;
    for n in 1..=40 {
        store.create_player(id(n), &format!("person {n}"), [u8::try_from(n).unwrap(); 32], 5).await.unwrap();
        store.claim(claim(n, [&format!("name {n}"), &format!("look {n}")])).await.unwrap();
        let key = token(u8::try_from(100 + n).unwrap(), TokenKind::Key, 8);
        store.change_account(id(n), Change { token: Some(key), ..Change::default() }).await.unwrap();
    }
    for n in 1..=20 {
        let seats = (person(n), person(n + 1));
        let played = setup_of(n, GameId::TicTacToe, seats.0, seats.1);
        keep(&store, &played, [ended((n % 2 == 0).then_some(GameResult::First))]).await;
    }
    store.create(&setup(50)).await.unwrap();
    store.append(id(50), GameId::TicTacToe, back(1, 3)).await.unwrap();
    store.create_tournament(row(1), files()).await.unwrap();
    (dir, store)
}

/// All rows of all tables.
fn rows(dir: &Path) -> Vec<(String, Vec<Vec<Value>>)> {
    let connection = raw(dir);
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut query = connection.prepare(tables).unwrap();
    let tables: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let read = |table: String| {
        let mut query = connection.prepare(&format!("SELECT * FROM \"{table}\"")).unwrap();
        let columns = query.column_count();
        let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        let rows = query.query_map([], row).unwrap().map(Result::unwrap).collect();
        (table, rows)
    };
    tables.into_iter().map(read).collect()
}

/// Copies a data directory, which a store may have open.
pub(super) fn copied(dir: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in dir.read_dir().unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}

/// Flips one bit at each of `times` places of a file. Returns how many were detected.
async fn flip(dir: &Path, name: &str, times: u64) -> usize {
    let sound = rows(copied(dir).path());
    let bytes = std::fs::read(dir.join(name)).unwrap();
    // Most of a small database is unused space.
    let used: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place] != 0).collect();
    let mut detected = 0;
    for n in 0..times {
        let draw = usize::try_from(derive(7, &[n])).unwrap();
        let bit = used[draw / 8 % used.len()] * 8 + draw % 8;
        let copy = copied(dir);
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(copy.path().join(name), flipped).unwrap();
        let result = maintenance::check(copy.path(), |_| Ok(())).await;
        if matches!(&result, Ok(faults) if faults.is_empty()) {
            assert_eq!(rows(copy.path()), sound, "bit {bit} of {name} changes data, and the check finds nothing");
            let opened = Store::open(copy.path()).await;
            assert!(opened.is_ok(), "bit {bit} of {name}: {:?}", opened.err());
        } else {
            detected += 1;
        }
    }
    detected
}

#[tokio::test]
async fn check_detects_flipped_bits_of_the_database() {
    let (dir, store) = filled().await;
    store.close().await.unwrap();
    assert!(maintenance::check(dir.path(), |_| Ok(())).await.unwrap().is_empty());
    assert!(flip(dir.path(), "arena.sqlite", 120).await > 20, "most bits of the file are data");
}

#[tokio::test]
async fn check_detects_flipped_bits_of_the_write_ahead_log() {
    let (dir, store) = filled().await;
    // As after a kill: the store is still open while its files are copied.
    let killed = copied(dir.path());
    assert!(maintenance::check(copied(killed.path()).path(), |_| Ok(())).await.unwrap().is_empty());
    assert!(flip(killed.path(), "arena.sqlite-wal", 60).await > 20, "most of the log has acknowledged data");
    assert!(flip(killed.path(), "arena.committed", 20).await > 15);
    drop(store);
}

#[tokio::test]
async fn server_rejects_a_database_that_lost_acknowledged_transactions() {
    let (dir, store) = filled().await;
    let killed = copied(dir.path());
    drop(store);
    std::fs::write(killed.path().join("arena.sqlite-wal"), []).unwrap();
    let refused = Store::open(killed.path()).await.err().expect("accounts are lost").to_string();
    assert!(refused.contains("acknowledged transactions are missing"), "{refused}");
}

#[tokio::test]
async fn server_creates_no_database_in_the_place_of_a_lost_one() {
    let (dir, store) = filled().await;
    store.close().await.unwrap();
    for lose in [|file: &Path| std::fs::remove_file(file), |file: &Path| std::fs::write(file, [])] {
        let copy = copied(dir.path());
        let file = copy.path().join("arena.sqlite");
        lose(&file).unwrap();
        let refused = Store::open(copy.path()).await.err().expect("the data are lost").to_string();
        assert!(refused.contains("shows that it held data"), "{refused}");
        assert!(std::fs::metadata(&file).map_or(true, |file| file.len() == 0), "nothing is created");
        std::fs::remove_file(copy.path().join("arena.committed")).unwrap();
        Store::open(copy.path()).await.expect("the operator begins anew").close().await.unwrap();
    }
}

#[tokio::test]
async fn check_names_the_table_of_a_changed_row() {
    let (dir, store) = filled().await;
    store.close().await.unwrap();
    for (change, table) in [
        ("UPDATE players SET created_ms = 6 WHERE name = 'name 3'", "players"),
        ("UPDATE tokens SET expires_ms = 98 WHERE key = 2", "tokens"),
        ("DELETE FROM recovery_codes", "recovery_codes"),
    ] {
        let copy = copied(dir.path());
        tamper(copy.path(), change);
        let faults = maintenance::check(copy.path(), |_| Ok(())).await.unwrap();
        let wanted = format!("the rows of {table} do not match their checksum");
        assert!(faults.contains(&wanted), "{change}: {faults:?}");
    }
}
