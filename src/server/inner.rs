//! Where the leader takes what other nodes carry to it: a line that says who they are and for whom they speak, and then the
//! connection itself.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use subtle::ConstantTimeEq;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::accept;
use super::app::App;
use super::edge::Peer;
use super::front::Leader;
use super::relay;

/// The line has at most so many bytes, and so long to come.
const LONGEST_LINE: usize = 256;
const LINE_WITHIN: Duration = Duration::from_secs(2);
/// What the leader says first to a node that has told it its number.
const TAKEN: u8 = b'.';

/// Whose connection is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) peer: IpAddr,
    /// Whether it is secured by TLS between the client and the node.
    pub(super) secure: bool,
    /// The number of the node that carries it, where it has told the leader one.
    pub(super) by: Option<u64>,
}

/// A connection to the leader, carried for somebody: once the leader has taken it, so that nothing is said to one that
/// stands still.
pub(super) async fn connect(leader: &Leader, carried: &Carried) -> std::io::Result<TcpStream> {
    let Carried { peer, secure, by } = carried;
    let kind = if *secure { "tls" } else { "tcp" };
    // A leader of the release before does not read on after the address, and does not say that it has taken it.
    let number = by.map(|number| format!(" {number}")).unwrap_or_default();
    let mut stream = begin(leader, &format!("{kind} {peer}{number}")).await?;
    if by.is_some() {
        stream.read_u8().await?;
    }
    Ok(stream)
}

/// A connection on which the leader tells the node of this number what is watched there; see [`relay`].
pub(super) async fn connect_to_hear(leader: &Leader, number: u64) -> std::io::Result<TcpStream> {
    begin(leader, &format!("node 0.0.0.0 {number}")).await
}

/// A connection on which the leader answers each byte: all that one of the release before understands.
pub(super) async fn connect_to_beat(leader: &Leader) -> std::io::Result<TcpStream> {
    begin(leader, "beat 0.0.0.0").await
}

async fn begin(leader: &Leader, words: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(leader.inner).await?;
    stream.set_nodelay(true)?;
    stream.write_all(format!("{} {words}\n", leader.token).as_bytes()).await?;
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
                Some(Said::Beat) => echo(&serving, stream).await,
                Some(Said::Node(number)) => relay::serve(&serving, stream, number).await,
                Some(Said::Carried(Carried { peer, secure, by })) => {
                    let mut relay = None;
                    if let Some(number) = by {
                        relay = serving.relays.get(number);
                        // What a node brings that counts as gone is perhaps long past.
                        if relay.is_none() || stream.write_u8(TAKEN).await.is_err() {
                            return;
                        }
                    }
                    let peer = if secure { Peer::Tls(peer) } else { Peer::Tcp(peer) };
                    accept::serve_carried(serving, stream, peer, relay, router).await;
                }
                None => {}
            }
        });
    }
}

enum Said {
    Beat,
    Node(u64),
    Carried(Carried),
}

fn of_line(line: &str, token: &str) -> Option<Said> {
    let mut words = line.split(' ');
    let (given, kind, peer) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    if !bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        return None;
    }
    let number = words.next().and_then(|number| number.parse().ok());
    match kind {
        "beat" => Some(Said::Beat),
        "node" => number.map(Said::Node),
        "tcp" => Some(Said::Carried(Carried { peer, secure: false, by: number })),
        "tls" => Some(Said::Carried(Carried { peer, secure: true, by: number })),
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

async fn echo(app: &App, mut stream: TcpStream) {
    let answering = async {
        while let Ok(byte) = stream.read_u8().await {
            if stream.write_u8(byte).await.is_err() {
                return;
            }
        }
    };
    tokio::select! { () = app.stopping.cancelled() => {}, () = answering => {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_is_carried_once_the_leader_has_taken_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let leader = Leader { inner: listener.local_addr().unwrap(), token: "secret".to_owned() };
        let carried = Carried { peer: [10, 0, 0, 1].into(), secure: false, by: Some(7) };
        let connecting = tokio::spawn(async move { connect(&leader, &carried).await });
        let (mut stream, _) = listener.accept().await.unwrap();
        assert_eq!(line(&mut stream).await.as_deref(), Some("secret tcp 10.0.0.1 7"));
        // All is said that the node has to say; one that waited for nothing more would be done.
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!connecting.is_finished());
        stream.write_u8(TAKEN).await.unwrap();
        connecting.await.unwrap().unwrap();
    }

    #[test]
    fn only_a_node_is_believed() {
        let peer = |line: &str| match of_line(line, "secret") {
            Some(Said::Carried(carried)) => Some((carried.peer.to_string(), carried.secure, carried.by)),
            _ => None,
        };
        assert_eq!(peer("secret tcp 10.0.0.1"), Some(("10.0.0.1".to_owned(), false, None)));
        assert_eq!(peer("secret tls ::1 7"), Some(("::1".to_owned(), true, Some(7))));
        assert!(matches!(of_line("secret node 0.0.0.0 7", "secret"), Some(Said::Node(7))));
        for line in ["secre tcp 10.0.0.1", "secret udp 10.0.0.1", "secret tcp x", "secret tcp", "", "GET / HTTP/1.1"] {
            assert_eq!(peer(line), None, "{line}");
        }
    }
}
