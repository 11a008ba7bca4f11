//! What whoever runs a server does from a shell: settings checked and shown, data copied and put back.

use crate::arena::arena;

#[test]
fn settings_are_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.toml");
    let path = file.to_str().unwrap();
    let check = || arena(&["config", "check", "--config", path]);
    std::fs::write(&file, "[limits]\nmessages = 7\n").unwrap();
    assert_eq!((check().code, check().out.as_str()), (0, "settings and bots are right\n"));
    let shown = arena(&["config", "show", "--changed", "--config", path, "--listen", "127.0.0.1:7"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let expected =
        "[server]\nlisten = \"127.0.0.1:7\"  # default: \"127.0.0.1:8080\"\n\n[limits]\nmessages = 7  # default: 100\n";
    assert_eq!(shown.out, expected);
    // All of it is a settings' file again.
    let all = arena(&["config", "show", "--config", path]).out;
    std::fs::write(&file, all).unwrap();
    assert_eq!(check().code, 0, "{}", check().err);
    std::fs::write(&file, "[limits]\nmesages = 7\n").unwrap();
    let wrong = check();
    assert!(wrong.code == 2 && wrong.err.contains("line 2") && wrong.err.contains("mesages"), "{wrong:?}");
}

#[tokio::test]
async fn data_is_copied_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy) = (path("data"), path("copy.sqlite"));
    let none = arena(&["backup", "--data", &data, &copy]);
    assert!(none.code == 2 && none.err.contains("no database"), "{none:?}");
    let store = minimax_arena::store::Store::open(data.as_ref()).await.unwrap();
    store.create_player(uuid::Uuid::from_u128(1), "Ann", [1; 32], 1).await.unwrap();
    let made = arena(&["backup", "--data", &data, &copy]);
    assert!(made.code == 0 && made.out.contains("matches 0, players 1, tournaments 0"), "{made:?}");
    let again = arena(&["backup", "--data", &data, &copy]);
    assert!(again.code == 2 && again.err.contains("is there already"), "{again:?}");
    let in_use = arena(&["restore", "--data", &data, "--replace", &copy]);
    assert!(in_use.code == 1 && in_use.err.contains("in use"), "{in_use:?}");
    store.close().await.unwrap();
    let occupied = arena(&["restore", "--data", &data, &copy]);
    assert!(occupied.code == 2 && occupied.err.contains("--replace"), "{occupied:?}");
    let replaced = arena(&["restore", "--data", &data, "--replace", &copy]);
    assert!(replaced.code == 0 && replaced.out.contains("is kept in"), "{replaced:?}");
    let store = minimax_arena::store::Store::open(data.as_ref()).await.unwrap();
    assert_eq!(store.player(uuid::Uuid::from_u128(1)).await.unwrap().unwrap().name, "Ann");
}
