//! One process of the server replaces another while people play and others connect: nobody is refused.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::client::{Client, tictactoe};
use super::process::{Process, command};

const PAUSE: Duration = Duration::from_millis(1);

/// Somebody who connects all the time, asks one thing, and must get an answer.
struct Visitor {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Visitor {
    fn of(address: SocketAddr) -> Self {
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (ends, counts) = (Arc::clone(&stop), Arc::clone(&answered));
        let task = tokio::spawn(async move {
            while !ends.load(Ordering::Relaxed) {
                let mut stream = TcpStream::connect(address).await.expect("nobody is refused");
                let question = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
                stream.write_all(question).await.expect("it is heard");
                let mut answer = String::new();
                stream.read_to_string(&mut answer).await.expect("it is answered");
                assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
                counts.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(PAUSE).await;
            }
        });
        Self { stop, answered, task }
    }

    /// Waits until there were so many answers more.
    async fn is_answered(&self, more: usize) {
        let wanted = self.answered.load(Ordering::Relaxed) + more;
        while self.answered.load(Ordering::Relaxed) < wanted && !self.task.is_finished() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn ends(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap();
    }
}

async fn exit_code(mut process: Process) -> Option<i32> {
    tokio::task::spawn_blocking(move || process.child.wait().unwrap().code()).await.unwrap()
}

async fn starts(mut command: Command) -> Process {
    tokio::task::spawn_blocking(move || Process::try_start(&mut command).expect("it starts")).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_refused_while_one_process_replaces_another() {
    let data = TempDir::new().unwrap();
    let mut process = Process::start(data.path());
    let address = process.address;
    let (mut ann, mut ben) = (Client::player(address, "Ann").await, Client::player(address, "Ben").await);
    let mut wanted = tictactoe(json!(["me", "open"]));
    wanted["clock"] = json!({"initial_ms": 600_000, "increment_ms": 0});
    let id = ann.create(wanted).await;
    ben.ask(json!({"type": "join", "match": id, "since": 0})).await;
    let visitors = [Visitor::of(address), Visitor::of(address)];
    for (ply, (first, second)) in [("b2", "a1"), ("c1", "a3")].into_iter().enumerate() {
        visitors[0].is_answered(20).await;
        ann.plays(&id, 2 * ply, first).await;
        ben.plays(&id, 2 * ply + 1, second).await;
        let mut successor = command(data.path());
        successor.arg("--take-over");
        let successor = starts(successor).await;
        assert_eq!(successor.address, address);
        assert_eq!(exit_code(std::mem::replace(&mut process, successor)).await, Some(0));
        assert_eq!(ann.rest().await.1, Some(1012), "who was there is told to come again");
        (ann, ben) = (Client::again(address, &ann.token).await, Client::again(address, &ben.token).await);
        let state = ann.ask(json!({"type": "join", "match": id})).await;
        assert_eq!(state["state"]["ply"], 2 * ply + 2, "{state}");
        assert!(state["state"]["clocks"].is_object(), "{state}");
        ben.ask(json!({"type": "join", "match": id})).await;
    }
    visitors[1].is_answered(20).await;
    ann.plays(&id, 4, "a2").await;
    ben.plays(&id, 5, "c2").await;
    for visitor in visitors {
        visitor.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_could_not_start_takes_over_from_nobody() {
    let data = TempDir::new().unwrap();
    let process = Process::start(data.path());
    for (setting, value, named) in [
        ("ARENA_BOTS_MEMORY_MB", "1", "memory_mb = 1"),
        ("ARENA_SERVER_UNIX_SOCKET", "/nowhere/arena.sock", "/nowhere/arena.sock"),
    ] {
        let mut successor = command(data.path());
        successor.arg("--take-over").env(setting, value).stderr(Stdio::piped());
        let refused = tokio::task::spawn_blocking(move || successor.output().unwrap()).await.unwrap();
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains(named), "{said}");
        Client::player(process.address, "Ann").await;
    }
}

#[tokio::test]
async fn a_server_that_takes_over_from_nobody_starts_as_any_other() {
    let data = TempDir::new().unwrap();
    let mut first = command(data.path());
    first.arg("--take-over");
    let process = starts(first).await;
    Client::player(process.address, "Ann").await;
}

#[tokio::test]
async fn a_socket_that_systemd_holds_is_taken_and_outlives_the_process() {
    let data = TempDir::new().unwrap();
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap();
    for life in 0..2 {
        // As systemd does: the socket is descriptor 3, and two variables tell so.
        let mut shell = Command::new("sh");
        let script = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --data \"$1\"";
        shell.args(["-c", script, env!("CARGO_BIN_EXE_arena")]).arg(data.path());
        shell.stdin(OwnedFd::from(held.try_clone().unwrap())).stderr(Stdio::null());
        // Before it runs, somebody waits already.
        let early = TcpStream::connect(address).await.unwrap();
        let process = starts(shell).await;
        assert_eq!(process.address, address);
        drop(early);
        Client::player(process.address, if life == 0 { "Ann" } else { "Ben" }).await;
    }
}
