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

use uuid::Uuid;

use crate::play::burst::{self, Flush};
use crate::play::link::{Gone, Listener, Notification};
use crate::protocol::FromServer;

/// How many pairing notices to remember, so that duplicates can be suppressed.
const PAIRINGS: usize = 4;

/// An outgoing message.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// A notification of a match.
    Notification(Uuid, Notification),
    /// The text of a frame.
    Text(Arc<str>),
}

struct Waiting {
    outgoing: VecDeque<Outgoing>,
    /// True if the connection accepts nothing more.
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

struct Shared {
    waiting: Mutex<Waiting>,
    room: usize,
    full: AtomicBool,
    /// The line that may send the waiting messages instead of the reader.
    line: OnceLock<Weak<dyn Flush>>,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sending end of a connection's queue.
pub struct Queue(Arc<Shared>);

/// Receiving end of a connection's queue.
pub(super) struct Receiver {
    shared: Arc<Shared>,
    /// Messages that were taken out together and are not sent yet.
    taken: VecDeque<Outgoing>,
}

/// Tells whether the queue has overflowed. The reader checks this before it sends what it took out. A full queue is not
/// empty, so the overflow needs no wake-up of its own.
pub(super) struct WasFull(Arc<Shared>);

impl WasFull {
    pub(super) fn get(&self) -> bool {
        self.0.full.load(Ordering::Relaxed)
    }
}

impl Queue {
    /// Creates a queue for `room` waiting messages. Messages that the receiver has taken out and not sent yet are not
    /// counted. There are at most `room` of them.
    pub(super) fn new(room: usize) -> (Self, Receiver, WasFull) {
        let outgoing = VecDeque::new();
        let waiting =
            Waiting { outgoing, closed: false, senders: 1, reader: None, in_burst: false, paired: Vec::new() };
        let waiting = Mutex::new(waiting);
        let shared = Arc::new(Shared { waiting, room, full: AtomicBool::new(false), line: OnceLock::new() });
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
    pub(super) fn send_text(&self, text: Arc<str>) {
        let _ = self.put(Outgoing::Text(text));
    }

    /// True if the connection is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.waiting().closed
    }

    /// True if the queue has room for messages of low priority.
    pub(super) fn has_slack(&self) -> bool {
        self.0.waiting().outgoing.len() < self.0.room.div_ceil(2)
    }

    fn put(&self, outgoing: Outgoing) -> Result<(), Gone> {
        let mut waiting = self.0.waiting();
        if waiting.closed {
            return Err(Gone);
        }
        if waiting.outgoing.len() >= self.0.room {
            self.0.full.store(true, Ordering::Relaxed);
            return Err(Gone);
        }
        waiting.outgoing.push_back(outgoing);
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
    pub(super) async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// Polls like [`Self::recv`].
    pub(super) fn poll_recv(&mut self, context: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        if let Some(next) = self.taken.pop_front() {
            return Poll::Ready(Some(next));
        }
        let mut waiting = self.shared.waiting();
        if !waiting.in_burst {
            std::mem::swap(&mut waiting.outgoing, &mut self.taken);
        }
        if let Some(next) = self.taken.pop_front() {
            return Poll::Ready(Some(next));
        }
        if waiting.closed || waiting.senders == 0 {
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
        if self.taken.is_empty() {
            std::mem::swap(&mut self.shared.waiting().outgoing, &mut self.taken);
        }
        self.taken.pop_front()
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
        let left = std::mem::take(&mut self.shared.waiting().outgoing);
        drop(left);
    }
}

impl Listener for Queue {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), Gone> {
        self.put(Outgoing::Notification(id, notification))
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn text(outgoing: Option<Outgoing>) -> String {
        let Some(Outgoing::Text(text)) = outgoing else { panic!("{outgoing:?} is no text") };
        text.to_string()
    }

    #[test]
    fn delivers_in_order_and_reports_overflow() {
        let (queue, mut receiver, full) = Queue::new(2);
        assert!(receiver.try_recv().is_none());
        assert!(receiver.recv().now_or_never().is_none());
        queue.send_text("1".into());
        assert!(queue.has_slack() || queue.0.room < 4);
        queue.send_text("2".into());
        assert!(!queue.has_slack() && !full.get());
        queue.send_text("3".into());
        assert!(full.get());
        assert_eq!([text(receiver.try_recv()), text(receiver.try_recv())], ["1", "2"]);
        queue.clone().send_text("4".into());
        assert_eq!(text(receiver.recv().now_or_never().flatten()), "4");
    }

    #[tokio::test]
    async fn wakes_the_reader_for_messages_and_the_end() {
        let (queue, mut receiver, _) = Queue::new(4);
        let reader = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(outgoing) = receiver.recv().await {
                heard.push(text(Some(outgoing)));
            }
            heard
        });
        for number in 0..4 {
            queue.send_text(number.to_string().into());
            tokio::task::yield_now().await;
        }
        drop(queue);
        assert_eq!(reader.await.unwrap(), ["0", "1", "2", "3"]);
    }

    /// A line that counts how often it gathers.
    struct Line(Arc<Mutex<u32>>);

    impl Flush for Line {
        fn gather(&self) {
            *self.0.lock().unwrap() += 1;
        }

        fn flush(&self) {}
    }

    #[test]
    fn burst_messages_are_hidden_from_the_reader_until_gathered() {
        let (queue, mut receiver, _) = Queue::new(8);
        let gathered = Arc::new(Mutex::new(0));
        let line: Arc<dyn Flush> = Arc::new(Line(Arc::clone(&gathered)));
        receiver.is_sent_by(Arc::downgrade(&line));
        queue.send_text("alone".into());
        assert_eq!(text(receiver.recv().now_or_never().flatten()), "alone");
        burst::together(|| {
            queue.send_text("1".into());
            queue.send_text("2".into());
            assert!(receiver.recv().now_or_never().is_none() && !receiver.is_empty());
        });
        assert_eq!(*gathered.lock().unwrap(), 1, "once for both");
        receiver.end_burst();
        assert_eq!(text(receiver.recv().now_or_never().flatten()), "1");
        // `try_recv` takes all messages, even during a burst.
        burst::together(|| {
            queue.send_text("3".into());
            assert_eq!([text(receiver.try_recv()), text(receiver.try_recv())], ["2", "3"]);
        });
        drop(line);
        receiver.end_burst();
        burst::together(|| queue.send_text("4".into()));
        assert_eq!(text(receiver.recv().now_or_never().flatten()), "4", "only the reader can send it");
    }

    #[test]
    fn suppresses_repeated_pairing_notices() {
        let (queue, mut receiver, _) = Queue::new(64);
        let pairs = |number| queue.send(&FromServer::Paired { id: Uuid::from_u128(number), tournament: None });
        [1, 2, 1, 2].into_iter().for_each(pairs);
        queue.forget_pairings();
        (2..20).for_each(pairs);
        assert!(queue.0.waiting().paired.len() <= PAIRINGS);
        let told = std::iter::from_fn(|| receiver.try_recv()).count();
        assert_eq!(told, 2 + 18);
    }

    #[test]
    fn reports_a_closed_reader_to_senders() {
        let (queue, mut receiver, full) = Queue::new(4);
        queue.send_text("before".into());
        receiver.close();
        queue.send_text("after".into());
        assert!(queue.is_closed() && !full.get());
        assert_eq!(text(receiver.try_recv()), "before");
        assert!(receiver.recv().now_or_never().flatten().is_none());
        drop(receiver);
        assert_eq!(queue.notify(Uuid::nil(), Notification::Closed), Err(Gone));
    }
}
