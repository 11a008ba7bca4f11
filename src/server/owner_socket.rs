//! The Unix socket by which whoever runs the server is its operator: mode 0600, and whoever connects must be the user
//! that the server runs as, or root, as the system says. No proxy may be put in front of it.

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
use super::start_error::StartError;
use crate::settings::Server;

/// Connections at a time; further ones wait.
const MOST: usize = 64;

/// The pause after a connection that could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// The operator's Unix socket. Where it cannot be made in its usual place, as on a file system without sockets or under
/// a very long path, the server does without: the token does the same.
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

/// Listens at `path`. What a server that was killed left there is replaced; one that lives is not.
///
/// # Errors
/// Why it cannot be listened on.
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
    // Before the mode is set other users may connect, but they are not served: see `is_owner`.
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Removes the socket at `path`, and nothing else that may be there.
pub(super) fn remove(path: &Path) {
    if std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        // One that stays is replaced at the next start.
        std::fs::remove_file(path).ok();
    }
}

/// Serves the owner until the server stops.
pub(super) async fn run(app: Arc<App>, listener: UnixListener, router: Router) {
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
                let (serving, router) = (Arc::clone(&app), router.clone());
                app.connections.spawn(async move {
                    accept::serve(serving, stream, Peer::Owner, router).await;
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
    async fn a_socket_that_was_left_is_replaced_and_nothing_else_is() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("arena.sock");
        let first = bind(&path).expect("it is free");
        assert_eq!(std::fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600);
        assert!(bind(&path).expect_err("it is in use").to_string().contains("another server"));
        drop(first);
        bind(&path).expect("what was left is replaced");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("a file");
        assert!(bind(&file).expect_err("a file is no socket").to_string().contains("something else"));
        remove(&file);
        remove(&path);
        assert!(file.exists() && !path.exists());
    }
}
