//! Clients that violate the protocol.

use std::time::Duration;

use futures::SinkExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::client::{Client, code, status_of, tictactoe};
use super::{Server, settings};

/// The status and body of a rejected handshake.
async fn refused(server: &Server, headers: &[(&'static str, &str)]) -> (u16, String) {
    match Client::try_connect(server.running.address, headers).await {
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            (response.status().as_u16(), String::from_utf8_lossy(&body).into_owned())
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the handshake was accepted with {headers:?}"),
    }
}

/// The server's answer to these bytes until it closes or `wait` is over.
pub(super) async fn raw(server: &Server, bytes: &[u8], wait: Duration) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.running.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(wait, stream.read_to_end(&mut answer)).await;
    answer
}

const HANDSHAKE: &str = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

#[tokio::test]
async fn rejects_wrong_handshakes() {
    let server = Server::start(|_| {}).await;
    let (status, body) = refused(&server, &[("origin", "http://evil.example")]).await;
    assert_eq!(status, 403);
    assert!(body.contains("evil.example"), "{body}");
    let (status, body) = refused(&server, &[("sec-websocket-protocol", "arena.v9, chat")]).await;
    assert_eq!(status, 400);
    assert!(body.contains("arena.v1"), "{body}");
    for (wrong, right) in [("Version: 13", "Version: 8"), ("dGhlIHNhbXBsZSBub25jZQ==", "short"), ("Upgrade: w", "X: w")]
    {
        let answer = raw(&server, HANDSHAKE.replace(wrong, right).as_bytes(), Duration::from_secs(1)).await;
        assert!(answer.starts_with(b"HTTP/1.1 400"), "{}", String::from_utf8_lossy(&answer));
    }
    // A program sends no origin, and a client without a subprotocol is accepted.
    assert!(Client::try_connect(server.running.address, &[]).await.is_ok());
}

#[tokio::test]
async fn closes_silent_connections() {
    let server = Server::start(settings!(limits.header_ms = 200, limits.hello_ms = 200)).await;
    let half = raw(&server, b"GET / HTTP/1.1\r\nHost: a", Duration::from_secs(10)).await;
    assert!(half.is_empty() || half.starts_with(b"HTTP/1.1 408"), "not closed: {}", String::from_utf8_lossy(&half));
    let (messages, code) = Client::connect(server.running.address).await.rest().await;
    assert_eq!(code, Some(4401));
    assert_eq!(messages.last().unwrap()["type"], "bye");
    // A client that answers no ping: its socket is open and unread.
    let server = Server::start(settings!(limits.ping_ms = 500, limits.dead_ms = 3_000)).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tictactoe(json!(["me", "open"]))).await;
    let mut ben = server.player("Ben").await;
    ben.ask(json!({"type": "watch", "match": id})).await;
    ben.event("away").await;
    assert_eq!(ben.ask(json!({"type": "ping"})).await["type"], "pong", "a client that answers pings stays");
    drop(ann);
}

#[tokio::test]
async fn hello_must_come_first_once_and_with_a_valid_token() {
    let server = Server::start(|_| {}).await;
    let mut early = Client::connect(server.running.address).await;
    assert_eq!(code(&early.ask(json!({"type": "ping"})).await), "no_hello");
    assert_eq!(early.ask(json!({"type": "hello"})).await["player"]["name"], "Guest");
    assert_eq!(code(&early.ask(json!({"type": "hello"})).await), "no_hello");
    let mut wrong = Client::connect(server.running.address).await;
    wrong.send(&json!({"type": "hello", "token": "0".repeat(64)})).await;
    let (messages, closed) = wrong.rest().await;
    assert_eq!(status_of(&messages[0]), 401);
    assert_eq!(closed, Some(4401));
    // A token identifies its player, with a new name if one is given.
    let ann = server.player("Ann").await;
    let mut again = Client::connect(server.running.address).await;
    let welcome = again.ask(json!({"type": "hello", "token": ann.token, "name": "Anna"})).await;
    assert_eq!(welcome["player"], json!({"id": ann.id, "name": "Anna"}));
    assert!(welcome.get("token").is_none(), "the token is sent only once");
}

#[tokio::test]
async fn invalid_frames_close_with_their_code() {
    let server = Server::start(|_| {}).await;
    let long = format!("{{\"type\":\"ping\",\"x\":\"{}\"}}", "x".repeat(20_000));
    let cases = [(Message::binary(vec![1, 2, 3]), 1003), (Message::text(long), 1009)];
    for (frame, expected) in cases {
        let mut ann = server.player("Ann").await;
        ann.socket.send(frame).await.unwrap();
        assert_eq!(ann.rest().await.1, Some(expected));
    }
    // Bytes that no client library would send.
    let frames: [(&[u8], u16); 4] = [
        (&[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007), // not UTF-8
        (&[0xf1, 0x80, 0, 0, 0, 0], 1002),             // reserved bits
        (&[0x81, 0x02, b'h', b'i'], 1002),             // not masked
        (&[0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], 1009), // announces 64 KiB
    ];
    for (frame, expected) in frames {
        let mut bytes = HANDSHAKE.as_bytes().to_vec();
        bytes.extend_from_slice(frame);
        let answer = raw(&server, &bytes, Duration::from_secs(10)).await;
        let code = expected.to_be_bytes();
        assert!(answer.windows(2).any(|pair| pair == code), "{frame:?}: {}", String::from_utf8_lossy(&answer));
    }
}

#[tokio::test]
async fn ten_bad_messages_close_the_connection() {
    let server = Server::start(|_| {}).await;
    let mut ann = server.player("Ann").await;
    let deep = "[".repeat(5_000);
    let bad = ["{", "[]", "{\"type\":1}", "{\"type\":\"fly\"}", "{\"type\":\"ping\",\"type\":\"ping\"}", &deep];
    for (count, text) in bad.iter().cycle().take(10).enumerate() {
        ann.send_text(text).await;
        let answer = ann.next().await.unwrap();
        assert_eq!(status_of(&answer), 400, "message {count}: {text}");
    }
    let (messages, code) = ann.rest().await;
    assert_eq!(code, Some(1008));
    assert_eq!(messages.last().unwrap()["type"], "bye");
}

#[tokio::test]
async fn too_many_messages_are_rejected_and_then_close_the_connection() {
    let server = Server::start(settings!(limits.messages = 20, limits.messages_window_ms = 3_600_000)).await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    for _ in 0..40 {
        ann.send(&json!({"type": "ping"})).await;
    }
    let (messages, closed) = ann.rest().await;
    assert_eq!(closed, Some(1008));
    assert_eq!(messages.iter().filter(|message| message["type"] == "pong").count(), 20);
    assert_eq!(messages.iter().filter(|message| message["code"] == "rate_limited").count(), 10);
    // The limit is per player, not per connection, and does not affect others.
    let mut again = Client::again(server.running.address, &ann.token).await;
    assert_eq!(code(&again.ask(json!({"type": "ping"})).await), "rate_limited");
    assert_eq!(ben.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn moves_in_turn_do_not_count_and_a_rejection_has_a_retry_time() {
    let server = Server::start(|settings| {
        settings.limits.messages = 3;
        settings.limits.messages_window_ms = 3_600_000;
        // Few enough that the later ones are delayed.
        settings.limits.moves_per_second = 4;
    })
    .await;
    let (mut ann, mut ben) = (server.player("Ann").await, server.player("Ben").await);
    let id = ann.against(&mut ben, json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"]})).await;
    for (ply, mv) in ["a1", "a2", "b1", "b2", "a3", "c1", "c2", "b3", "c3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        let answer = mover.ask(json!({"type": "move", "match": id, "ply": ply, "move": mv})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    // A move out of turn is a message, and the third is the last.
    let stale = json!({"type": "move", "match": id, "ply": 0, "move": "c3"});
    for _ in 0..2 {
        assert_eq!(code(&ann.ask(stale.clone()).await), "match_over");
    }
    let refused = ann.ask(stale).await;
    assert_eq!(code(&refused), "rate_limited");
    let wait = refused["retry_after_ms"].as_u64().unwrap();
    assert!((1..=1_200_000).contains(&wait), "{refused}");
}

#[tokio::test]
async fn limits_connections_per_address_but_not_health() {
    let server = Server::start(|settings| settings.limits.connections_per_address = 3).await;
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(Client::connect(server.running.address).await);
    }
    assert_eq!(refused(&server, &[]).await.0, 429);
    assert_eq!(
        refused(&server, &[("x-forwarded-for", "192.0.2.1")]).await.0,
        429,
        "an untrusted header must be ignored"
    );
    assert_eq!(reqwest::get(server.url("/healthz")).await.unwrap().status(), 200);
    clients.pop();
    for _ in 0..200 {
        if Client::try_connect(server.running.address, &[]).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a closed connection does not free its place");
}

#[tokio::test]
async fn people_cannot_have_names_of_bots() {
    let server = Server::start(|_| {}).await;
    for (given, welcomed) in [
        ("Chess-Master", "Chess-Master (person)"),
        ("t\u{456}ctactoe\u{200b} perfect", "t\u{456}ctactoe perfect (person)"),
        ("Ann", "Ann"),
    ] {
        let mut client = Client::connect(server.running.address).await;
        let welcome = client.ask(json!({"type": "hello", "name": given})).await;
        assert_eq!((&welcome["type"], &welcome["player"]["name"]), (&json!("welcome"), &json!(welcomed)));
    }
    let ann = server.player("Ann").await;
    let mut again = Client::connect(server.running.address).await;
    let welcome = again.ask(json!({"type": "hello", "token": ann.token, "name": "chess-master"})).await;
    assert_eq!(welcome["player"]["name"], "chess-master (person)");
    let told = reqwest::get(server.url(&format!("/api/players/{}", ann.id))).await.unwrap().text().await.unwrap();
    assert!(told.contains("chess-master (person)"), "{told}");
}

#[tokio::test]
async fn a_partial_request_does_not_delay_the_shutdown() {
    let server =
        Server::start(settings!(server.drain_ms = 600_000, limits.header_ms = 600_000, limits.request_ms = 600_000))
            .await;
    let halves: [&[u8]; 3] = [
        b"GET /api/games HTTP/1.1\r\nHost: a",
        b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
          Content-Length: 100\r\n\r\n{\"game\":",
        b"",
    ];
    let mut open = Vec::new();
    for half in halves {
        let mut stream = TcpStream::connect(server.running.address).await.unwrap();
        stream.write_all(half).await.unwrap();
        open.push(stream);
    }
    // A response shows that the server has read everything sent before.
    assert_eq!(reqwest::get(server.url("/healthz")).await.unwrap().status(), 200);
    tokio::time::timeout(Duration::from_secs(60), server.stop()).await.expect("the shutdown does not wait");
}

#[test]
#[cfg(unix)]
fn accepts_a_thousand_simultaneous_connections() {
    // The server's thread does nothing while they arrive, so all of them wait in the queue.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Server::start(|_| {}));
    let mut waiting = Vec::new();
    for _ in 0..1_500 {
        match std::net::TcpStream::connect_timeout(&server.running.address, Duration::from_millis(900)) {
            Ok(stream) => waiting.push(stream),
            Err(error) => {
                let room = std::fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap_or_default();
                let room = room.trim().parse().unwrap_or(128).min(4_096);
                // The test's file descriptors or the system's queue allow no more.
                let is_ours = error.raw_os_error() == Some(24) || waiting.len() >= room;
                assert!(is_ours, "{error} after {}", waiting.len());
                break;
            }
        }
    }
    drop(waiting);
    runtime.block_on(server.stop());
}

#[tokio::test]
async fn a_client_that_never_reads_is_closed_without_delaying_others() {
    let server =
        Server::start(settings!(limits.outgoing = 16, limits.write_ms = 300, limits.messages = 1_000_000)).await;
    let mut ann = server.player("Ann").await;
    let mut deaf = server.player("Deaf").await;
    let id = ann.against(&mut deaf, tictactoe(json!(["me", "open"]))).await;
    // The client requests more than the system's buffers hold and reads nothing.
    let asks = async {
        for _ in 0..200_000 {
            if deaf.socket.feed(Message::text(format!(r#"{{"type":"watch","match":"{id}"}}"#))).await.is_err() {
                return;
            }
        }
        let _ = deaf.socket.flush().await;
    };
    let away = async {
        let told = ann.find(|told| told["event"]["kind"] == "away").await;
        assert_eq!(told["event"]["side"], "second");
    };
    tokio::select! {
        () = away => {}
        () = async { asks.await; std::future::pending::<()>().await } => {}
    }
    ann.plays(&id, 0, "b2").await;
}
