//! The matrices of each entrant against each other one.

use std::fmt::Write;

use crate::report::TournamentReport;
use crate::report::number_format::grouped;
use crate::report::tables::{MATRIX, los_cell, wdl_cell};
use crate::report::text_width::{padded, width};

/// Wins, draws and losses of each row against each column.
pub(super) fn matrix(report: &TournamentReport, most: usize) -> String {
    blocks(report, most, "W-D-L", |row, column| wdl_cell(report, row, column))
}

/// The likelihood that each row is stronger than each column, in per cent.
pub(super) fn superiority(report: &TournamentReport, most: usize) -> String {
    blocks(report, most, "LOS, %", |row, column| los_cell(report, row, column))
}

/// A square of cells with numbered columns, in as many blocks as the width requires.
fn blocks(report: &TournamentReport, most: usize, title: &str, cell: impl Fn(usize, usize) -> String) -> String {
    let shown = report.entrants.len().min(MATRIX);
    let cells: Vec<Vec<String>> = (0..shown).map(|row| (0..shown).map(|column| cell(row, column)).collect()).collect();
    let wide = cells.iter().flatten().map(|cell| width(cell)).max().unwrap_or(1);
    let per_block = |names: usize| (most.saturating_sub(names + 4) / (wide + 2)).max(1);
    let whole = format!("{title} of row");
    let longest = report.entrants.iter().take(shown).map(|row| width(&row.name)).max().unwrap_or(0);
    let name_width = longest.max(width(&whole));
    // The names are in the table above. If they would split the matrix into blocks, only the numbers are shown.
    let named = per_block(name_width) >= shown;
    let title = if named { whole.as_str() } else { title };
    let name_width = if named { name_width } else { width(title) };
    let mut text = String::new();
    let columns: Vec<usize> = (0..shown).collect();
    for (number, block) in columns.chunks(per_block(name_width)).enumerate() {
        let titles: String = block.iter().map(|column| format!("  {:>wide$}", column + 1)).collect();
        let _ =
            writeln!(text, "{}{:>2}  {}{titles}", if number > 0 { "\n" } else { "" }, "#", padded(title, name_width));
        for (row, entrant) in report.entrants.iter().take(shown).enumerate() {
            let name = if named { entrant.name.as_str() } else { "" };
            let results: String = block.iter().map(|&column| format!("  {:>wide$}", cells[row][column])).collect();
            let _ = writeln!(text, "{:>2}  {}{results}", row + 1, padded(name, name_width));
        }
    }
    if shown < report.entrants.len() {
        let _ = writeln!(
            text,
            "The best {shown} of {} entrants; --json has all {} pairs.",
            report.entrants.len(),
            grouped(report.pairs.len() as u64)
        );
    }
    text
}
