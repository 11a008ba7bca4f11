//! Plays a million matches through one server to check that its memory does not grow.
//!
//! `cargo bench --bench soak -- [--matches 1000000 | --minutes 60] [--connections 1000] [--data DIR] [--server
//! PROGRAM]`; Linux only. The command starts everything: an `arena serve` with its own data directory, and pairs of
//! connections that play tic-tac-toe, scripted to its end after seven moves, one match after another. Memory and disk
//! usage of the server are printed twenty times. The server keeps finished matches for their spectators (`finished` and
//! `linger_ms`); these fill up within the first tenth, which does not count. The benchmark fails if the peak memory of
//! the second half is more than 5 % above that of the first. `--matches 20000` takes about a minute, but says less.

#[path = "help/arena.rs"]
mod arena;
#[path = "help/mod.rs"]
mod help;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena::Server;
use clap::Parser;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 1_000_000)]
    matches: u64,
    /// Duration in minutes, with any number of matches.
    #[arg(long, conflicts_with = "matches")]
    minutes: Option<u32>,
    #[arg(long, default_value_t = 1_000)]
    connections: usize,
    #[arg(long)]
    data: Option<PathBuf>,
    #[arg(long)]
    server: Option<PathBuf>,
    /// Passed by cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The first side wins with the last of these moves.
const MOVES: [&str; 7] = ["b2", "a1", "c1", "a3", "a2", "c3", "c2"];
/// Number of reports.
const TIMES: u32 = 20;
/// With fewer matches, the finished matches kept by the server have not filled up.
const TELLING: u64 = 200_000;
/// Allowed growth of memory from the first half to the second.
const MOST_GROWTH: f64 = 0.05;

fn main() -> anyhow::Result<()> {
    if help::asked(include_str!("soak.rs")) {
        return Ok(());
    }
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(soak(&args))
}

async fn soak(args: &Args) -> anyhow::Result<()> {
    let own = tempfile::tempdir()?;
    let data = args.data.as_deref().unwrap_or(own.path());
    let program = args.server.clone().unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_arena")));
    let server = Server::start(&program, data, 0)?;
    let (pid, address) = (server.child.id(), server.address);
    let finished = Arc::new(AtomicU64::new(0));
    let goes_on = Arc::new(AtomicBool::new(true));
    let mut playing = JoinSet::new();
    for pair in 0..args.connections.div_ceil(2) {
        playing.spawn(play(address, pair, Arc::clone(&finished), Arc::clone(&goes_on)));
    }
    println!("   matches      a second   memory, MB   data directory, MB");
    let began = Instant::now();
    let mut held = Vec::new();
    for part in 1..=TIMES {
        let is_there = || match args.minutes {
            Some(minutes) => began.elapsed() >= Duration::from_secs(60) * minutes * part / TIMES,
            None => finished.load(Ordering::Relaxed) >= args.matches * u64::from(part) / u64::from(TIMES),
        };
        while !is_there() {
            ensure!(!playing.is_empty(), "all connections have ended");
            if let Some(ended) = playing.try_join_next() {
                ended??;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let (now, memory) = (finished.load(Ordering::Relaxed), resident(pid)?);
        let rate = now as f64 / began.elapsed().as_secs_f64();
        println!("{now:>10}   {rate:>11.0}   {:>10.1}   {:>18.1}", memory / 1e6, folder(data)? / 1e6);
        held.push(memory);
    }
    goes_on.store(false, Ordering::Relaxed);
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    let (first, second) = held[TIMES as usize / 10..].split_at(TIMES as usize * 4 / 10);
    let most = |held: &[f64]| held.iter().copied().fold(0.0, f64::max);
    let grown = most(second) / most(first) - 1.0;
    println!("the most in the second half is {:+.1} % of the most in the first", 100.0 * grown);
    ensure!(
        finished.load(Ordering::Relaxed) < TELLING || grown <= MOST_GROWTH,
        "memory has grown by more than {MOST_GROWTH}"
    );
    Ok(())
}

/// Plays one match after another between two players until the end of the run.
async fn play(
    address: SocketAddr,
    pair: usize,
    finished: Arc<AtomicU64>,
    goes_on: Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let mut first = Player::connect(address, &format!("first {pair}")).await?;
    let mut second = Player::connect(address, &format!("second {pair}")).await?;
    while goes_on.load(Ordering::Relaxed) {
        let made = first.ask(json!({"type": "create", "game": "tictactoe", "seats": ["me", "open"]})).await?;
        let id = made["match"].clone();
        second.ask(json!({"type": "join", "match": id})).await?;
        for (ply, mv) in MOVES.iter().enumerate() {
            let mover = if ply % 2 == 0 { &mut first } else { &mut second };
            mover.ask(json!({"type": "move", "match": id, "ply": ply, "move": mv})).await?;
        }
        for player in [&mut first, &mut second] {
            player.hear_the_end().await?;
            player.ask(json!({"type": "leave", "match": id})).await?;
        }
        finished.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
    /// True if the end of a match was received.
    is_over: bool,
}

impl Player {
    async fn connect(address: SocketAddr, name: &str) -> anyhow::Result<Self> {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await?;
        let mut player = Self { socket, asked: 0, is_over: false };
        player.ask(json!({"type": "hello", "name": name})).await?;
        Ok(player)
    }

    /// Sends a request and reads messages until its answer, which must not be an error.
    async fn ask(&mut self, mut message: Value) -> anyhow::Result<Value> {
        self.asked += 1;
        message["id"] = self.asked.into();
        self.socket.send(Message::text(message.to_string())).await?;
        loop {
            let told = self.hear().await?;
            if told["re"] == self.asked {
                ensure!(told["type"] != "error", "{message} was answered by {told}");
                return Ok(told);
            }
        }
    }

    /// Reads messages until the match is over.
    async fn hear_the_end(&mut self) -> anyhow::Result<()> {
        while !std::mem::take(&mut self.is_over) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Returns the next message, or null for a frame without one.
    async fn hear(&mut self) -> anyhow::Result<Value> {
        let frame = self.socket.next().await.context("the server has closed the connection")??;
        let Message::Text(text) = frame else { return Ok(Value::Null) };
        let told: Value = serde_json::from_str(&text)?;
        self.is_over |= told["event"]["kind"] == "ended";
        Ok(told)
    }
}

/// Returns the resident memory of a process, in bytes.
fn resident(pid: u32) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? * 1_024.0)
}

/// Returns the total size of the files in a folder, in bytes.
fn folder(path: &Path) -> anyhow::Result<f64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(path)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes as f64)
}
