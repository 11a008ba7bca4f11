//! Searches of live servers at workers.
//!
//! ```text
//! worker  ──  live hello, every second: its number of places  ──▶  servers
//!         ◀──  a task, addressed to this worker  ──  server
//!         ──  "still working", several times a second, then the answer  ──▶
//! ```
//!
//! A worker that lacks the module of the task's bot requests it from the server before it begins.
//!
//! The server chooses the worker, because it knows which searches go first, which workers have a free place, and which
//! worker keeps the player of a match. Nothing is stored or sent again: a server whose task has no answer makes the search
//! itself, see [`arena_bots::remote`]. If several servers share a worker, its places may be taken twice; the worker then
//! refuses the task, and the server makes the search itself.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Message, Subject};
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::message::{MOST_REFUSED, other_build, printable};
use super::nats::{Connection, NatsError};
use super::parts::part_of;
use super::signature::signature;
use arena_bots::WorkerId;
use arena_bots::module::LoadedModule;
use arena_bots::remote::{Announce, Call, Cancel, Reply, SeatId, Task, Workers};

/// Subject for the hellos of workers that take searches.
pub const LIVE_HELLO: &str = "arena.v1.live";
/// Time without a hello after which a worker gets no more tasks.
const WORKER_GONE: Duration = Duration::from_secs(4);
/// Interval for checking which workers are gone.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Maximum number of workers.
const MOST_WORKERS: usize = 1_024;
/// Number of messages that may wait to be sent. If there are more, tasks are not sent and their searches run here.
const OUTGOING: usize = 8_192;
/// Number of unread messages about one task. A reader that has left that many unread for seconds makes the search itself.
const REPLIES: usize = 16;
/// Maximum size of an answer in bytes.
const LONGEST_ANSWER: usize = 64 << 20;

/// Returns the subject of a worker's tasks.
pub fn task_subject(worker: &str) -> String {
    format!("arena.v1.live.{worker}")
}

/// A worker announces how many searches it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveHello {
    /// Unique id.
    pub worker: String,
    /// Display name.
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// Signature of its search and games; see [`signature`](fn@super::signature).
    pub signature: String,
    /// Number of concurrent searches. 0 if the worker is leaving.
    pub slots: usize,
}

/// A server refuses a worker of another build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Version of the program.
    pub version: String,
    /// Signature of its search and games.
    pub signature: String,
}

impl Refusal {
    /// Returns the reason why a worker with this version and signature is rejected, if it is.
    #[must_use]
    pub fn refuses(&self, version: &str, signature: &str) -> Option<String> {
        other_build(("server", &self.version, &self.signature), ("worker", version, signature))
    }
}

/// A message of a server to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToWorker {
    /// A task. Answers go to the message's reply subject.
    Do(Task),
    /// The task with this reply subject is not needed any more.
    Cancel(String),
    /// The match of this seat is over.
    Forget(SeatId),
}

/// Message of a worker about a task: a kind, then the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Alive = b'+' as isize,
    /// A part of the answer that is not the last one.
    Part = b'.' as isize,
    /// The last or only part of the answer.
    Last = b'=' as isize,
    Refused = b'!' as isize,
    /// A request for a part of the bot's module. The content is the offset.
    Module = b'?' as isize,
}

impl Kind {
    /// Encodes a message.
    pub(super) fn message(self, content: &[u8]) -> Vec<u8> {
        [&[self as u8], content].concat()
    }

    fn read(message: &[u8]) -> Option<(Self, &[u8])> {
        let (kind, content) = message.split_first()?;
        let known = [Self::Alive, Self::Part, Self::Last, Self::Refused, Self::Module];
        known.into_iter().find(|known| *known as u8 == *kind).map(|kind| (kind, content))
    }
}

/// The live workers at a NATS server.
pub struct LiveWorkers {
    nats: Connection,
    shared: Arc<LiveSearches>,
    /// Prefix of the subjects for answers.
    inbox: String,
    outgoing: mpsc::Sender<Outgoing>,
    /// The receiver, until the server watches.
    unsent: Mutex<Option<mpsc::Receiver<Outgoing>>>,
    calls: AtomicU64,
}

struct Outgoing {
    subject: String,
    reply: Option<String>,
    message: Vec<u8>,
}

#[derive(Default)]
struct LiveSearches {
    state: Mutex<PendingCalls>,
}

#[derive(Default)]
struct PendingCalls {
    /// Unanswered tasks.
    calls: HashMap<u64, Pending>,
    /// Ids of the workers for NATS.
    names: HashMap<WorkerId, String>,
}

struct Pending {
    reader: SyncSender<Reply>,
    /// Parts of the answer that have arrived.
    parts: Vec<u8>,
    /// The module of the task's bot.
    module: Option<LoadedModule>,
}

impl LiveSearches {
    fn lock(&self) -> MutexGuard<'_, PendingCalls> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message to a worker. Returns false if the worker disconnected or there is no room.
    fn send(
        &self,
        outgoing: &mpsc::Sender<Outgoing>,
        worker: WorkerId,
        reply: Option<String>,
        message: &ToWorker,
    ) -> bool {
        let Some(name) = self.lock().names.get(&worker).cloned() else { return false };
        let message = serde_json::to_vec(message).expect("a message serialises");
        outgoing.try_send(Outgoing { subject: task_subject(&name), reply, message }).is_ok()
    }

    /// Returns the part of the bot's module that this message about a task requests, if it does.
    fn part(&self, call: u64, message: &Message) -> Option<Vec<u8>> {
        let (Kind::Module, from) = Kind::read(&message.payload)? else { return None };
        let from = std::str::from_utf8(from).ok()?.parse().ok()?;
        let module = self.lock().calls.get(&call)?.module.clone()?;
        Some(part_of(module.0.content(), from))
    }

    /// Handles a message about a task.
    fn hear(&self, call: u64, message: &Message) {
        let mut state = self.lock();
        let Some(pending) = state.calls.get_mut(&call) else { return };
        // A status is sent by the NATS server itself when nobody has subscribed to the task.
        let reply = if message.status.is_some() {
            Reply::Refused("the worker disconnected".to_owned())
        } else {
            match Kind::read(&message.payload) {
                None => return,
                Some((Kind::Alive | Kind::Module, _)) => Reply::Alive,
                Some((Kind::Refused, content)) => Reply::Refused(printable(&String::from_utf8_lossy(content))),
                Some((Kind::Part | Kind::Last, content)) if pending.parts.len() + content.len() > LONGEST_ANSWER => {
                    Reply::Refused("the answer is too long".to_owned())
                }
                Some((kind, content)) => {
                    pending.parts.extend_from_slice(content);
                    if kind == Kind::Last { Reply::Answer(std::mem::take(&mut pending.parts)) } else { Reply::Alive }
                }
            }
        };
        if reply == Reply::Alive {
            // A reader that has not read the last reports needs no other.
            drop(pending.reader.try_send(reply));
        } else if let Some(pending) = state.calls.remove(&call) {
            // Fails if nobody waits any more.
            drop(pending.reader.try_send(reply));
        }
    }
}

impl LiveWorkers {
    /// Connects to the NATS server at `url`, now or as soon as it can be reached.
    ///
    /// # Errors
    /// [`NatsError`] if the address is invalid.
    pub async fn connect(url: &str) -> Result<Arc<Self>, NatsError> {
        let nats = Connection::open_patiently(url, "arena server").await?;
        let (outgoing, unsent) = mpsc::channel(OUTGOING);
        let inbox = nats.client.new_inbox();
        let (shared, unsent) = (Arc::default(), Mutex::new(Some(unsent)));
        Ok(Arc::new(Self { nats, shared, inbox, outgoing, unsent, calls: AtomicU64::new(0) }))
    }
}

/// A task that was sent. It is forgotten on drop.
struct Sent {
    shared: Arc<LiveSearches>,
    outgoing: mpsc::Sender<Outgoing>,
    worker: WorkerId,
    number: u64,
    reply: String,
}

impl Cancel for Sent {
    fn cancel(&self) {
        // Without room the worker finishes the search in vain.
        self.shared.send(&self.outgoing, self.worker, None, &ToWorker::Cancel(self.reply.clone()));
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.shared.lock().calls.remove(&self.number);
    }
}

impl Workers for LiveWorkers {
    fn watch(&self, announce: Announce) {
        let unsent = self.unsent.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut unsent) = unsent else { return };
        let client = self.nats.client.clone();
        tokio::spawn(async move {
            while let Some(Outgoing { subject, reply, message }) = unsent.recv().await {
                // A lost message is noticed by the silence of the worker.
                let _ = match reply {
                    Some(reply) => client.publish_with_reply(subject, reply, message.into()).await,
                    None => client.publish(subject, message.into()).await,
                };
            }
        });
        let (nats, shared, inbox) = (self.nats.clone(), Arc::clone(&self.shared), self.inbox.clone());
        tokio::spawn(async move {
            let watch = Watch { nats, shared, announce, known: HashMap::new(), refused: HashSet::new(), next: 0 };
            watch.run(inbox).await;
        });
    }

    fn begin(&self, worker: WorkerId, task: &Task) -> Call {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        let (reader, replies) = sync_channel(REPLIES);
        self.shared
            .lock()
            .calls
            .insert(number, Pending { reader: reader.clone(), parts: Vec::new(), module: task.module().cloned() });
        let reply = format!("{}.{number}", self.inbox);
        if !self.shared.send(&self.outgoing, worker, Some(reply.clone()), &ToWorker::Do(task.clone())) {
            self.shared.lock().calls.remove(&number);
            drop(reader.try_send(Reply::Refused("the task cannot be sent".to_owned())));
        }
        let (shared, outgoing) = (Arc::clone(&self.shared), self.outgoing.clone());
        Call { replies, sent: Box::new(Sent { shared, outgoing, worker, number, reply }) }
    }

    fn forget(&self, worker: WorkerId, seat: SeatId) {
        // If the message is lost, the worker drops the player when it needs the memory.
        self.shared.send(&self.outgoing, worker, None, &ToWorker::Forget(seat));
    }
}

/// A worker that has said hello.
struct KnownWorker {
    id: WorkerId,
    slots: usize,
    heard: Instant,
}

/// The task that receives all messages of workers.
struct Watch {
    nats: Connection,
    shared: Arc<LiveSearches>,
    announce: Announce,
    known: HashMap<String, KnownWorker>,
    refused: HashSet<String>,
    next: WorkerId,
}

impl Watch {
    async fn run(mut self, inbox: String) {
        let hellos = self.nats.client.subscribe(LIVE_HELLO).await;
        let replies = self.nats.client.subscribe(format!("{inbox}.*")).await;
        let (Ok(mut hellos), Ok(mut replies)) = (hellos, replies) else { return };
        let mut look = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                Some(message) = replies.next() => {
                    let call = message.subject.rsplit('.').next().and_then(|number| number.parse().ok());
                    if let Some(call) = call {
                        self.shared.hear(call, &message);
                        if let Some(part) = self.shared.part(call, &message) {
                            self.answer(message.reply, part).await;
                        }
                    }
                }
                Some(message) = hellos.next() => self.greet(message).await,
                _ = look.tick() => self.look(),
                else => return,
            }
        }
    }

    async fn greet(&mut self, message: Message) {
        let Ok(hello) = serde_json::from_slice::<LiveHello>(&message.payload) else { return };
        let refusal = Refusal { version: env!("CARGO_PKG_VERSION").to_owned(), signature: signature().to_owned() };
        if refusal.refuses(&hello.version, &hello.signature).is_some() {
            self.answer(message.reply, serde_json::to_vec(&refusal).expect("a refusal serialises")).await;
            if self.refused.len() < MOST_REFUSED && self.refused.insert(hello.worker) {
                say!(
                    "The worker {} is another build (version {}, signature {}) than this server (version {}, signature \
                     {}) and is rejected.",
                    printable(&hello.name),
                    printable(&hello.version),
                    printable(&hello.signature),
                    refusal.version,
                    refusal.signature
                );
            }
            return;
        }
        let LiveHello { worker, name, slots, .. } = hello;
        if slots == 0 {
            self.remove(&worker);
            return;
        }
        let now = Instant::now();
        if let Some(known) = self.known.get_mut(&worker) {
            known.heard = now;
            if std::mem::replace(&mut known.slots, slots) != slots {
                (self.announce)(known.id, slots);
            }
        } else if self.known.len() < MOST_WORKERS {
            self.next += 1;
            let id = self.next;
            say!("The worker {} takes searches: {slots} at a time.", printable(&name));
            self.shared.lock().names.insert(id, worker.clone());
            self.known.insert(worker, KnownWorker { id, slots, heard: now });
            (self.announce)(id, slots);
        }
    }

    async fn answer(&self, reply: Option<Subject>, message: Vec<u8>) {
        if let Some(reply) = reply {
            // The worker's next hello is answered again, and a search without its module runs here.
            let _ = self.nats.client.publish(reply, message.into()).await;
        }
    }

    fn remove(&mut self, worker: &str) {
        if let Some(known) = self.known.remove(worker) {
            (self.announce)(known.id, 0);
            self.shared.lock().names.remove(&known.id);
        }
    }

    fn look(&mut self) {
        let is_gone =
            |(worker, known): (&String, &KnownWorker)| (known.heard.elapsed() >= WORKER_GONE).then(|| worker.clone());
        for worker in self.known.iter().filter_map(is_gone).collect::<Vec<_>>() {
            say!("A worker that took searches has disconnected.");
            self.remove(&worker);
        }
    }
}
