//! The program as a process of its own: what a test can kill, and whose memory the system counts.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `arena serve`; killed when this is dropped.
pub(super) struct Process {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Process {
    pub(super) fn start(data: &Path) -> Self {
        Self::try_start(&mut command(data)).expect("the address is printed")
    }

    /// Starts what [`command`] gave, if it gets as far as saying where it listens.
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

    /// A number of `/metrics`; it is always told soon.
    pub(super) async fn metric(&self, name: &str) -> u64 {
        let url = format!("http://{}/metrics", self.address);
        let told = async { reqwest::get(url).await.unwrap().text().await.unwrap() };
        let text = tokio::time::timeout(Duration::from_secs(20), told).await.expect("the server answers");
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("arena_{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// The bytes that the process holds in memory.
    #[cfg(target_os = "linux")]
    pub(super) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().trim().parse::<u64>().unwrap() * 1_024
    }

    /// How many files and sockets it has open.
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
