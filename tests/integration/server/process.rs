//! The program as a separate process, to kill it or to measure its memory.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `arena serve`, killed on drop.
pub(super) struct Process {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Process {
    pub(super) fn start(data: &Path) -> Self {
        Self::try_start(&mut command(data)).expect("the server prints its address")
    }

    /// Starts the command of [`command`]; `None` if it ends before it prints its address.
    pub(super) fn try_start(command: &mut Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let Some(first) = lines.next() else {
            child.wait().unwrap();
            return None;
        };
        let address = first.rsplit("http://").next().unwrap().parse().unwrap();
        assert!(lines.next().unwrap().starts_with("data "));
        assert!(lines.next().unwrap().starts_with("operator"));
        Some(Self { child, address })
    }

    /// A value of `/metrics`, with a timeout.
    pub(super) async fn metric(&self, name: &str) -> u64 {
        let url = format!("http://{}/metrics", self.address);
        let told = async { reqwest::get(url).await.unwrap().text().await.unwrap() };
        let text = tokio::time::timeout(Duration::from_secs(20), told).await.expect("the server responds");
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("arena_{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Resident memory of the process in bytes.
    #[cfg(target_os = "linux")]
    pub(super) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().trim().parse::<u64>().unwrap() * 1_024
    }

    /// Number of its open files and sockets.
    #[cfg(target_os = "linux")]
    pub(super) fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap().count()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn systemd_is_told_when_the_server_is_ready_and_when_it_stops() {
    use std::os::unix::net::UnixDatagram;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let told = || {
        let mut bytes = [0; 512];
        let length = socket.recv(&mut bytes).expect("a notification");
        String::from_utf8_lossy(&bytes[..length]).trim().to_owned()
    };
    let process = Process::try_start(command(&folder.path().join("data")).env("NOTIFY_SOCKET", &path)).unwrap();
    assert_eq!(told(), "READY=1");
    let pid = rustix::process::Pid::from_child(&process.child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(told(), "STOPPING=1");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn clocks_and_the_time_for_hello_do_not_count_a_stop_of_the_process() {
    use rustix::process::{Pid, Signal, kill_process};
    use serde_json::json;

    use super::client::{Client, tictactoe};

    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let mut ann = Client::player(process.address, "Ann").await;
    let mut ben = Client::player(process.address, "Ben").await;
    let mut wanted = tictactoe(json!(["me", "open"]));
    wanted["clock"] = json!({"initial_ms": 6_000});
    let id = ann.against(&mut ben, wanted).await;
    ann.plays(&id, 0, "a1").await;
    ben.plays(&id, 1, "b2").await;
    let mut silent = Client::connect(process.address).await;
    let pid = Pid::from_child(&process.child);
    kill_process(pid, Signal::STOP).unwrap();
    // Longer than the clock of the match and the time for `hello`.
    tokio::time::sleep(Duration::from_secs(7)).await;
    kill_process(pid, Signal::CONT).unwrap();
    ann.plays(&id, 2, "a2").await;
    assert_eq!(silent.ask(json!({"type": "hello", "name": "Cid"})).await["type"], "welcome");
}

pub(super) fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).stderr(Stdio::null());
    command.env("ARENA_LIMITS_MATCHES_PER_MINUTE_PER_ADDRESS", "1000000").env("ARENA_TOURNAMENTS_SAMPLES", "false");
    command.env("ARENA_ACCOUNTS_RATED_AFTER_HOURS", "0").env("ARENA_ACCOUNTS_RATED_SAME_ADDRESS", "true");
    command
}
