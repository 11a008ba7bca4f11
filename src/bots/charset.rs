//! Decodes text of an unknown character set. Pure.
//!
//! Each line is UTF-8, or else Windows-1252, which agrees with ISO-8859-1 (the character set of the PGN standard) in all
//! printable characters. A decoded text never contains a replacement character, so different names stay different. A
//! file that was joined from files in both character sets is decoded correctly, too.

use std::borrow::Cow;

/// Windows-1252 code points for 0x80 to 0x9F. 0 marks unassigned codes, for which ISO-8859-1 has a control character.
const HIGH: [u16; 32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0,
    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
];

/// A text and how it was decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    /// Lines that are not UTF-8, if any.
    pub foreign: Option<ForeignLines>,
}

/// The lines of a text that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignLines {
    /// Number of such lines.
    pub count: usize,
    /// Line number of the first one, from 1.
    pub first: usize,
}

impl Decoded {
    /// Returns a text that was UTF-8.
    #[must_use]
    pub const fn utf8(text: String) -> Self {
        Self { text, foreign: None }
    }

    /// Returns a notice about lines in another character set, to be printed after the file's name.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let ForeignLines { count, first } = self.foreign?;
        Some(match count {
            1 => format!("line {first} is not UTF-8 and is read as Windows-1252"),
            _ => format!("{count} lines are not UTF-8 and are read as Windows-1252 (the first is line {first})"),
        })
    }
}

/// Decodes a whole text. Line ends of one CR become LF, in a text without other line ends.
#[must_use]
pub fn decode(mut bytes: Vec<u8>) -> Decoded {
    if !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Decoded::utf8(text),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 16);
    let mut foreign: Option<ForeignLines> = None;
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let decoded = self::line(line);
        if matches!(decoded, Cow::Owned(_)) {
            let ForeignLines { count, first } = foreign.unwrap_or(ForeignLines { count: 0, first: number });
            foreign = Some(ForeignLines { count: count + 1, first });
        }
        text.push_str(&decoded);
    }
    Decoded { text, foreign }
}

/// Decodes one line.
#[must_use]
pub fn line(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(windows_1252).collect()),
    }
}

fn windows_1252(byte: u8) -> char {
    let high = byte.checked_sub(0x80).and_then(|at| HIGH.get(usize::from(at))).copied().unwrap_or(0);
    if high == 0 { char::from(byte) } else { char::from_u32(high.into()).expect("the table holds only characters") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_kept_and_other_lines_are_windows_1252() {
        assert_eq!(decode("Müller\n€".into()), Decoded::utf8("Müller\n€".to_owned()));
        let mixed = [&b"M\xFCller\nM\xF6ller\n"[..], "Müller\n".as_bytes(), b"\x80 \x96 \x81\n"].concat();
        let decoded = decode(mixed);
        assert_eq!(decoded.text, "Müller\nMöller\nMüller\n€ – \u{81}\n");
        assert_eq!(decoded.foreign, Some(ForeignLines { count: 3, first: 1 }));
        assert!(!decoded.text.contains('\u{FFFD}'));
        let notice = "3 lines are not UTF-8 and are read as Windows-1252 (the first is line 1)";
        assert_eq!(decoded.notice().as_deref(), Some(notice));
    }

    #[test]
    fn lines_that_end_with_cr_are_lines() {
        assert_eq!(decode(b"a\rM\xFCller\r".to_vec()).text, "a\nMüller\n");
        assert_eq!(decode(b"a\r\nb\rc\n".to_vec()).text, "a\r\nb\rc\n");
    }

    #[test]
    fn different_bytes_give_different_texts() {
        let all: std::collections::HashSet<char> = (0..=u8::MAX).map(windows_1252).collect();
        assert_eq!(all.len(), 256);
    }
}
