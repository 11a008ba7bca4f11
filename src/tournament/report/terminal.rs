//! A document for a terminal.

use std::fmt::Write;

use super::document::{Body, Document, Table};
use super::text_width::{beside, broken, cut, padded, width, wrapped};
use arena_play::characters::printable_lines;

/// The width to which text is fitted if that of the terminal is unknown.
pub const WIDTH: usize = 100;
/// The smallest width that is assumed for a terminal.
const LEAST_WIDTH: usize = 40;
/// The smallest width of the column of names.
const LEAST_NAME: usize = 14;

impl Document {
    /// The document for a terminal with this many columns, but at least 40. The verdict is first and last. Notes and
    /// background are left out unless `explain` is set.
    #[must_use]
    pub fn to_text(&self, columns: usize, explain: bool) -> String {
        let columns = columns.max(LEAST_WIDTH);
        let paragraphs = |lines: &[String]| lines.iter().map(|line| beside("", line, columns)).collect::<String>();
        let verdict = paragraphs(&self.verdict);
        let heading = [&self.title, &self.about].map(String::as_str).join("\n");
        let mut parts = vec![wrapped(heading.trim(), columns), verdict.clone()];
        for section in self.sections.iter().filter(|section| explain || !section.is_background) {
            let body = match &section.body {
                Body::Table(table) => table.to_text(columns),
                Body::Terms(terms) => {
                    let wide = terms.iter().map(|(title, _)| width(title)).max().unwrap_or(0);
                    let line = |(title, words): &(&str, String)| beside(&(padded(title, wide) + "  "), words, columns);
                    terms.iter().map(line).collect()
                }
                Body::Lines(lines) => paragraphs(lines),
                Body::Code(code) => code.clone(),
                Body::Plots(_) => continue,
            };
            let notes = if explain { paragraphs(&section.notes) } else { String::new() };
            let title = beside("", &section.title, columns);
            parts.push(if section.title.is_empty() { body + &notes } else { title + &body + &notes });
        }
        parts.push(self.warnings.iter().map(|warning| beside("Warning: ", warning, columns)).collect());
        parts.push(verdict);
        parts.retain(|part| !part.is_empty());
        printable_lines(&parts.join("\n"))
    }
}

impl Table {
    /// Lays out the table. Its text is wrapped if the table would be wider than `most`. If the figures alone are too
    /// wide, the table is split into several.
    #[must_use]
    pub fn to_text(&self, most: usize) -> String {
        let mut rows = vec![self.header.clone()];
        rows.extend(self.folded());
        laid_out(&rows, self.text, most)
    }
}

fn laid_out(rows: &[Vec<String>], text_column: usize, most: usize) -> String {
    let columns = rows[0].len();
    let mut widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let total = |widths: &[usize], gap: usize| widths.iter().sum::<usize>() + gap * (columns - 1);
    let gap = if total(&widths, 2) <= most { 2 } else { 1 };
    if total(&widths, gap) > most {
        let others = total(&widths, gap) - widths[text_column];
        let least = LEAST_NAME.min(widths[text_column]);
        let head = text_column + 1;
        if others + least > most && columns > head + 1 {
            let lead: usize = widths[..text_column].iter().map(|width| width + 1).sum();
            let blocks = in_blocks(&widths, head, most.saturating_sub(lead + least));
            let part = |block: &std::ops::Range<usize>| {
                let cells = |row: &Vec<String>| [&row[..head], &row[block.clone()]].concat();
                laid_out(&rows.iter().map(cells).collect::<Vec<_>>(), text_column, most)
            };
            return blocks.iter().map(part).collect::<Vec<_>>().join("\n");
        }
        widths[text_column] = most.saturating_sub(others).clamp(least, widths[text_column]);
    }
    let texts: Vec<Vec<String>> = rows.iter().map(|row| broken(&row[text_column], widths[text_column])).collect();
    // A text that takes many lines is easier to read on its own line, above the figures.
    let above = texts.iter().any(|text| text.len() > 2);
    if above {
        widths[text_column] = width(&rows[0][text_column]);
    }
    let right = |cell: &str, wide: usize| " ".repeat(wide.saturating_sub(width(cell))) + cell;
    let mut out = String::new();
    for (number, (row, lines)) in rows.iter().zip(&texts).enumerate() {
        let is_above = above && number > 0;
        if is_above {
            let lead: String = row[..text_column]
                .iter()
                .zip(&widths)
                .map(|(cell, &wide)| right(cell, wide) + &" ".repeat(gap))
                .collect();
            let _ = writeln!(out, "{lead}{}", cut(&row[text_column], most.saturating_sub(width(&lead))));
        }
        for (line, part) in lines.iter().enumerate().take(if is_above { 1 } else { lines.len() }) {
            let cell = |(column, (cell, &wide)): (usize, (&String, &usize))| match column {
                _ if column == text_column => padded(if is_above { "" } else { part }, wide),
                _ if line > 0 || (is_above && column < text_column) => " ".repeat(wide),
                _ => right(cell, wide),
            };
            let cells: Vec<String> = row.iter().zip(&widths).enumerate().map(cell).collect();
            let _ = writeln!(out, "{}", cells.join(&" ".repeat(gap)).trim_end());
        }
        if number == 0 {
            let _ = writeln!(out, "{}", "─".repeat(total(&widths, gap)));
        }
    }
    out
}

/// Splits the columns from `head` on into runs that are at most `room` wide. Each column has a space before it, and
/// each run has at least one column.
fn in_blocks(widths: &[usize], head: usize, room: usize) -> Vec<std::ops::Range<usize>> {
    let mut blocks = Vec::new();
    let (mut from, mut used) = (head, 0);
    for (column, width) in widths.iter().enumerate().skip(head) {
        if used + width + 1 > room && column > from {
            blocks.push(from..column);
            (from, used) = (column, 0);
        }
        used += width + 1;
    }
    blocks.push(from..widths.len());
    blocks
}
