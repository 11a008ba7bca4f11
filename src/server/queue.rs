//! The queue of outgoing messages of one connection. Its capacity is limited. When it is full, the connection is
//! closed, because the client can reconnect and ask for the events that it missed. No message in between is dropped.
//!
//! A connection keeps its queue for as long as it lasts. The queue is mostly empty, and the reader takes all waiting
//! messages at once. A list is therefore used instead of a channel, which reserves more memory and is locked for each
//! message.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use uuid::Uuid;

use super::limits::RateLimit;
use super::meter::Meter;
use arena_play::burst::{self, Flush};
use arena_play::link::{Listener, ListenerClosed, Notification};
use arena_protocol::FromServer;

/// Number of pairing notices to remember, so that duplicates can be suppressed.
const PAIRINGS: usize = 4;

/// An outgoing message.
#[derive(Debug)]
pub enum Outgoing {
    /// A notification of a match.
    Notification(Uuid, Notification),
    /// The text of a frame.
    Text(Arc<str>),
}

impl Outgoing {
    /// Returns the estimated size of the encoded message.
    fn bytes(&self) -> usize {
        match self {
            Self::Notification(_, notification) => notification.bytes(),
            Self::Text(text) => text.len(),
        }
    }

    /// Returns true if it repeats the state or the events of a match, which costs more than the request for it.
    const fn is_history(&self) -> bool {
        matches!(self, Self::Notification(_, Notification::Snapshot { .. } | Notification::Missed { .. }))
    }
}

struct QueueState {
    /// The messages with their sizes.
    outgoing: VecDeque<(Outgoing, usize)>,
    /// Total size of the unsent messages, including those that were taken out.
    bytes: usize,
    /// True if the queue accepts no more messages.
    closed: bool,
    /// Number of senders.
    senders: usize,
    /// Waker of the reader, while it waits.
    reader: Option<Waker>,
    /// True while a burst is going to send the waiting messages. The waiting reader does not take them until then.
    in_burst: bool,
    /// The matches of the last pairing notices.
    paired: Vec<Uuid>,
}

struct QueueCore {
    waiting: Mutex<QueueState>,
    room: usize,
    meter: Meter,
    full: AtomicBool,
    /// The line that may send the waiting messages instead of the reader.
    line: OnceLock<Weak<dyn Flush>>,
}

impl QueueCore {
    fn waiting(&self) -> MutexGuard<'_, QueueState> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sending end of a connection's queue.
pub struct Queue(Arc<QueueCore>);

/// Receiving end of a connection's queue.
pub struct Receiver {
    shared: Arc<QueueCore>,
    /// Messages that were taken out together and are not sent yet.
    taken: VecDeque<(Outgoing, usize)>,
}

/// Tells whether the queue has overflowed. The reader checks this before it sends what it took out. A full queue is not
/// empty, so the overflow needs no wake-up of its own.
pub struct WasFull(Arc<QueueCore>);

impl WasFull {
    pub fn get(&self) -> bool {
        self.0.full.load(Ordering::Relaxed)
    }
}

impl Queue {
    /// Creates a queue for `room` waiting messages. Messages that the receiver has taken out and not sent yet are not
    /// counted. There are at most `room` of them.
    pub fn new(room: usize, meter: Meter) -> (Self, Receiver, WasFull) {
        let outgoing = VecDeque::new();
        let waiting = QueueState {
            outgoing,
            bytes: 0,
            closed: false,
            senders: 1,
            reader: None,
            in_burst: false,
            paired: Vec::new(),
        };
        let waiting = Mutex::new(waiting);
        let shared = Arc::new(QueueCore { waiting, room, meter, full: AtomicBool::new(false), line: OnceLock::new() });
        let receiver = Receiver { shared: Arc::clone(&shared), taken: VecDeque::new() };
        (Self(Arc::clone(&shared)), receiver, WasFull(shared))
    }

    /// Sends a message. A repeated notice of the same pairing is suppressed.
    pub fn send(&self, message: &FromServer) {
        if let FromServer::Paired { id, .. } = message
            && !self.notes_pairing(*id)
        {
            return;
        }
        self.send_text(message.text().into());
    }

    /// Records a pairing notice. Returns false if it was sent before. A player who enters a tournament while a match
    /// starts may be notified of it from two places.
    fn notes_pairing(&self, id: Uuid) -> bool {
        let paired = &mut self.0.waiting().paired;
        if paired.contains(&id) {
            return false;
        }
        if paired.len() >= PAIRINGS {
            paired.remove(0);
        }
        paired.push(id);
        true
    }

    /// Allows repeated pairing notices, after the client has asked again.
    pub(super) fn forget_pairings(&self) {
        self.0.waiting().paired = Vec::new();
    }

    /// Sends the text of a frame.
    pub fn send_text(&self, text: Arc<str>) {
        let _ = self.put(Outgoing::Text(text));
    }

    /// True if the connection is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.waiting().closed
    }

    /// True if the queue has room for messages of low priority.
    pub(super) fn has_slack(&self) -> bool {
        let waiting = self.0.waiting();
        waiting.outgoing.len() < self.0.room.div_ceil(2) && waiting.bytes < self.0.meter.most / 2
    }

    /// True if the waiting bytes should be sent before the client's next request is read.
    pub(super) fn is_heavy(&self) -> bool {
        self.0.waiting().bytes > self.0.meter.most / 8
    }

    /// Charges further history to this player, too.
    pub(super) fn is_of(&self, player: &Arc<RateLimit>) {
        self.0.meter.is_of(player);
    }

    /// Charges the bytes of a message that costs more than the request for it.
    pub(super) fn charge_history(&self, bytes: usize) {
        self.0.meter.charge(bytes);
    }

    /// Rejects a request for the state or the events of a match if the player or the address has exceeded its rate.
    ///
    /// # Errors
    /// The time until it is admitted.
    pub(super) fn admit_history(&self) -> Result<(), Duration> {
        self.0.meter.admit()
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), ListenerClosed> {
        let mut waiting = self.0.waiting();
        if waiting.closed {
            return Err(ListenerClosed);
        }
        let bytes = outgoing.bytes();
        // Charged even if the queue has no room, because the message was already rendered.
        if outgoing.is_history() {
            self.0.meter.charge(bytes);
        }
        if waiting.outgoing.len() >= self.0.room || !self.0.meter.admits(waiting.bytes, bytes) {
            self.0.full.store(true, Ordering::Relaxed);
            // The queue may be empty, so the reader must be woken to close the connection.
            let reader = waiting.reader.take();
            drop(waiting);
            reader.into_iter().for_each(Waker::wake);
            return Err(ListenerClosed);
        }
        waiting.bytes += bytes;
        waiting.outgoing.push_back((outgoing, bytes));
        if waiting.in_burst {
            return Ok(());
        }
        waiting.in_burst = burst::send_later(|| self.0.line.get().and_then(Weak::upgrade));
        if waiting.in_burst {
            return Ok(());
        }
        // Without a waker the reader has already been woken, and will take all messages.
        let reader = waiting.reader.take();
        drop(waiting);
        reader.into_iter().for_each(Waker::wake);
        Ok(())
    }
}

impl Clone for Queue {
    fn clone(&self) -> Self {
        self.0.waiting().senders += 1;
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        waiting.senders -= 1;
        let reader = if waiting.senders == 0 { waiting.reader.take() } else { None };
        drop(waiting);
        reader.into_iter().for_each(Waker::wake);
    }
}

impl Receiver {
    /// Waits for the next message. Returns `None` if the queue was closed or has no senders left.
    pub async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// Polls like [`Self::recv`].
    pub(super) fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        let mut waiting = self.shared.waiting();
        if self.taken.is_empty() && !waiting.in_burst {
            std::mem::swap(&mut waiting.outgoing, &mut self.taken);
        }
        if let Some((next, bytes)) = self.taken.pop_front() {
            waiting.bytes -= bytes;
            drop(waiting);
            self.shared.meter.share.give_back(bytes);
            return Poll::Ready(Some(next));
        }
        if waiting.closed || waiting.senders == 0 || self.shared.full.load(Ordering::Relaxed) {
            return Poll::Ready(None);
        }
        match &mut waiting.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Returns the next message if there is one.
    pub(super) fn try_recv(&mut self) -> Option<Outgoing> {
        let mut waiting = self.shared.waiting();
        if self.taken.is_empty() {
            std::mem::swap(&mut waiting.outgoing, &mut self.taken);
        }
        let (next, bytes) = self.taken.pop_front()?;
        waiting.bytes -= bytes;
        drop(waiting);
        self.shared.meter.share.give_back(bytes);
        Some(next)
    }

    /// Replaces `before` counted bytes by `now` bytes after messages were encoded.
    pub(super) fn holds_on_wire(&self, before: usize, now: usize) {
        self.shared.meter.share.add(now);
        self.shared.meter.share.give_back(before);
    }

    /// Sets the line that may be asked to send the waiting messages.
    pub(super) fn is_sent_by(&self, line: Weak<dyn Flush>) {
        // A queue has one reader, which calls this once.
        let _ = self.shared.line.set(line);
    }

    /// Ends a burst. The reader gets the messages that the burst does not take out.
    pub(super) fn end_burst(&self) {
        self.shared.waiting().in_burst = false;
    }

    /// True if no message waits.
    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.shared.waiting().outgoing.is_empty()
    }

    /// Wakes the reader.
    pub(super) fn wake(&self) {
        let reader = self.shared.waiting().reader.take();
        reader.into_iter().for_each(Waker::wake);
    }

    /// Accepts no more messages. Those that wait can still be taken out.
    pub(super) fn close(&mut self) {
        self.shared.waiting().closed = true;
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.close();
        // Dropped outside the lock, because this may drop the last link to another sender of this queue.
        let mut waiting = self.shared.waiting();
        let left = std::mem::take(&mut waiting.outgoing);
        let bytes = std::mem::take(&mut waiting.bytes);
        drop(waiting);
        self.shared.meter.share.give_back(bytes);
        drop(left);
    }
}

impl Listener for Queue {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        self.put(Outgoing::Notification(id, notification))
    }
}

#[cfg(test)]
mod tests;
