//! Columns of text, and what to do where they are too wide.

use std::fmt::Write;

use crate::tournament::report::text_width::{broken, cut, padded, width};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other_where_letters_are_wide() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(&[row(["#", "Entrant", "Points"]), row(["1", "将棋", "2½"]), row(["2", "chess", "½"])]);
        let ends: Vec<usize> = text.lines().map(width).collect();
        assert_eq!(ends, [ends[0]; 4], "{text}");
    }
}
