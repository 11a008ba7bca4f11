//! A NATS server for a test.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Debian installs servers in folders that only root's PATH contains.
fn program() -> PathBuf {
    let named = std::env::var_os("ARENA_NATS_SERVER").map(PathBuf::from);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).chain(["/usr/sbin".into()]).map(|folder| folder.join("nats-server"));
    named
        .or_else(|| found.into_iter().find(|path| path.is_file()))
        .expect("nats-server is installed, for example from Debian's package")
}

pub(super) struct Nats {
    port: u16,
    child: Option<Child>,
}

impl Nats {
    /// Starts a server on a free port.
    pub(super) fn start() -> Self {
        let mut nats = Self::away();
        nats.begin();
        nats
    }

    /// Reserves a free port without starting a server.
    pub(super) fn away() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self { port, child: None }
    }

    pub(super) fn begin(&mut self) {
        let mut command = Command::new(program());
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        self.child = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(began.elapsed() < super::LONG, "nats-server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            child.wait().unwrap();
        }
    }

    pub(super) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
