//! The lower bound: a server without rules, clocks and storage. It answers a move with one acknowledgement for the
//! mover and one event for the opponent, which are the recorded bytes of the arena. If it has a log, it appends and
//! syncs each move before answering.

use std::collections::HashMap;
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::log::{Log, Move};

/// The recorded messages of the arena in one match.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Recording {
    /// The match's id, which occurs in `created` and in the snapshots.
    pub(crate) id: String,
    pub(crate) welcome: String,
    pub(crate) created: String,
    /// The first messages to the creator and to the other player.
    pub(crate) snapshots: [String; 2],
    /// The opponent's event of each move.
    pub(crate) moved: Vec<String>,
    /// The answers to a move and to leaving.
    pub(crate) acknowledged: String,
    pub(crate) left: String,
}

pub(super) enum Notice {
    Opponent(mpsc::Sender<Notice>),
    Event(Utf8Bytes),
    /// The mover's own move is in the log.
    Acknowledged,
}

struct Relay {
    recording: Recording,
    moved: Vec<Utf8Bytes>,
    /// The creator of a match that waits for the other player.
    rooms: Mutex<HashMap<String, mpsc::Sender<Notice>>>,
    log: Option<Arc<Log>>,
}

/// Serves until the process is killed, next to `busy` threads that are always busy, with a log in the file `path` if
/// given. Prints its address like `arena serve`.
pub(crate) fn run(recording: &Path, busy: usize, path: Option<&Path>) -> anyhow::Result<()> {
    for _ in 0..busy {
        std::thread::spawn(|| {
            loop {
                std::hint::spin_loop();
            }
        });
    }
    let recording: Recording = serde_json::from_reader(File::open(recording)?)?;
    let moved = recording.moved.iter().map(|text| text.as_str().into()).collect();
    let log = path.map(|_| Arc::<Log>::default());
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(log) = log.clone() {
        runtime.on_thread_park(move || log.ring());
    }
    let file = path.map(File::create).transpose()?;
    let relay = Arc::new(Relay { recording, moved, rooms: Mutex::default(), log });
    runtime.enable_all().build()?.block_on(async {
        if let (Some(log), Some(file)) = (&relay.log, file) {
            log.begin(file);
        }
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        println!("relay       http://{}", listener.local_addr()?);
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, Router::new().route("/ws", any(upgrade)).with_state(relay)).await?;
        Ok(())
    })
}

async fn upgrade(upgrade: WebSocketUpgrade, State(relay): State<Arc<Relay>>) -> Response {
    // The default buffers of 128 KiB per connection would dominate the memory.
    upgrade.read_buffer_size(4_096).on_upgrade(|socket| async move {
        // Errors only mean that the client is gone.
        let _ = serve(socket, relay).await;
    })
}

async fn serve(mut socket: WebSocket, relay: Arc<Relay>) -> Result<(), axum::Error> {
    let (sender, mut notices) = mpsc::channel(16);
    let mut opponent: Option<mpsc::Sender<Notice>> = None;
    loop {
        tokio::select! {
            frame = socket.recv() => {
                let text = match frame {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(_)) => continue,
                    Some(Err(_)) | None => return Ok(()),
                };
                if text.starts_with(r#"{"type":"move""#) {
                    let event = relay.moved.get(ply(&text)).cloned();
                    if let Some(log) = &relay.log {
                        log.put(Move { text, event, mover: sender.clone(), opponent: opponent.clone() });
                        continue;
                    }
                    socket.send(Message::Text(relay.recording.acknowledged.as_str().into())).await?;
                    if let (Some(opponent), Some(event)) = (&opponent, event) {
                        let _ = opponent.send(Notice::Event(event)).await;
                    }
                } else {
                    for answer in relay.begin(&text, &sender, &mut opponent) {
                        socket.send(Message::Text(answer.into())).await?;
                    }
                }
            }
            Some(notices) = notices.recv() => match notices {
                Notice::Opponent(joined) => opponent = Some(joined),
                Notice::Event(event) => socket.send(Message::Text(event)).await?,
                Notice::Acknowledged => {
                    socket.send(Message::Text(relay.recording.acknowledged.as_str().into())).await?;
                }
            }
        }
    }
}

/// Returns the ply of a move, which follows the match's id.
fn ply(text: &str) -> usize {
    let number =
        text.split_once(r#""ply":"#).and_then(|(_, after)| after.split(|sign: char| !sign.is_ascii_digit()).next());
    number.and_then(|number| number.parse().ok()).unwrap_or(usize::MAX)
}

impl Relay {
    /// Handles everything but moves: creating and joining matches.
    fn begin(
        &self,
        text: &str,
        sender: &mpsc::Sender<Notice>,
        opponent: &mut Option<mpsc::Sender<Notice>>,
    ) -> Vec<String> {
        let recording = &self.recording;
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if text.starts_with(r#"{"type":"hello""#) {
            vec![recording.welcome.clone()]
        } else if text.starts_with(r#"{"type":"create""#) {
            let id = Uuid::new_v4().to_string();
            rooms().insert(id.clone(), sender.clone());
            [&recording.created, &recording.snapshots[0]].map(|text| text.replace(&recording.id, &id)).to_vec()
        } else if let Some(id) = text.strip_prefix(r#"{"type":"join","match":""#).and_then(|rest| rest.get(..36)) {
            if let Some(maker) = rooms().remove(id) {
                let _ = maker.try_send(Notice::Opponent(sender.clone()));
                *opponent = Some(maker);
            }
            vec![recording.snapshots[1].replace(&recording.id, id)]
        } else {
            vec![recording.left.clone()]
        }
    }
}
