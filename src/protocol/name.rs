//! The name that a player gives: shown as text to others, so that nothing invisible may hide in it.

/// Most characters of a name; the rest is cut off.
pub const LONGEST_NAME: usize = 32;

/// What somebody without a name is called.
pub const NAMELESS: &str = "Guest";

/// `given` as it is shown: without control characters, marks that change the direction of writing and characters of
/// no width, blanks run together, and no longer than [`LONGEST_NAME`]. The player is told the result.
#[must_use]
pub fn shown(given: &str) -> String {
    let visible: String = given.chars().take(8 * LONGEST_NAME).filter(|letter| !is_hidden(*letter)).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
}

/// Characters that take no place or turn the writing round; blanks are judged elsewhere.
fn is_hidden(letter: char) -> bool {
    let invisible = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    invisible || (letter.is_control() && !letter.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn names_are_shown_without_tricks() {
        let cases = [
            ("Ann", "Ann"),
            ("  Ann \t of\n Green  ", "Ann of Green"),
            ("", "Guest"),
            ("\u{202e}nnA\u{200b}", "nnA"),
            ("\u{feff}\u{2066}", "Guest"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("Zoë 日本", "Zoë 日本"),
        ];
        for (given, expected) in cases {
            assert_eq!(shown(given), expected, "{given:?}");
        }
        assert_eq!(shown(&"x".repeat(1_000)).chars().count(), super::LONGEST_NAME);
    }
}
