//! WebSocket frames (RFC 6455) over a byte stream. `tungstenite` parses incoming frames and runs the protocol over a
//! buffer in memory. This module moves bytes between that buffer and the stream, and appends outgoing text frames
//! itself: a header and the text.
//!
//! `tokio_tungstenite::WebSocketStream` is not used. It takes an owned message per connection, copies it from buffer to
//! buffer, and does not let another thread append to the batch of the next write.

use std::io::{self, ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket};

/// Number of bytes per read.
const READ: usize = 4_096;

/// Size of the outgoing buffer at which it should be sent before more is added.
const MUCH: usize = 1 << 16;

/// Capacity that a buffer keeps between reads and between writes, enough for a move. A larger buffer is freed as a
/// whole, which costs less than shrinking it.
const KEPT: usize = 512;

/// Maximum of incoming bytes per message, as a multiple of the longest message. It allows for small fragments.
const FRAGMENTS: usize = 8;

/// Maximum size of the header of a text frame.
const HEAD: usize = 10;

/// First byte of a text message in one frame.
const TEXT: u8 = 0x81;

/// Incoming and outgoing bytes.
#[derive(Default)]
struct Memory {
    incoming: Vec<u8>,
    /// Number of incoming bytes that were parsed.
    read: usize,
    /// True at the end of the stream.
    ended: bool,
    outgoing: Vec<u8>,
    /// Number of outgoing bytes that were sent.
    sent: usize,
}

/// Clears a buffer and keeps a capacity of at most [`KEPT`].
fn empty(bytes: &mut Vec<u8>) {
    if bytes.capacity() > KEPT {
        *bytes = Vec::new();
    } else {
        bytes.clear();
    }
}

impl Read for Memory {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut rest = &self.incoming[self.read..];
        if rest.is_empty() && !self.ended {
            return Err(ErrorKind::WouldBlock.into());
        }
        let bytes = rest.read(into)?;
        self.read += bytes;
        if self.read == self.incoming.len() {
            empty(&mut self.incoming);
            self.read = 0;
        }
        Ok(bytes)
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Server side of a WebSocket over `S`.
pub(super) struct Wire<S> {
    stream: S,
    protocol: WebSocket<Memory>,
    /// Bytes received since the last message.
    unfinished: usize,
}

impl<S> Wire<S> {
    /// Appends a text frame. It is dropped if the connection is being closed.
    pub(super) fn put(&mut self, text: &str) {
        if !self.protocol.can_write() {
            return;
        }
        let out = &mut self.protocol.get_mut().outgoing;
        let length = text.len() as u64;
        out.reserve(HEAD + text.len());
        match length {
            0..126 => out.extend_from_slice(&[TEXT, length as u8]),
            126..0x1_0000 => {
                out.extend_from_slice(&[TEXT, 126]);
                out.extend_from_slice(&(length as u16).to_be_bytes());
            }
            _ => {
                out.extend_from_slice(&[TEXT, 127]);
                out.extend_from_slice(&length.to_be_bytes());
            }
        }
        out.extend_from_slice(text.as_bytes());
    }

    /// True if the outgoing buffer should be sent before more is added.
    pub(super) fn has_much(&self) -> bool {
        self.protocol.get_ref().outgoing.len() >= MUCH
    }

    /// Returns the size of the outgoing buffer, which may be partly sent, and of the incoming message, which has not
    /// fully arrived.
    pub(super) fn held(&self) -> usize {
        self.protocol.get_ref().outgoing.capacity() + self.unfinished
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    /// Creates a wire over `stream`, from which `read` was already read.
    pub(super) fn new(stream: S, read: &[u8], config: WebSocketConfig) -> Self {
        let memory = Memory { incoming: read.to_vec(), ..Memory::default() };
        Self { stream, protocol: WebSocket::from_raw_socket(memory, Role::Server, Some(config)), unfinished: 0 }
    }

    /// Reads bytes below the protocol.
    ///
    /// # Errors
    /// The stream's errors.
    pub(super) fn poll_read(&mut self, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }

    /// Returns the next message, or `None` if the connection is closed. It is cancel-safe.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Message, Error>>> {
        loop {
            match self.protocol.read() {
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Poll::Ready(None),
                read => {
                    self.unfinished = 0;
                    return Poll::Ready(Some(read));
                }
            }
            // Fragments may be empty, so an endless message does not have to exceed the size limit.
            let max_size = self.protocol.get_config().max_message_size.unwrap_or(usize::MAX);
            if self.unfinished / FRAGMENTS > max_size {
                let size = self.unfinished;
                return Poll::Ready(Some(Err(CapacityError::MessageTooLong { size, max_size }.into())));
            }
            let mut room = [MaybeUninit::uninit(); READ];
            let mut buffer = ReadBuf::uninit(&mut room);
            if let Err(error) = ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer)) {
                return Poll::Ready(Some(Err(Error::Io(error))));
            }
            let memory = self.protocol.get_mut();
            memory.incoming.extend_from_slice(buffer.filled());
            memory.ended = buffer.filled().is_empty();
            self.unfinished += buffer.filled().len();
        }
    }

    /// Appends a message of any kind.
    ///
    /// # Errors
    /// If the connection is closed.
    pub(super) fn write(&mut self, message: Message) -> Result<(), Error> {
        self.protocol.write(message)
    }

    /// Lets the protocol append its pending answers.
    ///
    /// # Errors
    /// If the connection is closed.
    pub(super) fn flush_protocol(&mut self) -> Result<(), Error> {
        self.protocol.flush()
    }

    /// Sends the outgoing buffer.
    ///
    /// # Errors
    /// The stream's errors.
    pub(super) fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, protocol, .. } = self;
        let Memory { outgoing, sent, .. } = protocol.get_mut();
        while *sent < outgoing.len() {
            match ready!(Pin::new(&mut *stream).poll_write(context, &outgoing[*sent..]))? {
                0 => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                bytes => *sent += bytes,
            }
        }
        empty(outgoing);
        *sent = 0;
        Pin::new(stream).poll_flush(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio_tungstenite::WebSocketStream;

    use super::*;

    async fn flush(wire: &mut Wire<DuplexStream>) -> Result<(), Error> {
        let flushed = wire.flush_protocol();
        poll_fn(|context| wire.poll_write(context)).await?;
        flushed
    }

    async fn next(wire: &mut Wire<DuplexStream>) -> Option<Result<Message, Error>> {
        poll_fn(|context| wire.poll_next(context)).await
    }

    /// A client frame with a mask of zeros.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let length = u8::try_from(payload.len()).unwrap();
        [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
    }

    #[tokio::test]
    async fn client_reads_texts_of_every_length_in_order() {
        use futures::StreamExt;
        let (ours, theirs) = duplex(1 << 20);
        let mut wire = Wire::new(ours, &[], WebSocketConfig::default());
        let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
        let texts = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000].map(|length| "x".repeat(length));
        texts.iter().for_each(|text| wire.put(text));
        flush(&mut wire).await.unwrap();
        for text in &texts {
            assert_eq!(client.next().await.unwrap().unwrap(), Message::text(text.as_str()));
        }
    }

    #[tokio::test]
    async fn accepts_frames_in_any_fragmentation() {
        let (ours, mut theirs) = duplex(1 << 16);
        let mut wire = Wire::new(ours, &[], WebSocketConfig::default());
        let bytes = [frame(0x81, b"one"), frame(0x01, b"tw"), frame(0x80, b"o"), frame(0x89, b"?")].concat();
        let writing = async {
            for byte in bytes {
                theirs.write_all(&[byte]).await.unwrap();
                tokio::task::yield_now().await;
            }
            theirs
        };
        let heard = async {
            let mut heard = Vec::new();
            while heard.len() < 3 {
                heard.push(next(&mut wire).await.unwrap().unwrap());
            }
            flush(&mut wire).await.unwrap();
            heard
        };
        let (mut theirs, heard) = tokio::join!(writing, heard);
        assert_eq!(heard, [Message::text("one"), Message::text("two"), Message::Ping("?".into())]);
        let mut pong = [0; 3];
        theirs.read_exact(&mut pong).await.unwrap();
        assert_eq!(pong, [0x8a, 1, b'?']);
    }

    #[tokio::test]
    async fn a_half_sent_message_is_held_until_it_is_complete() {
        let (ours, mut theirs) = duplex(1 << 16);
        let mut wire = Wire::new(ours, &[], WebSocketConfig::default());
        // A text of 6,000 bytes, masked with zeros.
        let bytes = [&[0x81, 0xfe, 0x17, 0x70, 0, 0, 0, 0][..], &[b'x'; 6_000]].concat();
        theirs.write_all(&bytes[..5_000]).await.unwrap();
        assert!(futures::poll!(Box::pin(next(&mut wire))).is_pending());
        assert_eq!(wire.held(), 5_000);
        theirs.write_all(&bytes[5_000..]).await.unwrap();
        assert_eq!(next(&mut wire).await.unwrap().unwrap(), Message::text("x".repeat(6_000)));
        assert_eq!(wire.held(), 0);
    }

    #[tokio::test]
    async fn rejects_a_message_of_empty_fragments_without_end() {
        let (ours, mut theirs) = duplex(1 << 20);
        let config = WebSocketConfig::default().max_message_size(Some(1_024));
        let mut wire = Wire::new(ours, &[], config);
        // Messages in small fragments are accepted, even in sequence.
        for _ in 0..20 {
            theirs.write_all(&frame(0x01, b"a")).await.unwrap();
            for _ in 0..100 {
                theirs.write_all(&frame(0x00, b"")).await.unwrap();
            }
            theirs.write_all(&frame(0x80, b"b")).await.unwrap();
            assert_eq!(next(&mut wire).await.unwrap().unwrap(), Message::text("ab"));
        }
        theirs.write_all(&frame(0x01, b"a")).await.unwrap();
        for _ in 0..10_000 {
            theirs.write_all(&frame(0x00, b"")).await.unwrap();
        }
        let read = next(&mut wire).await.unwrap();
        assert!(matches!(read, Err(Error::Capacity(CapacityError::MessageTooLong { .. }))), "{read:?}");
    }

    #[tokio::test]
    async fn after_a_close_it_is_answered_and_nothing_more_is_sent() {
        let (ours, mut theirs) = duplex(1 << 16);
        let mut wire = Wire::new(ours, &[], WebSocketConfig::default());
        theirs.write_all(&frame(0x88, &1_000_u16.to_be_bytes())).await.unwrap();
        assert!(matches!(next(&mut wire).await, Some(Ok(Message::Close(Some(_))))));
        wire.put("too late");
        assert!(matches!(flush(&mut wire).await, Err(Error::ConnectionClosed)));
        assert!(next(&mut wire).await.is_none());
        drop(wire);
        let mut heard = Vec::new();
        theirs.read_to_end(&mut heard).await.unwrap();
        assert_eq!(heard, [0x88, 2, 0x03, 0xe8]);
    }
}
