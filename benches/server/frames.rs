//! A minimal, cheap implementation of WebSocket frames (RFC 6455) for a load generator.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use anyhow::{Context, bail};

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// One end of a WebSocket connection, with the received part of an incomplete frame.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
    rest: Vec<u8>,
    out: Vec<u8>,
}

impl Socket {
    /// Connects, upgrades, and waits for the result.
    pub(crate) fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        let mut stream = TcpStream::connect(address).context("the server takes no connection")?;
        stream.set_nodelay(true)?;
        write!(
            stream,
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Protocol: arena.v1\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )?;
        let mut head = Vec::new();
        let mut buffer = [0; 1_024];
        while !head.ends_with(b"\r\n\r\n") {
            let read = stream.read(&mut buffer)?;
            head.extend_from_slice(&buffer[..read]);
            if read == 0 {
                break;
            }
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            bail!("the server does not upgrade: {}", String::from_utf8_lossy(&head));
        }
        Ok(Self { stream, rest: Vec::new(), out: Vec::new() })
    }

    /// Sends a text. Frames are small and few, so the socket buffer always has room for them.
    pub(crate) fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.frame(TEXT, text.as_bytes())
    }

    fn frame(&mut self, kind: u8, payload: &[u8]) -> anyhow::Result<()> {
        self.out.clear();
        self.out.push(0x80 | kind);
        match u16::try_from(payload.len())? {
            short @ 0..126 => self.out.push(0x80 | short.to_le_bytes()[0]),
            long => {
                self.out.push(0x80 | 126);
                self.out.extend_from_slice(&long.to_be_bytes());
            }
        }
        // Clients must send a mask. A mask of zeros only saves work on this side.
        self.out.extend_from_slice(&[0; 4]);
        self.out.extend_from_slice(payload);
        Ok(self.stream.write_all(&self.out)?)
    }

    /// Reads the available data and passes each text to `heard`.
    pub(crate) fn receive(&mut self, scratch: &mut [u8], mut heard: impl FnMut(&str)) -> anyhow::Result<()> {
        let read = match self.stream.read(scratch) {
            Ok(0) => bail!("the server closed a connection"),
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let mut pongs = Vec::new();
        let mut take = |kind: u8, payload: &[u8]| -> anyhow::Result<()> {
            match kind {
                TEXT => heard(std::str::from_utf8(payload)?),
                PING => pongs.push(payload.to_vec()),
                CLOSE => bail!("the server says goodbye: {}", String::from_utf8_lossy(payload.get(2..).unwrap_or(&[]))),
                _ => {}
            }
            Ok(())
        };
        if self.rest.is_empty() {
            let used = split(&scratch[..read], &mut take)?;
            self.rest.extend_from_slice(&scratch[used..read]);
        } else {
            self.rest.extend_from_slice(&scratch[..read]);
            let used = split(&self.rest, &mut take)?;
            self.rest.drain(..used);
        }
        for pong in pongs {
            self.frame(PONG, &pong)?;
        }
        Ok(())
    }
}

/// Passes every complete frame of `bytes` to `take`. Returns the number of bytes used.
fn split(bytes: &[u8], take: &mut impl FnMut(u8, &[u8]) -> anyhow::Result<()>) -> anyhow::Result<usize> {
    let mut used = 0;
    while let [first, second, after @ ..] = &bytes[used..] {
        let (header, length) = match (second & 0x7f, after) {
            (126, [a, b, ..]) => (4, usize::from(u16::from_be_bytes([*a, *b]))),
            (126, _) => break,
            (127, _) => bail!("a frame of more than 64 KiB"),
            (short, _) => (2, usize::from(short)),
        };
        let Some(payload) = bytes.get(used + header..used + header + length) else { break };
        take(first & 0x0f, payload)?;
        used += header + length;
    }
    Ok(used)
}
