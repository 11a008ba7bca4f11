//! Lays out text in columns, and handles tables that are too wide.

use std::fmt::Write;

use crate::tournament::report::text_width::{broken, cut, padded, width};

/// The width to which text is fitted if that of the terminal is unknown.
pub const WIDTH: usize = 100;
/// The smallest width of the column of names.
const LEAST_NAME: usize = 14;

/// Right-aligns all columns except the second one, the names. The names are wrapped if the table would be wider than
/// `most`. If the figures alone are too wide, the table is split into several.
#[must_use]
pub fn table(rows: &[Vec<String>], most: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let fits = |widths: &[usize], gap: usize| widths.iter().sum::<usize>() + gap * (columns - 1) <= most;
    let gap = if fits(&widths, 2) { 2 } else { 1 };
    if !fits(&widths, gap) {
        let others = widths.iter().sum::<usize>() - widths[1] + gap * (columns - 1);
        let least = LEAST_NAME.min(widths[1]);
        if others + least > most && columns > 3 {
            let blocks = in_blocks(&widths, most.saturating_sub(widths[0] + least + 1));
            let part = |block: &std::ops::Range<usize>| {
                let cells = |row: &Vec<String>| [&row[..2], &row[block.clone()]].concat();
                table(&rows.iter().map(cells).collect::<Vec<_>>(), most)
            };
            return blocks.iter().map(part).collect::<Vec<_>>().join("\n");
        }
        widths[1] = most.saturating_sub(others).clamp(least, widths[1]);
    }
    let names: Vec<Vec<String>> = rows.iter().map(|row| broken(&row[1], widths[1])).collect();
    // A name that takes many lines is easier to read on its own line, above the figures.
    let above = names.iter().any(|name| name.len() > 2);
    if above {
        widths[1] = width(&rows[0][1]);
    }
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let name = match &names[number] {
            _ if above && number > 0 => {
                let _ = writeln!(
                    text,
                    "{:>width$}{}{}",
                    row[0],
                    " ".repeat(gap),
                    cut(&row[1], most.saturating_sub(widths[0] + gap)),
                    width = widths[0]
                );
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

/// Splits the columns of figures, from the third on, into runs that are at most `room` wide. Each column has a space
/// before it, and each run has at least one column.
fn in_blocks(widths: &[usize], room: usize) -> Vec<std::ops::Range<usize>> {
    let mut blocks = Vec::new();
    let (mut from, mut used) = (2, 0);
    for (column, width) in widths.iter().enumerate().skip(2) {
        if used + width + 1 > room && column > from {
            blocks.push(from..column);
            (from, used) = (column, 0);
        }
        used += width + 1;
    }
    blocks.push(from..widths.len());
    blocks
}

/// Wraps the lines of `text` that are wider than `most`. Continuations are indented.
#[must_use]
pub fn wrapped(text: &str, most: usize) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if width(line) <= most {
            whole.push_str(line);
            whole.push('\n');
            continue;
        }
        let parts = broken(line.trim_start_matches(' '), most.saturating_sub(indent + 2).max(1));
        for (number, part) in parts.iter().enumerate() {
            let more = if number > 0 { 2 } else { 0 };
            let _ = writeln!(whole, "{}{part}", " ".repeat(indent + more));
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_if_letters_are_wide() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(&[row(["#", "Entrant", "Points"]), row(["1", "将棋", "2½"]), row(["2", "chess", "½"])], WIDTH);
        let ends: Vec<usize> = text.lines().map(width).collect();
        assert_eq!(ends, [ends[0]; 4], "{text}");
    }
}
