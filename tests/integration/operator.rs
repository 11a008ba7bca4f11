//! The operator's commands: settings, backups, checks.

use crate::arena::{arena, refused};

#[test]
fn checks_and_shows_settings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.toml");
    let path = file.to_str().unwrap();
    let check = || arena(&["config", "check", "--config", path]);
    std::fs::write(&file, "[limits]\nmessages = 7\n").unwrap();
    assert_eq!((check().code, check().out.as_str()), (0, "settings and bots are valid\n"));
    let shown = arena(&["config", "show", "--changed", "--config", path, "--listen", "127.0.0.1:7"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let expected =
        "[server]\nlisten = \"127.0.0.1:7\"  # default: \"127.0.0.1:8080\"\n\n[limits]\nmessages = 7  # default: 100\n";
    assert_eq!(shown.out, expected);
    // The output is a valid settings file.
    let all = arena(&["config", "show", "--config", path]).out;
    std::fs::write(&file, all).unwrap();
    assert_eq!(check().code, 0, "{}", check().err);
    std::fs::write(&file, "[limits]\nmesages = 7\n").unwrap();
    let wrong = check();
    assert!(wrong.code == 2 && wrong.err.contains("line 2") && wrong.err.contains("mesages"), "{wrong:?}");
    std::fs::write(&file, "[bots]\nmemory_mb = 1\n").unwrap();
    let wrong = check();
    assert!(wrong.code == 2 && wrong.err.contains("memory_mb = 1"), "too small for any server: {wrong:?}");
}

#[tokio::test]
async fn backs_up_and_restores_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy) = (path("data"), path("copy.sqlite"));
    refused(&["backup", "--data", &data, &copy], "no database");
    let store = arena_store::Store::open(data.as_ref()).await.unwrap();
    store.create_player(uuid::Uuid::from_u128(1), "Ann", [1; 32], 1).await.unwrap();
    let made = arena(&["backup", "--data", &data, &copy]);
    assert!(made.code == 0 && made.out.contains("matches 0, players 1, tournaments 0"), "{made:?}");
    refused(&["backup", "--data", &data, &copy], "already exists");
    let in_use = arena(&["restore", "--data", &data, "--replace", &copy]);
    assert!(in_use.code == 1 && in_use.err.contains("in use"), "{in_use:?}");
    store.close().await.unwrap();
    refused(&["restore", "--data", &data, &copy], "--replace");
    let replaced = arena(&["restore", "--data", &data, "--replace", &copy]);
    assert!(replaced.code == 0 && replaced.out.contains("was renamed to"), "{replaced:?}");
    let store = arena_store::Store::open(data.as_ref()).await.unwrap();
    assert_eq!(store.player(uuid::Uuid::from_u128(1)).await.unwrap().unwrap().name, "Ann");
}

#[tokio::test]
async fn a_backup_into_a_folder_is_named_by_the_time_and_removes_the_oldest() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copies) = (path("data"), path("copies"));
    std::fs::create_dir(&copies).unwrap();
    let old = ["arena-2020-01-01T000000Z.sqlite", "arena-2021-01-01T000000Z.sqlite", "arena-by-hand.sqlite", "notes"];
    for name in old {
        std::fs::write(folder.path().join("copies").join(name), "x").unwrap();
    }
    arena_store::Store::open(data.as_ref()).await.unwrap().close().await.unwrap();
    refused(&["backup", "--data", &data, "--keep", "2", &path("copy.sqlite")], "--keep needs a folder");
    let made = arena(&["backup", "--data", &data, "--keep", "2", &copies]);
    assert!(made.code == 0 && made.out.contains("2020-01-01T000000Z.sqlite removed"), "{made:?}");
    let names = std::fs::read_dir(&copies).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!((names.len(), &*names[0]), (4, old[1]), "other files stay: {names:?}");
    let now = arena_protocol::date::now("arena-%Y-%m-%dT");
    assert!(names[1].starts_with(&now[..10]) && names[1].ends_with("Z.sqlite"), "{names:?}");
    let restored = arena(&["restore", "--data", &path("again"), &format!("{copies}/{}", names[1])]);
    assert_eq!(restored.code, 0, "{restored:?}");
    // Copies from when the clock was ahead do not push the new one out.
    for name in ["arena-9998-01-01T000000Z.sqlite", "arena-9999-01-01T000000Z.sqlite"] {
        std::fs::write(folder.path().join("copies").join(name), "x").unwrap();
    }
    // Two copies of one second would have one name.
    std::fs::remove_file(folder.path().join("copies").join(&names[1])).unwrap();
    let made = arena(&["backup", "--data", &data, "--keep", "1", &copies]);
    assert!(made.code == 0 && made.out.contains("2021-01-01T000000Z.sqlite removed"), "{made:?}");
    assert_eq!(made.out.lines().count(), 2, "nothing else is removed: {made:?}");
}

#[tokio::test]
async fn backup_of_a_damaged_database_fails_and_removes_no_older_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("copies")).unwrap();
    let store = arena_store::Store::open(&path("used")).await.unwrap();
    store.create_player(uuid::Uuid::from_u128(1), "Ann", [1; 32], 1).await.unwrap();
    // As after a kill.
    std::fs::create_dir(path("data")).unwrap();
    for entry in path("used").read_dir().unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), path("data").join(entry.file_name())).unwrap();
    }
    drop(store);
    let log = path("data").join("arena.sqlite-wal");
    let mut damaged = std::fs::read(&log).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&log, &damaged).unwrap();
    let old = path("copies").join("arena-2020-01-01T000000Z.sqlite");
    std::fs::write(&old, "x").unwrap();
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    let made = arena(&["backup", "--data", &text("data"), "--keep", "1", &text("copies")]);
    assert!(made.code == 1 && made.err.contains("acknowledged transaction"), "{made:?}");
    let checked = arena(&["data", "check", "--data", &text("data")]);
    assert!(checked.code == 1 && checked.out.contains("acknowledged transaction"), "{checked:?}");
    assert_eq!(path("copies").read_dir().unwrap().count(), 1);
    assert!(old.exists() && std::fs::read(&log).unwrap() == damaged);
}

#[tokio::test]
async fn checks_and_compacts_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let data = path.to_str().unwrap().to_owned();
    let check = || arena(&["data", "check", "--data", &data]);
    let compact = || arena(&["data", "compact", "--data", &data]);
    for none in [check(), compact()] {
        assert!(none.code == 2 && none.err.contains("no database"), "{none:?}");
    }
    let store = arena_store::Store::open(&path).await.unwrap();
    let name = "n".repeat(40);
    for n in 0..2_000_u128 {
        let mut hash = [7; 32];
        hash[..16].copy_from_slice(&n.to_be_bytes());
        store.create_player(uuid::Uuid::from_u128(n), &name, hash, 1).await.unwrap();
    }
    let sound = check();
    assert!(sound.code == 0 && sound.out.contains("is sound"), "the check must work while the server runs: {sound:?}");
    let in_use = compact();
    assert!(in_use.code == 1 && in_use.err.contains("in use"), "{in_use:?}");
    store.close().await.unwrap();

    let database = path.join("arena.sqlite");
    let sql = rusqlite::Connection::open(&database).unwrap();
    sql.execute_batch("DELETE FROM players").unwrap();
    drop(sql);
    let size = || std::fs::metadata(&database).unwrap().len();
    let before = size();
    let made = compact();
    assert!(made.code == 0 && made.out.contains("KiB now"), "{made:?}");
    assert!(size() < before, "{} of {before} bytes are left", size());
    let changed = check();
    assert!(changed.code == 1 && changed.out.contains("rows of players do not match"), "{changed:?}");

    let sql = rusqlite::Connection::open(&database).unwrap();
    sql.execute_batch(
        "INSERT INTO standings (game, name, shown, wins, draws, losses) VALUES ('chess', 'x', 'x', 1, 0, 0)",
    )
    .unwrap();
    drop(sql);
    let wrong = check();
    assert!(wrong.code == 1 && wrong.out.contains("the tally of x in chess is wrong"), "{wrong:?}");
    assert!(!path.join("arena.checking").exists());
}
