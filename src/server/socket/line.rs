//! The writing side of one connection. Its own task writes to it, and so do bursts that write to many connections at
//! once ([`burst`](arena_play::burst)). Only the task waits: for messages of the client, and for a client that reads
//! slowly.

use std::future::poll_fn;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::sendable;
use super::wire::Wire;
use crate::metrics::Metrics;
use crate::queue::{Outgoing, Receiver, WasFull};
use crate::session::FrameWriter;
use arena_play::burst::Flush;

/// Maximum number of messages that are gathered for one write.
const BATCH: usize = 64;

/// Minimum number of bytes on the wire that is counted for the client. Fewer bytes are nearly always sent at once.
const KEPT: usize = 4_096;

/// An event that the connection's task handles.
pub(super) enum SocketEvent {
    /// A message has arrived in the queue.
    Outgoing(Outgoing),
    /// A burst could not send everything.
    Unsent,
}

/// A connection.
pub(super) struct SocketTask<S> {
    writer: Arc<FrameWriter>,
    metrics: Arc<Metrics>,
    state: Mutex<SocketState<S>>,
}

struct SocketState<S> {
    wire: Wire<S>,
    queue: Receiver,
    full: WasFull,
    /// True while the task is sending or has ended. No burst may write then.
    is_busy: bool,
    /// True if a burst could not send everything.
    is_unsent: bool,
    /// Bytes on the wire, as counted by the queue.
    held: usize,
}

impl<S> SocketState<S> {
    /// Encodes `next` and as many waiting messages as fit into one write.
    fn put(&mut self, writer: &FrameWriter, metrics: &Metrics, mut next: Option<Outgoing>) {
        let mut texts = 0;
        for _ in 0..BATCH {
            let Some(outgoing) = next.take().or_else(|| self.queue.try_recv()) else { break };
            writer.texts(outgoing, |text| {
                texts += 1;
                self.wire.put(&sendable(text));
            });
            if self.wire.has_much() {
                break;
            }
        }
        metrics.messages_out.fetch_add(texts, Ordering::Relaxed);
        self.count_held();
    }

    /// Counts the bytes on the wire for the client: those that are not sent, and those of a half-sent message.
    fn count_held(&mut self) {
        let now = self.wire.held();
        // Bytes that are written or read at once are not counted.
        let now = if now > KEPT { now } else { 0 };
        if now != self.held {
            self.queue.holds_on_wire(self.held, now);
            self.held = now;
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> SocketTask<S> {
    pub(super) fn new(
        wire: Wire<S>,
        (queue, full): (Receiver, WasFull),
        writer: Arc<FrameWriter>,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        Arc::new_cyclic(|line: &Weak<Self>| {
            queue.is_sent_by(line.clone());
            Self {
                writer,
                metrics,
                state: Mutex::new(SocketState { wire, queue, full, is_busy: false, is_unsent: false, held: 0 }),
            }
        })
    }

    fn state(&self) -> MutexGuard<'_, SocketState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next thing to do. Returns `None` if no more messages will come.
    pub(super) async fn due(&self) -> Option<SocketEvent> {
        poll_fn(|context| {
            let state = &mut *self.state();
            // The connection learns of a full queue even if nothing is in it.
            if std::mem::take(&mut state.is_unsent) || state.full.get() {
                return Poll::Ready(Some(SocketEvent::Unsent));
            }
            state.queue.poll_recv(context).map(|outgoing| outgoing.map(SocketEvent::Outgoing))
        })
        .await
    }

    /// Returns the next waiting message without waiting for one.
    pub(super) fn waiting(&self) -> Option<Outgoing> {
        self.state().queue.try_recv()
    }

    /// True if the queue has overflowed, so that the connection must be closed.
    pub(super) fn was_full(&self) -> bool {
        self.state().full.get()
    }

    /// Returns the next message of the client, like [`Wire::poll_next`].
    pub(super) async fn next(&self) -> Option<Result<Message, Error>> {
        poll_fn(|context| {
            let state = &mut *self.state();
            let next = state.wire.poll_next(context);
            state.count_held();
            next
        })
        .await
    }

    /// Encodes a message and those that wait.
    pub(super) fn put(&self, outgoing: Outgoing) {
        self.state().put(&self.writer, &self.metrics, Some(outgoing));
    }

    /// Encodes a text.
    pub(super) fn put_text(&self, text: &str) {
        self.state().wire.put(text);
    }

    /// Encodes a message of any kind and sends everything encoded so far.
    ///
    /// # Errors
    /// If the connection is closed or fails.
    pub(super) async fn send(&self, message: Message) -> Result<(), Error> {
        self.state().wire.write(message)?;
        self.flush().await
    }

    /// Sends everything encoded so far.
    ///
    /// # Errors
    /// If the connection is closed or fails.
    pub(super) async fn flush(&self) -> Result<(), Error> {
        // Even if this reports that the connection is closed, the last protocol frame is encoded and must be sent.
        let flushed = self.state().wire.flush_protocol();
        poll_fn(|context| {
            let state = &mut *self.state();
            let sent = state.wire.poll_write(context);
            state.count_held();
            state.is_busy = sent.is_pending();
            sent
        })
        .await?;
        flushed
    }

    /// Accepts no more messages. Bursts no longer write, so that the task can send its last messages; after them the
    /// protocol refuses to write.
    pub(super) fn close(&self) {
        let state = &mut *self.state();
        state.queue.close();
        state.is_busy = true;
    }

    /// Reads bytes below the protocol. Returns 0 at the end.
    pub(super) async fn read(&self, into: &mut [u8]) -> std::io::Result<usize> {
        let mut into = ReadBuf::new(into);
        poll_fn(|context| self.state().wire.poll_read(context, &mut into)).await?;
        Ok(into.filled().len())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Flush for SocketTask<S> {
    fn gather(&self) {
        let state = &mut *self.state();
        state.queue.end_burst();
        if !state.is_busy && !state.full.get() {
            state.put(&self.writer, &self.metrics, None);
        }
        // The task sends the rest.
        if !state.queue.is_empty() {
            state.queue.wake();
        }
    }

    fn flush(&self) {
        let state = &mut *self.state();
        if state.is_busy {
            return;
        }
        // The no-op waker is sufficient: the task is woken below if the write is pending or has failed.
        let sent = state.wire.poll_write(&mut Context::from_waker(Waker::noop()));
        state.count_held();
        if !matches!(sent, Poll::Ready(Ok(()))) {
            state.is_unsent = true;
            state.queue.wake();
        }
    }
}
