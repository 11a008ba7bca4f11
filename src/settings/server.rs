//! Where the server listens, and who its operator is.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Network, Secret};

/// Where the server listens and keeps its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Address and port; port 0 picks one.
    pub listen: SocketAddr,
    /// The certificate that the server shows, as PEM, with those that vouch for it; empty for no TLS.
    pub tls_certificate: PathBuf,
    /// Its key, as PEM.
    pub tls_key: PathBuf,
    /// The data directory.
    pub data: PathBuf,
    /// Origins of other sites whose pages may connect, such as `https://example.org`.
    pub origins: Vec<String>,
    /// The host names that it answers to, beside addresses, names of its own machine, and names that only mean something
    /// in a local network; `*` for all.
    pub allowed_hosts: Vec<String>,
    /// The proxies that are believed about whom they speak for.
    pub trusted_proxies: Vec<Network>,
    /// The operator's token; empty to draw one at each start and keep it in a file of the data directory.
    pub operator_token: Secret,
    /// The Unix socket of the operator, seen from the data directory; empty for none.
    pub unix_socket: PathBuf,
    /// How long a link that makes a browser the operator's can be used.
    pub operator_link_ms: u64,
    /// How long such a browser stays the operator's.
    pub operator_session_ms: u64,
    /// How long a shutdown waits for what is under way.
    pub drain_ms: u64,
    /// Connections that wait to be taken; the system may hold fewer.
    pub backlog: u32,
    /// What is logged, as `tracing_subscriber::filter::Targets` reads it; the variable `RUST_LOG` takes precedence.
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
    /// Whether connections are secured by TLS.
    #[must_use]
    pub fn has_tls(&self) -> bool {
        !self.tls_certificate.as_os_str().is_empty()
    }

    /// Where the operator's Unix socket is, if there is one.
    #[must_use]
    pub fn socket(&self) -> Option<PathBuf> {
        (!self.unix_socket.as_os_str().is_empty()).then(|| self.data.join(&self.unix_socket))
    }
}
