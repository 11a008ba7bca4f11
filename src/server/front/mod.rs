//! A node that does not live, as the others count it: it takes connections and carries them to one that does. What happens in a
//! match comes from there once, however many watch it here.
//!
//! While no other node is reached, connections that begin wait for a while. When the one that is cannot be any more, those that
//! it served end: WebSockets with a `bye`, so that clients come back at once, to this node or to another one.

pub(super) mod beat;
mod client;
mod frames;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::inner::{self, Carried};
use super::nodes::{Others, POLICY, RESTART};
use super::socket::{MISSING, TOO_SLOW};
use super::start_error::StartError;
use super::tls::Tls;
use crate::settings::Settings;
use beat::{Reached, Way};
use client::{Client, End};

/// So long a connection that begins waits for somebody to lead.
const NO_LEADER: Duration = Duration::from_secs(5);
/// A leader that others still name so long after it was last heard of lives, since nobody names one for longer who is dead: so
/// whoever comes is better off at another node.
const ELSEWHERE: Duration = Duration::from_millis(2_500);
/// So long it waits before it tries again.
const AGAIN: Duration = Duration::from_millis(50);
/// So long a node has to take a connection.
const CONNECT_WITHIN: Duration = Duration::from_secs(1);
/// So long a client has to read its last words.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// So long either side may read nothing of what waits for it.
const READ_WITHIN: Duration = Duration::from_secs(30);
const BUFFER: usize = 8 * 1_024;

/// A connection of which nothing has been read yet, and whose it is.
pub(super) type Arrival = (TcpStream, SocketAddr);

/// Those who came while nobody led, and have waited for it.
pub struct Arrivals(pub(super) mpsc::UnboundedReceiver<Arrival>);

/// A running front.
pub struct Front {
    stop: CancellationToken,
    tasks: TaskTracker,
    arrivals: Arrivals,
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
        let (tell, way) = watch::channel(Way::default());
        tasks.spawn(stop.clone().run_until_cancelled_owned(beat::keep_way(others.clone(), tell)));
        let handshake = Duration::from_millis(settings.limits.header_ms);
        let carrier = Carrier { tls, others, way, handshake, room: settings.limits.outgoing };
        let most = usize::try_from(settings.limits.sockets).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        let (accepting, serving) = (stop.clone(), tasks.clone());
        let (left, arrivals) = mpsc::unbounded_channel();
        tasks.spawn(async move {
            accepting.clone().run_until_cancelled(accept(listener, carrier, most, (serving, left), accepting)).await;
        });
        Ok(Self { stop, tasks, arrivals: Arrivals(arrivals) })
    }

    /// Takes no more connections, and gives those that nobody could be found for to the server that begins here. The others
    /// end meanwhile.
    #[must_use]
    pub fn hand_over(self) -> Arrivals {
        self.stop.cancel();
        self.arrivals
    }

    /// Takes no more connections and ends those that there are.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        tokio::time::timeout(LAST_WORDS, self.tasks.wait()).await.ok();
    }
}

async fn accept(
    listener: TcpListener,
    carrier: Carrier,
    most: usize,
    (tasks, left): (TaskTracker, mpsc::UnboundedSender<Arrival>),
    stop: CancellationToken,
) {
    let room = Arc::new(Semaphore::new(most));
    loop {
        // Those who find no room wait in the system's queue.
        let place = Arc::clone(&room).acquire_owned().await;
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(AGAIN).await;
            continue;
        };
        let (carrier, stop, left) = (carrier.clone(), stop.clone(), left.clone());
        tasks.spawn(async move {
            if let Some(stream) = carrier.carry(stream, peer, stop).await {
                // Where nobody takes it, it is closed.
                left.send((stream, peer)).ok();
            }
            drop(place);
        });
    }
}

#[derive(Clone)]
struct Carrier {
    tls: Option<Arc<Tls>>,
    others: watch::Receiver<Others>,
    way: watch::Receiver<Way>,
    handshake: Duration,
    /// So many events may wait for one client.
    room: usize,
}

impl Carrier {
    /// Carries a connection until it ends. It comes back, with nothing read of it, where it still waited for somebody to lead when
    /// this was to stop.
    async fn carry(mut self, stream: TcpStream, peer: SocketAddr, stop: CancellationToken) -> Option<TcpStream> {
        let _ = stream.set_nodelay(true);
        let secure = self.tls.is_some();
        let connected = tokio::select! {
            biased;
            () = stop.cancelled() => return Some(stream),
            connected = self.connect(peer.ip(), secure) => connected,
        };
        match self.tls.clone() {
            None => self.carry_plain(stream, connected, stop).await,
            Some(tls) => {
                if let Some(stream) = tls.accept(stream, self.handshake).await {
                    self.carry_plain(stream, connected, stop).await;
                }
            }
        }
        None
    }

    /// Carries a connection, which TLS secures up to here or not, to the node that has taken it.
    async fn carry_plain<S>(mut self, client: S, connected: Option<(Reached, TcpStream)>, stop: CancellationToken)
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let Some((reached, server)) = connected else {
            let others = self.others.borrow().at_which();
            return turn_away(client, &others).await;
        };
        let (mut from_client, to_client) = tokio::io::split(client);
        let (mut from_server, mut to_server) = server.into_split();
        let up = async {
            copy(&mut from_client, &mut to_server).await.ok();
            to_server.shutdown().await.ok();
            // Who has said all still hears.
            std::future::pending::<()>().await;
        };
        let mut client = Client::new(to_client, Arc::clone(&reached.feeds), self.room);
        let end = tokio::select! {
            end = client.send(&mut from_server) => end,
            () = up => End::Broken,
            () = reached.is_lost(&mut self.way) => End::Broken,
            () = stop.cancelled() => End::Broken,
        };
        let goodbye = match end {
            // A connection that the other node ended without a word, as when it died, is cut as well.
            End::Broken | End::Ended => Some((RESTART, self.others.borrow().farewell())),
            End::Missing => Some((RESTART, MISSING.to_owned())),
            End::Slow => Some((POLICY, TOO_SLOW.to_owned())),
        };
        tokio::time::timeout(LAST_WORDS, client.end(goodbye)).await.ok();
    }

    /// Waits until there is a node that takes the connection of this address, which TLS is to secure or not; none where there is
    /// none for too long, or this node is the wrong one.
    async fn connect(&mut self, peer: IpAddr, secure: bool) -> Option<(Reached, TcpStream)> {
        let began = Instant::now();
        loop {
            let Way { reached, missed } = self.way.borrow_and_update().clone();
            let mut gives_up = began.elapsed() >= NO_LEADER;
            if let Some(reached) = reached {
                let carried = Carried { peer, secure, by: reached.number, ends_here: false };
                let connecting = tokio::time::timeout(CONNECT_WITHIN, inner::connect(&reached.node, &carried));
                let connected = tokio::select! {
                    connected = connecting => connected.ok().and_then(Result::ok),
                    () = reached.is_lost(&mut self.way) => None,
                };
                if let Some(stream) = connected {
                    return Some((reached, stream));
                }
            } else {
                gives_up |= missed.is_some_and(|since| since.elapsed() >= ELSEWHERE);
            }
            if gives_up {
                return None;
            }
            tokio::time::timeout(AGAIN, self.way.changed()).await.ok();
        }
    }
}

/// Copies until the end; an error where either side is gone.
async fn copy(from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin)) -> std::io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let count = from.read(&mut buffer).await?;
        if count == 0 {
            return Ok(());
        }
        let writing = async {
            to.write_all(&buffer[..count]).await?;
            to.flush().await
        };
        tokio::time::timeout(READ_WITHIN, writing).await??;
    }
}

/// There is nobody to carry it to.
async fn turn_away(mut client: impl AsyncWrite + Unpin, others: &str) {
    let message = format!("no node that leads can be reached at the moment; try again, here{others}");
    let body = serde_json::json!({ "code": "unavailable", "message": message, "retry_after_ms": 1000 }).to_string();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_for_a_leader_is_handed_over_with_nothing_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (_tell, others) = watch::channel(Others::default());
        let front = Front::start(&Settings::default(), listener, others).unwrap();
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(b"GET").await.unwrap();
        // One task looks who leads, one takes connections, and each of those has one.
        while front.tasks.len() < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let mut arrivals = front.hand_over();
        let (mut stream, peer) = arrivals.0.recv().await.unwrap();
        assert_eq!(peer, client.local_addr().unwrap());
        let mut heard = [0; 3];
        stream.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"GET");
        assert!(arrivals.0.recv().await.is_none(), "nobody else waits");
    }
}
