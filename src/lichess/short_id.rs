//! Short ids of eight letters and digits, as clients of lichess.org expect. They encode 47 of the last 48 bits of a
//! full id. These bits are random in every kind of id that the server creates, so no table is needed.

use uuid::Uuid;

/// Length of a short id.
pub(super) const LENGTH: usize = 8;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// An id that a client has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShortId {
    /// A short id. Up to four characters after it are ignored, as in the id of a player's view of a game.
    Short(u64),
    /// A full id.
    Whole(Uuid),
}

/// The number that a short id encodes: 47 bits, because 62^8 is greater than 2^47.
fn number(id: Uuid) -> u64 {
    (id.as_u128() as u64 & 0xFFFF_FFFF_FFFF) >> 1
}

/// Returns the short id of a full id.
pub(super) fn short(id: Uuid) -> String {
    let mut left = number(id);
    let mut letters = [b'0'; LENGTH];
    for letter in letters.iter_mut().rev() {
        *letter = DIGITS[(left % 62) as usize];
        left /= 62;
    }
    letters.into_iter().map(char::from).collect()
}

impl ShortId {
    /// Parses a short or full id.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Ok(whole) = text.parse() {
            return Some(Self::Whole(whole));
        }
        if text.len() != LENGTH && text.len() != LENGTH + 4 {
            return None;
        }
        let digit = |letter: u8| DIGITS.iter().position(|known| *known == letter).map(|digit| digit as u64);
        let read = text.bytes().take(LENGTH).try_fold(0, |number, letter| Some(number * 62 + digit(letter)?))?;
        (read < 1 << 47).then_some(Self::Short(read))
    }

    /// True if it is the id of the object with this full id.
    pub(super) fn is(self, id: Uuid) -> bool {
        match self {
            Self::Short(short) => number(id) == short,
            Self::Whole(whole) => whole == id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ids_have_eight_characters_and_round_trip() {
        for id in [Uuid::nil(), Uuid::max(), Uuid::now_v7(), Uuid::new_v4(), Uuid::from_u128(62)] {
            let text = short(id);
            assert!(text.len() == LENGTH && text.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{text}");
            for text in [text.clone(), format!("{text}w0rd"), id.to_string()] {
                assert!(ShortId::parse(&text).expect("a valid id").is(id), "{text}");
            }
        }
        for wrong in ["", "abcdefg", "abcdefghi", "abc_efgh", "zzzzzzzz", "ßbcdefg"] {
            assert_eq!(ShortId::parse(wrong), None, "{wrong}");
        }
    }
}
