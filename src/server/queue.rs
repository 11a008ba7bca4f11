//! What waits to be sent to one connection. Bounded: when it is full the connection is given up, since it can come back
//! and ask for what it missed; nothing is left out in between.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::play::player::{Gone, Listener, Told};
use crate::protocol::FromServer;

/// Something to be sent.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// What a match told.
    Told(Uuid, Told),
    /// A frame's text.
    Text(Arc<str>),
}

/// The end where a connection's messages are put in.
#[derive(Clone)]
pub struct Queue {
    sender: mpsc::Sender<Outgoing>,
    full: CancellationToken,
}

impl Queue {
    /// A queue with room for `room` messages, its other end, and a sign that it was full.
    pub(super) fn new(room: usize) -> (Self, mpsc::Receiver<Outgoing>, CancellationToken) {
        let (sender, receiver) = mpsc::channel(room);
        let full = CancellationToken::new();
        (Self { sender, full: full.clone() }, receiver, full)
    }

    /// Sends a message.
    pub fn say(&self, message: &FromServer) {
        self.say_text(message.text().into());
    }

    /// Sends a frame's text.
    pub(super) fn say_text(&self, text: Arc<str>) {
        let _ = self.put(Outgoing::Text(text));
    }

    /// Whether there is room for what can wait as well.
    pub(super) fn is_at_ease(&self) -> bool {
        self.sender.capacity() > self.sender.max_capacity() / 2
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Gone> {
        self.sender.try_send(outgoing).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                self.full.cancel();
            }
            Gone
        })
    }
}

impl Listener for Queue {
    fn tell(&self, id: Uuid, told: Told) -> Result<(), Gone> {
        self.put(Outgoing::Told(id, told))
    }
}
