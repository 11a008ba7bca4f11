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

use uuid::Uuid;

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

struct Waiting {
    outgoing: VecDeque<Outgoing>,
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
    taken: VecDeque<Outgoing>,
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
    /// A queue with room for `room` messages, its other end, and whether it was full. What the other end has taken out and
    /// not sent yet is not counted, and is never more than that.
    pub(super) fn new(room: usize) -> (Self, Receiver, WasFull) {
        let outgoing = VecDeque::new();
        let waiting =
            Waiting { outgoing, closed: false, senders: 1, reader: None, in_burst: false, paired: Vec::new() };
        let waiting = Mutex::new(waiting);
        let shared = Arc::new(Shared { waiting, room, full: AtomicBool::new(false), line: OnceLock::new() });
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
    /// The next message, waited for; none when nobody can put one in any more, or it was closed.
    pub(super) async fn recv(&mut self) -> Option<Outgoing> {
        poll_fn(|context| self.poll_recv(context)).await
    }

    /// As [`Self::recv`].
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

    /// The next message, if one is there.
    pub(super) fn try_recv(&mut self) -> Option<Outgoing> {
        if self.taken.is_empty() {
            std::mem::swap(&mut self.shared.waiting().outgoing, &mut self.taken);
        }
        self.taken.pop_front()
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
    fn all_comes_out_in_order_and_what_finds_no_room_is_told_of() {
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
    async fn a_reader_is_woken_and_hears_the_end() {
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

    /// A line that notes how often it gathers.
    struct Line(Arc<Mutex<u32>>);

    impl Flush for Line {
        fn gather(&self) {
            *self.0.lock().unwrap() += 1;
        }

        fn flush(&self) {}
    }

    #[test]
    fn what_a_burst_sends_is_not_for_the_reader_until_it_has_gathered() {
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
        // Whoever takes without waiting takes all.
        burst::together(|| {
            queue.send_text("3".into());
            assert_eq!([text(receiver.try_recv()), text(receiver.try_recv())], ["2", "3"]);
        });
        drop(line);
        receiver.end_burst();
        burst::together(|| queue.send_text("4".into()));
        assert_eq!(text(receiver.recv().now_or_never().flatten()), "4", "nobody else would send it");
    }

    #[test]
    fn of_a_pairing_it_is_told_once_unless_it_asks_anew() {
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
    fn a_reader_that_is_gone_is_known() {
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
