//! Settings for listening, data and the operator.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use super::{Network, Secret};
use crate::time::WEEK_MS;

settings! {
    /// Address, data directory and operator access of the server.
    "server" Server {
        /// Address and port. Port 0 picks a free one.
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)), read at_start;
        /// PEM file with the server's certificate chain. Empty disables TLS.
        tls_certificate: PathBuf = PathBuf::new(), read at_start;
        /// PEM file with the private key.
        tls_key: PathBuf = PathBuf::new(), read at_start;
        /// The data directory.
        data: PathBuf = PathBuf::from("data"), read at_start;
        /// Origins of other sites whose pages may connect, such as `https://example.org`.
        origins: Vec<String> = Vec::new();
        /// Host names that the server accepts, in addition to addresses, the machine's own name and names that are
        /// local to a network. `*` accepts all.
        allowed_hosts: Vec<String> = Vec::new();
        /// Proxies whose forwarding headers are believed.
        trusted_proxies: Vec<Network> = Vec::new();
        /// Addresses that may read the metrics, in addition to the operator.
        metrics_from: Vec<Network> = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()].map(Network::of).into();
        /// The operator token. Empty creates a new one at each start and writes it to a file in the data directory.
        operator_token: Secret = Secret::default(), read at_start;
        /// Path of the operator's Unix socket, relative to the data directory. Empty disables it.
        unix_socket: PathBuf = PathBuf::from("arena.sock"), read at_start;
        /// Lifetime in milliseconds of a link that makes a browser the operator's.
        operator_link_ms: u64 = 600_000, in 1..=WEEK_MS, read at_start;
        /// Lifetime in milliseconds of an operator session in a browser.
        operator_session_ms: u64 = 43_200_000, in 1..=52 * WEEK_MS, read at_start;
        /// Time in milliseconds for which a shutdown waits for running operations.
        drain_ms: u64 = 10_000, in 0..=600_000;
        /// Connections that may wait to be accepted. The system's own limit may be lower.
        backlog: u32 = 4_096, in 1..=65_535, read at_start;
        /// Log filter in the syntax of `tracing_subscriber::filter::Targets`. The variable `RUST_LOG` takes precedence.
        log: String = "info".to_owned();
    }
}

impl Server {
    /// True if the server terminates TLS itself.
    #[must_use]
    pub fn has_tls(&self) -> bool {
        !self.tls_certificate.as_os_str().is_empty()
    }

    /// Returns the path of the operator's Unix socket, if it is enabled.
    #[must_use]
    pub fn socket(&self) -> Option<PathBuf> {
        (!self.unix_socket.as_os_str().is_empty()).then(|| self.data.join(&self.unix_socket))
    }
}
