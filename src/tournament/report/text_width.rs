//! Measures the width of text on a terminal, and wraps, pads or cuts text to fit.

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
            lines.push(line.to_owned());
            (line, rest) = split(rest, columns);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        assert_eq!([width("将棋"), width("e\u{301}te\u{301}"), width("½")], [4, 3, 1]);
        assert_eq!([cut("将棋の王", 6), cut("将棋の王", 8), cut("wide", 3)], ["将棋…", "将棋の王", "wi…"]);
        assert_eq!(broken("将棋の王 x", 5), ["将棋", "の王", "x"]);
        assert_eq!(broken("将", 1), ["将"]);
    }
}
