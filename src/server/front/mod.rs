//! A node that does not lead: it takes connections and carries them to the one that does.
//!
//! While nobody leads, connections that begin wait for a while. When the leader changes, or cannot be reached, those that it
//! served end: WebSockets with a `bye`, so that clients come back at once, to this node or to another one.

mod beat;
mod frames;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::inner::{self, Carried};
use super::start_error::StartError;
use super::tls::Tls;
use crate::settings::Settings;
use frames::Frames;

/// So long a connection that begins waits for somebody to lead.
const NO_LEADER: Duration = Duration::from_secs(5);
/// So long it waits before it tries again.
const AGAIN: Duration = Duration::from_millis(50);
/// So long a leader has to take a connection.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// So long a client has to read its last words.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// So long either side may read nothing of what waits for it.
const READ_WITHIN: Duration = Duration::from_secs(30);
const BUFFER: usize = 8 * 1_024;

/// Who leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Where nodes reach it.
    pub inner: SocketAddr,
    /// What proves to it that one is a node.
    pub token: String,
}

/// What a front has to know of the others, as it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// Who leads, if anybody is known to.
    pub leader: Option<Leader>,
    /// Where clients reach the other nodes.
    pub addresses: Vec<String>,
}

/// A running front.
pub struct Front {
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Front {
    /// Takes connections from now on.
    ///
    /// # Errors
    /// [`StartError::Tls`] where the certificate cannot be used.
    pub fn start(
        settings: &Settings,
        listener: TcpListener,
        others: watch::Receiver<Others>,
    ) -> Result<Self, StartError> {
        let tls = Tls::new(&settings.server).map_err(StartError::Tls)?.map(Arc::new);
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let (reachable, reached) = watch::channel(None);
        tasks.spawn(stop.clone().run_until_cancelled_owned(beat::watch_leader(others.clone(), reachable)));
        let carrier = Carrier { tls, others, reached, handshake: Duration::from_millis(settings.limits.header_ms) };
        let most = usize::try_from(settings.limits.sockets).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        let (accepting, serving) = (stop.clone(), tasks.clone());
        tasks.spawn(async move {
            accepting.clone().run_until_cancelled(accept(listener, carrier, most, serving, accepting)).await;
        });
        Ok(Self { stop, tasks })
    }

    /// Takes no more connections and ends those that there are.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        tokio::time::timeout(LAST_WORDS, self.tasks.wait()).await.ok();
    }
}

async fn accept(listener: TcpListener, carrier: Carrier, most: usize, tasks: TaskTracker, stop: CancellationToken) {
    let room = Arc::new(Semaphore::new(most));
    loop {
        // Those who find no room wait in the system's queue.
        let place = Arc::clone(&room).acquire_owned().await;
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(AGAIN).await;
            continue;
        };
        let (carrier, stop) = (carrier.clone(), stop.clone());
        tasks.spawn(async move {
            carrier.carry(stream, peer, stop).await;
            drop(place);
        });
    }
}

#[derive(Clone)]
struct Carrier {
    tls: Option<Arc<Tls>>,
    others: watch::Receiver<Others>,
    /// The leader that was reached last, while it can be.
    reached: watch::Receiver<Option<Leader>>,
    handshake: Duration,
}

impl Carrier {
    async fn carry(self, stream: TcpStream, peer: SocketAddr, stop: CancellationToken) {
        let _ = stream.set_nodelay(true);
        match self.tls.clone() {
            None => self.carry_plain(stream, Carried { peer: peer.ip(), secure: false }, stop).await,
            Some(tls) => {
                if let Some(stream) = tls.accept(stream, self.handshake).await {
                    self.carry_plain(stream, Carried { peer: peer.ip(), secure: true }, stop).await;
                }
            }
        }
    }

    async fn carry_plain<S>(mut self, client: S, carried: Carried, stop: CancellationToken)
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let connecting = tokio::time::timeout(NO_LEADER, self.connect(carried));
        let connected = tokio::select! {
            () = stop.cancelled() => return,
            connected = connecting => connected,
        };
        let Ok((leader, server)) = connected else { return turn_away(client).await };
        let (mut from_client, mut to_client) = tokio::io::split(client);
        let (mut from_server, mut to_server) = server.into_split();
        let up = async {
            copy(&mut from_client, &mut to_server, None).await.ok();
            to_server.shutdown().await.ok();
        };
        let mut frames = Frames::default();
        let is_cut = {
            let down = copy(&mut from_server, &mut to_client, Some(&mut frames));
            let gone = async { drop(self.reached.wait_for(|reached| reached.as_ref() != Some(&leader)).await) };
            // Who has said all still hears.
            let up = async {
                up.await;
                std::future::pending::<()>().await;
            };
            tokio::select! {
                ended = down => ended.is_err(),
                () = up => false,
                () = gone => true,
                () = stop.cancelled() => true,
            }
        };
        // A connection that the leader ended without a word, as when it died, is cut as well.
        if is_cut || frames.may_speak() {
            let words = frames.goodbye(&self.reason());
            let last = async {
                to_client.write_all(&words).await.ok();
                to_client.shutdown().await.ok();
            };
            tokio::time::timeout(LAST_WORDS, last).await.ok();
        } else {
            to_client.shutdown().await.ok();
        }
    }

    /// Waits until there is a leader that takes the connection.
    async fn connect(&mut self, carried: Carried) -> (Leader, TcpStream) {
        loop {
            let known = self.reached.borrow_and_update().clone();
            if let Some(leader) = known
                && let Ok(Ok(stream)) = tokio::time::timeout(CONNECT_WITHIN, inner::connect(&leader, &carried)).await
            {
                return (leader, stream);
            }
            tokio::time::timeout(AGAIN, self.reached.changed()).await.ok();
        }
    }

    /// What clients are told whose connection is cut.
    fn reason(&self) -> String {
        let others = self.others.borrow();
        if others.addresses.is_empty() {
            return "the matches are taken over by another node; connect again".to_owned();
        }
        format!(
            "the matches are taken over by another node; connect again, here or at {}",
            others.addresses.join(" or ")
        )
    }
}

/// Copies until the end; an error where either side is gone.
async fn copy(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    mut frames: Option<&mut Frames>,
) -> std::io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = from.read(&mut buffer).await?;
        if count == 0 {
            return Ok(());
        }
        if let Some(frames) = &mut frames {
            frames.write();
        }
        let writing = async {
            to.write_all(&buffer[..count]).await?;
            to.flush().await
        };
        tokio::time::timeout(READ_WITHIN, writing).await??;
        if let Some(frames) = &mut frames {
            frames.pass(&buffer[..count]);
        }
    }
}

/// There is nobody to carry it to.
async fn turn_away(mut client: impl AsyncWrite + Unpin) {
    let body = r#"{"code":"unavailable","message":"no node leads at the moment; try again","retry_after_ms":1000}"#;
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Retry-After: 1\r\nConnection: close\r\n\r\n{body}"
    );
    let words = async {
        client.write_all(answer.as_bytes()).await.ok();
        client.shutdown().await.ok();
    };
    tokio::time::timeout(LAST_WORDS, words).await.ok();
}
