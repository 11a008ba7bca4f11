//! Errors at the start of the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::search_capacity;
use crate::settings::SettingsError;
use arena_store::StoreError;

/// Reason why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program uses the address.
    #[error("{address} is in use by another program; stop that one or choose another with --listen")]
    Busy { address: SocketAddr },
    /// Listening on the address failed for another reason.
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: SocketAddr, cause: std::io::Error },
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Tls(SettingsError),
    /// The operator token cannot be written to its file.
    #[error("the operator's token cannot be kept in {path}: {cause}")]
    TokenFile {
        /// The file.
        path: PathBuf,
        cause: std::io::Error,
    },
    /// The operator's Unix socket cannot be opened.
    #[error("server.unix_socket: {path} cannot be listened on: {cause}")]
    Socket {
        /// The socket.
        path: PathBuf,
        cause: std::io::Error,
    },
    /// The data directory cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search threads cannot be started.
    #[error("cannot start the search threads: {0}")]
    Threads(std::io::Error),
    /// The Syzygy tables cannot be used.
    #[error("syzygy in [bots]: {0}")]
    Tablebases(#[from] arena_syzygy::OpenError),
    /// The concurrent searches do not fit into their memory.
    #[error(transparent)]
    Memory(#[from] search_capacity::InsufficientMemory),
    /// The stored matches or tournaments cannot be restored.
    #[error("cannot resume the work of the last run: {0}")]
    Restore(String),
}
