//! The operator's Unix socket. Its mode is 0600, and the peer's user, as the system reports it, must be the server's
//! own or root. Do not put a proxy in front of it.

use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

use super::accept;
use super::app::App;
use super::edge::Peer;
use super::in_flight::InFlight;
use super::start_error::StartError;
use crate::settings::Server;

/// Maximum number of connections. Further ones wait.
const MOST: usize = 64;

/// Pause after a failed `accept`.
const PAUSE: Duration = Duration::from_millis(100);

/// Opens the operator's Unix socket. If it cannot be created at its default path, the server runs without it, because
/// the token serves the same purpose. Reasons are a very long path or a file system without sockets.
pub(super) fn listen(server: &Server) -> Result<Option<UnixListener>, StartError> {
    let Some(path) = server.socket() else { return Ok(None) };
    match bind(&path) {
        Ok(listener) => Ok(Some(listener)),
        Err(cause) if server.unix_socket == Server::default().unix_socket => {
            tracing::warn!(path = %path.display(), %cause, "the operator has no Unix socket; the token file does instead");
            Ok(None)
        }
        Err(cause) => Err(StartError::Socket { path, cause }),
    }
}

/// Listens at `path`. Replaces a socket that a killed server has left, but not one that a running server uses.
///
/// # Errors
/// The error that prevents listening.
pub(super) fn bind(path: &Path) -> std::io::Result<UnixListener> {
    use std::io::{Error, ErrorKind};
    use std::os::unix::fs::PermissionsExt;
    if let Ok(found) = std::fs::symlink_metadata(path) {
        if !found.file_type().is_socket() {
            return Err(Error::new(ErrorKind::AlreadyExists, "something else than a socket is there"));
        }
        if std::os::unix::net::UnixStream::connect(path).is_ok() {
            return Err(Error::new(ErrorKind::AddrInUse, "another server listens there"));
        }
        std::fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    // Other users may connect before the mode is set, but `is_owner` rejects them.
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Removes the socket at `path`, but no other kind of file.
pub(super) fn remove(path: &Path) {
    if std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        // A socket that cannot be removed is replaced at the next start.
        std::fs::remove_file(path).ok();
    }
}

/// Serves the owner until the server stops.
pub(super) async fn run(app: App, listener: UnixListener, router: Router) {
    let room = Arc::new(Semaphore::new(MOST));
    loop {
        let next = async { (Arc::clone(&room).acquire_owned().await, listener.accept().await) };
        let (place, taken) = tokio::select! {
            biased;
            () = app.stopping.cancelled() => return,
            next = next => next,
        };
        match taken {
            Ok((stream, _)) if is_owner(&stream) => {
                let (serving, router) = (app.clone(), router.clone());
                app.connections.spawn(async move {
                    accept::serve(serving, stream, Peer::Owner, router, &InFlight::default()).await;
                    drop(place);
                });
            }
            Ok(_) => tracing::warn!("another user than the server's own came by the operator's socket"),
            Err(error) => {
                tracing::warn!(%error, "no connection can be taken at the operator's socket for now");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

pub(super) fn is_owner(stream: &UnixStream) -> bool {
    let own = rustix::process::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|peer| peer.uid() == own || peer.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn replaces_a_stale_socket_and_no_other_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("arena.sock");
        let first = bind(&path).expect("the path is free");
        assert_eq!(std::fs::metadata(&path).expect("the socket exists").permissions().mode() & 0o777, 0o600);
        assert!(bind(&path).expect_err("the socket is in use").to_string().contains("another server"));
        drop(first);
        bind(&path).expect("the stale socket is replaced");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("the file can be written");
        assert!(bind(&file).expect_err("a file is no socket").to_string().contains("something else"));
        remove(&file);
        remove(&path);
        assert!(file.exists() && !path.exists());
    }
}
