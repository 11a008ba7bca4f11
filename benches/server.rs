//! Moves a second through the server: two connections a match, tic-tac-toe scripted to the end, each move acknowledged
//! to the mover and shown to the opponent, who answers it. Everything is as in earnest: rules, events stored before
//! they are acknowledged, one connection for each player over the loopback.
//!
//! `cargo bench --bench server -- [CONNECTIONS] [SECONDS]`; 200 connections and 5 seconds unless given. Server and load
//! share this process and its processors, so that the figure is a lower bound of what the server alone can do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures::{SinkExt, StreamExt};
use minimax_arena::bots::Roster;
use minimax_arena::bots::shipped::Files;
use minimax_arena::server::{Parts, start};
use minimax_arena::settings::Settings;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A drawn match: nobody has three in a row.
const SCRIPT: [&str; 9] = ["b2", "a1", "a3", "c1", "b1", "b3", "c3", "a2", "c2"];

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// From the sending of a move to the opponent's receipt, in microseconds.
type Latencies = Vec<u64>;

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let connections = numbers.first().copied().unwrap_or(200).max(2);
    let seconds = numbers.get(1).copied().unwrap_or(5).max(1);
    tokio::runtime::Runtime::new()?.block_on(measure(connections, Duration::from_secs(seconds)))
}

async fn measure(connections: u64, time: Duration) -> anyhow::Result<()> {
    let data = tempfile::tempdir()?;
    let mut settings = Settings::default();
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.server.data = data.path().to_owned();
    settings.limits.connections = 100_000;
    settings.limits.connections_per_address = 100_000;
    settings.limits.players_per_minute = 1_000_000;
    settings.limits.messages = 1_000_000_000;
    let server = start(settings, Parts::new(Roster::load(None)?, Files::over(None))).await?;
    let address = server.address;
    let stop = Arc::new(AtomicBool::new(false));
    let mut pairs = Vec::new();
    for _ in 0..connections / 2 {
        let players = (connect(address).await?, connect(address).await?);
        pairs.push(tokio::spawn(play(players, Arc::clone(&stop))));
    }
    let began = Instant::now();
    tokio::time::sleep(time).await;
    stop.store(true, Ordering::Relaxed);
    let mut latencies = Latencies::new();
    for pair in pairs {
        latencies.extend(pair.await??);
    }
    let elapsed = began.elapsed();
    server.shut_down().await?;
    latencies.sort_unstable();
    let at = |part: usize| latencies.get(latencies.len() * part / 100).copied().unwrap_or(0);
    println!(
        "{connections} connections: {:.0} moves/s, p50 {} µs, p99 {} µs, {} moves in {elapsed:.2?}",
        latencies.len() as f64 / elapsed.as_secs_f64(),
        at(50),
        at(99),
        latencies.len(),
    );
    Ok(())
}

async fn connect(address: SocketAddr) -> anyhow::Result<Socket> {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await?;
    send(&mut socket, &json!({"type": "hello"})).await?;
    wait(&mut socket, |told| told["type"] == "welcome").await?;
    Ok(socket)
}

async fn send(socket: &mut Socket, message: &Value) -> anyhow::Result<()> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

async fn wait(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
    while let Some(frame) = socket.next().await {
        if let Message::Text(text) = frame? {
            let told: Value = serde_json::from_str(&text)?;
            if told["type"] == "error" {
                bail!("the server refused: {told}");
            }
            if fits(&told) {
                return Ok(told);
            }
        }
    }
    bail!("the server closed the connection")
}

/// Plays one match after another.
async fn play((mut one, mut two): (Socket, Socket), stop: Arc<AtomicBool>) -> anyhow::Result<Latencies> {
    let mut latencies = Latencies::new();
    while !stop.load(Ordering::Relaxed) {
        send(&mut one, &json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"]})).await?;
        let created = wait(&mut one, |told| told["type"] == "snapshot").await?;
        let id = created["match"].as_str().context("a match has an id")?.to_owned();
        send(&mut two, &json!({"type": "join", "match": id})).await?;
        wait(&mut two, |told| told["type"] == "snapshot").await?;
        for (ply, mv) in SCRIPT.iter().enumerate() {
            let (mover, other) = if ply % 2 == 0 { (&mut one, &mut two) } else { (&mut two, &mut one) };
            let sent = Instant::now();
            send(mover, &json!({"type": "move", "match": id, "ply": ply, "move": mv})).await?;
            wait(other, |told| told["event"]["kind"] == "moved" && told["event"]["ply"] == ply).await?;
            latencies.push(u64::try_from(sent.elapsed().as_micros()).unwrap_or(u64::MAX));
        }
        for socket in [&mut one, &mut two] {
            wait(socket, |told| told["event"]["kind"] == "ended").await?;
            send(socket, &json!({"type": "leave", "match": id, "id": 1})).await?;
            wait(socket, |told| told["re"] == 1).await?;
        }
    }
    Ok(latencies)
}
