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
        Self::try_start(&mut command(data)).expect("the address is printed")
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
        let text = tokio::time::timeout(Duration::from_secs(20), told).await.expect("the server answers");
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

pub(super) fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).stderr(Stdio::null());
    command.env("ARENA_LIMITS_MATCHES_PER_MINUTE_PER_ADDRESS", "1000000");
    command.env("ARENA_ACCOUNTS_RATED_AFTER_HOURS", "0").env("ARENA_ACCOUNTS_RATED_SAME_ADDRESS", "true");
    command
}
