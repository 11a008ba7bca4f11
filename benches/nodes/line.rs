//! One client's line to the nodes: made again when it ends, at another node when the first takes nobody, and from where it was.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::place::{NOBODY, Nodes};
use super::sums::Sums;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A node that has not taken a client after so long is left for the next one.
const TAKEN_WITHIN: Duration = Duration::from_secs(6);
/// One that does not answer for so long, neither.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);
/// After so long without a word it is asked whether it is still there. It is longer than a move is waited for, or else the
/// questions would be more than the moves.
const QUIET: Duration = Duration::from_millis(1_500);
/// Nobody comes to it again before so long.
const SHUNNED: Duration = Duration::from_secs(15);
const AGAIN: Duration = Duration::from_millis(100);
const WAITING: usize = 64;
/// Bytes that are read at once: the library makes room for all of them anew with each read.
const READ: usize = 4_096;

/// Where a client comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// This node.
    Node(usize),
    /// Whichever leads.
    Leader,
}

/// What a client is to do.
#[derive(Debug)]
pub(crate) enum Order {
    /// To follow this match from now on, with a seat or without.
    Follow { id: String, joins: bool },
    /// To say this, if it is connected.
    Say(Value),
}

/// What a client hears, where and when.
#[derive(Debug)]
pub(crate) enum Heard {
    /// It is welcome, and follows again what it followed.
    Welcome,
    Said {
        at: Instant,
        node: usize,
        message: Value,
    },
}

/// A line, and what comes over it.
pub(crate) struct Line {
    pub(crate) orders: mpsc::Sender<Order>,
    pub(crate) heard: mpsc::Receiver<Heard>,
}

impl Line {
    pub(crate) fn new(home: Home, nodes: Arc<Nodes>, sums: Arc<Sums>) -> Self {
        let (orders, asked) = mpsc::channel(WAITING);
        let (tells, heard) = mpsc::channel(WAITING);
        let keeper = Keeper { home, nodes, sums, asked, tells, token: None, silent: HashMap::new(), followed: None };
        tokio::spawn(keeper.run());
        Self { orders, heard }
    }

    pub(crate) async fn say(&self, message: Value) {
        self.orders.send(Order::Say(message)).await.ok();
    }

    pub(crate) async fn follow(&self, id: &str, joins: bool) {
        self.orders.send(Order::Follow { id: id.to_owned(), joins }).await.ok();
    }
}

/// Why a connection ended that was not broken off.
#[derive(Debug)]
enum Ended {
    /// Nobody listens any more.
    Left,
    /// Nobody answered.
    Silent,
    /// The node closed it, and said why.
    Closed(String),
}

/// Waits until then, or for ever.
pub(crate) async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

struct Keeper {
    home: Home,
    nodes: Arc<Nodes>,
    sums: Arc<Sums>,
    asked: mpsc::Receiver<Order>,
    tells: mpsc::Sender<Heard>,
    token: Option<String>,
    /// When nodes last fell silent.
    silent: HashMap<usize, Instant>,
    /// The match, whether with a seat, and the last event of it that was heard.
    followed: Option<(String, bool, Option<u64>)>,
}

impl Keeper {
    async fn run(mut self) {
        let mut tries = 0;
        // Until nobody listens any more.
        while !self.tells.is_closed() {
            let all = self.nodes.addresses.len();
            let first = match self.home {
                Home::Node(node) => node,
                Home::Leader => Some(self.nodes.leader()).filter(|node| *node != NOBODY).unwrap_or(0),
            };
            let in_order = (0..all).map(|next| (first + tries + next) % all);
            let is_shunned = |node: &usize| self.silent.get(node).is_some_and(|since| since.elapsed() < SHUNNED);
            let node = in_order.clone().find(|node| !is_shunned(node)).unwrap_or((first + tries) % all);
            let url = format!("ws://{}/ws", self.nodes.addresses[node]);
            let config = WebSocketConfig::default().read_buffer_size(READ);
            let connected =
                tokio::time::timeout(TAKEN_WITHIN, connect_async_with_config(url, Some(config), true)).await;
            if connected.is_err() {
                self.silent.insert(node, Instant::now());
            }
            let Ok(Ok((socket, _))) = connected else {
                tries += 1;
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            match self.talk(socket, node).await {
                Some(Ended::Left) => {}
                // A node that has fallen silent is left for the next one.
                Some(Ended::Silent) => {
                    self.sums.ends("nobody answered");
                    self.silent.insert(node, Instant::now());
                }
                Some(Ended::Closed(words)) => self.sums.ends(&words),
                None => self.sums.ends("broken off"),
            }
            tries = 0;
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Talks until the connection ends; with nothing where it is broken off.
    async fn talk(&mut self, mut socket: Socket, node: usize) -> Option<Ended> {
        let hello = match &self.token {
            Some(token) => json!({"type": "hello", "token": token}),
            None => json!({"type": "hello", "name": "somebody"}),
        };
        socket.send(Message::text(hello.to_string())).await.ok()?;
        let mut is_welcome = false;
        let mut heard = Instant::now();
        // Since when an answer is awaited.
        let mut asked = Some(Instant::now());
        loop {
            tokio::select! {
                () = until(asked.map(|asked| asked + ANSWERED_WITHIN)) => {
                    // Before it is welcome it may have to wait for somebody to lead.
                    if is_welcome || asked.is_some_and(|asked| asked.elapsed() >= TAKEN_WITHIN) {
                        return Some(Ended::Silent);
                    }
                    tokio::time::sleep(AGAIN).await;
                }
                () = until(Some(heard + QUIET)), if asked.is_none() => {
                    asked = Some(Instant::now());
                    socket.send(Message::text(json!({"type": "ping"}).to_string())).await.ok()?;
                }
                order = self.asked.recv(), if is_welcome => {
                    let Some(order) = order else { return Some(Ended::Left) };
                    let message = match order {
                        Order::Say(message) => message,
                        Order::Follow { id, joins } => {
                            let left = self.followed.replace((id, joins, None)).map(|(id, _, _)| id);
                            if let Some(left) = left {
                                let leave = json!({"type": "leave", "match": left});
                                socket.send(Message::text(leave.to_string())).await.ok()?;
                            }
                            self.following()?
                        }
                    };
                    asked = asked.or(Some(Instant::now()));
                    socket.send(Message::text(message.to_string())).await.ok()?;
                }
                frame = socket.next() => match frame?.ok()? {
                    Message::Text(text) => {
                        let at = Instant::now();
                        (heard, asked) = (at, None);
                        let message: Value = serde_json::from_str(&text).ok()?;
                        if message["type"] == "welcome" {
                            is_welcome = true;
                            if let Some(token) = message["token"].as_str() {
                                self.token = Some(token.to_owned());
                            }
                            if let Some(following) = self.following() {
                                socket.send(Message::text(following.to_string())).await.ok()?;
                            }
                            self.tells.send(Heard::Welcome).await.ok()?;
                            continue;
                        }
                        if message["type"] == "error" {
                            self.sums.refuses(&message);
                            // Another connection of this player has the seat: what a node had kept back came late. What is on
                            // its way here is not to be told once more.
                            if message["code"] == "not_seated"
                                && let Some((_, _, last)) = &mut self.followed
                            {
                                *last = None;
                                let following = self.following()?;
                                socket.send(Message::text(following.to_string())).await.ok()?;
                            }
                        }
                        if self.is_news(&message) {
                            self.tells.send(Heard::Said { at, node, message }).await.ok()?;
                        }
                    }
                    Message::Close(frame) => {
                        let words = frame.map_or_else(String::new, |frame| format!("{}: {}", frame.code, frame.reason));
                        return Some(Ended::Closed(words));
                    }
                    _ => {}
                },
            }
        }
    }

    /// What asks for what is followed, from where it was.
    fn following(&self) -> Option<Value> {
        let (id, joins, since) = self.followed.as_ref()?;
        let mut message = json!({"type": if *joins { "join" } else { "watch" }, "match": id});
        if let Some(since) = since {
            message["since"] = (*since).into();
        }
        Some(message)
    }

    /// Whether this is for who listens; counts the events.
    fn is_news(&mut self, message: &Value) -> bool {
        let (kind, of) = (message["type"].as_str().unwrap_or_default(), message["match"].as_str());
        if !matches!(kind, "event" | "snapshot") {
            return true;
        }
        let Some((id, _, last)) = &mut self.followed else { return false };
        let Some(seq) = message["seq"].as_u64().filter(|_| of == Some(id)) else { return false };
        if kind == "event" && last.is_some_and(|last| seq != last + 1) {
            self.sums.finds(format!("event {seq} of match {id} came after {last:?}"));
        }
        *last = Some(seq);
        true
    }
}
