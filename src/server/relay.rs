//! Another node that brings connections here: whether it can be reached, and what those who watch there are to be told.
//!
//! Each event of a match that is watched there goes to the node once, in each dialect that is spoken there, over the connection that
//! it keeps up for that; the node hands it to all who watch. A client that wants to watch is answered on its own
//! connection, as anywhere, with the match as it stands or with what it has missed; an *aside* behind that, a frame for the node
//! alone, says that it is to be told what comes after. So everything is still decided here, in the match's lock.
//!
//! A node from which nothing has come for [`SILENT`] counts as gone: the connections that it carried end, so that what it kept back
//! meanwhile comes to nothing, and who played there gets the time back since the last sign of it.

mod outlet;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::app::App;
use super::metrics::Metrics;
use super::queue::Queue;
use crate::play::MatchSetup;
use crate::play::handle::MatchHandle;
use crate::play::link::{Gone, LinkId, Listener, Notification};
use crate::protocol::Dialect;
use outlet::{Outlet, Record};

/// The opcode of an aside: one of those that WebSocket leaves free for messages. No client is ever sent one.
pub(super) const ASIDE: u8 = 3;

/// So often a node says that it is there.
pub(super) const BEAT_EVERY: Duration = Duration::from_millis(500);
/// One of which nothing was heard for so long counts as gone, on either side.
pub(super) const SILENT: Duration = Duration::from_secs(2);
/// After so long without a sign it is perhaps gone.
const DOUBTED: Duration = Duration::from_secs(1);

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The nodes that can be reached, by the numbers that they have given themselves for this connection.
#[derive(Default)]
pub(super) struct Relays(Mutex<HashMap<u64, Arc<Relay>>>);

impl Relays {
    /// The node that carries a connection, unless it counts as gone.
    pub(super) fn get(&self, number: u64) -> Option<Arc<Relay>> {
        locked(&self.0).get(&number).cloned()
    }
}

/// The last sign of a node.
#[derive(Clone, Copy, Debug)]
enum Sign {
    Heard(Instant),
    /// It counts as gone; so long ago it was heard.
    Gone(Instant),
}

/// A node that carries connections here.
pub(super) struct Relay {
    outlet: Arc<Outlet>,
    sign: watch::Sender<Sign>,
    /// Cancelled when it counts as gone.
    pub(super) gone: CancellationToken,
    /// What is watched there.
    watched: Mutex<HashMap<Topic, (LinkId, Weak<RelayedWatch>)>>,
}

/// A match in a dialect.
type Topic = (Uuid, Dialect);

fn name((id, dialect): Topic) -> Arc<str> {
    format!("{id}/{}", dialect.subprotocol()).into()
}

/// The aside by which a node tells a client nothing more of a match.
pub(super) fn leave(id: Uuid, dialect: Dialect) -> String {
    format!("leave {}", name((id, dialect)))
}

impl Relay {
    fn new(to: OwnedWriteHalf, metrics: Arc<Metrics>) -> Arc<Self> {
        let sign = watch::Sender::new(Sign::Heard(Instant::now()));
        let outlet = Outlet::new(to, metrics);
        Arc::new(Self { outlet, sign, gone: CancellationToken::new(), watched: Mutex::default() })
    }

    fn heard(&self) {
        self.sign.send_modify(|sign| {
            if matches!(sign, Sign::Heard(_)) {
                *sign = Sign::Heard(Instant::now());
            }
        });
    }

    fn let_go(&self) {
        self.sign.send_modify(|sign| {
            if let Sign::Heard(at) = *sign {
                *sign = Sign::Gone(at);
            }
        });
        self.gone.cancel();
    }

    /// Waits until it is known whether the node is still there after a connection that it carried has ended without a word.
    pub(super) async fn is_judged(&self) {
        let ended = Instant::now();
        let mut sign = self.sign.subscribe();
        let judged = sign.wait_for(|sign| match sign {
            Sign::Heard(at) => *at > ended,
            Sign::Gone(_) => true,
        });
        tokio::time::timeout(SILENT, judged).await.ok();
    }

    fn tell(&self, record: Record) -> Result<(), Gone> {
        self.outlet.tell(record).inspect_err(|_| self.let_go())
    }

    /// What is told of a match to all who watch it there: for as long as anybody holds it.
    pub(super) fn watch(
        self: &Arc<Self>,
        handle: &MatchHandle,
        dialect: Dialect,
        link: impl FnOnce() -> LinkId,
    ) -> Arc<RelayedWatch> {
        let topic = (handle.id(), dialect);
        // Let go of after the lock, which the end of a watch takes.
        let known: Option<Arc<RelayedWatch>>;
        let mut watched = locked(&self.watched);
        known = watched.get(&topic).and_then(|(_, known)| known.upgrade());
        if let Some(known) = known.as_ref().filter(|known| known.handle.is_same(handle)) {
            return Arc::clone(known);
        }
        let (relay, handle, link) = (Arc::clone(self), handle.clone(), link());
        let watch = Arc::new(RelayedWatch { relay, handle, topic, name: name(topic), link });
        if watched.insert(topic, (link, Arc::downgrade(&watch))).is_none() {
            let _ = self.tell(Record::Open(Arc::clone(&watch.name)));
        }
        watch
    }
}

/// The node that carries a connection here, as the connection knows it.
#[derive(Clone)]
pub(super) struct Carrier {
    pub(super) relay: Arc<Relay>,
    /// Whether it can tell where frames begin and end in what this connection is sent.
    pub(super) follows_frames: bool,
    /// Whether what is said on the connection belongs here; then it is passed on to no other node.
    pub(super) ends_here: bool,
}

/// A match that is watched at a node, by however many.
pub(super) struct RelayedWatch {
    relay: Arc<Relay>,
    handle: MatchHandle,
    topic: Topic,
    name: Arc<str>,
    /// The node's link to the match.
    pub(super) link: LinkId,
}

impl RelayedWatch {
    /// What is to be attached to the match for one who comes to watch: the answer goes to the client, what follows to the node.
    pub(super) fn listener(&self, client: &Queue) -> Arc<dyn Listener> {
        Arc::new(Introduction {
            relay: Arc::clone(&self.relay),
            name: Arc::clone(&self.name),
            dialect: self.topic.1,
            setup: Arc::clone(self.handle.setup()),
            client: Mutex::new(Some(client.clone())),
        })
    }

    /// The aside by which the node tells a client what comes after this event.
    pub(super) fn follow(&self, seq: u64) -> String {
        format!("follow {} {seq}", self.name)
    }
}

impl Drop for RelayedWatch {
    fn drop(&mut self) {
        let mut watched = locked(&self.relay.watched);
        // Somebody may have come to watch in the meantime.
        if watched.get(&self.topic).is_some_and(|(link, _)| *link == self.link) {
            watched.remove(&self.topic);
            let _ = self.relay.tell(Record::Close(Arc::clone(&self.name)));
        }
        drop(watched);
        self.handle.detach(self.link, None);
    }
}

/// Listens to a match for a node, and to its first answer for a client.
struct Introduction {
    relay: Arc<Relay>,
    name: Arc<str>,
    dialect: Dialect,
    setup: Arc<MatchSetup>,
    client: Mutex<Option<Queue>>,
}

impl Listener for Introduction {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone> {
        match notification {
            Notification::Event(published) => {
                let (topic, setup) = (Arc::clone(&self.name), Arc::clone(&self.setup));
                self.relay.tell(Record::Event { topic, setup, dialect: self.dialect, published })
            }
            Notification::Closed | Notification::Superseded => Ok(()),
            answer => {
                // A client that is gone meanwhile takes nothing from the others.
                if let Some(client) = locked(&self.client).take() {
                    client.send_relayed(id, answer);
                }
                Ok(())
            }
        }
    }
}

/// Listens to a match for a client whose connection is carried here.
pub(super) struct CarriedListener {
    pub(super) queue: Queue,
    pub(super) relay: Arc<Relay>,
}

impl Listener for CarriedListener {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone> {
        self.queue.notify(id, notification)
    }

    fn unreachable_since(&self) -> Option<Instant> {
        match *self.relay.sign.borrow() {
            Sign::Gone(at) => Some(at),
            Sign::Heard(at) => Some(at).filter(|at| at.elapsed() > DOUBTED),
        }
    }

    fn last_reached(&self) -> Option<Instant> {
        let (Sign::Heard(at) | Sign::Gone(at)) = *self.relay.sign.borrow();
        Some(at)
    }
}

/// Tells a node what there is to tell, a line each, for as long as it gives a sign now and then. An empty line answers a sign.
pub(super) async fn serve(app: &App, stream: TcpStream, number: u64) {
    let (mut from, to) = stream.into_split();
    let relay = Relay::new(to, Arc::clone(&app.metrics));
    locked(&app.relays.0).insert(number, Arc::clone(&relay));
    let hearing = async {
        let mut signs = [0; 64];
        while let Ok(Ok(1..)) = tokio::time::timeout(SILENT, from.read(&mut signs)).await {
            relay.heard();
            if relay.tell(Record::Sign).is_err() {
                return;
            }
        }
    };
    tokio::select! {
        // What it carries hears the server's own farewell.
        () = app.stopping.cancelled() => {}
        () = relay.gone.cancelled() => {}
        () = hearing => relay.let_go(),
        () = relay.outlet.send_on() => relay.let_go(),
    }
    relay.outlet.close();
    locked(&app.relays.0).remove(&number);
}
