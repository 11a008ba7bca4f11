//! Runs `arena serve` as a separate process, for benchmarks that put load on a server.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// A running `arena serve`. It is killed on drop.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts `program` on this local port (0 picks a free one), without limits per address.
    pub(crate) fn start(program: &Path, data: &Path, port: u16) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"]).arg(data).stderr(Stdio::null());
        command.env("ARENA_TOURNAMENTS_SAMPLES", "false");
        for (key, value) in [
            ("CONNECTIONS", "100000"),
            ("CONNECTIONS_PER_ADDRESS", "100000"),
            ("SOCKETS_PER_ADDRESS", "100000"),
            ("MESSAGES", "10000000"),
            ("MATCHES_PER_PLAYER", "100000"),
            ("REQUESTS", "1000000"),
            ("MATCHES_PER_ADDRESS", "100000"),
            ("MATCHES_PER_MINUTE_PER_ADDRESS", "1000000"),
            ("PLAYERS_PER_MINUTE", "100000"),
            ("MOVES_PER_SECOND_PER_ADDRESS", "1000000"),
        ] {
            command.env(format!("ARENA_LIMITS_{key}"), value);
        }
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("it has an output")?).lines();
        let first = lines.next().context("the server prints its address")??;
        let address = first.rsplit("http://").next().context("the output has an address")?.parse()?;
        // The remaining output is read so that the server never blocks on it.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, address })
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
