//! What waits to be sent to one connection. Bounded: when it is full the connection is given up, since it can come back
//! and ask for what it missed; nothing is left out in between.
//!
//! A connection has one for as long as it lasts, most of the time empty, and takes out all that waits at once. So it is a list
//! that has room for what came so far, and not a channel, which has room for more and is locked for each of them.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use uuid::Uuid;

use super::limits::RateLimit;
use super::meter::Meter;
use crate::play::burst::{self, Flush};
use crate::play::link::{Gone, Listener, Notification};
use crate::protocol::FromServer;

/// So many matches are remembered as which the connection was told of last that it is paired.
const PAIRINGS: usize = 4;

/// Something to be sent.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// What a match notifies of.
    Notification(Uuid, Notification),
    /// A frame's text.
    Text(Arc<str>),
}

impl Outgoing {
    /// Returns about how many bytes it is when encoded.
    fn bytes(&self) -> usize {
        match self {
            Self::Notification(_, notification) => notification.bytes(),
            Self::Text(text) => text.len(),
        }
    }

    /// Returns whether it repeats the state or the events of a match, which costs more than the request for it.
    const fn is_history(&self) -> bool {
        matches!(self, Self::Notification(_, Notification::Snapshot { .. } | Notification::Missed { .. }))
    }
}

struct Waiting {
    /// The messages, each with its bytes.
    outgoing: VecDeque<(Outgoing, usize)>,
    /// The bytes of the messages that were not sent, including those that were taken out.
    bytes: usize,
    /// Whether the connection takes nothing any more.
    closed: bool,
    /// How many may still put something in.
    senders: usize,
    /// Who takes out, where that waits.
    reader: Option<Waker>,
    /// Whether a burst will send what waits; until then it is not for the reader.
    in_burst: bool,
    /// The matches for which it was paired last.
    paired: Vec<Uuid>,
}

struct Shared {
    waiting: Mutex<Waiting>,
    room: usize,
    meter: Meter,
    full: AtomicBool,
    /// Who may send what waits in the place of the reader.
    line: OnceLock<Weak<dyn Flush>>,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end where a connection's messages are put in.
pub struct Queue(Arc<Shared>);

/// The end where they are taken out.
pub(super) struct Receiver {
    shared: Arc<Shared>,
    /// What was taken out together and is not sent yet.
    taken: VecDeque<(Outgoing, usize)>,
}

/// Whether a queue was full. Whoever empties it asks before it sends what it took out: a queue that was full has
/// something in it, so nobody has to be woken for this alone.
pub(super) struct WasFull(Arc<Shared>);

impl WasFull {
    pub(super) fn get(&self) -> bool {
        self.0.full.load(Ordering::Relaxed)
    }
}

impl Queue {
    /// A queue with room for `room` messages, and for as many bytes as `meter` allows, its other end, and whether it was
    /// full. Messages that the other end has taken out are not counted, and are never more than that; their bytes are.
    pub(super) fn new(room: usize, meter: Meter) -> (Self, Receiver, WasFull) {
        let outgoing = VecDeque::new();
        let waiting = Waiting {
            outgoing,
            bytes: 0,
            closed: false,
            senders: 1,
            reader: None,
            in_burst: false,
            paired: Vec::new(),
        };
        let waiting = Mutex::new(waiting);
        let shared = Arc::new(Shared { waiting, room, meter, full: AtomicBool::new(false), line: OnceLock::new() });
        let receiver = Receiver { shared: Arc::clone(&shared), taken: VecDeque::new() };
        (Self(Arc::clone(&shared)), receiver, WasFull(shared))
    }

    /// Sends a message, unless it repeats that the connection is paired for a match.
    pub fn send(&self, message: &FromServer) {
        if let FromServer::Paired { id, .. } = message
            && !self.notes_pairing(*id)
        {
            return;
        }
        self.send_text(message.text().into());
    }

    /// Notes that the connection is told of this pairing; false where it was told before. A player who enters a tournament while
    /// a match begins can be told of it from both sides.
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

    /// From now on it may be told again: it has asked anew.
    pub(super) fn forget_pairings(&self) {
        self.0.waiting().paired = Vec::new();
    }

    /// Sends a frame's text.
    pub(super) fn send_text(&self, text: Arc<str>) {
        let _ = self.put(Outgoing::Text(text));
    }

    /// Whether the connection is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.0.waiting().closed
    }

    /// Whether there is room for what can wait as well.
    pub(super) fn has_slack(&self) -> bool {
        let waiting = self.0.waiting();
        waiting.outgoing.len() < self.0.room.div_ceil(2) && waiting.bytes < self.0.meter.most / 2
    }

    /// Whether so many bytes wait that they are to be sent before more is asked.
    pub(super) fn is_heavy(&self) -> bool {
        self.0.waiting().bytes > self.0.meter.most / 8
    }

    /// From now on history is charged to this player as well.
    pub(super) fn is_of(&self, player: &Arc<RateLimit>) {
        self.0.meter.is_of(player);
    }

    /// Charges the bytes of a message that costs more than the request for it.
    pub(super) fn charge_history(&self, bytes: usize) {
        self.0.meter.charge(bytes);
    }

    /// Refuses a request for the state or the events of a match where the player or the address was sent too much of that.
    ///
    /// # Errors
    /// The time after which it is admitted.
    pub(super) fn admit_history(&self) -> Result<(), Duration> {
        self.0.meter.admit()
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Gone> {
        let mut waiting = self.0.waiting();
        if waiting.closed {
            return Err(Gone);
        }
        let bytes = outgoing.bytes();
        // It was made, whether there is room for it or not.
        if outgoing.is_history() {
            self.0.meter.charge(bytes);
        }
        if waiting.outgoing.len() >= self.0.room || !self.0.meter.admits(waiting.bytes, bytes) {
            self.0.full.store(true, Ordering::Relaxed);
            // Nothing may have been in it; the reader closes the connection.
            let reader = waiting.reader.take();
            drop(waiting);
            reader.into_iter().for_each(Waker::wake);
            return Err(Gone);
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
        // Where nobody waits the reader has been woken and has not come yet; when it comes it takes all.
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
    /// The next message, waited for; none when nobody can put one in any more, or it was closed or full.
    pub(super) async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// As [`Self::recv`].
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

    /// The next message, if one is there.
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

    /// Counts `before` bytes less and `now` bytes more as held for the client: those of messages that were encoded.
    pub(super) fn holds_encoded(&self, before: usize, now: usize) {
        self.shared.meter.share.add(now);
        self.shared.meter.share.give_back(before);
    }

    /// From now on `line` may be asked to send what waits.
    pub(super) fn is_sent_by(&self, line: Weak<dyn Flush>) {
        // A queue has one reader, who says so once.
        let _ = self.shared.line.set(line);
    }

    /// The burst is there. What it does not take out is for the reader again.
    pub(super) fn end_burst(&self) {
        self.shared.waiting().in_burst = false;
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_empty() && self.shared.waiting().outgoing.is_empty()
    }

    /// Wakes whoever waits for the next message.
    pub(super) fn wake(&self) {
        let reader = self.shared.waiting().reader.take();
        reader.into_iter().for_each(Waker::wake);
    }

    /// Takes no more in; what is there can be taken out.
    pub(super) fn close(&mut self) {
        self.shared.waiting().closed = true;
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.close();
        // It is let go of outside the lock: with it may go the last link to something that puts in here.
        let mut waiting = self.shared.waiting();
        let left = std::mem::take(&mut waiting.outgoing);
        let bytes = std::mem::take(&mut waiting.bytes);
        drop(waiting);
        self.shared.meter.share.give_back(bytes);
        drop(left);
    }
}

impl Listener for Queue {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone> {
        self.put(Outgoing::Notification(id, notification))
    }
}

#[cfg(test)]
mod tests;
