//! Follows the guide for backups in docs/operating.md word for word, beside a server with running matches.

use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use super::client::{Client, tictactoe};
use super::process::Process;

/// Stand-ins for the programs of a system that is set up as in the guide.
const SYSTEM: &str = r#"
    set -eu
    sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
    systemctl() {
        [ "$2" = arena ]
        if [ "$1" = stop ]; then kill "$SERVER"; while kill -0 "$SERVER" 2>/dev/null; do sleep 0.05; done; fi
    }
    arena() { "$ARENA" "$@"; }
"#;

/// Returns the command blocks below a heading of the guide.
fn blocks(heading: &str) -> Vec<String> {
    let guide = include_str!("../../../docs/operating.md");
    let (_, section) = guide.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let section = section.split("\n## ").next().unwrap_or(section);
    section.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn backup_and_restore_work_as_documented() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, backups) = (path("data"), path("backups"));
    std::fs::create_dir(&backups).unwrap();
    let found = blocks("Copies of the data");
    let [_timer, copy, restore] = &found[..] else { panic!("the guide has other blocks") };
    let follow = |block: &str, server: u32| {
        let block = block
            .replace("/var/lib/arena-backups/arena-2026-11-22T000000Z.sqlite", &format!("{backups}/arena-*.sqlite"))
            .replace("/var/lib/arena-backups", &backups)
            .replace("/var/lib/arena", &data);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{SYSTEM}{block}")]);
        shell.env("ARENA", env!("CARGO_BIN_EXE_arena")).env("SERVER", server.to_string());
        shell
    };
    let mut server = Process::start(data.as_ref());
    let (mut ann, mut ben) = (Client::player(server.address, "Ann").await, Client::player(server.address, "Ben").await);
    let id = ann.against(&mut ben, tictactoe(json!(["me", "open"]))).await;
    ann.plays(&id, 0, "b2").await;
    assert!(follow(copy, server.child.id()).status().unwrap().success());
    ben.plays(&id, 1, "a1").await;

    let mut following = follow(restore, server.child.id()).spawn().unwrap();
    // Only the parent of the server sees its exit.
    server.child.wait().unwrap();
    assert!(following.wait().unwrap().success());
    assert!(std::path::Path::new(&data).join("arena.sqlite.before-restore-1").is_file());
    let server = Process::start(data.as_ref());
    let mut ann = Client::again(server.address, &ann.token).await;
    let state = ann.ask(json!({"type": "join", "match": id})).await;
    assert_eq!(state["state"]["moves"], json!(["b2"]), "exactly the moves acknowledged before the backup");
    let mut ben = Client::again(server.address, &ben.token).await;
    ben.ask(json!({"type": "join", "match": id})).await;
    ben.plays(&id, 1, "c3").await;
}
