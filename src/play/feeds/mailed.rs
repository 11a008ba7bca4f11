//! Subscriptions whose events the client takes from a mailbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::{Audience, Delivery, Feeds, Follows, MOST_KEPT};

/// A bounded mailbox of deliveries. A client that reads too slowly is dropped.
#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    deliveries: mpsc::Sender<Delivery>,
    full: Arc<AtomicBool>,
}

impl Mailbox {
    /// Creates a mailbox with room for this many events in addition to the kept ones.
    pub(super) fn new(room: usize) -> (Self, mpsc::Receiver<Delivery>) {
        let (deliveries, delivered) = mpsc::channel(room.saturating_add(MOST_KEPT));
        (Self { deliveries, full: Arc::default() }, delivered)
    }

    /// Returns whether a delivery was dropped because the mailbox was full.
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

/// Events before the next one are missing. The watcher must subscribe again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

/// The subscriptions of one client, with a mailbox for their events.
pub struct MailedFollows {
    follows: Follows,
    mailbox: Mailbox,
}

impl MailedFollows {
    /// Creates an empty set of subscriptions with room for this many pending events. Returns the receiver of the
    /// mailbox.
    #[must_use]
    pub fn new(feeds: Arc<Feeds>, room: usize) -> (Self, mpsc::Receiver<Delivery>) {
        let (mailbox, delivered) = Mailbox::new(room);
        (Self { follows: Follows::new(feeds, Arc::new(mailbox.clone())), mailbox }, delivered)
    }

    /// Returns whether a delivery was dropped because the mailbox was full.
    #[must_use]
    pub fn was_full(&self) -> bool {
        self.mailbox.was_full()
    }

    /// Handles a message of the other node that starts or ends a subscription.
    pub fn hear(&mut self, aside: &str) {
        self.follows.hear(aside);
    }

    /// Returns the text to send for a delivery, or `None` if its subscription has ended.
    ///
    /// # Errors
    /// Returns [`Missing`] if earlier events are missing.
    pub fn admit(&self, delivery: Delivery) -> Result<Option<Arc<str>>, Missing> {
        let follows = |ticket| self.follows.tickets.values().any(|known| *known == ticket);
        match delivery {
            Delivery::Event(ticket, _, text) if follows(ticket) => Ok(Some(text)),
            Delivery::Missing(ticket) if follows(ticket) => Err(Missing),
            Delivery::Event(..) | Delivery::Missing(_) => Ok(None),
        }
    }
}
