//! Display names of players. Other players see them as text, so hidden characters are removed.

use arena_bots::characters::is_hidden;

/// Maximum length of a name in characters. Longer names are cut off.
pub const LONGEST_NAME: usize = 32;

/// Name of a player who gives none.
pub const NAMELESS: &str = "Guest";

/// Converts `given` to a display name of at most [`LONGEST_NAME`] characters. Removes control characters, direction
/// marks and zero-width characters, and collapses white space. The player receives the resulting name. Accounts are found
/// by this name too, so a shorter limit would lock their owners out.
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
    fn removes_hidden_characters_from_names() {
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
