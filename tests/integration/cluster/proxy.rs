//! A link between two programs of this machine that can be cut and made slow: a proxy for TCP.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Connections that may wait to be taken: after a node's death everybody comes at once.
const WAITING: u32 = 4_096;

/// How a link is.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// Nothing comes through; it comes later, as what TCP sends again.
    cut: bool,
    /// So long everything takes, in either direction.
    delay: Duration,
}

/// A link, which ends with this.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    link: watch::Sender<Link>,
}

impl Proxy {
    /// A link to `to`, at a free port of `ip`.
    pub(crate) async fn start(ip: [u8; 4], to: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((ip, 0))).unwrap();
        let listener = socket.listen(WAITING).unwrap();
        let address = listener.local_addr().unwrap();
        let (link, seen) = watch::channel(Link::default());
        tokio::spawn(async move {
            let mut over = seen.clone();
            let over = async { while over.changed().await.is_ok() {} };
            let accepting = async {
                while let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(carry(client, to, seen.clone()));
                }
            };
            tokio::select! { () = over => {}, () = accepting => {} }
        });
        Self { address, link }
    }

    pub(crate) fn cut(&self) {
        self.link.send_modify(|link| link.cut = true);
    }

    pub(crate) fn mend(&self) {
        self.link.send_modify(|link| link.cut = false);
    }

    #[allow(dead_code, reason = "the benchmark of nodes makes links slow, the tests do not")]
    pub(crate) fn delay(&self, delay: Duration) {
        self.link.send_modify(|link| link.delay = delay);
    }
}

async fn carry(client: TcpStream, to: SocketAddr, mut link: watch::Receiver<Link>) {
    if link.wait_for(|link| !link.cut).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect(to).await else { return };
    let (Ok(()), Ok(())) = (client.set_nodelay(true), server.set_nodelay(true)) else { return };
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    tokio::join!(pass(from_client, to_server, link.clone()), pass(from_server, to_client, link));
}

/// Passes bytes on in one direction until it ends; what is on its way does not keep what follows from setting out.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut link: watch::Receiver<Link>) {
    let (sent, mut coming) = mpsc::channel::<(Instant, Vec<u8>)>(1_024);
    let state = link.clone();
    let reading = async move {
        let mut buffer = vec![0; 16 << 10];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            let due = Instant::now() + state.borrow().delay;
            if sent.send((due, buffer[..count].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let writing = async {
        while let Some((due, bytes)) = coming.recv().await {
            // A timer of Tokio's takes a millisecond also where its time has come.
            if due > Instant::now() {
                tokio::time::sleep_until(due).await;
            }
            if link.wait_for(|link| !link.cut).await.is_err() || to.write_all(&bytes).await.is_err() {
                return;
            }
        }
        // The end does not overtake what was sent before the link was cut.
        link.wait_for(|link| !link.cut).await.ok();
        to.shutdown().await.ok();
    };
    tokio::join!(reading, writing);
}
