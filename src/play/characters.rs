//! Characters that are allowed in names and messages.

/// True for characters that names of bots and tournaments must not contain: control characters, line breaks and
/// invisible characters.
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control() || is_hidden(letter)
}

/// True for characters that cannot be seen and may mislead: zero-width characters, line and paragraph separators, and
/// characters that change the direction of writing or the form of others. Blanks are checked elsewhere. Format
/// characters that are seen, such as Arabic number signs, are not among them.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    let invisible = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    invisible || (letter.is_control() && !letter.is_whitespace())
}

/// Returns a text from elsewhere as one line that is safe to print: line breaks and tabs become blanks, and every other
/// control character or hidden character becomes U+FFFD.
#[must_use]
pub fn printable(text: &str) -> String {
    let safe = |letter: char| match letter {
        '\u{2028}' | '\u{2029}' => ' ',
        _ if letter.is_control() && letter.is_whitespace() => ' ',
        _ if is_unprintable(letter) => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    text.chars().map(safe).collect()
}

/// Like [`printable`], but keeps line feeds.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All format characters (category Cf) of Unicode 16 that have no form of their own, both separators (Zl, Zp) and all
    /// control characters (Cc).
    const HIDDEN: [(u32, u32); 17] = [
        (0xad, 0xad),
        (0x61c, 0x61c),
        (0x180e, 0x180e),
        (0x200b, 0x200f),
        (0x2028, 0x2029),
        (0x202a, 0x202e),
        (0x2060, 0x2064),
        (0x2066, 0x206f),
        (0xfeff, 0xfeff),
        (0xfff9, 0xfffb),
        (0x1_3430, 0x1_343f),
        (0x1_bca0, 0x1_bca3),
        (0x1_d173, 0x1_d17a),
        (0xe_0001, 0xe_0001),
        (0xe_0020, 0xe_007f),
        (0x0, 0x1f),
        (0x7f, 0x9f),
    ];

    #[test]
    fn no_control_format_or_separator_character_is_printed() {
        for letter in HIDDEN.into_iter().flat_map(|(first, last)| first..=last).filter_map(char::from_u32) {
            let printed = printable(&format!("a{letter}b"));
            assert!(printed == "a b" || printed == "a\u{fffd}b", "{letter:?}: {printed:?}");
            assert!(is_unprintable(letter), "{letter:?}");
            if letter != '\n' {
                assert_eq!(printable_lines(&letter.to_string()), printable(&letter.to_string()));
            }
        }
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}c\u{7} d\ne\u{2028}f\tg"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd} d e f g");
        assert_eq!(printable_lines("a\nb\r\n"), "a\nb \n");
        assert_eq!(printable("Zoë 日本 ♔ 👩🏽"), "Zoë 日本 ♔ 👩🏽");
    }
}
