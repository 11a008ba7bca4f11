//! What a client is sent through this node: what the other node sends it over its own connection, and, between the frames of
//! that, what happens in the matches that it watches.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use super::frames::{Frames, put_text};
use super::{BUFFER, READ_WITHIN};
use crate::play::feeds::{Delivery, Feeds, MailedFollows, Missing};

/// With so many bytes it is time to write them.
const MUCH: usize = 1 << 16;

/// Why a client is sent no more.
#[derive(Debug)]
pub(super) enum End {
    /// The other node has ended its connection.
    Ended,
    /// It, or the client, is gone.
    Broken,
    /// The client has not taken what it was to be told.
    Slow,
    /// Something is missing that came before the next event.
    Missing,
}

impl From<io::Error> for End {
    fn from(_: io::Error) -> Self {
        Self::Broken
    }
}

impl From<Missing> for End {
    fn from(_: Missing) -> Self {
        Self::Missing
    }
}

/// One client.
pub(super) struct Client<W> {
    to: W,
    pub(super) frames: Frames,
    follows: MailedFollows,
    delivered: mpsc::Receiver<Delivery>,
    out: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> Client<W> {
    /// One for whom so many events may wait.
    pub(super) fn new(to: W, feeds: Arc<Feeds>, room: usize) -> Self {
        let (follows, delivered) = MailedFollows::new(feeds, room);
        Self { to, frames: Frames::default(), follows, delivered, out: Vec::new() }
    }

    /// Sends what there is to send until that ends.
    pub(super) async fn send(&mut self, from: &mut (impl AsyncRead + Unpin)) -> End {
        let mut buffer = vec![0; BUFFER];
        loop {
            let sent = tokio::select! {
                count = from.read(&mut buffer) => match count {
                    Ok(0) => return End::Ended,
                    Ok(count) => self.pass(&buffer[..count]).await,
                    Err(_) => return End::Broken,
                },
                Some(delivery) = self.delivered.recv(), if self.frames.may_speak() => self.deliver(delivery).await,
            };
            if let Err(end) = sent {
                return end;
            }
        }
    }

    /// Passes on what the other node has sent.
    async fn pass(&mut self, bytes: &[u8]) -> Result<(), End> {
        self.out.clear();
        let asides = self.frames.sort(bytes, &mut self.out);
        self.write().await?;
        asides.iter().for_each(|aside| self.follows.hear(aside));
        Ok(())
    }

    /// Tells it what has happened, as much as there is.
    async fn deliver(&mut self, first: Delivery) -> Result<(), End> {
        self.out.clear();
        let mut next = Some(first);
        while let Some(delivery) = next {
            if self.follows.was_full() {
                return Err(End::Slow);
            }
            if let Some(text) = self.follows.admit(delivery)? {
                put_text(&text, &mut self.out);
            }
            next = if self.out.len() < MUCH { self.delivered.try_recv().ok() } else { None };
        }
        self.write().await
    }

    async fn write(&mut self) -> Result<(), End> {
        if self.out.is_empty() {
            return Ok(());
        }
        // Where this is not waited for to the end, nobody knows how much of it was written.
        self.frames.write(true);
        let writing = async {
            self.to.write_all(&self.out).await?;
            self.to.flush().await
        };
        tokio::time::timeout(READ_WITHIN, writing).await.map_err(|_| End::Broken)??;
        self.frames.write(false);
        Ok(())
    }

    /// Says goodbye, where that can be said, and sends no more.
    pub(super) async fn end(&mut self, goodbye: Option<(u16, String)>) {
        let words = goodbye.map(|(code, reason)| self.frames.goodbye(code, &reason));
        self.to.write_all(&words.unwrap_or_default()).await.ok();
        self.to.shutdown().await.ok();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tokio::io::{DuplexStream, duplex};

    use super::*;
    use crate::server::relay::ASIDE;

    const HEAD: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\n\r\n";

    fn frame(first: u8, text: &str) -> Vec<u8> {
        [&[first, u8::try_from(text.len()).unwrap()], text.as_bytes()].concat()
    }

    fn text(text: &str) -> Vec<u8> {
        frame(0x81, text)
    }

    fn aside(text: &str) -> Vec<u8> {
        frame(0x80 | ASIDE, text)
    }

    async fn hears(client: &mut DuplexStream, expected: &[u8]) {
        let mut heard = vec![0; expected.len()];
        client.read_exact(&mut heard).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&heard), String::from_utf8_lossy(expected));
    }

    #[tokio::test]
    async fn events_come_between_the_leaders_frames_and_only_while_it_says_so() {
        let feeds = Arc::new(Feeds::default());
        let event = |seq: u64| feeds.hear(&format!("event m {seq} e{seq}"), Instant::now()).unwrap();
        let (to, mut theirs) = duplex(1 << 16);
        let (mut leader, mut from) = duplex(1 << 16);
        let mut client = Client::new(to, Arc::clone(&feeds), 8);
        let sending = tokio::spawn(async move { client.send(&mut from).await });
        feeds.hear("open m", Instant::now()).unwrap();
        event(1);
        event(2);
        leader.write_all(&[HEAD, &text("snapshot 1"), &aside("follow m 1")].concat()).await.unwrap();
        hears(&mut theirs, &[HEAD, &text("snapshot 1"), &text("e2")].concat()).await;
        // Amid a frame nothing else is said.
        let pong = text("pong");
        leader.write_all(&pong[..3]).await.unwrap();
        hears(&mut theirs, &pong[..3]).await;
        event(3);
        tokio::task::yield_now().await;
        leader.write_all(&pong[3..]).await.unwrap();
        hears(&mut theirs, &[&pong[3..], &text("e3")].concat()).await;
        // What happens after it has left is not for it, whatever waits.
        leader.write_all(&[aside("leave m"), text("ok")].concat()).await.unwrap();
        hears(&mut theirs, &text("ok")).await;
        event(4);
        leader.write_all(&text("last")).await.unwrap();
        hears(&mut theirs, &text("last")).await;
        drop(leader);
        assert!(matches!(sending.await.unwrap(), End::Ended));
        assert!(theirs.read_u8().await.is_err(), "that was all");
    }

    #[tokio::test]
    async fn whoever_has_left_is_not_told_what_waits_for_it() {
        let feeds = Arc::new(Feeds::default());
        let (to, mut theirs) = duplex(1 << 16);
        let mut client = Client::new(to, Arc::clone(&feeds), 8);
        client.pass(&[HEAD, &aside("follow m 0")].concat()).await.unwrap();
        feeds.hear("open m", Instant::now()).unwrap();
        for seq in [1, 2] {
            feeds.hear(&format!("event m {seq} e{seq}"), Instant::now()).unwrap();
        }
        // It comes again, with more.
        client.pass(&[aside("leave m"), text("ok"), aside("follow m 1")].concat()).await.unwrap();
        feeds.hear("event m 3 e3", Instant::now()).unwrap();
        let first = client.delivered.recv().await.unwrap();
        client.deliver(first).await.unwrap();
        hears(&mut theirs, &[HEAD, &text("ok"), &text("e2"), &text("e3")].concat()).await;
    }

    #[tokio::test]
    async fn whoever_lacks_an_event_or_reads_too_slowly_is_told_no_more() {
        for (room, seqs, slow) in [(8, 3..4, false), (8, 2..200, true)] {
            let feeds = Arc::new(Feeds::default());
            let (to, mut theirs) = duplex(1 << 16);
            let mut client = Client::new(to, Arc::clone(&feeds), room);
            client.pass(&[HEAD, &aside("follow m 1")].concat()).await.unwrap();
            seqs.for_each(|seq| feeds.hear(&format!("event m {seq} e{seq}"), Instant::now()).unwrap());
            let first = client.delivered.recv().await.unwrap();
            let end = client.deliver(first).await.unwrap_err();
            assert!(matches!((&end, slow), (End::Missing, false) | (End::Slow, true)), "{end:?}");
            client.end(Some((1012, "come again".to_owned()))).await;
            hears(&mut theirs, HEAD).await;
            drop(client);
            let mut rest = Vec::new();
            theirs.read_to_end(&mut rest).await.unwrap();
            assert!(String::from_utf8_lossy(&rest[2..]).starts_with("{\"type\":\"bye\""), "{rest:?}");
        }
    }
}
