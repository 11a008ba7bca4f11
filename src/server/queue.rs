//! What waits to be sent to one connection. Bounded: when it is full the connection is given up, since it can come back
//! and ask for what it missed; nothing is left out in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use uuid::Uuid;

use crate::play::link::{Gone, Listener, Notification};
use crate::protocol::FromServer;

/// Something to be sent.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// What a match notifies of.
    Notification(Uuid, Notification),
    /// A frame's text.
    Text(Arc<str>),
}

/// The end where a connection's messages are put in.
#[derive(Clone)]
pub struct Queue {
    sender: mpsc::Sender<Outgoing>,
    full: Arc<AtomicBool>,
}

/// Whether a queue was full. Whoever empties it asks before it sends what it took out: a queue that was full has
/// something in it, so nobody has to be woken for this alone.
pub(super) struct WasFull(Arc<AtomicBool>);

impl WasFull {
    pub(super) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Queue {
    /// A queue with room for `room` messages, its other end, and whether it was full.
    pub(super) fn new(room: usize) -> (Self, mpsc::Receiver<Outgoing>, WasFull) {
        let (sender, receiver) = mpsc::channel(room);
        let full = Arc::new(AtomicBool::new(false));
        (Self { sender, full: Arc::clone(&full) }, receiver, WasFull(full))
    }

    /// Sends a message.
    pub fn send(&self, message: &FromServer) {
        self.send_text(message.text().into());
    }

    /// Sends a frame's text.
    pub(super) fn send_text(&self, text: Arc<str>) {
        let _ = self.put(Outgoing::Text(text));
    }

    /// Whether the connection is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Whether there is room for what can wait as well.
    pub(super) fn has_slack(&self) -> bool {
        self.sender.capacity() > self.sender.max_capacity() / 2
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Gone> {
        self.sender.try_send(outgoing).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                self.full.store(true, Ordering::Relaxed);
            }
            Gone
        })
    }
}

impl Listener for Queue {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone> {
        self.put(Outgoing::Notification(id, notification))
    }
}
