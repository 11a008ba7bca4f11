//! An upgrade without a refused connection: the process that comes takes over the listening socket of the one that goes,
//! and waits for its data directory. Whoever connects in between waits in the system's queue of that one socket.
//!
//! The socket comes from the server before, over a Unix socket in the data directory, or from systemd, which holds it
//! for every process that it starts (`sd_listen_fds(3)`).

use std::io::{Error, ErrorKind, IoSlice, IoSliceMut, Read, Result, Write};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::cmsg_space;
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use tokio::net::UnixListener;

use super::owner_socket;
use super::start_error::StartError;
use crate::settings::Server;
use crate::store::{Store, StoreError};

/// The Unix socket in the data directory.
const SOCKET: &str = "arena.handover";
/// What the process that comes asks for, so that nobody takes over by connecting alone.
const QUESTION: [u8; 9] = *b"take over";
/// How long either side waits for the other's word.
const WITHIN: Duration = Duration::from_secs(10);
/// How often it is looked whether the data directory is free.
const LOOK: Duration = Duration::from_millis(20);

/// A listening socket that another process made.
#[derive(Debug)]
pub struct Inherited {
    listener: TcpListener,
    /// Whether a server that goes has the data directory for a while.
    has_predecessor: bool,
}

impl Inherited {
    /// The socket that whoever started this process has opened for it, as systemd does; none where nobody did.
    ///
    /// # Errors
    /// When what was given is no listening TCP socket.
    pub fn from_system() -> Result<Option<Self>> {
        let listener = listenfd::ListenFd::from_env().take_tcp_listener(0)?;
        listener.map(|listener| Self::new(listener, false)).transpose()
    }

    /// The socket of the server that has this data directory, which goes from now on; none where no server has it.
    ///
    /// # Errors
    /// When that server does not give it.
    pub fn from_server(data: &Path) -> Result<Option<Self>> {
        let mut stream = match UnixStream::connect(data.join(SOCKET)) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
                return Ok(None);
            }
            connected => connected?,
        };
        stream.set_read_timeout(Some(WITHIN))?;
        stream.write_all(&QUESTION)?;
        Ok(Some(Self::new(TcpListener::from(receive(&stream)?), true)?))
    }

    fn new(listener: TcpListener, has_predecessor: bool) -> Result<Self> {
        // Engines that this process starts must not keep the socket.
        fcntl_setfd(&listener, FdFlags::CLOEXEC)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, has_predecessor })
    }

    /// The socket, and the store as soon as nobody else has it.
    pub(super) async fn begin(
        self,
        server: &Server,
    ) -> std::result::Result<(tokio::net::TcpListener, Store), StartError> {
        let unusable = |cause| StartError::Listen { address: server.listen, cause };
        let listener = tokio::net::TcpListener::from_std(self.listener).map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        if server.listen.port() != 0 && server.listen != address {
            tracing::warn!(%address, listen = %server.listen, "the socket that was taken over listens elsewhere than the settings say");
        }
        if self.has_predecessor {
            tracing::info!("waiting for the server before this one to end");
        }
        loop {
            match Store::open(&server.data).await {
                Err(StoreError::InUse { .. }) if self.has_predecessor => tokio::time::sleep(LOOK).await,
                opened => return Ok((listener, opened?)),
            }
        }
    }
}

/// Waits for a process that asks for `listening`, and gives it away. Where the data directory can have no Unix socket, it
/// waits for ever.
pub(super) async fn hand_over(data: &Path, listening: BorrowedFd<'_>) {
    let path = data.join(SOCKET);
    let door = match Door::open(path.clone()) {
        Ok(door) => door,
        Err(cause) => {
            tracing::warn!(path = %path.display(), %cause, "no other process can take over from this server");
            return std::future::pending().await;
        }
    };
    loop {
        match door.next(listening).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, "another process wanted to take over, but did not");
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}

/// Where the process that comes asks. The file is removed when this is dropped.
struct Door {
    listener: UnixListener,
    path: PathBuf,
}

impl Door {
    fn open(path: PathBuf) -> Result<Self> {
        use std::os::unix::fs::PermissionsExt;
        // The data directory is this process's, so that nobody listens there.
        owner_socket::remove(&path);
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(Self { listener, path })
    }

    /// Hears the next one out.
    async fn next(&self, listening: BorrowedFd<'_>) -> Result<()> {
        let (stream, _) = self.listener.accept().await?;
        if !owner_socket::is_owner(&stream) {
            return Err(Error::new(ErrorKind::PermissionDenied, "it is another user's"));
        }
        let stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(WITHIN))?;
        let listening = listening.try_clone_to_owned()?;
        let given = tokio::task::spawn_blocking(move || give(stream, listening.as_fd())).await;
        given.map_err(Error::other)?
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        owner_socket::remove(&self.path);
    }
}

/// Sends a descriptor to who asks for it.
fn give(mut stream: UnixStream, listening: BorrowedFd<'_>) -> Result<()> {
    let mut asked = [0; QUESTION.len()];
    stream.read_exact(&mut asked)?;
    if asked != QUESTION {
        return Err(Error::new(ErrorKind::InvalidData, "it asked for something else"));
    }
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut rights = SendAncillaryBuffer::new(&mut space);
    let descriptors = [listening];
    if !rights.push(SendAncillaryMessage::ScmRights(&descriptors)) {
        return Err(Error::other("there is no room for a descriptor"));
    }
    // Rights travel with a byte at least.
    sendmsg(&stream, &[IoSlice::new(&[1])], &mut rights, SendFlags::empty())?;
    Ok(())
}

/// The descriptor that is sent in answer.
fn receive(stream: &UnixStream) -> Result<OwnedFd> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    recvmsg(stream, &mut [IoSliceMut::new(&mut byte)], &mut rights, RecvFlags::empty())?;
    let descriptors = rights.drain().find_map(|message| {
        let RecvAncillaryMessage::ScmRights(mut descriptors) = message else { return None };
        descriptors.next()
    });
    descriptors
        .ok_or_else(|| Error::new(ErrorKind::UnexpectedEof, "the server that has the data directory gave no socket"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_socket_is_given_to_who_asks_and_goes_on_listening() {
        let data = tempfile::tempdir().expect("a folder");
        assert!(Inherited::from_server(data.path()).expect("nobody is there").is_none());
        let first = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = first.local_addr().expect("it has an address");
        let (path, listening) = (data.path().to_owned(), OwnedFd::from(first));
        let giving = tokio::spawn(async move { hand_over(&path, listening.as_fd()).await });
        while !data.path().join(SOCKET).exists() {
            tokio::task::yield_now().await;
        }
        // Who asks for nothing, or for something else, gets nothing.
        drop(UnixStream::connect(data.path().join(SOCKET)).expect("it is there"));
        UnixStream::connect(data.path().join(SOCKET))
            .expect("it is there")
            .write_all(b"take down")
            .expect("it listens");
        let path = data.path().to_owned();
        let taken = tokio::task::spawn_blocking(move || Inherited::from_server(&path)).await.expect("no panic");
        let taken = taken.expect("it is given").expect("somebody is there");
        giving.await.expect("no panic");
        assert!(!data.path().join(SOCKET).exists());
        let _waits = std::net::TcpStream::connect(address).expect("the socket listens");
        taken.listener.set_nonblocking(false).expect("it can wait");
        taken.listener.accept().expect("it takes who waits");
    }
}
