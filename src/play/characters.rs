//! Characters that are allowed in names and messages.

/// True for characters that names of bots and tournaments must not contain: control characters, line breaks and
/// invisible characters.
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control() || is_hidden(letter)
}

/// True for zero-width characters and those that change the direction of writing. Blanks are checked elsewhere.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    let invisible = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    invisible || (letter.is_control() && !letter.is_whitespace())
}
