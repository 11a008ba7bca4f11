//! Compares a league of remote bots with the same connections in fixed pairs: matches finished, and the time that a
//! free bot waits.
//!
//! `cargo bench --bench league -- [--connections 200] [--seconds 300] [--kills 0] [--server PROGRAM]`. The command
//! starts everything: an `arena serve` with its own data directory, and the connections, each a random mover of connect
//! four. First they play one match after another in fixed pairs, then in one league. `--kills 5` kills the server five
//! times during the league; waits within five seconds after each kill are counted separately.

#[path = "help/arena.rs"]
mod arena;
#[path = "help/mod.rs"]
mod help;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena::Server;
use clap::Parser;
use futures::{SinkExt, StreamExt};
use minimax_arena::games::seed::Rng;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 200)]
    connections: usize,
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    #[arg(long, default_value_t = 0)]
    kills: u32,
    #[arg(long)]
    server: Option<PathBuf>,
    /// Passed by cargo to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Time after a kill during which waits are counted separately.
const AFTER_KILL: Duration = Duration::from_secs(5);
const CLOCK: &str = r#"{"initial_ms":60000,"increment_ms":1000}"#;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// State shared by all connections.
#[derive(Default)]
struct Shared {
    ended: AtomicU64,
    waits: Mutex<Vec<(Instant, Duration)>>,
}

/// The task of a connection.
enum Task {
    League(String),
    /// Creates matches against this player and sends it their ids.
    Makes(String, mpsc::UnboundedSender<Value>),
    /// Joins the matches whose ids it receives.
    Joins(mpsc::UnboundedReceiver<Value>),
}

impl Task {
    /// Returns the next match to join, if this task receives ids.
    async fn told(&mut self) -> Option<Value> {
        match self {
            Self::Joins(told) => told.recv().await,
            _ => std::future::pending().await,
        }
    }
}

struct Bot {
    socket: Socket,
    id: String,
    token: String,
}

impl Bot {
    async fn connect(address: SocketAddr, token: Option<&str>, name: &str) -> anyhow::Result<Self> {
        let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await?;
        let hello = match token {
            Some(token) => json!({"type": "hello", "token": token}),
            None => json!({"type": "hello", "name": name}),
        };
        socket.send(Message::text(hello.to_string())).await?;
        let welcome = next(&mut socket).await.context("a welcome")?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let token =
            text(&welcome["token"]).or_else(|| token.map(str::to_owned)).with_context(|| welcome.to_string())?;
        Ok(Self { id: text(&welcome["player"]["id"]).context("an id")?, token, socket })
    }

    async fn send(&mut self, message: Value) -> Option<()> {
        self.socket.send(Message::text(message.to_string())).await.ok()
    }

    async fn make(&mut self, opponent: &str) -> Option<()> {
        let clock: Value = serde_json::from_str(CLOCK).ok()?;
        self.send(json!({"type": "create", "game": "connect4", "clock": clock, "shuffle": true,
            "seats": ["me", {"player": opponent}]}))
            .await
    }

    /// Plays until the connection ends.
    async fn play(&mut self, task: &mut Task, shared: &Shared, rng: &mut Rng) -> Option<()> {
        match task {
            Task::League(league) => self.send(json!({"type": "enter", "tournament": league})).await?,
            Task::Makes(opponent, _) => self.make(opponent).await?,
            Task::Joins(_) => {}
        }
        let mut free_since: Option<Instant> = None;
        loop {
            let told = tokio::select! {
                told = next(&mut self.socket) => told?,
                id = task.told() => {
                    self.send(json!({"type": "join", "match": id?})).await?;
                    continue;
                }
            };
            let state = match told["type"].as_str() {
                Some("paired") => {
                    if let Some(since) = free_since.take() {
                        let mut waits = shared.waits.lock().unwrap_or_else(PoisonError::into_inner);
                        waits.push((Instant::now(), since.elapsed()));
                    }
                    self.send(json!({"type": "join", "match": told["match"]})).await?;
                    continue;
                }
                Some("created") => {
                    if let Task::Makes(_, tell) = task {
                        tell.send(told["match"].clone()).ok()?;
                    }
                    continue;
                }
                Some("snapshot") => &told["state"],
                Some("event") => &told["event"],
                _ => continue,
            };
            if state["kind"] == "ended" {
                shared.ended.fetch_add(1, Ordering::Relaxed);
                free_since = Some(Instant::now());
                self.send(json!({"type": "leave", "match": told["match"]})).await?;
                if let Task::Makes(opponent, _) = task {
                    self.make(opponent).await?;
                }
                continue;
            }
            let Some(legal) = state["legal"].as_array().filter(|legal| !legal.is_empty()) else { continue };
            let ply = state["ply"].as_u64()? + u64::from(state["kind"] == "moved");
            let mv = &legal[rng.below(legal.len())];
            self.send(json!({"type": "move", "match": told["match"], "ply": ply, "move": mv})).await?;
        }
    }
}

async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Keeps a bot connected, reconnecting when the connection is lost.
async fn stays(mut bot: Bot, address: SocketAddr, mut task: Task, shared: Arc<Shared>, seed: u64) {
    let mut rng = Rng::new(seed);
    loop {
        bot.play(&mut task, &shared, &mut rng).await;
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if let Ok(again) = Bot::connect(address, Some(&bot.token), "").await {
                bot = again;
                break;
            }
        }
        // The bot asks for its live matches, because the server does not report them unasked.
        let url = format!("http://{address}/api/matches?player={}&status=live", bot.id);
        let Ok(answer) = reqwest::get(url).await else { continue };
        let Ok(page) = answer.json::<Value>().await else { continue };
        for running in page["matches"].as_array().into_iter().flatten() {
            bot.send(json!({"type": "join", "match": running["match"]})).await;
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    if help::asked(include_str!("league.rs")) {
        return Ok(());
    }
    let args = Args::parse();
    let own = PathBuf::from(env!("CARGO_BIN_EXE_arena"));
    let program = args.server.clone().unwrap_or(own);
    let data = tempfile::TempDir::new()?;
    let mut server = Server::start(&program, data.path(), 0)?;
    let time = Duration::from_secs(args.seconds);

    let mut bots = Vec::new();
    for number in 0..args.connections {
        bots.push(Bot::connect(server.address, None, &format!("bot-{number}")).await?);
    }
    let ids: Vec<(String, String)> = bots.iter().map(|bot| (bot.id.clone(), bot.token.clone())).collect();
    let shared = Arc::new(Shared::default());
    let mut running = Vec::new();
    let mut told = None;
    for (number, bot) in bots.into_iter().enumerate() {
        let task = match told.take() {
            Some(told) => Task::Joins(told),
            None => {
                let (tell, others) = mpsc::unbounded_channel();
                told = Some(others);
                Task::Makes(ids[number + 1].0.clone(), tell)
            }
        };
        running.push(tokio::spawn(stays(bot, server.address, task, Arc::clone(&shared), number as u64)));
    }
    tokio::time::sleep(time).await;
    let paired = shared.ended.load(Ordering::Relaxed) / 2;
    running.iter().for_each(tokio::task::JoinHandle::abort);
    println!(
        "paired beforehand: {paired} matches in {} s, {:.1} a second",
        args.seconds,
        paired as f64 / time.as_secs_f64()
    );

    let operator = std::fs::read_to_string(data.path().join("operator.token"))?;
    let terms = json!({"name": "load", "game": "connect4", "format": "league",
        "clock": serde_json::from_str::<Value>(CLOCK)?});
    let client = reqwest::Client::new();
    let open = client.post(format!("http://{}/api/tournaments/open", server.address)).bearer_auth(operator.trim());
    let opened: Value = open.json(&terms).send().await?.json().await?;
    let id = opened["tournament"].as_str().with_context(|| opened.to_string())?.to_owned();
    let shared = Arc::new(Shared::default());
    let mut running = Vec::new();
    for (number, (_, token)) in ids.iter().enumerate() {
        let bot = Bot::connect(server.address, Some(token), "").await?;
        let task = Task::League(id.clone());
        running.push(tokio::spawn(stays(bot, server.address, task, Arc::clone(&shared), number as u64)));
    }
    let mut killed = Vec::new();
    for _ in 0..args.kills {
        tokio::time::sleep(time / (args.kills + 1)).await;
        server.kill();
        killed.push(Instant::now());
        server = Server::start(&program, data.path(), server.address.port())?;
    }
    tokio::time::sleep(time / (args.kills + 1)).await;
    let view: Value =
        reqwest::get(format!("http://{}/api/tournaments/{id}/live", server.address)).await?.json().await?;
    let league = view["played"].as_u64().context("a number")?;
    let waits = std::mem::take(&mut *shared.waits.lock().unwrap_or_else(PoisonError::into_inner));
    running.iter().for_each(tokio::task::JoinHandle::abort);
    println!("in a league: {league} matches in {} s, {:.1} a second", args.seconds, league as f64 / time.as_secs_f64());
    println!(
        "the league finished {:.0} % of what was finished when paired beforehand",
        league as f64 / paired as f64 * 100.0
    );
    let is_apart = |at: &Instant| killed.iter().any(|kill| *at >= *kill && at.duration_since(*kill) < AFTER_KILL);
    let (apart, usual): (Vec<_>, Vec<_>) = waits.into_iter().partition(|(at, _)| is_apart(at));
    for (what, waits) in [("a free bot", usual), ("a free bot within 5 s of a kill", apart)] {
        let mut waits: Vec<Duration> = waits.into_iter().map(|(_, wait)| wait).collect();
        waits.sort_unstable();
        let at = |part: usize| waits.get(waits.len() * part / 100).copied().unwrap_or_default().as_millis();
        println!("{what} waits {} ms at p50, {} ms at p99, of {}", at(50), at(99), waits.len());
    }
    check(server.address, &id).await
}

/// Checks that the table agrees with the records.
async fn check(address: SocketAddr, id: &str) -> anyhow::Result<()> {
    // Results are numbered as they arrive, so the first records are exactly those counted in the table.
    let view: Value = reqwest::get(format!("http://{address}/api/tournaments/{id}/live")).await?.json().await?;
    let text = reqwest::get(format!("http://{address}/api/tournaments/{id}/records.jsonl")).await?.text().await?;
    let mut counted: HashMap<String, u64> = HashMap::new();
    let played = usize::try_from(view["played"].as_u64().context("a number")?)?;
    for line in text.lines().take(played) {
        let record: Value = serde_json::from_str(line)?;
        for seat in record["seats"].as_array().into_iter().flatten() {
            *counted.entry(seat["name"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    for row in view["entrants"].as_array().into_iter().flatten() {
        let number = |key: &str| row[key].as_u64().unwrap_or_default();
        let shown = number("wins") + number("draws") + number("losses");
        let name = row["name"].as_str().unwrap_or_default();
        ensure!(counted.get(name).copied().unwrap_or_default() == shown, "{name}: {shown} in the table");
    }
    println!("the table of {played} matches is what the records say");
    Ok(())
}
