//! Where frames of a WebSocket begin and end in what a server sends, pure: so that somebody in between can end the
//! connection in order.

use crate::protocol::FromServer;

/// How an answer begins that makes a WebSocket of a connection, and where it ends.
const SWITCHED: &[u8] = b"HTTP/1.1 101";
const HEAD_END: &[u8] = b"\r\n\r\n";
/// Bits of a frame's first bytes: <https://www.rfc-editor.org/rfc/rfc6455#section-5.2>.
const FINAL: u8 = 0x80;
const OPCODE: u8 = 0x0f;
const LENGTH: u8 = 0x7f;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
/// The server goes away; the client may come again.
const RESTART: u16 = 1012;
/// The reason in a closing frame has at most so many bytes.
const LONGEST_REASON: usize = 123;

/// How far what a server has sent came.
#[derive(Debug, Default)]
pub(super) struct Frames {
    place: Place,
    /// Whether a message of several frames is under way.
    amid: bool,
    /// Whether the server has closed by itself.
    closed: bool,
    /// Whether some of it is being written: how much, nobody knows.
    writing: bool,
}

#[derive(Debug)]
enum Place {
    /// In the head of the first answer: what was seen of it.
    Head(Vec<u8>),
    /// It is no WebSocket.
    Opaque,
    /// In the head of a frame: what was seen of it.
    Frame(Vec<u8>),
    /// In a frame of which so many bytes are to come.
    Body(u64),
}

impl Default for Place {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

impl Frames {
    /// What the server has sent is about to be written.
    pub(super) const fn write(&mut self) {
        self.writing = true;
    }

    /// The server has sent this, and it was written.
    pub(super) fn pass(&mut self, mut bytes: &[u8]) {
        self.writing = false;
        while let Some((&first, rest)) = bytes.split_first() {
            bytes = rest;
            match &mut self.place {
                Place::Opaque => return,
                Place::Head(head) => {
                    head.push(first);
                    let begun = head.len().min(SWITCHED.len());
                    if head[..begun] != SWITCHED[..begun] {
                        self.place = Place::Opaque;
                    } else if head.ends_with(HEAD_END) {
                        self.place = Place::Frame(Vec::new());
                    }
                }
                Place::Frame(head) => {
                    head.push(first);
                    if let Some(body) = body_after(head) {
                        let (is_final, opcode) = (head[0] & FINAL != 0, head[0] & OPCODE);
                        self.closed |= opcode == CLOSE;
                        // What comes between the frames of a message, such as a ping, ends none.
                        if opcode < CLOSE {
                            self.amid = !is_final;
                        }
                        self.place = if body == 0 { Place::Frame(Vec::new()) } else { Place::Body(body) };
                    }
                }
                Place::Body(left) => {
                    let more = (*left - 1).min(bytes.len() as u64);
                    *left -= 1 + more;
                    bytes = &bytes[usize::try_from(more).unwrap_or(bytes.len())..];
                    if *left == 0 {
                        self.place = Place::Frame(Vec::new());
                    }
                }
            }
        }
    }

    /// Whether something can be said in the server's place.
    pub(super) fn may_speak(&self) -> bool {
        !self.closed && !self.amid && !self.writing && matches!(&self.place, Place::Frame(head) if head.is_empty())
    }

    /// A `bye` with this reason and the end of the WebSocket; nothing where nothing can be said.
    pub(super) fn goodbye(&self, reason: &str) -> Vec<u8> {
        if !self.may_speak() {
            return Vec::new();
        }
        let bye = FromServer::Bye { reason: reason.to_owned() }.text();
        let mut words = frame(TEXT, bye.as_bytes());
        let mut closing = RESTART.to_be_bytes().to_vec();
        let end = (0..=reason.len().min(LONGEST_REASON)).rev().find(|end| reason.is_char_boundary(*end)).unwrap_or(0);
        closing.extend_from_slice(&reason.as_bytes()[..end]);
        words.extend(frame(CLOSE, &closing));
        words
    }
}

/// The length of a frame's body, when its head is complete. Servers do not mask.
fn body_after(head: &[u8]) -> Option<u64> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    match head.get(1)? & LENGTH {
        126 => head.get(2..4).map(number),
        127 => head.get(2..10).map(number),
        length => Some(u64::from(length)),
    }
}

fn frame(opcode: u8, body: &[u8]) -> Vec<u8> {
    let mut frame = vec![FINAL | opcode];
    match u16::try_from(body.len()) {
        Ok(length @ ..126) => frame.extend(length.to_be_bytes().last()),
        length => {
            frame.push(126);
            frame.extend(length.unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    frame.extend_from_slice(body);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";

    #[test]
    fn it_speaks_between_messages_only_wherever_the_bytes_are_cut() {
        let mut bytes = HEAD.to_vec();
        let mut free = vec![bytes.len()];
        for (opcode, length) in [(TEXT, 5), (TEXT, 0), (9, 3), (TEXT, 300), (2, 70_000)] {
            if length > 65_535 {
                bytes.extend([FINAL | opcode, 127]);
                bytes.extend((length as u64).to_be_bytes());
                bytes.extend(vec![7; length]);
            } else {
                bytes.extend(frame(opcode, &vec![7; length]));
            }
            free.push(bytes.len());
        }
        // A message of two frames with a ping between them.
        bytes.extend([TEXT, 1, 7, FINAL | 9, 0, FINAL, 1, 7]);
        free.push(bytes.len());
        for step in [1, 2, 3, 7, 1_000, bytes.len()] {
            let (mut frames, mut passed) = (Frames::default(), 0);
            for part in bytes.chunks(step) {
                frames.pass(part);
                passed += part.len();
                assert_eq!(frames.may_speak(), free.contains(&passed), "{passed} of {}", bytes.len());
            }
        }
    }

    #[test]
    fn nothing_is_said_where_there_is_no_websocket_or_it_has_ended() {
        let mut plain = Frames::default();
        assert!(plain.goodbye("x").is_empty(), "nothing was answered yet");
        plain.pass(b"HTTP/1.1 200 OK\r\n\r\n");
        assert!(plain.goodbye("x").is_empty());
        let mut ended = Frames::default();
        ended.pass(HEAD);
        let words = ended.goodbye(&"é".repeat(100));
        let bye = FromServer::Bye { reason: "é".repeat(100) }.text();
        assert_eq!(words[4..4 + bye.len()], *bye.as_bytes());
        let closing = &words[4 + bye.len()..];
        assert_eq!((closing[0], usize::from(closing[1]), &closing[2..4]), (0x88, closing.len() - 2, &[3, 244][..]));
        assert!(closing.len() <= 127 && std::str::from_utf8(&closing[4..]).is_ok());
        ended.pass(closing);
        assert!(ended.goodbye("x").is_empty());
    }
}
