//! Settings for listening, data and the operator.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Network, Secret};

/// Address, data directory and operator access of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Address and port. Port 0 picks a free one.
    pub listen: SocketAddr,
    /// PEM file with the server's certificate chain. Empty disables TLS.
    pub tls_certificate: PathBuf,
    /// PEM file with the private key.
    pub tls_key: PathBuf,
    /// The data directory.
    pub data: PathBuf,
    /// Origins of other sites whose pages may connect, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Host names that the server accepts, in addition to addresses, the machine's own name and names that are local to
    /// a network. `*` accepts all.
    pub allowed_hosts: Vec<String>,
    /// Proxies whose forwarding headers are believed.
    pub trusted_proxies: Vec<Network>,
    /// Addresses that may read the metrics, in addition to the operator.
    pub metrics_from: Vec<Network>,
    /// The operator token. Empty creates a new one at each start and writes it to a file in the data directory.
    pub operator_token: Secret,
    /// Path of the operator's Unix socket, relative to the data directory. Empty disables it.
    pub unix_socket: PathBuf,
    /// Lifetime in milliseconds of a link that makes a browser the operator's.
    pub operator_link_ms: u64,
    /// Lifetime in milliseconds of an operator session in a browser.
    pub operator_session_ms: u64,
    /// Time in milliseconds for which a shutdown waits for running operations.
    pub drain_ms: u64,
    /// Connections that may wait to be accepted. The system's own limit may be lower.
    pub backlog: u32,
    /// Log filter in the syntax of `tracing_subscriber::filter::Targets`. The variable `RUST_LOG` takes precedence.
    pub log: String,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            tls_certificate: PathBuf::new(),
            tls_key: PathBuf::new(),
            data: PathBuf::from("data"),
            origins: Vec::new(),
            allowed_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics_from: [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()].map(Network::of).into(),
            operator_token: Secret::default(),
            unix_socket: PathBuf::from("arena.sock"),
            operator_link_ms: 600_000,
            operator_session_ms: 43_200_000,
            drain_ms: 10_000,
            backlog: 4_096,
            log: "info".to_owned(),
        }
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
