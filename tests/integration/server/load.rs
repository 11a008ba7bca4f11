//! Clients that request or hold too much data. They are rejected without affecting other clients.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::client::Client;
use super::http::{get, post};
use super::{Server, settings};
use arena_tournament::report::style_source;

/// Timeout of every wait.
const NEVER: Duration = Duration::from_secs(30);

const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

fn gomoku() -> Value {
    json!({"type": "create", "game": "gomoku", "options": {"size": 19}, "seats": ["me", {"bot": "gomoku-beginner"}]})
}

#[tokio::test]
async fn responses_are_limited_in_bytes_with_a_retry_time() {
    let server = Server::start(|settings| settings.limits.answer_bytes_per_address = 1_024).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(gomoku()).await;
    ann.plays(&id, 0, "a1").await;
    let events = server.url(&format!("/api/matches/{id}/events"));
    let mut answered = 0;
    let refused = loop {
        let answer = reqwest::get(&events).await.unwrap();
        if answer.status() != 200 {
            break answer;
        }
        answered += 1;
        assert!(answered < 10, "the burst is 8 KiB");
    };
    assert_eq!(refused.status(), 429);
    let after: u64 = refused.headers()[RETRY_AFTER].to_str().unwrap().parse().unwrap();
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "too_much_sent", "{body}");
    assert!(after >= 1 && body["retry_after_ms"].as_u64().unwrap() > 0, "{body}");
    // All other API responses are rejected too. Health checks, the page, moves and the operator are not affected.
    assert_eq!(get(&server, "/api/games").await.0, 429);
    assert_eq!(reqwest::get(server.url("/healthz")).await.unwrap().status(), 200);
    let operator = reqwest::Client::new().get(&events).bearer_auth(super::TOKEN).send().await.unwrap();
    assert_eq!(operator.status(), 200);
    ann.find(|told| told["type"] == "event" && told["event"]["ply"] == 1 && told["event"]["kind"] == "moved").await;
    ann.plays(&id, 2, "c3").await;
}

#[tokio::test]
async fn watching_in_a_loop_is_rejected_with_a_retry_time() {
    let server = Server::start(settings!(limits.answer_bytes = 1_024, limits.messages = 1_000)).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(gomoku()).await;
    let mut watcher = server.player("Eve").await;
    let mut refused = Value::Null;
    for _ in 0..20 {
        let told = watcher.ask(json!({"type": "watch", "match": id})).await;
        if told["type"] == "error" {
            refused = told;
            break;
        }
        watcher.ask(json!({"type": "leave", "match": id})).await;
    }
    assert_eq!(refused["code"], "too_much_sent", "{refused}");
    assert!(refused["retry_after_ms"].as_u64().unwrap() > 0, "{refused}");
    // The connection stays open, and other clients are not affected.
    assert_eq!(watcher.ask(json!({"type": "ping"})).await["type"], "pong");
    let mut other = server.player("Ben").await;
    assert_eq!(other.ask(json!({"type": "watch", "match": id})).await["type"], "snapshot");
    ann.plays(&id, 0, "a1").await;
}

#[tokio::test]
async fn a_client_that_requests_much_and_reads_receives_everything() {
    let server = Server::start(settings!(limits.outgoing_bytes = 65_536, limits.messages = 1_000)).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(gomoku()).await;
    let mut watcher = server.player("Eve").await;
    for number in 1_000..1_100 {
        watcher.send(&json!({"type": "watch", "match": id, "id": number})).await;
    }
    for number in 1_000..1_100 {
        watcher.find(|told| told["type"] == "snapshot" && told["re"] == number).await;
    }
    assert_eq!(server.metric("slow_readers_total").await, 0);
}

/// Opens a connection from this address and sends part of a body.
async fn half_a_body(server: &Server, from: Ipv4Addr, length: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(IpAddr::V4(from), 0)).unwrap();
    let mut stream = socket.connect(server.running.address).await.unwrap();
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(NEVER, stream.read_to_end(&mut answer)).await.expect("the server responds");
    String::from_utf8_lossy(&answer).into_owned()
}

async fn until_bodies_are(server: &Server, bytes: u64) {
    let reached = async {
        while server.metric("body_bytes").await != bytes {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(NEVER, reached).await.expect("the bytes are counted");
}

#[tokio::test]
async fn memory_of_partial_bodies_is_limited_per_address_and_in_total() {
    // Bodies may use 256 KiB in total and 32 KiB per address.
    let server = Server::start(|settings| settings.limits.memory_mb = 1).await;
    let first = half_a_body(&server, ELSEWHERE, 30_000).await;
    until_bodies_are(&server, 30_000).await;
    let told = answer(half_a_body(&server, ELSEWHERE, 30_000).await).await;
    assert!(told.starts_with("HTTP/1.1 429") && told.to_lowercase().contains("retry-after: 1"), "{told}");
    let mut held = Vec::new();
    for address in 3..10 {
        held.push(half_a_body(&server, Ipv4Addr::new(127, 0, 0, address), 30_000).await);
        until_bodies_are(&server, 30_000 * (u64::from(address) - 1)).await;
    }
    let told = answer(half_a_body(&server, Ipv4Addr::new(127, 0, 0, 10), 30_000).await).await;
    assert!(told.starts_with("HTTP/1.1 429"), "{told}");
    drop((first, held));
    until_bodies_are(&server, 0).await;
    let (status, _) = post(&server, "/api/position", &json!({"game": "chess", "moves": []})).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn half_sent_heads_are_budgeted_and_make_room_for_others() {
    // Connections other than WebSockets may use 4 MiB: 146 of 28 KiB.
    let server = Server::start(|settings| settings.limits.memory_mb = 1).await;
    let head = format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: {}", "x".repeat(14_000));
    let mut held = Vec::new();
    for address in 2..5 {
        for _ in 0..100 {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(SocketAddr::from(([127, 0, 0, address], 0))).unwrap();
            let mut stream = socket.connect(server.running.address).await.unwrap();
            // The server may have closed it for a later one.
            let _ = stream.write_all(head.as_bytes()).await;
            held.push(stream);
        }
    }
    // Another address is served at once, also with one request after the other.
    let http = reqwest::Client::new();
    for _ in 0..3 {
        assert_eq!(http.get(server.url("/healthz")).send().await.unwrap().status(), 200);
    }
    let closed = |stream: &TcpStream| !matches!(stream.try_read(&mut [0; 1]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
    let made_room = async {
        while held.iter().filter(|stream| closed(stream)).count() < 300 - 146 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(NEVER, made_room).await.expect("the oldest ones are closed");
    assert!(server.metric("sockets_refused_total").await >= 300 - 146);
    // The oldest of the address with the most made room, so all addresses have some left.
    assert!(held.chunks(100).all(|of_address| of_address.iter().any(|stream| !closed(stream))));
    let mut ann = server.player("Ann").await;
    assert_eq!(ann.ask(json!({"type": "ping"})).await["type"], "pong");
}

/// Returns a match on a tree with this number of leaves.
fn tree(leaves: usize) -> Value {
    let position = serde_json::to_string(&vec![1; leaves]).unwrap();
    json!({"type": "create", "game": "tree", "seats": ["me", "open"], "start": {"position": position}})
}

#[tokio::test]
async fn large_positions_count_in_bytes_for_player_address_and_server() {
    // Positions may use 1 MiB in total, 128 KiB per address and 64 KiB per player. A tree of 2,500 leaves counts as 50 kB.
    let server = Server::start(|settings| settings.limits.memory_mb = 4).await;
    let mut ann = server.player("Ann").await;
    let id = ann.create(tree(2_500)).await;
    let refused = ann.ask(tree(2_500)).await;
    assert_eq!(refused["status"], 429, "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("memory"), "{refused}");
    let mut ben = server.player("Ben").await;
    ben.create(tree(2_500)).await;
    let mut eve = server.player("Eve").await;
    assert_eq!(eve.ask(tree(2_500)).await["status"], 429, "the address holds 100 kB");
    eve.create(tree(3)).await;
    let mut elsewhere = Client::player_from(server.running.address, ELSEWHERE, "Dan").await;
    elsewhere.create(tree(2_500)).await;
    assert!(server.metric("position_bytes").await >= 150_000);
    assert_eq!(ann.ask(json!({"type": "abort", "match": id})).await["type"], "ok");
}

const FIELD: &str = r#"
name = "Field"
game = "bones"
rounds = 2
seed = 7

[[entrants]]
bot = "bones-random"

[[entrants]]
bot = "bones-beginner"
"#;

#[tokio::test]
async fn a_report_is_computed_and_rendered_once_for_simultaneous_requests() {
    let server = Server::start(|_| {}).await;
    let (status, started) = post(&server, "/api/tournaments", &json!({"toml": FIELD})).await;
    assert_eq!(status, 201, "{started}");
    let id = started["id"].as_str().unwrap().to_owned();
    let ended = async {
        while get(&server, &format!("/api/tournaments/{id}")).await.1["status"] != "finished" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(NEVER, ended).await.expect("the tournament ends");
    // After a restart only the results of the tournament are known.
    let server = Server::with(server.stop().await, |_| {}, |_| {}).await;
    assert_eq!(server.metric("reports_added_up_total").await, 0);
    let url = server.url(&format!("/api/tournaments/{id}/report.html"));
    let asked = (0..16).map(|_| async { reqwest::get(&url).await.unwrap().text().await.unwrap() });
    let told = futures::future::join_all(asked).await;
    assert!(told.iter().all(|text| text.contains("bones-beginner") && *text == told[0]));
    let policy = reqwest::get(&url).await.unwrap().headers()["content-security-policy"].clone();
    let policy = policy.to_str().unwrap();
    let (_, sheet) = told[0].split_once("<style>").unwrap();
    let allowed = style_source(sheet.split_once("</style>").unwrap().0);
    assert!(policy.contains(&allowed) && !policy.contains("unsafe"), "{policy}");
    assert!(told[0].contains(&allowed) && !told[0].contains(" style="));
    let done = [server.metric("reports_added_up_total").await, server.metric("answers_rendered_total").await];
    assert_eq!(done, [1, 1]);
    get(&server, &format!("/api/tournaments/{id}/crosstable")).await;
    let done = [server.metric("reports_added_up_total").await, server.metric("answers_rendered_total").await];
    assert_eq!(done, [1, 2]);
}
