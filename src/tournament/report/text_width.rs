//! Measures the width of text on a terminal, and wraps, pads or cuts text to fit.

use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Splits `text` into lines of at most this many columns, at spaces if there are any.
#[must_use]
pub fn broken(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            lines.pop();
        } else if width(last) + 1 + width(word) <= columns {
            last.push(' ');
            last.push_str(word);
            continue;
        }
        let (mut line, mut rest) = split(word, columns);
        while !rest.is_empty() {
            // A long name breaks after a sign if there is one.
            let end = line.rfind(['-', '_', '=', '/', ',']).map_or(line.len(), |at| at + 1);
            lines.push(line[..end].to_owned());
            (line, rest) = split(&word[word.len() - rest.len() - (line.len() - end)..], columns);
        }
        lines.push(line.to_owned());
    }
    lines
}

/// The number of terminal columns that `text` takes. Wide letters take two, combining marks none.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Appends spaces to `text` up to this width.
#[must_use]
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Splits `text` after as many letters as fit into this width, but at least one.
fn split(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find_map(|(at, letter)| {
        used += letter.width().unwrap_or(0);
        (at > 0 && used > columns).then_some(at)
    });
    text.split_at(end.unwrap_or(text.len()))
}

/// Cuts `text` to at most `columns` columns, with an ellipsis for the rest.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    split(text, columns.saturating_sub(1)).0.to_owned() + "…"
}

/// Wraps the lines of `text` that are wider than `most`. Continuations are indented.
#[must_use]
pub fn wrapped(text: &str, most: usize) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        let room = if width(line) <= most { usize::MAX } else { most.saturating_sub(indent + 2).max(1) };
        for (number, part) in broken(rest, room).iter().enumerate() {
            let _ = writeln!(whole, "{}{part}", " ".repeat(indent + if number > 0 { 2 } else { 0 }));
        }
    }
    whole
}

/// The smallest width of text next to a heading, even on a narrower terminal.
pub const LEAST_TEXT: usize = 24;

/// Puts `text` after a heading, wrapped to `most` columns. Further lines are indented by the width of the heading.
#[must_use]
pub fn beside(head: &str, text: &str, most: usize) -> String {
    let indent = width(head);
    let lines = broken(text, most.saturating_sub(indent).max(LEAST_TEXT));
    format!("{head}{}\n", lines.join(&format!("\n{}", " ".repeat(indent))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        assert_eq!([width("将棋"), width("e\u{301}te\u{301}"), width("½")], [4, 3, 1]);
        assert_eq!([cut("将棋の王", 6), cut("将棋の王", 8), cut("wide", 3)], ["将棋…", "将棋の王", "wi…"]);
        assert_eq!(broken("将棋の王 x", 5), ["将棋", "の王", "x"]);
        assert_eq!(broken("将", 1), ["将"]);
        assert_eq!(broken("a tictactoe-random_move", 10), ["a", "tictactoe-", "random_", "move"]);
    }
}
