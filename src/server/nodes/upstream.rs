//! What a client says that belongs to another node, and what it is told from there: a connection to that node, made for this
//! client.
//!
//! It is a WebSocket like any other, and the client is a player there as it is here. What happens in the matches that it
//! watches does not come over it, but once for all who watch at this node; asides say what of that the client is to be told
//! ([`relay`](crate::server::relay)). Here they are texts of their own: every message begins with a brace, and no aside does.
//!
//! What stands between the client and that node is noted ([`conversation`](crate::protocol::conversation)). When the connection is lost, it is
//! waited for a node to have each of the things that it was about; then the session says all of it again there.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

use super::opening::{Refused, begin};
use super::{NodeAddress, Nodes};
use crate::play::feeds::{Audience, Delivery, Follows};
use crate::protocol::conversation::{Again, Conversation, Heard};
use crate::protocol::{Dialect, Envelope, Subject};
use crate::server::edge::Caller;
use crate::server::error::ApiError;
use crate::server::front::beat::Reached;
use crate::server::queue::Queue;
use crate::server::relay::SILENT;

/// So long the other node has to hear that the client has left.
const CLOSED_WITHIN: Duration = Duration::from_secs(3);
/// So long it may read nothing of what it is told.
const READ_WITHIN: Duration = Duration::from_secs(30);
/// So long one that stops may take to end the connection by itself.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// So long after the other node was last heard of, another one has what the connection was about, or the client is told.
const FOUND_WITHIN: Duration = Duration::from_millis(4_300);
/// After a failure it is looked again so much later.
const AGAIN: Duration = Duration::from_millis(200);
/// What the client says waits here while the other node does not read.
const SAID: usize = 16;
/// How a text begins that a node says by itself in a client's name: it counts for no limit. None of the client's own is passed on
/// like that.
pub(in crate::server) const BY_NODE: char = ' ';
/// How a farewell begins.
const BYE: &str = r#"{"type":"bye""#;
/// Close codes: the server goes away, and the client may come again; and: the client did what it should not.
pub(in crate::server) const RESTART: u16 = 1012;
pub(in crate::server) const POLICY: u16 = 1008;

/// Why a client's connection ends, where another node has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::server) struct Goodbye {
    pub(in crate::server) code: u16,
    pub(in crate::server) reason: String,
}

impl Goodbye {
    /// The client may come again.
    pub(in crate::server) const fn for_now(reason: String) -> Self {
        Self { code: RESTART, reason }
    }
}

/// The client, as it is known here.
#[derive(Clone)]
pub(in crate::server) struct Speaker {
    pub(in crate::server) caller: Caller,
    pub(in crate::server) dialect: Dialect,
    /// By which it says who it is.
    pub(in crate::server) hello: String,
    /// Where it is told something.
    pub(in crate::server) queue: Queue,
    /// Ends its connection, for this reason.
    pub(in crate::server) cut: CancellationToken,
    pub(in crate::server) goodbye: Arc<OnceLock<Goodbye>>,
    /// Told when a connection is lost, and what it was about has been found.
    pub(in crate::server) found: Arc<Notify>,
}

impl Speaker {
    /// Ends the connection.
    pub(in crate::server) fn say_goodbye(&self, goodbye: Goodbye) {
        // The first reason counts.
        let _ = self.goodbye.set(goodbye);
        self.cut.cancel();
    }
}

fn locked(conversation: &Mutex<Conversation>) -> MutexGuard<'_, Conversation> {
    conversation.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A client's connection to another node; it ends when this is dropped.
pub(in crate::server) struct Upstream {
    node: NodeAddress,
    says: mpsc::Sender<String>,
    conversation: Arc<Mutex<Conversation>>,
}

impl Upstream {
    /// Makes a connection to a node that is reached; none where that has failed, and may succeed in a moment.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] with what that node says, which does not take the client.
    pub(in crate::server) async fn open(
        nodes: &Arc<Nodes>,
        reached: Reached,
        speaker: Speaker,
    ) -> Result<Option<Self>, ApiError> {
        let socket = tokio::select! {
            begun = begin(&reached, &speaker) => match begun {
                Ok(socket) => socket,
                Err(Refused::Said(why)) => return Err(ApiError::Unavailable(why)),
                Err(Refused::Failed) => return Ok(None),
            },
            // Perhaps it stands still, and does not answer before it is known to.
            () = nodes.is_lost(&reached) => return Ok(None),
        };
        let ((says, said), conversation) = (mpsc::channel(SAID), Arc::<Mutex<Conversation>>::default());
        let (nodes, node) = (Arc::clone(nodes), reached.node.clone());
        let line = Line { nodes, reached, speaker, conversation: Arc::clone(&conversation) };
        tokio::spawn(line.run(socket, said));
        Ok(Some(Self { node, says, conversation }))
    }

    /// Whether it is one to this node.
    pub(in crate::server) fn is_to(&self, node: &NodeAddress) -> bool {
        self.node == *node
    }

    /// Whether it is lost.
    pub(in crate::server) fn is_lost(&self) -> bool {
        locked(&self.conversation).is_lost
    }

    /// Whether the client has to do with this there.
    pub(in crate::server) fn has(&self, subject: Subject) -> bool {
        locked(&self.conversation).has(subject)
    }

    /// It counts as lost from now on.
    pub(in crate::server) fn lose(&self) {
        locked(&self.conversation).is_lost = true;
    }

    /// Whether the client had to do with this there, and cannot have any more.
    pub(in crate::server) fn has_lost(&self, subject: Subject, nodes: &Nodes) -> bool {
        let conversation = locked(&self.conversation);
        conversation.has(subject) && (conversation.is_lost || nodes.has_left(subject, &self.node))
    }

    /// Whether there is anything of which that is so.
    pub(in crate::server) fn has_lost_any(&self, nodes: &Nodes) -> bool {
        let subjects = locked(&self.conversation).subjects();
        subjects.into_iter().any(|subject| self.has_lost(subject, nodes))
    }

    /// Ends it: what the client had there, and has asked, to be said elsewhere.
    pub(in crate::server) fn take(self) -> Vec<Again> {
        locked(&self.conversation).take()
    }

    /// Passes on what the client says. When the connection is lost, it is said again.
    pub(in crate::server) async fn say(&self, envelope: Envelope, text: &str) {
        locked(&self.conversation).ask(envelope, false);
        self.says.send(text.trim_start().to_owned()).await.ok();
    }

    /// The same of what is said in the client's name, of which it hears no answer.
    pub(in crate::server) async fn say_unasked(&self, envelope: Envelope) {
        let text = format!("{BY_NODE}{}", envelope.text());
        locked(&self.conversation).ask(envelope, true);
        self.says.send(text).await.ok();
    }
}

/// Why such a connection ends.
enum End {
    /// The client says no more.
    Left,
    /// The other node is gone, or stops, or is not reached any more, or has told less than it should.
    Lost,
    /// The client's own connection has to end.
    Closed(Goodbye),
}

/// The connection, as its task has it.
struct Line {
    nodes: Arc<Nodes>,
    reached: Reached,
    speaker: Speaker,
    conversation: Arc<Mutex<Conversation>>,
}

impl Line {
    async fn run(self, mut socket: WebSocketStream<TcpStream>, mut said: mpsc::Receiver<String>) {
        match self.talk(&mut socket, &mut said).await {
            End::Left => drop(tokio::time::timeout(CLOSED_WITHIN, socket.close(None)).await),
            End::Closed(goodbye) => self.speaker.say_goodbye(goodbye),
            End::Lost => {
                drop(socket);
                locked(&self.conversation).is_lost = true;
                // The session takes what was said, as it is noted, and so it does when it cannot wait.
                let taken = async { while said.recv().await.is_some() {} };
                tokio::select! {
                    () = taken => {}
                    is_found = self.finds_again() => match is_found {
                        true => self.speaker.found.notify_one(),
                        false => self.speaker.say_goodbye(Goodbye::for_now(self.nodes.farewell())),
                    }
                }
            }
        }
    }

    /// Whether a node has again, in time, each of the things that it was about. A client that has nothing there can wait.
    async fn finds_again(&self) -> bool {
        let (subjects, is_idle) = {
            let conversation = locked(&self.conversation);
            (conversation.subjects(), conversation.is_idle())
        };
        let finding = async {
            for subject in subjects {
                while self.nodes.reach(subject).await.is_err() {
                    tokio::time::sleep(AGAIN).await;
                }
            }
        };
        let heard = self.reached.heard.get().copied().unwrap_or_else(Instant::now);
        let within = if is_idle { Duration::MAX } else { FOUND_WITHIN.saturating_sub(heard.elapsed()) };
        tokio::time::timeout(within, finding).await.is_ok()
    }

    /// Comes back when the other node is not reached any more, and has had time for its last words: one that stops answers what was
    /// asked before, and one that was silent says no more.
    async fn is_lost(&self) {
        self.nodes.is_lost(&self.reached).await;
        if self.reached.heard.get().is_some_and(|heard| heard.elapsed() < SILENT) {
            tokio::time::sleep(LAST_WORDS).await;
        }
    }

    /// Passes on what is said on either side until that ends.
    async fn talk(&self, socket: &mut WebSocketStream<TcpStream>, said: &mut mpsc::Receiver<String>) -> End {
        let missing = Arc::new(Notify::new());
        let client = Arc::new(Client {
            queue: self.speaker.queue.clone(),
            conversation: Arc::clone(&self.conversation),
            missing: Arc::clone(&missing),
        });
        let mut follows = Follows::new(Arc::clone(&self.reached.feeds), Arc::clone(&client) as _);
        let mut lost = std::pin::pin!(self.is_lost());
        loop {
            let ended = tokio::select! {
                biased;
                () = &mut lost => Some(End::Lost),
                next = said.recv() => match next {
                    Some(text) => {
                        let sent = tokio::time::timeout(READ_WITHIN, socket.send(Message::text(text))).await;
                        if matches!(sent, Ok(Ok(()))) { None } else { Some(End::Lost) }
                    }
                    None => Some(End::Left),
                },
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        let is_fine = client.hear(text.as_str(), &mut follows);
                        (!is_fine).then(|| End::Closed(Goodbye::for_now(self.nodes.farewell())))
                    }
                    Some(Ok(Message::Close(Some(frame)))) if u16::from(frame.code) != RESTART => {
                        Some(End::Closed(Goodbye { code: frame.code.into(), reason: frame.reason.to_string() }))
                    }
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => None,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Some(End::Lost),
                },
                // It is followed anew.
                () = missing.notified() => Some(End::Lost),
            };
            if let Some(end) = ended {
                return end;
            }
        }
    }
}

/// The client, as it is told what another node says: over its own connection to that, and over the one that is there for all
/// who watch here.
struct Client {
    queue: Queue,
    conversation: Arc<Mutex<Conversation>>,
    /// Told when something has not come that it should have been told.
    missing: Arc<Notify>,
}

impl Client {
    /// Tells it what the other node says, unless it is for this one; false where that refuses what the client had.
    fn hear(&self, text: &str, follows: &mut Follows) -> bool {
        if !text.starts_with('{') {
            follows.hear(text);
            return true;
        }
        // What a farewell says, the close frame says as well.
        if text.starts_with(BYE) {
            return true;
        }
        // It is told while nobody can take what is noted, so that nothing from elsewhere comes before it.
        let mut conversation = locked(&self.conversation);
        match conversation.hear(text) {
            Heard::Tell => self.queue.send_text(text.into()),
            Heard::Paired(id) if self.queue.notes_pairing(id) => self.queue.send_text(text.into()),
            Heard::Paired(_) => {}
            Heard::Snapshot(whole) => self.queue.send_text(whole.into()),
            Heard::Nothing => {}
            Heard::Refused => return false,
        }
        true
    }
}

impl Audience for Client {
    fn tell(&self, topic: &str, delivery: Delivery) {
        match delivery {
            Delivery::Event(_, seq, text) => {
                let mut conversation = locked(&self.conversation);
                if conversation.tell(topic, seq) {
                    self.queue.send_text(text);
                }
            }
            Delivery::Missing(_) => self.missing.notify_one(),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use futures::FutureExt;

    use super::*;
    use crate::play::feeds::Feeds;
    use crate::protocol::FromClient;
    use crate::server::queue::Outgoing;

    #[tokio::test]
    async fn a_client_is_told_what_is_for_it_and_follows_as_asides_say() {
        let feeds = Arc::new(Feeds::default());
        let (queue, mut told, _full) = Queue::new(8);
        let (conversation, missing) = (Arc::<Mutex<Conversation>>::default(), Arc::new(Notify::new()));
        let client = Arc::new(Client { queue, conversation: Arc::clone(&conversation), missing: Arc::clone(&missing) });
        let mut follows = Follows::new(Arc::clone(&feeds), Arc::clone(&client) as _);
        let id = Uuid::from_u128(1);
        locked(&conversation).ask(Envelope { re: Some(1), message: FromClient::Watch { id, since: None } }, false);
        let happens = |line: &str| feeds.hear(line, Instant::now()).unwrap();
        happens(&format!("open {id}/arena.v1"));
        let snapshot = format!(r#"{{"type":"snapshot","re":1,"match":"{id}","seq":0,"state":{{}}}}"#);
        let mut hears = |text: &str| assert!(client.hear(text, &mut follows), "{text}");
        hears(&snapshot);
        hears(&format!("follow {id}/arena.v1 0"));
        hears(r#"{"type":"bye","reason":"for now"}"#);
        happens(&format!(r#"event {id}/arena.v1 1 {{"type":"event"}}"#));
        assert!(missing.notified().now_or_never().is_none());
        happens(&format!("event {id}/arena.v1 3 x"));
        assert!(missing.notified().now_or_never().is_some(), "the second has not come");
        let texts = std::iter::from_fn(|| match told.try_recv()? {
            Outgoing::Text(text) => Some(text.to_string()),
            other => panic!("{other:?} is no text"),
        });
        assert_eq!(texts.collect::<Vec<_>>(), [snapshot.as_str(), r#"{"type":"event"}"#]);
        let again = locked(&conversation).take();
        let expected = FromClient::Watch { id, since: Some(1) };
        assert!(matches!(&again[..], [Again::Ask { envelope, .. }] if envelope.message == expected), "{again:?}");
    }
}
