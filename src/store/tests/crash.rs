//! Acknowledged writes survive dropping the store, copying its files during use, and killing the process.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use futures::future::join_all;

use super::{back, id, setup, store};
use crate::Store;
use arena_play::EventLog;

/// Environment variable with the data directory of the process to kill.
const DIR: &str = "ARENA_STORE_TEST_DIR";
const MATCHES: u64 = 8;
const EVENTS: u64 = 200;

#[test]
fn dropped_store_keeps_all_acknowledged_writes() {
    let dir = tempfile::tempdir().unwrap();
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let first = runtime();
    first.block_on(async {
        let store = Store::open(dir.path()).await.unwrap();
        store.create(&setup(1)).await.unwrap();
        store.append(id(1), setup(1).game, back(1, 7)).await.unwrap();
    });
    // The writer stops at an arbitrary point and releases the lock.
    drop(first);
    runtime().block_on(async {
        let store = Store::open(dir.path()).await.unwrap();
        assert_eq!(store.events(id(1)).await.unwrap(), back(1, 7));
        store.append(id(1), setup(1).game, back(8, 1)).await.unwrap();
        assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
    });
}

#[tokio::test]
async fn files_contain_all_acknowledged_writes_at_any_time() {
    let (dir, store) = store().await;
    store.create(&setup(1)).await.unwrap();
    for n in 1..=5 {
        store.append(id(1), setup(1).game, back(n, 1)).await.unwrap();
        let copy = tempfile::tempdir().unwrap();
        // The log is copied first: entries that leave it after this are in the database.
        let mut files: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        files.sort_by_key(|name| !name.to_string_lossy().starts_with("arena.log-"));
        for file in files {
            fs::copy(dir.path().join(&file), copy.path().join(&file)).unwrap();
        }
        let copied = Store::open(copy.path()).await.unwrap();
        assert_eq!(copied.events(id(1)).await.unwrap(), back(1, n));
        assert_eq!(copied.check().await.unwrap(), [] as [&str; 0]);
        copied.close().await.unwrap();
    }
}

/// Writes events of several matches concurrently and prints each acknowledged write.
async fn write_and_tell(dir: &Path) {
    let store = Store::open(dir).await.unwrap();
    let matches = (1..=MATCHES).map(|n| {
        let store = store.clone();
        async move {
            store.create(&setup(n)).await.unwrap();
            for seq in 1..=EVENTS {
                store.append(id(n), setup(n).game, back(seq, 1)).await.unwrap();
                println!("answered {n} {seq}");
            }
        }
    });
    join_all(matches).await;
}

#[tokio::test]
#[ignore = "the test below runs it in a process of its own, to be killed"]
async fn in_a_process_to_be_killed() {
    let own = tempfile::tempdir().unwrap();
    let dir = env::var_os(DIR).map_or_else(|| own.path().to_owned(), Into::into);
    write_and_tell(&dir).await;
}

#[tokio::test]
async fn killed_process_keeps_all_acknowledged_writes() {
    for lines in [1, 150, 700] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["tests::crash::in_a_process_to_be_killed", "--exact", "--ignored", "--nocapture"])
            .env(DIR, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answered = [0; MATCHES as usize + 1];
        let answer = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        // The test runner may print text on the same line first.
        let answer = answer.filter_map(|line| line.split_once("answered ").map(|(_, answer)| answer.to_owned()));
        for answer in answer.take(lines) {
            let (n, seq) = answer.split_once(' ').unwrap();
            answered[n.parse::<usize>().unwrap()] = seq.parse().unwrap();
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "the process must be killed while it works");
        assert_eq!(answered.iter().sum::<u64>(), lines as u64);

        let store = Store::open(dir.path()).await.unwrap();
        assert_eq!(store.check().await.unwrap(), [] as [&str; 0]);
        for n in (1..=MATCHES).filter(|&n| answered[n as usize] > 0) {
            let events = store.events(id(n)).await.unwrap();
            assert_eq!(events, back(1, events.len() as u64));
            assert!(events.len() as u64 >= answered[n as usize], "match {n}: {} < {answered:?}", events.len());
        }
    }
}
