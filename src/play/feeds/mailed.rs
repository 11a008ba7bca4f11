//! A client that looks for what it is to be told, in a mailbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::{Audience, Delivery, Feeds, Follows, MOST_KEPT};

/// Where a client finds what it is to be told, when it looks. Bounded: a client that reads too slowly is given up.
#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    deliveries: mpsc::Sender<Delivery>,
    full: Arc<AtomicBool>,
}

impl Mailbox {
    /// One with room for so many events besides those that were kept.
    pub(super) fn new(room: usize) -> (Self, mpsc::Receiver<Delivery>) {
        let (deliveries, delivered) = mpsc::channel(room.saturating_add(MOST_KEPT));
        (Self { deliveries, full: Arc::default() }, delivered)
    }

    /// Whether something found no room.
    pub(super) fn was_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }
}

impl Audience for Mailbox {
    fn tell(&self, _: &str, delivery: Delivery) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.deliveries.try_send(delivery) {
            self.full.store(true, Ordering::Relaxed);
        }
    }
}

/// Some events that came before the next one are not here: whoever follows has to come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

/// What one client follows here, as the other node says on its connection, where it looks for what it is told.
pub struct MailedFollows {
    follows: Follows,
    mailbox: Mailbox,
}

impl MailedFollows {
    /// Nothing yet, with room for so many events that wait; and where those are found.
    #[must_use]
    pub fn new(feeds: Arc<Feeds>, room: usize) -> (Self, mpsc::Receiver<Delivery>) {
        let (mailbox, delivered) = Mailbox::new(room);
        (Self { follows: Follows::new(feeds, Arc::new(mailbox.clone())), mailbox }, delivered)
    }

    /// Whether something found no room.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.mailbox.was_full()
    }

    /// The other node says what the client is to be told, or no longer.
    pub fn hear(&mut self, aside: &str) {
        self.follows.hear(aside);
    }

    /// The text that is to be told; none where the client has left since.
    ///
    /// # Errors
    /// [`Missing`] when some that came before are not here.
    pub fn admit(&self, delivery: Delivery) -> Result<Option<Arc<str>>, Missing> {
        let follows = |ticket| self.follows.tickets.values().any(|known| *known == ticket);
        match delivery {
            Delivery::Event(ticket, _, text) if follows(ticket) => Ok(Some(text)),
            Delivery::Missing(ticket) if follows(ticket) => Err(Missing),
            Delivery::Event(..) | Delivery::Missing(_) => Ok(None),
        }
    }
}
