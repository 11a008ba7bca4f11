//! The name that a player gives: shown as text to others, so that nothing invisible may hide in it.

use crate::bots::characters::is_hidden;

/// Most characters of a name; the rest is cut off.
pub const LONGEST_NAME: usize = 32;

/// What somebody without a name is called.
pub const NAMELESS: &str = "Guest";

/// `given` as it is shown: without control characters, marks that change the direction of writing and characters of no
/// width, blanks run together, and no longer than [`LONGEST_NAME`]. The player is sent the name as it became.
#[must_use]
pub fn shown(given: &str) -> String {
    let visible: String = given.chars().take(8 * LONGEST_NAME).filter(|letter| !is_hidden(*letter)).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
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
