//! Why a server did not start.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::search_capacity;
use crate::settings::SettingsError;
use crate::store::StoreError;

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("{address} is in use by another program; stop that one or choose another with --listen")]
    Busy {
        /// The address.
        address: SocketAddr,
    },
    /// The address cannot be listened on for another reason.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        cause: std::io::Error,
    },
    /// The certificate or its key cannot be used.
    #[error(transparent)]
    Tls(SettingsError),
    /// The operator's token cannot be kept.
    #[error("the operator's token cannot be kept in {path}: {cause}")]
    TokenFile {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The operator's socket cannot be listened on.
    #[error("server.unix_socket: {path} cannot be listened on: {cause}")]
    Socket {
        /// The socket.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The data directory cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no threads.
    #[error("no threads to search on: {0}")]
    Threads(std::io::Error),
    /// The searches that run at once would not fit into the memory that is theirs.
    #[error(transparent)]
    Memory(#[from] search_capacity::TooLittle),
    /// The stored matches or tournaments cannot be gone on with.
    #[error("what was under way cannot be gone on with: {0}")]
    Restore(String),
}
