//! Columns of text, and what to do where they are too wide.

use std::fmt::Write;

/// Tables are made to fit this, where the names allow it.
pub(super) const WIDTH: usize = 100;
/// Names are not broken into less.
const LEAST_NAME: usize = 14;

/// Right-aligned columns but for the second, the names, which are broken where the table would be too wide.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0)).collect();
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
        widths[1] = length(&rows[0][1]);
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
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                1 => format!("{part}{}", " ".repeat(width.saturating_sub(length(part)))),
                0 if above && number > 0 => " ".repeat(width),
                _ if line > 0 => " ".repeat(width),
                _ => format!("{}{cell}", " ".repeat(width.saturating_sub(length(cell)))),
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

/// `text` in lines of at most `width` characters, broken at spaces where there are any.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && length(last) + 1 + length(&word) <= width {
            last.push(' ');
            last.push_str(&word);
            continue;
        }
        if !last.is_empty() {
            lines.push(String::new());
        }
        while length(&word) > width {
            let rest: String = word.chars().skip(width).collect();
            *lines.last_mut().expect("there is always a line") = word.chars().take(width).collect();
            lines.push(String::new());
            word = rest;
        }
        *lines.last_mut().expect("there is always a line") = word;
    }
    lines
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// At most `width` characters, with an ellipsis for what is left out.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if length(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
