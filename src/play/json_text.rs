//! JSON built piece by piece, for text that is written for every move. `serde` goes through a layer for each field,
//! which costs several times as much as the text. Other code uses `serde`.

use serde::Serialize;
use uuid::Uuid;

/// Returns the number of bytes of `value` as JSON.
#[must_use]
pub fn encoded_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail; a value that is no JSON has the bytes before the error.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

/// A growing JSON text. The caller must ensure that it becomes valid JSON.
pub struct JsonText(String);

impl JsonText {
    /// Creates an empty text with room for this many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    /// Appends a piece of JSON unchanged.
    #[inline]
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.0.push_str(json);
        self
    }

    /// Appends JSON that `put` writes.
    pub fn with(&mut self, put: impl FnOnce(&mut String)) -> &mut Self {
        put(&mut self.0);
        self
    }

    /// Appends a number.
    pub fn number(&mut self, number: u64) -> &mut Self {
        self.raw(itoa::Buffer::new().format(number))
    }

    /// Appends a number with its sign.
    pub fn signed(&mut self, number: i64) -> &mut Self {
        self.raw(itoa::Buffer::new().format(number))
    }

    /// Appends a string.
    pub fn text(&mut self, text: &str) -> &mut Self {
        // Without a branch for each byte.
        if text.bytes().fold(false, |escaped, byte| escaped | is_escaped(byte)) {
            return self.value(&text);
        }
        self.raw("\"").raw(text).raw("\"")
    }

    /// Appends strings as an array.
    pub fn texts(&mut self, texts: &[impl AsRef<str>]) -> &mut Self {
        self.raw("[");
        for (place, text) in texts.iter().enumerate() {
            self.raw(if place == 0 { "" } else { "," }).text(text.as_ref());
        }
        self.raw("]")
    }

    /// Appends an id.
    pub fn id(&mut self, id: Uuid) -> &mut Self {
        self.raw("\"").raw(id.hyphenated().encode_lower(&mut Uuid::encode_buffer())).raw("\"")
    }

    /// Appends any value with `serde`.
    ///
    /// # Panics
    /// Panics if the value has a map with keys that are not strings, or if its serialization fails.
    pub fn value(&mut self, value: &impl Serialize) -> &mut Self {
        let json = serde_json::to_string(value).expect("the value has string keys and serializes without errors");
        self.raw(&json)
    }

    /// Returns the text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Returns whether JSON escapes this byte of a string.
const fn is_escaped(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_equal_the_output_of_serde() {
        let texts = ["", "b2", "♔ e1", "a \"b\"", "\\", "line\nline", "\u{1}", "\u{7f}é"];
        for text in texts {
            let expected = serde_json::to_string(text).unwrap();
            let mut json = JsonText::with_capacity(0);
            json.text(text);
            assert_eq!(json.into_string(), expected);
        }
        let mut json = JsonText::with_capacity(0);
        json.texts(&texts);
        assert_eq!(json.into_string(), serde_json::to_string(&texts).unwrap());
        for number in [i64::MIN, -1, 0, i64::MAX] {
            let mut json = JsonText::with_capacity(0);
            json.signed(number);
            assert_eq!(json.into_string(), number.to_string());
        }
        let id = Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
        for number in [0, 9, 10, u64::MAX] {
            let mut json = JsonText::with_capacity(0);
            json.raw("[").number(number).raw(",").id(id).raw("]");
            assert_eq!(json.into_string(), serde_json::to_string(&(number, id)).unwrap());
        }
    }
}
