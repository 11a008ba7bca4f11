//! What the server counts, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    /// TCP connections taken.
    pub connections: AtomicU64,
    /// WebSocket connections taken.
    pub sockets: AtomicU64,
    /// Connections refused by a limit, WebSockets and others.
    pub sockets_refused: AtomicU64,
    /// Messages received.
    pub messages_in: AtomicU64,
    /// Messages sent.
    pub messages_out: AtomicU64,
    /// Requests answered with an error.
    pub errors: AtomicU64,
    /// Connections closed because they read too slowly.
    pub slow_readers: AtomicU64,
    /// Matches made by players.
    pub matches_made: AtomicU64,
    /// HTTP requests answered.
    pub requests: AtomicU64,
    /// HTTP requests refused because their address sent too many.
    pub requests_refused: AtomicU64,
}

/// A number that is read when the metrics are asked for. By the conventions of Prometheus it only ever rises when its
/// name ends in `_total`, and goes up and down otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The name, without the program's.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// Its value.
    pub value: u64,
}

impl Metrics {
    /// All counters and `readings` as text.
    #[must_use]
    pub fn text(&self, readings: &[Reading]) -> String {
        let counters = [
            ("connections_total", "TCP connections taken", &self.connections),
            ("sockets_total", "WebSocket connections taken", &self.sockets),
            ("sockets_refused_total", "connections refused by a limit", &self.sockets_refused),
            ("messages_in_total", "WebSocket messages received", &self.messages_in),
            ("messages_out_total", "WebSocket messages sent", &self.messages_out),
            ("errors_total", "WebSocket messages answered with an error", &self.errors),
            ("slow_readers_total", "connections closed because they read too slowly", &self.slow_readers),
            ("matches_made_total", "matches made by players", &self.matches_made),
            ("requests_total", "HTTP requests answered", &self.requests),
            ("requests_refused_total", "HTTP requests refused by a rate", &self.requests_refused),
        ];
        let mut text = String::new();
        let mut line = |name: &str, help: &str, kind: &str, value: u64| {
            writeln!(text, "# HELP arena_{name} {help}\n# TYPE arena_{name} {kind}\narena_{name} {value}")
                .expect("writing to a string never fails");
        };
        for (name, help, counter) in counters {
            line(name, help, "counter", counter.load(Ordering::Relaxed));
        }
        for reading in readings {
            let kind = if reading.name.ends_with("_total") { "counter" } else { "gauge" };
            line(reading.name, reading.help, kind, reading.value);
        }
        text
    }
}
