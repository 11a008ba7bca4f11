//! Each entrant against each other one.

use std::cmp::Ordering;
use std::fmt::Write;

use super::layout::{WIDTH, padded, width};
use crate::tournament::rating::Wdl;
use crate::tournament::report::words::grouped;
use crate::tournament::report::{PairRow, Report};

/// The matrices show so many entrants, the best ones.
pub(in crate::tournament) const MATRIX: usize = 12;

/// What stands where row and column meet: the pair of two places of the table, and whether the row's entrant is its
/// first.
pub(in crate::tournament) fn meeting(report: &Report, row: usize, column: usize) -> Option<(&PairRow, bool)> {
    // `pairs` lists (1, 2), (1, 3), …, (2, 3), … of the table's order.
    let place = |a: usize, b: usize| a * (2 * report.entrants.len() - a - 1) / 2 + b - a - 1;
    match row.cmp(&column) {
        Ordering::Less => Some((&report.pairs[place(row, column)], true)),
        Ordering::Equal => None,
        Ordering::Greater => Some((&report.pairs[place(column, row)], false)),
    }
}

/// Wins, draws and losses of each row against each column.
pub(super) fn matrix(report: &Report) -> String {
    blocks(report, "W-D-L", |row, column| wdl(report, row, column))
}

/// How likely each row is stronger than each column, in per cent.
pub(super) fn superiority(report: &Report) -> String {
    blocks(report, "LOS, %", |row, column| los(report, row, column))
}

/// The results of a row's entrant against a column's.
pub(in crate::tournament) fn wdl(report: &Report, row: usize, column: usize) -> String {
    let Some((pair, ahead)) = meeting(report, row, column) else { return "·".to_owned() };
    let Wdl { wins, draws, losses } = if ahead { pair.results } else { pair.results.reversed() };
    format!("{wins}-{draws}-{losses}")
}

/// The likelihood in per cent that a row's entrant is stronger than a column's.
pub(in crate::tournament) fn los(report: &Report, row: usize, column: usize) -> String {
    let Some((pair, ahead)) = meeting(report, row, column) else { return "·".to_owned() };
    match pair.superiority.map(|los| if ahead { los } else { 1.0 - los }) {
        None => "–".to_owned(),
        Some(los) if los > 0.9995 => ">99.9".to_owned(),
        Some(los) if los < 0.0005 => "<0.1".to_owned(),
        Some(los) => format!("{:.1}", los * 100.0),
    }
}

/// A square of cells, columns by number, in as many blocks as the width needs.
fn blocks(report: &Report, title: &str, cell: impl Fn(usize, usize) -> String) -> String {
    let shown = report.entrants.len().min(MATRIX);
    let cells: Vec<Vec<String>> = (0..shown).map(|row| (0..shown).map(|column| cell(row, column)).collect()).collect();
    let wide = cells.iter().flatten().map(|cell| width(cell)).max().unwrap_or(1);
    let per_block = |names: usize| (WIDTH.saturating_sub(names + 4) / (wide + 2)).max(1);
    let whole = format!("{title} of row");
    let longest = report.entrants.iter().take(shown).map(|row| width(&row.name)).max().unwrap_or(0);
    let name_width = longest.max(width(&whole));
    // Names stand in the table above: where they would break the matrix up, the numbers do.
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
