//! Writes the tags and moves of a game for PGN and PDN.

use super::SeatRecord;
use super::tagged_game::{PLAYER_TAG, VERSION_TAG};

/// Writes a tag without control characters.
pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let kept = value.chars().filter(|letter| !letter.is_control());
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in kept {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("\"]\n");
}

/// Writes the tags for the player's id and the program's version, if they are known.
pub(super) fn write_player(text: &mut String, side: &str, seat: &SeatRecord) {
    if let Some(player) = seat.player {
        write_tag(text, &format!("{side}{PLAYER_TAG}"), &player.to_string());
    }
    if let Some(version) = &seat.version {
        write_tag(text, &format!("{side}{VERSION_TAG}"), version);
    }
}

/// Removes control characters and braces from the text of a comment.
pub(super) fn comment_words(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !matches!(letter, '{' | '}')).collect()
}

/// Writes moves and comments in lines of at most 79 characters, as the standard's export format requires.
pub(super) struct Movetext<'a> {
    text: &'a mut String,
    column: usize,
}

impl<'a> Movetext<'a> {
    /// Continues after `text`, at the beginning of a line.
    pub(super) const fn after(text: &'a mut String) -> Self {
        Self { text, column: 0 }
    }

    /// Adds words that are separated by blanks.
    pub(super) fn add(&mut self, words: &str) {
        for word in words.split(' ') {
            let length = if word.is_ascii() { word.len() } else { word.chars().count() };
            if self.column > 0 && self.column + 1 + length > 79 {
                self.text.push('\n');
                self.column = 0;
            } else if self.column > 0 {
                self.text.push(' ');
                self.column += 1;
            }
            self.text.push_str(word);
            self.column += length;
        }
    }

    /// Adds the number of a move, followed by `dots`.
    pub(super) fn add_number(&mut self, number: usize, dots: &str) {
        self.add(&format!("{number}{dots}"));
    }

    /// Ends the moves with an empty line.
    pub(super) fn end(self) {
        self.text.push_str("\n\n");
    }
}
