//! What goes over one connection, as all write to it who have something for it: its own task, and whoever tells many at once
//! ([`burst`](crate::play::burst)). Only the task waits, for what the client says and for a client that reads slowly.

use std::future::poll_fn;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::sendable;
use super::wire::Wire;
use crate::play::burst::Flush;
use crate::server::metrics::Metrics;
use crate::server::queue::{Outgoing, Receiver, WasFull};
use crate::server::session::FrameWriter;

/// What is gathered at most before it is handed to the system.
const BATCH: usize = 64;

/// Fewer bytes on the wire are not counted for the client: nearly always they are sent at once.
const KEPT: usize = 4_096;

/// What is to be done for a client.
pub(super) enum Due {
    /// This has come for it.
    Outgoing(Outgoing),
    /// What was written down could not be sent at once.
    Unsent,
}

/// A connection.
pub(super) struct Line<S> {
    writer: Arc<FrameWriter>,
    metrics: Arc<Metrics>,
    state: Mutex<State<S>>,
}

struct State<S> {
    wire: Wire<S>,
    queue: Receiver,
    full: WasFull,
    /// Whether the task is sending, or ends: then nobody else may.
    is_busy: bool,
    /// Whether somebody else could not send all.
    is_unsent: bool,
    /// The encoded bytes on the wire that the queue counts.
    encoded: usize,
}

impl<S> State<S> {
    /// Puts in what waits, beginning with `next`, as far as it goes into one write.
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
        self.count_encoded();
    }

    /// Counts what is on the wire and not sent for the client.
    fn count_encoded(&mut self) {
        let now = self.wire.unsent();
        // What a write takes at once need not be counted.
        let now = if now > KEPT { now } else { 0 };
        if now != self.encoded {
            self.queue.holds_encoded(self.encoded, now);
            self.encoded = now;
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Line<S> {
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
                state: Mutex::new(State { wire, queue, full, is_busy: false, is_unsent: false, encoded: 0 }),
            }
        })
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be done next for the client, waited for; none when nothing will come any more.
    pub(super) async fn due(&self) -> Option<Due> {
        poll_fn(|context| {
            let state = &mut *self.state();
            // The connection learns of a full queue even if nothing is in it.
            if std::mem::take(&mut state.is_unsent) || state.full.get() {
                return Poll::Ready(Some(Due::Unsent));
            }
            state.queue.poll_recv(context).map(|outgoing| outgoing.map(Due::Outgoing))
        })
        .await
    }

    /// What waits, without waiting for it.
    pub(super) fn waiting(&self) -> Option<Outgoing> {
        self.state().queue.try_recv()
    }

    /// Whether so much waited that the connection is to be given up.
    pub(super) fn was_full(&self) -> bool {
        self.state().full.get()
    }

    /// The next message, as [`Wire::poll_next`].
    pub(super) async fn next(&self) -> Option<Result<Message, Error>> {
        poll_fn(|context| self.state().wire.poll_next(context)).await
    }

    /// Puts in this, and what waits beside it.
    pub(super) fn put(&self, outgoing: Outgoing) {
        self.state().put(&self.writer, &self.metrics, Some(outgoing));
    }

    /// Puts in a text.
    pub(super) fn put_text(&self, text: &str) {
        self.state().wire.put(text);
    }

    /// Puts in a message of any kind and sends all that was put in.
    ///
    /// # Errors
    /// When the connection is closed or fails.
    pub(super) async fn send(&self, message: Message) -> Result<(), Error> {
        self.state().wire.write(message)?;
        self.flush().await
    }

    /// Sends all that was put in.
    ///
    /// # Errors
    /// When the connection is closed or fails.
    pub(super) async fn flush(&self) -> Result<(), Error> {
        // The last answer of the protocol is there as well where this says that the connection is closed with it.
        let flushed = self.state().wire.flush_protocol();
        poll_fn(|context| {
            let state = &mut *self.state();
            let sent = state.wire.poll_write(context);
            state.count_encoded();
            state.is_busy = sent.is_pending();
            sent
        })
        .await?;
        flushed
    }

    /// Takes nothing more in. No burst writes until the task has said its last words, and then the protocol lets nothing through.
    pub(super) fn close(&self) {
        let state = &mut *self.state();
        state.queue.close();
        state.is_busy = true;
    }

    /// Reads bytes past the protocol; none at the end.
    pub(super) async fn read(&self, into: &mut [u8]) -> std::io::Result<usize> {
        let mut into = ReadBuf::new(into);
        poll_fn(|context| self.state().wire.poll_read(context, &mut into)).await?;
        Ok(into.filled().len())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Flush for Line<S> {
    fn gather(&self) {
        let state = &mut *self.state();
        state.queue.end_burst();
        if !state.is_busy && !state.full.get() {
            state.put(&self.writer, &self.metrics, None);
        }
        // What is left is for the task.
        if !state.queue.is_empty() {
            state.queue.wake();
        }
    }

    fn flush(&self) {
        let state = &mut *self.state();
        if state.is_busy {
            return;
        }
        // Who waits is the task: it is woken where there is something to wait for, or where this has failed.
        let sent = state.wire.poll_write(&mut Context::from_waker(Waker::noop()));
        state.count_encoded();
        if !matches!(sent, Poll::Ready(Ok(()))) {
            state.is_unsent = true;
            state.queue.wake();
        }
    }
}
