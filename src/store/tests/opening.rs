//! Opening, closing, locking and migrating a data directory.

use super::tournaments::row as tournament;
use super::{back, id, keep, raw, setup, store, tamper, turn_back};
use crate::games::Side;
use crate::play::{Event, EventLog};
use crate::store::{Store, StoreError, TournamentRow, TournamentState, directory, sql};

#[tokio::test]
async fn a_directory_in_use_is_refused_by_name_until_it_is_let_go() {
    let (dir, store) = store().await;
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::InUse { dir: named } if named == dir.path()), "{refused:?}");
    assert!(refused.to_string().contains(&dir.path().display().to_string()), "{refused}");
    assert!(refused.to_string().contains("in use"), "{refused}");
    store.close().await.unwrap();
    // Although `store` is still there.
    Store::open(dir.path()).await.unwrap().close().await.unwrap();
}

#[tokio::test]
async fn a_closed_store_has_written_what_waited_and_takes_no_more() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    let (waiting, closed) = tokio::join!(store.append(id(1), setup(1).game, back(1, 5)), store.close());
    waiting.unwrap();
    closed.unwrap();
    store.close().await.unwrap();
    assert!(store.health().is_err());
    assert!(store.append(id(1), setup(1).game, back(6, 1)).await.is_err());
    let log = dir.path().join("arena.sqlite-wal");
    assert!(!log.exists() || log.metadata().unwrap().len() == 0, "the log was to be folded in");

    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 5));
    store.append(id(1), setup(1).game, back(6, 1)).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 6));
}

#[tokio::test]
async fn the_directory_is_made_with_its_parents() {
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
async fn a_newer_a_changed_and_no_database_are_refused_and_left_alone() {
    let (dir, store) = store().await;
    keep(&store, &setup(1), [Event::Back { side: Side::First }]).await;
    store.close().await.unwrap();

    tamper(
        dir.path(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', TRUE, x'00', 0)",
    );
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Newer { found: 9999, .. }), "{refused:?}");
    assert!(refused.to_string().contains("newer version") && refused.to_string().contains("arena.sqlite"), "{refused}");

    tamper(dir.path(), "DELETE FROM _sqlx_migrations WHERE version = 9999");
    let store = Store::open(dir.path()).await.unwrap();
    assert_eq!(store.events(id(1)).await.unwrap(), back(1, 1));
    store.close().await.unwrap();

    tamper(dir.path(), "UPDATE _sqlx_migrations SET checksum = x'00'");
    let refused = Store::open(dir.path()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Open { .. }), "{refused:?}");

    let other = tempfile::tempdir().unwrap();
    let garbage = "this is no database, but somebody's notes\n".repeat(200);
    std::fs::write(directory::database(other.path()), &garbage).unwrap();
    let refused = Store::open(other.path()).await.err().unwrap();
    assert!(matches!(refused, StoreError::Open { .. }), "{refused:?}");
    assert_eq!(std::fs::read_to_string(directory::database(other.path())).unwrap(), garbage);
}

#[tokio::test]
async fn the_steps_of_the_schema_are_made_once() {
    let (dir, store) = store().await;
    store.close().await.unwrap();
    let steps = || -> Vec<(i64, bool)> {
        let steps = "SELECT version, success FROM _sqlx_migrations";
        sql::all(&raw(dir.path()), steps, [], |row| Ok(row.try_into()?)).unwrap()
    };
    let before = steps();
    assert_eq!(before, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17].map(|step| (step, true)));
    Store::open(dir.path()).await.unwrap().close().await.unwrap();
    assert_eq!(steps(), before);
}

/// A tournament as a version wrote it whose schema ended with the third step or before.
fn earlier_tournament(n: u64, status: &str, detail: Option<&str>) -> String {
    let TournamentRow { name, game, format, source_toml, seed, total, created_ms, .. } = tournament(n);
    let detail = detail.map_or_else(|| "NULL".to_owned(), |detail| format!("'{detail}'"));
    format!(
        "INSERT INTO tournaments (id, name, game, format, source, seed, total, created_ms, status, detail) \
         VALUES (x'{}', '{name}', '{}', '{}', '{source_toml}', {seed}, {total}, {created_ms}, '{status}', {detail})",
        id(n).simple(),
        game.name(),
        format.word()
    )
}

#[tokio::test]
async fn a_tournament_of_an_earlier_version_is_there_without_what_was_not_kept_then() {
    let (dir, store) = store().await;
    store.close().await.unwrap();
    turn_back(dir.path(), 1).await;
    tamper(dir.path(), earlier_tournament(1, "running", None));
    let store = Store::open(dir.path()).await.unwrap();
    let found = store.tournament(id(1)).await.unwrap().unwrap();
    assert_eq!(found.row, TournamentRow { plan_hash: None, ..tournament(1) });
    assert_eq!(store.tournament_files(id(1)).await.unwrap(), None);
}

#[tokio::test]
async fn what_sentences_said_of_a_tournament_becomes_its_state() {
    let (dir, store) = store().await;
    store.close().await.unwrap();
    turn_back(dir.path(), 3).await;
    let reason = |reason: &str| reason.to_owned();
    let cases = [
        ("running", None, TournamentState::Running),
        ("running", Some("paused"), TournamentState::Paused),
        ("finished", None, TournamentState::Finished),
        ("stopped", None, TournamentState::Stopped),
        (
            "failed",
            Some("no thread to play on"),
            TournamentState::Failed { reason: reason("no thread to play on"), failure: None },
        ),
        (
            "failed",
            Some("it cannot be gone on with: own: table_mb is 64"),
            TournamentState::Blocked { reason: reason("own: table_mb is 64"), failure: None },
        ),
    ];
    for (n, &(status, detail, _)) in (1..).zip(&cases) {
        tamper(dir.path(), earlier_tournament(n, status, detail));
    }
    let store = Store::open(dir.path()).await.unwrap();
    for (n, (status, detail, state)) in (1..).zip(cases) {
        let found = store.tournament(id(n)).await.unwrap().unwrap();
        assert_eq!(found.state, state, "{status}, {detail:?}");
    }
}
