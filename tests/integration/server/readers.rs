//! Slow peers: ones that do not read, read or send slowly, or only hold a socket. Each is closed without effect on
//! others.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::SinkExt;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use super::{Server, settings};

/// Timeout of every wait.
const NEVER: Duration = Duration::from_secs(30);

const GET: &str = "GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A connection from another address of this machine with a small receive buffer.
async fn from_elsewhere(server: &Server) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2)), 0)).unwrap();
    socket.connect(server.running.address).await.unwrap()
}

async fn counter(server: &Server, name: &str) -> u64 {
    let text = reqwest::get(server.url("/metrics")).await.unwrap().text().await.unwrap();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {text}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

async fn until_slow(server: &Server, most: u64) {
    let reached = async {
        while counter(server, "arena_slow_readers_total ").await < most {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(NEVER, reached).await.expect("slow readers are disconnected");
}

async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(NEVER, stream.read_to_end(&mut answer)).await.expect("it is closed");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn closes_unread_pipelined_requests_and_still_answers_health() {
    let server = Server::start(|settings| {
        settings.limits.write_ms = 700;
        settings.limits.sockets = 16;
        // Otherwise they are soon refused, and refusals are small.
        settings.limits.answer_bytes_per_address = 1 << 30;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..10 {
        let mut stream = from_elsewhere(&server).await;
        stream.write_all(GET.repeat(200).as_bytes()).await.unwrap();
        held.push(stream);
    }
    let health = tokio::time::timeout(NEVER, reqwest::get(server.url("/healthz")))
        .await
        .expect("the health check responds")
        .unwrap();
    assert_eq!(health.status(), 200);
    until_slow(&server, 10).await;
    // Their places are free again.
    let mut again = from_elsewhere(&server).await;
    again.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(to_the_end(&mut again).await.starts_with("HTTP/1.1 200 "));
    drop(held);
}

#[tokio::test]
async fn limits_sockets_per_address_with_a_reason() {
    let server = Server::start(settings!(
        limits.sockets_per_address = 5,
        limits.connections_per_address = 5,
        limits.header_ms = 60_000
    ))
    .await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(from_elsewhere(&server).await);
    }
    let answer = to_the_end(&mut from_elsewhere(&server).await).await;
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    let body: Value = serde_json::from_str(answer.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    assert_eq!(body["code"], "connections");
    assert_eq!(
        reqwest::get(server.url("/healthz")).await.unwrap().status(),
        200,
        "other addresses must not be limited"
    );
    drop(held);
}

#[tokio::test]
async fn closes_byte_by_byte_readers_but_allows_pauses() {
    let server = Server::start(settings!(limits.write_ms = 700, limits.slowest_rate = 4_096)).await;
    let mut patient = from_elsewhere(&server).await;
    patient.write_all(GET.repeat(40).as_bytes()).await.unwrap();
    let mut slow = from_elsewhere(&server).await;
    slow.write_all(GET.repeat(200).as_bytes()).await.unwrap();
    let reads = async {
        let mut byte = [0];
        while matches!(slow.read(&mut byte).await, Ok(1)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waits = async {
        // It reads in steps, with pauses within the limit.
        let (mut all, mut part) = (0, vec![0; 64 * 1_024]);
        for _ in 0..6 {
            tokio::time::sleep(Duration::from_millis(150)).await;
            all += patient.read(&mut part).await.expect("the connection stays open");
        }
        all
    };
    let (all, ()) = tokio::join!(waits, async {
        tokio::select! { () = until_slow(&server, 1) => {}, () = reads => {} }
    });
    assert!(all > 0);
    until_slow(&server, 1).await;
}

#[tokio::test]
async fn rejects_a_slow_body_with_a_message() {
    let server = Server::start(|settings| settings.limits.header_ms = 400).await;
    let mut stream = TcpStream::connect(server.running.address).await.unwrap();
    let head = "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 60000\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let mut answer = Vec::new();
    let drip = async {
        while writing.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = drip => {}
        _ = tokio::time::timeout(NEVER, reading.read_to_end(&mut answer)) => {}
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("too slowly"), "{answer}");
}

#[tokio::test]
async fn closes_idle_sockets() {
    let server = Server::start(|settings| settings.limits.header_ms = 300).await;
    let mut silent = TcpStream::connect(server.running.address).await.unwrap();
    let mut idle = TcpStream::connect(server.running.address).await.unwrap();
    let mut half = TcpStream::connect(server.running.address).await.unwrap();
    let get = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    idle.write_all(get).await.unwrap();
    half.write_all(get).await.unwrap();
    half.shutdown().await.unwrap();
    assert!(!to_the_end(&mut silent).await.starts_with("HTTP/1.1 200"));
    assert!(to_the_end(&mut idle).await.starts_with("HTTP/1.1 200"));
    to_the_end(&mut half).await;
}

#[tokio::test]
async fn pings_count_as_messages() {
    let server = Server::start(settings!(limits.messages = 20, limits.messages_window_ms = 3_600_000)).await;
    let mut ann = server.player("Ann").await;
    for _ in 0..40 {
        if ann.socket.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    assert_eq!(ann.rest().await.1, Some(1008));
}
