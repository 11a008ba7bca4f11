//! Server metrics in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, TextEncoder};

use super::process;

/// Counters since the start.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// Accepted TCP connections.
    pub connections: AtomicU64,
    /// Accepted WebSocket connections.
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
    /// HTTP responses by the first digit of their status, 1 to 5.
    responses: [AtomicU64; 5],
    /// HTTP requests refused because their address sent too many.
    pub requests_refused: AtomicU64,
    /// Seconds from reading a player's command to a match, usually a move, to the answer.
    pub answers: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let help = "from reading what a player asks of a match, a move mostly, to its answer, when it is on disk";
        let options = HistogramOpts::new("arena_answer_seconds", help);
        let bounds = vec![0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
        Self {
            connections: AtomicU64::default(),
            sockets: AtomicU64::default(),
            sockets_refused: AtomicU64::default(),
            messages_in: AtomicU64::default(),
            messages_out: AtomicU64::default(),
            errors: AtomicU64::default(),
            slow_readers: AtomicU64::default(),
            matches_made: AtomicU64::default(),
            responses: Default::default(),
            requests_refused: AtomicU64::default(),
            answers: Histogram::with_opts(options.buckets(bounds)).expect("the name is valid and the bounds increase"),
        }
    }
}

/// A value that is read when the metrics are requested: its name without the prefix `arena_`, the help text and the
/// value. Following the conventions of Prometheus, it is a counter if its name ends in `_total`, and a gauge otherwise.
pub(crate) type Reading = (&'static str, &'static str, u64);

impl Metrics {
    /// Counts an HTTP response.
    pub(crate) fn count_response(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100);
        if let Some(counter) = class.checked_sub(1).and_then(|class| self.responses.get(class)) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Formats all counters, `readings`, `histograms` and the metrics of the process as text.
    #[must_use]
    pub(crate) fn text(&self, readings: &[Reading], histograms: &[&Histogram]) -> String {
        let counters = [
            ("connections_total", "TCP connections taken", &self.connections),
            ("sockets_total", "WebSocket connections taken", &self.sockets),
            ("sockets_refused_total", "connections refused by a limit", &self.sockets_refused),
            ("messages_in_total", "WebSocket messages received", &self.messages_in),
            ("messages_out_total", "WebSocket messages sent", &self.messages_out),
            ("errors_total", "WebSocket messages answered with an error", &self.errors),
            ("slow_readers_total", "connections closed because they read too slowly", &self.slow_readers),
            ("matches_made_total", "matches made by players", &self.matches_made),
            ("requests_refused_total", "HTTP requests refused by a rate", &self.requests_refused),
        ];
        let mut text = String::new();
        let line = |text: &mut String, name: &str, help: &str, kind: &str, value: u64| {
            writeln!(text, "# HELP arena_{name} {help}\n# TYPE arena_{name} {kind}\narena_{name} {value}")
                .expect("writing to a string never fails");
        };
        for (name, help, counter) in counters {
            line(&mut text, name, help, "counter", counter.load(Ordering::Relaxed));
        }
        text.push_str("# HELP arena_responses_total HTTP responses by class of their status\n");
        text.push_str("# TYPE arena_responses_total counter\n");
        for (class, counter) in (1..).zip(&self.responses) {
            let value = counter.load(Ordering::Relaxed);
            writeln!(text, "arena_responses_total{{class=\"{class}xx\"}} {value}")
                .expect("writing to a string never fails");
        }
        for (name, help, value) in readings {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            line(&mut text, name, help, kind, *value);
        }
        let own = std::iter::once(&self.answers);
        let families: Vec<_> = own.chain(histograms.iter().copied()).flat_map(Collector::collect).collect();
        // Metrics that cannot be encoded are omitted, because the rest is still useful.
        TextEncoder::new().encode_utf8(&families, &mut text).ok();
        text.push_str(&process::text());
        text
    }
}
