//! Minimum transfer rate for slow peers. A peer that reads a response or sends a body may pause for a limited total
//! time, and earns more time with each byte. A peer that stops is disconnected, and so is one that sends a single byte
//! now and then.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// The time for which a peer may still make the server wait. It runs only while the server waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    most: Duration,
    left: Duration,
    /// Number of bytes that earn one second.
    rate: u32,
    waits_since: Option<Instant>,
}

impl Credit {
    /// Creates a credit of `most`. Each `rate` bytes earn one second of it.
    pub(super) const fn new(most: Duration, rate: u32) -> Self {
        Self { most, left: most, rate, waits_since: None }
    }

    /// Marks the start of waiting at `now`. Returns the time at which the credit ends.
    fn wait(&mut self, now: Instant) -> Instant {
        *self.waits_since.get_or_insert(now) + self.left
    }

    /// True if nothing is used up and the server is not waiting.
    fn is_whole(&self) -> bool {
        self.waits_since.is_none() && self.left == self.most
    }

    /// Credits `bytes` that the peer has read or sent.
    fn moved(&mut self, bytes: usize, now: Instant) {
        if let Some(since) = self.waits_since.take() {
            self.left = self.left.saturating_sub(now.saturating_duration_since(since));
        }
        let earned = Duration::from_secs_f64(bytes as f64 / f64::from(self.rate.max(1)));
        self.left = self.left.saturating_add(earned).min(self.most);
    }
}

/// A credit, and the timer that expires when it is used up.
struct Watch {
    credit: Credit,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Watch {
    const fn new(credit: Credit) -> Self {
        Self { credit, timer: None }
    }

    fn moved(&mut self, bytes: usize) {
        if !self.credit.is_whole() {
            self.credit.moved(bytes, Instant::now());
        }
    }

    /// Ready once the peer has made the server wait for too long.
    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let due = self.credit.wait(Instant::now()).into();
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        timer.as_mut().poll(cx)
    }
}

/// A connection whose peer must read what it is sent.
pub(super) struct MinRateStream {
    stream: TcpStream,
    watch: Watch,
}

impl MinRateStream {
    /// Wraps `stream`. `credit` limits how long its peer may make the server wait.
    pub(super) const fn new(stream: TcpStream, credit: Credit) -> Self {
        Self { stream, watch: Watch::new(credit) }
    }

    fn after_write(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                if let Ok(bytes) = written {
                    self.watch.moved(bytes);
                }
                Poll::Ready(written)
            }
            Poll::Pending => {
                ready!(self.watch.poll_late(cx));
                // Otherwise the system would keep the data buffered for this peer for minutes.
                let _ = self.stream.set_zero_linger();
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the peer reads too slowly")))
            }
        }
    }
}

impl AsyncRead for MinRateStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for MinRateStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.after_write(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.after_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A request body that must arrive at a minimum rate.
pub(super) struct MinRateBody {
    body: Incoming,
    watch: Watch,
}

impl MinRateBody {
    /// Wraps `body`. `credit` limits how long it may make the server wait.
    pub(super) const fn new(body: Incoming, credit: Credit) -> Self {
        Self { body, watch: Watch::new(credit) }
    }
}

impl Body for MinRateBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                self.watch.moved(frame.data_ref().map_or(0, Bytes::len));
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(other) => Poll::Ready(other.map(|frame| frame.map_err(BoxError::from))),
            Poll::Pending => {
                ready!(self.watch.poll_late(cx));
                Poll::Ready(Some(Err("the body comes too slowly".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_peer_expires_and_slow_bytes_extend_the_deadline() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut credit = Credit::new(Duration::from_millis(1_000), 1_000);
        assert_eq!(credit.wait(at(0)), at(1_000));
        assert_eq!(credit.wait(at(500)), at(1_000), "the wait has already begun");
        // One byte every tenth of a second.
        credit.moved(1, at(600));
        assert_eq!(credit.wait(at(600)), at(600 + 401));
        credit.moved(1, at(700));
        assert_eq!(credit.wait(at(700)), at(700 + 302));
    }

    #[test]
    fn credit_is_used_only_while_waiting_and_refilled_by_bytes() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut credit = Credit::new(Duration::from_millis(1_000), 1_000);
        let _ = credit.wait(at(0));
        credit.moved(300, at(900));
        assert_eq!(credit.wait(at(60_000)), at(60_400), "no wait was running for a minute");
        credit.moved(1_000_000, at(60_100));
        assert_eq!(credit.wait(at(61_000)), at(62_000));
    }
}
