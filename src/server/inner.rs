//! Where a node takes what other nodes bring to it: a line that says who they are and for whom they speak, and then the
//! connection itself.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use subtle::ConstantTimeEq;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::app::App;
use super::edge::Peer;
use super::nodes::NodeAddress;
use super::relay::{self, Carrier};
use super::{accept, api_operations};
use crate::protocol::operator::OperationsView;

/// The line has at most so many bytes, and so long to come.
const LONGEST_LINE: usize = 256;
const LINE_WITHIN: Duration = Duration::from_secs(2);
/// What a node says of how it is doing has at most so many bytes.
const LONGEST_VIEW: u64 = 1 << 16;
/// What a node says first on a connection that it has taken.
const TAKEN: u8 = b'.';

/// Whose connection is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) peer: IpAddr,
    /// Whether it is secured by TLS between the client and the node.
    pub(super) secure: bool,
    /// The number of the node that brings it.
    pub(super) by: u64,
    /// Whether what is said on it belongs to this node: it is passed on to no other.
    pub(super) ends_here: bool,
}

/// A connection to another node for somebody: once the node has taken it, so that nothing is said to one that stands still.
pub(super) async fn connect(node: &NodeAddress, carried: &Carried) -> std::io::Result<TcpStream> {
    let Carried { peer, secure, by, ends_here } = carried;
    let kind = if *secure { "tls" } else { "tcp" };
    let end = if *ends_here { " here" } else { "" };
    let mut stream = begin(node, &format!("{kind} {peer} {by}{end}")).await?;
    stream.read_u8().await?;
    Ok(stream)
}

/// A connection on which a node tells this one, which calls itself by that number, what is watched here; see [`relay`].
pub(super) async fn connect_to_hear(node: &NodeAddress, number: u64) -> std::io::Result<TcpStream> {
    begin(node, &format!("node 0.0.0.0 {number}")).await
}

/// Tells a node that the operator wants players to make no matches for now, or make them again.
pub(super) async fn tell_to_drain(node: &NodeAddress, drain: bool) -> std::io::Result<()> {
    let mut stream = begin(node, &format!("drain 0.0.0.0 {}", u64::from(drain))).await?;
    stream.read_u8().await.map(drop)
}

/// Asks a node how it is doing.
pub(super) async fn ask_operations(node: &NodeAddress) -> std::io::Result<OperationsView> {
    let mut text = Vec::new();
    begin(node, "operations 0.0.0.0 0").await?.take(LONGEST_VIEW).read_to_end(&mut text).await?;
    Ok(serde_json::from_slice(&text)?)
}

async fn begin(node: &NodeAddress, words: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(node.inner).await?;
    stream.set_nodelay(true)?;
    stream.write_all(format!("{} {words}\n", node.token).as_bytes()).await?;
    Ok(stream)
}

/// Takes connections of nodes, which know the token, until the server stops.
pub(super) async fn run(app: Arc<App>, listener: TcpListener, token: String, router: Router) {
    let token: Arc<str> = token.into();
    loop {
        let taken = tokio::select! {
            () = app.stopping.cancelled() => return,
            taken = listener.accept() => taken,
        };
        let Ok((stream, _)) = taken else {
            tokio::time::sleep(LINE_WITHIN / 10).await;
            continue;
        };
        let (serving, router, token) = (Arc::clone(&app), router.clone(), Arc::clone(&token));
        app.connections.spawn(async move {
            let _ = stream.set_nodelay(true);
            let mut stream = stream;
            let Ok(Some(line)) = tokio::time::timeout(LINE_WITHIN, line(&mut stream)).await else { return };
            match of_line(&line, &token) {
                Some(Said::Drain(drain)) => {
                    serving.lobby.drain(drain);
                    stream.write_u8(TAKEN).await.ok();
                }
                Some(Said::Operations) => {
                    if let Ok(view) = api_operations::view(&serving).await
                        && let Ok(text) = serde_json::to_vec(&view)
                    {
                        stream.write_all(&text).await.ok();
                    }
                }
                Some(Said::Node(number)) => relay::serve(&serving, stream, number).await,
                Some(Said::Carried(Carried { peer, secure, by, ends_here })) => {
                    // What a node brings that counts as gone is perhaps long past.
                    let Some(relay) = serving.relays.get(by) else { return };
                    if stream.write_u8(TAKEN).await.is_err() {
                        return;
                    }
                    let peer = if secure { Peer::Tls(peer) } else { Peer::Tcp(peer) };
                    let by = Carrier { relay, follows_frames: true, ends_here };
                    accept::serve_carried(serving, stream, peer, by, router).await;
                }
                None => {}
            }
        });
    }
}

enum Said {
    Node(u64),
    Drain(bool),
    Operations,
    Carried(Carried),
}

fn of_line(line: &str, token: &str) -> Option<Said> {
    let mut words = line.split(' ');
    let (given, kind, peer) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    if !bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        return None;
    }
    let number: u64 = words.next()?.parse().ok()?;
    let carried = |secure| Carried { peer, secure, by: number, ends_here: words.clone().next() == Some("here") };
    match kind {
        "node" => Some(Said::Node(number)),
        "drain" => Some(Said::Drain(number != 0)),
        "operations" => Some(Said::Operations),
        "tcp" => Some(Said::Carried(carried(false))),
        "tls" => Some(Said::Carried(carried(true))),
        _ => None,
    }
}

/// The first line, byte by byte: what follows is for others to read.
async fn line(stream: &mut TcpStream) -> Option<String> {
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE {
        match stream.read_u8().await.ok()? {
            b'\n' => return String::from_utf8(line).ok(),
            byte => line.push(byte),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_is_carried_once_the_node_has_taken_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let node = NodeAddress { inner: listener.local_addr().unwrap(), token: "secret".to_owned() };
        let carried = Carried { peer: [10, 0, 0, 1].into(), secure: false, by: 7, ends_here: true };
        let connecting = tokio::spawn(async move { connect(&node, &carried).await });
        let (mut stream, _) = listener.accept().await.unwrap();
        assert_eq!(line(&mut stream).await.as_deref(), Some("secret tcp 10.0.0.1 7 here"));
        // All is said that the node has to say; one that waited for nothing more would be done.
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!connecting.is_finished());
        stream.write_u8(TAKEN).await.unwrap();
        connecting.await.unwrap().unwrap();
    }

    #[test]
    fn only_a_node_is_believed() {
        let peer = |line: &str| match of_line(line, "secret") {
            Some(Said::Carried(it)) => Some((it.peer.to_string(), it.secure, it.by, it.ends_here)),
            _ => None,
        };
        assert_eq!(peer("secret tcp 10.0.0.1 8"), Some(("10.0.0.1".to_owned(), false, 8, false)));
        assert_eq!(peer("secret tls ::1 7 here"), Some(("::1".to_owned(), true, 7, true)));
        assert!(matches!(of_line("secret node 0.0.0.0 7", "secret"), Some(Said::Node(7))));
        assert!(matches!(of_line("secret drain 0.0.0.0 1", "secret"), Some(Said::Drain(true))));
        for line in ["secre tcp ::1 7", "secret udp ::1 7", "secret tcp x 7", "secret tcp ::1", "", "GET / HTTP/1.1"] {
            assert_eq!(peer(line), None, "{line}");
        }
    }
}
