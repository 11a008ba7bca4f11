//! Where frames of a WebSocket begin and end in what a server sends, pure: so that somebody in between can add some, end the
//! connection in order, and keep the asides, which are for it alone.

use crate::protocol::FromServer;
use crate::server::relay::ASIDE;
use crate::server::socket::close_reason;

/// How an answer begins that makes a WebSocket of a connection, and where it ends.
const SWITCHED: &[u8] = b"HTTP/1.1 101";
const HEAD_END: &[u8] = b"\r\n\r\n";
/// Bits of a frame's first bytes: <https://www.rfc-editor.org/rfc/rfc6455#section-5.2>.
const FINAL: u8 = 0x80;
const OPCODE: u8 = 0x0f;
const LENGTH: u8 = 0x7f;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;

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
    /// In an aside of which so many bytes are to come: those that came.
    Aside(u64, Vec<u8>),
}

impl Default for Place {
    fn default() -> Self {
        Self::Head(Vec::new())
    }
}

impl Frames {
    const BETWEEN: Place = Place::Frame(Vec::new());

    /// The server has sent this: what of it is for the client is added to `out`, and the asides that have ended in it are
    /// returned.
    pub(super) fn sort(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> Vec<String> {
        let mut asides = Vec::new();
        while let Some((&first, rest)) = bytes.split_first() {
            match &mut self.place {
                Place::Opaque => {
                    out.extend_from_slice(bytes);
                    return asides;
                }
                Place::Head(head) => {
                    head.push(first);
                    out.push(first);
                    bytes = rest;
                    let begun = head.len().min(SWITCHED.len());
                    if head[..begun] != SWITCHED[..begun] {
                        self.place = Place::Opaque;
                    } else if head.ends_with(HEAD_END) {
                        self.place = Self::BETWEEN;
                    }
                }
                Place::Frame(head) => {
                    head.push(first);
                    bytes = rest;
                    let (is_final, opcode) = (head[0] & FINAL != 0, head[0] & OPCODE);
                    if opcode != ASIDE {
                        out.push(first);
                    }
                    let Some(body) = body_after(head) else { continue };
                    if opcode == ASIDE {
                        self.place = Place::Aside(body, Vec::new());
                        continue;
                    }
                    self.closed |= opcode == CLOSE;
                    // What comes between the frames of a message, such as a ping, ends none.
                    if opcode < CLOSE {
                        self.amid = !is_final;
                    }
                    self.place = if body == 0 { Self::BETWEEN } else { Place::Body(body) };
                }
                Place::Body(left) => {
                    let (some, rest) = bytes.split_at(of(*left, bytes));
                    out.extend_from_slice(some);
                    bytes = rest;
                    *left -= some.len() as u64;
                    if *left == 0 {
                        self.place = Self::BETWEEN;
                    }
                }
                Place::Aside(left, text) => {
                    let (some, rest) = bytes.split_at(of(*left, bytes));
                    text.extend_from_slice(some);
                    bytes = rest;
                    *left -= some.len() as u64;
                    if *left == 0 {
                        asides.push(String::from_utf8_lossy(text).into_owned());
                        self.place = Self::BETWEEN;
                    }
                }
            }
        }
        asides
    }

    /// Something is about to be written to the client, or was.
    pub(super) const fn write(&mut self, writing: bool) {
        self.writing = writing;
    }

    /// Whether something can be said in the server's place.
    pub(super) fn may_speak(&self) -> bool {
        let is_between = match &self.place {
            // What has begun is none of the client's business.
            Place::Frame(head) => head.first().is_none_or(|first| first & OPCODE == ASIDE),
            Place::Aside(..) => true,
            Place::Head(_) | Place::Opaque | Place::Body(_) => false,
        };
        is_between && !self.closed && !self.amid && !self.writing
    }

    /// A `bye` with this reason and the end of the WebSocket, with this code; nothing where nothing can be said.
    pub(super) fn goodbye(&self, code: u16, reason: &str) -> Vec<u8> {
        if !self.may_speak() {
            return Vec::new();
        }
        let bye = FromServer::Bye { reason: reason.to_owned() }.text();
        let mut words = Vec::new();
        put(TEXT, bye.as_bytes(), &mut words);
        let mut closing = code.to_be_bytes().to_vec();
        closing.extend_from_slice(close_reason(reason).as_bytes());
        put(CLOSE, &closing, &mut words);
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

/// So many of these bytes belong to what so many are to come of.
fn of(left: u64, bytes: &[u8]) -> usize {
    usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()))
}

/// Adds a text as a frame.
pub(super) fn put_text(text: &str, out: &mut Vec<u8>) {
    put(TEXT, text.as_bytes(), out);
}

fn put(opcode: u8, body: &[u8], out: &mut Vec<u8>) {
    out.push(FINAL | opcode);
    match body.len() {
        length @ 0..126 => out.push(length as u8),
        length @ 126..0x1_0000 => {
            out.push(126);
            out.extend((length as u16).to_be_bytes());
        }
        length => {
            out.push(127);
            out.extend((length as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";

    fn frame(opcode: u8, body: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        put(opcode, body, &mut frame);
        frame
    }

    #[test]
    fn it_speaks_between_messages_only_and_keeps_asides_wherever_the_bytes_are_cut() {
        let mut bytes = HEAD.to_vec();
        let mut free = vec![bytes.len()];
        let mut aside = None;
        for (opcode, length) in [(TEXT, 5), (TEXT, 0), (9, 3), (ASIDE, 40), (TEXT, 300), (2, 70_000)] {
            let begins = bytes.len();
            bytes.extend(frame(opcode, &vec![b'7'; length]));
            free.push(bytes.len());
            if opcode == ASIDE {
                aside = Some(begins..bytes.len());
                free.extend(begins..bytes.len());
            }
        }
        let aside = aside.unwrap();
        // A message of two frames with a ping between them.
        bytes.extend([TEXT, 1, 7, FINAL | 9, 0, FINAL, 1, 7]);
        free.push(bytes.len());
        let for_client = [&bytes[..aside.start], &bytes[aside.end..]].concat();
        for step in [1, 2, 3, 7, 1_000, bytes.len()] {
            let (mut frames, mut passed, mut out, mut asides) = (Frames::default(), 0, Vec::new(), Vec::new());
            for part in bytes.chunks(step) {
                asides.extend(frames.sort(part, &mut out));
                passed += part.len();
                assert_eq!(frames.may_speak(), free.contains(&passed), "{passed} of {}", bytes.len());
            }
            assert_eq!((out == for_client, &asides[..]), (true, &["7".repeat(40)][..]), "by {step}");
        }
    }

    #[test]
    fn nothing_is_said_where_there_is_no_websocket_or_it_has_ended_or_somebody_writes() {
        let mut plain = Frames::default();
        assert!(plain.goodbye(1012, "x").is_empty(), "nothing was answered yet");
        let mut out = Vec::new();
        plain.sort(b"HTTP/1.1 200 OK\r\n\r\n\x83\x01x", &mut out);
        assert!(plain.goodbye(1012, "x").is_empty());
        assert!(out.ends_with(b"\x83\x01x"), "what is no WebSocket has no asides");
        let mut ended = Frames::default();
        ended.sort(HEAD, &mut out);
        ended.write(true);
        assert!(ended.goodbye(1012, "x").is_empty());
        ended.write(false);
        let words = ended.goodbye(1012, &"é".repeat(100));
        let bye = FromServer::Bye { reason: "é".repeat(100) }.text();
        assert_eq!(words[4..4 + bye.len()], *bye.as_bytes());
        let closing = &words[4 + bye.len()..];
        assert_eq!((closing[0], usize::from(closing[1]), &closing[2..4]), (0x88, closing.len() - 2, &[3, 244][..]));
        assert!(closing.len() <= 127 && std::str::from_utf8(&closing[4..]).is_ok());
        ended.sort(closing, &mut out);
        assert!(ended.goodbye(1012, "x").is_empty());
    }
}
