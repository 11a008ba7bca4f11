//! What goes over the connection to a node: whoever tells many at once ([`burst`]) writes it, and the connection's own task where
//! nobody does or the node reads slowly.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;

use super::locked;
use crate::play::MatchSetup;
use crate::play::burst::{self, Flush};
use crate::play::link::{Gone, Published};
use crate::protocol::{Dialect, event_text};
use crate::server::metrics::Metrics;
use crate::server::socket::sendable;

/// So much may wait to be sent to a node; one that falls further behind is let go of, and comes again.
const ROOM: usize = 1 << 16;
/// With so many bytes it is time to send them.
const MUCH: usize = 1 << 16;

/// What a node is told.
pub(super) enum Record {
    /// This one is there.
    Sign,
    /// Events of this topic will follow.
    Open(Arc<str>),
    /// No more of them will.
    Close(Arc<str>),
    Event {
        topic: Arc<str>,
        setup: Arc<MatchSetup>,
        dialect: Dialect,
        published: Arc<Published>,
    },
}

impl Record {
    fn put(&self, lines: &mut Vec<u8>, metrics: &Metrics) {
        let written = match self {
            Self::Sign => writeln!(lines),
            Self::Open(topic) => writeln!(lines, "open {topic}"),
            Self::Close(topic) => writeln!(lines, "close {topic}"),
            Self::Event { topic, setup, dialect, published } => {
                metrics.messages_out.fetch_add(1, Ordering::Relaxed);
                // JSON has no line breaks.
                let text = sendable(event_text(setup, published, *dialect, false));
                writeln!(lines, "event {topic} {} {text}", published.seq)
            }
        };
        written.expect("a list of bytes can be written to");
    }
}

/// The connection to a node.
pub(super) struct Outlet {
    metrics: Arc<Metrics>,
    pub(super) waiting: Mutex<Waiting>,
    /// Wakes the task.
    woken: Notify,
}

pub(super) struct Waiting {
    /// Where it is sent; none where nothing is taken any more. When this is let go of, the node hears the end.
    to: Option<Arc<OwnedWriteHalf>>,
    pub(super) records: VecDeque<Record>,
    /// What was written down, of which so many bytes were sent.
    lines: Vec<u8>,
    sent: usize,
    /// Whether a burst will send what waits.
    in_burst: bool,
}

impl Outlet {
    pub(super) fn new(to: OwnedWriteHalf, metrics: Arc<Metrics>) -> Arc<Self> {
        let (records, lines) = (VecDeque::new(), Vec::new());
        let waiting = Waiting { to: Some(Arc::new(to)), records, lines, sent: 0, in_burst: false };
        Arc::new(Self { metrics, waiting: Mutex::new(waiting), woken: Notify::new() })
    }

    /// Has this told soon.
    ///
    /// # Errors
    /// When too much waits, or nothing is taken any more.
    pub(super) fn tell(self: &Arc<Self>, record: Record) -> Result<(), Gone> {
        let mut waiting = locked(&self.waiting);
        if waiting.to.is_none() || waiting.records.len() >= ROOM {
            return Err(Gone);
        }
        waiting.records.push_back(record);
        if !waiting.in_burst {
            waiting.in_burst = burst::send_later(|| Some(Arc::clone(self) as _));
            if !waiting.in_burst {
                self.woken.notify_one();
            }
        }
        Ok(())
    }

    /// Sends what no burst has sent, until that fails.
    pub(super) async fn send_on(&self) {
        loop {
            self.woken.notified().await;
            loop {
                match self.send() {
                    Ok(None) => break,
                    Ok(Some(to)) if to.writable().await.is_ok() => {}
                    Ok(Some(_)) | Err(_) => return,
                }
            }
        }
    }

    /// Takes nothing any more.
    pub(super) fn close(&self) {
        let left = {
            let mut waiting = locked(&self.waiting);
            (waiting.to.take(), std::mem::take(&mut waiting.records))
        };
        drop(left);
    }

    /// Sends what waits, as far as that goes without waiting; what is to be waited for, unless that was all.
    fn send(&self) -> io::Result<Option<Arc<OwnedWriteHalf>>> {
        let mut waiting = locked(&self.waiting);
        let to = waiting.to.clone().ok_or(ErrorKind::NotConnected)?;
        loop {
            self.put(&mut waiting);
            let rest = &waiting.lines[waiting.sent..];
            if rest.is_empty() {
                return Ok(None);
            }
            match to.try_write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(bytes) => waiting.sent += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Some(to)),
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes down what waits, as much as goes into one write.
    fn put(&self, waiting: &mut Waiting) {
        let Waiting { records, lines, sent, .. } = waiting;
        if *sent == lines.len() {
            lines.clear();
            *sent = 0;
        }
        while lines.len() < MUCH
            && let Some(record) = records.pop_front()
        {
            record.put(lines, &self.metrics);
        }
    }
}

impl Flush for Outlet {
    fn gather(&self) {
        let mut waiting = locked(&self.waiting);
        waiting.in_burst = false;
        self.put(&mut waiting);
    }

    fn flush(&self) {
        // Where it has failed, the task finds that too.
        if !matches!(self.send(), Ok(None)) {
            self.woken.notify_one();
        }
    }
}
