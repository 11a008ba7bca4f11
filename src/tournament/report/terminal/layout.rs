//! Columns of text, and what to do where they are too wide.

use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Tables are made to fit this, where the names allow it.
pub(super) const WIDTH: usize = 100;
/// Names are not broken into less.
const LEAST_NAME: usize = 14;

/// Right-aligned columns but for the second, the names, which are broken where the table would be too wide.
pub(in crate::tournament) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let fits = |widths: &[usize], gap: usize| widths.iter().sum::<usize>() + gap * (columns - 1) <= WIDTH;
    let gap = if fits(&widths, 2) { 2 } else { 1 };
    if !fits(&widths, gap) {
        let others = widths.iter().sum::<usize>() - widths[1] + gap * (columns - 1);
        widths[1] = WIDTH.saturating_sub(others).clamp(LEAST_NAME.min(widths[1]), widths[1]);
    }
    let names: Vec<Vec<String>> = rows.iter().map(|row| broken(&row[1], widths[1])).collect();
    // A name of many lines reads better on a line of its own, above the figures.
    let above = names.iter().any(|name| name.len() > 2);
    if above {
        widths[1] = width(&rows[0][1]);
    }
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let name = match &names[number] {
            _ if above && number > 0 => {
                let _ = writeln!(text, "{:>width$}{}{}", row[0], " ".repeat(gap), cut(&row[1], 90), width = widths[0]);
                vec![String::new()]
            }
            name => name.clone(),
        };
        for (line, part) in name.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &columns))| match column {
                1 => padded(part, columns),
                0 if above && number > 0 => " ".repeat(columns),
                _ if line > 0 => " ".repeat(columns),
                _ => format!("{}{cell}", " ".repeat(columns.saturating_sub(width(cell)))),
            });
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(gap));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if number == 0 {
            let _ = writeln!(text, "{}", "─".repeat(widths.iter().sum::<usize>() + gap * (columns - 1)));
        }
    }
    text
}

/// `text` in lines that are at most so wide, broken at spaces where there are any.
pub(super) fn broken(text: &str, columns: usize) -> Vec<String> {
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

/// How many columns of a terminal `text` takes: wide letters take two, marks over a letter none.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` with spaces after it, as many as make it so wide.
#[must_use]
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// As much of the beginning of `text` as is at most so wide, but one letter at least; and the rest.
fn split(text: &str, columns: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find_map(|(at, letter)| {
        used += letter.width().unwrap_or(0);
        (at > 0 && used > columns).then_some(at)
    });
    text.split_at(end.unwrap_or(text.len()))
}

/// At most `columns` wide, with an ellipsis for what is left out.
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
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(&[row(["#", "Entrant", "Points"]), row(["1", "将棋", "2½"]), row(["2", "chess", "½"])]);
        let ends: Vec<usize> = text.lines().map(width).collect();
        assert_eq!(ends, [ends[0]; 4], "{text}");
    }
}
