//! The listening socket that systemd passes to the server (`sd_listen_fds(3)`). It stays open while the server
//! restarts, so new connections wait in its queue.

use std::io::Result;
use std::net::TcpListener;

use rustix::io::{FdFlags, fcntl_setfd};

/// Takes the first socket named by `LISTEN_FDS`. Returns `None` if there is none.
///
/// # Errors
/// If the file descriptor is not a listening TCP socket.
pub fn inherited() -> Result<Option<TcpListener>> {
    let listener = listenfd::ListenFd::from_env().take_tcp_listener(0)?;
    if let Some(listener) = &listener {
        // Engine processes must not inherit the socket.
        fcntl_setfd(listener, FdFlags::CLOEXEC)?;
    }
    Ok(listener)
}
